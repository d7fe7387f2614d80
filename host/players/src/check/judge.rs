//! Who knows what is legal, and how much is asked of a player.

use othello_player_api::{About, Query, Round};
use serde::Serialize;
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

    /// The square that the query leads to on the embedded engine in this time, where that is a legal move.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in a sentence.
    fn judge(&self, round: &Round, query: &Query, limit: Duration) -> Result<String, String>;

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
    /// After so long in all, what was not begun is left out.
    pub total: Duration,
}

/// Who is told what is being checked, while it is.
pub type Watcher<'a> = &'a dyn Fn(&str);

impl Default for Demands {
    fn default() -> Self {
        Demands {
            rounds: 200,
            endurance: 1000,
            deadline: Duration::from_secs(1),
            patience: Duration::from_secs(10),
            total: Duration::MAX,
        }
    }
}
