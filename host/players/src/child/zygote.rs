//! The zygote: a process with nothing of the host's and of no game's in it, started by the host when it needs the first
//! player of a kind. It prepares what all players of the kind have in common, and then makes a copy of itself for each,
//! in namespaces of its own, that is the host's child and not the zygote's.

use super::constants::share_constants;
use super::supervisor::{self, Sockets};
use crate::jail::{self, Fork, Nursery, Players, fork_openly};
use crate::link::{Kind, ZYGOTE_FAILED, send_with_descriptors};
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;

/// The exit code of a zygote that could not begin.
const CANNOT_BEGIN: i32 = 70;

/// Makes children for the host until it hangs up, and gives the exit code.
pub(super) fn run(parent: i32, kind: Kind) -> i32 {
    match make_children(parent, kind) {
        Ok(()) => 0,
        Err(_) => CANNOT_BEGIN,
    }
}

fn make_children(parent: i32, kind: Kind) -> io::Result<()> {
    jail::die_with(parent).map_err(io::Error::other)?;
    jail::own_session().map_err(io::Error::other)?;
    let socket = rustix::io::fcntl_dupfd_cloexec(io::stdin(), 0)?;
    let mut socket = UnixStream::from(socket);
    rustix::stdio::dup2_stdin(std::fs::File::open("/dev/null")?)?;
    // What is built for players is for nobody to write and for them to read, whatever the user's habits are.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    share_constants();
    let mut nursery = match kind {
        Kind::Library => Some(Nursery::prepare(Players::Libraries)?),
        Kind::Program => Some(Nursery::prepare(Players::Programs)?),
        Kind::Open => None,
    };
    find_out_about_the_machine();
    // Whoever becomes another user is not told of its parent's end any more.
    jail::die_with(parent).map_err(io::Error::other)?;
    while socket.read(&mut [0])? == 1 {
        let ((control, their_control), (post, their_post)) =
            (UnixStream::pair()?, UnixStream::pair()?);
        match nursery.as_mut().map_or_else(fork_openly, Nursery::fork) {
            Ok(Fork::Child) => {
                drop((socket, control, post));
                let sockets = Sockets { control: their_control, post: their_post };
                supervisor::run(sockets, nursery.as_ref());
            }
            Ok(Fork::Parent(child)) => {
                let number = child.as_raw_nonzero().get();
                send_with_descriptors(&socket, &number, &[control.as_fd(), post.as_fd()])?;
            }
            Err(_) => send_with_descriptors(&socket, &ZYGOTE_FAILED, &[])?,
        }
    }
    Ok(())
}

/// Has this process know what its processor can do, so that no copy need ask: on a virtual machine that takes long.
fn find_out_about_the_machine() {
    #[cfg(target_arch = "x86_64")]
    std::hint::black_box(std::arch::is_x86_feature_detected!("avx2"));
}
