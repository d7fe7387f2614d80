//! How much work a plan does where it may leave something out, in the meter's steps.

mod boards;

use boards::{board, cases};
use othello_cypher::{Engine, Error, Limits, Meter, Params};

#[test]
fn what_nobody_asks_for_is_not_walked() -> Result<(), Error> {
    let engine = Engine::new();
    let database = board(&engine, 8)?;
    for case in cases() {
        let query = engine.prepare(case.text, &Meter::default())?;
        let meter = Meter::new(Limits { steps: case.steps, ..Limits::default() });
        let outcome = database.read(&query, &Params::new(), &meter);
        assert_eq!(outcome?.rows, [[case.answer]], "{}", case.about);
    }
    Ok(())
}
