//! The host's end of the conversation with a child: a job, the child's report on its jail, and
//! then questions and replies. A reply is believed only where it carries the question's number,
//! which is drawn by chance, so that what a library writes to every descriptor is not taken for an answer.

use crate::jail::{Jail, Mode};
use crate::link::{COMPLAINT, Job, LONGEST_LINE, Report, TOO_LONG, Task};
use crate::log::Log;
use crate::process::{FLOOD, Launcher, LineError, Process};
use crate::verdict::{AskError, Failure, HostError, Verdict};
use othello_player_api::Request;
use std::hash::{BuildHasher, RandomState};
use std::os::fd::BorrowedFd;
use std::sync::Once;
use std::time::{Duration, Instant};

/// How long a child may take until it reports on its jail: no foreign code has run till then.
const REPORT_LIMIT: Duration = Duration::from_secs(20);

/// A child, started and spoken to.
pub(crate) struct Conversation {
    process: Process,
    ponder: bool,
    mode: Mode,
    memory: u64,
    /// The number of the question that waits for its reply.
    nonce: u64,
    numbers: RandomState,
    /// Whether an outside program was asked once.
    greeted: bool,
    log: Option<Log>,
    /// Whether an outside program that has said nothing so far is spoken to.
    silent: bool,
}

impl Conversation {
    /// Starts a child and gives it its job, without waiting for anything.
    pub(crate) fn begin(
        launcher: &Launcher,
        jail: &Jail,
        task: Task,
        bytes: Option<BorrowedFd<'_>>,
    ) -> Result<Conversation, HostError> {
        let numbers = RandomState::new();
        let nonce = numbers.hash_one(0u64);
        let is_program = matches!(task, Task::Run { .. });
        let log = Log::new(launcher.log(), &task);
        let job = Job { nonce, jail: jail.clone(), task };
        let mut line = serde_json::to_vec(&job).map_err(|e| HostError::Talk(e.into()))?;
        line.push(b'\n');
        let mut process = Process::spawn(launcher, &line, bytes)?;
        if is_program && jail.mode != Mode::Off {
            process.watch_memory(jail.memory);
        }
        let Jail { mode, memory, ponder } = *jail;
        Ok(Conversation {
            process,
            ponder,
            mode,
            memory,
            nonce,
            numbers,
            greeted: false,
            log,
            silent: is_program,
        })
    }

    /// Waits until the child has closed itself in.
    pub(crate) fn await_report(&mut self) -> Result<(), AskError> {
        let line = match self.process.receive(Some(Instant::now() + REPORT_LIMIT)) {
            Ok(line) => line,
            Err(_) => {
                self.process.end();
                let output = self.process.output();
                return Err(HostError::Talk(std::io::Error::other(format!(
                    "the child process ended before it had begun {output}"
                )))
                .into());
            }
        };
        let report: Report =
            serde_json::from_slice(&line).map_err(|e| HostError::Talk(e.into()))?;
        if let Some(failed) = report.failed {
            return Err(HostError::NoJail(failed).into());
        }
        if !report.missing.is_empty() {
            let missing = report.missing.join(", ");
            if self.mode == Mode::Required {
                return Err(HostError::NoJail(missing).into());
            }
            static ONCE: Once = Once::new();
            ONCE.call_once(|| {
                eprintln!("players run with less protection than they should: {missing}");
            });
        }
        Ok(())
    }

    /// Waits for the reply to the last question.
    pub(crate) fn await_reply(&mut self, deadline: Option<Instant>) -> Result<String, Failure> {
        let asked = Instant::now();
        let reply = self.process.receive(deadline).map_err(|error| self.verdict_of(error, asked));
        let reply = reply.and_then(|line| {
            let number = format!("{:016x} ", self.nonce);
            match line.strip_prefix(number.as_bytes()) {
                Some(reply) => text(reply.to_vec()).and_then(without_complaint),
                None => Err(Verdict::OutOfTurn),
            }
        });
        self.settle(reply)
    }

    /// Asks a library's round, which is JSON, and waits for the reply.
    pub(crate) fn ask(
        &mut self,
        round: &str,
        deadline: Option<Instant>,
    ) -> Result<String, Failure> {
        let asked = Instant::now();
        self.process.resume();
        self.nonce = self.numbers.hash_one(self.nonce);
        let line = format!("{:016x} {round}\n", self.nonce);
        match self.process.send(line.as_bytes(), deadline) {
            Ok(()) => self.await_reply(deadline),
            Err(error) => {
                let verdict = self.verdict_of(error, asked);
                self.settle(Err(verdict))
            }
        }
    }

