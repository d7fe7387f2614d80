//! Namespaces of a player's own: which of them the kernel gives, and a process in them.

use crate::jail::layer::{Layer, MissingLayer};
use libc::c_int;
use rustix::process::{Pid, WaitOptions, waitpid};
use std::io;

/// The namespaces with their layers. That of users comes first: who has one may have the others without being root.
const ALL: [(c_int, Layer); 6] = [
    (libc::CLONE_NEWUSER, Layer::UserNamespace),
    (libc::CLONE_NEWPID, Layer::PidNamespace),
    (libc::CLONE_NEWNS, Layer::MountNamespace),
    (libc::CLONE_NEWNET, Layer::NetNamespace),
    (libc::CLONE_NEWIPC, Layer::IpcNamespace),
    (libc::CLONE_NEWUTS, Layer::UtsNamespace),
];

/// What the players of libraries share: their roots hold the same, and none has a socket. Each of these takes longer to
/// make and to take down than all others together.
const SHARED: c_int = libc::CLONE_NEWNS | libc::CLONE_NEWNET;

/// Some of the namespaces, those that a process gets when it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Namespaces {
    flags: c_int,
    missing: Vec<MissingLayer>,
}

/// Which of the two processes this is after a fork.
pub(crate) enum Fork {
    Child,
    Parent(Pid),
}

impl Namespaces {
    /// All that a process can be started in. Root's player becomes nobody first and gets its users after that, so
    /// that what root alone may do for it can be done.
    pub(super) fn all() -> Namespaces {
        let flags = ALL.iter().map(|(flag, _)| flag).fold(0, |flags, flag| flags | flag);
        let later = if is_root() { libc::CLONE_NEWUSER } else { 0 };
        Namespaces { flags: flags & !later, missing: Vec::new() }
    }

    /// Those of them that the kernel gives, tried one by one.
    pub(super) fn there(&self) -> Namespaces {
        let (wanted, mut there) = (self.flags, Namespaces { flags: 0, missing: Vec::new() });
        let mut users = 0;
        for (flag, layer) in ALL.into_iter().filter(|(flag, _)| wanted & flag != 0) {
            match try_out(users | flag) {
                Ok(()) => there.flags |= flag,
                Err(error) => there.missing.push(layer.missing(format!("none ({error})"))),
            }
            users |= there.flags & libc::CLONE_NEWUSER;
        }
        there
    }

    /// The same without those that players share which can make no use of them.
    pub(super) fn without_shared(mut self) -> Namespaces {
        self.flags &= !SHARED;
        self
    }

    /// Whether this one is among them.
    pub(super) fn has(&self, layer: Layer) -> bool {
        ALL.iter().any(|(flag, of)| *of == layer && self.flags & flag != 0)
    }

    /// What is missing of all of them.
    pub(super) fn missing(&self) -> &[MissingLayer] {
        &self.missing
    }

    /// Starts a copy of this process in them, as a child of this one's parent, which waits for it and learns how it
    /// ends. This process must have one thread.
    pub(super) fn fork_sibling(&self) -> io::Result<Fork> {
        fork_sibling(self.flags)
    }
}

/// Moves this process into new namespaces that its players share. Who is not root gets one of users as well, in which
/// it may.
pub(super) fn enter_shared() -> io::Result<()> {
    let users = if is_root() { 0 } else { libc::CLONE_NEWUSER };
    // SAFETY: new namespaces change nothing in this process's memory; it has one thread.
    match unsafe { libc::unshare(SHARED | users) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A copy of this process that is a child of this one's parent, with nothing of a jail.
pub(crate) fn fork_openly() -> io::Result<Fork> {
    fork_sibling(0)
}

fn fork_sibling(flags: c_int) -> io::Result<Fork> {
    fork(flags | libc::CLONE_PARENT)
}

/// A copy of this process with these flags, which begins here as well.
pub(super) fn fork(flags: c_int) -> io::Result<Fork> {
    // SAFETY: the child is a copy of a process with one thread, so no lock is held by somebody who is not there.
    let process = unsafe {
        libc::syscall(libc::SYS_clone, flags | libc::SIGCHLD, 0usize, 0usize, 0usize, 0usize)
    };
    match c_int::try_from(process) {
        Ok(number) => forked(number),
        Err(_) => Err(io::Error::last_os_error()),
    }
}

/// Which process this is by what the system gave.
pub(super) fn forked(number: c_int) -> io::Result<Fork> {
    match number {
        0 => Ok(Fork::Child),
        1.. => Pid::from_raw(number).map(Fork::Parent).ok_or_else(io::Error::last_os_error),
        _ => Err(io::Error::last_os_error()),
    }
}

fn try_out(flags: c_int) -> io::Result<()> {
    in_a_copy(flags, || true).map(drop)
}

/// Whether something holds in a copy of this process, which ends with it.
pub(super) fn in_a_copy(flags: c_int, holds: impl FnOnce() -> bool) -> io::Result<bool> {
    match fork(flags)? {
        // SAFETY: this ends the copy at once, with nothing else of it run.
        Fork::Child => unsafe { libc::_exit(i32::from(!holds())) },
        Fork::Parent(child) => {
            let status = waitpid(Some(child), WaitOptions::empty())?;
            Ok(status.is_some_and(|(_, status)| status.exit_status() == Some(0)))
        }
    }
}
