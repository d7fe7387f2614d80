//! The ladder: who takes part, where everybody stands, and what is played.

use serde::{Deserialize, Serialize};

use super::board::Stones;
use super::contests::ContestBoard;

/// The ladder as everybody sees it. Ask again every second or two; `If-None-Match` saves its way.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Ladder {
    /// What the event is called.
    pub title: String,
    /// What people call the game.
    pub game: String,
    /// Rows of the board.
    pub size: u8,
    /// A query for somebody who writes a first one.
    pub example: String,
    /// Where the event is in its course.
    pub phase: LadderPhase,
    /// When it begins, in milliseconds since 1970.
    pub starts: Option<i64>,
    /// When submissions are closed.
    pub ends: Option<i64>,
    /// What the clock of the server says.
    pub now: i64,
    /// How long a player may take for a move, in milliseconds.
    pub move_ms: u64,
    /// Whether compiled players and programs take part beside queries.
    pub allows_code: bool,
    /// The largest file that is taken in, in bytes.
    pub largest_upload: u64,
    /// How many people are there.
    pub people: usize,
    /// How many games have a result.
    pub games: u64,
    /// How many versions wait for the checker.
    pub waiting: usize,
    /// Everybody who has an accepted version, the strongest first.
    pub table: Vec<LadderPlace>,
    /// Names of those who have none yet.
    pub newcomers: Vec<String>,
    /// The latest games, the newest first.
    pub latest: Vec<LadderGame>,
    /// The boards that are played on.
    pub boards: Vec<ContestBoard>,
    /// How stones are drawn.
    pub disc: Stones,
    /// The final, once it is begun.
    pub final_round: Option<LadderFinal>,
}

/// Where an event is in its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LadderPhase {
    /// People may join.
    Before,
    /// Submissions are taken, and rated games played.
    Open,
    /// The time is up: what came in time is being checked, and the final waits for that.
    Closing,
    /// The final is played.
    Final,
    /// All is played, and queries can be seen.
    Over,
}

/// Somebody's place in the table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderPlace {
    /// The place, from 1; none before the first game.
    pub rank: Option<usize>,
    /// The number of the person.
    pub person: i64,
    /// The name.
    pub name: String,
    /// Whether it is one of the host's own, to be beaten.
    pub boss: bool,
    /// The rating in Elo.
    pub rating: f64,
    /// Its standard error.
    pub error: f64,
    /// The version in the file.
    pub version: i64,
    /// The version's number among the author's.
    pub number: u32,
    /// Games of that version.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How many of these by a fault of its own.
    pub forfeits: u64,
    /// What its author earned.
    pub badges: Vec<String>,
}

/// A game that was played.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderGame {
    /// Its number.
    pub id: i64,
    /// Who had Black.
    pub black: LadderSide,
    /// Who had White.
    pub white: LadderSide,
    /// What Black made of it: 1, 0.5 or 0.
    pub points: f64,
    /// The discs at the end, Black's first.
    pub discs: Vec<u32>,
    /// The fault by which it was lost, in one word.
    pub fault: Option<String>,
    /// What was wrong, for the author of the query alone.
    pub reason: Option<String>,
    /// Whether it is one of the final.
    pub in_final: bool,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
}

/// A side of a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderSide {
    /// The person's number.
    pub person: i64,
    /// The person's name.
    pub name: String,
    /// The version in the file.
    pub version: i64,
    /// The version's number among the author's.
    pub number: u32,
}

/// A game with its boards.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderReplay {
    /// What a list shows of it.
    #[serde(flatten)]
    pub game: LadderGame,
    /// How stones are drawn.
    pub disc: Stones,
    /// The board at the beginning and after each move, by rows.
    pub boards: Vec<String>,
    /// The moves, `--` for a pass.
    pub moves: Vec<String>,
}

/// The final.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderFinal {
    /// Games that are played.
    pub played: u64,
    /// All games.
    pub planned: u64,
    /// Everybody, the best first.
    pub places: Vec<LadderFinalPlace>,
}

/// Somebody's place in the final.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderFinalPlace {
    /// The place, from 1.
    pub rank: usize,
    /// The person's number.
    pub person: i64,
    /// The name.
    pub name: String,
    /// The points, those of rounds without an opponent among them.
    pub points: f64,
    /// How many rounds were without an opponent.
    pub byes: u32,
}

