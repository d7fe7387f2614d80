//! The host's end of the conversation with a child: a job, the child's report on its jail, the loading of a library,
//! and then calls and replies. A reply is believed only where it carries the call's number,
//! which is drawn by chance, so that what a library writes to every descriptor is not taken for an answer.

use crate::jail::{Jail, MissingLayer, Mode};
use crate::library::Library;
use crate::link::{COMPLAINT, Call, Job, LOADED, LONGEST_LINE, TOO_LONG, Task};
use crate::log::Log;
use crate::process::{Ender, FLOOD, Launcher, LineError, Process};
use crate::reply::unasked_words;
use crate::verdict::{AskError, Failure, HostError, Verdict};
use crate::weight;
use othello_player_api::Request;
use std::hash::{BuildHasher, RandomState};
use std::io::{Write as _, stderr};
use std::sync::Once;
use std::time::{Duration, Instant};

/// Of so many missing layers each reason is told in passing.
const FEW: usize = 6;

/// So often it is looked whether what runs is closed in, where each time it has ended meanwhile.
const LOOKS: usize = 16;

/// A child, started and spoken to.
pub(crate) struct Conversation {
    process: Process,
    jail: Jail,
    /// Through how many filters the child says that its system calls go.
    filters: u32,
    /// The number of the last call.
    nonce: u64,
    numbers: RandomState,
    /// Whether an outside program was asked once.
    greeted: bool,
    log: Option<Log>,
    /// Whether an outside program that has said nothing so far is spoken to.
    silent: bool,
    is_program: bool,
}

impl Conversation {
    /// Starts a child and gives it its job, without waiting for anything.
    pub(crate) fn begin(
        launcher: &Launcher,
        jail: &Jail,
        task: Task,
        library: Option<&Library>,
    ) -> Result<Conversation, HostError> {
        let is_program = matches!(task, Task::Run { .. });
        let job = Job::new(jail.clone(), task);
        let process = Process::spawn(launcher, &job, library)?;
        Ok(Conversation {
            process,
            jail: jail.clone(),
            filters: 0,
            nonce: 0,
            numbers: RandomState::new(),
            greeted: false,
            log: None,
            silent: is_program,
            is_program,
        })
    }

    /// Keeps what the player of this name writes, where the user asked for that.
    pub(crate) fn keep_log(&mut self, launcher: &Launcher, player: &str) {
        self.log = launcher.log().map(|folder| Log::new(folder, player));
    }

    /// Waits until the child has closed itself in.
    pub(crate) fn await_report(&mut self) -> Result<(), AskError> {
        let report = self.process.report()?;
        if let Some(failed) = report.failed {
            return Err(HostError::NoJail(failed).into());
        }
        self.filters = report.filters;
        if !report.missing.is_empty() {
            self.check_whole(&report.missing)?;
        }
        if self.is_program { self.seal() } else { Ok(()) }
    }

