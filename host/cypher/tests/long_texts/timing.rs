//! How long a text takes.

use std::time::Duration;

use othello_cypher::{Database, Engine, Meter, Params};
use othello_test_support::thread_time;

/// How long it takes to get from a text to its plan, or to what is wrong with it, in the thread's own time.
pub fn time_to_prepare(text: &str) -> Duration {
    let text = format!("CYPHER 25 {text}");
    time(|| Engine::new().prepare(&text, &Meter::default()))
}

/// How long it takes to say in words what the plan of a text is, likewise; no time where there is none.
#[allow(dead_code, reason = "the bench asks for plans alone")]
pub fn time_to_explain(text: &str) -> Duration {
    let (engine, meter) = (Engine::new(), Meter::default());
    let Ok(query) = engine.prepare(&format!("CYPHER 25 EXPLAIN {text}"), &meter) else {
        return Duration::ZERO;
    };
    let database = Database::new(&engine);
    time(|| database.write(&query, &Params::new(), &meter))
}

/// How long it takes to get a result; that it is dropped does not count.
fn time<T>(get: impl FnOnce() -> T) -> Duration {
    let before = thread_time();
    let result = get();
    let took = thread_time() - before;
    drop(result);
    took
}