/// Somebody, with all versions.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderPerson {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// Whether it is one of the host's own.
    pub boss: bool,
    /// Whether the organiser lets them submit nothing for now.
    pub muted: bool,
    /// Whether they take part no more.
    pub removed: bool,
    /// What they earned.
    pub badges: Vec<String>,
    /// Their versions, the newest first.
    pub versions: Vec<LadderVersion>,
    /// Their latest comparisons, the newest first; for themselves alone.
    pub comparisons: Vec<LadderComparison>,
}

/// A version of somebody.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderVersion {
    /// Its number in the file.
    pub id: i64,
    /// Its number among the author's.
    pub number: u32,
    /// When it came, in milliseconds since 1970.
    pub submitted: i64,
    /// What it is made of.
    pub form: LadderForm,
    /// How many bytes a file has that is no query.
    pub size: Option<u64>,
    /// What the checker said.
    pub verdict: LadderVerdict,
    /// Why it was refused, or what is worth knowing; for its author, and where everybody may see the query.
    pub words: Option<String>,
    /// The rating in Elo, once it is accepted.
    pub rating: Option<f64>,
    /// Its standard error.
    pub error: Option<f64>,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by a fault of its own, by the reason.
    pub faults: Vec<LadderFault>,
    /// Whether everybody may see the query.
    pub public: bool,
}

/// Two versions of somebody that play each other until it is clear whether the one is better.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderComparison {
    /// Its number.
    pub id: i64,
    /// The number among the author's of the version that may be better.
    pub tried: u32,
    /// That of the other one.
    pub against: u32,
    /// When it was asked for, in milliseconds since 1970.
    pub began: i64,
    /// Games that the one that may be better won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
    /// What came of it; nothing yet where it is played, or waits.
    pub outcome: Option<LadderOutcome>,
}

/// What came of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LadderOutcome {
    /// The version that was tried is stronger.
    Stronger,
    /// It gains nothing that is worth having.
    NoGain,
    /// So many games did not tell.
    Unclear,
    /// It was stopped.
    Stopped,
    /// It could not be played.
    Failed,
}

/// Somebody wants to know whether a version of theirs is better than another.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LadderCompare {
    /// The version that may be better.
    pub tried: i64,
    /// The other one.
    pub against: i64,
}

/// What a version is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LadderForm {
    /// A query.
    Query,
    /// A pack with a library or with the folder of a program.
    Pack,
    /// A library.
    Library,
    /// A program of one file.
    Program,
    /// A player of the host's machine.
    Installed,
}

/// How often a version lost by a fault.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderFault {
    /// The reason in one word.
    pub reason: String,
    /// How often.
    pub games: u64,
}

/// What the checker said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LadderVerdict {
    /// Nothing yet.
    Waiting,
    /// It can't play.
    Refused,
    /// It plays.
    Accepted,
}

/// A version with its query and its latest games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderVersionPage {
    /// Whose it is.
    pub author: LadderSide,
    /// What a list shows of it.
    pub version: LadderVersion,
    /// The query, where the one who asks may see it.
    pub query: Option<String>,
    /// The SHA-256 of a file that is no query, likewise.
    pub sha256: Option<String>,
    /// The latest games, the newest first.
    pub games: Vec<LadderGame>,
}

/// Somebody wants to take part.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LadderJoin {
    /// Under which name.
    pub name: String,
    /// The room's code.
    pub code: String,
}

/// Somebody takes part.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderAccount {
    /// The number.
    pub person: i64,
    /// The name as it is shown.
    pub name: String,
    /// The key, which is all of the account; send it as `Authorization: Bearer KEY`.
    pub key: String,
}

/// A new version.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LadderSubmission {
    /// The query.
    pub query: String,
}

/// What stands behind the address to which a file is sent.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct LadderUpload {
    /// What it is called.
    #[serde(default)]
    pub name: String,
}

/// A version was taken in.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LadderReceipt {
    /// Its number in the file.
    pub version: i64,
    /// Its number among the author's.
    pub number: u32,
}

/// Whether everybody may see a version.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LadderReveal {
    /// Whether they may.
    pub public: bool,
}
