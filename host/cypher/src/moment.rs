//! A moment in the life of a thread, by the clock on the wall and by the processor time that the thread has used: the
//! difference is how long others were at work.

use std::time::{Duration, Instant};

/// A moment of the thread that took it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    wall: Instant,
    /// Nothing where the system does not tell.
    used: Option<Duration>,
}

impl Moment {
    /// Now.
    pub fn now() -> Moment {
        Moment { wall: Instant::now(), used: processor_time() }
    }

    /// How much of the time since then the calling thread, which is the same one, did not run.
    pub fn held_up(&self) -> Duration {
        let (Some(before), Some(now)) = (self.used, processor_time()) else {
            return Duration::ZERO;
        };
        self.wall.elapsed().saturating_sub(now.saturating_sub(before))
    }
}

/// The processor time that the calling thread has used.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(used).ok()
}

/// Elsewhere nobody tells.
#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn who_sleeps_does_not_run_and_who_counts_does() {
        let moment = Moment::now();
        std::thread::sleep(Duration::from_millis(20));
        assert!(moment.held_up() >= Duration::from_millis(19));
        let (moment, begun) = (Moment::now(), processor_time());
        while processor_time() < begun.map(|begun| begun + Duration::from_millis(5)) {}
        let ran = moment.wall.elapsed().saturating_sub(moment.held_up());
        assert!(ran >= Duration::from_millis(5));
    }
}
