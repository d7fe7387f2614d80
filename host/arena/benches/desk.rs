//! How many results the desk of a contest takes in a second where a game takes no time, and what it keeps of them in
//! memory: `cargo bench -p othello-arena --bench desk [GAMES]`.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use othello_arena::TimeControl;
use othello_arena::contest::schedule::Format;
use othello_arena::contest::{
    Contest, ContestError, ContestFile, Entrant, InPlay, PairJob, Plan, PlayedGame, Source, Workers,
};
use othello_rules::{ByColour, Colour};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord, RoundRecord};

/// How many games are played where nobody says it.
const GAMES: u64 = 20_000;
/// How many are out at once, as with sixteen threads.
const ROOM: usize = 48;
/// How many rounds a game has.
const ROUNDS: u32 = 60;

fn main() {
    let games = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(GAMES);
    let folder = tempfile::tempdir().expect("there is room for a file");
    for quarter in 1..=4 {
        let path = folder.path().join(format!("{quarter}.db"));
        let games = games * quarter / 4;
        let file = ContestFile::create(&path, plan(games / 2)).expect("it can be made");
        let stop = AtomicBool::new(false);
        let (progress, told) = channel();
        let listener = thread::spawn(move || told.into_iter().count());
        let before = resident();
        let begun = Instant::now();
        let mut instant = InstantWorkers::default();
        Contest { file, stop: &stop }.run(&mut instant, &progress).expect("all is played");
        let took = begun.elapsed().as_secs_f64();
        let grown = resident().saturating_sub(before);
        drop(progress);
        let _ = listener.join();
        println!(
            "{games} results in {took:.2} s, {:.0} a second; {grown} KiB more memory",
            games as f64 / took
        );
    }
}

/// Those who play every game in no time.
#[derive(Default)]
struct InstantWorkers(Vec<PlayedGame>);

impl Workers for InstantWorkers {
    fn room(&self) -> usize {
        ROOM
    }

    fn hand_out(&mut self, pair: PairJob) -> Result<(), ContestError> {
        self.0.extend(pair.games.into_iter().map(|job| {
            let record = Some(record(job.number, job.players));
            PlayedGame { job, record, void: None }
        }));
        Ok(())
    }

    fn take(&mut self, _timeout: Duration) -> Result<Vec<PlayedGame>, ContestError> {
        Ok(std::mem::take(&mut self.0))
    }

    fn boards(&self) -> Vec<InPlay> {
        Vec::new()
    }
}

const NAMES: [&str; 2] = ["One", "Other"];

fn plan(pairs: u64) -> Plan {
    let player = PlayerRecord::default();
    Plan {
        format: Format::RoundRobin,
        pairs,
        entrants: NAMES.map(|name| Entrant::new(name, name, &player, None)).into(),
        game: "othello".to_owned(),
        folder: None,
        size: 8,
        start: "standard".to_owned(),
        openings: Source::Random(8),
        same_openings: true,
        seed: 1,
        time: TimeControl::default(),
        work: None,
        sprt: None,
        adjudicate: false,
        agreement: None,
        allow: Vec::new(),
        trust_queries: false,
        anchor: None,
        databases: Vec::new(),
    }
}

/// A game of its own, with as many rounds as most have.
fn record(number: u64, players: ByColour<usize>) -> GameRecord {
    let names = players.map(|player| NAMES[player].to_owned());
    let round = |ply: u32| RoundRecord {
        ply,
        side: if ply.is_multiple_of(2) { Colour::Black } else { Colour::White },
        query: Some(QUERY.to_owned()),
        params: None,
        rows: Some(1),
        asked: Duration::from_micros(20),
        ran: Duration::from_micros(40),
        thinking: None,
        warnings: None,
    };
    GameRecord {
        began: SystemTime::now(),
        took: Duration::from_millis(10),
        game: "othello".to_owned(),
        size: 8,
        start: "standard".to_owned(),
        position: None,
        seed: number,
        players: names.clone().map(|name| PlayerRecord { name, ..PlayerRecord::default() }),
        specs: names.clone(),
        names,
        ending: Ending::Played { winner: Some(Colour::Black) },
        discs: ByColour { black: 33, white: 31 },
        moves: format!("{}{number:012}", "f5d6c3d3c4f4".repeat(9)),
        database: "embedded".to_owned(),
        time: "10 s a move".to_owned(),
        held_up: false,
        outputs: ByColour::default(),
        contest_place: i64::try_from(number).ok().map(ContestPlace),
        source: None,
        series: None,
        rounds: (0..ROUNDS).map(round).collect(),
    }
}

const QUERY: &str = "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell";

/// KiB of memory that this process holds, as Linux tells it; nothing elsewhere.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
