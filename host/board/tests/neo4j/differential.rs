//! The embedded engine answers as the real server does. The command `--example differential` asks for longer.

use std::time::{Duration, Instant};

use crate::suite::Pair;

use super::empty;

/// How many questions are asked, and for how long at most.
const QUESTIONS: usize = 3_000;
const TIME: Duration = Duration::from_secs(40);

#[test]
fn random_questions_have_the_same_answers_on_both_engines() {
    let Some((_server, session)) = empty() else { return };
    let until = Instant::now() + TIME;
    let found = Pair::new(session)
        .compare(20_261, |found| found.asked >= QUESTIONS || Instant::now() >= until, |_| {})
        .unwrap();
    println!("{}", found.summary());
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    assert!(found.same > 20, "{}", found.summary());
}
