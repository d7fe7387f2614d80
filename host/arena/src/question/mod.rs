//! One question to a player, from the position to the square that its query chooses. Whoever asks anything goes
//! this way: a game, the checker of players, a hint, `query`, an engine for an older protocol, the page's console.
//!
//! ```text
//! GameTerms + position ── Question      the message: what a player is told, and how long it has
//!                            │ put()    the player's own process; its time runs
//!                         Response ───── resigned: the way ends
//!                            │
//! a query typed by hand ─ Answer        the text, with the player's parameters and those of the host
//!                            │ check()  the guard reads it; the query's meter runs from here
//!                         CheckedQuery
//!                            │ run()    on the board's graph
//!                         Outcome
//!                            │ of()     its one record's `cell`
//!                         ChosenSquare  what it may do there is the referee's to say
//! ```
//!
//! What goes wrong on the way is a fault of the player, of the time or of the host; `blame` says what it means for
//! a game, and nothing else does.

mod answer;
pub(crate) mod blame;
mod chosen;
mod message;

pub use answer::{Answer, CheckedQuery, HostParams};
pub use chosen::{ChosenSquare, NoSquare};
pub use message::{GameTerms, Question, Standing};
