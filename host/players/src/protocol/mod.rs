//! Programs that speak an older protocol than the host's own: which protocols there are, and such a program as a
//! player in a game. Each protocol is a file beside this one, one state machine over `talk`; all of them give a
//! square, which the player's fixed query then finds on the board.
//!
//! Imports go one way: `kind`, `referee_line`, `talk`, `play`, then `gtp`, `nboard` and `referee`, then `introduction`
//! and `engine`.

mod engine;
mod gtp;
mod introduction;
mod kind;
mod nboard;
mod play;
mod referee;
mod referee_line;
mod talk;

pub(crate) use engine::Engine;
pub(crate) use introduction::introduce;
pub(crate) use kind::DEPTH;
pub use kind::Protocol;
pub use referee_line::RefereeLine;
