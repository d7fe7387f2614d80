//! What it takes to get from a text to a plan, with the query by which the player Simple finds all legal
//! moves: made anew, and found in the cache by one thread and by 64.
//! `cargo bench -p othello-cypher --bench prepare` prints the figures.

use std::hint::black_box;
use std::time::{Duration, Instant};

use othello_cypher::{Engine, Meter, Procedures, check, plan, syntax};
use othello_test_support::LEGAL_PLACES;

fn main() {
    let procedures = Procedures::default();
    let statement = syntax::parse(LEGAL_PLACES, &Meter::default()).ok();
    let Some(statement) = statement else { return eprintln!("the query can't be parsed") };
    time("parse", 2_000, || syntax::parse(black_box(LEGAL_PLACES), &Meter::default()).is_ok());
    time("check", 2_000, || {
        check::check(black_box(&statement), LEGAL_PLACES, &procedures, &Meter::default()).is_ok()
    });
    time("plan", 2_000, || {
        plan::plan(black_box(&statement), LEGAL_PLACES, &procedures, &Meter::default()).is_ok()
    });
    time("parse, check and plan", 2_000, || {
        let Ok(statement) = syntax::parse(black_box(LEGAL_PLACES), &Meter::default()) else {
            return false;
        };
        check::check(&statement, LEGAL_PLACES, &procedures, &Meter::default()).is_ok()
            && plan::plan(&statement, LEGAL_PLACES, &procedures, &Meter::default()).is_ok()
    });
    let engine = Engine::new();
    time("find a plan", 100_000, || {
        engine.prepare(black_box(LEGAL_PLACES), &Meter::default()).is_ok()
    });
    find_in_threads(&engine, 64, 20_000);
}

/// Prints the best of several rounds, for one piece of work.
fn time(what: &str, times: u32, work: impl Fn() -> bool) {
    let mut best = Duration::MAX;
    for _ in 0..10 {
        let start = Instant::now();
        let done = (0..times).filter(|_| work()).count();
        best = best.min(start.elapsed());
        assert_eq!(done, times as usize, "{what} failed");
    }
    println!("{what:<40} {:>10.3} us", best.as_secs_f64() * 1e6 / f64::from(times));
}

/// Prints the time of one look-up while so many threads look up the same text.
fn find_in_threads(engine: &Engine, threads: u32, times: u32) {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                (0..times)
                    .filter(|_| engine.prepare(LEGAL_PLACES, &Meter::default()).is_ok())
                    .count()
            });
        }
    });
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let each = start.elapsed().as_secs_f64() * f64::from(cores.min(threads));
    let each = each * 1e6 / (f64::from(threads) * f64::from(times));
    println!("{:<40} {each:>10.3} us of a core", format!("find a plan in {threads} threads"));
}