    /// Looks at what of the jail is missing: a game is refused for it, or it is said once.
    fn check_whole(&self, missing: &[MissingLayer]) -> Result<(), HostError> {
        let needed: Vec<_> = missing.iter().filter(|one| one.layer.is_needed()).collect();
        if needed.is_empty() {
            return Ok(());
        }
        if self.jail.mode == Mode::Required {
            return Err(HostError::NoJail(all_of(&needed)));
        }
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let needed = in_passing(&needed);
            let _ =
                writeln!(stderr(), "players run with less protection than they should: {needed}");
        });
        Ok(())
    }

    /// Waits until the child has loaded its library, and seals it then: what only loading needed is taken away from
    /// outside. The first call comes after that.
    pub(crate) fn await_library(&mut self, deadline: Instant) -> Result<(), AskError> {
        let begun = Instant::now();
        let line = self.process.receive(Some(deadline));
        let verdict = match line.map_err(|error| self.verdict_of(error, begun)) {
            Ok(line) if line == LOADED.as_bytes() => return self.seal(),
            Ok(line) => match text(line).and_then(without_complaint) {
                Ok(_) => Verdict::OutOfTurn(String::new()),
                Err(complaint) => complaint,
            },
            Err(verdict) => verdict,
        };
        Err(AskError::Player(self.failure(verdict)))
    }

    fn seal(&mut self) -> Result<(), AskError> {
        let may_open = self.is_program || self.jail.mode == Mode::Off;
        let mut open = String::new();
        for _ in 0..LOOKS {
            let Some(child) = self.process.number() else { return Ok(()) };
            let forbidden = if may_open { Ok(()) } else { self.process.forbid_opening(child) };
            let Err(reason) = forbidden.and_then(|()| self.jail.check(child, self.filters)) else {
                if !may_open && self.filters > 0 {
                    self.process.is_one_process(child);
                }
                return Ok(());
            };
            open = reason;
            // One that ended meanwhile can do nothing any more; what it has left is looked at in its place.
            if self.process.number() == Some(child) {
                break;
            }
        }
        self.process.end();
        Err(HostError::NotSealed(open).into())
    }

    /// Calls a library, and waits for the reply.
    pub(crate) fn call(
        &mut self,
        call: Call,
        text: &str,
        deadline: Option<Instant>,
    ) -> Result<String, Failure> {
        let begun = Instant::now();
        self.process.ask();
        self.nonce = self.numbers.hash_one(self.nonce);
        let line = call.line(self.nonce, text);
        let sent = self.process.send(line.as_bytes(), deadline);
        let reply = match sent.and_then(|()| self.process.receive(deadline)) {
            Ok(line) => self.reply_in(line),
            Err(error) => Err(self.verdict_of(error, begun)),
        };
        self.settle(reply)
    }

    /// The reply to the last call in a line that came.
    fn reply_in(&self, line: Vec<u8>) -> Result<String, Verdict> {
        match read_nonce(&line) {
            Some((nonce, length)) if nonce == self.nonce => {
                let mut reply = text(line)?;
                reply.drain(..length);
                without_complaint(reply)
            }
            _ => Err(Verdict::OutOfTurn(String::new())),
        }
    }

    /// Sends an outside program a message and waits for its line.
    pub(crate) fn request(
        &mut self,
        request: &Request,
        deadline: Option<Instant>,
    ) -> Result<String, Failure> {
        let asked = Instant::now();
        self.process.ask();
        // Before its first answer a line may be there already that says that it could not be run.
        let reply = if self.greeted && self.process.has_spoken() {
            let line = self.process.receive(Some(asked)).unwrap_or_default();
            Err(Verdict::OutOfTurn(unasked_words(&String::from_utf8_lossy(&line))))
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

    /// From here on time counts anew for an outside program with a protocol of its own.
    pub(crate) fn begin_exchange(&mut self) {
        self.process.ask();
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
        if self.jail.ponder {
            self.process.ponder();
        } else {
            self.process.pause();
        }
    }

    /// After each reply the player is stopped until it is asked again.
    fn settle(&mut self, reply: Result<String, Verdict>) -> Result<String, Failure> {
        self.rest();
        let reply = reply.and_then(|reply| match weight::is_too_heavy(&reply) {
            true => Err(Verdict::BadAnswer(weight::words())),
            false => Ok(reply),
        });
        reply.map_err(|verdict| self.failure(verdict))
    }

    /// The memory that the player's processes hold now, where the system says so.
    pub(crate) fn memory(&self) -> Option<u64> {
        Some(self.process.held()).filter(|bytes| *bytes > 0)
    }

    /// What ends the player from elsewhere.
    pub(crate) fn ender(&self) -> Ender {
        self.process.ender()
    }

    /// How long the machine has kept the player from its last answer.
    pub(crate) fn held_up(&self) -> Duration {
        self.process.held_up()
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
            LineError::Closed => Verdict::Crashed(self.process.take_note_of_its_end()),
            LineError::TooLong => Verdict::AnswerTooLong(LONGEST_LINE),
            LineError::Flooded => Verdict::Flooded(FLOOD),
            LineError::ThoughtOn(used) => Verdict::ThoughtOn(used),
            LineError::TooMuchMemory => Verdict::TooMuchMemory(self.jail.memory),
        }
    }

    /// Says that nothing more will be asked: the player's instance is destroyed, its process ends.
    pub(crate) fn let_end(&mut self) {
        self.process.let_end();
    }

    /// Ends the game in good order.
    pub(crate) fn end(mut self) -> String {
        self.process.let_end();
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

/// What is missing, each with its reason where that can be read at a glance.
fn in_passing(missing: &[&MissingLayer]) -> String {
    if missing.len() > FEW {
        let names = missing.iter().map(|one| one.layer.name());
        let names = names.collect::<Vec<_>>().join(", ");
        return format!("{names}; \"othello-host players jail\" says what of each is missing");
    }
    all_of(missing)
}

/// What is missing, each with its reason.
fn all_of(missing: &[&MissingLayer]) -> String {
    let words = missing.iter().map(|one| format!("{}: {}", one.layer.name(), one.why));
    words.collect::<Vec<_>>().join("; ")
}

/// A reply, unless it is the child's complaint about the library.
fn without_complaint(reply: String) -> Result<String, Verdict> {
    match reply.strip_prefix(COMPLAINT) {
        None => Ok(reply),
        Some(TOO_LONG) => Err(Verdict::AnswerTooLong(LONGEST_LINE)),
        Some(complaint) => Err(Verdict::BadAnswer(complaint.to_owned())),
    }
}

/// The number with which a reply begins, and how long it is with the blank behind it.
fn read_nonce(line: &[u8]) -> Option<(u64, usize)> {
    const DIGITS: usize = 16;
    let (number, rest) = line.split_at_checked(DIGITS)?;
    let nonce = u64::from_str_radix(str::from_utf8(number).ok()?, 16).ok()?;
    rest.starts_with(b" ").then_some((nonce, DIGITS + 1))
}

fn text(line: Vec<u8>) -> Result<String, Verdict> {
    String::from_utf8(line).map_err(|_| Verdict::BadAnswer("it is not UTF-8".into()))
}
