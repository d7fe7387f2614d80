//! The zygote: a process with nothing of the host's and of no game's in it, started once by the host. For each player it
//! makes a copy of itself, in namespaces of its own, that is the host's child and not its own.

use super::supervisor;
use crate::jail::{self, Fork, Namespaces, Origin};
use crate::link::{Kind, ZYGOTE_FAILED, send_with_descriptors};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;

/// The exit code of a zygote that could not begin.
const CANNOT_BEGIN: i32 = 70;

/// Makes children for the host until it hangs up, and gives the exit code.
pub(super) fn run(parent: i32) -> i32 {
    match make_children(parent) {
        Ok(()) => 0,
        Err(_) => CANNOT_BEGIN,
    }
}

fn make_children(parent: i32) -> io::Result<()> {
    jail::die_with(parent).map_err(io::Error::other)?;
    jail::own_session().map_err(io::Error::other)?;
    let socket = rustix::io::fcntl_dupfd_cloexec(io::stdin(), 0)?;
    let mut socket = UnixStream::from(socket);
    rustix::stdio::dup2_stdin(std::fs::File::open("/dev/null")?)?;
    // What is built for players is for nobody to write and for them to read, whatever the user's habits are.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    let mut origin = Origin::current();
    let mut namespaces = Namespaces::all();
    let mut byte = [0];
    while socket.read(&mut byte)? == 1 {
        let Some(kind) = Kind::of(byte[0]) else { continue };
        if kind == Kind::Program {
            origin.prepare_for_programs();
        }
        let (ours, theirs) = UnixStream::pair()?;
        let child = match kind {
            Kind::Open => Namespaces::none().fork_sibling(),
            Kind::Library | Kind::Program => fork(&mut namespaces),
        };
        match child {
            Ok(Fork::Child) => {
                drop((socket, ours));
                let own = if kind == Kind::Open { Namespaces::none() } else { namespaces };
                std::process::exit(supervisor::run(&theirs, kind, own, &origin));
            }
            Ok(Fork::Parent(child)) => {
                let number = child.as_raw_nonzero().get();
                send_with_descriptors(&socket, &(byte[0], number), &[ours.as_fd()])?;
            }
            Err(_) => {
                let none: [_; 0] = [];
                send_with_descriptors(&socket, &(byte[0], ZYGOTE_FAILED), &none)?;
            }
        }
    }
    Ok(())
}

/// A copy in all namespaces, or in those that the kernel gives, which are tried where all together are refused.
fn fork(namespaces: &mut Namespaces) -> io::Result<Fork> {
    namespaces.fork_sibling().or_else(|_| {
        *namespaces = Namespaces::there();
        namespaces.fork_sibling()
    })
}
