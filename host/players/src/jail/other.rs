//! No jail: on this system a player is a process with a deadline, and the host says so.

use super::lock::{Lock, Missing};
use std::os::fd::OwnedFd;
use std::path::Path;

fn nothing() -> Missing {
    vec!["this system has no jail: a player is a process with a deadline".to_owned()]
}

pub(super) fn close_in_library(_memory: u64) -> Result<(Missing, Lock), String> {
    Ok((nothing(), Lock::none()))
}

pub(super) fn lock_library() -> Result<(), String> {
    Ok(())
}

pub(super) fn close_in_program(_folders: &[&Path]) -> Result<Missing, String> {
    Ok(nothing())
}

pub(super) fn die_with(_parent: i32) -> Result<(), String> {
    #[cfg(unix)]
    rustix::process::setsid().map_err(|error| format!("session: {error}"))?;
    Ok(())
}

pub(super) fn keep_only(kept: Vec<OwnedFd>) -> Result<Vec<OwnedFd>, String> {
    Ok(kept)
}
