//! A player's processes, stopped, continued and killed as a whole. Stopped are all processes that the player has,
//! whatever groups they have made; what they use of the processor while they should stand still is found when they are
//! let go on. How much memory they hold together is asked here as well.

use super::descendants;
#[cfg(target_os = "linux")]
use super::descendants::{Snapshot, cores_of, with_descendants};
#[cfg(target_os = "linux")]
use super::unseen_memory;
use crate::link::Report;
use crate::process::watched::Watched;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
#[cfg(target_os = "linux")]
use std::collections::HashSet;
use std::time::Duration;

/// How often it is looked whether processes have come that are not stopped: one that is starting others when it is
/// stopped may have started one more.
const LOOKS: usize = 16;

/// How many processes are let go on to end by themselves.
const MOST_RELEASED: usize = 64;

/// How much of the processor a thread may have used that the system has not counted yet, and how it rounds.
#[cfg(target_os = "linux")]
const UNCOUNTED: Duration = Duration::from_millis(10);

/// A player's processes.
#[derive(Clone)]
pub(in crate::process) struct Tree {
    /// The process that waits for the player's; nothing once it was waited for itself.
    keeper: Option<Pid>,
    /// Whether the kernel ends all others with it.
    ends_all: bool,
    /// The player's process, where it can start no others and nothing lets it go on but the host: then nobody need look
    /// what there is, or what it has used.
    alone: Option<i32>,
}

/// What there was when they were stopped.
#[derive(Default)]
pub(in crate::process) struct Stopped {
    processes: usize,
    /// How much of the processor they had used, with all that may not have been counted by then.
    most_used: Duration,
}

impl Stopped {
    /// Whether to find them again costs more than it is worth.
    pub fn is_many(&self) -> bool {
        self.processes > MOST_RELEASED
    }

    /// How much of the processor they can have used at the most when they were stopped.
    pub fn most_used(&self) -> Duration {
        self.most_used
    }
}

impl Tree {
    pub(super) fn kept_by(keeper: Pid) -> Tree {
        Tree { keeper: Some(keeper), ends_all: true, alone: None }
    }

    /// Takes note of what the processes are closed in with.
    pub fn heed(&mut self, report: &Report) {
        self.ends_all = report.own_processes;
    }

    /// From here on the player is this one process. Its keeper does not take note of its end before the host lets it, so
    /// that its number stays its own.
    pub fn is_one_process(&mut self, player: i32) {
        self.alone = Some(player);
    }

    /// Whether it was not killed yet.
    pub fn is_there(&self) -> bool {
        self.keeper.is_some()
    }

    /// The number of the process that waits for the player's, while it is there.
    pub fn number(&self) -> Option<i32> {
        self.keeper.map(|keeper| keeper.as_raw_nonzero().get())
    }

    /// Whose load is the player's, while it is there.
    pub fn watched(&self) -> Option<Watched> {
        let keeper = self.number()?;
        Some(self.alone.map_or(Watched::Tree(keeper), Watched::Alone))
    }

    /// The number of the player's process, while it is there.
    pub fn player(&self) -> Option<i32> {
        if cfg!(target_os = "linux") {
            descendants::first_child(self.number()?)
        } else {
            self.number()
        }
    }

    /// The processes as they are now.
    pub fn processes(&self) -> Processes {
        #[cfg(target_os = "linux")]
        return Processes(self.number().map(with_descendants).unwrap_or_default());
        #[cfg(not(target_os = "linux"))]
        return Processes;
    }

    /// Stops them.
    pub fn stop(&self) -> Stopped {
        if let Some(player) = self.keeper.and(self.alone) {
            signal(player, Signal::STOP);
            return Stopped::default();
        }
        self.stop_all()
    }

    /// How much of the processor they have used, once all of them stand still; nothing of one that only the host lets go
    /// on.
    pub fn used_if_still(&self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        if let (Some(keeper), None) = (self.number(), self.alone) {
            let all = with_descendants(keeper);
            let mut players = all.iter().filter(|one| one.process != keeper);
            return players.all(Snapshot::is_still).then(|| used_by(keeper, &all));
        }
        Some(Duration::ZERO)
    }

    /// Lets them go on. Gives what they have used by then.
    pub fn go_on(&self, _stopped: &Stopped) -> Duration {
        if let Some(player) = self.keeper.and(self.alone) {
            signal(player, Signal::CONT);
            return Duration::ZERO;
        }
        self.let_all_go_on()
    }

