//! A player's processes on Unix: two pipes for the conversation, which they get through a socket, a third for everything
//! else that they write, and a group that is stopped, continued and killed as a whole. Pipes and not the socket itself,
//! since they answer in half the time, and since the socket is for our own code alone.

use super::descendants::{self, MemoryWatch};
use super::error::LineError;
use super::held_up::HeldUp;
use super::launch::Launcher;
use super::launched::Launched;
use super::output::Output;
use super::process_group::ProcessGroup;
use super::wait::{ending_of, timespec, wait};
#[cfg(target_os = "linux")]
use crate::jail;
#[cfg(target_os = "linux")]
use crate::link::send_line;
use crate::link::{Inbox, Job, LONGEST_LINE, Notice, Report, send_with_descriptors};
use crate::verdict::{Ending, HostError};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions, waitid, waitpid};
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter};
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a process may take to end after it closed the conversation or was told to.
const GRACE: Duration = Duration::from_millis(50);

/// How long one that has closed the conversation has until its end is known: the system has to end all that it has
/// started and to take down what was around it.
const DEATH: Duration = Duration::from_secs(2);

/// How long an answer is waited for before the host goes to sleep.
const AT_ONCE: Duration = Duration::from_micros(50);

/// How much of the processor a player may use while it is not its turn: the system counts in parts of a hundredth of a
/// second for each process.
const USED_AT_REST: Duration = Duration::from_millis(50);

/// How long the child's own part may take: no foreign code has run till then, or runs any more.
const OWN_LIMIT: Duration = Duration::from_secs(20);

/// How much is read at once.
const PART: usize = 16 << 10;

/// What the conversation waits for.
#[derive(Clone, Copy)]
enum Readiness {
    /// That there is something to read.
    Readable,
    /// That there is room to write.
    Writable,
}

/// A player's processes, killed as a whole when dropped.
pub(crate) struct Process {
    /// The one that waits for the others.
    keeper: Pid,
    group: Arc<ProcessGroup>,
    /// Where our own code in the child tells of the player's end.
    control: BufReader<UnixStream>,
    /// Where it tells of its jail, until it has.
    post: Option<UnixStream>,
    /// Where the child reads, until nothing more will be asked.
    to: Option<PipeWriter>,
    from: PipeReader,
    inbox: Inbox,
    /// Where its standard output and error end, until it closes them.
    written: Option<PipeReader>,
    output: Output,
    /// Where somebody has to look at how much memory the process and its descendants hold.
    memory_watch: Option<MemoryWatch>,
    /// How much of the processor it has used while it had to rest.
    used_at_rest: Duration,
    held_up: HeldUp,
    scratch: Box<[u8; PART]>,
}

impl Process {
    /// Has a child of the launcher's program begin a job, with another descriptor.
    pub(crate) fn spawn(
        launcher: &Launcher,
        job: &Job,
        attached: Option<BorrowedFd<'_>>,
    ) -> Result<Process, HostError> {
        let (written, writer) = io::pipe().map_err(HostError::Talk)?;
        let (their_input, to) = io::pipe().map_err(HostError::Talk)?;
        let (from, their_output) = io::pipe().map_err(HostError::Talk)?;
        for descriptor in [to.as_fd(), from.as_fd(), written.as_fd()] {
            rustix::io::ioctl_fionbio(descriptor, true)
                .map_err(|error| HostError::Talk(error.into()))?;
        }
        let Launched { process, control, post } = launcher.launch(job.kind())?;
        let process = Process {
            keeper: process,
            group: ProcessGroup::new(Some(process)),
            control: BufReader::new(control),
            post: Some(post),
            to: Some(to),
            from,
            inbox: Inbox::default(),
            written: Some(written),
            output: Output::default(),
            memory_watch: None,
            used_at_rest: Duration::ZERO,
            held_up: HeldUp::new(),
            scratch: Box::new([0; PART]),
        };
        let own = [their_input.as_fd(), their_output.as_fd(), writer.as_fd()];
        let descriptors: Vec<BorrowedFd<'_>> = own.into_iter().chain(attached).collect();
        for socket in [Some(process.control.get_ref()), process.post.as_ref()].into_iter().flatten()
        {
            socket.set_read_timeout(Some(OWN_LIMIT)).map_err(HostError::Talk)?;
        }
        // A child that has ended already is noticed when its report is waited for.
        let _ = process.post.as_ref().map(|post| send_with_descriptors(post, job, &descriptors));
        Ok(process)
    }

    /// Waits until the child has closed itself in.
    pub(crate) fn report(&mut self) -> Result<Report, HostError> {
        let post = self.post.take();
        match post.and_then(|post| notice(&mut BufReader::new(post))) {
            Some(Notice::Report(report)) => {
                if !report.own_processes {
                    self.group.is_ended_by_its_keeper();
                }
                Ok(report)
            }
            Some(Notice::Sealed | Notice::End(_)) | None => {
                self.end();
                let output = self.output();
                let words = format!("the child process ended before it had begun {output}");
                Err(HostError::Talk(io::Error::other(words)))
            }
        }
    }

