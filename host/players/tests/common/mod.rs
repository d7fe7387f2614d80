//! What the tests of players share: an executable whose children they are, and libraries built on
//! the spot.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses a part of it")]

use othello_player_api::{Game, Round};
use othello_players::{AskError, Decision, Finder, Jail, Launcher, Runner, Session};
use othello_test_support::built;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The position from which Othello begins.
pub const STANDARD: &str = "---------------------------OX------XO---------------------------";

/// The example `ask`, which is a host.
pub fn host() -> PathBuf {
    built().join("examples").join("ask")
}

/// The library of a player that this project ships.
pub fn shipped(name: &str) -> PathBuf {
    built().join(format!("libothello_{name}.so"))
}

/// The top of the project.
pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Builds a library from C, with some macros defined.
pub fn cc(source: &str, defines: &[&str], library: &Path) {
    let file = library.with_extension("c");
    std::fs::write(&file, source).unwrap();
    let status = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-Wall", "-Werror", "-I"])
        .arg(top().join("player-api/include"))
        .args(defines.iter().map(|define| format!("-D{define}")))
        .arg("-o")
        .args([library, &file])
        .status()
        .unwrap();
    assert!(status.success());
}

pub fn runner() -> Runner {
    runner_with(Jail::default())
}

pub fn runner_with(jail: Jail) -> Runner {
    Runner { launcher: Launcher::at(host()), jail }
}

/// Finds players in a folder and nowhere else.
pub fn finder(folder: &Path) -> Finder {
    finder_with(runner(), folder)
}

pub fn finder_with(runner: Runner, folder: &Path) -> Finder {
    Finder::new(runner)
        .without_usual_folders()
        .with_folder(folder)
        .with_cache(folder.join("cache"))
        .with_reserved(["draw", "players"])
}

/// Starts a contestant in a game of Othello.
pub fn start(runner: &Runner, finder: &Finder, text: &str) -> Result<Session, AskError> {
    let contestant = finder.contestant(text).unwrap();
    let mut game = Game::default();
    game.position = Some(STANDARD.into());
    runner.start(&contestant, game)?.ready()
}

/// The query that a player answers the first round with.
pub fn query(session: &mut Session) -> Result<String, AskError> {
    let mut round = Round::of(&Game::default());
    round.position = Some(STANDARD.into());
    round.moves = Some(Vec::new());
    match session.ask(round, Some(Instant::now() + Duration::from_secs(60)))?.decision {
        Decision::Query(query) => Ok(query.cypher),
        Decision::Resigned(reason) => Ok(format!("resigned: {reason}")),
    }
}
