//! How much memory a player's processes may hold, and when it is looked at next. Where no limit of the system's does this
//! for all of them together, the host looks while it waits.

use std::time::{Duration, Instant};

/// How often it is looked at, at the most.
const PACE: Duration = Duration::from_millis(50);

/// How much longer than looking at a player's memory is waited until the next look.
const LOOKING: u32 = 30;

/// How much memory a process and its descendants may hold, and when it is looked at next: not whenever the player has
/// the host woken, and the less often the more there is to look at.
pub(super) struct MemoryWatch {
    most: u64,
    next_look: Instant,
}

impl MemoryWatch {
    pub fn new(most: u64) -> MemoryWatch {
        MemoryWatch { most, next_look: Instant::now() }
    }

    /// How long it is until it is looked at again.
    pub fn until_look(&self) -> Duration {
        self.next_look.saturating_duration_since(Instant::now())
    }

    /// Looks, if it is time to.
    pub fn finds_too_much(&mut self, held: impl FnOnce() -> u64) -> bool {
        let begun = Instant::now();
        if begun < self.next_look {
            return false;
        }
        let held = held();
        self.next_look = Instant::now() + PACE.max(begun.elapsed() * LOOKING);
        held > self.most
    }
}
