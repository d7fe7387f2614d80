//! Versions: what somebody submitted, what the checker said of it, and what it made of its games.

use std::collections::BTreeMap;

use othello_players::share::CodeForm;
use serde::{Deserialize, Serialize};

use crate::moment::Moment;
use crate::person::PersonId;

/// Numbers a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VersionId(pub i64);

/// What a version is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A query, whose text lies in the file.
    Query,
    /// What is run as a process of its own and came in this form; its bytes lie in the file under the version's hash.
    Code(CodeForm),
    /// A player of the organiser's machine, as the command line names it.
    Installed(String),
}

/// What the checker said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Waiting,
    /// It can't play, for these reasons.
    Refused(String),
    /// It plays; what is worth knowing beside.
    Accepted(String),
}

/// What somebody submitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Version {
    /// Its number in the file.
    pub id: VersionId,
    /// Whose it is.
    pub person: PersonId,
    /// Its number among theirs, from 1.
    pub number: u32,
    /// What it is made of.
    pub content: Content,
    /// The SHA-256 of its text or its bytes.
    pub hash: String,
    /// What it takes of the disk.
    pub room: Room,
    /// Whether its text holds no `LIMIT`.
    pub unlimited: bool,
    /// When it came.
    pub submitted: Moment,
    /// What the checker said.
    pub verdict: Verdict,
    /// Whether its author lets everybody see it.
    pub revealed: bool,
    /// What it made of its rated games.
    pub tally: Tally,
}

impl Version {
    /// Whether it can play.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        matches!(self.verdict, Verdict::Accepted(_))
    }
}

impl Content {
    /// Whether it is run as a process of its own.
    #[must_use]
    pub fn is_code(&self) -> bool {
        matches!(self, Content::Code(_))
    }
}

/// What a version takes of the disk, in bytes; nothing where it is a player of the organiser's machine, or what was sent
/// is not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// What was sent, which lies in the ladder's file, and as long as it plays beside that once more.
    pub sent: u64,
    /// What of a pack lies unpacked beside the file as long as it plays.
    pub unpacked: u64,
}

impl Room {
    /// All that lies on the disk while it plays.
    #[must_use]
    pub fn in_play(self) -> u64 {
        self.sent + self.unpacked
    }
}

/// What a version made of its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that it lost by a fault of its own, by the reason's word.
    pub forfeits: BTreeMap<String, u64>,
    /// How long its games took, in milliseconds.
    pub took_ms: u64,
}

impl Tally {
    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game: what this side made of it in halves of a point, and the word of its fault.
    pub(crate) fn count(&mut self, half_points: u8, fault: Option<&str>, took_ms: u64) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        if let Some(word) = fault {
            *self.forfeits.entry(word.to_owned()).or_default() += 1;
        }
        self.took_ms += took_ms;
    }
    /// Takes back that a game was counted.
    pub(crate) fn uncount(&mut self, half_points: u8, fault: Option<&str>, took_ms: u64) {
        match half_points {
            2 => self.wins -= 1,
            1 => self.draws -= 1,
            _ => self.losses -= 1,
        }
        if let Some(word) = fault
            && let Some(forfeits) = self.forfeits.get_mut(word)
        {
            *forfeits -= 1;
            self.forfeits.retain(|_, forfeits| *forfeits > 0);
        }
        self.took_ms -= took_ms;
    }
}
