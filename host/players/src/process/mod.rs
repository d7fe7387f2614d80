//! A child process and the conversation with it: lines with a bound and a deadline, over pipes
//! of its own, while what it writes elsewhere is collected. Nothing here knows what the lines say.
//! What each system does in its own way stands in a folder of its own with the same names in it: a [`Starter`] starts
//! children, a [`Child`] is one with its pipes, and a [`Tree`] all processes that come of it, which are stopped, let go on
//! and killed as a whole.
//!
//! [`Starter`]: system::Starter
//! [`Child`]: system::Child
//! [`Tree`]: system::Tree

mod error;
mod held_up;
mod launch;
mod load;
mod memory_watch;
mod output;
mod player_process;
mod process_group;
mod readiness;
#[cfg(unix)]
mod unix;
mod watched;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub(crate) use error::LineError;
pub use launch::Launcher;
pub(crate) use output::FLOOD;
pub(crate) use player_process::Process;
pub use process_group::{Ender, end_all};
pub(crate) use system::bounds_programs;
