//! What is handed out of a contest and what comes back, whoever plays it: the seam between the desk, which alone knows
//! schedule and file, and those who play.

use std::time::Duration;

use othello_rules::ByColour;
use othello_store::GameRecord;

use super::boards::InPlay;
use super::error::ContestError;
use super::openings::Opening;
use super::schedule::{Contestant, PairNumber};

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameJob {
    /// Its number: twice its pair's place, and one more where the second of the pair has Black.
    pub number: u64,
    /// Who plays.
    pub players: ByColour<Contestant>,
    /// How it begins.
    pub opening: Opening,
}

/// A pair to be played: both games, or one where the other has its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairJob {
    /// Its number.
    pub place: PairNumber,
    /// How often games of it had no result before.
    pub attempt: u32,
    /// Its games.
    pub games: Vec<GameJob>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Which.
    pub job: GameJob,
    /// Its record, where it came as far as to begin.
    pub record: Option<GameRecord>,
    /// Why it has no result, where it has none.
    pub void: Option<String>,
}

/// Those who play what is handed out, a contest's pairs or a ladder's games: threads of this process, or whoever stands
/// for others elsewhere. What was handed out comes back game by game, in any order, each game once.
pub trait Workers<Job = PairJob> {
    /// How many games may be out at once, those among them that lie ready so that nobody waits for the next.
    fn room(&self) -> usize;

    /// How many games are played at once.
    fn at_once(&self) -> usize {
        self.room()
    }

    /// Takes a job to be played.
    ///
    /// # Errors
    /// Where nobody plays any more.
    fn hand_out(&mut self, job: Job) -> Result<(), ContestError>;

    /// Games that were played since the last time; waits for one up to `timeout`.
    ///
    /// # Errors
    /// Where nobody plays any more.
    fn take(&mut self, timeout: Duration) -> Result<Vec<PlayedGame>, ContestError>;

    /// What was taken is settled: it is in the contest's file, or will be played again.
    fn settled(&mut self) {}

    /// The boards that are played on.
    fn boards(&self) -> Vec<InPlay>;

    /// What else has happened since the last time.
    fn news(&mut self) -> Vec<WorkersNews> {
        Vec::new()
    }

    /// Nothing more is wanted of this contest, neither what was handed out nor what comes of it.
    fn dismiss(&mut self) {}
}

/// What becomes of those who play, beside games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkersNews {
    /// Something to tell.
    Said(String),
    /// A result of this worker was wrong, so that none of its games counts.
    Withdrawn {
        /// Which worker.
        worker: String,
        /// What was wrong.
        why: String,
    },
}
