//! Whether a query is a player: looked at while it is written, and tried on positions.

use serde::{Deserialize, Serialize};

use super::board::{Position, othello};
use super::query::QueryFault;

/// A query that is being written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextToCheck {
    /// The query.
    pub query: String,
}

/// What the engine says of a query without running it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CheckedText {
    /// What is wrong with it, if anything is.
    pub fault: Option<QueryFault>,
}

/// A query that is to be tried on 50 positions of all phases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrialRequest {
    /// The query.
    pub query: String,
    /// The name of the game: `othello` by default.
    #[serde(default = "othello")]
    pub game: String,
    /// The number of rows; the game's usual one by default.
    #[serde(default)]
    pub size: Option<u8>,
    /// How the board begins; by default the usual way.
    #[serde(default)]
    pub start: Option<String>,
}

/// What came of a trial.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Trial {
    /// Whether it went to a legal square on all positions.
    pub good: bool,
    /// The same as a sentence.
    pub text: String,
    /// The positions that it was tried on.
    pub positions: Vec<TriedPosition>,
}

/// A position that a query was tried on.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TriedPosition {
    /// The position.
    pub position: Position,
    /// Whether it went to a legal square there.
    pub good: bool,
    /// What came of it, as a sentence.
    pub text: String,
    /// How long the query ran, in milliseconds.
    pub took_ms: f64,
}
