//! The jail on Linux. From the outside in: namespaces and a root of its own, nobody's rights, limits, no files but
//! those that it needs, and a list of the only system calls that are left. Then a library is loaded or a program run,
//! and the host takes the opening of files away from a library, from outside.
//!
//! Imports go one way: `filter` and `namespaces`, then `answers` and `calls`; `identity`; with these and `root` and
//! `files` the `nursery`, and then the `enclosure`. The others know of nothing here.

mod answers;
mod calls;
mod descendants;
mod enclosure;
mod files;
mod filter;
mod identity;
mod limits;
mod namespaces;
mod nursery;
mod outside;
mod root;

pub(crate) use descendants::{keep, prepare_to_keep};
pub(crate) use enclosure::{Enclosure, Surroundings};
pub(crate) use limits::OWN_THREADS;
pub(crate) use namespaces::{Fork, fork_openly};
pub(crate) use nursery::{Nursery, Players};
pub(super) use outside::check;
pub(crate) use outside::forbid_opening;

use super::layer::{Closed, Layer};
use calls::Reach;
use files::{Fence, Rules};
use filter::Program;
use nursery::Preparations;
use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;

/// Through how many filters more than its parent's a player's system calls go.
const FILTERS: u32 = 1;

/// What a library is closed in with, as far as it can be before it is known for which game.
pub(crate) struct LibraryJail {
    fence: Fence,
    calls: Program,
}

impl LibraryJail {
    /// Takes files away from this process, but for those that loading needs.
    pub(crate) fn prepare(nursery: &Nursery) -> Result<LibraryJail, String> {
        no_new_privileges()?;
        let own = std::process::id().cast_signed();
        let (fence, calls) = match nursery.preparations_for(own) {
            Some(Preparations { rules, calls }) => (rules.hold()?, calls.clone()),
            None => (Rules::new(&[], &files::libraries())?.hold()?, calls::library(own)),
        };
        Ok(LibraryJail { fence, calls })
    }

    /// Takes the rest away.
    pub(crate) fn close(self, memory: u64, around: Surroundings) -> Result<Closed, String> {
        limits::for_library(memory, around.own_users)?;
        let installed = answers::answer_by_signal().and_then(|()| self.calls.install());
        Ok(closed(self.fence, installed))
    }
}

pub(super) fn close_in_program(
    folders: &[&Path],
    surroundings: Surroundings,
) -> Result<Closed, String> {
    no_new_privileges()?;
    limits::for_program(surroundings.own_users)?;
    let fence = Rules::new(folders, &files::programs())?.hold()?;
    let own = surroundings.own_processes || fence.holds_signals;
    let reach = if own { Reach::Own } else { Reach::Everybody };
    Ok(closed(fence, calls::program(reach).install()))
}

/// What is there by what the two protections say that is missing.
fn closed(fence: Fence, calls: Result<(), String>) -> Closed {
    let filters = if calls.is_ok() { FILTERS } else { 0 };
    let none = |error| Layer::SystemCalls.missing(format!("no seccomp in this kernel ({error})"));
    let missing = fence.missing.into_iter().chain(calls.err().map(none)).collect();
    Closed { missing, landlock: fence.version, filters }
}

fn no_new_privileges() -> Result<(), String> {
    rustix::thread::set_no_new_privs(true).map_err(|error| format!("no_new_privs: {error}"))
}

/// Ends this process, which has nothing to tidy up.
pub(crate) fn end_at_once() -> ! {
    // SAFETY: nothing of this process runs any more.
    unsafe { libc::_exit(0) }
}

/// Makes a copy of this process that the C library knows to be one: it is to run strangers' code.
pub(crate) fn fork_player() -> io::Result<Fork> {
    // SAFETY: this process has one thread.
    namespaces::forked(unsafe { libc::fork() })
}

pub(crate) fn die_with(parent: i32) -> Result<(), String> {
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| format!("parent-death signal: {error}"))?;
    // The parent may have died before the signal was asked for.
    if getppid().map(|pid| pid.as_raw_nonzero().get()) == Some(parent) {
        Ok(())
    } else {
        Err("the host is gone".into())
    }
}

/// Makes this process the leader of a session of its own, which is a process group of its own, away from the terminal.
/// Where the kernel shares processor time between sessions, a player with a thousand threads still has no more of it
/// than the host.
pub(crate) fn own_session() -> Result<(), String> {
    rustix::process::setsid().map(drop).map_err(|error| format!("session: {error}"))
}

/// The first descriptor after standard input, output and error.
const FIRST: i32 = 3;

pub(crate) fn keep_only(kept: Vec<OwnedFd>) -> Result<Vec<OwnedFd>, String> {
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
