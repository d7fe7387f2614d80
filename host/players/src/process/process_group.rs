//! Stopping players between their rounds. A player that is asked again at once need not be stopped and
//! continued, which costs more than its answer does: it is stopped once it has been idle for a
//! moment, by a thread that looks after all players of this process.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How long a player may go on after its answer, at most twice.
const MOMENT: Duration = Duration::from_millis(1);

/// The signals of a process and its group, which never go to a number that is not theirs any more.
pub(super) struct ProcessGroup(Mutex<GroupState>);

struct GroupState {
    /// The process and its group; nothing once it was waited for.
    id: Option<Pid>,
    motion: Motion,
}

#[derive(Clone, Copy)]
enum Motion {
    Free,
    IdleSince(Instant),
    Stopped,
}

impl ProcessGroup {
    pub(super) fn new(id: Option<Pid>) -> Arc<ProcessGroup> {
        let group = Arc::new(ProcessGroup(Mutex::new(GroupState { id, motion: Motion::Free })));
        let mut groups = all_groups();
        groups.retain(|one| one.strong_count() > 0);
        groups.push(Arc::downgrade(&group));
        group
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
            None => {
                state.signal(Signal::STOP);
                state.motion = Motion::Stopped;
            }
        }
    }

    /// Lets the group go on.
    pub(super) fn resume(&self) {
        let mut state = self.state();
        if matches!(state.motion, Motion::Stopped) {
            state.signal(Signal::CONT);
        }
        state.motion = Motion::Free;
    }

    /// Kills the group. From here on its number may belong to others.
    pub(super) fn kill(&self) {
        let mut state = self.state();
        state.signal(Signal::KILL);
        state.id = None;
    }

    /// The process, while it is there.
    pub(super) fn process(&self) -> Option<Pid> {
        self.state().id
    }

    /// Stops the group if it has been idle for long enough; whether it still may have to be.
    fn stop_if_idle(&self) -> bool {
        let mut state = self.state();
        match state.motion {
            Motion::IdleSince(since) if since.elapsed() >= MOMENT => {
                state.signal(Signal::STOP);
                state.motion = Motion::Stopped;
                false
            }
            Motion::IdleSince(_) => true,
            Motion::Free | Motion::Stopped => false,
        }
    }

    fn state(&self) -> MutexGuard<'_, GroupState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GroupState {
    /// A signal to a group that may be gone, or may not be one yet: the child makes itself the
    /// leader of a session before it does anything else.
    fn signal(&self, signal: Signal) {
        if let Some(group) = self.id
            && kill_process_group(group, signal).is_err()
        {
            let _ = kill_process(group, signal);
        }
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
