//! A minute of what `examples/attack` does for hours, every query that it once found, and its known attacks; and long
//! texts, which are understood or refused in time. Memory is counted for the whole process, so the tests take turns.

#[path = "counting/mod.rs"]
mod counting;
#[path = "giants/mod.rs"]
mod giants;
#[path = "../examples/attack/make/mod.rs"]
mod make;
#[path = "../examples/attack/oracle.rs"]
mod oracle;
#[path = "runaways/mod.rs"]
mod runaways;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use counting::Counting;
use othello_cypher::{Engine, Error, Meter};
use othello_test_support::{Rng, all_are_wanted, thread_time};

#[global_allocator]
static COUNTING: Counting = Counting;

/// How many queries are made up: a minute's, and a little of it.
const QUERIES: usize = 3_000;
const FEW: usize = 150;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

#[test]
fn no_query_is_late_or_holds_more_than_it_may() -> Result<(), Error> {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let database = oracle::database()?;
    let corpus = make::corpus();
    let found = include_str!("attack_findings.txt").lines().map(str::to_owned);
    let mut wrong = Vec::new();
    for text in corpus.iter().cloned().chain(found) {
        if let Err(finding) = oracle::judge(&database, &text) {
            wrong.push(format!("{finding:?}: {text:.300}"));
        }
    }
    let mut rng = Rng(20_260_102);
    let queries = if all_are_wanted("most attacks on the engine") { QUERIES } else { FEW };
    for number in 0..queries {
        let text = make::query(&mut rng, &corpus);
        if let Err(finding) = oracle::judge(&database, &text) {
            wrong.push(format!("query {number}: {finding:?}: {text:.300}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}

#[test]
fn a_text_of_64_kilobytes_is_understood_or_refused_in_50_milliseconds() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let understand = |text: &str| {
        let begun = thread_time();
        let prepared = Engine::new().prepare(text, &Meter::default());
        let _ = prepared.map_err(|error| error.render(text));
        thread_time() - begun
    };
    // It holds of a build that users run; one that is not optimised may take twice as long.
    let most = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 50 });
    let mut slow = Vec::new();
    for text in make::repeat::all(64 << 10) {
        // What the machine did meanwhile may have cost time.
        let took = (0..3).map(|_| understand(&text)).min().unwrap_or_default();
        if took > most {
            slow.push(format!("{took:?}: {text:.80}"));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
