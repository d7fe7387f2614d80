//! Seeds: every random choice of a game follows from its seed, so that it can be repeated.

use crate::rng::numbered;
use std::hash::{BuildHasher, RandomState};

/// Seeds that travel as JSON numbers stay below this.
const JSON_LIMIT: u64 = 1 << 53;

/// The seed of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(u64);

impl Seed {
    /// A seed that the user chose.
    #[must_use]
    pub fn new(seed: u64) -> Seed {
        Seed(seed % JSON_LIMIT)
    }

    /// A seed that nobody chose.
    #[must_use]
    pub fn random() -> Seed {
        Seed::new(RandomState::new().hash_one(std::process::id()))
    }

    /// The number to write after `--seed`.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }

    /// What a player gets for one of its rounds.
    #[must_use]
    pub fn of_round(self, ply: usize) -> u64 {
        numbered(self.0, 2 * ply as u64) % JSON_LIMIT
    }

    /// What `rand()` draws from in a query of that round.
    #[must_use]
    pub fn of_query(self, ply: usize) -> u64 {
        numbered(self.0, 2 * ply as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_round_and_each_query_of_a_game_has_a_seed_of_its_own() {
        let seed = Seed::new(7);
        let rounds = (0..200).map(|ply| seed.of_round(ply));
        let queries = (0..200).map(|ply| seed.of_query(ply));
        assert_eq!(rounds.chain(queries).collect::<HashSet<_>>().len(), 400);
        assert!((0..200).all(|ply| seed.of_round(ply) < JSON_LIMIT));
        assert_eq!(seed.of_round(3), Seed::new(7).of_round(3));
    }
}
