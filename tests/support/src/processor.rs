//! What a thread has used of the processor, which other programs on the machine don't change: for tests that
//! judge whether something takes too long.

use std::time::Duration;

/// The processor time that this thread has used so far. Where the system can't tell, the time that has passed.
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
        use std::time::Instant;
        static BEGUN: OnceLock<Instant> = OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_uses_no_processor_and_one_that_counts_does() {
        let before = thread_time();
        std::thread::sleep(Duration::from_millis(50));
        assert!(thread_time() - before < Duration::from_millis(25));
        let before = thread_time();
        while thread_time() - before < Duration::from_millis(5) {}
    }
}
