//! Trains the evaluation. Games are played by the weights that are compiled in, and each of their positions gets a value
//! from what the search found there and later, up to the exact end. Positions a few moves at random away from these get
//! the search's value of theirs: a search sees what nobody would play. Then weights are fitted to the values. Nothing
//! depends on how many processors there are. The mean of weights that were fitted to different positions has less of the error of either.
//! `weights/make` goes through all of this, from empty tables to `weights/champion.bin`.
//!
//!     cargo run --release -p othello-champion --example train -- play POSITIONS GAMES [DEPTH [SEED]]
//!     cargo run --release -p othello-champion --example train -- stray POSITIONS DEPTH SEED FROM...
//!     cargo run --release -p othello-champion --example train -- fit WEIGHTS POSITIONS...
//!     cargo run --release -p othello-champion --example train -- mean WEIGHTS ONE OTHER

mod fit;
mod games;
mod judge;
mod parts;
mod sample;
mod stray;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((step, [out, numbers @ ..])) if step == "play" => games::play(out, numbers),
        Some((step, [out, depth, seed, files @ ..])) if step == "stray" && !files.is_empty() => {
            stray::stray(out, depth, seed, files)
        }
        Some((step, [out, files @ ..])) if step == "fit" && !files.is_empty() => {
            fit::fit(out, files)
        }
        Some((step, [out, one, other])) if step == "mean" => fit::mean(out, one, other),
        _ => {
            eprintln!("usage: train play POSITIONS GAMES [DEPTH [SEED]]");
            eprintln!("       train stray POSITIONS DEPTH SEED FROM...");
            eprintln!("       train fit WEIGHTS POSITIONS...");
            eprintln!("       train mean WEIGHTS ONE OTHER");
            std::process::exit(2);
        }
    };
    if let Err(error) = done {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
