//! The log of a game: a file with what one player wrote, where the user asked for that.

use std::fs;
use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file to come, with what a player wrote in one game.
pub(crate) struct Log {
    file: PathBuf,
    verdict: String,
}

impl Log {
    /// The log of a game in this folder, under this name of the player's.
    pub(crate) fn new(folder: &Path, player: &str) -> Log {
        static GAMES: AtomicU64 = AtomicU64::new(1);
        let plain = |one: char| if one.is_alphanumeric() { one } else { '-' };
        let name: String = player.chars().map(plain).take(80).collect();
        let number = GAMES.fetch_add(1, Ordering::Relaxed);
        let file = format!("{}-{number}-{name}.log", std::process::id());
        Log { file: folder.join(file), verdict: String::new() }
    }

    /// Notes the verdict.
    pub(crate) fn note(&mut self, verdict: &impl ToString) {
        self.verdict = format!("[{}]\n", verdict.to_string());
    }

    /// Writes it down. A player that wrote nothing and did nothing wrong leaves no file, and a file
    /// that can't be written stops no game.
    pub(crate) fn write(&self, output: &str) {
        if output.is_empty() && self.verdict.is_empty() {
            return;
        }
        let end = if output.is_empty() || output.ends_with('\n') { "" } else { "\n" };
        if let Err(error) = fs::write(&self.file, format!("{output}{end}{}", self.verdict)) {
            let _ = writeln!(stderr(), "{}: {error}", self.file.display());
        }
    }
}
