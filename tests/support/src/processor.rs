//! What a thread has used of the processor, which other programs on the machine don't change: for tests that
//! judge whether something takes too long.

use std::time::Duration;

/// The processor time that this thread has used so far.
///
/// # Panics
/// Where the system does not tell, as only Linux does.
#[must_use]
pub fn thread_time() -> Duration {
    // The first of its numbers is the time on a processor in nanoseconds.
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat");
    let statistics = statistics.expect("the kernel keeps the times of threads");
    let nanoseconds = statistics.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first is a number"))
}

#[cfg(all(test, target_os = "linux"))]
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
