//! Files of games, and a game as its file has it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Error, anyhow};
use othello_store::{Filter, GameId, GameRecord, GameSummary, Store, StoreError};

use crate::exit::usage;
use crate::folders;

/// That a file of games has no such one.
pub fn no_game(which: &str, path: &Path) -> Error {
    anyhow!(
        "there is no game {which} in {0}; \"othello-host history list --file {0}\" shows them all",
        path.display()
    )
}

/// A game as its file has it.
pub struct SavedGame {
    /// What a list shows.
    pub summary: GameSummary,
    /// All of it.
    pub record: GameRecord,
}

impl SavedGame {
    /// Reads a game from a file of games.
    pub fn read(path: &Path, id: GameId) -> anyhow::Result<SavedGame> {
        SavedGame::load(&open(path)?, id)
    }

    /// Reads a game from an open file.
    pub fn load(store: &Store, id: GameId) -> anyhow::Result<SavedGame> {
        let (Some(summary), Some(record)) = (store.summary(id)?, store.game(id)?) else {
            return Err(no_game(&id.0.to_string(), store.path()));
        };
        Ok(SavedGame { summary, record })
    }
}

/// The file that is meant: the one that was named, or the user's history.
pub fn file(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    named.map_or_else(folders::history, |path| Ok(path.to_owned()))
}

/// Makes sure that games can be kept in the file that the environment names, before anybody plays one.
///
/// # Errors
/// Wrong usage where its folder is not there, or it holds something else.
pub fn may_be_kept() -> anyhow::Result<()> {
    let Some(path) = folders::named_history()? else { return Ok(()) };
    // A file with nothing in it becomes one of games.
    if path.metadata().is_ok_and(|file| file.is_dir() || file.len() > 0) {
        open(&path)
            .map_err(|error| usage(format!("OTHELLO_HISTORY: {error}; name another file")))?;
    }
    Ok(())
}

/// Opens a file of games that is there.
pub fn open(path: &Path) -> anyhow::Result<Store> {
    Store::open_existing(path).map_err(|error| match error {
        StoreError::Missing(path) => anyhow!(
            "no games yet in {}; they go there as they are played, or name a file by --file FILE",
            path.display()
        ),
        error => error.into(),
    })
}

/// All games of a file, the oldest first.
pub fn all(path: &Path) -> anyhow::Result<Vec<GameId>> {
    let games = open(path)?.games(&Filter::default())?;
    Ok(games.iter().map(|game| game.id).collect())
}

/// The newest game.
pub fn last(path: &Path) -> anyhow::Result<GameId> {
    let newest = Filter { newest: Some(1), ..Filter::default() };
    let last = open(path)?.games(&newest)?.last().map(|game| game.id);
    last.with_context(|| format!("there are no games in {}", path.display()))
}
