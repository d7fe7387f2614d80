//! What becomes of a game to which nobody comes: how much would be lost with it, how long it is waited for, and how it
//! is forgotten.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use super::shared::Room;

/// What would be lost with a game, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// It was made, and nobody ever came.
    NeverBegun,
    /// It is over, and in the history.
    Over,
    /// It was begun.
    Unfinished,
}

/// What would be lost with a game, and for how long nobody has been there.
pub(crate) type Loss = (Standing, Reverse<Duration>);

impl Standing {
    /// After so long without anybody such a game is forgotten.
    pub(crate) fn patience(self) -> Duration {
        const HOUR: u64 = 60 * 60;
        Duration::from_secs(match self {
            Standing::NeverBegun => HOUR,
            Standing::Over => 6 * HOUR,
            Standing::Unfinished => 7 * 24 * HOUR,
        })
    }
}

impl Room {
    /// What would be lost with it; nothing where somebody is there, or players are at work.
    pub(crate) fn loss(&self) -> Option<Loss> {
        self.look(|state| {
            let deserted = state.visitors.absent_for().filter(|_| !state.phase.is_running())?;
            let standing = match (state.phase.is_over(), state.has_begun) {
                (true, _) => Standing::Over,
                (false, true) => Standing::Unfinished,
                (false, false) => Standing::NeverBegun,
            };
            Some((standing, Reverse(deserted)))
        })
    }

    /// Forgets the game. One that was begun goes into the history as far as it was played.
    pub(crate) fn forget(self: &Arc<Room>) {
        let is_unfinished = self.change(|state| {
            let is_unfinished = state.has_begun && !state.phase.is_over();
            state.void("nobody came back to it");
            is_unfinished
        });
        if is_unfinished && let Some(game) = self.abandoned() {
            self.remember(&game);
        }
        self.remove();
    }
}
