//! Deleting games, one by one or those that are old, with a question before.

use std::io::{IsTerminal, Write, stderr, stdin};
use std::path::Path;
use std::time::SystemTime;

use othello_store::{Ending, Filter, GameId, GameSummary, Hold, Store};

use super::open;
use crate::exit::usage;

/// Deletes these games and says how many were there. A contest that is being played keeps its games.
pub fn delete(path: &Path, games: &[GameId]) -> anyhow::Result<usize> {
    let mut store = open(path)?;
    let _hold = held(&store, path)?;
    let deleted = store.delete(games)?;
    if deleted > 0 {
        store.shrink()?;
    }
    Ok(deleted)
}

/// Nobody goes on with a contest while its games are deleted.
fn held(store: &Store, path: &Path) -> anyhow::Result<Option<Hold>> {
    let contest = store.contest("plan")?;
    Ok(contest.map(|_| Hold::take(path)).transpose()?)
}

/// Which games have had their time. What is not given counts for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Old {
    /// Those that began before.
    pub before: Option<SystemTime>,
    /// All but the newest so many.
    pub beyond: Option<usize>,
    /// Those without a result.
    pub void: bool,
}

/// The games that have had their time.
pub fn old(path: &Path, old: Old) -> anyhow::Result<Vec<GameId>> {
    let games = open(path)?.games(&Filter::default())?;
    let newest = old.beyond.map_or(0, |keep| games.len().saturating_sub(keep));
    let goes = |(at, game): &(usize, &GameSummary)| {
        old.before.is_some_and(|before| game.began < before)
            || (old.beyond.is_some() && *at < newest)
            || (old.void && matches!(game.ending, Ending::Void { .. }))
    };
    Ok(games.iter().enumerate().filter(goes).map(|(_, game)| game.id).collect())
}

/// Whether so many games may go: the user has said so, or says it now.
pub fn may(path: &Path, games: usize, yes: bool) -> anyhow::Result<bool> {
    if yes || games == 0 {
        return Ok(true);
    }
    if !stdin().is_terminal() {
        return Err(usage("nobody is there to be asked; add --yes to delete without a question"));
    }
    eprint!("delete {} from {}? [y/N] ", counted(games), path.display());
    let _ = stderr().flush();
    let mut answer = String::new();
    Ok(stdin().read_line(&mut answer).is_ok() && answer.trim().eq_ignore_ascii_case("y"))
}

/// So many games in words.
pub fn counted(games: usize) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}
