//! Why a contest can't begin or can't go on, in words that say what to do.

use std::path::PathBuf;

use othello_store::StoreError;

use super::openings::OpeningError;
use super::schedule::ScheduleError;

/// Why a contest can't begin or can't go on.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// Its file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody can meet so.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// No openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// There is a contest in the file already.
    #[error("{} holds a contest already; name another file, or resume that contest", .0.display())]
    Exists(PathBuf),
    /// There are games in the file already, and no contest.
    #[error("{} holds games that are no contest's; name another file", .0.display())]
    HoldsGames(PathBuf),
    /// The file holds games, but no contest.
    #[error("{} holds no contest, but single games; look at them by: othello-host history list --file {}", .0.display(), .0.display())]
    NoContest(PathBuf),
    /// The plan in the file can't be read.
    #[error("the plan of the contest in {path} can't be read: {why}")]
    Plan {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A thread or a database could not be opened.
    #[error("the contest can't be played: {0}")]
    Venue(String),
    /// Rounds that followed from wrong results.
    #[error(
        "{worker} reported wrong results ({why}); its games were taken out, and with them all that followed from them; \
         the contest can be resumed"
    )]
    Withdrawn {
        /// Whose.
        worker: String,
        /// What was wrong.
        why: String,
    },
    /// Nothing but void games came any more.
    #[error(
        "{games} games in a row had no result, the last because {reason}; the contest was stopped, and can be resumed"
    )]
    NothingButVoid {
        /// How many.
        games: u32,
        /// The last one's reason.
        reason: String,
    },
}
