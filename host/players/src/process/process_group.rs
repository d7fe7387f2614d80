//! Stopping players between their rounds. A player that is asked again at once need not be stopped and
//! continued, which costs more than its answer does: it is stopped once it has been idle for a
//! moment, by a thread that looks after all players of this process. Stopped are all processes that the player has,
//! whatever groups they have made; what they use of the processor while they should stand still is found when
//! they are asked again.

use super::descendants::{self, Times};
#[cfg(not(target_os = "linux"))]
use rustix::process::kill_process_group;
use rustix::process::{Pid, Signal, kill_process};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How long a player may go on after its answer, at most twice.
const MOMENT: Duration = Duration::from_millis(1);

/// How often it is looked whether processes have come that are not stopped: one that is starting others when it is
/// stopped may have started one more.
const LOOKS: usize = 16;

/// How many processes are let go on to end by themselves.
const MOST_RELEASED: usize = 64;

/// The signals of a player's processes, which never go to a number that is not theirs any more.
pub(super) struct ProcessGroup(Mutex<GroupState>);

struct GroupState {
    /// The process that waits for the player's; nothing once it was waited for itself.
    keeper: Option<Pid>,
    /// Whether the kernel ends all others with it.
    ends_all: bool,
    /// The player's process, where it can start no others and nothing lets it go on but the host: then nobody need look
    /// what there is, or what it has used.
    alone: Option<i32>,
    motion: Motion,
}

enum Motion {
    Free,
    IdleSince(Instant),
    /// What each process had used by then.
    Stopped(Times),
}

impl ProcessGroup {
    pub(super) fn new(keeper: Option<Pid>) -> Arc<ProcessGroup> {
        let state = GroupState { keeper, ends_all: true, alone: None, motion: Motion::Free };
        let group = Arc::new(ProcessGroup(Mutex::new(state)));
        let mut groups = all_groups();
        groups.retain(|one| one.strong_count() > 0);
        groups.push(Arc::downgrade(&group));
        group
    }

    /// From here on there are processes that the kernel does not end with the keeper.
    pub(super) fn is_ended_by_its_keeper(&self) {
        self.state().ends_all = false;
    }

    /// From here on the player is this one process. Its keeper does not take note of its end before the host lets it, so
    /// that its number stays its own.
    pub(super) fn is_one_process(&self, player: i32) {
        self.state().alone = Some(player);
    }

    /// Lets the group be stopped, unless it is released within a moment.
    pub(super) fn pause_soon(&self) {
        let mut state = self.state();
        match &*STOPPER {
            Some(stopper) => {
                state.motion = Motion::IdleSince(Instant::now());
                drop(state);
                if RESTING.swap(false, Ordering::SeqCst) {
                    stopper.unpark();
                }
            }
            None => state.stop(),
        }
    }

    /// Lets the group go on. Gives how much of the processor it has used while it was stopped.
    pub(super) fn resume(&self) -> Duration {
        let mut state = self.state();
        match std::mem::replace(&mut state.motion, Motion::Free) {
            Motion::Stopped(before) => state.go_on(&before),
            Motion::Free | Motion::IdleSince(_) => Duration::ZERO,
        }
    }

    /// Lets the group go on to its end, which may be a tidy one. To find hundreds of processes again for that costs more
    /// than it is worth: they are killed as they stand.
    pub(super) fn release(&self) {
        let mut state = self.state();
        match &state.motion {
            Motion::Stopped(before) if before.len() > MOST_RELEASED => {}
            Motion::Stopped(before) => {
                state.go_on(before);
                state.motion = Motion::Free;
            }
            Motion::Free | Motion::IdleSince(_) => state.motion = Motion::Free,
        }
    }

    /// Kills the group. From here on its number may belong to others.
    pub(super) fn kill(&self) {
        let mut state = self.state();
        state.kill();
        state.keeper = None;
    }

