//! The jail on Linux. In this order: no other descriptors, no environment (the parent sees to
//! that), a parent-death signal in a process group of its own, no new privileges, limits, no files, and a list of
//! the only system calls that are left. Then the library is loaded, and the host takes the opening of files away
//! from outside.
//!
//! Imports go one way: `rules` and `stat`, then `calls`; the others know of nothing here.

mod calls;
mod files;
mod limits;
mod outside;
mod rules;
mod stat;

pub(super) use outside::seal;

use super::closed::Closed;
use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;

pub(super) fn close_in_library(memory: u64) -> Result<Closed, String> {
    no_new_privileges()?;
    limits::for_library(memory)?;
    let no_files = files::close(&[], files::libraries())?;
    Ok(closed(no_files, calls::for_library()))
}

pub(super) fn close_in_program(folders: &[&Path]) -> Result<Closed, String> {
    no_new_privileges()?;
    limits::for_program()?;
    let no_files = files::close(folders, files::programs())?;
    Ok(closed(no_files, calls::for_program()))
}

/// What is there by what the two protections say that is missing.
fn closed(no_files: Option<String>, no_calls: Option<String>) -> Closed {
    let filtered = no_calls.is_none();
    Closed { missing: no_files.into_iter().chain(no_calls).collect(), filtered }
}

fn no_new_privileges() -> Result<(), String> {
    rustix::thread::set_no_new_privs(true).map_err(|error| format!("no_new_privs: {error}"))
}

pub(super) fn die_with(parent: i32) -> Result<(), String> {
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| format!("parent-death signal: {error}"))?;
    // A session of its own is a process group of its own, away from the terminal, and where the
    // kernel shares processor time between sessions, a player with a thousand threads still has
    // no more of it than the host.
    rustix::process::setsid().map_err(|error| format!("session: {error}"))?;
    // The parent may have died before the signal was asked for.
    if getppid().map(|pid| pid.as_raw_nonzero().get()) == Some(parent) {
        Ok(())
    } else {
        Err("the host is gone".into())
    }
}

/// The first descriptor after standard input, output and error.
const FIRST: i32 = 3;

pub(super) fn keep_only(kept: Vec<OwnedFd>) -> Result<Vec<OwnedFd>, String> {
    let above = FIRST + i32::try_from(kept.len()).unwrap_or(0);
    let failed = |error: rustix::io::Errno| format!("descriptors: {error}");
    // First out of the way, then side by side after the first three, then all above are closed.
    let away: Result<Vec<OwnedFd>, _> =
        kept.into_iter().map(|one| rustix::io::fcntl_dupfd_cloexec(one, above)).collect();
    let away = away.map_err(failed)?;
    close_between(FIRST, above - 1, &[]);
    let side_by_side: Result<Vec<OwnedFd>, _> =
        away.iter().map(|one| rustix::io::fcntl_dupfd_cloexec(one, FIRST)).collect();
    let side_by_side = side_by_side.map_err(failed)?;
    drop(away);
    let numbers: Vec<i32> = side_by_side.iter().map(AsRawFd::as_raw_fd).collect();
    close_between(FIRST, i32::MAX, &numbers);
    Ok(side_by_side)
}

/// Closes the descriptors in a range but for some of its lowest.
fn close_between(first: i32, last: i32, kept: &[i32]) {
    let first = kept.iter().map(|number| number + 1).fold(first, i32::max);
    if last < first {
        return;
    }
    // SAFETY: nothing in this process owns a descriptor above the first three but the kept ones:
    // it has just begun, and has one thread.
    let result = unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
    if result == 0 {
        return;
    }
    // Kernels before 5.9 don't have the call.
    for number in open_descriptors().into_iter().filter(|number| (first..=last).contains(number)) {
        // SAFETY: as above.
        unsafe { libc::close(number) };
    }
}

fn open_descriptors() -> Vec<i32> {
    let Ok(entries) = std::fs::read_dir("/proc/self/fd") else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}
