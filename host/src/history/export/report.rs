//! What came of an export, and the files that it writes.

use std::path::Path;

use othello_store::GameId;

use crate::exit;
use crate::history::describe::number_of_games;
use crate::out_file;
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

/// What a format makes of games to which this happened.
pub fn remark(games: &[GameId], happened: &str, what: &str) -> Option<String> {
    const SHOWN: usize = 12;
    let mut numbers: Vec<String> = games.iter().take(SHOWN).map(|id| id.0.to_string()).collect();
    if games.len() > SHOWN {
        numbers.push("...".to_owned());
    }
    let were = if games.len() == 1 { "was" } else { "were" };
    let (games, numbers) = (number_of_games(games.len()), numbers.join(", "));
    (!numbers.is_empty()).then(|| format!("{games} {were} {happened}; {what}: {numbers}"))
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
            out_file::write(path, bytes)?;
            Ok(vec![path.display().to_string()])
        }
    }
}
