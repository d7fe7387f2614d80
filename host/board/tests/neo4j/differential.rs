//! The embedded engine answers as the real server does. The command `--example differential` asks for longer.

use othello_board::Neo4j;
use othello_test_support::all_are_wanted;

use crate::suite::{Comparison, Pair, compare};

use super::{empty, target};

/// How many questions are asked, and of how many graphs each text, since a server takes far longer to plan than to run.
const QUESTIONS: usize = 300;
const GRAPHS: u64 = 3;

/// The same where all tests are wanted.
const MORE_QUESTIONS: usize = 20_000;
const MORE_GRAPHS: u64 = 67;

/// How many ask at once.
const SESSIONS: usize = 4;

#[test]
fn random_questions_have_the_same_answers_on_both_engines() {
    let Some((server, first)) = empty() else { return };
    let others = (1..SESSIONS).map(|_| Neo4j::open(target(&server)).unwrap());
    let mut pairs: Vec<Pair> = std::iter::once(first).chain(others).map(Pair::new).collect();
    let more = all_are_wanted("most questions to both engines");
    let (questions, graphs) =
        if more { (MORE_QUESTIONS, MORE_GRAPHS) } else { (QUESTIONS, GRAPHS) };
    let enough = |found: &Comparison| found.asked >= questions;
    let found = compare(&mut pairs, (20_261, graphs), enough, |_| {}).unwrap();
    println!("{}", found.summary());
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    assert!(found.same * 2 > found.asked, "{}", found.summary());
}
