//! The games of a contest in formats for other programs, beside the contest's file.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use othello_arena::notation::notation;
use othello_rules::records::ggf;
use othello_store::{Filter, GameSummary, Store};

use crate::cli::contest_args::Export;
use crate::failure::{Done, impossible};
use crate::history::formats;

/// Writes all games; gives the file.
pub fn write(format: Export, contest: &Path) -> Done<PathBuf> {
    let ending = match format {
        Export::Ggf => "ggf",
        Export::Json => "jsonl",
        Export::Csv => "csv",
    };
    let path = contest.with_extension(ending);
    let store = Store::open_existing(contest).map_err(impossible)?;
    let games = store.games(&Filter::default()).map_err(impossible)?;
    let cannot = |error: std::io::Error| impossible(format!("{}: {error}", path.display()));
    let file = fs::File::create(&path).map_err(cannot)?;
    let mut out = BufWriter::new(file);
    if format == Export::Csv {
        writeln!(out, "{}", formats::CSV_HEADS).map_err(cannot)?;
    }
    for game in &games {
        writeln!(out, "{}", line(format, game)?).map_err(cannot)?;
    }
    out.flush().map_err(cannot)?;
    Ok(path)
}

fn line(format: Export, game: &GameSummary) -> Done<String> {
    Ok(match format {
        Export::Ggf => {
            let record = notation(game)
                .map_err(|why| impossible(format!("game {} can't be written: {why}", game.id.0)))?;
            ggf::write(&record)
        }
        Export::Json => formats::as_json(game).to_string(),
        Export::Csv => formats::as_csv(game),
    })
}
