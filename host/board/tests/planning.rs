//! What a stranger asks of a board to find out where every path is gone through takes few steps. A server is asked the
//! same by `--example planning`.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

use othello_board::session::HostQuery;
use othello_board::{Embedded, Session};
use othello_test_support::planning_suites;

/// So many steps may each take on a board: a tenth of a second's work, and four times that with four times the cells. The
/// paths of most are more by far.
const STEPS: [(&str, u64); 2] = [("8x8", 2_000_000), ("16x16", 8_000_000)];

#[test]
fn queries_of_shapes_that_nobody_thought_of_take_few_steps_on_a_board() {
    let suites = planning_suites(1);
    let mut over = Vec::new();
    for (board, steps) in STEPS {
        let mut session = Embedded::new();
        let suite = suites.iter().find(|suite| suite.name == board).unwrap();
        session.write(&HostQuery::new(&suite.set_up)).unwrap();
        for text in include_str!("../examples/planning.cypher").lines() {
            let of_the_usual = || {
                let elsewhere = text.starts_with(|it: char| it.is_ascii_digit());
                (board == "8x8" && !elsewhere && !text.contains(":N")).then_some(text)
            };
            let named = text.strip_prefix(board).and_then(|text| text.strip_prefix(' '));
            let Some(text) = named.or_else(of_the_usual) else { continue };
            let mut query = HostQuery::new(text);
            query.limits.steps = steps;
            if let Err(fault) = session.write(&query) {
                over.push(format!("{board} {text}\n{fault}"));
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}
