//! Time that a busy machine does not change: how much of the processor a thread has used, and how long others kept it
//! from running.

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Within so short a time a thread is taken to have run all along: to ask the system takes as long as a small query, so
/// that whoever begins many of them does not ask for each.
const SHORT: Duration = Duration::from_micros(100);

/// A moment in the life of the thread that took it, by the clock on the wall and by the processor time that the thread
/// has used: the difference is how long others were at work.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    wall: Instant,
    used: Duration,
}

impl Moment {
    /// Now.
    #[must_use]
    pub fn now() -> Moment {
        thread_local! {
            static ASKED: Cell<Option<Moment>> = const { Cell::new(None) };
        }
        let wall = Instant::now();
        if let Some(asked) = ASKED.get() {
            let since = wall.saturating_duration_since(asked.wall);
            if since < SHORT {
                return Moment { wall, used: asked.used + since };
            }
        }
        let now = Moment { wall, used: thread_time() };
        ASKED.set(Some(now));
        now
    }

    /// How much of the time since then the calling thread, which is the same one, did not run.
    #[must_use]
    pub fn held_up(&self) -> Duration {
        let passed = self.wall.elapsed();
        if passed < SHORT {
            return Duration::ZERO;
        }
        passed.saturating_sub(thread_time().saturating_sub(self.used))
    }
}

/// What this thread has used of the processor so far. Where the system can't tell, the time that has passed.
#[must_use]
pub fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(used).unwrap_or_default()
    }
    #[cfg(not(unix))]
    {
        use std::sync::OnceLock;
        static BEGUN: OnceLock<Instant> = OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn who_sleeps_does_not_run_and_who_counts_does() {
        let (moment, used) = (Moment::now(), thread_time());
        std::thread::sleep(Duration::from_millis(50));
        assert!(moment.held_up() >= Duration::from_millis(49));
        assert!(thread_time() - used < Duration::from_millis(25));
        let (moment, used) = (Moment::now(), thread_time());
        while thread_time() < used + Duration::from_millis(5) {}
        let ran = moment.wall.elapsed().saturating_sub(moment.held_up());
        assert!(ran >= Duration::from_millis(5));
    }
}
