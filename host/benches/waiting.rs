//! What part of a contest's time its threads wait for anything but a core: for locks, for a game to play, for the disk.
//! Each of these is no more than the whole. `cargo bench -p othello-host --bench waiting [THREADS [GAMES]]`; on Linux,
//! which alone tells how long a thread ran and stood in line.

mod players;

use std::collections::HashMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Sixteen threads, on however many cores.
const THREADS: u64 = 16;
/// How many games are played where nobody says it.
const GAMES: u64 = 4000;
/// How often the threads are looked at.
const LOOK: Duration = Duration::from_millis(20);
/// A player without a process of its own, so that no game waits for one.
const QUIET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/quiet.cypher");

/// What Linux knows of a thread at one moment.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: Instant,
    ran: Duration,
    stood_in_line: Duration,
    /// How often it has given its core up by itself.
    waits: u64,
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (threads, games) = (numbers.next().unwrap_or(THREADS), numbers.next().unwrap_or(GAMES));
    let host = players::host();
    let folder = tempfile::tempdir().expect("there is room for a file");
    let quiet = ["A", "B"].map(|name| format!("{name}={QUIET}"));
    let mut child = Command::new(host)
        .arg("match")
        .args(quiet)
        .args(["--quiet", "--seed", "1", "--games", &games.to_string()])
        .args(["-j", &threads.to_string(), "--file"])
        .arg(folder.path().join("waiting.db"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the host starts");
    let mut seen: HashMap<u32, (Moment, Moment)> = HashMap::new();
    while child.try_wait().is_ok_and(|ended| ended.is_none()) {
        for (thread, moment) in moments(&child) {
            seen.entry(thread).or_insert((moment, moment)).1 = moment;
        }
        thread::sleep(LOOK);
    }
    assert!(child.wait().is_ok_and(|status| status.success()), "the contest was not finished");
    let sum = |of: fn(Moment) -> f64| -> f64 {
        seen.values().map(|&(first, last)| of(last) - of(first)).sum()
    };
    let whole: f64 = seen.values().map(|(first, last)| (last.at - first.at).as_secs_f64()).sum();
    let ran = sum(|moment| moment.ran.as_secs_f64());
    let stood_in_line = sum(|moment| moment.stood_in_line.as_secs_f64());
    let share = |time: f64| 100.0 * time / whole;
    println!(
        "{} threads, {games} games: ran {:.1} % of the time, stood in line for a core {:.1} %, waited for all else {:.2} %, \
         {:.2} times a game",
        seen.len(),
        share(ran),
        share(stood_in_line),
        share(whole - ran - stood_in_line),
        sum(|moment| moment.waits as f64) / games as f64
    );
}

/// The threads that play games.
fn moments(child: &Child) -> Vec<(u32, Moment)> {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", child.id())) else { return Vec::new() };
    let moment = |thread: fs::DirEntry| {
        let read = |name: &str| fs::read_to_string(thread.path().join(name)).ok();
        read("comm")?.starts_with("contest ").then_some(())?;
        let times = read("schedstat")?;
        let mut times = times.split(' ').map(|word| word.parse().map(Duration::from_nanos));
        let (ran, stood_in_line) = (times.next()?.ok()?, times.next()?.ok()?);
        let status = read("status")?;
        let waits = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        let waits = waits?.trim().parse().ok()?;
        let number = thread.file_name().to_str()?.parse().ok()?;
        Some((number, Moment { at: Instant::now(), ran, stood_in_line, waits }))
    };
    threads.flatten().filter_map(moment).collect()
}
