//! Whether somebody still waits for what is being done, and what doing it took.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A request that is being answered, as the work for it sees it.
#[derive(Clone, Debug, Default)]
pub struct Visit(Arc<State>);

#[derive(Default)]
struct State {
    over: Arc<AtomicBool>,
    /// What is done when the visitor goes.
    then: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    /// What other processes have used of the processor for it, in microseconds.
    used: AtomicU64,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Visit").field(&self.over).finish()
    }
}

impl Visit {
    /// Becomes true when the visitor goes.
    pub fn over(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.over)
    }

    /// Whether the visitor has gone.
    pub fn is_over(&self) -> bool {
        self.0.over.load(Ordering::SeqCst)
    }

    /// Does this when the visitor goes, or now where that has happened; it takes the place of what was to be done so far.
    pub fn at_the_end(&self, act: impl FnOnce() + Send + 'static) {
        *self.then() = Some(Box::new(act));
        if self.is_over() {
            self.act();
        }
    }

    /// Takes note of what another process has used of the processor for it.
    pub fn used(&self, time: Duration) {
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.0.used.fetch_add(time, Ordering::Relaxed);
    }

    /// What other processes have used for it.
    pub fn used_elsewhere(&self) -> Duration {
        Duration::from_micros(self.0.used.load(Ordering::Relaxed))
    }

    /// Ends the visit when it is dropped, which is what the server does with a request whose connection is gone.
    pub fn ends_with(&self) -> Leaving {
        Leaving(self.clone())
    }

    fn then(&self) -> std::sync::MutexGuard<'_, Option<Box<dyn FnOnce() + Send>>> {
        self.0.then.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn act(&self) {
        let act = self.then().take();
        if let Some(act) = act {
            act();
        }
    }
}

/// Ends a visit when it is dropped.
#[derive(Debug)]
pub struct Leaving(Visit);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.0.over.store(true, Ordering::SeqCst);
        self.0.act();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_done_when_a_visitor_goes_is_done_once_whenever_it_is_said() {
        let done = Arc::new(AtomicU64::new(0));
        let count = || {
            let done = Arc::clone(&done);
            move || {
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        let visit = Visit::default();
        visit.at_the_end(count());
        let leaving = visit.ends_with();
        assert_eq!(done.load(Ordering::Relaxed), 0);
        drop(leaving);
        assert_eq!(done.load(Ordering::Relaxed), 1);
        visit.at_the_end(count());
        assert_eq!(done.load(Ordering::Relaxed), 2);
    }
}
