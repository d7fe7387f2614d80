//! A player's processes and the conversation with them, whatever the system: lines with a deadline, what they write
//! elsewhere, what they use of the machine meanwhile, and their end.

use super::error::LineError;
use super::held_up::HeldUp;
use super::launch::Launcher;
use super::memory_watch::MemoryWatch;
use super::output::Output;
use super::process_group::{Ender, ProcessGroup};
use super::readiness::{Hears, Readiness};
use super::system::{Child, memory_is_watched};
use crate::library::Library;
use crate::link::{Inbox, Job, LONGEST_LINE, Report};
use crate::verdict::{Ending, HostError};
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a process may take to end after it closed the conversation or was told to.
const GRACE: Duration = Duration::from_millis(50);

/// How long one that has closed the conversation has until its end is known: the system has to end all that it has
/// started and to take down what was around it.
const DEATH: Duration = Duration::from_secs(2);

/// How long an answer is waited for before the host goes to sleep.
const AT_ONCE: Duration = Duration::from_micros(50);

/// Whoever answers in more pieces than an answer of the largest size has is read only so often: to be woken for each byte
/// would cost the host as much as it costs the player.
const MOST_PIECES: u32 = (LONGEST_LINE / PART) as u32;
const PIECES_PAUSE: Duration = Duration::from_millis(1);

/// The same of what is written elsewhere, for which nobody waits.
const MOST_WRITTEN_PIECES: u32 = 64;

/// How much of the processor a player may use while it is not its turn: the system counts in parts of a hundredth of a
/// second for each process.
const USED_AT_REST: Duration = Duration::from_millis(50);

/// How much is read at once.
const PART: usize = 16 << 10;

/// A player's processes, killed as a whole when dropped.
pub(crate) struct Process {
    child: Child,
    group: Arc<ProcessGroup>,
    inbox: Inbox,
    /// What its standard output and error were.
    output: Output,
    /// Where somebody has to look at how much memory the process and its descendants hold.
    memory_watch: Option<MemoryWatch>,
    /// How much of the processor it has used while it had to rest.
    used_at_rest: Duration,
    held_up: HeldUp,
    /// In how many pieces something came since it was last spoken to.
    pieces: u32,
    /// The same of what it wrote elsewhere.
    written_pieces: u32,
    scratch: Box<[u8; PART]>,
}

impl Process {
    /// Has a child of the launcher's program begin a job, with the library that it is for.
    pub(crate) fn spawn(
        launcher: &Launcher,
        job: &Job,
        library: Option<&Library>,
    ) -> Result<Process, HostError> {
        let (child, tree) = launcher.start(job, library)?;
        let is_watched = memory_is_watched(job.kind());
        Ok(Process {
            child,
            group: ProcessGroup::new(tree),
            inbox: Inbox::default(),
            output: Output::default(),
            memory_watch: is_watched.then(|| MemoryWatch::new(job.jail.memory)),
            used_at_rest: Duration::ZERO,
            held_up: HeldUp::new(),
            pieces: 0,
            written_pieces: 0,
            scratch: Box::new([0; PART]),
        })
    }

    /// Waits until the child has closed itself in.
    pub(crate) fn report(&mut self) -> Result<Report, HostError> {
        let Some(report) = self.child.report() else {
            self.end();
            let output = self.output();
            let words = format!("the child process ended before it had begun {output}");
            return Err(HostError::Talk(io::Error::other(words)));
        };
        self.group.heed(&report);
        Ok(report)
    }

    /// Takes from the player's process the right to open files, which only loading needed.
    pub(crate) fn forbid_opening(&mut self, player: i32) -> Result<(), String> {
        self.child.forbid_opening(player)
    }

    /// From here on the player is this one process and starts no others.
    pub(crate) fn is_one_process(&self, player: i32) {
        self.group.is_one_process(player);
    }

