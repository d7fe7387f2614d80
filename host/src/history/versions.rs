//! A player's ratings: of each of its versions, on each board, and over time.

use std::time::SystemTime;

use anyhow::Result;
use othello_arena::contest::{Pool, PoolGames, Pools};
use othello_arena::ratings::Interval;
use othello_store::{PlayerRecord, Store, moment};
use serde_json::{Value, json};

use crate::table::table;

/// Into how many parts of about as many games the time is cut.
const PARTS: usize = 5;

/// One version of a player among the games that can be compared.
struct VersionRating {
    pool: String,
    label: String,
    hash: String,
    games: u64,
    points: f64,
    rating: f64,
    interval: Interval,
    last_played: SystemTime,
}

/// A version's rating after so many games.
struct Moment {
    version: String,
    pool: String,
    until: SystemTime,
    games: u64,
    rating: f64,
}

/// A player's ratings.
pub struct Versions {
    versions: Vec<VersionRating>,
    over_time: Vec<Moment>,
}

impl Versions {
    /// Of whoever plays under this name; the games of everybody count for it.
    pub fn of(store: &Store, player: &str) -> Result<Versions> {
        let mut began = Vec::new();
        store.results(None, |game| {
            if game.names.iter().any(|name| name.to_lowercase() == player.to_lowercase()) {
                began.push(game.began);
            }
        })?;
        began.sort();
        let (mut versions, mut over_time) = (Vec::new(), Vec::new());
        let mut ends: Vec<SystemTime> = (1..=PARTS)
            .filter_map(|part| began.get((began.len() * part / PARTS).max(1) - 1).copied())
            .collect();
        ends.dedup();
        for &until in &ends {
            versions = rated(store, player, until)?;
            over_time.extend(versions.iter().map(|version| Moment {
                version: version.label.clone(),
                pool: version.pool.clone(),
                until,
                games: version.games,
                rating: version.rating,
            }));
        }
        // Versions that did not play meanwhile have nothing new to tell.
        over_time.dedup_by(|next, one| {
            (&next.version, &next.pool, next.games) == (&one.version, &one.pool, one.games)
        });
        versions.sort_by_key(|version| version.last_played);
        Ok(Versions { versions, over_time })
    }

    /// The ratings as tables; nothing where there are none.
    pub fn to_text(&self) -> String {
        if self.versions.is_empty() {
            return String::new();
        }
        let heads = ["version", "played", "games", "points", "rating", "95 %", "last played (UTC)"];
        let rows = self.versions.iter().map(|version| {
            vec![
                version.label.clone(),
                version.pool.clone(),
                version.games.to_string(),
                version.points.to_string(),
                format!("{:.0}", version.rating),
                format!("{:.0}", version.interval),
                day(version.last_played),
            ]
        });
        let mut text = format!("\n{}", table(&heads.map(str::to_owned), rows.collect()));
        if self.over_time.len() > 1 {
            let rows = self.over_time.iter().map(|moment| {
                let Moment { version, pool, until, games, rating } = moment;
                vec![
                    day(*until),
                    format!("{rating:>6.0}"),
                    format!("after {games} games"),
                    version.clone(),
                    pool.clone(),
                ]
            });
            let heads = ["until (UTC)", "rating", "", "version", "played"].map(str::to_owned);
            text += &format!("\n{}", table(&heads, rows.collect()));
        }
        text
    }

    /// The versions and the ratings over time as JSON.
    pub fn to_json(&self) -> [Value; 2] {
        let version = |version: &VersionRating| {
            json!({
                "version": version.label, "played": version.pool, "hash": version.hash,
                "games": version.games, "points": version.points, "rating": version.rating,
                "low": version.interval.low, "high": version.interval.high,
                "last_played": moment::format(version.last_played),
            })
        };
        let moment = |moment: &Moment| {
            json!({
                "until": moment::format(moment.until), "version": moment.version, "played": moment.pool,
                "games": moment.games, "rating": moment.rating,
            })
        };
        [self.versions.iter().map(version).collect(), self.over_time.iter().map(moment).collect()]
    }
}

fn day(time: SystemTime) -> String {
    moment::format(time).chars().take(16).map(|c| if c == 'T' { ' ' } else { c }).collect()
}

/// The ratings of a player's versions from all games that began until then.
fn rated(store: &Store, player: &str, until: SystemTime) -> Result<Vec<VersionRating>> {
    let mut pools = Pools::default();
    pools.read_until(store, until, &|_: &str, _: &PlayerRecord| true)?;
    let mut all = Vec::new();
    for (pool, games) in pools.into_pools() {
        all.extend(versions_of(&pool, &games, player));
    }
    Ok(all)
}

fn versions_of(pool: &Pool, games: &PoolGames, player: &str) -> Vec<VersionRating> {
    let labels = games.labels();
    let rated = games.rate(None);
    let own = rated.table.iter().filter(|row| {
        row.games > 0 && games.versions[row.player].name.to_lowercase() == player.to_lowercase()
    });
    own.map(|row| {
        let version = &games.versions[row.player];
        VersionRating {
            pool: pool.to_string(),
            label: labels[row.player].clone(),
            hash: version.record.hash.clone(),
            games: row.games,
            points: row.points,
            rating: row.rating,
            interval: row.interval,
            last_played: version.last_played,
        }
    })
    .collect()
}
