//! The games that a page can name: those that are built in, and the user's own that the server was started with.

use std::path::{Path, PathBuf};

use othello_arena::GameSetup;
use othello_board::game::{CypherGame, DISCS, NAMES};
use othello_rules::{ByColour, Size, Variant};

use crate::protocol::{Example, OfferedGame, Stones};
use crate::refusal::Refusal;

/// Queries for somebody who writes a first one, on the board of Othello.
const EXAMPLES: [(&str, &str, &str); 3] = [
    (
        "Look around",
        "Every empty cell that has a disc of the other side beside it. The rows are marked on the board.",
        include_str!("../queries/look.cypher"),
    ),
    (
        "Any legal cell",
        "A first player: all legal cells, one of them by chance. Only this one record is a move.",
        include_str!("../queries/legal.cypher"),
    ),
    (
        "The greedy one",
        "The legal cell that turns over most discs. Change the order, and it is your own.",
        include_str!("../queries/greedy.cypher"),
    ),
];

/// The games that a page can name.
pub struct Games(Vec<Offered>);

/// A game with its queries.
struct Offered {
    game: CypherGame,
    /// Where it comes from, if it is a user's own.
    folder: Option<PathBuf>,
}

impl Games {
    /// The built-in games, and those in these folders.
    ///
    /// # Errors
    /// What is wrong with one of them, or that two have the same name.
    pub fn with(folders: &[PathBuf]) -> Result<Games, String> {
        let message = |error: othello_board::game::GameError| error.to_string();
        let built_in = NAMES.into_iter().map(|name| {
            Ok(Offered { game: CypherGame::built_in(name).map_err(message)?, folder: None })
        });
        let mut games = Games(built_in.collect::<Result<_, String>>()?);
        for folder in folders {
            let game = CypherGame::in_folder(folder).map_err(message)?;
            if games.find(&game.name).is_ok() {
                let why =
                    "there is a game of this name already; another name for the folder will do";
                return Err(format!("{}: {why}", folder.display()));
            }
            let folder = std::path::absolute(folder).ok();
            games.0.push(Offered { game, folder });
        }
        Ok(games)
    }

    fn find(&self, name: &str) -> Result<&Offered, Refusal> {
        let found = self.0.iter().find(|offered| offered.game.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names: Vec<_> = self.0.iter().map(|offered| offered.game.name.as_str()).collect();
            Refusal::wrong(format!("no game {name:?}; choose {}", names.join(" or ")))
        })
    }

    /// What a game begins with, on the usual board and from the usual start where nothing is said. A folder is not
    /// for a page to name.
    pub(crate) fn begin(
        &self,
        name: &str,
        size: Option<u8>,
        start: Option<&str>,
    ) -> Result<GameSetup, Refusal> {
        let Offered { game, folder } = self.find(name)?;
        let flag = folder.as_deref().and_then(Path::to_str).unwrap_or(&game.name);
        GameSetup::find(flag, size, start).map_err(Refusal::wrong)
    }

    /// What people call a game.
    pub fn title(&self, name: &str) -> String {
        self.find(name).map_or_else(|_| name.to_owned(), |offered| offered.game.title.clone())
    }

    /// The games as the page gets them, with their boards.
    pub(crate) fn offers(&self) -> Vec<OfferedGame> {
        self.0.iter().map(Offered::offer).collect()
    }
}

impl Offered {
    fn offer(&self) -> OfferedGame {
        let CypherGame { name, title, sizes, starts, cell, marks, .. } = &self.game;
        let sizes = match name.parse::<Variant>() {
            Ok(_) => Size::ALL.iter().map(|size| size.get()).collect(),
            Err(_) => sizes.clone(),
        };
        OfferedGame {
            name: name.clone(),
            title: title.clone(),
            sizes,
            starts: starts.clone(),
            disc: stones_of(*marks),
            cell: format!("(:{} {{{}, {}}})", cell.label, cell.row, cell.column),
            examples: self.examples(),
        }
    }

    /// Queries for somebody who writes a first one. Any game can say what is legal in it.
    fn examples(&self) -> Vec<Example> {
        let example = |title: &str, text: &str, query: &str| Example {
            title: title.to_owned(),
            text: text.to_owned(),
            query: query.trim_end().to_owned(),
        };
        if self.game.name.parse::<Variant>().is_ok() {
            return EXAMPLES.map(|(title, text, query)| example(title, text, query)).to_vec();
        }
        let legal = self.game.queries.legal.text.trim_end();
        let any = format!("CALL () {{\n{legal}\n}}\nRETURN cell\nORDER BY rand()\nLIMIT 1");
        vec![
            example("Look around", "All legal cells, as the game itself finds them.", legal),
            example(
                "Any legal cell",
                "A first player: one of them by chance. Only this one record is a move.",
                &any,
            ),
        ]
    }
}

/// How the page draws what lies on a board of such a game.
pub(crate) fn stones(setup: &GameSetup) -> Stones {
    stones_of(setup.marks())
}

fn stones_of(marks: ByColour<char>) -> Stones {
    if marks == DISCS { Stones::Disc } else { Stones::Mark }
}
