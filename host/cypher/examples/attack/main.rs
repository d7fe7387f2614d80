//! Attacks the engine with queries that are made to last long and to hold much, until one breaks the law of `oracle`
//! or the time is up. Prints that query with its seed and number, and the shortest one found that does the same.
//!
//! `cargo run --profile dist -p othello-cypher --example attack -- [--seconds 60] [--seed 1] [--go-on]`

#[path = "../../tests/counting/mod.rs"]
mod counting;
#[path = "../../tests/giants/mod.rs"]
mod giants;
mod make;
mod oracle;
#[path = "../../tests/runaways/mod.rs"]
mod runaways;
mod shrink;

use std::mem::discriminant;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use counting::Counting;
use othello_test_support::Rng;

#[global_allocator]
static COUNTING: Counting = Counting;

fn main() -> ExitCode {
    let Some(options) = Options::read() else {
        eprintln!("usage: attack [--seconds 60] [--seed 1] [--go-on]");
        return ExitCode::from(2);
    };
    let Ok(database) = oracle::database() else { return ExitCode::FAILURE };
    // Panics are caught and reported with their text; the default message would come in between.
    std::panic::set_hook(Box::new(|_| {}));
    let corpus = make::corpus();
    let mut rng = Rng(options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let (mut queries, mut findings, mut ended_well) = (0u64, 0u64, 0u64);
    while Instant::now() < end {
        let text = make::query(&mut rng, &corpus);
        queries += 1;
        let finding = match oracle::judge(&database, &text) {
            Ok(ending) => {
                ended_well += u64::from(ending.is_ok());
                continue;
            }
            Err(finding) => finding,
        };
        findings += 1;
        let alike = |text: &str| {
            let judged = oracle::judge(&database, text);
            judged.is_err_and(|found| discriminant(&found) == discriminant(&finding))
        };
        let short = shrink::shrink(&text, alike);
        println!("seed {}, query {queries}: {finding:?}\n  {text:.2000}", options.seed);
        println!("  shorter: {short:.2000}");
        if !options.go_on {
            return ExitCode::FAILURE;
        }
    }
    println!(
        "{queries} queries in {} s, {ended_well} of them ended well: {findings} later than {:?} or over {} MB",
        options.seconds,
        oracle::LATE,
        oracle::MEMORY >> 20
    );
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Options {
    seconds: u64,
    seed: u64,
    /// Whether a finding is not the end.
    go_on: bool,
}

impl Options {
    fn read() -> Option<Options> {
        let mut options = Options { seconds: 60, seed: 1, go_on: false };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--seconds" => options.seconds = words.next()?.parse().ok()?,
                "--seed" => options.seed = words.next()?.parse().ok()?,
                "--go-on" => options.go_on = true,
                _ => return None,
            }
        }
        Some(options)
    }
}
