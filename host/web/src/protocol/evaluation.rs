//! What positions are worth.

use othello_arena::analysis;
use serde::{Deserialize, Serialize};

use super::board::{ByColour, Colour, Position, PositionRequest, Square};

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

/// A game looked at afterwards, as far as that has come.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Review {
    /// The last position of the game.
    pub position: Position,
    /// How many of its positions are still to be looked at. While there are some, whoever wants them asks again.
    pub left: usize,
    /// How many games are looked at first.
    pub before: usize,
    /// What each position is worth in discs for Black, from the start to the end; null where that is not known yet.
    pub scores: Vec<Option<f64>>,
    /// How many discs each side gave away in the moves that were looked at.
    pub lost: ByColour<f64>,
    /// The moves that decided the game, in their order.
    pub turning_points: Vec<TurningPoint>,
}

/// A move that decided a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TurningPoint {
    /// The number of the move, from 1.
    pub number: usize,
    /// Whose it was.
    pub colour: Colour,
    /// Where.
    pub played: Square,
    /// How many discs it gave away.
    pub lost: f64,
    /// What would have been best.
    pub best: Square,
    /// What that is worth, in discs for the side to move.
    pub score: f64,
    /// The moves that would have been expected, the best one first.
    pub line: Vec<String>,
    /// What it made of a win or a draw, where it turned the game.
    pub reversal: Option<Reversal>,
}

/// What a move made of its side's prospects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reversal {
    /// A draw of a win.
    WinToDraw,
    /// A loss of a win.
    WinToLoss,
    /// A loss of a draw.
    DrawToLoss,
}

impl From<analysis::Reversal> for Reversal {
    fn from(reversal: analysis::Reversal) -> Reversal {
        match reversal {
            analysis::Reversal::WinToDraw => Reversal::WinToDraw,
            analysis::Reversal::WinToLoss => Reversal::WinToLoss,
            analysis::Reversal::DrawToLoss => Reversal::DrawToLoss,
        }
    }
}
