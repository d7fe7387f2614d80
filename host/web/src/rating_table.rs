//! Everybody's rating: worked out from the machine's history or a contest, and kept until the history has more games.
//! How ratings are asked for is not known here.

use std::fs;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use othello_arena::contest::{Plan, Pool, PoolGames, Pools, Rated, Standings, rate};
use othello_arena::ratings::Interval;
use othello_store::{Filter, GameId, PlayerRecord, Store};

use crate::protocol::{Anchor, PlayerRating, RatedPlayer, Ratings};
use crate::refusal::Refusal;
use crate::server_state::ServerState;

/// The file of the machine's games, if there is one.
pub(crate) fn open_history(server_state: &ServerState) -> Result<Option<Store>, Refusal> {
    let Some(path) = server_state.history.as_deref().filter(|path| path.is_file()) else {
        return Ok(None);
    };
    Store::open_existing(path).map(Some).map_err(Refusal::broken)
}

/// The games of a history by what can be compared, between those of one class, or of all.
pub(crate) fn pools(store: &Store, class: Option<&str>) -> Result<Vec<(Pool, PoolGames)>, Refusal> {
    let mut pools = Pools::default();
    let counts = |_: &str, record: &PlayerRecord| class.is_none_or(|class| class == record.class);
    pools.read(store, None, &counts).map_err(Refusal::broken)?;
    Ok(pools.into_pools())
}

/// Everybody's rating, worked out.
#[derive(Default)]
pub(crate) struct RatingTable {
    names: Vec<String>,
    /// Who is which version of somebody, the one that played last behind the others.
    versions: Vec<(String, usize)>,
    classes: Vec<String>,
    rated: Option<Rated>,
}

/// The ratings of everybody on the usual board, worked out once for each newest game.
#[derive(Default)]
pub(crate) struct UsualRatings(Mutex<Option<(Edition, Arc<RatingTable>)>>);

/// What tells one state of the history's file from another: its newest game, and when it was written.
type Edition = (Option<GameId>, Option<SystemTime>);

impl UsualRatings {
    /// The ratings as the history is now.
    pub(crate) fn now(&self, server_state: &ServerState) -> Result<Arc<RatingTable>, Refusal> {
        let Some(store) = open_history(server_state)? else { return Ok(Arc::default()) };
        let newest = Filter { newest: Some(1), ..Filter::default() };
        let newest = store.games(&newest).map_err(Refusal::broken)?.first().map(|game| game.id);
        let written = fs::metadata(store.path()).and_then(|file| file.modified()).ok();
        let edition = (newest, written);
        // Whoever asks meanwhile waits for the same sum.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, ratings)) = &*known
            && *of == edition
        {
            return Ok(Arc::clone(ratings));
        }
        let ratings = Arc::new(rate_history(&store)?);
        *known = Some((edition, Arc::clone(&ratings)));
        Ok(ratings)
    }
}

/// The ratings of everybody on the usual board.
fn rate_history(store: &Store) -> Result<RatingTable, Refusal> {
    let usual = Pool { game: "othello".to_owned(), size: 8, start: Some("standard".to_owned()) };
    let pools = pools(store, None)?;
    let games = pools.iter().find(|(pool, _)| *pool == usual).map(|(_, games)| games);
    Ok(games.map_or_else(RatingTable::default, RatingTable::of_pool))
}

impl RatingTable {
    /// Rates the players of a pool.
    pub(crate) fn of_pool(games: &PoolGames) -> RatingTable {
        let mut order: Vec<usize> = (0..games.versions.len()).collect();
        order.sort_by_key(|&player| games.versions[player].last_played);
        let named = |player: usize| (games.versions[player].name.clone(), player);
        RatingTable {
            names: games.labels(),
            versions: order.into_iter().map(named).collect(),
            classes: games.versions.iter().map(|version| version.record.class.clone()).collect(),
            rated: Some(games.rate(None)),
        }
    }

    /// Rates those who take part in a contest by where they stand.
    pub(crate) fn of_contest(plan: &Plan, standings: &Standings) -> RatingTable {
        let names = plan.names();
        let rated = (standings.games > 0).then(|| rate(&names, standings, plan.anchor.as_ref()));
        RatingTable {
            versions: names.iter().cloned().zip(0..).collect(),
            classes: plan.entrants.iter().map(|entrant| entrant.class.clone()).collect(),
            names,
            rated,
        }
    }

    /// The players, the strongest first.
    pub(crate) fn order(&self) -> Vec<usize> {
        let rows = self.rated.iter().flat_map(|rated| &rated.table);
        rows.filter(|row| row.games > 0).map(|row| row.player).collect()
    }

    /// The ratings as the page gets them.
    pub(crate) fn to_message(&self) -> Ratings {
        let Some(rated) = &self.rated else { return Ratings::default() };
        let rows = rated.table.iter().filter(|row| row.games > 0).map(|row| RatedPlayer {
            name: self.names[row.player].clone(),
            class: self.classes.get(row.player).cloned().unwrap_or_default(),
            rating: row.rating,
            low: row.interval.low,
            high: row.interval.high,
            games: row.games,
            points: row.points,
            above_next: row.superiority,
        });
        let anchor = Anchor { name: self.names[rated.anchor.0].clone(), rating: rated.anchor.1 };
        Ratings { players: rows.collect(), anchor: Some(anchor), ..Ratings::default() }
    }

    /// The rating of a player's newest version.
    pub(crate) fn of_player(&self, name: &str) -> Option<PlayerRating> {
        let rated = self.rated.as_ref()?;
        let named = |(known, _): &&(String, usize)| known.eq_ignore_ascii_case(name);
        let &(_, newest) = self.versions.iter().rev().find(named)?;
        let row = rated.table.iter().find(|row| row.games > 0 && row.player == newest)?;
        let Interval { low, high } = row.interval;
        Some(PlayerRating { rating: row.rating, low, high, games: row.games })
    }
}
