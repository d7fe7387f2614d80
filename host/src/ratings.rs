//! Ratings over all games of the history, or of contests' files, in one joint fit. The arithmetic is the arena's.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::anyhow;
use othello_arena::contest::{GameDone, Rated, Standings, rate};
use othello_rules::ByColour;
use othello_store::{GameResult, Store, StoreError};
use serde_json::Value;

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
    /// A player and its rating.
    pub anchor: Option<(String, f64)>,
}

/// Players with their ratings.
pub struct Ratings {
    names: Vec<String>,
    classes: Vec<String>,
    rated: Rated,
}

impl Ratings {
    /// Rates the players of these games; nobody where there are none.
    pub fn of(options: &RatingOptions) -> anyhow::Result<Option<Ratings>> {
        let files = match options.files.as_slice() {
            [] => vec![folders::history()?],
            named => named.to_vec(),
        };
        let mut games = Games::default();
        for (number, file) in files.iter().enumerate() {
            let store = Store::open_existing(file).map_err(|error| match error {
                StoreError::Missing(path) if options.files.is_empty() => anyhow!(
                    "no history yet in {}; name files of contests by --file FILE",
                    path.display()
                ),
                error => error.into(),
            })?;
            store.results(options.since, |result| games.add(number, result, options))?;
        }
        let anchor = options.anchor.as_ref();
        if let Some((name, _)) = anchor
            && !games.names.iter().any(|known| known.eq_ignore_ascii_case(name))
        {
            return Err(usage(format!("--anchor {name}: nobody of that name played")));
        }
        if games.names.is_empty() {
            return Ok(None);
        }
        let rated = rate(&games.names, &games.standings, anchor);
        Ok(Some(Ratings { names: games.names, classes: games.classes, rated }))
    }

    /// The ratings as a table, the strongest first.
    pub fn to_text(&self) -> String {
        ratings_table(&self.names, &self.classes, &self.rated)
    }

    /// The ratings as JSON, the strongest first.
    pub fn to_json(&self) -> Value {
        ratings_json(&self.names, &self.classes, &self.rated)
    }
}

/// The ratings of everybody in the history, by their names in small letters; empty where there is no history.
pub fn of_history() -> HashMap<String, f64> {
    let Ok(Some(ratings)) = Ratings::of(&RatingOptions::default()) else { return HashMap::new() };
    let Ratings { names, rated, .. } = ratings;
    rated.table.into_iter().map(|row| (names[row.player].to_lowercase(), row.rating)).collect()
}

/// The games that count, and who played them.
#[derive(Default)]
struct Games {
    names: Vec<String>,
    classes: Vec<String>,
    numbers: HashMap<String, usize>,
    standings: Standings,
}

impl Games {
    fn add(&mut self, file: usize, result: GameResult, options: &RatingOptions) {
        let counts = |name: &String, class: &String| {
            options.class.is_none_or(|only| only == class)
                && (options.players.is_empty()
                    || options.players.iter().any(|player| player.eq_ignore_ascii_case(name)))
        };
        let sides = result.names.clone().zip(result.classes.clone());
        if !sides.iter().all(|(name, class)| counts(name, class)) {
            return;
        }
        let ByColour { black, white } = sides.map(|(name, class)| self.number(name, class));
        // Somebody's games against itself say nothing about its strength.
        if black == white {
            return;
        }
        let place = result.contest_place.and_then(|place| u64::try_from(place.0).ok());
        // Pairs of one file have nothing to do with those of another.
        let number = place.map(|place| place + ((file as u64) << 48));
        self.standings.add(&GameDone::of(result, number, ByColour { black, white }));
    }

    fn number(&mut self, name: String, class: String) -> usize {
        if let Some(&number) = self.numbers.get(&name.to_lowercase()) {
            return number;
        }
        let number = self.names.len();
        self.numbers.insert(name.to_lowercase(), number);
        self.names.push(name);
        self.classes.push(class);
        number
    }
}
