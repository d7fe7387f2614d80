//! What a contest costs: games a second on one core and on all, the contest's own share of the work, memory
//! and bytes a game, and a joint fit of many players: `cargo bench -p othello-host --bench contests [GAMES]`.

mod players;

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use othello_arena::ratings::{JointRatings, PairResult};

/// How many games are played where nobody says it.
const GAMES: usize = 1000;
/// How often one core is compared with all.
const ROUNDS: usize = 5;

fn main() {
    let games = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(GAMES);
    let host = players::host();

    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let file = std::env::temp_dir().join(format!("othello-bench-{}.db", std::process::id()));
    // Even one game at a time keeps more than one core busy: what a core is worth is measured on one alone. The machine
    // has good and bad moments, so that the two are compared moment by moment.
    let mut shares: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let one = contest(on_one_core(host), &file, games / ROUNDS, 1);
            let all = contest(Command::new(host), &file, games / ROUNDS * cores, cores);
            println!("{:.1} games a second on one core, {:.1} on {cores}", one.rate, all.rate);
            100.0 * all.rate / (cores as f64 * one.rate)
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    println!("{cores} at once: {:.0} % of {cores} times one core's, by median", shares[ROUNDS / 2]);
    let all = contest(Command::new(host), &file, games, cores);
    println!("{games} games in {:.2?}, {:.1} a second", all.took, all.rate);
    println!(
        "the contest's own work: {:.2?}, {:.2} % of {cores} cores' time",
        all.own,
        100.0 * all.own.as_secs_f64() / (all.took.as_secs_f64() * cores as f64)
    );
    let memory: Vec<_> = all.memory.iter().map(|kib| format!("{:.1}", kib / 1024.0)).collect();
    println!("MiB of memory after each quarter of the games: {}", memory.join(", "));
    println!("{:.0} bytes a game in the contest's file", all.bytes);
    fit();
}

/// What was measured of a contest.
struct Measured {
    took: Duration,
    rate: f64,
    /// What every thread but those that play games had of the processor.
    own: Duration,
    memory: Vec<f64>,
    bytes: f64,
}

/// The host on the first core, where the system has a command for that; on all of them elsewhere.
fn on_one_core(host: &Path) -> Command {
    let mut taskset = Command::new("taskset");
    taskset.args(["--cpu-list", "0"]).arg(host);
    let there = Command::new("taskset").arg("--version").stdout(Stdio::null()).status();
    if there.is_ok_and(|status| status.success()) { taskset } else { Command::new(host) }
}

fn contest(mut host: Command, file: &PathBuf, games: usize, at_once: usize) -> Measured {
    let games = games.max(2).next_multiple_of(2);
    let begun = Instant::now();
    let mut child = host
        .args(["match", "Random", "Simple", "--quiet", "--seed", "1"])
        .args(["--games", &games.to_string(), "-j", &at_once.to_string()])
        .arg("--file")
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the host starts");
    let (mut own, mut memory) = (Duration::ZERO, Vec::new());
    while child.try_wait().is_ok_and(|ended| ended.is_none()) {
        own = own.max(own_work(&child));
        memory.extend(resident(&child));
        thread::sleep(Duration::from_millis(10));
    }
    let took = begun.elapsed();
    assert!(child.wait().is_ok_and(|status| status.success()), "the contest was not finished");
    let bytes = fs::metadata(file).map_or(0, |file| file.len()) as f64 / games as f64;
    for ending in ["db", "db-wal", "db-shm"] {
        let _ = fs::remove_file(file.with_extension(ending));
    }
    let quarters =
        (1..=4).filter_map(|quarter| memory.get((memory.len() * quarter / 4).max(1) - 1));
    let rate = games as f64 / took.as_secs_f64();
    Measured { took, rate, own, memory: quarters.copied().collect(), bytes }
}

/// The processor's time of all threads but those that play, and start and stop players, as Linux tells it; nothing
/// elsewhere.
fn own_work(child: &Child) -> Duration {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", child.id())) else {
        return Duration::ZERO;
    };
    let nanoseconds = threads.flatten().filter_map(|thread| -> Option<u64> {
        let name = fs::read_to_string(thread.path().join("comm")).ok()?;
        let plays = ["contest ", "spawner", "keeper"].iter().any(|part| name.starts_with(part));
        // The first number is the time that the thread has run, in nanoseconds.
        let times = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        if plays { None } else { times.split(' ').next()?.parse().ok() }
    });
    Duration::from_nanos(nanoseconds.sum::<u64>())
}

/// KiB of memory that the host holds.
fn resident(child: &Child) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// A hundred players and a million games.
fn fit() {
    const PLAYERS: usize = 100;
    const GAMES: u64 = 1_000_000;
    let mut results = Vec::new();
    let meetings = (PLAYERS * (PLAYERS - 1) / 2) as u64;
    for first in 0..PLAYERS {
        for second in first + 1..PLAYERS {
            // The one that comes first is stronger by eight points a place.
            let expected = 1.0 / (1.0 + 10f64.powf(-8.0 * (second - first) as f64 / 400.0));
            let pairs = GAMES / meetings / 2;
            for (points, share) in [(2.0, expected * expected), (0.0, (1.0 - expected).powi(2))] {
                let count = (pairs as f64 * share).round() as u64;
                results.push(PairResult { first, second, games: 2, points, count, evidence: 1.0 });
            }
            let rest = (pairs as f64 * 2.0 * expected * (1.0 - expected)).round() as u64;
            results.push(PairResult {
                first,
                second,
                games: 2,
                points: 1.0,
                count: rest,
                evidence: 1.0,
            });
        }
    }
    let begun = Instant::now();
    let ratings = JointRatings::fit(PLAYERS, &results, (PLAYERS - 1, 0.0));
    println!(
        "a fit of {PLAYERS} players and a million games: {:.2?} (the first is {:.0} above the last)",
        begun.elapsed(),
        ratings.rating(0)
    );
    let begun = Instant::now();
    let table = ratings.table();
    println!("their bars: {:.2?} ({:.0} for the first)", begun.elapsed(), table[0].interval);
}
