//! A cluster without players: games of random legal moves, played at once, so that what is tried and measured is the
//! cluster alone. `trial work URL NAME THREADS [lie=N] [pause=MS] [one=KIB]
//! [all=KIB] [shelf=FOLDER] [pace=TIMES]` is a worker, `trial hold URL FILE PAIRS
//! [pack=KIB]
//! [pace=TIMES]` holds a contest of players of that size, or goes on with one, and says how fast it was and how much memory
//! it took; `trial here FILE PAIRS` plays
//! the same contest in this process. `trial ceiling PAIRS` and `trial flat PAIRS` start all that they measure.

#![allow(clippy::unwrap_used, reason = "whoever tries something sees what was wrong")]

mod figures;
mod player;
mod process;
mod record;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use othello_arena::contest::{
    Contest, ContestError, ContestFile, GameJob, InPlay, PairJob, Plan, PlayedGame, Progress,
    Workers,
};
use othello_cluster::{
    Connection, ContestId, Order, Organiser, Pace, Pack, PackRoom, PairPlayer, Passenger, Server,
    Speed, Undertaking, Worker, WorkerDemands,
};

use player::{RandomPlayer, RandomStage};
use process::{processor_time, resident};
use record::record;

/// After so many pairs it is said how much memory there is, and after each so many.
const TOLD: [u64; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
const TOLD_EACH: u64 = 100_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["work", url, name, threads, rest @ ..] => work(url, name, threads.parse().unwrap(), rest),
        ["hold", url, file, pairs, rest @ ..] => {
            hold(url, Path::new(file), pairs.parse().unwrap(), rest);
        }
        ["here", file, pairs] => here(Path::new(file), pairs.parse().unwrap()),
        ["ceiling", pairs] => figures::ceiling(pairs),
        ["flat", pairs] => figures::flat(pairs),
        _ => {
            eprintln!(
                "trial work URL NAME THREADS [lie=N] [pause=MS] [one=KIB] [all=KIB] [shelf=FOLDER] [pace=TIMES] | hold URL FILE PAIRS [pack=KIB] [pace=TIMES] | here FILE PAIRS \
                 | ceiling PAIRS | flat PAIRS"
            );
            std::process::exit(2);
        }
    }
}

/// A contest of three that only move at random.
fn plan(pairs: u64) -> Plan {
    let plan = include_str!("../../tests/plan.json");
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

fn speed() -> Speed {
    Speed { search: Duration::from_millis(10), query: Duration::from_millis(10) }
}

fn value(words: &[&str], key: &str) -> Option<u64> {
    words.iter().find_map(|word| word.strip_prefix(key)?.parse().ok())
}

/// Connects, at the pace that is asked for.
fn connect(url: &str, rest: &[&str]) -> Connection {
    let pace = value(rest, "pace=").map_or(Pace::default(), |times| Pace::times(times as u32));
    Connection::open(&Server::parse(url).unwrap()).unwrap().with_pace(pace)
}

fn work(url: &str, name: &str, threads: usize, rest: &[&str]) {
    let stage = RandomStage {
        pause: Duration::from_millis(value(rest, "pause=").unwrap_or(0)),
        lie: value(rest, "lie="),
    };
    let cache = rest.iter().find_map(|word| word.strip_prefix("shelf="));
    let cache = cache.map_or_else(
        || std::env::temp_dir().join(format!("othello-trial-{}", std::process::id())),
        PathBuf::from,
    );
    let stop = AtomicBool::new(false);
    let worker = Worker {
        link: connect(url, rest),
        name: name.to_owned(),
        system: "any".to_owned(),
        threads,
        speed: speed(),
        stage: &stage,
        shelf: cache,
        room: PackRoom {
            one: value(rest, "one=").map_or(64 << 20, |kib| kib << 10),
            all: value(rest, "all=").map_or(1 << 30, |kib| kib << 10),
            unpacked: Arc::new(|_, _| Ok(0)),
        },
        stop: &stop,
        say: &|what| eprintln!("{name}: {what}"),
    };
    let pairs = worker.run().unwrap();
    let each = processor_time().as_secs_f64() * 1e6 / (pairs as f64).max(1.0);
    eprintln!("{name}: {pairs} pairs, {each:.0} us of processor time a pair");
}

fn hold(url: &str, path: &Path, pairs: u64, rest: &[&str]) {
    let size = (value(rest, "pack=").unwrap_or(0) as usize) << 10;
    let mut file = match path.exists() {
        true => ContestFile::resume(path).unwrap(),
        false => ContestFile::create(path, plan(pairs)).unwrap(),
    };
    let id: ContestId = file.name_or(|| ContestId::random().to_string()).unwrap().parse().unwrap();
    let plan = file.plan().clone();
    let names = plan.names();
    let packs: Vec<Pack> =
        (1..).zip(&names).map(|(number, name)| pack(name, number, size)).collect();
    let passenger = |(name, pack): (&String, &Pack)| Passenger {
        name: name.clone(),
        player: name.clone(),
        options: "{}".to_owned(),
        pack: pack.digest.clone(),
        files: Default::default(),
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
    let link = connect(url, rest);
    let mut organiser = Organiser::open(link, id, undertaking).unwrap();
    run(file, &mut organiser);
}

/// A player that is so long at least, each of another length.
fn pack(name: &str, number: usize, size: usize) -> Pack {
    let mut noise = number as u64;
    let more = (0..size + number).map(|_| {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (noise >> 56) as u8
    });
    Pack::new(name.bytes().chain(more).collect())
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
                    let pairs = games / 2;
                    let is_told = TOLD.contains(&pairs) || pairs.is_multiple_of(TOLD_EACH);
                    if games.is_multiple_of(2) && is_told {
                        eprintln!("{pairs} pairs, {:.1} MiB", resident() / 1024.0);
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
