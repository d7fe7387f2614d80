//! How long queries take whose plans leave out what nobody asks for, on the board of 64 cells.
//! `cargo bench -p othello-cypher --bench pruning`; every figure is the best of many runs.

#[path = "../tests/boards/mod.rs"]
mod boards;
mod timing;

use othello_cypher::{Engine, Error, Meter, Params};

/// What has no pattern: the sums of 200,000 numbers under 1,000 keys.
const GROUPING: &str = "UNWIND range(1, 200000) AS x WITH x % 1000 AS k, sum(x) AS s RETURN max(s)";

fn main() -> Result<(), Error> {
    let engine = Engine::new();
    let database = boards::board(&engine, 8)?;
    let best = |text: &str| {
        let query = engine.prepare(text, &Meter::default())?;
        timing::best(|| database.read(&query, &Params::new(), &Meter::default()))
    };
    for boards::Case { about, text, answer, steps } in boards::cases() {
        let time = best(text)?;
        println!("{about:<54} {time:>10.1?}  {answer:?} in at most {steps} steps");
    }
    let grouping = best(GROUPING)?;
    println!("{:<54} {grouping:>10.1?}", "grouping and summing 200,000 numbers");
    Ok(())
}
