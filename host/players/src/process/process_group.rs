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
pub(super) struct ProcessGroup(Mutex<Held>);

struct Held {
    /// The process and its group; nothing once it was waited for.
    group: Option<Pid>,
    motion: Motion,
}

#[derive(Clone, Copy)]
enum Motion {
    Free,
    IdleSince(Instant),
    Stopped,
}

impl ProcessGroup {
    pub(super) fn new(group: Option<Pid>) -> Arc<ProcessGroup> {
        let leash = Arc::new(ProcessGroup(Mutex::new(Held { group, motion: Motion::Free })));
        let mut kept = kept();
        kept.retain(|one| one.strong_count() > 0);
        kept.push(Arc::downgrade(&leash));
        leash
    }

    /// Lets the group be stopped, unless it is released within a moment.
    pub(super) fn loosen(&self) {
        let mut held = self.held();
        match &*KEEPER {
            Some(keeper) => {
                held.motion = Motion::IdleSince(Instant::now());
                drop(held);
                if RESTING.swap(false, Ordering::SeqCst) {
                    keeper.unpark();
                }
            }
            None => {
                held.signal(Signal::STOP);
                held.motion = Motion::Stopped;
            }
        }
    }

    /// Lets the group go on.
    pub(super) fn release(&self) {
        let mut held = self.held();
        if matches!(held.motion, Motion::Stopped) {
            held.signal(Signal::CONT);
        }
        held.motion = Motion::Free;
    }

    /// Kills the group. From here on its number may belong to others.
    pub(super) fn kill(&self) {
        let mut held = self.held();
        held.signal(Signal::KILL);
        held.group = None;
    }

    /// The process, while it is there.
    pub(super) fn process(&self) -> Option<Pid> {
        self.held().group
    }

    /// Stops the group if it has been idle for long enough; whether it still may have to be.
    fn stop_if_idle(&self) -> bool {
        let mut held = self.held();
        match held.motion {
            Motion::IdleSince(since) if since.elapsed() >= MOMENT => {
                held.signal(Signal::STOP);
                held.motion = Motion::Stopped;
                false
            }
            Motion::IdleSince(_) => true,
            Motion::Free | Motion::Stopped => false,
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// A signal to a group that may be gone, or may not be one yet: the child makes itself the
    /// leader of a session before it does anything else.
    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group
            && kill_process_group(group, signal).is_err()
        {
            let _ = kill_process(group, signal);
        }
    }
}

/// The leashes of all players of this process.
static KEPT: Mutex<Vec<Weak<ProcessGroup>>> = Mutex::new(Vec::new());

/// Whether the keeper waits to be woken, since no player is idle that has not been stopped.
static RESTING: AtomicBool = AtomicBool::new(false);

/// The thread that stops idle players; none where the system gives no thread, and players are then
/// stopped at once.
static KEEPER: LazyLock<Option<Thread>> = LazyLock::new(|| {
    let keeper = thread::Builder::new().name("keeper".into()).spawn(keep);
    keeper.ok().map(|keeper| keeper.thread().clone())
});

fn kept() -> MutexGuard<'static, Vec<Weak<ProcessGroup>>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The leashes of players that are still there. They are taken out first, so that no signal waits for the list.
fn living() -> Vec<Arc<ProcessGroup>> {
    kept().iter().filter_map(Weak::upgrade).collect()
}

/// Kills all players of this process and whatever they have started, before it ends itself.
pub fn end_all() {
    living().iter().for_each(|leash| leash.kill());
}

fn keep() {
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
    living().iter().filter(|leash| leash.stop_if_idle()).count() > 0
}
