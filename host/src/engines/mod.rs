//! Our players as programs for others: each of the older protocols as a server of standard input and output. What a
//! player is asked and how its query is run is in `thinker`.

pub mod gtp;
pub mod nboard;
pub mod referee_bot;
mod thinker;
mod wire;

pub use thinker::Thinker;
