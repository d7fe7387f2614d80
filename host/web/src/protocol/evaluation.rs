//! What positions are worth.

use serde::{Deserialize, Serialize};

use super::board::{Colour, Position, PositionRequest, Square};

/// A position to be evaluated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvaluationRequest {
    /// The position.
    pub position: PositionRequest,
    /// How many seconds the evaluator may think, at most 5; 1 by default.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Whether each legal move is evaluated as well.
    #[serde(default)]
    pub squares: bool,
}

/// What a position is worth, in discs for `colour`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Evaluation {
    /// Of which position.
    pub position: Position,
    /// The score.
    pub score: f64,
    /// The side to move.
    pub colour: Colour,
    /// The best move.
    pub best: String,
    /// How many moves ahead the evaluator looked.
    pub depth: u32,
    /// Whether the score is that of perfect play.
    pub exact: bool,
    /// The moves that are expected.
    pub line: Vec<String>,
    /// What each legal move is worth, where that was asked for.
    pub squares: Vec<SquareScore>,
}

/// What a move is worth, in discs for the side to move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SquareScore {
    /// Where.
    pub square: Square,
    /// The score.
    pub score: f64,
}

/// What each position of a game is worth.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Curve {
    /// The last position of the game.
    pub position: Position,
    /// In discs for Black, from the start to the end; null where unknown.
    pub scores: Vec<Option<f64>>,
}
