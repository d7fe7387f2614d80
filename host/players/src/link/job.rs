//! What the host tells a child to do, what the child reports before it runs foreign code, and what a
//! loaded library is asked.

use crate::jail::Jail;
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

/// How many descriptors a child gets at most: where it reads, where it writes, a library's bytes.
pub(crate) const MOST_DESCRIPTORS: usize = 3;

/// The first line that a child gets. What comes after loading is not in it: neither the game nor the number that an
/// answer has to carry is in the child's memory while a library's constructors run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub jail: Jail,
    pub task: Task,
}

/// What a child is for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Load the library and answer calls.
    Load { library: PathBuf },
    /// Become this program, which then speaks for itself. It runs in the folder, and sees these files.
    Run { command: Vec<String>, folder: PathBuf, files: VisibleFiles },
}

/// What the child says of its jail before any foreign code runs.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The protections that this system does not have.
    pub missing: Vec<String>,
    /// Whether its system calls are filtered, which the host can see from outside.
    pub filtered: bool,
    /// Why the child could not go on at all.
    pub failed: Option<String>,
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
