//! The games of a contest in formats for other programs, beside the contest's file.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use othello_arena::notation::notation;
use othello_rules::records::ggf;
use othello_store::{Filter, GameSummary, Store};

use super::options::ExportFormat;
use crate::history::formats;

/// Writes all games; gives the file.
pub fn write(format: ExportFormat, contest: &Path) -> anyhow::Result<PathBuf> {
    let ending = match format {
        ExportFormat::Ggf => "ggf",
        ExportFormat::Json => "jsonl",
        ExportFormat::Csv => "csv",
    };
    let beside = contest.with_extension(ending);
    // A contest may lie in a file that is called so itself.
    let path = match beside == contest {
        true => contest.with_extension(format!("{ending}.{ending}")),
        false => beside,
    };
    let store = Store::open_existing(contest)?;
    let games = store.games(&Filter::default())?;
    let named = || path.display().to_string();
    let file = fs::File::create(&path).with_context(named)?;
    let mut out = BufWriter::new(file);
    if format == ExportFormat::Csv {
        writeln!(out, "{}", formats::CSV_HEADS).with_context(named)?;
    }
    for game in &games {
        writeln!(out, "{}", line(format, game)?).with_context(named)?;
    }
    out.flush().with_context(named)?;
    Ok(path)
}

fn line(format: ExportFormat, game: &GameSummary) -> anyhow::Result<String> {
    Ok(match format {
        ExportFormat::Ggf => {
            let record = notation(game)
                .map_err(|why| anyhow!("game {} can't be written: {why}", game.id.0))?;
            ggf::write(&record)
        }
        ExportFormat::Json => formats::as_json(game).to_string(),
        ExportFormat::Csv => formats::as_csv(game),
    })
}
