//! `othello-host ratings`: one joint fit over all games of the history, or of contests' files.

use std::collections::HashMap;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use othello_arena::contest::{GameDone, Standings};
use othello_rules::ByColour;
use othello_store::{GameResult, Store, moment};
use serde_json::json;

use super::contest_args::rating;
use crate::contests::{history, rate, ratings_json, ratings_table};
use crate::exit::usage;

/// What the ratings take.
#[derive(Args)]
pub struct RatingsArgs {
    /// Files of games, such as those of contests, instead of the history.
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    /// Only games that began since then: a day such as 2026-11-21, or so long ago: 36h, 30d.
    #[arg(long, value_name = "WHEN", value_parser = moment::read)]
    since: Option<SystemTime>,
    /// Only games between these players.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Blind players, open ones, both in one table, or a table for each.
    #[arg(long, value_name = "CLASS", value_enum, default_value = "mixed")]
    class: Classes,
    /// The player that ratings are counted from, and its rating [default: Random=0 where it played].
    #[arg(long, value_name = "NAME=VALUE", value_parser = rating)]
    anchor: Option<(String, f64)>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Classes {
    Mixed,
    Apart,
    Blind,
    Open,
}

/// Prints the ratings.
pub fn run(args: &RatingsArgs) -> anyhow::Result<()> {
    let files = if args.file.is_empty() { vec![history()?] } else { args.file.clone() };
    let tables = match args.class {
        Classes::Mixed => vec![("mixed", None)],
        Classes::Apart => vec![("blind", Some("blind")), ("open", Some("open"))],
        Classes::Blind => vec![("blind", Some("blind"))],
        Classes::Open => vec![("open", Some("open"))],
    };
    let (mut text, mut all) = (String::new(), serde_json::Map::new());
    for (title, class) in tables {
        let mut games = Games { class, players: &args.players, ..Games::default() };
        for (number, file) in files.iter().enumerate() {
            let store = Store::open_existing(file).map_err(|error| match error {
                othello_store::StoreError::Missing(path) if args.file.is_empty() => {
                    anyhow!(
                        "no history yet in {}; name files of contests by --file FILE",
                        path.display()
                    )
                }
                error => error.into(),
            })?;
            store.results(args.since, |result| games.add(number, result))?;
        }
        if let Some((name, _)) = &args.anchor
            && !games.names.iter().any(|known| known.eq_ignore_ascii_case(name))
        {
            return Err(usage(format!("--anchor {name}: nobody of that name played")));
        }
        if !games.names.is_empty() {
            let rated = rate(&games.names, &games.standings, args.anchor.as_ref());
            if args.class == Classes::Apart {
                text += &format!("{title}\n");
            }
            text += &ratings_table(&games.names, &games.classes, &rated);
            all.insert(title.to_owned(), ratings_json(&games.names, &games.classes, &rated));
        }
    }
    if all.is_empty() {
        bail!("there are no such games");
    }
    let text = if args.json { format!("{}\n", json!(all)) } else { text };
    // Whoever closed standard output does not want to know.
    let _ = stdout().write_all(text.as_bytes());
    Ok(())
}

/// The ratings of everybody in the history, by their names in small letters; none where there is no history.
pub fn of_history() -> HashMap<String, f64> {
    let mut games = Games::default();
    let store = history().ok().and_then(|file| Store::open_existing(&file).ok());
    let read = store.is_some_and(|store| store.results(None, |it| games.add(0, it)).is_ok());
    if !read || games.names.is_empty() {
        return HashMap::new();
    }
    let rated = rate(&games.names, &games.standings, None).table.into_iter();
    rated.map(|rated| (games.names[rated.player].to_lowercase(), rated.rating)).collect()
}

/// The games that are wanted, and who played them.
#[derive(Default)]
struct Games<'a> {
    class: Option<&'a str>,
    players: &'a [String],
    names: Vec<String>,
    classes: Vec<String>,
    known: HashMap<String, usize>,
    standings: Standings,
}

impl Games<'_> {
    fn add(&mut self, file: usize, result: GameResult) {
        let wanted = |name: &String, class: &String| {
            self.class.is_none_or(|only| only == class)
                && (self.players.is_empty()
                    || self.players.iter().any(|player| player.eq_ignore_ascii_case(name)))
        };
        let sides = result.names.zip(result.classes);
        if !sides.iter().all(|(name, class)| wanted(name, class)) {
            return;
        }
        let ByColour { black, white } = sides.map(|(name, class)| self.number(name, class));
        // Somebody's games against itself say nothing about its strength.
        if black == white {
            return;
        }
        let place = result.contest_place.and_then(|place| u64::try_from(place.0).ok());
        self.standings.add(&GameDone {
            // Pairs of one file have nothing to do with those of another.
            number: place.map(|place| place + ((file as u64) << 48)),
            players: ByColour { black, white },
            ending: result.ending,
            took: result.took,
            held_up: result.held_up,
        });
    }

    fn number(&mut self, name: String, class: String) -> usize {
        if let Some(&number) = self.known.get(&name.to_lowercase()) {
            return number;
        }
        let number = self.names.len();
        self.known.insert(name.to_lowercase(), number);
        self.names.push(name);
        self.classes.push(class);
        number
    }
}
