//! How long a whole game takes as a process, from its start to its exit: `cargo bench -p othello-host`.

mod players;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const GAMES: usize = 50;

fn main() {
    let host = players::host();

    for (black, white) in [("Simple", "Random"), ("Simple", "Simple"), ("Random", "Random")] {
        // The first game describes the players, which is remembered.
        game(host, black, white, 0);
        let mut times: Vec<Duration> =
            (0..GAMES).map(|seed| game(host, black, white, seed)).collect();
        times.sort();
        println!(
            "{black} against {white}: min {:.1?}, median {:.1?}, max {:.1?} of {GAMES} games",
            times[0],
            times[GAMES / 2],
            times[GAMES - 1]
        );
    }
}

fn game(host: &Path, black: &str, white: &str, seed: usize) -> Duration {
    let begun = Instant::now();
    let status = Command::new(host)
        .args([black, white, "--quiet", "--seed", &seed.to_string()])
        // Keeping the game is part of it, but not in the user's own history.
        .env("OTHELLO_HISTORY", std::env::temp_dir().join("othello-bench-history.db"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the game was not finished");
    begun.elapsed()
}
