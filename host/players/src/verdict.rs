//! The verdicts on a player that did not answer. Whatever a player does is a value of these types;
//! what the host itself could not do is a [`HostError`], for which no player is to blame.

use std::fmt;
use std::time::Duration;

/// Why a player did not answer, and what it left in its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The reason.
    pub verdict: Verdict,
    /// The end of what the player wrote to its standard output and error.
    pub output: String,
}

/// Why a player did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It could not be loaded or started at all.
    Unusable(String),
    /// It had not answered when its time was over.
    TimedOut {
        /// How long it was waited for.
        after: Duration,
        /// Whether it is an outside program from which nothing at all has come in this game.
        silent: bool,
    },
    /// Its process ended.
    Crashed(Ending),
    /// Its code panicked, with this text.
    Panicked(String),
    /// It answered with an error of its own.
    GaveUp(String),
    /// Its answer is malformed.
    BadAnswer(String),
    /// Its answer is longer than this many bytes.
    AnswerTooLong(usize),
    /// It wrote what nobody had asked for, or pretended to be its own answer; what is to be said of that.
    OutOfTurn(String),
    /// It wrote more than this many bytes to its standard output and error.
    Flooded(u64),
    /// It used so much of the processor while it was not its turn.
    ThoughtOn(Duration),
    /// Its processes held more than this many bytes of memory.
    TooMuchMemory(u64),
}

/// What may be the matter with a program from which nothing comes.
pub const UNFLUSHED: &str =
    "nothing at all came from it: does it flush its output after each line?";

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It closed its end of the conversation and lived on until it was killed.
    Silent,
}

/// Something that the host itself could not do.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// A child process could not be started.
    #[error("cannot start a child process from {executable}: {source}")]
    Spawn {
        /// What was to be started.
        executable: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The kernel lacks a protection that was required.
    #[error(
        "the jail is not whole ({0}), and all of it is required; \"othello-host players jail\" shows what \
         is there, and --partial-jail plays with that alone"
    )]
    NoJail(String),
    /// A child is not closed in as it should be.
    #[error("a player's process is not sealed: {0}; it was ended")]
    NotSealed(String),
    /// The conversation with a child could not be set up.
    #[error("cannot talk to a child process: {0}")]
    Talk(#[source] std::io::Error),
}

/// Why a player could not be started or asked.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The player's own doing.
    #[error("{}", .0.verdict)]
    Player(Failure),
    /// The host's.
    #[error(transparent)]
    Host(#[from] HostError),
}

impl From<Failure> for AskError {
    fn from(failure: Failure) -> AskError {
        AskError::Player(failure)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Unusable(reason) => write!(f, "cannot be used: {reason}"),
            Verdict::TimedOut { after, silent } => {
                write!(f, "gave no answer within {:.3} s", after.as_secs_f64())?;
                if *silent { write!(f, "; {UNFLUSHED}") } else { Ok(()) }
            }
            Verdict::Crashed(ending) => write!(f, "crashed: {ending}"),
            Verdict::Panicked(text) => write!(f, "panicked: {text}"),
            Verdict::GaveUp(reason) => write!(f, "gave an error: {reason}"),
            Verdict::BadAnswer(reason) => write!(f, "gave no proper answer: {reason}"),
            Verdict::AnswerTooLong(limit) => {
                write!(f, "gave an answer of more than {}", Bytes(*limit as u64))
            }
            Verdict::OutOfTurn(words) => {
                write!(f, "spoke without being asked")?;
                if words.is_empty() { Ok(()) } else { write!(f, ": {words}") }
            }
            Verdict::Flooded(limit) => {
                write!(f, "wrote more than {} to its output", Bytes(*limit))
            }
            Verdict::ThoughtOn(used) => write!(
                f,
                "thought on while it was not its turn: {:.2} s of processor time",
                used.as_secs_f64()
            ),
            Verdict::TooMuchMemory(limit) => {
                write!(f, "took more than {} of memory", Bytes(*limit))
            }
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // On Windows alone is there such a code: it tells of what nobody handled.
            Ending::Exit(code @ ..0) => match exception_name(code.cast_unsigned()) {
                Some(name) => write!(f, "{name} (exception {:#010x})", code.cast_unsigned()),
                None => write!(f, "exception {:#010x}", code.cast_unsigned()),
            },
            // Nothing went wrong there: so ends a program that takes one line for all of its input.
            Ending::Exit(0) => f.write_str(
                "its process ended with exit code 0, and its game went on: does it read until its input ends?",
            ),
            Ending::Exit(code) => write!(f, "its process ended with exit code {code}"),
            Ending::Signal(number) => match signal_name(*number) {
                Some(name) => write!(f, "{name} (signal {number})"),
                None => write!(f, "signal {number}"),
            },
            Ending::Silent => write!(f, "it closed the conversation"),
        }
    }
}

/// What the exceptions mean that players die of.
fn exception_name(code: u32) -> Option<&'static str> {
    Some(match code {
        0xc000_0005 => "access violation",
        0xc000_0017 => "out of memory",
        0xc000_001d => "illegal instruction",
        0xc000_0094 => "division by zero",
        0xc000_00fd => "stack overflow",
        0xc000_0135 => "a library that it needs is missing",
        0xc000_013a => "interrupted",
        0xc000_0374 => "corrupted heap",
        0xc000_0409 => "aborted",
        _ => return None,
    })
}

/// What the signals mean that players die of, numbered as on every system that has them; those
/// whose numbers differ between systems stay numbers.
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        1 => "hung up",
        2 => "interrupted",
        4 => "illegal instruction",
        5 => "trap",
        6 => "aborted",
        8 => "arithmetic error",
        9 => "killed",
        11 => "segmentation fault",
        13 => "broken pipe",
        15 => "terminated",
        #[cfg(target_os = "linux")]
        7 => "bus error",
        #[cfg(target_os = "linux")]
        24 => "used up its processor time",
        #[cfg(target_os = "linux")]
        25 => "tried to write a file",
        #[cfg(target_os = "linux")]
        31 => "tried a system call that the jail forbids",
        _ => return None,
    })
}

/// A size as people write it.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            mib if mib >= 1 << 20 => write!(f, "{} MiB", mib >> 20),
            kib if kib >= 1 << 10 => write!(f, "{} KiB", kib >> 10),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}
