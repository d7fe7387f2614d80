//! Games that are written in Cypher: a folder of queries with a manifest, built in or a user's own. What it
//! means to play by them is the referee's.

mod manifest;

use std::fmt;
use std::path::{Path, PathBuf};

pub use manifest::{CellShape, DISCS, GameError};

use othello_rules::ByColour;
use othello_rules::outside::{self, WRITTEN_BY_HAND};
use othello_rules::text::decoded;

use manifest::Manifest;

use crate::session::{Meter, QueryFault, guard};

/// A game as its queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CypherGame {
    /// The name by which it is chosen: that of its folder.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The boards that it is played on.
    pub sizes: Vec<u8>,
    /// How it may begin, the usual way first.
    pub starts: Vec<String>,
    /// How a node is recognised as a square.
    pub cell: CellShape,
    /// The column of the query that plays which holds the list of the nodes that the move changed.
    pub changed: String,
    /// Its column that says something about the move, where there is one.
    pub message: Option<String>,
    /// How the sides' marks are drawn.
    pub marks: ByColour<char>,
    /// The queries.
    pub queries: Queries,
}

/// The queries of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queries {
    /// Makes the board in an empty database, for `$size` and `$start`.
    pub setup: Query,
    /// Gives each square as `cell`, with the `mark` that lies there: `X`, `O` or null.
    pub board: Query,
    /// Gives whose `turn` it is, where it is that of `$symbol` by turns; no record, if the game is over.
    pub turn: Query,
    /// Gives each square to which `$symbol` may go as `cell`.
    pub legal: Query,
    /// Plays `$symbol` at `$row` and `$column`; changes nothing where that is not legal.
    pub play: Query,
    /// Gives the `winner` of a game that is over: `X`, `O` or null.
    pub result: Query,
}

impl Queries {
    /// All of them.
    pub(crate) fn all(&self) -> [&Query; 6] {
        let Queries { setup, board, turn, legal, play, result } = self;
        [setup, board, turn, legal, play, result]
    }

    /// The labels that they speak of.
    pub(crate) fn labels(&self) -> impl Iterator<Item = String> {
        let facts = self.all().map(|query| guard::facts(&query.text, &Meter::default()));
        facts.into_iter().flatten().flat_map(|facts| facts.labels).map(|label| label.name.into())
    }
}

/// A query and the file that it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The file, as people find it.
    pub file: String,
    /// The text.
    pub text: String,
}

/// The files of the games that are built in.
const BUILT_IN: [(&str, &str); 19] = [
    ("othello/game.toml", include_str!("../../games/othello/game.toml")),
    ("othello/setup.cypher", include_str!("../../games/othello/setup.cypher")),
    ("othello/board.cypher", include_str!("../../games/othello/board.cypher")),
    ("othello/turn.cypher", include_str!("../../games/othello/turn.cypher")),
    ("othello/legal.cypher", include_str!("../../games/othello/legal.cypher")),
    ("othello/play.cypher", include_str!("../../games/othello/play.cypher")),
    ("othello/result.cypher", include_str!("../../games/othello/result.cypher")),
    ("reversi/game.toml", include_str!("../../games/reversi/game.toml")),
    ("reversi/setup.cypher", include_str!("../../games/reversi/setup.cypher")),
    ("reversi/turn.cypher", include_str!("../../games/reversi/turn.cypher")),
    ("reversi/legal.cypher", include_str!("../../games/reversi/legal.cypher")),
    ("reversi/play.cypher", include_str!("../../games/reversi/play.cypher")),
    ("tictactoe/game.toml", include_str!("../../games/tictactoe/game.toml")),
    ("tictactoe/setup.cypher", include_str!("../../games/tictactoe/setup.cypher")),
    ("tictactoe/board.cypher", include_str!("../../games/tictactoe/board.cypher")),
    ("tictactoe/turn.cypher", include_str!("../../games/tictactoe/turn.cypher")),
    ("tictactoe/legal.cypher", include_str!("../../games/tictactoe/legal.cypher")),
    ("tictactoe/play.cypher", include_str!("../../games/tictactoe/play.cypher")),
    ("tictactoe/result.cypher", include_str!("../../games/tictactoe/result.cypher")),
];

