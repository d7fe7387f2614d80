//! The players of the machine.

use othello_player_api as api;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::board::othello;

/// All players, and the files in which there are none.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PlayerList {
    /// The players.
    pub players: Vec<Player>,
    /// The files that could not be read.
    pub broken: Vec<BrokenFile>,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Player {
    /// Its name.
    pub name: String,
    /// What chooses it for a seat; options follow as in `Champion:level=easy,depth=2`.
    pub spec: String,
    /// What it is made of: `library`, `cypher` or `program`.
    pub kind: String,
    /// What it may see.
    pub class: PlayerClass,
    /// Its version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// What it does, in a line.
    pub line: String,
    /// What it plays.
    pub plays: Vec<PlayedGame>,
    /// What can be set.
    pub options: Vec<PlayerOption>,
    /// How strong it is, by the games of the history.
    pub rating: Option<PlayerRating>,
}

/// What a player may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerClass {
    /// Neither the position nor the moves.
    Blind,
    /// The position and the moves.
    Open,
    /// It is a person.
    Person,
}

/// A game that a player plays.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PlayedGame {
    /// Its name.
    pub game: String,
    /// On boards of so many rows; empty for all.
    pub sizes: Vec<u32>,
    /// From these starts; empty for all.
    pub starts: Vec<String>,
}

/// What can be set of a player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PlayerOption {
    /// Its name.
    pub name: String,
    /// What it takes.
    #[serde(rename = "type")]
    pub kind: OptionKind,
    /// The default.
    pub default: Value,
    /// The least value.
    pub min: Option<f64>,
    /// The greatest value.
    pub max: Option<f64>,
    /// The only values, where there are some.
    pub choices: Vec<String>,
    /// What it does, in a line.
    pub line: String,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OptionKind {
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// Any text.
    Text,
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct PlayerRating {
    /// Its rating; where the interval is unbounded, its other end.
    pub rating: f64,
    /// The lower end of the 95 % interval; nothing where it has none. Both are the rating for the one from which
    /// the others are counted.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// How many games it played.
    pub games: u64,
}

/// A file in which there is no player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BrokenFile {
    /// Its name.
    pub file: String,
    /// What is wrong with it.
    pub why: String,
}

/// A query that is to be a player.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPlayer {
    /// Its name: 1 to 40 letters, digits, spaces, `-` or `_`.
    pub name: String,
    /// The query.
    pub query: String,
    /// What it plays: `othello` by default.
    #[serde(default = "othello")]
    pub game: String,
}

/// A query that was saved as a player.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SavedPlayer {
    /// Its name.
    pub name: String,
    /// What chooses it for a seat.
    pub spec: String,
}

impl From<&api::About> for PlayerClass {
    fn from(about: &api::About) -> PlayerClass {
        match (about.person, about.class) {
            (true, _) => PlayerClass::Person,
            (false, api::Class::Blind) => PlayerClass::Blind,
            (false, api::Class::Open) => PlayerClass::Open,
        }
    }
}

impl From<api::OptionKind> for OptionKind {
    fn from(kind: api::OptionKind) -> OptionKind {
        match kind {
            api::OptionKind::Integer => OptionKind::Integer,
            api::OptionKind::Number => OptionKind::Number,
            api::OptionKind::Boolean => OptionKind::Boolean,
            // Kinds that this version does not know are texts.
            _ => OptionKind::Text,
        }
    }
}
