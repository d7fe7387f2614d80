//! A hash of what was played: the games of a contest are many, and no more is wanted of them here than whether two are
//! the same.

use std::hash::{DefaultHasher, Hash, Hasher};

use othello_rules::ByColour;

/// A hash of a game's moves, or of those of a pair of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MovesHash(u64);

impl MovesHash {
    /// Of the moves as a transcript.
    #[must_use]
    pub fn of(moves: &str) -> MovesHash {
        MovesHash::of_all(moves)
    }

    /// Of the two games of a pair.
    #[must_use]
    pub(super) fn of_pair(one: MovesHash, other: MovesHash) -> MovesHash {
        MovesHash::of_all((one, other))
    }

    /// What tells this game from others where it matters which contestants played it.
    #[must_use]
    pub(super) fn between(self, players: ByColour<usize>) -> u64 {
        MovesHash::of_all((players, self)).0
    }

    /// What tells this from others.
    #[must_use]
    pub(super) fn get(self) -> u64 {
        self.0
    }

    fn of_all(what: impl Hash) -> MovesHash {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        MovesHash(hasher.finish())
    }
}