    /// The process that waits for the player's, while it is there.
    pub(super) fn keeper(&self) -> Option<Pid> {
        self.state().keeper
    }

    /// Stops the group if it has been idle for long enough; whether it still may have to be.
    fn stop_if_idle(&self) -> bool {
        let mut state = self.state();
        match state.motion {
            Motion::IdleSince(since) if since.elapsed() >= MOMENT => {
                state.stop();
                false
            }
            Motion::IdleSince(_) => true,
            Motion::Free | Motion::Stopped(_) => false,
        }
    }

    fn state(&self) -> MutexGuard<'_, GroupState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GroupState {
    /// What the player's processes have used so far.
    fn times(&self) -> Times {
        let keeper = self.keeper.map(|keeper| keeper.as_raw_nonzero().get());
        keeper.map(descendants::times_below).unwrap_or_default()
    }

    fn stop(&mut self) {
        let mut stopped = Times::new();
        if let Some(player) = self.keeper.and(self.alone) {
            signal(player, Signal::STOP);
            self.motion = Motion::Stopped(stopped);
            return;
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
        self.motion = Motion::Stopped(stopped);
    }

    fn go_on(&self, before: &Times) -> Duration {
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

    /// Ends all processes. Where the kernel does not end them with the keeper, the keeper does when it is told to.
    fn kill(&self) {
        let Some(keeper) = self.keeper else { return };
        #[cfg(target_os = "linux")]
        if self.ends_all {
            let _ = kill_process(keeper, Signal::KILL);
        } else {
            let _ = kill_process(keeper, Signal::TERM);
        }
        #[cfg(not(target_os = "linux"))]
        self.signal_group(Signal::KILL);
    }

    /// A signal to a group that may be gone, or may not be one yet: the child makes itself the
    /// leader of a session before it does anything else.
    #[cfg(not(target_os = "linux"))]
    fn signal_group(&self, signal: Signal) {
        if let Some(group) = self.keeper
            && kill_process_group(group, signal).is_err()
        {
            let _ = kill_process(group, signal);
        }
    }
}

/// A signal to a process that may be gone.
fn signal(process: i32, signal: Signal) {
    if let Some(process) = Pid::from_raw(process) {
        let _ = kill_process(process, signal);
    }
}

/// The process groups of all players of this process.
static GROUPS: Mutex<Vec<Weak<ProcessGroup>>> = Mutex::new(Vec::new());

/// Whether the stopper waits to be woken, since no player is idle that has not been stopped.
static RESTING: AtomicBool = AtomicBool::new(false);

/// The thread that stops idle players; none where the system gives no thread, and players are then
/// stopped at once.
static STOPPER: LazyLock<Option<Thread>> = LazyLock::new(|| {
    let stopper = thread::Builder::new().name("stopper".into()).spawn(stop_idle_players);
    stopper.ok().map(|stopper| stopper.thread().clone())
});

fn all_groups() -> MutexGuard<'static, Vec<Weak<ProcessGroup>>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The groups of players that are still there. They are taken out first, so that no signal waits for the list.
fn living_groups() -> Vec<Arc<ProcessGroup>> {
    all_groups().iter().filter_map(Weak::upgrade).collect()
}

/// Kills all players of this process and whatever they have started, before it ends itself.
pub fn end_all() {
    living_groups().iter().for_each(|group| group.kill());
}

fn stop_idle_players() {
    loop {
        // Nobody can have been idle for long enough any sooner.
        thread::sleep(MOMENT);
        if stop_idle_ones() {
            continue;
        }
        RESTING.store(true, Ordering::SeqCst);
        // Who became idle before that has woken nobody.
        if stop_idle_ones() {
            RESTING.store(false, Ordering::SeqCst);
            continue;
        }
        while RESTING.load(Ordering::SeqCst) {
            thread::park();
        }
    }
}

/// Whether some have not been idle for long enough.
fn stop_idle_ones() -> bool {
    living_groups().iter().filter(|group| group.stop_if_idle()).count() > 0
}