    /// Sends text as it is; a line ends with its line end.
    pub(crate) fn send(&mut self, text: &[u8], deadline: Option<Instant>) -> Result<(), LineError> {
        if self.used_at_rest > USED_AT_REST {
            return Err(LineError::ThoughtOn(self.used_at_rest));
        }
        (self.pieces, self.written_pieces) = (0, 0);
        let mut rest = text;
        while !rest.is_empty() {
            match self.child.write(rest) {
                Ok(sent) => rest = &rest[sent..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.wait_for(Readiness::Writable, deadline)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(LineError::Closed),
            }
        }
        Ok(())
    }

    /// The next line, without its end.
    pub(crate) fn receive(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, LineError> {
        match self.next_line(deadline) {
            // It may have said something more before its end came.
            Ok(_) | Err(LineError::Closed) if self.was_overfull() => Err(LineError::TooMuchMemory),
            line => line,
        }
    }

    /// Whether it was ended for what it held.
    fn was_overfull(&self) -> bool {
        self.child.was_overfull() || self.group.was_overfull()
    }

    fn next_line(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, LineError> {
        loop {
            match self.inbox.take_line() {
                Some(line) if line.len() > LONGEST_LINE => return Err(LineError::TooLong),
                Some(line) => {
                    self.held_up.answered();
                    return Ok(line);
                }
                None if self.inbox.is_too_long() => return Err(LineError::TooLong),
                None => {}
            }
            // What comes first alone is waited for awake and taken whenever it came. Whoever says more without an end
            // to it is waited for like somebody who is silent: with a look at its time, and its memory, before each piece.
            if self.pieces > 0 || !self.came_at_once()? {
                self.wait_for(Readiness::Readable, deadline)?;
                if self.pieces > MOST_PIECES {
                    std::thread::sleep(PIECES_PAUSE);
                }
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
        match self.child.read(&mut self.scratch[..]) {
            Ok(0) => Err(LineError::Closed),
            Ok(count) => {
                self.inbox.add(&self.scratch[..count]);
                self.pieces = self.pieces.saturating_add(1);
                Ok(())
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                Ok(())
            }
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
            let wait = |left, hears| self.child.wait(readiness, left, hears);
            let mut ready = wait(left, Hears::All).map_err(|_| LineError::Closed)?;
            if ready.output {
                self.written_pieces += 1;
                if self.written_pieces > MOST_WRITTEN_PIECES && !ready.conversation {
                    let pause = left.map_or(PIECES_PAUSE, |left| left.min(PIECES_PAUSE));
                    ready =
                        wait(Some(pause), Hears::Conversation).map_err(|_| LineError::Closed)?;
                }
                self.collect();
                if self.output.is_flood() {
                    return Err(LineError::Flooded);
                }
            }
            if ready.conversation {
                return Ok(());
            }
        }
    }

    /// How long may be waited at once.
    fn left_until(&mut self, deadline: Option<Instant>) -> Result<Option<Duration>, LineError> {
        let tree = self.group.tree();
        let player = tree.watched();
        let left = match deadline {
            None => None,
            Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                Some(left) => {
                    let look = self.held_up.until_look(player);
                    Some(look.map_or(left, |look| left.min(look)))
                }
                None => {
                    Some(self.held_up.left_behind(deadline, player).ok_or(LineError::TimedOut)?)
                }
            },
        };
        let Some(watch) = &mut self.memory_watch else { return Ok(left) };
        if watch.finds_too_much(&tree) {
            return Err(LineError::TooMuchMemory);
        }
        let until_look = watch.until_look();
        Ok(Some(left.unwrap_or(until_look).min(until_look)))
    }

    /// The number of the player's process, while it is there and the system has such numbers.
    pub(crate) fn number(&self) -> Option<i32> {
        self.group.tree().player()
    }

    /// The memory that the process and its descendants hold.
    pub(crate) fn held(&self) -> u64 {
        let processes = self.group.tree().processes();
        processes.shown_memory() + processes.unseen_memory(u64::MAX)
    }

    /// Reads what the process wrote to its output, without waiting and not without end.
    fn collect(&mut self) {
        for _ in 0..256 {
            match self.child.read_output(&mut self.scratch[..]) {
                Ok(0) => return,
                Ok(count) => self.output.add(&self.scratch[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
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
        let asked = Instant::now();
        self.resume();
        self.held_up = self.held_up.again(asked, self.group.tree().watched());
    }

    /// How long the machine has kept the player from its answer.
    pub(crate) fn held_up(&self) -> Duration {
        self.held_up.so_far(self.group.tree().watched())
    }

    /// Has the whole group stopped in a moment, so that nothing in it thinks on.
    pub(crate) fn pause(&self) {
        self.group.pause_soon();
    }

    /// Lets the group think on while nobody waits for it.
    pub(crate) fn ponder(&self) {
        if let Some(watch) = &self.memory_watch {
            self.group.ponder(watch.anew());
        }
    }

    /// Lets the group go on.
    pub(crate) fn resume(&mut self) {
        self.used_at_rest += self.group.resume();
    }

    /// What ends the process from elsewhere.
    pub(crate) fn ender(&self) -> Ender {
        self.group.ender()
    }

    /// Says that nothing more will be asked, and waits for nothing.
    pub(crate) fn let_end(&mut self) {
        self.group.release();
        self.child.hang_up();
        self.child.let_end();
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
        self.child.let_end();
        let by_itself = self.group.tree().is_there() && self.child.has_ended_within(patience);
        let ending = self.kill();
        self.collect();
        ending.filter(|_| by_itself).unwrap_or(Ending::Silent)
    }

    /// Kills the whole group and takes note of its end, if that was not done before.
    fn kill(&mut self) -> Option<Ending> {
        if !self.group.tree().is_there() {
            return None;
        }
        self.group.kill();
        self.child.ending()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