    /// Takes from the player's process the right to open files, which only loading needed. Where the host may not do
    /// this to somebody else's process, the one that waits for it does, which is the same user.
    #[cfg(target_os = "linux")]
    pub(crate) fn forbid_opening(&mut self, player: i32) -> Result<(), String> {
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

    /// From here on the player is this one process and starts no others.
    pub(crate) fn is_one_process(&self, player: i32) {
        self.group.is_one_process(player);
    }

    /// There is nothing to be taken.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn forbid_opening(&mut self, _player: i32) -> Result<(), String> {
        Ok(())
    }

    /// From now on looks at how much memory the process and its descendants hold.
    pub(crate) fn watch_memory(&mut self, most: u64) {
        self.memory_watch = Some(MemoryWatch::new(most));
    }

    /// Sends text as it is; a line ends with its line end.
    pub(crate) fn send(&mut self, text: &[u8], deadline: Option<Instant>) -> Result<(), LineError> {
        if self.used_at_rest > USED_AT_REST {
            return Err(LineError::ThoughtOn(self.used_at_rest));
        }
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
    fn left_until(&mut self, deadline: Option<Instant>) -> Result<Option<Timespec>, LineError> {
        let process = self.keeper();
        let left = match deadline {
            None => None,
            Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                Some(left) => {
                    let look = self.held_up.until_first_look(process);
                    Some(look.map_or(left, |look| left.min(look)))
                }
                None => {
                    Some(self.held_up.left_behind(deadline, process).ok_or(LineError::TimedOut)?)
                }
            },
        };
        let Some(watch) = &mut self.memory_watch else { return Ok(left.map(timespec)) };
        if process.is_some_and(|process| watch.finds_too_much(process)) {
            return Err(LineError::TooMuchMemory);
        }
        let until_look = watch.until_look();
        Ok(Some(timespec(left.unwrap_or(until_look).min(until_look))))
    }

    fn keeper(&self) -> Option<i32> {
        self.group.keeper().map(|keeper| keeper.as_raw_nonzero().get())
    }

    /// The number of the player's process, while it is there.
    pub(crate) fn number(&self) -> Option<i32> {
        if cfg!(target_os = "linux") {
            descendants::first_child(self.keeper()?)
        } else {
            self.keeper()
        }
    }

    /// The memory that the process and its descendants hold.
    pub(crate) fn resident(&self) -> Option<u64> {
        self.keeper().map(descendants::resident)
    }

    /// Reads what the process wrote to its output, without waiting and not without end.
    fn collect(&mut self) {
        for _ in 0..256 {
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

    /// From now on the player is asked something, and what holds it up counts anew.
    pub(crate) fn ask(&mut self) {
        self.held_up = self.held_up.again(self.keeper());
        self.resume();
    }

    /// How long the machine has kept the player from its answer.
    pub(crate) fn held_up(&self) -> Duration {
        self.held_up.so_far(self.keeper())
    }

    /// Has the whole group stopped in a moment, so that nothing in it thinks on.
    pub(crate) fn pause(&self) {
        self.group.pause_soon();
    }

    /// Lets the group go on.
    pub(crate) fn resume(&mut self) {
        self.used_at_rest += self.group.resume();
    }

    /// Says that nothing more will be asked.
    pub(crate) fn hang_up(&mut self) {
        self.group.release();
        self.to = None;
    }

    /// Ends the process, if it has not ended by itself within a moment, and its whole group.
    pub(crate) fn end(&mut self) -> Ending {
        self.end_within(GRACE)
    }

    /// The same for one that has closed the conversation, most likely by its end.
    pub(crate) fn take_note_of_its_end(&mut self) -> Ending {
        self.end_within(DEATH)
    }

    fn end_within(&mut self, patience: Duration) -> Ending {
        self.group.release();
        // The keeper need not listen to us any more, and waits for the end.
        let _ = self.control.get_ref().shutdown(Shutdown::Write);
        let by_itself = self.has_ended_within(patience);
        let ending = self.kill();
        self.collect();
        ending.filter(|_| by_itself).unwrap_or(Ending::Silent)
    }

    /// Waits for the end without taking note of it, so that the group's number stays ours.
    fn has_ended_within(&self, patience: Duration) -> bool {
        let Some(pid) = self.group.keeper() else { return false };
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

    /// Kills the whole group and takes note of its end, if that was not done before.
    fn kill(&mut self) -> Option<Ending> {
        self.group.keeper()?;
        self.group.kill();
        let status = loop {
            match waitpid(Some(self.keeper), WaitOptions::empty()) {
                Err(Errno::INTR) => {}
                result => break result.ok().flatten(),
            }
        };
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

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
