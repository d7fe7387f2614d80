//! The boards of a contest as they stand, for whoever looks on. They are no part of its results: what is lost of
//! them is lost.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

/// A game of a contest that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InPlay {
    /// Its place in the contest.
    pub number: u64,
    /// Who has the black discs.
    pub black: String,
    /// Who has the white ones.
    pub white: String,
    /// What lies where, row by row.
    pub board: String,
    /// The last move, if there was one.
    pub last: Option<String>,
    /// How many moves and passes there were.
    pub plies: usize,
}

/// The boards of all threads that play.
#[derive(Debug)]
pub(super) struct Boards(Mutex<Vec<Option<InPlay>>>);

impl Boards {
    pub fn new(workers: usize) -> Boards {
        Boards(Mutex::new(vec![None; workers]))
    }

    /// Takes in what lies before one of them now.
    pub fn set(&self, worker: usize, game: InPlay) {
        if let Some(board) = self.lock().get_mut(worker) {
            *board = Some(game);
        }
    }

    /// All on which there is something.
    pub fn all(&self) -> Vec<InPlay> {
        self.lock().iter().flatten().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Option<InPlay>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
