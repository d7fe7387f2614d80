//! What a player says of itself: its name, class, the games that it plays and its options.

use super::flag::is_false;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a player says of itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct About {
    /// The name by which the player is chosen. Case, spaces and dashes make no difference.
    pub name: String,
    /// Who wrote it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The player's own version.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// One line for listings.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// The licence, as an SPDX expression.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub license: String,
    /// Where the source is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Whether it sees the position in its rounds.
    pub class: Class,
    /// Whether a person chooses the cell. The host then asks the person first and puts the
    /// choice into the query as `$x` and `$y`.
    #[serde(skip_serializing_if = "is_false")]
    pub person: bool,
    /// The games that it plays; nothing here means Othello on any board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<Plays>,
    /// The options that it takes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionSpec>,
}

/// Whether a player sees the position and the moves in its rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// It gets neither position nor moves: its thinking must be Cypher.
    #[default]
    Blind,
    /// Its rounds carry the position and all moves so far.
    Open,
}

/// A game that a player plays, with the boards and starts that it plays it on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Plays {
    /// The game's name: `othello`, `reversi`, `tictactoe` or that of a user's own game; `*` for every game.
    pub game: String,
    /// The board's sizes; none means any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<u32>,
    /// The names of the starts; none means any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<String>,
}

/// An option that a player takes, as `NAME:depth=5` sets it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The name to write before the `=`.
    pub name: String,
    /// What kind of value it takes.
    #[serde(rename = "type")]
    pub kind: OptionKind,
    /// The value that holds where none is given.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub default: Value,
    /// The least number allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The greatest number allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The only texts allowed; none means any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// One line for listings.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub line: String,
}

/// The kinds of values that options take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A text file, which the host reads: a player gets its text with the [`Game`], and the SHA-256 of it as the option's
    /// value.
    ///
    /// [`Game`]: crate::Game
    File,
    /// Any text, and any kind that this version does not know.
    #[default]
    #[serde(other)]
    Text,
}

impl About {
    /// A blind player that plays Othello on any board.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        About { name: name.into(), version: version.into(), ..About::default() }
    }

    /// Says who wrote it.
    pub fn author(mut self, author: impl Into<String>) -> Self {
        self.author = author.into();
        self
    }

    /// Says in one line what it does.
    pub fn line(mut self, line: impl Into<String>) -> Self {
        self.line = line.into();
        self
    }

    /// Names the licence, as an SPDX expression.
    pub fn license(mut self, license: impl Into<String>) -> Self {
        self.license = license.into();
        self
    }

    /// Says where the source is.
    pub fn source(mut self, source: impl Into<String>) -> Self {
        self.source = source.into();
        self
    }

    /// Makes it an open player, which sees the position and the moves.
    pub fn open(mut self) -> Self {
        self.class = Class::Open;
        self
    }

    /// Makes it a person's seat: the host asks the person for the cell.
    pub fn person(mut self) -> Self {
        self.person = true;
        self
    }

    /// Adds a game that it plays. The first one replaces the default, Othello on any board.
    pub fn plays(mut self, plays: Plays) -> Self {
        self.plays.push(plays);
        self
    }

    /// Adds an option that it takes.
    pub fn option(mut self, option: OptionSpec) -> Self {
        self.options.push(option);
        self
    }

    /// Whether it says that it plays this game on this board from this start.
    pub fn can_play(&self, game: &str, size: u32, start: &str) -> bool {
        if self.plays.is_empty() {
            return game == "othello";
        }
        self.plays.iter().any(|plays| {
            (plays.game == game || plays.game == ANY_GAME)
                && (plays.sizes.is_empty() || plays.sizes.contains(&size))
                && (plays.starts.is_empty() || plays.starts.iter().any(|name| name == start))
        })
    }
}

/// What stands for every game in what a player plays.
pub const ANY_GAME: &str = "*";

impl Plays {
    /// Every game, those of users' own as well.
    pub fn any() -> Self {
        Plays::game(ANY_GAME)
    }

    /// A game, on any board and from any start.
    pub fn game(name: impl Into<String>) -> Self {
        Plays { game: name.into(), ..Plays::default() }
    }

    /// Only on boards of these sizes.
    pub fn sizes(mut self, sizes: impl IntoIterator<Item = u32>) -> Self {
        self.sizes.extend(sizes);
        self
    }

    /// Only from this start, or from one more.
    pub fn start(mut self, name: impl Into<String>) -> Self {
        self.starts.push(name.into());
        self
    }
}

impl OptionSpec {
    fn of(kind: OptionKind, name: impl Into<String>, default: Value) -> Self {
        OptionSpec { name: name.into(), kind, default, ..OptionSpec::default() }
    }

    /// An option that takes a whole number.
    pub fn integer(name: impl Into<String>, default: i64) -> Self {
        Self::of(OptionKind::Integer, name, default.into())
    }

    /// An option that takes any number.
    pub fn number(name: impl Into<String>, default: f64) -> Self {
        Self::of(OptionKind::Number, name, default.into())
    }

    /// An option that takes `true` or `false`.
    pub fn boolean(name: impl Into<String>, default: bool) -> Self {
        Self::of(OptionKind::Boolean, name, default.into())
    }

    /// An option that takes a text.
    pub fn text(name: impl Into<String>, default: impl Into<String>) -> Self {
        Self::of(OptionKind::Text, name, Value::String(default.into()))
    }

    /// An option that takes a text file. Where none is named, there is none.
    pub fn file(name: impl Into<String>) -> Self {
        Self::of(OptionKind::File, name, Value::Null)
    }

    /// Bounds a number, both ends allowed.
    pub fn between(mut self, min: impl Into<f64>, max: impl Into<f64>) -> Self {
        self.min = Some(min.into());
        self.max = Some(max.into());
        self
    }

    /// Allows only these texts.
    pub fn choices<T: Into<String>>(mut self, choices: impl IntoIterator<Item = T>) -> Self {
        self.choices.extend(choices.into_iter().map(Into::into));
        self
    }

    /// Says in one line what the option does.
    pub fn line(mut self, line: impl Into<String>) -> Self {
        self.line = line.into();
        self
    }
}
