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
    /// Whether there are more of them than can run: then they keep each other from running. What those have used that
    /// ended and were not waited for is in no count.
    pub is_crowd: bool,
}

impl Load {
    /// What came to it since then.
    pub fn since(self, before: Load) -> Load {
        Load {
            ran: self.ran.saturating_sub(before.ran),
            waited: self.waited.saturating_sub(before.waited),
            is_ready: self.is_ready,
            is_crowd: self.is_crowd || before.is_crowd,
        }
    }
}

/// Whether anybody tells.
pub(super) const IS_TOLD: bool = cfg!(target_os = "linux");

#[cfg(target_os = "linux")]
mod proc {
    use std::fs;
    use std::time::Duration;

    use super::Load;
    use crate::process::unix::descendants::{Snapshot, cores_of, with_descendants};
    use crate::process::watched::Watched;

    /// The load of the calling thread.
    pub fn of_this_thread() -> Load {
        of_task("/proc/thread-self/schedstat").unwrap_or_default()
    }

    /// So many threads no player has that means no harm, on a machine that has few cores, or for each of its cores: to
    /// look at every one would take the host longer than it takes the player to make more.
    const MANY_THREADS: usize = 128;
    const MANY_FOR_A_CORE: usize = 8;

    /// The load of a player.
    pub fn of(watched: Watched) -> Load {
        let (first, all) = match watched {
            Watched::Tree(process) => (process, with_descendants(process)),
            Watched::Alone(process) => (process, Snapshot::of(process).into_iter().collect()),
        };
        let cores = cores_of(first);
        let threads: usize = all.iter().map(|one| one.threads).sum();
        if threads > MANY_THREADS.max(cores * MANY_FOR_A_CORE) {
            let ran = all.iter().map(|one| one.time).sum();
            return Load { ran, is_crowd: true, ..Load::default() };
        }
        let load = all.iter().map(of_process).fold(Load::default(), sum);
        Load { is_crowd: load.is_ready && is_crowd(&all, cores), ..load }
    }

    /// Whether more threads of several processes are ready than there are cores for them. What threads of one process
    /// keep each other from is no matter: all that they have used shows, those that have ended among them.
    fn is_crowd(all: &[Snapshot], cores: usize) -> bool {
        let ready: Vec<&Snapshot> = all.iter().filter(|one| one.is_ready()).collect();
        ready.len() > 1 && ready.iter().map(|one| one.ready_threads()).sum::<usize>() > cores
    }

    fn of_process(process: &Snapshot) -> Load {
        let tasks = process.threads().into_iter();
        let threads = tasks.filter_map(|thread| of_task(thread.join("schedstat")));
        let load = threads.fold(Load::default(), sum);
        // Threads and children that have ended are only in the sum, which counts in larger steps.
        Load { ran: load.ran.max(process.time), is_ready: process.is_ready(), ..load }
    }

    fn sum(a: Load, b: Load) -> Load {
        Load {
            ran: a.ran + b.ran,
            waited: a.waited + b.waited,
            is_ready: a.is_ready || b.is_ready,
            ..Load::default()
        }
    }

    fn of_task(file: impl AsRef<std::path::Path>) -> Option<Load> {
        let text = fs::read_to_string(file).ok()?;
        let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
        let mut next = || numbers.next().map(Duration::from_nanos);
        Some(Load { ran: next()?, waited: next()?, ..Load::default() })
    }
}

#[cfg(target_os = "linux")]
pub(super) use proc::{of, of_this_thread};

/// Elsewhere nobody tells.
#[cfg(not(target_os = "linux"))]
pub(super) fn of_this_thread() -> Load {
    Load::default()
}

/// Elsewhere nobody tells.
#[cfg(not(target_os = "linux"))]
pub(super) fn of(_watched: super::watched::Watched) -> Load {
    Load::default()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::process::watched::Watched;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    #[test]
    fn more_busy_processes_than_cores_are_a_crowd_and_a_single_one_is_none() {
        let cores = std::thread::available_parallelism().unwrap().get();
        for (busy, is_crowd) in [(1, false), (cores + 2, true)] {
            let script = "for one in $(seq $0); do while :; do :; done & done; wait";
            let mut shell = Command::new("sh");
            shell.args(["-c", script, &busy.to_string()]).process_group(0);
            let mut shell = shell.spawn().unwrap();
            let tree = Watched::Tree(shell.id().cast_signed());
            let mut load = of(tree);
            // The shell itself is busy until it has started all of them.
            for _ in 0..20_000 {
                let is_begun =
                    load.is_ready && !of(Watched::Alone(shell.id().cast_signed())).is_ready;
                if is_begun && load.is_crowd == is_crowd {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
                load = of(tree);
            }
            let group = rustix::process::Pid::from_child(&shell);
            rustix::process::kill_process_group(group, rustix::process::Signal::KILL).unwrap();
            shell.wait().unwrap();
            assert_eq!((load.is_ready, load.is_crowd), (true, is_crowd), "{busy} on {cores}");
        }
    }

    #[test]
    fn so_many_threads_as_nobody_needs_are_a_crowd_whatever_they_do() {
        let (tell, told) = std::sync::mpsc::channel::<()>();
        let told = std::sync::Mutex::new(told);
        let own = Watched::Alone(std::process::id().cast_signed());
        let cores = std::thread::available_parallelism().unwrap().get();
        std::thread::scope(|scope| {
            for _ in 0..=128.max(8 * cores) {
                scope.spawn(|| told.lock().unwrap().recv());
            }
            let load = of(own);
            drop(tell);
            assert!(load.is_crowd, "{load:?}");
        });
    }
}
