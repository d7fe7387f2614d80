//! The user's games that were played: kept when they are over, and listed, shown, replayed, handed on, taken in
//! and deleted afterwards. A contest's file is such a file too. What a file of games is belongs to the store.

mod delete;
mod export;
pub mod formats;
pub mod html;
mod import;
mod list;
mod places;
mod recording;
mod replay;
mod search;
mod show;
mod stats;
mod svg;

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use othello_store::{Filter, GameId, GameRecord, GameSummary, Store, StoreError};

pub use delete::{Old, counted, delete, may, old};
pub use export::{Export, Form, export};
pub use import::import;
pub use list::{Outcome, Wanted, list, listed};
pub use places::At;
pub use recording::Recording;
pub use replay::replay;
pub use search::search;
pub use show::{show, show_json};
pub use stats::stats;

use places::Line;

use crate::exit::usage;
use crate::folders;

/// The file that is meant: the one that was named, or the user's history.
pub fn file(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    named.map_or_else(folders::history, |path| Ok(path.to_owned()))
}

/// Opens a file of games that is there.
fn open(path: &Path) -> anyhow::Result<Store> {
    Store::open_existing(path).map_err(|error| match error {
        StoreError::Missing(path) => anyhow!(
            "no games yet in {}; they go there as they are played, or name a file by --file FILE",
            path.display()
        ),
        error => error.into(),
    })
}

/// The words that ask a player again before a move of a game, and what came of it in the game. Another player
/// may be asked in its place.
pub fn again(
    path: &Path,
    at: At<GameId>,
    player: Option<&str>,
) -> anyhow::Result<(Vec<String>, String)> {
    let line = Line::of(Kept::find(&open(path)?, at.game)?)?;
    let (before, moves) = (at.number - 1, line.moves.len());
    if before > moves {
        return Err(usage(format!("game {} has {moves} moves", at.game.0)));
    }
    Ok((line.query(before, player), line.told(before)))
}

/// All games of a file, the oldest first.
pub fn all(path: &Path) -> anyhow::Result<Vec<GameId>> {
    let games = open(path)?.games(&Filter::default())?;
    Ok(games.iter().map(|game| game.id).collect())
}

/// The newest game.
pub fn last(path: &Path) -> anyhow::Result<GameId> {
    let newest = Filter { newest: Some(1), ..Filter::default() };
    let games = open(path)?.games(&newest)?;
    let last = games.last().map(|game| game.id);
    last.with_context(|| format!("there are no games in {}", path.display()))
}

/// A game as its file has it: what a list shows of it, and all that happened in it.
pub struct Kept {
    /// What a list shows.
    pub summary: GameSummary,
    /// All of it.
    pub record: GameRecord,
}

impl Kept {
    fn find(store: &Store, id: GameId) -> anyhow::Result<Kept> {
        let summary = store.summary(id)?;
        let record = store.game(id)?;
        match (summary, record) {
            (Some(summary), Some(record)) => Ok(Kept { summary, record }),
            _ => Err(anyhow!(
                "there is no game {} in {}; \"othello-host history list\" shows them all",
                id.0,
                store.path().display()
            )),
        }
    }
}
