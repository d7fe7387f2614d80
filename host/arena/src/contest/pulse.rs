//! Whether this machine kept the contest waiting: asleep, stopped, or with too much else to do. A player's
//! clock can't tell that from the player's own slowness, so something that has nothing to do watches.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the pulse beats.
const BEAT: Duration = Duration::from_millis(50);
/// A beat that comes so much later was held up.
const LATE: Duration = Duration::from_millis(250);

/// Beats while a contest runs, and remembers when a beat was last late.
#[derive(Debug)]
pub(super) struct Pulse {
    began: Instant,
    /// Microseconds from the beginning to the last beat, and to the last one that was late.
    last: AtomicU64,
    late: AtomicU64,
}

impl Default for Pulse {
    fn default() -> Pulse {
        let (last, late) = (AtomicU64::new(0), AtomicU64::new(0));
        Pulse { began: Instant::now(), last, late }
    }
}

impl Pulse {
    /// Beats until it is over.
    pub fn beat(&self, over: &AtomicBool) {
        while !over.load(Ordering::Relaxed) {
            let before = Instant::now();
            thread::park_timeout(BEAT);
            if before.elapsed() > BEAT + LATE {
                self.late.store(self.now(), Ordering::Relaxed);
            }
            self.last.store(self.now(), Ordering::Relaxed);
        }
    }

    /// Whether a beat has been late since then, or should have come long ago.
    #[must_use]
    pub fn was_late_since(&self, then: Instant) -> bool {
        let then = micros(then.saturating_duration_since(self.began));
        let overdue = self.now().saturating_sub(self.last.load(Ordering::Relaxed));
        self.late.load(Ordering::Relaxed) > then || overdue > micros(BEAT + LATE)
    }

    fn now(&self) -> u64 {
        micros(self.began.elapsed())
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
