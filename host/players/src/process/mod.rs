//! A child process and the conversation with it: lines with a bound and a deadline, over a socket
//! of its own, while what it writes elsewhere is collected. Nothing here knows what the lines say.

mod cores;
pub(crate) mod inbox;
mod launch;
mod memory;
mod output;
#[cfg(unix)]
mod process_group;
#[cfg(unix)]
mod unix;

pub use cores::take_share;
pub(crate) use inbox::Inbox;
pub use launch::Launcher;
#[cfg(unix)]
pub use process_group::end_all;

/// Here players end with the process by themselves.
#[cfg(not(unix))]
pub fn end_all() {}
pub(crate) use launch::{Role, child_role};
pub(crate) use output::FLOOD;
#[cfg(unix)]
pub(crate) use unix::Process;

/// Why a conversation stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The deadline came first.
    TimedOut,
    /// The other end is closed.
    Closed,
    /// A line is longer than [`inbox::LONGEST_LINE`].
    TooLong,
    /// The player's output is more than [`FLOOD`].
    Flooded,
    /// The processes hold more memory than they may.
    TooMuchMemory,
}

/// The longest line that a player may send; the text of a query is bounded more narrowly where it
/// is checked.
pub(crate) const LONGEST_LINE: usize = inbox::LONGEST_LINE;

/// How many descriptors a child gets at most: where it reads, where it writes, a library's bytes.
pub(crate) const MOST_DESCRIPTORS: usize = 3;
