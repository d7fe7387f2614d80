//! What the host tells a child to do, and what the child reports before it runs foreign code.

use crate::jail::Jail;
use othello_player_api::Game;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// With this begins a reply that tells what the child found wrong with the library or its answer.
pub(crate) const COMPLAINT: char = '!';

/// The complaint about an answer that is longer than what may be sent.
pub(crate) const TOO_LONG: &str = "it is too long";

/// How many descriptors a child gets at most: where it reads, where it writes, a library's bytes.
pub(crate) const MOST_DESCRIPTORS: usize = 3;

/// The first line that a child gets.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// What the reply to this job begins with.
    pub nonce: u64,
    pub jail: Jail,
    pub task: Task,
}

/// What a child is for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Load the library and say what it says of itself.
    Describe { library: PathBuf },
    /// Load the library and play this game.
    Play { library: PathBuf, game: Box<Game> },
    /// Become this program, which then speaks for itself. It runs in the folder, and reads what
    /// is readable.
    Run { command: Vec<String>, folder: PathBuf, readable: Vec<PathBuf> },
}

/// What the child says of its jail before any foreign code runs.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The protections that this system does not have.
    pub missing: Vec<String>,
    /// Why the child could not go on at all.
    pub failed: Option<String>,
}

impl Report {
    /// The report of a child that can't go on.
    pub(crate) fn failure(error: String) -> Report {
        Report { missing: Vec::new(), failed: Some(error) }
    }
}
