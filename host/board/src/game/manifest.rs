//! The manifest of a game's folder, `game.toml`, read and checked once.

use std::fmt;

use othello_cypher::{Datum, NodeDatum};
use othello_rules::{ByColour, Square};
use serde::Deserialize;

use crate::graph;

/// The widest board that a game may have; its columns still have a letter each.
const WIDEST: u8 = 26;

/// A full disc for Black and a ring for White, which differ without colours as well.
pub const DISCS: ByColour<char> = ByColour { black: '●', white: '○' };

/// What is wrong with a game's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameError(String);

impl GameError {
    pub(super) fn new(file: &str, what: &str) -> GameError {
        GameError(format!("{file}: {what}"))
    }

    pub(super) fn unknown(name: &str, known: &[&str]) -> GameError {
        GameError(format!("no game {name:?}; there are {}", known.join(", ")))
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GameError {}

/// The manifest as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    pub title: String,
    pub sizes: Vec<u8>,
    pub starts: Vec<String>,
    pub cell: CellShape,
    pub queries: QueryFiles,
    #[serde(default)]
    pub play: Play,
    #[serde(default)]
    pub draw: Draw,
}

/// How a node is recognised as a square of the board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellShape {
    /// The label that it has.
    pub label: String,
    /// The property with the number of its row.
    pub row: String,
    /// The property with the number of its column.
    pub column: String,
    /// The number of the first row and column.
    #[serde(default)]
    pub first: i64,
}

impl Default for CellShape {
    /// `(:Cell {row, column})`, counted from 0, as the host's own boards have it.
    fn default() -> CellShape {
        let [label, row, column] = ["Cell", "row", "column"].map(str::to_owned);
        CellShape { label, row, column, first: 0 }
    }
}

impl CellShape {
    /// The square that a node stands for, if it is one of any board.
    #[must_use]
    pub fn square(&self, node: &NodeDatum) -> Option<Square> {
        let number = |key: &str| match node.properties.get(key) {
            Some(Datum::Integer(number)) => number.checked_sub(self.first),
            _ => None,
        };
        node.labels.contains(&self.label).then_some(())?;
        graph::square(number(&self.row)?, number(&self.column)?)
    }
}

/// How a cell is drawn that holds a mark of one of the sides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Draw {
    pub black: char,
    pub white: char,
}

impl Default for Draw {
    fn default() -> Draw {
        let ByColour { black, white } = DISCS;
        Draw { black, white }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QueryFiles {
    pub setup: String,
    pub board: String,
    pub turn: String,
    pub legal: String,
    pub play: String,
    pub result: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Play {
    pub changed: String,
    pub message: Option<String>,
}

impl Default for Play {
    fn default() -> Play {
        Play { changed: "changed".to_owned(), message: None }
    }
}

impl Manifest {
    pub fn parse(file: &str, text: &str) -> Result<Manifest, GameError> {
        let manifest: Manifest =
            toml::from_str(text).map_err(|error| GameError::new(file, &error.to_string()))?;
        if manifest.sizes.is_empty() || manifest.starts.is_empty() {
            return Err(GameError::new(file, "it has no sizes or no starts"));
        }
        if let Some(size) = manifest.sizes.iter().find(|size| !(1..=WIDEST).contains(size)) {
            let what = format!("no board is {size}x{size}; sizes go from 1 to {WIDEST}");
            return Err(GameError::new(file, &what));
        }
        if [manifest.draw.black, manifest.draw.white].iter().any(|mark| mark.is_control()) {
            return Err(GameError::new(file, "a mark can't be drawn"));
        }
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_that_is_wrong_says_where() {
        let error = Manifest::parse("x/game.toml", "title = 3").err().unwrap().to_string();
        assert!(error.starts_with("x/game.toml: "), "{error}");
        assert!(error.contains("title = 3"), "{error}");
    }
}
