//! Lists of games: which ones are listed, and the table of them.

use std::path::Path;
use std::time::SystemTime;

use othello_store::{Ending, Filter, GameSummary, Score, Store, StoreError};

use super::describe::{HEADS, board, first_cells, opening};
use crate::table::table;

/// Which games are listed; by default all.
#[derive(Clone, Debug, Default)]
pub struct ListOptions {
    /// Those in which somebody of this name took part.
    pub player: Option<String>,
    /// Those that came out so.
    pub result: Option<Outcome>,
    /// Those that began then or later.
    pub since: Option<SystemTime>,
    /// The newest so many of them.
    pub newest: Option<usize>,
}

/// How a game came out, for the player who was named where it is won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Won by the player.
    Win,
    /// Lost by the player.
    Loss,
    /// Nobody won.
    Draw,
    /// Black won.
    Black,
    /// White won.
    White,
    /// Played to the end.
    Played,
    /// Lost before the end.
    Forfeit,
    /// Without a result.
    Void,
}

impl Outcome {
    /// Whether this game came out so.
    pub fn fits(self, game: &GameSummary, player: Option<&str>) -> bool {
        use othello_rules::Colour;
        let scored = |score: Score| {
            Colour::ALL.into_iter().any(|side| {
                player.is_some_and(|name| name.to_lowercase() == game.names[side].to_lowercase())
                    && game.ending.score(side) == Some(score)
            })
        };
        match self {
            Outcome::Win => scored(Score::Win),
            Outcome::Loss => scored(Score::Loss),
            Outcome::Draw => game.ending.score(Colour::Black) == Some(Score::Draw),
            Outcome::Black => game.ending.winner() == Some(Colour::Black),
            Outcome::White => game.ending.winner() == Some(Colour::White),
            Outcome::Played => matches!(game.ending, Ending::Played { .. }),
            Outcome::Forfeit => matches!(game.ending, Ending::Forfeit { .. }),
            Outcome::Void => matches!(game.ending, Ending::Void { .. }),
        }
    }
}

/// The games that these options choose, the oldest first. There are none where there is no file yet.
pub fn list(path: &Path, options: &ListOptions) -> anyhow::Result<Vec<GameSummary>> {
    let store = match Store::open_existing(path) {
        Err(StoreError::Missing(_)) => return Ok(Vec::new()),
        opened => opened?,
    };
    let filter =
        Filter { player: options.player.clone(), since: options.since, ..Filter::default() };
    let mut games = store.games(&filter)?;
    if let Some(outcome) = options.result {
        games.retain(|game| outcome.fits(game, options.player.as_deref()));
    }
    if let Some(newest) = options.newest {
        games.drain(..games.len().saturating_sub(newest));
    }
    Ok(games)
}

/// The games as a table.
pub fn table_of_games(games: &[GameSummary]) -> String {
    let row = |game: &GameSummary| {
        let moves = discs_put(&game.moves).to_string();
        let opening = opening(game).unwrap_or_default().to_owned();
        first_cells(game).into_iter().chain([moves, board(game), opening]).collect()
    };
    let heads = HEADS.into_iter().chain(["moves", "game", "opening"]);
    table(&heads.map(str::to_owned).collect::<Vec<_>>(), games.iter().map(row).collect())
}

/// How many discs were put down; most people don't count a pass as a move.
fn discs_put(moves: &str) -> usize {
    moves.chars().filter(char::is_ascii_alphabetic).count()
}
