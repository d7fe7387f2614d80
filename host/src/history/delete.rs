//! Deleting games, one by one or those that are old, with a question before.

use std::io::{IsTerminal, stdin};
use std::path::Path;
use std::time::SystemTime;

use othello_store::{Ending, Filter, GameId, GameSummary, Hold, Store};

use super::describe::number_of_games;
use super::saved::open;
use crate::confirm::confirm;
use crate::exit::usage;

/// Deletes these games and says how many were there. A contest that is being played keeps its games.
pub fn delete(path: &Path, games: &[GameId]) -> anyhow::Result<usize> {
    let mut store = Store::open_to_write(path)?;
    let _hold = hold_contest(&store, path)?;
    let deleted = store.delete(games)?;
    if deleted > 0 {
        store.shrink()?;
    }
    Ok(deleted)
}

/// Nobody goes on with a contest while its games are deleted.
fn hold_contest(store: &Store, path: &Path) -> anyhow::Result<Option<Hold>> {
    let contest = store.contest_value("plan")?;
    Ok(contest.map(|_| Hold::take(path)).transpose()?)
}

/// Which games are pruned; an option that is not given chooses none.
#[derive(Clone, Copy, Debug, Default)]
pub struct PruneOptions {
    /// Those that began before.
    pub before: Option<SystemTime>,
    /// All but the newest so many.
    pub keep: Option<usize>,
    /// Those without a result.
    pub void: bool,
}

/// The games that these options choose.
pub fn games_to_prune(path: &Path, options: PruneOptions) -> anyhow::Result<Vec<GameId>> {
    let games = open(path)?.games(&Filter::default())?;
    let newest = options.keep.map_or(0, |keep| games.len().saturating_sub(keep));
    let is_pruned = |(at, game): &(usize, &GameSummary)| {
        options.before.is_some_and(|before| game.began < before)
            || (options.keep.is_some() && *at < newest)
            || (options.void && matches!(game.ending, Ending::Void { .. }))
    };
    Ok(games.iter().enumerate().filter(is_pruned).map(|(_, game)| game.id).collect())
}

/// Whether so many games may be deleted: the user has said so, or says it now.
pub fn may_delete(path: &Path, games: usize, yes: bool) -> anyhow::Result<bool> {
    if yes || games == 0 {
        return Ok(true);
    }
    if !stdin().is_terminal() {
        return Err(usage("nobody is there to be asked; add --yes to delete without a question"));
    }
    Ok(confirm(&format!("delete {} from {}?", number_of_games(games), path.display())))
}
