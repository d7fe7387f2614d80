//! When a search must stop: by the clock, or by a number of positions, which repeats exactly.

use std::time::{Duration, Instant};

/// The clock is looked at every 2^10 positions, which take a ten-thousandth of a second.
const LOOK_BITS: u32 = 10;

/// The bounds of a search and what it has used of them.
#[derive(Debug)]
pub struct Clock {
    began: Instant,
    looked: Instant,
    longest_pause: Duration,
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
        let now = Instant::now();
        Clock {
            began: now,
            looked: now,
            longest_pause: Duration::ZERO,
            deadline,
            most_positions: most_positions.unwrap_or(u64::MAX),
            positions: 0,
            stopped: false,
        }
    }

    /// Counts a position.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions.is_multiple_of(1 << LOOK_BITS) {
            self.look();
        }
        if self.stopped || self.positions > self.most_positions { Err(Stopped) } else { Ok(()) }
    }

    /// Counts positions that took too little time to look at the clock in between.
    #[inline]
    pub fn add(&mut self, positions: u64) {
        let before = self.positions;
        self.positions += positions;
        if before >> LOOK_BITS != self.positions >> LOOK_BITS {
            self.look();
        }
    }

    #[cold]
    fn look(&mut self) {
        let Some(deadline) = self.deadline else { return };
        let now = Instant::now();
        self.longest_pause = self.longest_pause.max(now - self.looked);
        self.looked = now;
        self.stopped |= now >= deadline;
    }

    /// The longest time that passed between two looks at the clock, which are close together where the processor
    /// has nothing else to do: a busy machine may not let anybody work for so long again.
    #[must_use]
    pub fn longest_pause(&self) -> Duration {
        self.longest_pause
    }

    /// How many more positions there will be time for, at the pace so far.
    #[must_use]
    pub fn positions_left(&self) -> f64 {
        let left = self.most_positions.saturating_sub(self.positions) as f64;
        let Some(deadline) = self.deadline else { return left };
        let now = Instant::now();
        let pace = self.positions as f64 / (now - self.began).as_secs_f64().max(1e-6);
        left.min(pace * deadline.saturating_duration_since(now).as_secs_f64())
    }

    /// How many positions were counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }
}
