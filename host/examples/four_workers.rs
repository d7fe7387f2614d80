//! Four workers with one thread each against one process with four threads, on this machine, by turns: the same contest
//! each time, and how long its games took from the first one's beginning to the last one's end. Prints each turn, and by
//! how much the workers took longer, by the median of all pairs of turns.
//!
//! `cargo build --profile dist; cargo run --profile dist -p othello-host --example four_workers -- target/dist/othello-host
//! TURNS GAMES PLAYER PLAYER`

use std::error::Error;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use othello_store::{Filter, Store};
use othello_test_support::nats::{NatsServer, servers};

type Outcome<T> = Result<T, Box<dyn Error>>;

const WORKERS: [&str; 4] = ["one", "two", "three", "four"];

/// A process that is ended with this.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What is played, and by which program.
struct Trial<'t> {
    program: &'t str,
    folder: &'t Path,
    words: Vec<String>,
}

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, turns, games, one, other] = args.as_slice() else {
        return Err("four_workers BINARY TURNS GAMES PLAYER PLAYER".into());
    };
    let folder = std::env::temp_dir().join(format!("four-workers-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let words = ["match", one, other, "--games", games, "--seed", "1", "-q"];
    let words = words.map(str::to_owned).to_vec();
    let trial = Trial { program, folder: &folder, words };
    let nats = servers().first().ok_or("there is no nats-server here")?;
    let server = NatsServer::start(nats, &["-js"]);
    let mut more = Vec::new();
    for turn in 0..turns.parse::<usize>()? {
        // Who is first takes turns too, so that a machine that grows slower favours nobody.
        let (alone, over) = if turn.is_multiple_of(2) {
            let alone = trial.alone(turn)?;
            (alone, trial.over(turn, &server)?)
        } else {
            let over = trial.over(turn, &server)?;
            (trial.alone(turn)?, over)
        };
        let ratio = over.as_secs_f64() / alone.as_secs_f64();
        println!(
            "one process {alone:.2?}, four workers {over:.2?}, {:+.1} %",
            (ratio - 1.0) * 100.0
        );
        more.push(ratio);
    }
    std::fs::remove_dir_all(&folder)?;
    more.sort_by(f64::total_cmp);
    let median = f64::midpoint(more[(more.len() - 1) / 2], more[more.len() / 2]);
    println!(
        "four workers took {:+.1} % by median of {} turns ({one} against {other}, {games} games)",
        (median - 1.0) * 100.0,
        more.len()
    );
    Ok(())
}

impl Trial<'_> {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        command.args(words).env("XDG_CACHE_HOME", self.folder.join("cache"));
        command.stdout(Stdio::null());
        command
    }

    /// One process with four threads.
    fn alone(&self, turn: usize) -> Outcome<Duration> {
        self.hold(&format!("alone-{turn}.db"), &["-j", "4"])
    }

    /// Four processes with one thread each, which are there before it begins.
    fn over(&self, turn: usize, server: &NatsServer) -> Outcome<Duration> {
        let url = server.url();
        let work = |name| -> Outcome<Ended> {
            let words = ["work", &url, "--name", name, "-j", "1", "--partial-jail"];
            Ok(Ended(self.command(&words).stderr(Stdio::null()).spawn()?))
        };
        let workers = WORKERS.into_iter().map(work).collect::<Outcome<Vec<_>>>()?;
        let is_there =
            |status: &str| WORKERS.iter().all(|name| status.contains(&format!("\"{name}\"")));
        loop {
            let status = self
                .command(&["work", "status", &url, "--json"])
                .stdout(Stdio::piped())
                .output()?;
            if is_there(&String::from_utf8(status.stdout)?) {
                break;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let took = self.hold(&format!("over-{turn}.db"), &["--over", &url])?;
        for worker in workers {
            // It says that it is gone.
            Command::new("kill").args(["-INT", &worker.0.id().to_string()]).status()?;
            let mut worker = worker;
            worker.0.wait()?;
        }
        Ok(took)
    }

    /// Holds the contest; gives how long its games took.
    fn hold(&self, file: &str, more: &[&str]) -> Outcome<Duration> {
        let file = self.folder.join(file);
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let mut command = self.command(&words);
        if !command.arg("--file").arg(&file).args(more).status()?.success() {
            return Err("the contest did not come to its end".into());
        }
        let store = Store::open_existing(&file)?;
        let (mut first, mut last) = (SystemTime::now(), SystemTime::UNIX_EPOCH);
        for summary in store.games(&Filter::default())? {
            let Some(game) = store.game(summary.id)? else { continue };
            (first, last) = (first.min(game.began), last.max(game.began + game.took));
        }
        Ok(last.duration_since(first)?)
    }
}
