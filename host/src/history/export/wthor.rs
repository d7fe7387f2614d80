//! Games exported as an archive of WTHOR: a file of games for each year, as the format wants it, and the names of all
//! players and tournaments.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use othello_rules::Position;
use othello_rules::records::{Record, wthor};
use othello_store::{Ending, GameId, moment};

use super::record::{cannot_write, record};
use super::report::{ExportReport, partition, remark, write};
use crate::exit::usage;
use crate::history::saved::SavedGame;

/// Writes the files.
pub fn export(games: &[SavedGame], to: Option<&Path>) -> anyhow::Result<ExportReport> {
    let to = to.ok_or_else(|| {
        usage("WTHOR is three files of bytes; name the one with the games by --output games.wtb")
    })?;
    let (records, left_out) = partition(games.iter().map(standard));
    let forfeited = |game: &&SavedGame| matches!(game.summary.ending, Ending::Forfeit { .. });
    let forfeits: Vec<GameId> =
        games.iter().filter(forfeited).map(|game| game.summary.id).collect();
    let mut years: BTreeMap<u16, Vec<&Record>> = BTreeMap::new();
    for record in &records {
        years.entry(year(record)).or_default().push(record);
    }
    if years.is_empty() {
        years.insert(0, Vec::new());
    }
    let today = moment::day(SystemTime::now());
    let (mut names, mut files) = (wthor::NameFiles::default(), Vec::new());
    // Names keep the numbers that archives gave them, so that all are known before the first is written.
    names.claim(&records);
    let one_year = years.len() == 1;
    let mut last = Vec::new();
    for (year, records) in years {
        last = names.games(&records, today, year).map_err(anyhow::Error::msg)?;
        let path = if one_year { to.to_owned() } else { of_year(to, year) };
        files.extend(write(&last, Some(&path))?);
    }
    let written = names.files(last, today);
    for (ending, bytes) in [("jou", written.players), ("trn", written.tournaments)] {
        files.extend(write(&bytes, Some(&to.with_extension(ending)))?);
    }
    let lost = "WTHOR says so as a loss by all discs, whatever was on the board";
    let remarks = remark(&forfeits, "forfeited", lost).into_iter().collect();
    Ok(ExportReport { files, games: records.len(), left_out, remarks })
}

/// The record of a game, if WTHOR can hold it.
fn standard(saved: &SavedGame) -> anyhow::Result<Record> {
    let record = record(saved)?;
    if *record.game.initial() != Position::default() {
        let why = "WTHOR has only games of Othello on 8x8 from the standard start";
        return Err(cannot_write(saved, why));
    }
    // Without one it would count as played.
    if record.result.is_none() {
        return Err(cannot_write(saved, "it has no result, and WTHOR says one of every game"));
    }
    Ok(record)
}

/// The year of a game; 0 where its record has none.
fn year(record: &Record) -> u16 {
    let year = record.date.split(|letter: char| !letter.is_ascii_digit()).next();
    year.and_then(|year| year.parse().ok()).unwrap_or_default()
}

/// `games.wtb` becomes `games_1999.wtb`.
fn of_year(to: &Path, year: u16) -> PathBuf {
    let stem = to.file_stem().unwrap_or_default().to_string_lossy();
    let ending = to.extension().unwrap_or_default().to_string_lossy();
    to.with_file_name(format!("{stem}_{year:04}.{ending}"))
}
