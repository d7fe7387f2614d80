//! A little of what `examples/attack` does for hours, every query that it once found, and its known attacks. The only
//! test of its process: memory is counted for all of it.

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

use counting::Counting;
use othello_cypher::Error;
use othello_test_support::Rng;

#[global_allocator]
static COUNTING: Counting = Counting;

/// How many queries are made up.
const QUERIES: usize = 150;

#[test]
fn no_query_is_late_or_holds_more_than_it_may() -> Result<(), Error> {
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
    for number in 0..QUERIES {
        let text = make::query(&mut rng, &corpus);
        if let Err(finding) = oracle::judge(&database, &text) {
            wrong.push(format!("query {number}: {finding:?}: {text:.300}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}
