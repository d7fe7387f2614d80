//! Checking a player before it is trusted with a contest: each check in jailed processes of its own,
//! each with an outcome. What is legal is not known here; the caller brings a [`Judge`].

mod binary;
mod playing;

use crate::find::{Finder, Holds, Kind};
use crate::player::Player;
use crate::session::Runner;
use othello_player_api::{About, Query, Round, abi};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A board that a player says it plays on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// The game's name.
    pub game: String,
    /// Rows and columns.
    pub size: u32,
    /// The start's name.
    pub start: String,
}

/// Who knows positions and what is legal in them.
pub trait Judge {
    /// The boards to try, of those that the player says it plays on.
    fn boards(&self, about: &About) -> Vec<Board>;

    /// Rounds on such a board for both sides, with position and moves, the same every time.
    fn rounds(&self, board: &Board, count: usize) -> Vec<Round>;

    /// Whether the engine's front end lets a query pass: it is Cypher, and does nothing that a
    /// player's query may not.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in a sentence.
    fn pass(&self, query: &Query) -> Result<(), String>;

    /// The square that the query leads to on the embedded engine, where that is a legal move.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in a sentence.
    fn judge(&self, round: &Round, query: &Query) -> Result<String, String>;

    /// The same on another database; nothing where there is none.
    fn judge_elsewhere(&self, round: &Round, query: &Query) -> Option<Result<String, String>>;
}

/// How much is asked of a player.
#[derive(Clone, Copy, Debug)]
pub struct Demands {
    /// Rounds of each side on each board.
    pub rounds: usize,
    /// Rounds over which the memory must not grow.
    pub endurance: usize,
    /// The limit of each round, which the player is told.
    pub deadline: Duration,
    /// After so long a check is content with the rounds that it has seen.
    pub patience: Duration,
}

impl Default for Demands {
    fn default() -> Self {
        Demands {
            rounds: 200,
            endurance: 1000,
            deadline: Duration::from_secs(1),
            patience: Duration::from_secs(10),
        }
    }
}

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

/// Checks a file and all players in it.
pub fn check(
    runner: &Runner,
    finder: &Finder,
    file: &Path,
    judge: &dyn Judge,
    demands: Demands,
) -> FileReport {
    let mut report = FileReport { file: file.to_owned(), checks: Vec::new(), players: Vec::new() };
    let players = match finder.look_into(file) {
        Ok(Holds::Players(players)) => players,
        Ok(Holds::OtherPlatform(which)) => {
            report.checks.push(skipped("loads", &format!("it is for {which}, and can't run here")));
            report.checks.extend(binary::checks(file));
            return report;
        }
        Ok(Holds::Broken(reason)) => {
            report.checks.push(cannot_be_used(&reason));
            if is_library(file) {
                report.checks.extend(binary::checks(file));
            }
            return report;
        }
        Err(error) => {
            report.checks.push(failed("loads", &error.to_string()));
            return report;
        }
    };
    let names: Vec<&str> = players.iter().map(|player| player.about.name.as_str()).collect();
    report.checks.push(passed("loads", &format!("{}: {}", kind(&players), names.join(", "))));
    if is_library(file) {
        report.checks.push(passed("speaks the host's language", &spoken()));
        report.checks.extend(binary::checks(file));
    }
    for player in &players {
        let mut checks = vec![says_what_it_is(&player.about)];
        checks.extend(playing::checks(runner, player, judge, demands));
        report.players.push(PlayerReport { player: player.about.name.clone(), checks });
    }
    report
}

fn kind(players: &[Player]) -> &'static str {
    players.first().map_or("nothing", |player| player.source.kind())
}

fn is_library(file: &Path) -> bool {
    Kind::of(file) == Some(Kind::Library)
}

/// The version that a library speaks which was loaded.
fn spoken() -> String {
    format!("version {} of the player interface", abi::VERSION)
}

fn cannot_be_used(reason: &str) -> Check {
    let died = ["crashed", "panicked"].iter().any(|word| reason.contains(word));
    let outcome = if died { Outcome::Crashed } else { Outcome::Failed };
    Check { name: "loads".into(), outcome, detail: reason.to_owned() }
}

fn says_what_it_is(about: &About) -> Check {
    let missing: Vec<&str> = [
        ("author", &about.author),
        ("version", &about.version),
        ("line", &about.line),
        ("license", &about.license),
    ]
    .into_iter()
    .filter(|(_, value)| value.is_empty())
    .map(|(name, _)| name)
    .collect();
    match missing.as_slice() {
        [] => passed("says what it is", &about.line),
        missing => warned("says what it is", &format!("it leaves out {}", missing.join(", "))),
    }
}

fn passed(name: &str, detail: &str) -> Check {
    Check { name: name.into(), outcome: Outcome::Passed, detail: detail.into() }
}

fn warned(name: &str, detail: &str) -> Check {
    Check { name: name.into(), outcome: Outcome::Warned, detail: detail.into() }
}

fn failed(name: &str, detail: &str) -> Check {
    Check { name: name.into(), outcome: Outcome::Failed, detail: detail.into() }
}

fn skipped(name: &str, detail: &str) -> Check {
    Check { name: name.into(), outcome: Outcome::Skipped, detail: detail.into() }
}
