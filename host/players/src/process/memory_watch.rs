//! How much memory a player's processes may hold, and when it is looked at next. Where no limit of the system's does this
//! for all of them together, the host looks while it waits.

use super::system::Tree;
use othello_moment::thread_time;
use std::time::{Duration, Instant};

/// How often it is looked at, at the most.
const PACE: Duration = Duration::from_millis(50);

/// How much longer than a look takes of the processor is waited until the next one. That a busy machine comes late to a
/// look is no reason to put off the next.
const LOOKING: u32 = 30;

/// The longest pause between two looks.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// How much memory a process and its descendants may hold. What shows as theirs is looked at in its own time: the rest
/// may take the host so long to find, where a player means it to, that the player could hold all of the machine's memory
/// before the next look. Where it is time for both, one walk from process to process is enough.
pub(super) struct MemoryWatch {
    most: u64,
    shown: Pace,
    unseen: Pace,
}

impl MemoryWatch {
    pub fn new(most: u64) -> MemoryWatch {
        MemoryWatch { most, shown: Pace::new(), unseen: Pace::new() }
    }

    /// One for the same processes, that looks at once.
    pub fn anew(&self) -> MemoryWatch {
        MemoryWatch::new(self.most)
    }

    /// How long it is until it is looked at again.
    pub fn until_look(&self) -> Duration {
        self.shown.next.min(self.unseen.next).saturating_duration_since(Instant::now())
    }

    /// Looks, if it is time to.
    pub fn finds_too_much(&mut self, of: &Tree) -> bool {
        let now = Instant::now();
        let (is_time, is_time_for_all) = (self.shown.next <= now, self.unseen.next <= now);
        if !is_time && !is_time_for_all {
            return false;
        }
        let begun = thread_time();
        let taken = || thread_time().saturating_sub(begun);
        let processes = of.processes();
        let shown = processes.shown_memory();
        self.shown.put_off(taken());
        if shown > self.most || !is_time_for_all {
            return shown > self.most;
        }
        let unseen = processes.unseen_memory(self.most - shown);
        self.unseen.put_off(taken());
        shown + unseen > self.most
    }
}

/// When it is looked next: not whenever the player has the host woken, and the less often the more there is to look at.
struct Pace {
    next: Instant,
}

impl Pace {
    fn new() -> Pace {
        Pace { next: Instant::now() }
    }

    /// Looks again after a pause that follows from how much of the processor it took this time.
    fn put_off(&mut self, taken: Duration) {
        self.next = Instant::now() + (taken * LOOKING).clamp(PACE, LONGEST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_machine_keeps_from_a_look_does_not_put_off_the_next_one() {
        let begun = thread_time();
        std::thread::sleep(PACE * 4);
        let mut pace = Pace::new();
        pace.put_off(thread_time() - begun);
        let pause = pace.next.saturating_duration_since(Instant::now());
        assert!(cfg!(not(unix)) || pause < LONGEST_PAUSE, "{pause:?}");
        for taken in [LONGEST_PAUSE / LOOKING, LONGEST_PAUSE] {
            pace.put_off(taken);
            let pause = pace.next.saturating_duration_since(Instant::now());
            assert!(pause <= LONGEST_PAUSE && pause > LONGEST_PAUSE / 2, "{pause:?}");
        }
    }
}
