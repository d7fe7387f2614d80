//! What a graph that statements run on can do, wherever it is.

use std::time::{Duration, Instant};

use othello_arena::GameSetup;
use othello_board::session::{self, Fault};
use othello_cypher::{Limits, Meter, Params};

use super::completion::Names;

/// The way out where a statement would write.
pub const WRITE_HINT: &str = "\"othello-host shell --write\" lets statements change it";

/// Where the graph is. What only one of them can do, the other refuses with its reason.
pub trait Ground {
    /// Runs a statement, which may write or not; gives what came of it, and what it wrote in a line of words.
    fn run(
        &mut self,
        text: &str,
        params: &Params,
        meter: &Meter,
        may_write: bool,
    ) -> Result<(session::Outcome, String), Fault>;

    /// What it is, for who begins to type.
    fn greeting(&mut self) -> String;

    /// Empties the graph, and sets the game up again with its parameters.
    fn clear(&mut self, game: Option<&GameSetup>, params: &Params) -> Result<(), String>;

    /// Begins a transaction.
    fn begin(&mut self) -> Result<(), String>;

    /// Ends the transaction, keeping or taking back what was written in it.
    fn end(&mut self, keep: bool) -> Result<(), String>;

    /// Whether a transaction is open.
    fn is_open(&self) -> bool;

    /// Whether a statement can be stopped while it runs.
    fn stops(&self) -> bool;

    /// What things in the graph are called.
    fn names(&mut self) -> Names;
}

/// A statement may use as much as a player's query.
pub fn limits(timeout: Duration, seed: u64) -> Limits {
    session::player_limits(Instant::now().checked_add(timeout), seed)
}
