//! The host's end of a zygote: children are asked for before they are needed, so that a start finds one ready. A zygote
//! that has died is started again, and no player is to blame.

use super::launched::Launched;
use crate::link::{ZYGOTE_FAILED, receive_with_descriptors};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a zygote may take to make a child.
const LIMIT: Duration = Duration::from_secs(20);

/// How many children are ready at most, when some were needed before: the two of the next game.
const SPARE: usize = 2;

/// A zygote for players of one kind, started when one is needed for the first time.
#[derive(Default)]
pub(super) struct Zygote(Mutex<Option<Running>>);

struct Running {
    process: Child,
    socket: UnixStream,
    /// Children that wait for a job.
    ready: Vec<Launched>,
    /// How many were asked for and have not come yet.
    coming: usize,
    /// How many were needed so far.
    needed: usize,
}

impl Zygote {
    /// A child that waits for a job. A zygote is started by the given function where none is there.
    pub(super) fn child(&self, spawn: impl Fn(Stdio) -> io::Result<Child>) -> io::Result<Launched> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = running.as_mut()
            && let Ok(child) = there.child()
        {
            return Ok(child);
        }
        // There is none, or it is not what it was.
        drop(running.take());
        let begun = running.insert(Running::start(spawn)?);
        begun.child()
    }
}

impl Running {
    fn start(spawn: impl Fn(Stdio) -> io::Result<Child>) -> io::Result<Running> {
        let (socket, theirs) = UnixStream::pair()?;
        socket.set_read_timeout(Some(LIMIT))?;
        let process = spawn(Stdio::from(OwnedFd::from(theirs)))?;
        Ok(Running { process, socket, ready: Vec::new(), coming: 0, needed: 0 })
    }

    fn child(&mut self) -> io::Result<Launched> {
        self.needed += 1;
        loop {
            if let Some(child) = self.ready.pop() {
                // A zygote that has died shows when the next child is needed.
                let _ = self.ask_for((self.needed - 1).min(SPARE));
                if child.is_there() {
                    return Ok(child);
                }
                continue;
            }
            self.ask_for(1)?;
            self.take_in()?;
        }
    }

    /// Asks for children until so many are ready or coming.
    fn ask_for(&mut self, wanted: usize) -> io::Result<()> {
        let more = wanted.saturating_sub(self.ready.len() + self.coming);
        self.socket.write_all(&vec![0; more])?;
        self.coming += more;
        Ok(())
    }

    /// Waits for the next child.
    fn take_in(&mut self) -> io::Result<()> {
        let gone = || io::Error::other("the process that makes players' processes has ended");
        let (number, descriptors): (i32, _) =
            receive_with_descriptors(&self.socket)?.ok_or_else(gone)?;
        self.coming = self.coming.saturating_sub(1);
        if number == ZYGOTE_FAILED {
            return Err(io::Error::other("the system has no room for another process"));
        }
        let process = Pid::from_raw(number).ok_or_else(gone)?;
        let mut sockets = descriptors.into_iter().map(UnixStream::from);
        let (Some(control), Some(post)) = (sockets.next(), sockets.next()) else {
            return Err(gone());
        };
        self.ready.push(Launched { process, control, post });
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        // Those that are on their way are this process's children as well.
        while self.take_in().is_ok() {}
        for child in self.ready.drain(..) {
            let _ = kill_process(child.process, Signal::KILL);
            let _ = waitpid(Some(child.process), WaitOptions::empty());
        }
    }
}
