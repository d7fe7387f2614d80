//! Everybody's rating: worked out from the machine's history or a contest, and kept until the history has more games.
//! How ratings are asked for is not known here.

use std::collections::HashMap;
use std::fs;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
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

/// Everybody's rating, worked out.
#[derive(Default)]
pub(crate) struct RatingTable {
    names: Vec<String>,
    /// Who is which version of somebody, the one that played last behind the others.
    versions: Vec<(String, usize)>,
    classes: Vec<String>,
    rated: Option<Rated>,
}

/// The ratings of everybody, worked out once for each newest game.
#[derive(Default)]
pub(crate) struct HistoryRatings(Mutex<KnownRatings>);

/// What was worked out of one state of the history's file, between those of a class or of all.
#[derive(Default)]
struct KnownRatings {
    edition: Option<Edition>,
    classes: HashMap<Option<String>, Arc<RatedPools>>,
}

/// What tells one state of the history's file from another: its newest game, and when it was written.
type Edition = (Option<GameId>, Option<SystemTime>);

/// The games of a history by what can be compared, each rated once somebody wants to know.
#[derive(Default)]
pub(crate) struct RatedPools(Vec<(Pool, PoolGames, OnceLock<Arc<RatingTable>>)>);

impl HistoryRatings {
    /// The ratings of everybody on the usual board as the history is now.
    pub(crate) fn usual(&self, server_state: &ServerState) -> Result<Arc<RatingTable>, Refusal> {
        let start = Some("standard".to_owned());
        let usual = Pool { game: "othello".to_owned(), size: 8, start };
        let pools = self.of_class(server_state, None)?;
        let at = pools.0.iter().position(|(pool, ..)| *pool == usual);
        Ok(at.and_then(|at| pools.table(at)).unwrap_or_default())
    }

    /// What can be compared as the history is now, between those of one class, or of all.
    pub(crate) fn of_class(
        &self,
        server_state: &ServerState,
        class: Option<&str>,
    ) -> Result<Arc<RatedPools>, Refusal> {
        match open_history(server_state)? {
            Some(store) => self.of_store(&store, class),
            None => Ok(Arc::default()),
        }
    }

    fn of_store(&self, store: &Store, class: Option<&str>) -> Result<Arc<RatedPools>, Refusal> {
        let newest = Filter { newest: Some(1), ..Filter::default() };
        let newest = store.games(&newest).map_err(Refusal::broken)?.first().map(|game| game.id);
        let written = fs::metadata(store.path()).and_then(|file| file.modified()).ok();
        let edition = Some((newest, written));
        // Whoever asks meanwhile waits for the same sum.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.edition != edition {
            *known = KnownRatings { edition, classes: HashMap::new() };
        }
        let class = class.map(str::to_owned);
        if let Some(pools) = known.classes.get(&class) {
            return Ok(Arc::clone(pools));
        }
        let pools = Arc::new(RatedPools::read(store, class.as_deref())?);
        // Whatever else somebody takes for a class is not remembered.
        if class.is_none() || !pools.0.is_empty() {
            known.classes.insert(class, Arc::clone(&pools));
        }
        Ok(pools)
    }
}

impl RatedPools {
    fn read(store: &Store, class: Option<&str>) -> Result<RatedPools, Refusal> {
        let mut pools = Pools::default();
        let counts = |_: &str, of: &PlayerRecord| class.is_none_or(|class| class == of.class);
        pools.read(store, None, &counts).map_err(Refusal::broken)?;
        let unrated = |(pool, games)| (pool, games, OnceLock::new());
        Ok(RatedPools(pools.into_pools().into_iter().map(unrated).collect()))
    }

    /// What the pools are called, in their order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.0.iter().map(|(pool, ..)| pool.to_string()).collect()
    }

    /// The ratings of one of them.
    pub(crate) fn table(&self, at: usize) -> Option<Arc<RatingTable>> {
        let (_, games, table) = self.0.get(at)?;
        Some(Arc::clone(table.get_or_init(|| Arc::new(RatingTable::of_pool(games)))))
    }
}

impl RatingTable {
    /// Rates the players of a pool.
    fn of_pool(games: &PoolGames) -> RatingTable {
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
            rating: row.drawn_at,
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
        Some(PlayerRating { rating: row.drawn_at, low, high, games: row.games })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use std::time::Duration;

    use othello_rules::{ByColour, Colour};
    use othello_store::{Ending, GameRecord};

    use super::*;

    fn won_by_black(number: u64) -> GameRecord {
        let names = ByColour { black: "Ann".to_owned(), white: "Bob".to_owned() };
        let player = |name: &String| PlayerRecord {
            name: name.clone(),
            class: "blind".to_owned(),
            ..PlayerRecord::default()
        };
        GameRecord {
            began: SystemTime::UNIX_EPOCH + Duration::from_secs(number),
            took: Duration::from_secs(1),
            game: "othello".to_owned(),
            size: 8,
            start: "standard".to_owned(),
            position: None,
            seed: number,
            players: names.as_ref().map(player),
            specs: ByColour::default(),
            names,
            ending: Ending::Played { winner: Some(Colour::Black) },
            discs: ByColour { black: 40, white: 24 },
            moves: format!("f5d6{number}"),
            database: "embedded".to_owned(),
            time: String::new(),
            held_up: false,
            outputs: ByColour::default(),
            contest_place: None,
            source: None,
            series: None,
            rounds: Vec::new(),
        }
    }

    #[test]
    fn ratings_are_worked_out_once_for_each_newest_game_and_class() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("history.db")).unwrap();
        store.add(&won_by_black(1)).unwrap();
        let ratings = HistoryRatings::default();
        let of = |store: &Store, class| ratings.of_store(store, class).unwrap();
        let all = of(&store, None);
        assert!(Arc::ptr_eq(&all, &of(&store, None)));
        assert!(Arc::ptr_eq(&all.table(0).unwrap(), &of(&store, None).table(0).unwrap()));
        let blind = of(&store, Some("blind"));
        assert!(Arc::ptr_eq(&blind, &of(&store, Some("blind"))) && !Arc::ptr_eq(&blind, &all));
        assert!(of(&store, Some("anything")).names().is_empty());
        assert_eq!(ratings.0.lock().unwrap().classes.len(), 2);

        store.add(&won_by_black(2)).unwrap();
        let more = of(&store, None);
        assert!(!Arc::ptr_eq(&all, &more));
        assert_eq!(more.table(0).unwrap().to_message().players[0].games, 2);
        assert_eq!(ratings.0.lock().unwrap().classes.len(), 1);
    }
}
