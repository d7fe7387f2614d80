//! A cluster without players: games of random legal moves, played at once, so that what is tried and measured is the
//! cluster alone. `trial work URL NAME THREADS [lie=N] [pause=MS]` is a worker, `trial hold URL FILE PAIRS` holds a
//! contest, or goes on with one, and says how fast it was and how much memory it took; `trial here FILE PAIRS` plays
//! the same contest in this process.

#![allow(clippy::unwrap_used, reason = "whoever tries something sees what was wrong")]

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant, SystemTime};

use othello_arena::contest::{
    Contest, ContestError, ContestFile, GameJob, InPlay, PairJob, Plan, PlayedGame, Progress,
    Workers,
};
use othello_cluster::{
    Connection, ContestId, Guests, Order, Organiser, Pack, PairPlayer, Passenger, Server, Speed,
    Stage, Undertaking, Worker, WorkerDemands,
};
use othello_rules::{ByColour, Colour, Game, Move};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["work", url, name, threads, rest @ ..] => work(url, name, threads.parse().unwrap(), rest),
        ["hold", url, file, pairs] => hold(url, Path::new(file), pairs.parse().unwrap()),
        ["here", file, pairs] => here(Path::new(file), pairs.parse().unwrap()),
        _ => {
            eprintln!(
                "trial work URL NAME THREADS [lie=N] [pause=MS] | hold URL FILE PAIRS | here FILE PAIRS"
            );
            std::process::exit(2);
        }
    }
}

/// A contest of three that only move at random.
fn plan(pairs: u64) -> Plan {
    let plan = include_str!("../tests/plan.json");
    let mut plan: Plan = serde_json::from_str(plan).unwrap();
    let mut third = plan.entrants[1].clone();
    third.name = "C".to_owned();
    third.spec.clone_from(&third.name);
    plan.entrants.push(third);
    plan.pairs = pairs.div_ceil(3);
    plan.openings = othello_arena::contest::Source::Random(4);
    plan.size = 6;
    plan
}

fn record(name: &str) -> PlayerRecord {
    PlayerRecord { name: name.to_owned(), class: "blind".to_owned(), ..PlayerRecord::default() }
}

/// Plays at random, as the game's seed says.
struct RandomPlayer {
    plan: Plan,
    pause: Duration,
    /// After so many games a result is turned round.
    lie: Option<u64>,
    games: AtomicU64,
}

impl RandomPlayer {
    fn new(plan: Plan) -> RandomPlayer {
        RandomPlayer { plan, pause: Duration::ZERO, lie: None, games: AtomicU64::new(0) }
    }
}

impl PairPlayer for RandomPlayer {
    fn play(&self, _thread: usize, job: &GameJob) -> PlayedGame {
        std::thread::sleep(self.pause);
        let initial = job.opening.start.or(self.plan.setup().unwrap().position()).unwrap();
        let mut game = Game::from_position(initial);
        job.opening.moves.iter().for_each(|&ply| game.play(ply).unwrap());
        let mut seed = self.plan.seed_of(job.number).get();
        while !game.position().is_over() {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let legal: Vec<_> = game.position().legal_moves().into_iter().collect();
            let ply = match legal.as_slice() {
                [] => Move::Pass,
                squares => Move::Place(squares[(seed >> 33) as usize % squares.len()]),
            };
            game.play(ply).unwrap();
        }
        let mut winner = game.position().outcome().and_then(|outcome| outcome.winner());
        let games = self.games.fetch_add(1, Ordering::Relaxed);
        if self.lie.is_some_and(|after| games >= after) {
            winner = winner.map_or(Some(Colour::Black), |winner| Some(!winner));
        }
        let names = job.players.map(|player| self.plan.entrants[player].name.clone());
        let record = GameRecord {
            began: SystemTime::now(),
            took: Duration::from_millis(1),
            game: self.plan.game.clone(),
            size: initial.size().get().into(),
            start: self.plan.start.clone(),
            position: None,
            seed: self.plan.seed_of(job.number).get(),
            players: names.as_ref().map(|name| record(name)),
            specs: names.clone(),
            names,
            ending: Ending::Played { winner },
            discs: game.position().count(),
            moves: game.moves().iter().map(Move::to_string).collect(),
            database: "the embedded engine".to_owned(),
            time: self.plan.time.to_string(),
            held_up: false,
            outputs: ByColour::default(),
            contest_place: i64::try_from(job.number).ok().map(ContestPlace),
            source: None,
            series: None,
            rounds: Vec::new(),
        };
        PlayedGame { job: job.clone(), record: Some(record), void: None }
    }

    fn for_guests(&self, _: &Guests, _: &[PathBuf]) -> Result<Arc<dyn PairPlayer>, String> {
        Err("nobody comes to a contest of random games".to_owned())
    }
}

/// Opens any contest.
struct RandomStage {
    pause: Duration,
    lie: Option<u64>,
}

impl Stage for RandomStage {
    fn open(
        &self,
        order: &Order,
        packs: &[std::path::PathBuf],
        _scale: f64,
    ) -> Result<Arc<dyn PairPlayer>, String> {
        assert!(packs.iter().all(|pack| pack.is_file()));
        let (pause, lie) = (self.pause, self.lie);
        Ok(Arc::new(RandomPlayer { pause, lie, ..RandomPlayer::new(order.plan.clone()) }))
    }
}

