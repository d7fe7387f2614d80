//! Processes of the example `trial`, and what the files hold that they write.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use othello_store::{Filter, Store};
use othello_test_support::{PATIENCE, built};
use tempfile::TempDir;

/// How many times as soon as usual everybody notices what has died.
pub const TIMES: u32 = 5;
const PACE: Option<&str> = Some("pace=5");
const SAID: &str = "said.txt";

/// The example that plays without players.
fn trial() -> PathBuf {
    built().join("examples/trial")
}

/// A process that is killed with this, and the folder of what it says and stores.
pub struct Process(Child, TempDir);

impl Process {
    pub fn start(args: &[&str]) -> Process {
        let own = TempDir::new().unwrap();
        let said = File::create(own.path().join(SAID)).unwrap();
        let mut command = Command::new(trial());
        command
            .args(args)
            .args(PACE.filter(|_| args[0] != "here"))
            .env("TMPDIR", own.path())
            .stdout(Stdio::null())
            .stderr(said);
        Process(command.spawn().unwrap(), own)
    }

    /// `kill -9`; gives what it said.
    pub fn kill(mut self) -> String {
        let _ = self.0.kill();
        let _ = self.0.wait();
        self.said()
    }

    /// What it has said so far.
    pub fn said(&self) -> String {
        fs::read_to_string(self.1.path().join(SAID)).unwrap()
    }

    /// # Panics
    /// Where it has ended, with what it said.
    #[track_caller]
    pub fn assert_runs(&mut self) {
        let has_ended = self.0.try_wait().unwrap().is_some();
        assert!(!has_ended, "it has ended; it said: {}", self.said());
    }

    /// KiB of memory that it holds.
    pub fn resident(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or_default()
    }

    pub fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// Waits for its end; gives what it said.
    pub fn wait(self) -> String {
        let (went_well, said) = self.end();
        assert!(went_well, "{said}");
        said
    }

    /// Waits for its end; gives whether it went well, and what it said.
    pub fn end(mut self) -> (bool, String) {
        let begun = Instant::now();
        while self.0.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "it never ended; it said: {}", self.kill());
            sleep(Duration::from_millis(20));
        }
        let status = self.0.wait().unwrap();
        (status.success(), self.kill())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
        if std::thread::panicking() {
            eprintln!("process {} said: {}", self.0.id(), self.said());
        }
    }
}

/// All games of a file, by their places: who played, how, and to which end.
pub fn games(file: &Path) -> Vec<(i64, String, String, String, String, u64, u32)> {
    let store = Store::open_existing(file).unwrap();
    let summaries = store.games(&Filter::default()).unwrap();
    let mut games: Vec<_> = summaries
        .into_iter()
        .map(|game| {
            let seed = store.game(game.id).unwrap().unwrap().seed;
            let place = game.contest_place.unwrap().0;
            let ending = format!("{:?}", game.ending);
            (place, game.names.black, game.names.white, game.moves, ending, seed, game.discs.black)
        })
        .collect();
    games.sort();
    games
}

pub fn count(file: &Path) -> usize {
    let Ok(store) = Store::open_existing(file) else { return 0 };
    let mut count = 0;
    store.results(None, |_| count += 1).map_or(0, |()| count)
}

/// The same contest in one process.
pub fn alone(
    folder: &TempDir,
    pairs: &str,
) -> Vec<(i64, String, String, String, String, u64, u32)> {
    let file = folder.path().join("alone.db");
    Process::start(&["here", file.to_str().unwrap(), pairs]).wait();
    games(&file)
}
