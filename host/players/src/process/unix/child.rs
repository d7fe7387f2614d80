//! A child and its pipes: two for the conversation, which it gets through a socket, a third for everything else that it
//! writes. Pipes and not the socket itself, since they answer in half the time, and since the socket is for our own code
//! alone.

#[cfg(target_os = "linux")]
use super::control_group::ControlGroup;
use super::launched::Launched;
use super::tree::Tree;
use super::wait::{EndOfProcess, ending_of, timespec, wait};
#[cfg(target_os = "linux")]
use crate::jail;
use crate::library::Library;
#[cfg(target_os = "linux")]
use crate::link::Kind;
#[cfg(target_os = "linux")]
use crate::link::send_line;
use crate::link::{Job, Notice, Report, send_with_descriptors};
use crate::process::readiness::{Hears, Readiness, Ready};
use crate::verdict::{Ending, HostError};
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions, waitid, waitpid};
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter};
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// How long the child's own part may take: no foreign code has run till then, or runs any more.
const OWN_LIMIT: Duration = Duration::from_secs(20);

/// A child of this process.
pub(in crate::process) struct Child {
    /// The one that waits for the others.
    keeper: Pid,
    /// Where our own code in the child tells of the player's end.
    control: BufReader<UnixStream>,
    /// Where it tells of its jail, until it has.
    post: Option<UnixStream>,
    /// Where the child reads, until nothing more will be asked.
    to: Option<PipeWriter>,
    from: PipeReader,
    /// Where its standard output and error end, until it closes them.
    written: Option<PipeReader>,
    /// What bounds a program and all that it starts, where the system lets this user have it.
    #[cfg(target_os = "linux")]
    group: Option<ControlGroup>,
}

impl Child {
    /// Gives a child that is launched its job and its pipes.
    pub(super) fn begin(
        launch: impl FnOnce() -> Result<Launched, HostError>,
        job: &Job,
        library: Option<&Library>,
    ) -> Result<(Child, Tree), HostError> {
        let bytes = library.map(Library::sealed_file).transpose().map_err(HostError::Talk)?;
        let bytes = bytes.flatten();
        let (written, writer) = io::pipe().map_err(HostError::Talk)?;
        let (their_input, to) = io::pipe().map_err(HostError::Talk)?;
        let (from, their_output) = io::pipe().map_err(HostError::Talk)?;
        for descriptor in [to.as_fd(), from.as_fd(), written.as_fd()] {
            rustix::io::ioctl_fionbio(descriptor, true)
                .map_err(|error| HostError::Talk(error.into()))?;
        }
        let Launched { process, control, post } = launch()?;
        let own = [their_input.as_fd(), their_output.as_fd(), writer.as_fd()];
        let attached = bytes.as_ref().map(AsFd::as_fd);
        let descriptors: Vec<BorrowedFd<'_>> = own.into_iter().chain(attached).collect();
        #[cfg(target_os = "linux")]
        let group = match job.kind() {
            Kind::Program => ControlGroup::around(process, job.jail.memory).ok(),
            Kind::Library | Kind::Open => None,
        };
        let limited = [&control, &post].map(|socket| socket.set_read_timeout(Some(OWN_LIMIT)));
        // A child that has ended already is noticed when its report is waited for.
        let _ = send_with_descriptors(&post, job, &descriptors);
        let mut child = Child {
            keeper: process,
            control: BufReader::new(control),
            post: Some(post),
            to: Some(to),
            from,
            written: Some(written),
            #[cfg(target_os = "linux")]
            group,
        };
        let mut tree = Tree::kept_by(process);
        if let Some(error) = limited.into_iter().find_map(Result::err) {
            tree.kill();
            child.ending();
            return Err(HostError::Talk(error));
        }
        Ok((child, tree))
    }

    /// Waits until the child has closed itself in; nothing where it has ended before.
    pub fn report(&mut self) -> Option<Report> {
        match notice(&mut BufReader::new(self.post.take()?))? {
            Notice::Report(report) => Some(report),
            Notice::Sealed | Notice::End(_) => None,
        }
    }

