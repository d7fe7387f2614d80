//! Ratings over all games of the history, or of contests' files: one joint fit for each game, board and start. The
//! arithmetic is the arena's.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::anyhow;
use othello_arena::contest::{Pool, PoolGames, Pools, Rated};
use othello_arena::whole_number;
use othello_store::{Filter, PlayerRecord, Store, StoreError};
use serde_json::{Value, json};

use crate::contests::{ratings_json, ratings_table};
use crate::exit::usage;
use crate::folders;

/// Which games count, and from where ratings are counted.
#[derive(Clone, Debug, Default)]
pub struct RatingOptions {
    /// Files of games; the history where none is named.
    pub files: Vec<PathBuf>,
    /// Only games that began then or later.
    pub since: Option<SystemTime>,
    /// Only games between these players, where any is named.
    pub players: Vec<String>,
    /// Only games between players of this class.
    pub class: Option<&'static str>,
    /// Only this game.
    pub game: Option<String>,
    /// Only boards of so many rows.
    pub size: Option<u32>,
    /// Only games from this start.
    pub start: Option<String>,
    /// A player and its rating.
    pub anchor: Option<(String, f64)>,
}

/// Everybody's ratings, a table for each pool of games.
pub struct Ratings {
    pools: Vec<RatedPool>,
    /// How many games count once that are in several files.
    copies: u64,
}

/// The ratings of one pool.
struct RatedPool {
    pool: Pool,
    labels: Vec<String>,
    games: PoolGames,
    rated: Rated,
}

impl Ratings {
    /// Rates the players of these games; nobody where there are none.
    pub fn of(options: &RatingOptions) -> anyhow::Result<Option<Ratings>> {
        let mut pools = read(options)?;
        let is_meant = |pool: &Pool| {
            let named = |option: &Option<String>, value: &str| {
                option.as_ref().is_none_or(|option| option.eq_ignore_ascii_case(value))
            };
            options.game.as_ref().is_none_or(|game| pool.is_of_game(game))
                && options.size.is_none_or(|size| size == pool.size)
                && named(&options.start, pool.start.as_deref().unwrap_or("position"))
        };
        pools.retain(is_meant);
        let copies = pools.copies;
        let anchor = options.anchor.as_ref();
        let pools: Vec<_> = pools
            .into_pools()
            .into_iter()
            .map(|(pool, games)| {
                let (labels, rated) = (games.labels(), games.rate(anchor));
                RatedPool { pool, labels, games, rated }
            })
            .collect();
        let played = |name: &str| {
            let versions = pools.iter().flat_map(|pool| &pool.games.versions);
            versions.into_iter().any(|version| version.name.eq_ignore_ascii_case(name))
        };
        if let Some((name, _)) = anchor
            && !played(name)
        {
            return Err(usage(format!("--anchor {name}: nobody of that name played")));
        }
        Ok((!pools.is_empty()).then_some(Ratings { pools, copies }))
    }

    /// The ratings as tables, the strongest first, each with what was played.
    pub fn to_text(&self) -> String {
        let tables = self.pools.iter().map(|RatedPool { pool, labels, games, rated }| {
            let played = games.standings.games;
            let count = if played == 1 {
                "1 game".to_owned()
            } else {
                format!("{} games", whole_number(played))
            };
            let table = ratings_table(labels, &classes(games), rated);
            format!("{pool}: {count}\n{table}")
        });
        let text = tables.collect::<Vec<_>>().join("\n");
        match self.copies {
            0 => text,
            1 => text + "1 game is in more than one of these files and counts once\n",
            copies => {
                let copies = whole_number(copies);
                text + &format!(
                    "{copies} games are in more than one of these files and count once\n"
                )
            }
        }
    }

    /// The ratings as JSON, the strongest first.
    pub fn to_json(&self) -> Value {
        let table = |RatedPool { pool, labels, games, rated }: &RatedPool| {
            let mut rows = ratings_json(labels, &classes(games), rated);
            let players = rated.table.iter().filter(|row| row.games > 0).map(|row| row.player);
            for (row, player) in rows.as_array_mut().into_iter().flatten().zip(players) {
                let PlayerRecord { version, options, hash, .. } = &games.versions[player].record;
                row["label"] = row["name"].take();
                row["name"] = games.versions[player].name.clone().into();
                row["version"] = version.clone().into();
                row["options"] = options.clone().into();
                row["hash"] = hash.clone().into();
            }
            json!({
                "game": pool.game,
                "size": pool.size,
                "start": pool.start,
                "games": games.standings.games,
                "different_games": rated.repeats.different,
                "ratings": rows,
            })
        };
        self.pools.iter().map(table).collect()
    }
}

fn classes(games: &PoolGames) -> Vec<String> {
    games.versions.iter().map(|version| version.record.class.clone()).collect()
}

/// The games of the files that are meant.
fn read(options: &RatingOptions) -> anyhow::Result<Pools> {
    let files = match options.files.as_slice() {
        [] => vec![folders::history()?],
        named => named.to_vec(),
    };
    let counts = |name: &str, record: &PlayerRecord| {
        options.class.is_none_or(|only| only == record.class)
            && (options.players.is_empty()
                || options.players.iter().any(|player| player.eq_ignore_ascii_case(name)))
    };
    let (mut pools, mut unknown) = (Pools::default(), options.players.clone());
    let mut read = HashSet::new();
    for file in &files {
        // One that is named twice, in whatever way, is one file.
        if !read.insert(fs::canonicalize(file).unwrap_or_else(|_| file.clone())) {
            continue;
        }
        let store = Store::open_existing(file).map_err(|error| match error {
            StoreError::Missing(path) if options.files.is_empty() => anyhow!(
                "no history yet in {}; name files of contests by --file FILE",
                path.display()
            ),
            error => error.into(),
        })?;
        pools.read(&store, options.since, &counts)?;
        for name in std::mem::take(&mut unknown) {
            let of_name =
                Filter { player: Some(name.clone()), newest: Some(1), ..Filter::default() };
            if store.games(&of_name)?.is_empty() {
                unknown.push(name);
            }
        }
    }
    match unknown.first() {
        Some(name) => Err(usage(format!("--players {name}: nobody of that name played"))),
        None => Ok(pools),
    }
}

/// The ratings on the usual board of everybody in the history that has one, by their names in small letters, each of the
/// version that played last; empty where there is no history.
pub fn of_history() -> HashMap<String, f64> {
    let options = RatingOptions {
        game: Some("othello".to_owned()),
        size: Some(8),
        start: Some("standard".to_owned()),
        ..RatingOptions::default()
    };
    let Ok(Some(Ratings { pools, .. })) = Ratings::of(&options) else { return HashMap::new() };
    let mut newest = HashMap::new();
    for RatedPool { games, rated, .. } in &pools {
        let mut rows: Vec<_> = rated.table.iter().filter(|row| row.games > 0).collect();
        rows.sort_by_key(|row| games.versions[row.player].last_played);
        newest.extend(
            rows.iter().map(|row| (games.versions[row.player].name.to_lowercase(), row.rating)),
        );
    }
    newest.into_iter().filter_map(|(name, rating)| Some((name, rating?))).collect()
}
