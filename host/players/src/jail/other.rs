//! No jail: on this system a player is a process with a deadline, and the host says so.

use super::layer::{Closed, Layer};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

/// What a player is in: nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings {}

impl Surroundings {
    pub(crate) fn has_own_processes(self) -> bool {
        false
    }

    /// By which path an open library can be loaded.
    pub(crate) fn path_of(self, library: &OwnedFd) -> PathBuf {
        format!("/dev/fd/{}", library.as_raw_fd()).into()
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

pub(crate) fn die_with(_parent: i32) -> Result<(), String> {
    Ok(())
}

pub(crate) fn own_session() -> Result<(), String> {
    rustix::process::setsid().map_err(|error| format!("session: {error}"))?;
    Ok(())
}

pub(crate) fn keep_only(kept: Vec<OwnedFd>) -> Result<Vec<OwnedFd>, String> {
    Ok(kept)
}
