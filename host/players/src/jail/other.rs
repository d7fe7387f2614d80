//! No jail: on this system a player is a process with a deadline, and the host says so.

use super::layer::{Closed, Layer};
use std::os::fd::OwnedFd;
use std::path::Path;

/// What a player is in: nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings {}

impl Surroundings {
    pub(crate) fn has_own_processes(self) -> bool {
        false
    }
}

/// What is missing, which is everything.
pub(crate) fn no_jail() -> Closed {
    let why = "this system has no jail: a player is a process with a deadline";
    Closed { missing: Layer::ALL.map(|layer| layer.missing(why)).into(), ..Closed::default() }
}

pub(super) fn close_in_program(
    _folders: &[&Path],
    _surroundings: Surroundings,
) -> Result<Closed, String> {
    Ok(no_jail())
}

pub(super) fn check(_child: i32, _filters: u32) -> Result<(), String> {
    Ok(())
}

pub(super) fn die_with(_parent: i32) -> Result<(), String> {
    Ok(())
}

pub(crate) fn own_session() -> Result<(), String> {
    #[cfg(unix)]
    rustix::process::setsid().map_err(|error| format!("session: {error}"))?;
    Ok(())
}

pub(super) fn keep_only(kept: Vec<OwnedFd>) -> Result<Vec<OwnedFd>, String> {
    Ok(kept)
}
