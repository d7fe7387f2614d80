//! The contests of a folder: who played, how far it came, and whether it goes on.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context;
use othello_arena::contest::{Closing, ContestError};
use othello_arena::whole_number;
use othello_store::{Hold, Store, StoreError, moment};
use serde_json::json;

use super::messages::kind;
use crate::folders;
use crate::table::table;

/// A contest in a list.
struct Entry {
    path: PathBuf,
    began: Option<SystemTime>,
    kind: String,
    players: Vec<String>,
    played: u64,
    planned: Option<u64>,
    state: &'static str,
}

/// The contests of these files and folders, or of the user's folder, as a table.
pub fn list(places: &[PathBuf]) -> anyhow::Result<String> {
    let entries = entries(places)?;
    if entries.is_empty() {
        tell_line!(
            "no contests there; \"othello-host tournament\" and \"othello-host match\" hold some"
        );
        return Ok(String::new());
    }
    let heads = ["file", "began (UTC)", "kind", "players", "games", "state"].map(str::to_owned);
    let rows = entries.iter().map(|entry| {
        let began = entry.began.map(moment::format).unwrap_or_default();
        let games = match entry.planned {
            Some(planned) => format!("{}/{}", whole_number(entry.played), whole_number(planned)),
            None => whole_number(entry.played),
        };
        vec![
            entry.path.display().to_string(),
            began.chars().take(16).map(|c| if c == 'T' { ' ' } else { c }).collect(),
            entry.kind.clone(),
            entry.players.join(", "),
            games,
            entry.state.to_owned(),
        ]
    });
    Ok(table(&heads, rows.collect()))
}

/// The same as JSON, one object a line.
pub fn list_json(places: &[PathBuf]) -> anyhow::Result<String> {
    let line = |entry: &Entry| {
        let object = json!({
            "file": entry.path.display().to_string(),
            "began": entry.began.map(moment::format),
            "kind": entry.kind,
            "players": entry.players,
            "games": entry.played,
            "planned": entry.planned,
            "state": entry.state,
        });
        format!("{object}\n")
    };
    Ok(entries(places)?.iter().map(line).collect())
}

fn entries(places: &[PathBuf]) -> anyhow::Result<Vec<Entry>> {
    let usual;
    let places = match places {
        [] => {
            usual = [folders::contests()?];
            usual.as_slice()
        }
        named => named,
    };
    let mut entries = Vec::new();
    for place in places {
        if place.is_dir() {
            let files = place.read_dir().with_context(|| place.display().to_string())?;
            let mut files: Vec<_> = files.flatten().map(|file| file.path()).collect();
            files.sort();
            let contests = files
                .iter()
                .filter(|path| path.is_file() && path.extension().is_some_and(|it| it == "db"));
            entries.extend(contests.filter_map(|path| entry_or_why(path)));
        } else if place.exists() || !places.is_empty() && *place != folders::contests()? {
            entries.push(entry(place)?);
        }
    }
    Ok(entries)
}

/// A file of a folder. What is no contest is passed over; of a contest that can't be read it is said why.
fn entry_or_why(path: &Path) -> Option<Entry> {
    match entry(path) {
        Ok(entry) => return Some(entry),
        Err(ContestError::NoContest(_) | ContestError::Store(StoreError::NotGames(_))) => {}
        Err(error) => tell_line!("othello-host: {error}"),
    }
    None
}

fn entry(path: &Path) -> Result<Entry, ContestError> {
    let store = Store::open_existing(path)?;
    let (plan, closing) = Closing::of(&store)?;
    let planned = plan.schedule().ok().and_then(|schedule| schedule.total()).map(|pairs| 2 * pairs);
    let running = Hold::is_taken(path);
    Ok(Entry {
        path: path.to_owned(),
        began: store.first_began()?,
        kind: if plan.entrants.len() == 2 { "a match".to_owned() } else { kind(&plan.format) },
        players: plan.names(),
        played: closing.standings.games,
        planned: planned.filter(|_| plan.sprt.is_none()),
        state: match (running, closing.over) {
            (true, _) => "being played",
            (false, true) => "over",
            (false, false) => "interrupted",
        },
    })
}
