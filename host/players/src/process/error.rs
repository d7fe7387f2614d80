//! Why the conversation with a process can't go on.

use std::time::Duration;

/// Why a line could not be sent or received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineError {
    /// The deadline came first.
    TimedOut,
    /// The other end is closed.
    Closed,
    /// A line is longer than [`LONGEST_LINE`](crate::link::LONGEST_LINE).
    TooLong,
    /// The player's output is more than [`FLOOD`](super::output::FLOOD).
    Flooded,
    /// The player used the processor while it was not its turn, so much of it.
    ThoughtOn(Duration),
    /// The processes hold more memory than they may.
    TooMuchMemory,
}
