//! What came of an export, and the files that it writes.

use std::path::Path;

use anyhow::Context;
use othello_store::{Ending, GameId};

use crate::exit;
use crate::history::saved::SavedGame;
use crate::output;

/// What came of an export.
#[derive(Debug, Default)]
pub struct ExportReport {
    /// Into which files; none where it went to standard output.
    pub files: Vec<String>,
    /// How many games.
    pub games: usize,
    /// Which games the format can't hold, and why.
    pub left_out: Vec<String>,
    /// What it can't say of games that it holds.
    pub remarks: Vec<String>,
}

/// The number of a game that somebody lost before its end.
pub fn forfeit(saved: &SavedGame) -> Option<GameId> {
    matches!(saved.summary.ending, Ending::Forfeit { .. }).then_some(saved.summary.id)
}

/// What a format makes of games that somebody lost before their end.
pub fn remark(forfeits: &[GameId], what: &str) -> Option<String> {
    const SHOWN: usize = 12;
    let mut numbers: Vec<String> = forfeits.iter().take(SHOWN).map(|id| id.0.to_string()).collect();
    if forfeits.len() > SHOWN {
        numbers.push("...".to_owned());
    }
    let numbers = numbers.join(", ");
    match forfeits.len() {
        0 => None,
        1 => Some(format!("1 game was forfeited; {what}: {numbers}")),
        count => Some(format!("{count} games were forfeited; {what}: {numbers}")),
    }
}

/// What could be written, and why the rest could not.
pub fn partition<T>(tried: impl Iterator<Item = anyhow::Result<T>>) -> (Vec<T>, Vec<String>) {
    let (mut written, mut left_out) = (Vec::new(), Vec::new());
    for one in tried {
        match one {
            Ok(one) => written.push(one),
            Err(error) => left_out.push(exit::message(&error)),
        }
    }
    (written, left_out)
}

/// Writes a file, or to standard output; gives its name.
pub fn write(bytes: &[u8], to: Option<&Path>) -> anyhow::Result<Vec<String>> {
    match to {
        None => {
            output::print(bytes);
            Ok(Vec::new())
        }
        Some(path) => {
            let written = std::fs::write(path, bytes);
            written.with_context(|| path.display().to_string())?;
            Ok(vec![path.display().to_string()])
        }
    }
}
