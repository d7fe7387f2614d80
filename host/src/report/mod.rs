//! A game as text and as events, for people and for programs: the board, a forfeit with its place in the query, the
//! times of the moves, the events; and a rating. The terminal that follows a game is elsewhere.

mod benchmark;
mod board;
mod counted;
mod events;
mod forfeit;
mod outcome;
mod rating;
mod rerun;
mod thinking;

pub use benchmark::benchmark;
pub use board::board;
pub use counted::counted;
pub use events::{ReportOptions, event, follow, thinks};
pub use forfeit::{no_answer, query_fault};
pub use outcome::outcome;
pub use rating::{interval_cell, rating_cell, rating_words};
pub use rerun::{Rerun, command_line, shell_word};
pub use thinking::thinking;
