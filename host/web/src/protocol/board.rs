//! Boards and moves.

use std::time::Duration;

use othello_board::{Turn, View};
use othello_rules as rules;
use serde::{Deserialize, Serialize};

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Colour {
    /// Moves first; its discs are written `X`.
    Black,
    /// Moves second; its discs are written `O`.
    White,
}

/// One thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ByColour<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

/// A square such as `d3`: the column by letter from `a`, the row by number from 1 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Square(pub rules::Square);

/// A square, or `--` for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Move(pub rules::Move);

/// How stones are drawn: as discs, or as crosses and noughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stones {
    /// As discs.
    Disc,
    /// As crosses and noughts.
    Mark,
}

/// A position by how it came about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Position {
    /// The name of the game.
    pub game: String,
    /// The number of rows.
    pub size: u8,
    /// The name of the start, or a board by rows and who is to move: `-----OX--XO----- O`.
    pub start: String,
    /// The moves from there.
    pub moves: Vec<Move>,
}

/// A position that the page asks about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    /// The name of the game: `othello` by default.
    #[serde(default = "othello")]
    pub game: String,
    /// The number of rows; the game's usual one by default.
    #[serde(default)]
    pub size: Option<u8>,
    /// How the board begins, by name or by rows; by default the usual way.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves from there; passes may be left out.
    #[serde(default)]
    pub moves: Vec<Move>,
}

/// A text that somebody pasted: a transcript, a board by rows with who is to move, or GGF.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PastedText {
    /// The text.
    pub text: String,
    /// The game that it is about, where it does not say so: `othello` by default.
    #[serde(default = "othello")]
    pub game: String,
    /// The number of rows.
    #[serde(default)]
    pub size: Option<u8>,
    /// How the board begins.
    #[serde(default)]
    pub start: Option<String>,
}

/// What is to happen on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BoardPhase {
    /// A side is to move.
    Move,
    /// A side has to pass, which the server does by itself.
    Pass,
    /// Nothing: the game is over.
    Over,
}

/// What lies on a board, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BoardState {
    /// `size * size` characters by rows: `X` for Black, `O` for White, `-` for an empty square.
    pub board: String,
    /// Who is to move or to pass.
    pub turn: Option<Colour>,
    /// What is to happen.
    pub phase: BoardPhase,
    /// Where the side to move may go.
    pub legal: Vec<Square>,
    /// The discs of both sides.
    pub counts: ByColour<u32>,
    /// Who has won, where the game is over and not a draw.
    pub winner: Option<Colour>,
}

/// A move or pass that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Ply {
    /// By whom.
    pub colour: Colour,
    /// What.
    #[serde(rename = "move")]
    pub ply: Move,
    /// What it turned over.
    pub flips: Vec<Square>,
    /// The board after it, by rows.
    pub board: String,
    /// The discs of both sides after it.
    pub counts: ByColour<u32>,
}

/// All boards on the way to a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MovesShown {
    /// The board as it began, by rows.
    pub initial: String,
    /// What was played.
    pub plies: Vec<Ply>,
    /// Where that leads.
    pub position: BoardState,
}

/// What a pasted text means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ReadPosition {
    /// The position.
    pub position: Position,
    /// Who played, where the text says so.
    pub names: Option<ByColour<String>>,
}

/// The game where nobody says which.
pub(super) fn othello() -> String {
    "othello".to_owned()
}

/// Milliseconds to one decimal, for clocks.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 10.0
}

/// Milliseconds to three decimals, for what was measured.
pub(crate) fn measured_milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

impl<T> ByColour<T> {
    /// What belongs to a side.
    pub fn of(&self, colour: rules::Colour) -> &T {
        match colour {
            rules::Colour::Black => &self.black,
            rules::Colour::White => &self.white,
        }
    }
}

impl From<rules::Colour> for Colour {
    fn from(colour: rules::Colour) -> Colour {
        match colour {
            rules::Colour::Black => Colour::Black,
            rules::Colour::White => Colour::White,
        }
    }
}

impl From<Colour> for rules::Colour {
    fn from(colour: Colour) -> rules::Colour {
        match colour {
            Colour::Black => rules::Colour::Black,
            Colour::White => rules::Colour::White,
        }
    }
}

impl<T> From<rules::ByColour<T>> for ByColour<T> {
    fn from(both: rules::ByColour<T>) -> ByColour<T> {
        ByColour { black: both.black, white: both.white }
    }
}

impl<T> From<ByColour<T>> for rules::ByColour<T> {
    fn from(both: ByColour<T>) -> rules::ByColour<T> {
        rules::ByColour { black: both.black, white: both.white }
    }
}

impl TryFrom<String> for Square {
    type Error = String;

    fn try_from(text: String) -> Result<Square, String> {
        let square = text.parse().map(Square);
        square.map_err(|_| format!("{text:?} is not a square; write one such as d3"))
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.0.to_string()
    }
}

impl TryFrom<String> for Move {
    type Error = String;

    fn try_from(text: String) -> Result<Move, String> {
        let ply = text.parse().map(Move);
        ply.map_err(|_| format!("{text:?} is not a move; a move is a square such as d3, or --"))
    }
}

impl From<Move> for String {
    fn from(ply: Move) -> String {
        ply.0.to_string()
    }
}

impl From<&othello_arena::Ply> for Ply {
    fn from(played: &othello_arena::Ply) -> Ply {
        Ply {
            colour: played.colour.into(),
            ply: Move(played.ply),
            flips: played.flips.iter().copied().map(Square).collect(),
            board: played.view.board(),
            counts: played.view.counts().into(),
        }
    }
}

impl From<&View> for BoardState {
    fn from(view: &View) -> BoardState {
        let (phase, turn, winner) = match &view.turn {
            Turn::Move { colour, .. } => (BoardPhase::Move, Some(*colour), None),
            Turn::Pass(colour) => (BoardPhase::Pass, Some(*colour), None),
            Turn::Over(winner) => (BoardPhase::Over, None, *winner),
        };
        BoardState {
            board: view.board(),
            turn: turn.map(Colour::from),
            phase,
            legal: view.legal().iter().copied().map(Square).collect(),
            counts: view.counts().into(),
            winner: winner.map(Colour::from),
        }
    }
}
