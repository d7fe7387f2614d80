//! Checking a player before it is trusted with a contest: each check in jailed processes of its own,
//! each with an outcome. What is legal is not known here; the caller brings a [`Judge`].
//!
//! Imports go one way: `judge`, `report`, then `binary` and `playing`, then this file.

mod binary;
mod judge;
mod playing;
mod report;

pub use judge::{Board, Demands, Judge, Watcher};
pub use report::{Check, FileReport, Outcome, PlayerReport};

use crate::find::{Finder, Holds};
use crate::kind::Kind;
use crate::player::Player;
use crate::program::FileRequest;
use crate::session::Runner;
use othello_player_api::{About, abi};
use std::path::Path;

/// Checks a file and all players in it, and says meanwhile what it is at.
pub fn check(
    runner: &Runner,
    finder: &Finder,
    file: &Path,
    judge: &dyn Judge,
    demands: Demands,
    watch: Watcher<'_>,
) -> FileReport {
    let mut report = FileReport { file: file.to_owned(), checks: Vec::new(), players: Vec::new() };
    let file = match finder.file_at(file) {
        Ok(file) => file,
        Err(error) => {
            report.checks.push(Check::fail("loads", &error.to_string()));
            return report;
        }
    };
    let file = file.as_path();
    watch("loads");
    report.checks.extend(asks(finder, file));
    let players = match finder.look_into(file) {
        Ok(Holds::Players(players)) => players,
        Ok(Holds::OtherPlatform(which)) => {
            report
                .checks
                .push(Check::skip("loads", &format!("it is for {which}, and can't run here")));
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
            report.checks.push(Check::fail("loads", &error.to_string()));
            return report;
        }
    };
    let names: Vec<&str> = players.iter().map(|player| player.about.name.as_str()).collect();
    report.checks.push(Check::pass("loads", &format!("{}: {}", kind(&players), names.join(", "))));
    if is_library(file) {
        report.checks.push(Check::pass("speaks the host's language", &interface_version()));
        report.checks.extend(binary::checks(file));
    }
    for player in &players {
        let mut checks = vec![says_what_it_is(&player.about)];
        checks.extend(playing::checks(runner, player, judge, demands, watch));
        report.players.push(PlayerReport { player: player.about.name.clone(), checks });
    }
    report
}

/// What a program asks for beyond its own folder.
fn asks(finder: &Finder, file: &Path) -> Vec<Check> {
    let check = |request: &FileRequest| {
        let name = format!("asks for {}", request.path.display());
        match request.refusal {
            Some(refusal) => Check::fail(&name, &format!("no player is given it, since {refusal}")),
            None if request.granted => Check::pass(&name, "it was granted"),
            None => Check::warn(&name, "nobody has granted it; \"players add\" asks for it"),
        }
    };
    // What can't be read is found when it is loaded.
    finder.requests(file).unwrap_or_default().iter().map(check).collect()
}

fn kind(players: &[Player]) -> &'static str {
    players.first().map_or("nothing", |player| player.source.kind())
}

fn is_library(file: &Path) -> bool {
    Kind::of(file) == Some(Kind::Library)
}

/// The version that a library speaks which was loaded.
fn interface_version() -> String {
    format!("version {} of the player interface", abi::VERSION)
}

fn cannot_be_used(reason: &str) -> Check {
    let died = ["crashed", "panicked"].iter().any(|word| reason.contains(word));
    let outcome = if died { Outcome::Crashed } else { Outcome::Failed };
    Check::new("loads", outcome, reason)
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
        [] => Check::pass("says what it is", &about.line),
        missing => Check::warn("says what it is", &format!("it leaves out {}", missing.join(", "))),
    }
}
