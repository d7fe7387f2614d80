//! A child process and the conversation with it: lines with a bound and a deadline, over pipes
//! of its own, while what it writes elsewhere is collected. Nothing here knows what the lines say.

mod descendants;
mod error;
#[cfg(unix)]
mod held_up;
mod launch;
#[cfg(unix)]
mod launched;
#[cfg(unix)]
mod load;
mod output;
#[cfg(unix)]
mod process_group;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
mod wait;
#[cfg(target_os = "linux")]
mod zygote;

pub(crate) use error::LineError;
pub use launch::Launcher;
pub(crate) use output::FLOOD;
#[cfg(unix)]
pub use process_group::end_all;
#[cfg(unix)]
pub(crate) use unix::Process;

/// Here players end with the process by themselves.
#[cfg(not(unix))]
pub fn end_all() {}
