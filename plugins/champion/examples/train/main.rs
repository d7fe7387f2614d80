//! Trains the evaluation. Games are played by the weights that are compiled in, and each of their positions gets a value
//! from what the search found there and later, up to the exact end. Positions a few moves at random away from these get
//! the search's value of theirs: a search sees what nobody would play. Then weights are fitted to the values. Nothing
//! depends on how many processors there are. The mean of weights that were fitted to different positions has less of the
//! error of either. `weights/make` goes through all of this, from empty tables to `weights/champion.bin`.
//!
//!     cargo run --release -p othello-champion --example train -- play POSITIONS GAMES DEPTH SEED
//!     cargo run --release -p othello-champion --example train -- stray POSITIONS DEPTH SEED FROM...
//!     cargo run --release -p othello-champion --example train -- fit WEIGHTS POSITIONS...
//!     cargo run --release -p othello-champion --example train -- mean WEIGHTS ONE OTHER

mod fit;
mod games;
mod judge;
mod parts;
mod sample;
mod stray;

use std::str::FromStr;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = run(&arguments) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["play", out, games, depth, seed] => {
            games::play(out, number(games)?, number(depth)?, number(seed)?)
        }
        ["stray", out, depth, seed, files @ ..] if !files.is_empty() => {
            stray::stray(out, number(depth)?, number(seed)?, files)
        }
        ["fit", out, files @ ..] if !files.is_empty() => fit::fit(out, files),
        ["mean", out, one, other] => fit::mean(out, one, other),
        _ => Err("usage: train play POSITIONS GAMES DEPTH SEED\n       \
                  train stray POSITIONS DEPTH SEED FROM...\n       \
                  train fit WEIGHTS POSITIONS...\n       \
                  train mean WEIGHTS ONE OTHER"
            .to_owned()),
    }
}

/// A number that is given as an argument.
fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("\"{text}\" is no number that can be used here"))
}
