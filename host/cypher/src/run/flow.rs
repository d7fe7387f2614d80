//! What a chain of operators begins with, and who receives its rows.

use super::buffer::Buffer;
use crate::error::Error;
use crate::value::Value;

/// Whether whoever receives rows wants more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// More.
    Go,
    /// No more.
    Stop,
}

/// Whoever receives the rows of a chain.
pub(super) type Sink<'s> = &'s mut dyn FnMut(&mut [Value]) -> Result<Flow, Error>;

/// What a chain begins with.
pub(super) enum Input {
    /// The row as it is.
    Row,
    /// Each of these.
    Rows(Buffer),
}
