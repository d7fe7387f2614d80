//! A player's processes, stopped, continued and killed as a whole. Stopped are all processes that the player has,
//! whatever groups they have made; what they use of the processor while they should stand still is found when they are
//! let go on.

use super::descendants::{self, Times};
use crate::link::Report;
#[cfg(not(target_os = "linux"))]
use rustix::process::kill_process_group;
use rustix::process::{Pid, Signal, kill_process};
use std::time::Duration;

/// How often it is looked whether processes have come that are not stopped: one that is starting others when it is
/// stopped may have started one more.
const LOOKS: usize = 16;

/// How many processes are let go on to end by themselves.
const MOST_RELEASED: usize = 64;

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

/// What each stopped process had used by then.
pub(in crate::process) struct Stopped(Times);

impl Stopped {
    /// Whether to find them again costs more than it is worth.
    pub fn is_many(&self) -> bool {
        self.0.len() > MOST_RELEASED
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

    /// The number of the player's process, while it is there.
    pub fn player(&self) -> Option<i32> {
        if cfg!(target_os = "linux") {
            descendants::first_child(self.number()?)
        } else {
            self.number()
        }
    }

    /// The memory that the processes hold.
    pub fn resident(&self) -> Option<u64> {
        self.number().map(descendants::resident)
    }

    /// What the player's processes have used so far.
    fn times(&self) -> Times {
        self.number().map(descendants::times_below).unwrap_or_default()
    }

    /// Stops them.
    pub fn stop(&self) -> Stopped {
        let mut stopped = Times::new();
        if let Some(player) = self.keeper.and(self.alone) {
            signal(player, Signal::STOP);
            return Stopped(stopped);
        }
        for _ in 0..LOOKS {
            let all = self.times();
            let fresh: Vec<i32> =
                all.keys().filter(|process| !stopped.contains_key(*process)).copied().collect();
            fresh.iter().for_each(|process| signal(*process, Signal::STOP));
            stopped = all;
            if fresh.is_empty() {
                break;
            }
        }
        // Here nobody tells of a process's children: the player is the keeper itself.
        #[cfg(not(target_os = "linux"))]
        self.signal_group(Signal::STOP);
        Stopped(stopped)
    }

    /// Lets them go on. Gives how much of the processor they have used while they were stopped.
    pub fn go_on(&self, Stopped(before): &Stopped) -> Duration {
        if let Some(player) = self.keeper.and(self.alone) {
            signal(player, Signal::CONT);
            return Duration::ZERO;
        }
        let now = self.times();
        let used = now.iter().map(|(process, time)| {
            let before = before.get(process).copied().unwrap_or_default();
            time.saturating_sub(before)
        });
        let used = used.sum();
        now.keys().for_each(|process| signal(*process, Signal::CONT));
        #[cfg(not(target_os = "linux"))]
        self.signal_group(Signal::CONT);
        used
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
        signal_group(keeper, Signal::KILL);
    }

    #[cfg(not(target_os = "linux"))]
    fn signal_group(&self, signal: Signal) {
        if let Some(keeper) = self.keeper {
            signal_group(keeper, signal);
        }
    }
}

/// A signal to a group that may be gone, or may not be one yet: the child makes itself the
/// leader of a session before it does anything else.
#[cfg(not(target_os = "linux"))]
fn signal_group(group: Pid, signal: Signal) {
    if kill_process_group(group, signal).is_err() {
        let _ = kill_process(group, signal);
    }
}

/// A signal to a process that may be gone.
fn signal(process: i32, signal: Signal) {
    if let Some(process) = Pid::from_raw(process) {
        let _ = kill_process(process, signal);
    }
}
