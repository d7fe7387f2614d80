//! What a worker asks of whoever knows how players are started.

use std::path::PathBuf;
use std::sync::Arc;

use othello_arena::contest::{GameJob, InPlay, PlayedGame};

use crate::message::{Guests, Order};

/// Who can play contests on this machine.
pub trait Stage: Sync {
    /// Gets ready for a contest. The packs are those of its players, in their order, and behind them the files of
    /// their options, one player's after the other's; the limits of time are to be multiplied by `scale`.
    ///
    /// # Errors
    /// Why this machine can't take part, in words.
    fn open(
        &self,
        order: &Order,
        packs: &[PathBuf],
        scale: f64,
    ) -> Result<Arc<dyn PairPlayer>, String>;
}

/// Plays the games of one contest, on several threads at once.
pub trait PairPlayer: Send + Sync {
    /// Plays a game on this thread.
    fn play(&self, thread: usize, game: &GameJob) -> PlayedGame;

    /// Who plays games of these two, who have come with a pair; the packs are theirs, each in a folder that goes after it.
    /// What breaks this one off and shows its boards does so with theirs.
    ///
    /// # Errors
    /// Why they can't play on this machine, in words.
    fn for_guests(&self, guests: &Guests, packs: &[PathBuf])
    -> Result<Arc<dyn PairPlayer>, String>;

    /// Breaks off what is being played.
    fn cancel(&self) {}

    /// The boards that are played on.
    fn boards(&self) -> Vec<InPlay> {
        Vec::new()
    }
}