    /// Takes from the player's process the right to open files. Where the host may not do this to somebody else's
    /// process, the one that waits for it does, which is the same user.
    #[cfg(target_os = "linux")]
    pub fn forbid_opening(&mut self, player: i32) -> Result<(), String> {
        let failed = |error: &str| format!("its right to open files can't be taken away: {error}");
        let process = Pid::from_raw(player).ok_or_else(|| failed("it has no number"))?;
        match jail::forbid_opening(process) {
            Err(Errno::PERM) => {}
            result => return result.map_err(|error| failed(&error.to_string())),
        }
        let asked = send_line(self.control.get_ref(), &());
        asked.map_err(|error| failed(&error.to_string()))?;
        match notice(&mut self.control) {
            Some(Notice::Sealed) => Ok(()),
            _ => Err(failed("its keeper can't do it either")),
        }
    }

    /// There is nothing to be taken.
    #[cfg(not(target_os = "linux"))]
    pub fn forbid_opening(&mut self, _player: i32) -> Result<(), String> {
        Ok(())
    }

    /// Writes as much as there is room for.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let to = self.to.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(rustix::io::write(to, bytes)?)
    }

    /// Reads what is there; nothing at the end of the conversation.
    pub fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(&self.from, into)?)
    }

    /// Reads what it wrote elsewhere and is there; nothing where it will write no more.
    pub fn read_output(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Some(pipe) = &self.written else { return Ok(0) };
        let count = rustix::io::read(pipe, into)?;
        if count == 0 {
            self.written = None;
        }
        Ok(count)
    }

    /// Waits until the conversation can go on, or something was written elsewhere.
    pub fn wait(
        &self,
        readiness: Readiness,
        left: Option<Duration>,
        hears: Hears,
    ) -> io::Result<Ready> {
        let left = left.map(timespec);
        let end = match readiness {
            Readiness::Readable => PollFd::new(&self.from, PollFlags::IN),
            Readiness::Writable => {
                let to = self.to.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
                PollFd::new(to, PollFlags::OUT)
            }
        };
        Ok(match &self.written {
            Some(pipe) if hears == Hears::All => {
                let mut both = [end, PollFd::new(pipe, PollFlags::IN)];
                wait(&mut both, left.as_ref())?;
                Ready {
                    conversation: !both[0].revents().is_empty(),
                    output: !both[1].revents().is_empty(),
                }
            }
            _ => {
                let mut one = [end];
                wait(&mut one, left.as_ref())?;
                Ready { conversation: !one[0].revents().is_empty(), output: false }
            }
        })
    }

    /// Says that nothing more will be asked.
    pub fn hang_up(&mut self) {
        self.to = None;
    }

    /// The keeper need not listen to us any more, and waits for the end.
    pub fn let_end(&self) {
        let _ = self.control.get_ref().shutdown(Shutdown::Write);
    }

    /// Waits for the end without taking note of it, so that the group's number stays ours. It was not killed yet.
    pub fn has_ended_within(&mut self, patience: Duration) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let deadline = Instant::now() + patience;
        let mut end = EndOfProcess::of(self.keeper);
        loop {
            match waitid(WaitId::Pid(self.keeper), options) {
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => return true,
            }
            match deadline.checked_duration_since(Instant::now()) {
                Some(left) if !left.is_zero() => end.wait(left),
                _ => return false,
            }
        }
    }

    /// Whether the kernel has ended it for what it and its descendants hold.
    pub fn was_overfull(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.group.as_ref().is_some_and(ControlGroup::was_overfull);
        #[cfg(not(target_os = "linux"))]
        return false;
    }

    /// Takes note of the end of one that was killed or has ended by itself.
    pub fn ending(&mut self) -> Option<Ending> {
        let status = loop {
            match waitpid(Some(self.keeper), WaitOptions::empty()) {
                Err(Errno::INTR) => {}
                result => break result.ok().flatten(),
            }
        };
        #[cfg(target_os = "linux")]
        drop(self.group.take());
        // Nobody holds the other end any more, so this does not wait.
        let told =
            std::iter::from_fn(|| notice(&mut self.control)).find_map(|notice| match notice {
                Notice::End(end) => Some(end.into()),
                Notice::Report(_) | Notice::Sealed => None,
            });
        told.or(status.and_then(|(_, status)| ending_of(status)))
    }
}

/// What our own code in the child says next.
fn notice(socket: &mut BufReader<UnixStream>) -> Option<Notice> {
    let mut line = String::new();
    socket.read_line(&mut line).ok()?;
    serde_json::from_str(&line).ok()
}
