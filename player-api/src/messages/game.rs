//! The game that a player is created for, and what it shares with every round of that game.

use super::flag::is_false;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A player's options by name. The host fills in the defaults of those not given.
pub type Options = serde_json::Map<String, Value>;

/// The side that a player plays, as the cells' `state` names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Symbol {
    /// Black, who moves first.
    #[default]
    X,
    /// White.
    O,
}

/// The game that a player's instance is created for. An instance lives for one unbroken game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Game {
    /// Which player of the library is wanted, by the name that it gives itself.
    pub player: String,
    /// The game's name: `othello`, `reversi`, `tictactoe` or that of a user's own game.
    pub game: String,
    /// Rows and columns of the board.
    pub size: u32,
    /// How the game begins: `standard`, `mirrored`, `empty`, `position` or a name of the game's.
    pub start: String,
    /// The player's own side.
    pub symbol: Symbol,
    /// A seed for everything random in this game, below 2^53.
    pub seed: u64,
    /// The player's options, with the defaults of those not given.
    #[serde(skip_serializing_if = "Options::is_empty")]
    pub options: Options,
    /// The texts of the files that the user named for options of [`OptionKind::File`], by the options' names.
    ///
    /// [`OptionKind::File`]: crate::OptionKind::File
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// The limit of every move in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// The player's clock for the whole game in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// What each move adds to the clock, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// Whether somebody wants to see the player's thinking.
    #[serde(skip_serializing_if = "is_false")]
    pub show_thinking: bool,
    /// For an open player: the position before the first move, as in [`Round::position`].
    ///
    /// [`Round::position`]: crate::Round::position
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How the board's cells are recognised.
    #[serde(skip_serializing_if = "Cell::is_usual")]
    pub cell: Cell,
    /// In a game that is only written in Cypher: its query of the cells to which `$symbol` may go, each as `cell`. It
    /// may use `$size` and `$start` too, which a player gives as parameters of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<String>,
}

/// How a node of the graph is recognised as a cell of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Cell {
    /// The label that it has.
    pub label: String,
    /// The property with the number of its row.
    pub row: String,
    /// The property with the number of its column.
    pub column: String,
    /// The number of the first row and of the first column.
    pub first: i64,
}

impl Default for Cell {
    /// `(:Cell {row, column})`, counted from 0.
    fn default() -> Self {
        Cell { label: "Cell".into(), row: "row".into(), column: "column".into(), first: 0 }
    }
}

impl Cell {
    fn is_usual(&self) -> bool {
        *self == Cell::default()
    }

    /// A pattern of the node with these parameters as its row and column from 0, such as
    /// `(cell:Cell {row: $y, column: $x})`.
    pub fn pattern(&self, variable: &str, row: &str, column: &str) -> String {
        let number = |name: &str| match self.first {
            0 => format!("${name}"),
            first => format!("${name} + {first}"),
        };
        let (row_key, column_key) = (quoted(&self.row), quoted(&self.column));
        let (row, column) = (number(row), number(column));
        format!("({variable}:{} {{{row_key}: {row}, {column_key}: {column}}})", quoted(&self.label))
    }
}

/// A name as Cypher takes it.
fn quoted(name: &str) -> String {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let plain = name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit());
    if plain { name.to_owned() } else { format!("`{}`", name.replace('`', "``")) }
}

impl Default for Game {
    fn default() -> Self {
        Game {
            player: String::new(),
            game: "othello".into(),
            size: 8,
            start: "standard".into(),
            symbol: Symbol::X,
            seed: 0,
            options: Options::new(),
            files: BTreeMap::new(),
            move_ms: None,
            clock_ms: None,
            increment_ms: None,
            show_thinking: false,
            position: None,
            cell: Cell::default(),
            legal: None,
        }
    }
}

impl Game {
    /// An option's value, where it is there and of that type.
    pub fn option<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        option(&self.options, name)
    }

    /// The text of the file that was named for an option.
    pub fn file(&self, option: &str) -> Option<&str> {
        self.files.get(option).map(String::as_str)
    }
}

pub(crate) fn option<T: DeserializeOwned>(options: &Options, name: &str) -> Option<T> {
    T::deserialize(options.get(name)?).ok()
}

impl Symbol {
    /// The other side.
    pub fn other(self) -> Symbol {
        match self {
            Symbol::X => Symbol::O,
            Symbol::O => Symbol::X,
        }
    }

    /// The letter that the cells' `state` has.
    pub fn letter(self) -> &'static str {
        match self {
            Symbol::X => "X",
            Symbol::O => "O",
        }
    }
}
