//! A contest whose games take no time, so that the desk alone is tried and measured.

use std::time::{Duration, SystemTime};

use othello_arena::contest::{
    ContestError, Entrant, InPlay, PairJob, Plan, PlayedGame, Source, Workers,
};
use othello_rules::{ByColour, Colour};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord, RoundRecord};

/// How many games are out at once, as with sixteen threads.
const ROOM: usize = 48;

/// Those who play every game in no time.
pub struct InstantWorkers {
    /// How many rounds a game has.
    rounds: u32,
    played: Vec<PlayedGame>,
    /// What is called with how many games were played, each time that some are handed over.
    each_time: Box<dyn FnMut(u64)>,
    games: u64,
}

impl InstantWorkers {
    /// Games of so many rounds. `each_time` is called with how many games were played, each time that some are handed
    /// over.
    pub fn new(rounds: u32, each_time: impl FnMut(u64) + 'static) -> InstantWorkers {
        InstantWorkers { rounds, played: Vec::new(), each_time: Box::new(each_time), games: 0 }
    }
}

impl Workers for InstantWorkers {
    fn room(&self) -> usize {
        ROOM
    }

    fn hand_out(&mut self, pair: PairJob) -> Result<(), ContestError> {
        let rounds = self.rounds;
        self.played.extend(pair.games.into_iter().map(|job| {
            let record = Some(record(job.number, job.players, rounds));
            PlayedGame { job, record, void: None }
        }));
        Ok(())
    }

    fn take(&mut self, _timeout: Duration) -> Result<Vec<PlayedGame>, ContestError> {
        let played = std::mem::take(&mut self.played);
        self.games += played.len() as u64;
        (self.each_time)(self.games);
        Ok(played)
    }

    fn boards(&self) -> Vec<InPlay> {
        Vec::new()
    }
}

const NAMES: [&str; 2] = ["One", "Other"];

/// A match of so many pairs.
pub fn plan(pairs: u64) -> Plan {
    let player = PlayerRecord::default();
    let entrants = NAMES.map(|name| Entrant::new(name, name, &player, None)).into();
    let (openings, same_openings) = (Source::Random(6), true);
    Plan { pairs, openings, same_openings, seed: 1, ..Plan::of_othello(entrants) }
}

/// A game of its own, which Black wins.
pub fn record(number: u64, players: ByColour<usize>, rounds: u32) -> GameRecord {
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
        rounds: (0..rounds).map(round).collect(),
    }
}

const QUERY: &str = "MATCH (cell:Cell {row: 2, column: 3}) RETURN cell";
