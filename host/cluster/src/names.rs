//! What everything on the server is called. Each contest has streams of its own, so that none can fill another's, and
//! that everything of one is gone with them.

use std::fmt;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader};
use std::str::FromStr;

use othello_arena::contest::PairJob;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The bucket with the contests that are held.
pub(crate) const CONTESTS: &str = "othello-contests";
/// The bucket with the workers that are there.
pub(crate) const WORKERS: &str = "othello-workers";
/// The store with players and plans, by their hashes.
pub(crate) const OBJECTS: &str = "othello-objects";
/// The consumer that all workers share.
pub(crate) const WORK: &str = "work";
/// The organiser's consumer.
pub(crate) const DESK: &str = "desk";
/// How long the name of a worker may be.
const LONGEST_NAME: usize = 60;

/// Names a contest on every server.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ContestId(String);

/// The SHA-256 of what is stored, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(String);

/// Names a pair, or what is left of one, and how often it was tried before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct TaskId {
    pub place: u64,
    /// Which of its games: 1 the first, 2 the second, 3 both.
    pub games: u8,
    pub attempt: u32,
}

impl ContestId {
    /// One that no other contest has.
    #[must_use]
    pub fn random() -> ContestId {
        ContestId(format!("{:016x}", RandomState::new().hash_one(std::process::id())))
    }

    pub(crate) fn pairs_stream(&self) -> String {
        format!("othello-pairs-{self}")
    }

    pub(crate) fn results_stream(&self) -> String {
        format!("othello-results-{self}")
    }

    pub(crate) fn pair(&self, task: TaskId) -> String {
        format!("othello.pairs.{self}.{task}")
    }

    pub(crate) fn result(&self, task: TaskId) -> String {
        format!("othello.results.{self}.{task}")
    }

    /// The pair that stands under a subject of the queue, where others may have put something else.
    pub(crate) fn pair_of(&self, subject: &str) -> Option<TaskId> {
        TaskId::of_subject(subject).filter(|&task| self.pair(task) == subject)
    }

    pub(crate) fn pairs(&self) -> String {
        format!("othello.pairs.{self}.>")
    }

    pub(crate) fn results(&self) -> String {
        format!("othello.results.{self}.>")
    }

    /// What a thing is stored as that is of this contest alone.
    pub(crate) fn own(&self, digest: &Digest) -> String {
        format!("{}{digest}", self.own_prefix())
    }

    /// How the names of all those begin.
    pub(crate) fn own_prefix(&self) -> String {
        format!("{self}-")
    }

    /// Where workers say which stored thing is missing.
    pub(crate) fn missing(&self) -> String {
        format!("othello.missing.{self}")
    }

    /// Where workers show their boards.
    pub(crate) fn boards(&self) -> String {
        format!("othello.boards.{self}")
    }

    /// Where a worker says that it begins a pair that was handed out before.
    pub(crate) fn begun(&self, task: TaskId) -> String {
        format!("othello.begun.{self}.{task}")
    }

    /// All of these.
    pub(crate) fn all_begun(&self) -> String {
        format!("othello.begun.{self}.>")
    }
}

impl TaskId {
    pub(crate) fn of(pair: &PairJob) -> TaskId {
        let games = pair.games.iter().fold(0, |games, game| games | 1 << (game.number % 2));
        TaskId { place: pair.place, games, attempt: pair.attempt }
    }

    /// The pair in the last part of a subject.
    pub(crate) fn of_subject(subject: &str) -> Option<TaskId> {
        let mut parts = subject.rsplit('.');
        let attempt = parts.next()?.parse().ok()?;
        let games = parts.next()?.parse().ok()?;
        Some(TaskId { place: parts.next()?.parse().ok()?, games, attempt })
    }
}

impl Digest {
    pub(crate) fn of(bytes: &[u8]) -> Digest {
        Digest::of_hash(Sha256::new_with_prefix(bytes))
    }

    /// That of what was hashed piece by piece.
    pub(crate) fn of_hash(hash: Sha256) -> Digest {
        Digest(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// That of a file, which may be larger than memory has room for.
    pub(crate) fn of_file(file: File) -> io::Result<Digest> {
        let (mut file, mut hash) = (BufReader::with_capacity(64 << 10, file), Sha256::new());
        loop {
            let piece = file.fill_buf()?;
            if piece.is_empty() {
                return Ok(Digest::of_hash(hash));
            }
            hash.update(piece);
            let length = piece.len();
            file.consume(length);
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a text is a key of our buckets: a contest's name, or a worker's. Others may have written any there, and no
/// terminal is to see it.
pub(crate) fn is_key(text: &str) -> bool {
    let is_plain = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(is_plain)
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
}

impl FromStr for ContestId {
    type Err = String;

    fn from_str(text: &str) -> Result<ContestId, String> {
        ContestId::try_from(text.to_owned())
    }
}

impl TryFrom<String> for ContestId {
    type Error = String;

    fn try_from(text: String) -> Result<ContestId, String> {
        if is_hex(&text, 16) { Ok(ContestId(text)) } else { Err("no contest has this name".into()) }
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Digest, String> {
        if is_hex(&text, 64) { Ok(Digest(text)) } else { Err("this is no SHA-256".to_owned()) }
    }
}

impl From<ContestId> for String {
    fn from(id: ContestId) -> String {
        id.0
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.0
    }
}

impl fmt::Display for ContestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.place, self.games, self.attempt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_tells_its_pair() {
        let task = TaskId { place: 17, games: 2, attempt: 1 };
        let contest = ContestId::random();
        assert_eq!(TaskId::of_subject(&contest.pair(task)), Some(task));
        assert_eq!(TaskId::of_subject(&contest.result(task)), Some(task));
        assert_eq!(TaskId::of_subject(&contest.boards()), None);
    }

    #[test]
    fn names_that_could_mean_something_else_on_the_server_are_refused() {
        for text in ["", ">", "*", "00112233445566.7", "../112233445566", "0011223344556677889"] {
            assert!(text.parse::<ContestId>().is_err(), "{text}");
            assert!(Digest::try_from(text.to_owned()).is_err(), "{text}");
        }
        assert!("0123456789abcdef".parse::<ContestId>().is_ok());
    }
}
