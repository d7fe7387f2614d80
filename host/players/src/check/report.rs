//! What came of the checks of a file and of the players in it.

use serde::Serialize;
use std::path::PathBuf;

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// As it should be.
    Passed,
    /// Worth knowing.
    Warned,
    /// Not as it should be.
    Failed,
    /// The player's process ended.
    Crashed,
    /// It could not be tried.
    Skipped,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// What came of it.
    pub outcome: Outcome,
    /// What was found.
    pub detail: String,
}

impl Check {
    /// A check with this outcome.
    pub(super) fn new(name: &str, outcome: Outcome, detail: &str) -> Check {
        Check { name: name.into(), outcome, detail: detail.into() }
    }

    pub(super) fn pass(name: &str, detail: &str) -> Check {
        Check::new(name, Outcome::Passed, detail)
    }

    pub(super) fn warn(name: &str, detail: &str) -> Check {
        Check::new(name, Outcome::Warned, detail)
    }

    pub(super) fn fail(name: &str, detail: &str) -> Check {
        Check::new(name, Outcome::Failed, detail)
    }

    pub(super) fn skip(name: &str, detail: &str) -> Check {
        Check::new(name, Outcome::Skipped, detail)
    }
}

/// The checks of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerReport {
    /// The player's name.
    pub player: String,
    /// Its checks.
    pub checks: Vec<Check>,
}

/// The checks of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// The file.
    pub file: PathBuf,
    /// The checks of the file itself.
    pub checks: Vec<Check>,
    /// Those of the players in it.
    pub players: Vec<PlayerReport>,
}

impl FileReport {
    /// Whether nothing failed or crashed.
    pub fn is_good(&self) -> bool {
        let own = self.checks.iter();
        let of_players = self.players.iter().flat_map(|player| &player.checks);
        own.chain(of_players)
            .all(|check| !matches!(check.outcome, Outcome::Failed | Outcome::Crashed))
    }
}
