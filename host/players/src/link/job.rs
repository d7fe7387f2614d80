//! What the host tells a child to do, what the child reports before it runs foreign code, how it ends, and what a
//! loaded library is asked.

use crate::cores::Cores;
use crate::jail::{Jail, MissingLayer, Mode};
use crate::visible::VisibleFiles;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// With this begins a line that tells what the child found wrong with the library or its answer.
pub(crate) const COMPLAINT: char = '!';

/// The complaint about an answer that is longer than what may be sent.
pub(crate) const TOO_LONG: &str = "it is too long";

/// The line by which a child says that its library is loaded. Strangers' code may have run by then and may have
/// written it: it is the sign for the host to take away what only loading needs, and proves nothing.
pub(crate) const LOADED: &str = "loaded";

/// What a child gets first, in a way that strangers' code never has. What comes after loading is not in it:
/// neither the game nor the number that an answer has to carry is in the child's memory while a library's constructors
/// run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub jail: Jail,
    pub task: Task,
    /// Where the player runs, where that is not left to the system.
    pub cores: Option<Cores>,
}

/// What a zygote says instead of a child's number where it can't make one.
#[cfg(target_os = "linux")]
pub(crate) const ZYGOTE_FAILED: i32 = 0;

/// For which jobs a child is made ready before there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Library,
    Program,
    /// Without a jail.
    Open,
}

impl Kind {
    const ALL: [Kind; Kind::COUNT] = [Kind::Library, Kind::Program, Kind::Open];
    /// How many there are.
    pub(crate) const COUNT: usize = 3;

    /// The word by which a process knows for which it is.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Library => "library",
            Kind::Program => "program",
            Kind::Open => "open",
        }
    }

    /// The kind of a word.
    pub(crate) fn of(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

impl Job {
    /// A job for a player that runs where this thread does.
    pub(crate) fn new(jail: Jail, task: Task) -> Job {
        Job { jail, task, cores: Cores::here() }
    }

    pub(crate) fn kind(&self) -> Kind {
        match (self.jail.mode, &self.task) {
            (Mode::Off, _) => Kind::Open,
            (_, Task::Load { .. }) => Kind::Library,
            (_, Task::Run { .. }) => Kind::Program,
        }
    }
}

/// What a child is for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Load the library and answer calls.
    Load { library: PathBuf },
    /// Become this program, which then speaks for itself. It runs in the folder, and sees these files.
    Run { command: Vec<String>, folder: PathBuf, files: VisibleFiles },
}

/// What a child says over its sockets, a line each.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Notice {
    /// Before any foreign code runs.
    Report(Report),
    /// The player's process opens nothing any more.
    Sealed,
    /// How the player's process ended, from the one that waits for it.
    End(End),
}

/// What a child is closed in with.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The protections that this system does not have.
    pub missing: Vec<MissingLayer>,
    /// The version of Landlock that holds.
    pub landlock: u32,
    /// Through how many filters more than its host's its system calls go, which the host can see from outside.
    pub filters: u32,
    /// Whether all that it starts ends with the process that waits for it.
    pub own_processes: bool,
    /// Why the child could not go on at all.
    pub failed: Option<String>,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum End {
    /// With this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}

/// What a loaded library is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// What are your players?
    Describe,
    /// Begin this game.
    Create,
    /// Answer this round.
    Round,
}

impl Call {
    const ALL: [Call; 3] = [Call::Describe, Call::Create, Call::Round];

    fn name(self) -> &'static str {
        match self {
            Call::Describe => "describe",
            Call::Create => "create",
            Call::Round => "round",
        }
    }

    /// The line of a call: the number that its answer has to carry, the call, and a JSON text.
    pub(crate) fn line(self, nonce: u64, text: &str) -> String {
        format!("{nonce:016x} {} {text}\n", self.name())
    }

    /// Reads such a line.
    pub(crate) fn parse(line: &str) -> Option<(u64, Call, &str)> {
        let (nonce, rest) = line.split_once(' ')?;
        let (name, text) = rest.split_once(' ')?;
        let call = Call::ALL.into_iter().find(|call| call.name() == name)?;
        Some((u64::from_str_radix(nonce, 16).ok()?, call, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_read_as_it_was_written() {
        for call in Call::ALL {
            let line = call.line(7, "{\"a\": 1}");
            assert_eq!(Call::parse(line.trim_end()), Some((7, call, "{\"a\": 1}")));
        }
        assert_eq!(Call::parse("7 destroy {}"), None);
        assert_eq!(Call::parse(""), None);
    }
}
