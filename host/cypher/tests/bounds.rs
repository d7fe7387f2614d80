//! Queries that would run for ever, or hold everything: each ends soon after its deadline or at its limit of
//! memory, with the error that says so, and a write that ends so leaves nothing behind. How late it is by the clock
//! on the wall is for the bench `deadlines`.

mod all_joined;
mod runaways;

use std::time::{Duration, Instant};

use othello_cypher::{Database, Engine, Error, ErrorKind, Limits, Meter, Params};
use othello_test_support::thread_time;

/// How long each query may run.
const TIME: Duration = Duration::from_millis(40);
/// How much more of a processor it may use, in the median of three runs: the engine aims at 5 ms, and these run in
/// a debug build.
const LATE: Duration = Duration::from_millis(25);

/// Runs a query three times; gives how it ended and by how much it was late.
fn run(database: &Database, text: &str, writes: bool) -> Result<(ErrorKind, Duration), Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    let mut runs = Vec::new();
    for _ in 0..3 {
        let (deadline, before) = (Instant::now() + TIME, thread_time());
        let limits = Limits { deadline: Some(deadline), ..Limits::default() };
        let outcome = if writes {
            database.write(&query, &Params::new(), &Meter::new(limits))
        } else {
            database.read(&query, &Params::new(), &Meter::new(limits))
        };
        let late = (thread_time() - before).saturating_sub(TIME);
        match outcome {
            Ok(outcome) => panic!("{text} ended well, with {:?}", outcome.rows.first()),
            Err(error) => runs.push((late, error.kind())),
        }
    }
    runs.sort_by_key(|run| run.0);
    Ok((runs[1].1, runs[1].0))
}

fn all_end_in_time(texts: &[&str], writes: bool) -> Result<(), Error> {
    let database = all_joined::database(&Engine::shared())?;
    let mut wrong = Vec::new();
    for text in texts {
        let before = database.with_graph(ToString::to_string);
        let (kind, late) = run(&database, text, writes)?;
        let ended = [ErrorKind::TimedOut, ErrorKind::OutOfMemory, ErrorKind::TooLarge];
        if !ended.contains(&kind) || late >= LATE {
            wrong.push(format!("{kind:?} {late:?} late: {text}"));
        }
        let after = database.with_graph(ToString::to_string);
        assert_eq!(before, after, "{text} left something behind");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}

#[test]
fn patterns_that_explode_end_in_time() -> Result<(), Error> {
    all_end_in_time(runaways::PATTERNS, false)
}

#[test]
fn lists_and_texts_that_grow_end_in_time() -> Result<(), Error> {
    all_end_in_time(runaways::LISTS, false)
}

#[test]
fn functions_on_giant_texts_end_in_time() -> Result<(), Error> {
    all_end_in_time(runaways::TEXTS, false)
}

#[test]
fn writes_that_never_end_leave_nothing_behind() -> Result<(), Error> {
    all_end_in_time(runaways::WRITES, true)
}