    /// Sends an outside program a message and waits for its line.
    pub(crate) fn request(
        &mut self,
        request: &Request,
        deadline: Option<Instant>,
    ) -> Result<String, Failure> {
        let asked = Instant::now();
        self.process.resume();
        // Before its first answer a line may be there already that says that it could not be run.
        let reply = if self.greeted && self.process.has_spoken() {
            Err(Verdict::OutOfTurn)
        } else {
            self.request_line(request, deadline).map_err(|error| self.verdict_of(error, asked))
        };
        self.greeted = true;
        self.silent &= reply.is_err();
        let reply = reply.and_then(text);
        self.settle(reply)
    }

    fn request_line(
        &mut self,
        request: &Request,
        deadline: Option<Instant>,
    ) -> Result<Vec<u8>, LineError> {
        let mut line = serde_json::to_vec(request).unwrap_or_default();
        line.push(b'\n');
        match self.process.send(&line, deadline) {
            // It may have said why before it went.
            Ok(()) | Err(LineError::Closed) => self.process.receive(deadline),
            Err(error) => Err(error),
        }
    }

    /// Sends an outside program a line of its own protocol. That it is gone shows when it is listened to:
    /// it may have said why before it went.
    pub(crate) fn tell(&mut self, line: &str, deadline: Option<Instant>) -> Result<(), Verdict> {
        let sent = Instant::now();
        self.process.resume();
        match self.process.send(format!("{line}\n").as_bytes(), deadline) {
            Ok(()) | Err(LineError::Closed) => Ok(()),
            Err(error) => Err(self.verdict_of(error, sent)),
        }
    }

    /// The next line of an outside program, of which one is expected since `begun`.
    pub(crate) fn hear(
        &mut self,
        begun: Instant,
        deadline: Option<Instant>,
    ) -> Result<String, Verdict> {
        self.process.resume();
        let line = self.process.receive(deadline).map_err(|error| self.verdict_of(error, begun))?;
        self.silent = false;
        Ok(String::from_utf8_lossy(&line).into_owned())
    }

    /// Stops the player until it is spoken to again, unless it may think on.
    pub(crate) fn rest(&mut self) {
        if !self.ponder {
            self.process.pause();
        }
    }

    /// After each reply the player is stopped until it is asked again.
    fn settle(&mut self, reply: Result<String, Verdict>) -> Result<String, Failure> {
        self.rest();
        reply.map_err(|verdict| self.failure(verdict))
    }

    /// The memory that the player's processes hold now, where the system says so.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.process.resident().filter(|bytes| *bytes > 0)
    }

    /// A verdict with what the player wrote.
    pub(crate) fn failure(&mut self, verdict: Verdict) -> Failure {
        if let Some(log) = &mut self.log {
            log.note(&verdict);
        }
        Failure { verdict, output: self.process.output() }
    }

    fn verdict_of(&mut self, error: LineError, asked: Instant) -> Verdict {
        match error {
            LineError::TimedOut => {
                Verdict::TimedOut { after: asked.elapsed(), silent: self.silent }
            }
            LineError::Closed => Verdict::Crashed(self.process.end()),
            LineError::TooLong => Verdict::AnswerTooLong(LONGEST_LINE),
            LineError::Flooded => Verdict::Flooded(FLOOD),
            LineError::TooMuchMemory => Verdict::TooMuchMemory(self.memory),
        }
    }

    /// Ends the game in good order: the player's instance is destroyed, its process ends.
    pub(crate) fn end(mut self) -> String {
        self.process.hang_up();
        self.process.end();
        self.process.output()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if let Some(log) = &self.log {
            log.write(&self.process.output());
        }
    }
}

/// A reply, unless it is the child's complaint about the library.
fn without_complaint(reply: String) -> Result<String, Verdict> {
    match reply.strip_prefix(COMPLAINT) {
        None => Ok(reply),
        Some(TOO_LONG) => Err(Verdict::AnswerTooLong(LONGEST_LINE)),
        Some(complaint) => Err(Verdict::BadAnswer(complaint.to_owned())),
    }
}

fn text(line: Vec<u8>) -> Result<String, Verdict> {
    String::from_utf8(line).map_err(|_| Verdict::BadAnswer("it is not UTF-8".into()))
}
