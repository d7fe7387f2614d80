//! Who a player is: nobody, in a user namespace of its own, with no capabilities left.

use super::namespaces::{Fork, fork, is_root};
use crate::jail::layer::{Layer, MissingLayer};
use rustix::fs::{Mode, OFlags, openat};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, getegid, geteuid, kill_process,
    set_dumpable_behavior, waitpid,
};
use rustix::thread::{CapabilitySet, CapabilitySets};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// The user and the group that own nothing.
const NOBODY: u32 = 65534;

/// The user and the group that this process is outside of any namespace of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    user: u32,
    group: u32,
}

impl Identity {
    /// Looked at before a namespace is entered, in which nobody has a number at first.
    pub(super) fn current() -> Identity {
        Identity { user: geteuid().as_raw(), group: getegid().as_raw() }
    }

    /// Makes this process nobody in the user namespace that it was started in.
    pub(super) fn map(self, proc: &OwnedFd) -> io::Result<()> {
        write(proc, "self/setgroups", "deny")?;
        write(proc, "self/uid_map", &format!("{NOBODY} {} 1", self.user))?;
        write(proc, "self/gid_map", &format!("{NOBODY} {} 1", self.group))
    }
}

/// Makes root nobody for good, and gives it a user namespace. What fails is told.
pub(super) fn become_nobody(proc: &OwnedFd) -> Vec<MissingLayer> {
    if let Err(error) = set_ids() {
        return vec![Layer::Nobody.missing(format!("root can't become nobody ({error})"))];
    }
    // Who changes its user can't be looked at even by itself; it has to write its maps.
    let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
    let own_users = || -> io::Result<()> {
        // SAFETY: a new namespace of users changes nothing in this process's memory; it has one thread.
        if unsafe { libc::unshare(libc::CLONE_NEWUSER) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Identity { user: NOBODY, group: NOBODY }.map(proc)
    };
    let failed = |error| Layer::UserNamespace.missing(format!("none ({error})"));
    own_users().err().map(failed).into_iter().collect()
}

fn set_ids() -> io::Result<()> {
    use rustix::process::{Gid, Uid};
    use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};
    let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)?;
    Ok(())
}

/// Drops every capability that can be dropped: what this process has, may have, and would get from a program.
pub(super) fn drop_capabilities() {
    // The number after the last is refused, as all are without the right to drop one, and then there is nothing to drop.
    // SAFETY: takes numbers alone.
    let dropped = |capability: libc::c_ulong| unsafe {
        libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0)
    };
    let _ = (0..64).take_while(|capability| dropped(*capability) == 0).count();
    let _ = rustix::thread::clear_ambient_capability_set();
}

/// The same for those that it uses now.
pub(super) fn drop_effective_capabilities() -> io::Result<()> {
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(rustix::thread::set_capabilities(None, sets)?)
}

/// A namespace in which root's files are nobody's: a folder that is mounted with it can be read by a player that root
/// has made nobody. None for everybody else, whose player is the user as far as files go.
pub(crate) fn roots_files_for_nobody() -> Option<OwnedFd> {
    if !is_root() {
        return None;
    }
    let (mut end, their_end) = io::pipe().ok()?;
    let child = match fork(libc::CLONE_NEWUSER).ok()? {
        Fork::Parent(child) => child,
        Fork::Child => {
            drop(their_end);
            // Until the other end is closed.
            let _ = end.read(&mut [0]);
            // SAFETY: ends the copy, with nothing of it run.
            unsafe { libc::_exit(0) }
        }
    };
    let namespace = namespace_of(child);
    let _ = kill_process(child, Signal::KILL);
    let _ = waitpid(Some(child), WaitOptions::empty());
    namespace.ok()
}

fn namespace_of(child: Pid) -> io::Result<OwnedFd> {
    let proc = open_proc()?;
    let child = child.as_raw_nonzero();
    let map = format!("0 {NOBODY} 1");
    write(&proc, &format!("{child}/uid_map"), &map)?;
    write(&proc, &format!("{child}/gid_map"), &map)?;
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    Ok(openat(&proc, format!("{child}/ns/user"), flags, Mode::empty())?)
}

/// The system's `/proc`, which stays what it is when another is mounted over it.
pub(super) fn open_proc() -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(rustix::fs::open("/proc", flags, Mode::empty())?)
}

fn write(proc: impl AsFd, path: &str, text: &str) -> io::Result<()> {
    let proc: BorrowedFd<'_> = proc.as_fd();
    let file = openat(proc, path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    std::fs::File::from(file).write_all(text.as_bytes())
}
