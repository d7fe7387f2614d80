//! How much memory a player's processes may hold, and when it is looked at next. Where no limit of the system's does this
//! for all of them together, the host looks while it waits.

use super::system::Tree;
use std::time::{Duration, Instant};

/// How often it is looked at, at the most.
const PACE: Duration = Duration::from_millis(50);

/// How much longer than looking at a player's memory is waited until the next look.
const LOOKING: u32 = 30;

/// The longest pause between two looks. On a busy machine a look takes long for other reasons than what there is to see.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// How much memory a process and its descendants may hold. What shows as theirs is looked at apart from the rest: that
/// may take the host so long to find, where a player means it to, that the player could hold all of the machine's memory
/// before the next look.
pub(super) struct MemoryWatch {
    most: u64,
    resident: Look,
    all: Look,
}

impl MemoryWatch {
    pub fn new(most: u64) -> MemoryWatch {
        MemoryWatch { most, resident: Look::new(), all: Look::new() }
    }

    /// How long it is until it is looked at again.
    pub fn until_look(&self) -> Duration {
        self.resident.next.min(self.all.next).saturating_duration_since(Instant::now())
    }

    /// Looks, if it is time to.
    pub fn finds_too_much(&mut self, of: &Tree) -> bool {
        let is_more = |held: Option<u64>| held > Some(self.most);
        self.resident.at_its_time(|| is_more(of.resident()))
            || self.all.at_its_time(|| is_more(of.held(self.most)))
    }
}

/// When it is looked next: not whenever the player has the host woken, and the less often the more there is to look at.
struct Look {
    next: Instant,
}

impl Look {
    fn new() -> Look {
        Look { next: Instant::now() }
    }

    /// What is found, or nothing before it is time.
    fn at_its_time(&mut self, found: impl FnOnce() -> bool) -> bool {
        let begun = Instant::now();
        if begun < self.next {
            return false;
        }
        let found = found();
        let pause = (begun.elapsed() * LOOKING).clamp(PACE, LONGEST_PAUSE);
        self.next = Instant::now() + pause;
        found
    }
}