fn speed() -> Speed {
    Speed { search: Duration::from_millis(10), query: Duration::from_millis(10) }
}

fn work(url: &str, name: &str, threads: usize, rest: &[&str]) {
    let value =
        |key: &str| rest.iter().find_map(|word| word.strip_prefix(key)?.parse::<u64>().ok());
    let stage = RandomStage {
        pause: Duration::from_millis(value("pause=").unwrap_or(0)),
        lie: value("lie="),
    };
    let cache = std::env::temp_dir().join(format!("othello-trial-{}", std::process::id()));
    let stop = AtomicBool::new(false);
    let worker = Worker {
        link: Connection::open(&Server::parse(url).unwrap()).unwrap(),
        name: name.to_owned(),
        system: "any".to_owned(),
        threads,
        speed: speed(),
        stage: &stage,
        guests: cache.join("guests"),
        cache,
        stop: &stop,
        say: &|what| eprintln!("{name}: {what}"),
    };
    let pairs = worker.run().unwrap();
    let each = processor_time().as_secs_f64() * 1e6 / (pairs as f64).max(1.0);
    eprintln!("{name}: {pairs} pairs, {each:.0} us of processor time a pair");
}

fn hold(url: &str, path: &Path, pairs: u64) {
    let mut file = match path.exists() {
        true => ContestFile::resume(path).unwrap(),
        false => ContestFile::create(path, plan(pairs)).unwrap(),
    };
    let id: ContestId = file.name_or(|| ContestId::random().to_string()).unwrap().parse().unwrap();
    let plan = file.plan().clone();
    let names = plan.names();
    let packs: Vec<Pack> = names.iter().map(|name| Pack::new(name.as_bytes().to_vec())).collect();
    let passenger = |(name, pack): (&String, &Pack)| Passenger {
        name: name.clone(),
        player: name.clone(),
        options: "{}".to_owned(),
        pack: pack.digest.clone(),
    };
    let undertaking = Undertaking {
        title: "random games".to_owned(),
        order: Order {
            plan: plan.clone(),
            entrants: names.iter().zip(&packs).map(passenger).collect(),
            demands: WorkerDemands::default(),
        },
        records: names.iter().map(|name| record(name)).collect(),
        speed: None,
        slowest: 1.0,
        verify: None,
        barred: Vec::new(),
        packs,
        plan,
    };
    let link = Connection::open(&Server::parse(url).unwrap()).unwrap();
    let mut organiser = Organiser::open(link, id, undertaking).unwrap();
    run(file, &mut organiser);
}

/// Plays everything at once.
struct Here {
    player: RandomPlayer,
    jobs: VecDeque<GameJob>,
}

impl Workers for Here {
    fn room(&self) -> usize {
        256
    }

    fn hand_out(&mut self, pair: PairJob) -> Result<(), ContestError> {
        self.jobs.extend(pair.games);
        Ok(())
    }

    fn take(&mut self, _timeout: Duration) -> Result<Vec<PlayedGame>, ContestError> {
        Ok(self.jobs.drain(..).map(|job| self.player.play(0, &job)).collect())
    }

    fn boards(&self) -> Vec<InPlay> {
        Vec::new()
    }
}

fn here(path: &Path, pairs: u64) {
    let file = ContestFile::create(path, plan(pairs)).unwrap();
    let player = RandomPlayer::new(file.plan().clone());
    run(file, &mut Here { player, jobs: VecDeque::new() });
}

fn run(file: ContestFile, workers: &mut dyn Workers) {
    let stop = AtomicBool::new(false);
    let (sender, progress) = channel();
    let shown = std::thread::spawn(move || {
        let (mut games, mut first, mut last) = (0u64, None, Instant::now());
        for event in progress {
            match event {
                Progress::Game(_) => {
                    first.get_or_insert_with(Instant::now);
                    (games, last) = (games + 1, Instant::now());
                    if games.is_multiple_of(20_000) {
                        eprintln!("{} pairs, {:.1} MiB", games / 2, resident() / 1024.0);
                    }
                }
                Progress::Said(what) => eprintln!("{what}"),
                Progress::Withdrawn { worker, why, games, .. } => {
                    eprintln!(
                        "{worker} reported a wrong result ({why}); its {games} games were taken out"
                    );
                }
                Progress::Void { reason, .. } => eprintln!("void: {reason}"),
                Progress::Began { .. } | Progress::Test(_) => {}
            }
        }
        let took = first.map_or(Duration::ZERO, |first| last - first);
        (games, took)
    });
    let closing = Contest { file, stop: &stop }.run(workers, &sender);
    drop(sender);
    let (games, took) = shown.join().unwrap();
    closing.unwrap();
    let pairs = games as f64 / 2.0;
    println!(
        "{pairs} pairs in {took:.2?}, {:.0} a second, {:.0} us of processor time a pair, {:.1} MiB at the end",
        pairs / took.as_secs_f64().max(1e-9),
        processor_time().as_secs_f64() * 1e6 / pairs.max(1.0),
        resident() / 1024.0
    );
}

/// The processor time that this process took so far, where the system says it.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// KiB of memory that this process holds, where the system says it.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or_default()
}
