//! What a session's queries are called among a server's transactions.

use std::hash::{BuildHasher, RandomState};

/// What the host's queries are found by among a server's transactions: nobody else has the same.
pub(super) struct Marks {
    stem: u64,
    count: u64,
}

impl Marks {
    pub(super) fn new() -> Marks {
        Marks { stem: RandomState::new().hash_one(std::process::id()), count: 0 }
    }

    /// What all of them begin with.
    pub(super) fn stem(&self) -> String {
        format!("{:016x}", self.stem)
    }

    pub(super) fn next(&mut self) -> String {
        self.count += 1;
        format!("{:016x}-{}", self.stem, self.count)
    }
}
