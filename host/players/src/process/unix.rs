//! A child process on Unix: two pipes for the conversation, which it gets through a socket, a third
//! for everything else that it writes, and a process group of its own that is stopped, continued and
//! killed as a whole. Pipes and not the socket itself, since they answer in half the time.

use super::error::LineError;
use super::launch::Launcher;
use super::memory;
use super::output::Output;
use super::process_group::ProcessGroup;
use crate::link::{Inbox, LONGEST_LINE, MOST_DESCRIPTORS};
use crate::verdict::{Ending, HostError};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io::{self, IoSlice, PipeReader, PipeWriter};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a process may take to end after it closed the conversation or was told to.
const GRACE: Duration = Duration::from_millis(50);

/// How long an answer is waited for before the host goes to sleep.
const AT_ONCE: Duration = Duration::from_micros(50);

/// How long the first line may take to be written; a pipe has room for most.
const FIRST_LINE_LIMIT: Duration = Duration::from_secs(20);

/// What the conversation waits for.
#[derive(Clone, Copy)]
enum Readiness {
    /// That there is something to read.
    Readable,
    /// That there is room to write.
    Writable,
}

/// A child process, killed with its whole group when dropped.
pub(crate) struct Process {
    child: Child,
    group: Arc<ProcessGroup>,
    /// Where the child reads, until nothing more will be asked.
    to: Option<PipeWriter>,
    from: PipeReader,
    inbox: Inbox,
    /// Where its standard output and error end, until it closes them.
    written: Option<PipeReader>,
    output: Output,
    /// How much memory the process and its descendants may hold, where that is looked at.
    most_memory: Option<u64>,
    scratch: Box<[u8; 64 << 10]>,
}

impl Process {
    /// Starts the launcher's program and gives it its first line, and with that a descriptor.
    pub(crate) fn spawn(
        launcher: &Launcher,
        first_line: &[u8],
        attached: Option<BorrowedFd<'_>>,
    ) -> Result<Process, HostError> {
        let (socket, theirs) = UnixStream::pair().map_err(HostError::Talk)?;
        let (written, writer) = io::pipe().map_err(HostError::Talk)?;
        let both = writer.try_clone().map_err(HostError::Talk)?;
        let mut command = launcher.command();
        command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(writer).stderr(both);
        let child = launcher.spawn(command)?;
        let (their_input, to) = io::pipe().map_err(HostError::Talk)?;
        let (from, their_output) = io::pipe().map_err(HostError::Talk)?;
        let descriptors: Vec<BorrowedFd<'_>> =
            [their_input.as_fd(), their_output.as_fd()].into_iter().chain(attached).collect();
        // A child that has ended already is noticed when its first line is waited for.
        let _ = send_descriptors(&socket, &descriptors);
        for descriptor in [to.as_fd(), from.as_fd(), written.as_fd()] {
            rustix::io::ioctl_fionbio(descriptor, true)
                .map_err(|error| HostError::Talk(error.into()))?;
        }
        let mut process = Process {
            group: ProcessGroup::new(Pid::from_raw(child.id().cast_signed())),
            child,
            to: Some(to),
            from,
            inbox: Inbox::default(),
            written: Some(written),
            output: Output::default(),
            most_memory: None,
            scratch: Box::new([0; 64 << 10]),
        };
        let _ = process.send(first_line, Some(Instant::now() + FIRST_LINE_LIMIT));
        Ok(process)
    }

    /// From now on looks at how much memory the process and its descendants hold.
    pub(crate) fn watch_memory(&mut self, most: u64) {
        self.most_memory = Some(most);
    }

    /// Sends text as it is; a line ends with its line end.
    pub(crate) fn send(&mut self, text: &[u8], deadline: Option<Instant>) -> Result<(), LineError> {
        let mut rest = text;
        while !rest.is_empty() {
            let to = self.to.as_ref().ok_or(LineError::Closed)?;
            match rustix::io::write(to, rest) {
                Ok(sent) => rest = &rest[sent..],
                Err(Errno::AGAIN) => self.wait_for(Readiness::Writable, deadline)?,
                Err(Errno::INTR) => {}
                Err(_) => return Err(LineError::Closed),
            }
        }
        Ok(())
    }

