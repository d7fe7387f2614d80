//! What processes have used of the machine, and how long they were ready and had to wait for it. Linux alone tells.

use std::time::Duration;

/// The load of one or many processes since they began.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    /// How long they ran.
    pub ran: Duration,
    /// How long they were ready to run and did not, as far as that is over.
    pub waited: Duration,
    /// Whether one of them runs now, or is ready to.
    pub is_ready: bool,
}

impl Load {
    /// What came to it since then.
    pub fn since(self, before: Load) -> Load {
        Load {
            ran: self.ran.saturating_sub(before.ran),
            waited: self.waited.saturating_sub(before.waited),
            is_ready: self.is_ready,
        }
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
        use std::time::Instant;
        static BEGUN: OnceLock<Instant> = OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

/// Whether anybody tells.
pub(super) const IS_TOLD: bool = cfg!(target_os = "linux");

#[cfg(target_os = "linux")]
mod proc {
    use std::fs;
    use std::time::Duration;

    use super::Load;
    use crate::process::unix::descendants::{Snapshot, with_descendants};

    /// The load of the calling thread.
    pub fn of_this_thread() -> Load {
        of_task("/proc/thread-self/schedstat").unwrap_or_default()
    }

    /// The load of a process and its descendants.
    pub fn of_descendants(process: i32) -> Load {
        with_descendants(process).iter().map(of_process).fold(Load::default(), sum)
    }

    fn of_process(process: &Snapshot) -> Load {
        let tasks = process.threads().into_iter();
        let threads = tasks.filter_map(|thread| of_task(thread.join("schedstat")));
        let load = threads.fold(Load::default(), sum);
        // Threads and children that have ended are only in the sum, which counts in larger steps.
        Load { ran: load.ran.max(process.time), is_ready: process.is_ready(), ..load }
    }

    fn sum(a: Load, b: Load) -> Load {
        Load { ran: a.ran + b.ran, waited: a.waited + b.waited, is_ready: a.is_ready || b.is_ready }
    }

    fn of_task(file: impl AsRef<std::path::Path>) -> Option<Load> {
        let text = fs::read_to_string(file).ok()?;
        let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
        let mut next = || numbers.next().map(Duration::from_nanos);
        Some(Load { ran: next()?, waited: next()?, is_ready: false })
    }
}

#[cfg(target_os = "linux")]
pub(super) use proc::{of_descendants, of_this_thread};

/// Elsewhere nobody tells.
#[cfg(not(target_os = "linux"))]
pub(super) fn of_this_thread() -> Load {
    Load::default()
}

/// Elsewhere nobody tells.
#[cfg(not(target_os = "linux"))]
pub(super) fn of_descendants(_process: i32) -> Load {
    Load::default()
}
