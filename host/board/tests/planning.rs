//! What a stranger asks of a board to find out where every path is gone through takes few steps. A server is asked the
//! same by `--example planning`.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

use othello_board::session::HostQuery;
use othello_board::{Embedded, Session};
use othello_test_support::planning_suites_of;

/// So many steps may each take on a board: a tenth of a second's work, and four times that with four times the cells. The
/// paths of most are more by far.
const STEPS: [(&str, u64); 2] = [("8x8", 2_000_000), ("16x16", 8_000_000)];

#[test]
fn queries_of_shapes_that_nobody_thought_of_take_few_steps_on_a_board() {
    let mut over = Vec::new();
    for suite in planning_suites_of(include_str!("../examples/planning.cypher")) {
        let Some((_, steps)) = STEPS.iter().find(|(board, _)| suite.name == *board) else {
            continue;
        };
        let mut session = Embedded::new();
        session.write(&HostQuery::new(&suite.set_up)).unwrap();
        for text in &suite.queries {
            let mut query = HostQuery::new(text);
            query.limits.steps = *steps;
            if let Err(fault) = session.write(&query) {
                over.push(format!("{} {text}\n{fault}", suite.name));
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}
