//! Stopping players between their rounds. A player that is asked again at once need not be stopped and
//! continued, which costs more than its answer does: it is stopped once it has been idle for a
//! moment, by a thread that looks after all players of this process. How processes are stopped is the system's. Those that
//! may think on are looked at by the same thread, since nobody waits for them who would see what they take.

use super::memory_watch::MemoryWatch;
use super::system::{Stopped, Tree};
use crate::cores::share_none;
use crate::link::Report;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How long a player may go on after its answer, at most twice, and how soon it is looked whether it stands still.
const MOMENT: Duration = Duration::from_millis(1);

/// The signals of a player's processes, which never go to a number that is not theirs any more.
pub(super) struct ProcessGroup(Mutex<GroupState>);

struct GroupState {
    tree: Tree,
    motion: Motion,
    /// Whether it was ended for what it held while nobody waited for it.
    was_overfull: bool,
}

/// Ends a player from elsewhere, while somebody waits for its answer: that one hears that it has ended.
#[derive(Clone)]
pub struct Ender(Weak<ProcessGroup>);

impl Ender {
    /// Kills the player's processes, unless they have ended.
    pub fn end(&self) {
        if let Some(group) = self.0.upgrade() {
            group.kill();
        }
    }
}

enum Motion {
    Free,
    IdleSince(Instant),
    /// Told to stand still, which a thread does when the machine comes to it; looked at whether they do after a pause.
    Halting {
        stopped: Stopped,
        since: Instant,
        pause: Duration,
    },
    /// What all had used of the processor when they stood still.
    Still {
        stopped: Stopped,
        used: Duration,
    },
    Pondering(MemoryWatch),
}

impl ProcessGroup {
    pub(super) fn new(tree: Tree) -> Arc<ProcessGroup> {
        let state = GroupState { tree, motion: Motion::Free, was_overfull: false };
        let group = Arc::new(ProcessGroup(Mutex::new(state)));
        let mut groups = all_groups();
        groups.retain(|one| one.strong_count() > 0);
        groups.push(Arc::downgrade(&group));
        group
    }

    /// Takes note of what the processes are closed in with.
    pub(super) fn heed(&self, report: &Report) {
        self.state().tree.heed(report);
    }

    /// From here on the player is this one process.
    pub(super) fn is_one_process(&self, player: i32) {
        self.state().tree.is_one_process(player);
    }

    /// Lets the group be stopped, unless it is released within a moment.
    pub(super) fn pause_soon(&self) {
        let mut state = self.state();
        match &*STOPPER {
            Some(stopper) => {
                state.motion = Motion::IdleSince(Instant::now());
                drop(state);
                wake(stopper);
            }
            None => state.halt(),
        }
    }

    /// Lets the group think on, and has looked after what it holds until it is spoken to.
    pub(super) fn ponder(&self, watch: MemoryWatch) {
        if let Some(stopper) = &*STOPPER {
            self.state().motion = Motion::Pondering(watch);
            wake(stopper);
        }
    }

    /// Whether it was ended for what it held while nobody waited for it.
    pub(super) fn was_overfull(&self) -> bool {
        self.state().was_overfull
    }

    /// Lets the group go on. Gives how much of the processor it has used while it should have stood still.
    pub(super) fn resume(&self) -> Duration {
        let mut state = self.state();
        match std::mem::replace(&mut state.motion, Motion::Free) {
            Motion::Still { stopped, used } => state.tree.go_on(&stopped).saturating_sub(used),
            Motion::Halting { stopped, .. } => {
                state.tree.go_on(&stopped).saturating_sub(stopped.most_used())
            }
            Motion::Free | Motion::IdleSince(_) | Motion::Pondering(_) => Duration::ZERO,
        }
    }

    /// Lets the group go on to its end, which may be a tidy one. To find hundreds of processes again for that costs more
    /// than it is worth: they are killed as they stand.
    pub(super) fn release(&self) {
        let mut state = self.state();
        match &state.motion {
            Motion::Halting { stopped, .. } | Motion::Still { stopped, .. } => {
                if !stopped.is_many() {
                    state.tree.go_on(stopped);
                    state.motion = Motion::Free;
                }
            }
            Motion::Free | Motion::IdleSince(_) | Motion::Pondering(_) => {
                state.motion = Motion::Free;
            }
        }
    }

    /// Kills the group, unless that was done before.
    pub(super) fn kill(&self) {
        self.state().tree.kill();
    }

    /// What kills the group from elsewhere.
    pub(super) fn ender(self: &Arc<ProcessGroup>) -> Ender {
        Ender(Arc::downgrade(self))
    }

    /// Its processes as they are now, to be looked at while the group may be stopped or killed.
    pub(super) fn tree(&self) -> Tree {
        self.state().tree.clone()
    }

    /// Stops the group if it has been idle for long enough, or ends it for what it holds; whether it is to be looked at
    /// again.
    fn look_after(&self) -> bool {
        let mut state = self.state();
        let GroupState { tree, motion, was_overfull } = &mut *state;
        match motion {
            Motion::IdleSince(since) if since.elapsed() < MOMENT => true,
            Motion::IdleSince(_) => {
                state.halt();
                true
            }
            Motion::Halting { since, pause, .. } if since.elapsed() < *pause => true,
            Motion::Halting { .. } => !state.settle(),
            Motion::Pondering(watch) => {
                let has_too_much = watch.finds_too_much(tree);
                if has_too_much {
                    tree.kill();
                    (*motion, *was_overfull) = (Motion::Free, true);
                }
                !has_too_much
            }
            Motion::Free | Motion::Still { .. } => false,
        }
    }

    fn state(&self) -> MutexGuard<'_, GroupState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GroupState {
    fn halt(&mut self) {
        let (stopped, since) = (self.tree.stop(), Instant::now());
        self.motion = Motion::Halting { stopped, since, pause: MOMENT };
    }

    /// Takes note of what the group has used, if it stands still; whether it does. The system counts what a thread uses
    /// when it leaves its core, and a thread that waits for the machine hears late that it is stopped: neither is anybody
    /// to be charged for. Who never comes to stand still is, for all that can't have been used before.
    fn settle(&mut self) -> bool {
        let used = self.tree.used_if_still();
        self.motion = match (std::mem::replace(&mut self.motion, Motion::Free), used) {
            (Motion::Halting { stopped, .. }, Some(used)) => {
                Motion::Still { used: used.min(stopped.most_used()), stopped }
            }
            (Motion::Halting { stopped, since, pause }, None) => {
                Motion::Halting { stopped, since, pause: pause * 2 }
            }
            (other, _) => other,
        };
        used.is_some()
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

fn wake(stopper: &Thread) {
    if RESTING.swap(false, Ordering::SeqCst) {
        stopper.unpark();
    }
}

fn stop_idle_players() {
    share_none();
    loop {
        // Nobody can have been idle for long enough any sooner.
        thread::sleep(MOMENT);
        if look_after_all() {
            continue;
        }
        RESTING.store(true, Ordering::SeqCst);
        // Who became idle before that has woken nobody.
        if look_after_all() {
            RESTING.store(false, Ordering::SeqCst);
            continue;
        }
        while RESTING.load(Ordering::SeqCst) {
            thread::park();
        }
    }
}

/// Whether some have not been idle for long enough, do not stand still yet, or think on.
fn look_after_all() -> bool {
    living_groups().iter().filter(|group| group.look_after()).count() > 0
}
