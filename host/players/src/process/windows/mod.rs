//! Children on Windows: the host's program started anew for each of them, with pipes that threads of the host's read and
//! write, in a job object that bounds them, stops them and ends all of them together.

mod child;
mod job;
mod pipes;
mod tree;

pub(super) use child::{Child, Starter};
pub(super) use tree::{Stopped, Tree};

use crate::link::Kind;

/// Whether the system bounds all processes of a program together: a job object does.
pub(crate) fn bounds_programs() -> Result<(), String> {
    Ok(())
}

/// Whether the host has to look at how much memory these players hold: what the job object refuses to give is seen by the
/// player alone, and a look says what became of it.
pub(super) fn memory_is_watched(kind: Kind) -> bool {
    kind != Kind::Open
}
