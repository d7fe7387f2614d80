//! How many results the desk of a contest takes in a second where a game takes no time, and what it keeps of them in
//! memory: `cargo bench -p othello-arena --bench desk [GAMES]`.

mod instant;

use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use instant::InstantWorkers;
use othello_arena::contest::{Contest, ContestFile};

/// How many games are played where nobody says it.
const GAMES: u64 = 100_000;
/// How many rounds a game has.
const ROUNDS: u32 = 60;
/// How many parts of the contest are looked at, each by itself.
const PARTS: u64 = 10;
/// More KiB than this must not be added between the end of the first part and that of the last.
const MOST_GROWN: u64 = 512;

fn main() {
    let games = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(GAMES);
    let folder = tempfile::tempdir().expect("there is room for a file");
    let file = ContestFile::create(&folder.path().join("desk.db"), instant::plan(games / 2));
    let stop = AtomicBool::new(false);
    let (progress, told) = channel();
    let listener = thread::spawn(move || told.into_iter().count());
    let ends: Arc<Mutex<Vec<(u64, Instant, u64)>>> = Arc::default();
    let seen = Arc::clone(&ends);
    let begun = Instant::now();
    let mut workers = InstantWorkers::new(ROUNDS, move |played| {
        let mut ends = seen.lock().unwrap_or_else(PoisonError::into_inner);
        if played * PARTS >= games * (ends.len() as u64 + 1) {
            ends.push((played, Instant::now(), resident()));
        }
    });
    let contest = Contest { file: file.expect("it can be made"), stop: &stop };
    contest.run(&mut workers, &progress).expect("all is played");
    drop(progress);
    let _ = listener.join();
    let ends = ends.lock().unwrap_or_else(PoisonError::into_inner);
    let mut before = (0, begun, 0);
    for &(played, end, resident) in ends.iter() {
        let rate = (played - before.0) as f64 / (end - before.1).as_secs_f64();
        println!("{played} results, the last of them {rate:.0} a second; {resident} KiB of memory");
        before = (played, end, resident);
    }
    let whole = games as f64 / (before.1 - begun).as_secs_f64();
    let grown = before.2.saturating_sub(ends.first().map_or(0, |first| first.2));
    println!("{whole:.0} a second over all; {grown} KiB more memory than after the first tenth");
    assert!(grown < MOST_GROWN, "what is kept of a game stays in memory");
}

/// KiB of memory that this process holds, as Linux tells it; nothing elsewhere.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
