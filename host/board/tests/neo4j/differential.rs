//! The embedded engine answers as the real server does. The command `--example differential` asks for longer.

use othello_test_support::all_are_wanted;

use crate::suite::{Pair, compare};

use super::empty;

/// How many questions are asked, and how many where all tests are wanted.
const QUESTIONS: usize = 300;
const MORE_QUESTIONS: usize = 3_000;

#[test]
fn random_questions_have_the_same_answers_on_both_engines() {
    let Some((_server, session)) = empty() else { return };
    let more = all_are_wanted("most questions to both engines");
    let questions = if more { MORE_QUESTIONS } else { QUESTIONS };
    let mut pairs = [Pair::new(session)];
    let found = compare(&mut pairs, (20_261, 1), |found| found.asked >= questions, |_| {}).unwrap();
    println!("{}", found.summary());
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    assert!(found.same > 20, "{}", found.summary());
}
