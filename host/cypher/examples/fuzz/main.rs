//! Throws texts at the front end until it breaks or the time is up: random bytes, random tokens, real queries
//! with pieces swapped, generated trees. What must hold for each text is in `law`.
//!
//! `cargo run --profile dist -p othello-cypher --example fuzz -- [--seconds 60] [--seed 1]`

mod generate;
mod law;
mod mutate;
mod parts;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use othello_test_support::Rng;

fn main() -> ExitCode {
    let Some((seconds, seed)) = arguments() else {
        eprintln!("usage: fuzz [--seconds 60] [--seed 1]");
        return ExitCode::from(2);
    };
    // Panics are caught and reported with their text; the default message would come in between.
    std::panic::set_hook(Box::new(|_| {}));
    let corpus = mutate::corpus();
    let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut texts = 0u64;
    let mut accepted = 0u64;
    while Instant::now() < end {
        let text = mutate::text(&mut rng, &corpus);
        texts += 1;
        match law::holds(&text) {
            Ok(parsed) => accepted += u64::from(parsed),
            Err(complaint) => {
                println!("seed {seed}, text {texts}: {complaint}\n{text:?}\n{text}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!(
        "{texts} texts in {seconds} s, {accepted} of them accepted by parser and checker: all is well"
    );
    ExitCode::SUCCESS
}

fn arguments() -> Option<(u64, u64)> {
    let (mut seconds, mut seed) = (60, 1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next()?.parse().ok()?;
        match word.as_str() {
            "--seconds" => seconds = value,
            "--seed" => seed = value,
            _ => return None,
        }
    }
    Some((seconds, seed))
}
