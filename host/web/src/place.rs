//! Places in games as the page writes them: which game on which board, and the moves. What they mean, and how they
//! are played to, is the arena's.

use othello_arena::{GamePosition, GameSetup, PlayedPosition, Ply};
use othello_board::{Turn, View};
use othello_rules::{Colour, Move, Square};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::games::Games;
use crate::refusal::Refusal;

/// A position by how it came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game's name.
    #[serde(default = "othello")]
    pub game: String,
    /// Rows of the board; the game's usual ones where nothing is said.
    #[serde(default)]
    pub size: Option<u8>,
    /// How the board begins, by name or by rows; the usual way where nothing is said.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves; passes may be left out.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The game where nobody says which.
pub fn othello() -> String {
    "othello".to_owned()
}

impl Place {
    /// What it begins with.
    pub fn setup(&self, games: &Games) -> Result<GameSetup, Refusal> {
        games.begin(&self.game, self.size, self.start.as_deref())
    }

    /// Plays to the position.
    pub fn play(&self, games: &Games) -> Result<PlayedPosition, Refusal> {
        let moves: Result<Vec<Move>, _> = self.moves.iter().map(|text| text.parse()).collect();
        let moves = moves.map_err(|_| Refusal::wrong("a move is a square such as d3, or --"))?;
        play(&self.setup(games)?, &moves)
    }
}

/// Plays these moves, and past the passes behind them.
pub fn play(setup: &GameSetup, moves: &[Move]) -> Result<PlayedPosition, Refusal> {
    GamePosition::new(setup.clone(), moves.to_vec()).play_to_a_move().map_err(Refusal::wrong)
}

/// A ply as the page knows it.
pub fn ply_json(ply: &Ply) -> Value {
    json!({
        "colour": word(ply.colour),
        "move": ply.ply.to_string(),
        "flips": ply.flips.iter().map(Square::to_string).collect::<Vec<_>>(),
        "board": ply.view.board(),
        "counts": counts(&ply.view),
    })
}

/// Discs of both sides.
pub fn counts(view: &View) -> Value {
    let counts = view.counts();
    json!({ "black": counts.black, "white": counts.white })
}

/// What lies on a board and whose turn it is.
pub fn lying(view: &View) -> Value {
    let (phase, turn, winner) = match &view.turn {
        Turn::Move { colour, .. } => ("move", Some(*colour), None),
        Turn::Pass(colour) => ("pass", Some(*colour), None),
        Turn::Over(winner) => ("over", None, *winner),
    };
    json!({
        "board": view.board(),
        "turn": turn.map(word),
        "phase": phase,
        "legal": view.legal().iter().map(Square::to_string).collect::<Vec<_>>(),
        "counts": counts(view),
        "winner": winner.map(word),
    })
}

/// A side in a word.
pub fn word(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}