    /// Whole groups first: of one that does nothing but start another and end, the number is always an old one, and a
    /// signal to its group comes before it has started the next.
    #[cfg(target_os = "linux")]
    fn stop_all(&self) -> Stopped {
        let Some(keeper) = self.number() else { return Stopped::default() };
        let mut known = HashSet::from([keeper]);
        let mut all = Vec::new();
        for _ in 0..LOOKS {
            all = with_descendants(keeper);
            let fresh: Vec<&Snapshot> =
                all.iter().filter(|one| known.insert(one.process)).collect();
            if fresh.is_empty() {
                break;
            }
            for leader in fresh.iter().filter(|one| one.group == one.process) {
                signal_group(leader.process, Signal::STOP);
            }
            for one in fresh {
                signal(one.process, Signal::STOP);
                stop_threads(one);
            }
        }
        let threads: usize = all.iter().map(|one| one.threads).sum();
        let uncounted = UNCOUNTED * u32::try_from(threads.min(cores_of(keeper))).unwrap_or(1);
        Stopped {
            processes: known.len() - 1,
            most_used: used_by(keeper, &all) + UNCOUNTED + uncounted,
        }
    }

    /// Here nobody tells of a process's children: the player is the keeper itself.
    #[cfg(not(target_os = "linux"))]
    fn stop_all(&self) -> Stopped {
        if let Some(keeper) = self.number() {
            signal_group(keeper, Signal::STOP);
        }
        Stopped::default()
    }

    #[cfg(target_os = "linux")]
    fn let_all_go_on(&self) -> Duration {
        // The keeper comes first, and so nothing twice.
        let all = self.number().map(with_descendants).unwrap_or_default();
        all.iter().skip(1).for_each(|one| signal(one.process, Signal::CONT));
        all.iter().map(|one| one.time).sum()
    }

    #[cfg(not(target_os = "linux"))]
    fn let_all_go_on(&self) -> Duration {
        if let Some(keeper) = self.number() {
            signal_group(keeper, Signal::CONT);
        }
        Duration::ZERO
    }

    /// Ends all processes. Where the kernel does not end them with the keeper, the keeper does when it is told to. From
    /// here on its number may belong to others.
    pub fn kill(&mut self) {
        let Some(keeper) = self.keeper.take() else { return };
        #[cfg(target_os = "linux")]
        if self.ends_all {
            let _ = kill_process(keeper, Signal::KILL);
        } else {
            let _ = kill_process(keeper, Signal::TERM);
        }
        #[cfg(not(target_os = "linux"))]
        signal_group(keeper.as_raw_nonzero().get(), Signal::KILL);
    }
}

/// A player's processes at a moment, which are asked how much memory they hold.
#[cfg(target_os = "linux")]
pub(in crate::process) struct Processes(Vec<Snapshot>);

#[cfg(target_os = "linux")]
impl Processes {
    /// The memory that shows as theirs.
    pub fn shown_memory(&self) -> u64 {
        self.0.iter().map(|one| one.resident).sum()
    }

    /// What the kernel has for them beside that, or at least so much that it is more than `enough`.
    pub fn unseen_memory(&self, enough: u64) -> u64 {
        unseen_memory::of(&self.0, enough)
    }
}

/// Elsewhere nobody looks.
#[cfg(not(target_os = "linux"))]
pub(in crate::process) struct Processes;

#[cfg(not(target_os = "linux"))]
impl Processes {
    pub fn shown_memory(&self) -> u64 {
        0
    }

    pub fn unseen_memory(&self, _enough: u64) -> u64 {
        0
    }
}

/// What the processes below this one have used of the processor, those that have ended before among them.
#[cfg(target_os = "linux")]
fn used_by(keeper: i32, all: &[Snapshot]) -> Duration {
    // Last of all what has come to the keeper from those that have ended: it may count twice, and then nobody is
    // charged for it.
    let of_keeper = Snapshot::of(keeper).map(|keeper| keeper.time).unwrap_or_default();
    let below = all.iter().filter(|one| one.process != keeper);
    of_keeper + below.map(|one| one.time).sum::<Duration>()
}

/// Stops every thread of a process by itself, whichever the machine comes to first. A signal to the process is heard by one
/// of them, which tells the others: while it waits for the machine, and it may be the one with the least right to it, those
/// would go on.
#[cfg(target_os = "linux")]
fn stop_threads(process: &Snapshot) {
    if process.threads == 1 {
        return;
    }
    for thread in process.thread_numbers() {
        let (process, thread) = (libc::c_long::from(process.process), libc::c_long::from(thread));
        // SAFETY: the call takes numbers alone. A thread that has ended, or whose number is another process's by now, gets
        // nothing.
        unsafe { libc::syscall(libc::SYS_tgkill, process, thread, libc::SIGSTOP) };
    }
}

/// A signal to the group of a process, which may be gone, or may not have made it yet.
fn signal_group(leader: i32, signal: Signal) {
    if let Some(group) = Pid::from_raw(leader)
        && kill_process_group(group, signal).is_err()
    {
        let _ = kill_process(group, signal);
    }
}

/// A signal to a process that may be gone.
fn signal(process: i32, signal: Signal) {
    if let Some(process) = Pid::from_raw(process) {
        let _ = kill_process(process, signal);
    }
}