/// The names of the games that are built in.
pub const NAMES: [&str; 3] = ["othello", "reversi", "tictactoe"];

impl CypherGame {
    /// A game that is built in.
    ///
    /// # Errors
    /// Where there is none of this name, and which there are.
    pub fn built_in(name: &str) -> Result<CypherGame, GameError> {
        if !NAMES.contains(&name) {
            return Err(GameError::unknown(name, &NAMES));
        }
        CypherGame::read(name, |file| {
            let path = match file.strip_prefix("../") {
                Some(path) => path.to_owned(),
                None => format!("{name}/{file}"),
            };
            let found = BUILT_IN.iter().find(|(known, _)| *known == path);
            let missing = || GameError::new(&path, "there is no such file");
            found.map(|(_, text)| (path.clone(), (*text).to_owned())).ok_or_else(missing)
        })
    }

    /// The files of a game that is built in and shares none with another, to begin a game of one's own from.
    pub fn files(name: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        BUILT_IN.iter().filter_map(move |(path, text)| {
            let (folder, file) = path.split_once('/')?;
            (folder == name).then_some((file, *text))
        })
    }

    /// The game in a user's folder.
    ///
    /// # Errors
    /// What is wrong with it, and in which file.
    pub fn in_folder(folder: &Path) -> Result<CypherGame, GameError> {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        CypherGame::read(&name.unwrap_or_default(), |file| {
            let path: PathBuf = folder.join(file);
            let shown = path.display().to_string();
            let wrong = |error: &dyn fmt::Display| GameError::new(&shown, &error.to_string());
            let bytes = outside::read(&path, WRITTEN_BY_HAND).map_err(|error| wrong(&error))?;
            let text = decoded(&bytes).map_err(|error| wrong(&error))?;
            Ok((shown, text))
        })
    }

    fn read(
        name: &str,
        file: impl Fn(&str) -> Result<(String, String), GameError>,
    ) -> Result<CypherGame, GameError> {
        let (path, text) = file("game.toml")?;
        let manifest = Manifest::parse(&path, &text)?;
        let query = |file_name: &str| {
            let (file, text) = file(file_name)?;
            Ok::<Query, GameError>(Query { file, text })
        };
        let wanted = &manifest.queries;
        let queries = Queries {
            setup: query(&wanted.setup)?,
            board: query(&wanted.board)?,
            turn: query(&wanted.turn)?,
            legal: query(&wanted.legal)?,
            play: query(&wanted.play)?,
            result: query(&wanted.result)?,
        };
        Ok(CypherGame {
            name: name.to_owned(),
            title: manifest.title,
            sizes: manifest.sizes,
            starts: manifest.starts,
            cell: manifest.cell,
            changed: manifest.play.changed,
            message: manifest.play.message,
            marks: ByColour { black: manifest.draw.black, white: manifest.draw.white },
            queries,
        })
    }
}

impl Query {
    /// A fault of this query with its file, and the place with a caret under it.
    pub(crate) fn fault(&self, fault: &QueryFault) -> String {
        let place = fault.excerpt(&self.text).map(|place| format!("\n{place}"));
        format!("{}: {}{}", self.file, fault.message, place.unwrap_or_default())
    }

    /// What is wrong with its text.
    pub(crate) fn problem(&self) -> Option<String> {
        let error = guard::facts(&self.text, &Meter::default()).err()?;
        Some(format!("{}: {}", self.file, error.render(&self.text)))
    }
}

impl fmt::Display for CypherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_that_are_built_in_can_be_read_and_their_queries_parsed() {
        for name in NAMES {
            let game = CypherGame::built_in(name).unwrap();
            assert_eq!(game.mistakes(), Vec::<String>::new(), "{name}");
        }
        let error = CypherGame::built_in("chess").unwrap_err().to_string();
        assert_eq!(error, "no game \"chess\"; there are othello, reversi, tictactoe");
    }
}
