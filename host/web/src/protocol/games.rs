//! Live games: the list, a new one, and its addresses.

use othello_rules as rules;
use serde::{Deserialize, Serialize};

use super::about::Database;
use super::board::{ByColour, Move, PositionRequest, Square, Stones, othello};

/// All live games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameList {
    /// In no order.
    pub games: Vec<LiveGame>,
}

/// A live game in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LiveGame {
    /// Its name in addresses: 10 characters of `a-z0-9`.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// The number of rows.
    pub size: u8,
    /// Who plays Black.
    pub black: String,
    /// Who plays White.
    pub white: String,
    /// How many moves and passes there were.
    pub plies: usize,
    /// The discs of both sides.
    pub counts: ByColour<u32>,
    /// The board by rows.
    pub board: String,
    /// Where the last disc was put.
    pub last: Option<Square>,
    /// How its stones are drawn.
    pub disc: Stones,
    /// Whether it is over.
    pub over: bool,
    /// Whether it ended without a result.
    pub void: bool,
    /// Whether it waits: for a step, or for somebody to come.
    pub waits: bool,
    /// How many only watch.
    pub watchers: usize,
    /// Where it is watched.
    pub url: String,
}

/// A game that is to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// Which game: `othello` by default.
    #[serde(default = "othello")]
    pub game: String,
    /// The number of rows; the game's usual one by default.
    #[serde(default)]
    pub size: Option<u8>,
    /// How the board begins: the name of a start, or a board by rows and who is to move; by default the
    /// usual start.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves that have been played already: a branch of another game, a pasted transcript.
    #[serde(default)]
    pub moves: Vec<Move>,
    /// Who plays Black.
    pub black: NewSeat,
    /// Who plays White.
    pub white: NewSeat,
    /// How much time there is.
    #[serde(default)]
    pub time: NewTime,
    /// Where the board lives: `embedded` by default.
    #[serde(default)]
    pub database: Database,
    /// Where everything random comes from; by default chosen by chance.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whether the game goes on by itself, or waits for steps; by default it goes on if a person plays.
    #[serde(default)]
    pub auto: Option<bool>,
    /// How long it waits after each move.
    #[serde(default)]
    pub delay_ms: u64,
    /// Whether queries are hidden until the end.
    #[serde(default)]
    pub hide_queries: Option<bool>,
}

/// Who is to play one side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeat {
    /// As on the command line, but listed players alone: `Simple`, `Alias=Champion:level=easy`.
    pub spec: String,
    /// Whether a person plays at the organiser's screen; true by default.
    #[serde(default = "here")]
    pub here: bool,
}

/// How much time there is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTime {
    /// Seconds for each move of a player, 0 for no limit; 60 by default. A person has no such limit.
    #[serde(default)]
    pub move_s: Option<f64>,
    /// A side's total, and what each move adds, such as `10m+2s`.
    #[serde(default)]
    pub clock: Option<String>,
}

/// The addresses of a game, as paths; put `location.origin` before them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct GameLinks {
    /// For those who watch.
    pub watch: String,
    /// For the one who made it.
    pub organiser: String,
    /// For the person who plays Black, if one does.
    pub black: Option<String>,
    /// For the person who plays White, if one does.
    pub white: Option<String>,
}

/// The same players in another game, on the same board and under the same conditions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayAgain {
    /// The key of the organiser, or of a seat.
    pub key: String,
    /// Whether they exchange their colours.
    #[serde(default)]
    pub swap: bool,
}

/// A game that the same play after another one, each with the key that they have.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct NextGame {
    /// Its name in addresses.
    pub id: String,
}

/// A game that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MadeGame {
    /// Its name in addresses.
    pub id: String,
    /// Its addresses.
    #[serde(flatten)]
    pub links: GameLinks,
}

impl NewGame {
    /// Where it begins.
    pub fn position(&self) -> PositionRequest {
        let NewGame { game, size, start, moves, .. } = self.clone();
        PositionRequest { game, size, start, moves }
    }

    /// Who is to play.
    pub fn seats(&self) -> rules::ByColour<&NewSeat> {
        rules::ByColour { black: &self.black, white: &self.white }
    }
}

fn here() -> bool {
    true
}
