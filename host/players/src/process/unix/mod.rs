//! Children on Unix: descriptors that go to them through a socket, and signals. On Linux a zygote is copied for each of
//! them; elsewhere the host's program is started anew.

mod child;
#[cfg(target_os = "linux")]
mod control_group;
pub(super) mod descendants;
mod launched;
mod starter;
mod tree;
#[cfg(target_os = "linux")]
mod unseen_memory;
mod wait;
#[cfg(target_os = "linux")]
mod zygote;

pub(super) use child::Child;
pub(super) use starter::Starter;
pub(super) use tree::{Stopped, Tree};

use crate::link::Kind;

/// Whether the kernel bounds all processes of a program together, or why it does not.
pub(crate) fn bounds_programs() -> Result<(), String> {
    #[cfg(target_os = "linux")]
    return control_group::ground().map(drop);
    #[cfg(not(target_os = "linux"))]
    return Err("only Linux has control groups".to_owned());
}

/// Whether the host has to look at how much memory these players hold: what a library may have is a limit of the kernel's.
pub(super) fn memory_is_watched(kind: Kind) -> bool {
    kind == Kind::Program
}
