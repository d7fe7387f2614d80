//! What people and programs are told of a game beside the terminal that follows it: the board as text, a
//! forfeit with its place in the query, the times of the moves, the events.

mod benchmark;
mod board;
mod events;
mod forfeit;
mod outcome;
mod rerun;
mod thinking;

pub use benchmark::benchmark;
pub use board::board;
pub use events::{ReportOptions, event, follow};
pub use forfeit::query_fault;
pub use outcome::outcome;
pub use rerun::{Rerun, shell_word};
pub use thinking::thinking;
