//! Programs that speak an older protocol than the host's own: which protocols there are, and such a program as a
//! player in a game. Each protocol is a file beside this one, one state machine over `talk`; all of them give a
//! square, which the player's fixed query then finds on the board.
//!
//! Imports go one way: `kind`, `referee_line`, `talk`, `play`, then `gtp`, `nboard` and `referee`, then `engine`.

mod engine;
mod gtp;
mod kind;
mod nboard;
mod play;
mod referee;
mod referee_line;
mod talk;

pub(crate) use engine::Engine;
pub use kind::Protocol;
pub use referee_line::RefereeLine;
