//! Games that are over, and what they say of everybody's strength.

use serde::{Deserialize, Serialize};

use super::board::{BoardState, ByColour, Colour, Ply};
use super::live::Round;

/// Which games are listed, as parameters of the address.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct HistoryFilter {
    /// Those of this player.
    #[serde(default)]
    pub player: Option<String>,
    /// Those that ended so: `played`, `forfeit` or `void`.
    #[serde(default)]
    pub result: Option<String>,
    /// Those before this number.
    #[serde(default)]
    pub before: Option<i64>,
    /// At most so many; 50 by default.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Whose ratings are listed, as parameters of the address.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RatingsFilter {
    /// Those of the players of this class: `blind` or `open`.
    #[serde(default)]
    pub class: Option<String>,
    /// Those of this pool; by default of the one with the most games.
    #[serde(default)]
    pub pool: Option<String>,
}

/// Some games of the history, the newest first.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GamePage {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Whether there are older ones.
    pub more: bool,
}

/// What is known of every game that is over.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameFacts {
    /// Its number.
    pub number: i64,
    /// When it began: `2026-11-21T05:06:00Z`.
    pub began: String,
    /// Which game it was.
    pub game: String,
    /// The number of rows.
    pub size: u32,
    /// How the board began.
    pub start: String,
    /// Who played Black.
    pub black: String,
    /// Who played White.
    pub white: String,
    /// How it ended.
    pub ending: Ending,
    /// Who won.
    pub winner: Option<Colour>,
    /// Why, where it was not played to its end.
    pub why: Option<String>,
    /// The discs of both sides.
    pub counts: ByColour<u32>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ending {
    /// By the rules.
    Played,
    /// A side lost before.
    Forfeit,
    /// Without a result.
    Void,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameSummary {
    /// What is known of it.
    #[serde(flatten)]
    pub facts: GameFacts,
    /// How many moves and passes there were.
    pub plies: usize,
}

/// A game with all that happened in it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StoredGame {
    /// What is known of it.
    #[serde(flatten)]
    pub facts: GameFacts,
    /// The board as it began, by rows.
    pub initial: String,
    /// What was played.
    pub plies: Vec<Ply>,
    /// What lay on the board at the end.
    pub position: BoardState,
    /// What players were asked and answered.
    pub rounds: Vec<Round>,
    /// Where everything random came from.
    pub seed: u64,
    /// How much time there was.
    pub time: String,
    /// Where the board lived.
    pub database: String,
    /// Who played.
    pub players: ByColour<StoredPlayer>,
    /// All games of the series that it belongs to, where those who played it played again.
    pub series: Vec<GameSummary>,
}

/// A player as it was when it played.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StoredPlayer {
    /// The name that it gave itself.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `blind`, `open` or `person`.
    pub class: String,
}

/// Everybody's rating, the strongest first.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Ratings {
    /// Which game, on which board, from which start: only such games can be compared. Nothing for a contest.
    pub pool: Option<String>,
    /// All pools, the one with the most games first.
    pub pools: Vec<String>,
    /// Everybody who played.
    pub players: Vec<RatedPlayer>,
    /// From whom ratings are counted.
    pub anchor: Option<Anchor>,
}

/// A player's rating.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RatedPlayer {
    /// Its name, with what tells its versions apart.
    pub name: String,
    /// `blind`, `open` or `person`.
    pub class: String,
    /// Its rating; where the interval is unbounded, its other end.
    pub rating: f64,
    /// The lower end of the 95 % interval; nothing where it has none. Both are the rating for the one from which
    /// the others are counted.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// How many games it played.
    pub games: u64,
    /// How many points it made.
    pub points: f64,
    /// How probable it is that it is stronger than the next one.
    pub above_next: Option<f64>,
}

/// From whom ratings are counted.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Anchor {
    /// The name.
    pub name: String,
    /// The rating that is given to it.
    pub rating: f64,
}
