//! A player's ratings: of each of its versions, on each board, and over time.

use std::time::SystemTime;

use anyhow::Result;
use othello_arena::contest::{Closing, Pool, PoolGames, Pools};
use othello_arena::ratings::Interval;
use othello_store::{PlayerRecord, Store, moment};
use serde_json::{Value, json};

use crate::html;
use crate::plots::{self, Bar, Line};
use crate::report::{interval_cell, rating_cell};
use crate::table::table;

/// What is told of each version.
const VERSION_HEADS: [&str; 7] =
    ["version", "played", "games", "points", "rating", "95 %", "last played (UTC)"];
/// Into how many parts of about as many games the time is cut.
const PARTS: usize = 5;

/// One version of a player among the games that can be compared.
#[derive(Clone)]
struct VersionRating {
    pool: String,
    label: String,
    hash: String,
    options: String,
    games: u64,
    points: f64,
    rating: Option<f64>,
    drawn_at: f64,
    interval: Interval,
    last_played: SystemTime,
}

/// A version's rating after so many games.
struct Moment {
    version: String,
    pool: String,
    until: SystemTime,
    games: u64,
    rating: Option<f64>,
    drawn_at: f64,
    interval: Interval,
}

/// A player's ratings.
pub struct Versions {
    versions: Vec<VersionRating>,
    over_time: Vec<Moment>,
}

impl Versions {
    /// Of whoever plays under this name; the games of everybody count for it.
    pub fn of(store: &Store, player: &str) -> Result<Versions> {
        let (range, mut began) = (Closing::range_of(store)?, Vec::new());
        store.results(None, |game| {
            if range.has(game.contest_place)
                && game.names.iter().any(|name| name.to_lowercase() == player.to_lowercase())
            {
                began.push(game.began);
            }
        })?;
        began.sort();
        let (mut versions, mut over_time) = (Vec::<VersionRating>::new(), Vec::new());
        let mut ends: Vec<SystemTime> = (1..=PARTS)
            .filter_map(|part| began.get((began.len() * part / PARTS).max(1) - 1).copied())
            .collect();
        ends.dedup();
        for &until in &ends {
            versions = rated(store, player, until)?;
            over_time.extend(versions.iter().map(|version| (until, version.clone())));
        }
        let over_time = course(&versions, over_time);
        versions.sort_by_key(|version| version.last_played);
        Ok(Versions { versions, over_time })
    }

    /// The ratings as tables; nothing where there are none.
    pub fn to_text(&self) -> String {
        if self.versions.is_empty() {
            return String::new();
        }
        let mut text = format!("\n{}", table(&VERSION_HEADS.map(str::to_owned), self.rows()));
        if self.over_time.len() > 1 {
            let rows = self.over_time.iter().map(|moment| {
                let Moment { version, pool, until, games, rating, interval, .. } = moment;
                let bound = || interval_cell(*interval);
                vec![
                    day(*until),
                    rating.map_or_else(bound, |rating| rating_cell(Some(rating))),
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

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |version: &VersionRating| {
            vec![
                version.label.clone(),
                version.pool.clone(),
                version.games.to_string(),
                version.points.to_string(),
                rating_cell(version.rating),
                interval_cell(version.interval),
                day(version.last_played),
            ]
        };
        self.versions.iter().map(row).collect()
    }

    /// The ratings as a page has them: a table of the versions, and for each kind of games that can be compared the
    /// versions with their bars and how their ratings went.
    pub fn to_html(&self) -> String {
        if self.versions.is_empty() {
            return "<p>It has played no rated game.</p>".to_owned();
        }
        let heads = VERSION_HEADS.map(str::to_owned);
        let mut page = format!(r#"<div class="wide">{}</div>"#, html::table(&heads, &self.rows()));
        let mut pools: Vec<&str> = Vec::new();
        for version in &self.versions {
            if !pools.contains(&version.pool.as_str()) {
                pools.push(&version.pool);
            }
        }
        for pool in pools {
            page += &self.plots(pool);
        }
        page
    }

    fn plots(&self, pool: &str) -> String {
        let versions: Vec<_> =
            self.versions.iter().filter(|version| version.pool == pool).collect();
        let names: Vec<_> = versions.iter().map(|version| version.label.clone()).collect();
        let bar = |version: &&VersionRating| Bar {
            name: version.label.clone(),
            value: version.drawn_at,
            interval: version.interval,
        };
        let bars: Vec<_> = versions.iter().map(bar).collect();
        let begun = self.over_time.first().map_or(SystemTime::UNIX_EPOCH, |first| first.until);
        let after = |at: &Moment| at.until.duration_since(begun).unwrap_or_default().as_secs_f64();
        let (unit, seconds) = unit(self.over_time.last().map_or(0.0, after));
        let lines: Vec<_> = names
            .iter()
            .map(|name| {
                let own = self.over_time.iter().filter(|at| at.pool == pool && at.version == *name);
                let points = own.map(|at| (after(at) / seconds, at.drawn_at)).collect();
                Line { name: name.clone(), points }
            })
            .collect();
        let across = format!("{unit} since {} (UTC)", day(begun));
        format!(
            r#"<div class="plot">{}</div><div class="plot">{}</div><p class="legend">{}</p>"#,
            plots::error_bars(
                &format!("{pool}: Elo of each version, with 95 % bars"),
                &names,
                &bars
            ),
            plots::lines(&format!("{pool}: Elo over time"), &across, &names, &lines),
            plots::legend(&names),
        )
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

/// How the ratings went, under the names that the versions have in the end. One that did not play meanwhile has nothing
/// new to tell.
fn course(versions: &[VersionRating], at: Vec<(SystemTime, VersionRating)>) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    for (until, then) in at {
        let is = |now: &&VersionRating| {
            (&now.pool, &now.hash, &now.options) == (&then.pool, &then.hash, &then.options)
        };
        let version = versions.iter().find(is).map_or(&then.label, |now| &now.label).clone();
        let before = moments
            .iter()
            .rev()
            .find(|before| (&before.version, &before.pool) == (&version, &then.pool));
        if before.is_none_or(|before| before.games != then.games) {
            let VersionRating { pool, games, rating, drawn_at, interval, .. } = then;
            moments.push(Moment { version, pool, until, games, rating, drawn_at, interval });
        }
    }
    moments
}

/// What a time of so many seconds is counted in, and how many seconds that has.
fn unit(span: f64) -> (&'static str, f64) {
    match span {
        short if short < 600.0 => ("seconds", 1.0),
        hours if hours < 2.0 * 86_400.0 => ("hours", 3600.0),
        _ => ("days", 86_400.0),
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
            options: version.record.options.clone(),
            games: row.games,
            points: row.points,
            rating: row.rating,
            drawn_at: row.drawn_at,
            interval: row.interval,
            last_played: version.last_played,
        }
    })
    .collect()
}
