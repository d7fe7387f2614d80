//! The games of a contest in formats for other programs, beside the contest's file: as the history exports them, and
//! those that the contest counts.

use std::path::{Path, PathBuf};

use othello_arena::GameSetup;
use othello_arena::contest::Closing;
use othello_store::{Filter, Store};

use crate::exit::usage;
use crate::history::{self, ExportFormat, ExportOptions, ExportReport};

/// Refuses a format that can't hold this game, before anybody has played for it.
pub fn check(formats: &[ExportFormat], setup: &GameSetup) -> anyhow::Result<()> {
    if formats.contains(&ExportFormat::Ggf) && setup.position().is_none() {
        return Err(usage(format!(
            "--export ggf: it holds games of Othello and Reversi alone, and not of {}; write json or csv",
            setup.game
        )));
    }
    Ok(())
}

/// Writes all games that count.
pub fn write(
    format: ExportFormat,
    contest: &Path,
    store: &Store,
    closing: &Closing,
) -> anyhow::Result<ExportReport> {
    let path = beside(contest, format);
    let games = store.games(&Filter { range: closing.range(), ..Filter::default() })?;
    let games: Vec<_> = games.iter().map(|game| game.id).collect();
    let options = ExportOptions { format, queries: false, after: None };
    history::export(contest, &games, options, Some(&path))
}

/// The file that the games of a contest are written into.
fn beside(contest: &Path, format: ExportFormat) -> PathBuf {
    let ending = match format {
        ExportFormat::Ggf => "ggf",
        ExportFormat::Json => "jsonl",
        _ => "csv",
    };
    let beside = contest.with_extension(ending);
    // A contest may lie in a file that is called so itself.
    match beside == contest {
        true => contest.with_extension(format!("{ending}.{ending}")),
        false => beside,
    }
}
