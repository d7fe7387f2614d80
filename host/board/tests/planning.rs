//! What a stranger asks of a board of 8x8 to find out where every path is gone through takes few steps. A server is
//! asked the same by `--example planning`.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

use othello_board::session::HostQuery;
use othello_board::{Embedded, Session};
use othello_test_support::planning_suites;

/// So many steps may each take: a tenth of a second's work. The paths of most are more by far.
const STEPS: u64 = 2_000_000;

#[test]
fn queries_of_shapes_that_nobody_thought_of_take_few_steps_on_a_board() {
    let board = planning_suites(1).into_iter().find(|suite| suite.name == "8x8").unwrap();
    let mut session = Embedded::new();
    session.write(&HostQuery::new(&board.set_up)).unwrap();
    let mut over = Vec::new();
    for text in include_str!("../examples/planning.cypher").lines() {
        let named = text.strip_prefix("8x8 ");
        let elsewhere =
            text.starts_with(|first: char| first.is_ascii_digit()) || text.contains(":N");
        if named.is_none() && elsewhere {
            continue;
        }
        let text = named.unwrap_or(text);
        let mut query = HostQuery::new(text);
        query.limits.steps = STEPS;
        if let Err(fault) = session.write(&query) {
            over.push(format!("{text}\n{fault}"));
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}
