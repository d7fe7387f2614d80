//! What must hold for every query whatsoever, however it was made: it ends soon after its deadline and holds no more
//! than it may, from its text to its last row. Time is the thread's own on the processor, memory what the allocator
//! handed out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use othello_cypher::{Database, Engine, Error, Limits, Meter, Params};
use othello_test_support::thread_time;

use crate::counting::most_held;

/// How long a query may run.
pub const TIME: Duration = Duration::from_millis(50);
/// How much later it may end.
pub const LATE: Duration = Duration::from_millis(25);
/// How much it may hold.
pub const MEMORY: usize = 16 << 20;
/// How much more than that may be held: what hash tables and allocators round up, and one automaton.
pub const ROUNDED: usize = 4 << 20;

/// Why a query breaks the law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It ended so much after its deadline.
    Late(Duration),
    /// It held so many bytes.
    Held(usize),
    /// The engine panicked.
    Panic,
}

/// How a query that keeps the law ended: with so many rows, or with the kind of its error.
pub type Ending = Result<usize, othello_cypher::ErrorKind>;

/// The small graph that queries run on: a board of 4x4, as players find it.
pub fn database() -> Result<Database, Error> {
    let database = Database::new(&Engine::new());
    let set_up = "UNWIND range(0, 3) AS row UNWIND range(0, 3) AS column \
                  CREATE (:Cell {row: row, column: column, state: ['X', 'O', null][(row + column) % 3]}) \
                  WITH count(*) AS n MATCH (a:Cell), (b:Cell) \
                  WHERE a.row * 4 + a.column < b.row * 4 + b.column \
                    AND abs(a.row - b.row) <= 1 AND abs(a.column - b.column) <= 1 \
                  CREATE (a)-[:NEIGHBOR_OF {direction: 1 + (b.row - a.row) * 2}]->(b)";
    let meter = Meter::default();
    database.write(&*database.engine().prepare(set_up, &meter)?, &Params::new(), &meter)?;
    Ok(database)
}

/// Runs a query that only reads, as the game does.
pub fn judge(database: &Database, text: &str) -> Result<Ending, Finding> {
    match once(database, text) {
        // What the machine did meanwhile may have cost time: a query that is late is so each time.
        Err(Finding::Late(first)) => {
            let again = (0..2).map(|_| match once(database, text) {
                Err(Finding::Late(late)) => late,
                _ => Duration::ZERO,
            });
            let late = again.fold(first, Duration::min);
            if late >= LATE { Err(Finding::Late(late)) } else { Ok(Ok(0)) }
        }
        judged => judged,
    }
}

fn once(database: &Database, text: &str) -> Result<Ending, Finding> {
    let begun = thread_time();
    let work = || catch_unwind(AssertUnwindSafe(|| run(database, text)));
    let (ended, held) = most_held(work);
    let late = (thread_time() - begun).saturating_sub(TIME);
    let Ok(ending) = ended else { return Err(Finding::Panic) };
    if held > MEMORY + ROUNDED {
        return Err(Finding::Held(held));
    }
    if late >= LATE {
        return Err(Finding::Late(late));
    }
    Ok(ending)
}

/// From the text to the rows, and to what is told of an error. All that it made is dropped at its end.
fn run(database: &Database, text: &str) -> Ending {
    let limits = Limits {
        deadline: Instant::now().checked_add(TIME),
        memory: MEMORY,
        rows: 10_000,
        bytes: MEMORY,
        ..Limits::default()
    };
    let meter = Meter::new(limits);
    // An engine of its own: no plan is kept for the next one.
    let outcome = Engine::new()
        .prepare(text, &meter)
        .and_then(|query| database.read(&query, &Params::new().with("symbol", "X"), &meter));
    outcome.map(|outcome| outcome.rows.len()).map_err(|error| {
        let _ = error.render(text);
        error.kind()
    })
}
