//! The boards of many games as they stand, for whoever looks on. They are no part of any result: what is lost of them is
//! lost.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use othello_board::View;
use othello_rules::{ByColour, Move};
use serde::{Deserialize, Serialize};

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InPlay {
    /// Its number in the contest, or on the ladder.
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

/// The boards of all threads that play. Each has a lock of its own, so that none of them waits for another.
#[derive(Clone, Debug)]
pub(super) struct Boards(Arc<[Mutex<Option<InPlay>>]>);

/// One thread's board with the game that is played on it.
#[derive(Debug)]
pub(super) struct Board {
    boards: Boards,
    thread: usize,
    number: u64,
    names: ByColour<String>,
}

impl Boards {
    /// A board for each of so many threads, with nothing on it.
    #[must_use]
    pub fn new(threads: usize) -> Boards {
        Boards((0..threads).map(|_| Mutex::default()).collect())
    }

    /// The board of a thread, for a game of this number between players of these names.
    #[must_use]
    pub fn board(&self, thread: usize, number: u64, names: ByColour<String>) -> Board {
        Board { boards: self.clone(), thread, number, names }
    }

    /// All on which there is something: the game that is played, or the last one where nobody plays at the moment.
    #[must_use]
    pub fn all(&self) -> Vec<InPlay> {
        self.0.iter().filter_map(|board| lock(board).clone()).collect()
    }
}

fn lock(board: &Mutex<Option<InPlay>>) -> MutexGuard<'_, Option<InPlay>> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Board {
    /// Shows how the game stands after these moves.
    pub fn show(&self, view: &View, moves: &[Move]) {
        let game = InPlay {
            number: self.number,
            black: self.names.black.clone(),
            white: self.names.white.clone(),
            board: view.board(),
            last: moves.last().and_then(|last| last.square()).map(|square| square.to_string()),
            plies: moves.len(),
        };
        if let Some(board) = self.boards.0.get(self.thread) {
            let before = lock(board).replace(game);
            drop(before);
        }
    }
}