    /// The next line, without its end.
    pub(crate) fn receive(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, LineError> {
        loop {
            match self.inbox.take_line() {
                Some(line) if line.len() > LONGEST_LINE => return Err(LineError::TooLong),
                Some(line) => return Ok(line),
                None if self.inbox.is_too_long() => return Err(LineError::TooLong),
                None => {}
            }
            if !self.came_at_once()? {
                self.wait_for(Readiness::Readable, deadline)?;
                self.take_in()?;
            }
        }
    }

    /// Reads what comes within the next few microseconds, without sleeping: to be woken again
    /// takes longer than many an answer. The processor is given to others meanwhile, of which the
    /// player may be one.
    fn came_at_once(&mut self) -> Result<bool, LineError> {
        let before = self.inbox.len();
        let begun = Instant::now();
        while begun.elapsed() < AT_ONCE {
            std::thread::yield_now();
            self.take_in()?;
            if self.inbox.len() > before {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether something came that nobody has taken yet.
    pub(crate) fn has_spoken(&mut self) -> bool {
        // What is wrong with the conversation shows at the next question.
        let _ = self.take_in();
        !self.inbox.is_empty()
    }

    /// Reads once, if something is there.
    fn take_in(&mut self) -> Result<(), LineError> {
        match rustix::io::read(&self.from, &mut self.scratch[..]) {
            Ok(0) => Err(LineError::Closed),
            Ok(count) => {
                self.inbox.add(&self.scratch[..count]);
                Ok(())
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(_) => Err(LineError::Closed),
        }
    }

    /// Waits until the conversation can go on, collecting meanwhile what the process writes
    /// elsewhere.
    fn wait_for(
        &mut self,
        readiness: Readiness,
        deadline: Option<Instant>,
    ) -> Result<(), LineError> {
        loop {
            let left = self.left_until(deadline)?;
            let end = match readiness {
                Readiness::Readable => PollFd::new(&self.from, PollFlags::IN),
                Readiness::Writable => {
                    PollFd::new(self.to.as_ref().ok_or(LineError::Closed)?, PollFlags::OUT)
                }
            };
            let (ready, written) = match &self.written {
                Some(pipe) => {
                    let mut both = [end, PollFd::new(pipe, PollFlags::IN)];
                    wait(&mut both, left.as_ref())?;
                    (!both[0].revents().is_empty(), !both[1].revents().is_empty())
                }
                None => {
                    let mut one = [end];
                    wait(&mut one, left.as_ref())?;
                    (!one[0].revents().is_empty(), false)
                }
            };
            if written {
                self.collect();
                if self.output.is_flood() {
                    return Err(LineError::Flooded);
                }
            }
            if ready {
                return Ok(());
            }
        }
    }

    /// How long may be waited at once.
    fn left_until(&self, deadline: Option<Instant>) -> Result<Option<Timespec>, LineError> {
        let left = match deadline {
            None => None,
            Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                Some(left) => Some(left),
                None => return Err(LineError::TimedOut),
            },
        };
        let Some(most) = self.most_memory else { return Ok(left.map(timespec)) };
        if self.resident().is_some_and(|held| held > most) {
            return Err(LineError::TooMuchMemory);
        }
        Ok(Some(timespec(left.unwrap_or(memory::PACE).min(memory::PACE))))
    }

    /// The number of the process, while it is there.
    pub(crate) fn number(&self) -> Option<i32> {
        self.group.process().map(|process| process.as_raw_nonzero().get())
    }

    /// The memory that the process and its descendants hold.
    pub(crate) fn resident(&self) -> Option<u64> {
        self.number().map(memory::resident)
    }

    /// Reads what the process wrote to its output, without waiting and not without end.
    fn collect(&mut self) {
        for _ in 0..64 {
            let Some(pipe) = &self.written else { return };
            match rustix::io::read(pipe, &mut self.scratch[..]) {
                Ok(0) => self.written = None,
                Ok(count) => self.output.add(&self.scratch[..count]),
                Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    /// The end of what the process wrote so far.
    pub(crate) fn output(&mut self) -> String {
        self.collect();
        self.output.text()
    }

    /// Has the whole group stopped in a moment, so that nothing in it thinks on.
    pub(crate) fn pause(&self) {
        self.group.pause_soon();
    }

    /// Lets the group go on.
    pub(crate) fn resume(&self) {
        self.group.resume();
    }

    /// Says that nothing more will be asked.
    pub(crate) fn hang_up(&mut self) {
        self.resume();
        self.to = None;
    }

    /// Ends the process, if it has not ended by itself within a moment, and its whole group.
    pub(crate) fn end(&mut self) -> Ending {
        self.resume();
        let by_itself = self.has_ended_within(GRACE);
        let status = self.kill();
        self.collect();
        status.filter(|_| by_itself).map_or(Ending::Silent, Ending::from)
    }

    /// Waits for the end without taking note of it, so that the group's number stays ours.
    fn has_ended_within(&self, patience: Duration) -> bool {
        let Some(pid) = self.group.process() else { return false };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let deadline = Instant::now() + patience;
        let mut nap = Duration::from_micros(50);
        loop {
            match waitid(WaitId::Pid(pid), options) {
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => return true,
            }
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(2));
        }
    }

    /// Kills the whole group and takes note of its leader's end.
    pub(crate) fn kill(&mut self) -> Option<ExitStatus> {
        self.group.kill();
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Ending::Exit(code),
            (None, Some(signal)) => Ending::Signal(signal),
            (None, None) => Ending::Silent,
        }
    }
}

/// Sends the ends of pipes and whatever else the child shall have, with one byte.
fn send_descriptors(socket: &UnixStream, descriptors: &[BorrowedFd<'_>]) -> Result<(), Errno> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(descriptors));
    rustix::net::sendmsg(socket, &[IoSlice::new(b"+")], &mut control, SendFlags::empty())?;
    Ok(())
}

fn wait(descriptors: &mut [PollFd<'_>], left: Option<&Timespec>) -> Result<(), LineError> {
    match poll(descriptors, left) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(_) => Err(LineError::Closed),
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: duration.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}
