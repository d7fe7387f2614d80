//! How long a text takes.

use std::time::Duration;

use othello_cypher::{Engine, Meter};
use othello_test_support::thread_time;

/// How long it takes to get from a text to its plan, or to what is wrong with it, in the thread's own time.
pub fn time_to_prepare(text: &str) -> Duration {
    let text = format!("CYPHER 25 {text}");
    let before = thread_time();
    let outcome = Engine::new().prepare(&text, &Meter::default());
    let took = thread_time() - before;
    drop(outcome);
    took
}
