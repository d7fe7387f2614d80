//! Players as engines for other programs: a server on standard input and output for each of the older protocols. What
//! a player is asked and how its query is run is in `thinker`.

mod break_off;
mod ggf_clocks;
pub mod gtp;
pub mod nboard;
pub mod referee_bot;
mod thinker;
mod time;
mod wire;

pub use thinker::Thinker;
