//! When a search must stop: by the clock, or by a number of positions, which repeats exactly.

use std::time::Instant;

/// The bounds of a search and what it has used of them.
#[derive(Debug)]
pub struct Clock {
    deadline: Option<Instant>,
    most_positions: u64,
    positions: u64,
    stopped: bool,
}

/// The search was stopped before it knew its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Clock {
    /// A search that ends at the deadline or after so many positions, whichever comes first.
    #[must_use]
    pub fn new(deadline: Option<Instant>, most_positions: Option<u64>) -> Clock {
        let most_positions = most_positions.unwrap_or(u64::MAX);
        Clock { deadline, most_positions, positions: 0, stopped: false }
    }

    /// Counts a position.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions & 0xfff == 0 {
            self.look();
        }
        if self.stopped || self.positions > self.most_positions { Err(Stopped) } else { Ok(()) }
    }

    /// Counts positions that took too little time to look at the clock in between.
    #[inline]
    pub fn add(&mut self, positions: u64) {
        let before = self.positions;
        self.positions += positions;
        if before >> 12 != self.positions >> 12 {
            self.look();
        }
    }

    #[cold]
    fn look(&mut self) {
        self.stopped |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }

    /// How many positions were counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }
}
