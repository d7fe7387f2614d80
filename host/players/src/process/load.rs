//! What processes have used of the machine, and how long they were ready and had to wait for it. Linux alone tells.

use std::time::Duration;

/// The load of one or many processes since they began.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    /// How long they ran.
    pub ran: Duration,
    /// How long they were ready to run and did not.
    pub waited: Duration,
}

impl Load {
    /// What came to it since then.
    pub fn since(self, before: Load) -> Load {
        Load {
            ran: self.ran.saturating_sub(before.ran),
            waited: self.waited.saturating_sub(before.waited),
        }
    }
}

#[cfg(target_os = "linux")]
mod proc {
    use std::fs;
    use std::time::Duration;

    use super::Load;
    use crate::process::descendants::{children, time};

    /// The load of the calling thread.
    pub fn of_this_thread() -> Load {
        of_task("/proc/thread-self/schedstat").unwrap_or_default()
    }

    /// The load of a process and its descendants.
    pub fn of_descendants(process: i32) -> Load {
        let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let mut own = Load::default();
        for task in tasks.filter_map(|task| of_task(task.path().join("schedstat"))) {
            own = sum(own, task);
        }
        // Threads and children that have ended are only in the sum, which counts in larger steps.
        own.ran = own.ran.max(time(process).unwrap_or_default());
        children(process).into_iter().map(of_descendants).fold(own, sum)
    }

    fn sum(a: Load, b: Load) -> Load {
        Load { ran: a.ran + b.ran, waited: a.waited + b.waited }
    }

    fn of_task(file: impl AsRef<std::path::Path>) -> Option<Load> {
        let text = fs::read_to_string(file).ok()?;
        let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
        let mut next = || numbers.next().map(Duration::from_nanos);
        Some(Load { ran: next()?, waited: next()? })
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
