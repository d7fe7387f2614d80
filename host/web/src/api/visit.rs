//! Whether somebody still waits for what is being done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request that is being answered, as the work for it sees it.
#[derive(Clone, Debug, Default)]
pub struct Visit(Arc<AtomicBool>);

impl Visit {
    /// Becomes true when the visitor goes.
    pub fn over(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the visitor has gone.
    pub fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Ends the visit when it is dropped, which is what the server does with a request whose connection is gone.
    pub fn ends_with(&self) -> Leaving {
        Leaving(self.clone())
    }
}

/// Ends a visit when it is dropped.
#[derive(Debug)]
pub struct Leaving(Visit);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}
