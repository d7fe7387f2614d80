//! What is known of a way to a server: how much more may come, how often it was waited for, and what went wrong.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::session::ServerFault;

/// So many bytes are enough for a server's first words, and for an answer of one row.
pub(super) const FEW: usize = 1 << 20;

/// What the session and the way to its server know of each other.
pub(super) struct Gauge {
    left: AtomicUsize,
    taken: AtomicU64,
    flooded: AtomicBool,
    trips: AtomicU64,
    answers_resets: AtomicBool,
    sent: Notify,
    stepped_down: AtomicBool,
    closed: AtomicBool,
    trouble: Mutex<Option<ServerFault>>,
}

impl Default for Gauge {
    fn default() -> Gauge {
        Gauge {
            left: AtomicUsize::new(FEW),
            taken: AtomicU64::new(0),
            flooded: AtomicBool::new(false),
            trips: AtomicU64::new(0),
            answers_resets: AtomicBool::new(true),
            sent: Notify::new(),
            stepped_down: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            trouble: Mutex::new(None),
        }
    }
}

impl Gauge {
    /// From now on `bytes` more may come from the server.
    pub(super) fn allow(&self, bytes: usize) {
        self.left.store(bytes, Ordering::Relaxed);
        self.flooded.store(false, Ordering::Relaxed);
    }

    /// Takes what came from what may come; the connection is to be closed where that is too little.
    pub(super) fn take(&self, bytes: usize) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(bytes), Ordering::Relaxed);
        self.taken.fetch_add(bytes as u64, Ordering::Relaxed);
        if left < bytes {
            self.flooded.store(true, Ordering::Relaxed);
        }
        left >= bytes
    }

    /// How many bytes have come so far.
    pub(super) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Whether more came than was allowed; the connection was closed then.
    pub(super) fn flooded(&self) -> bool {
        self.flooded.load(Ordering::Relaxed)
    }

    /// How often something was sent while no answer was awaited: so many times the way's length was waited for.
    pub(super) fn trips(&self) -> u64 {
        self.trips.load(Ordering::Relaxed)
    }

    pub(super) fn count_trip(&self) {
        self.trips.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether the driver is told at once that a RESET was done which the server does not need.
    pub(super) fn answers_resets(&self) -> bool {
        self.answers_resets.load(Ordering::Relaxed)
    }

    /// Says whether it is.
    pub(super) fn answer_resets(&self, here: bool) {
        self.answers_resets.store(here, Ordering::Relaxed);
    }

    /// Ends when the next query has gone to the server.
    pub(super) fn sent(&self) -> Notified<'_> {
        self.sent.notified()
    }

    pub(super) fn tell_sent(&self) {
        self.sent.notify_waiters();
    }

    /// Whether the server has said that another one writes the database. Nothing more goes to it: the driver would ask
    /// it again for a minute.
    pub(super) fn stepped_down(&self) -> bool {
        self.stepped_down.load(Ordering::Relaxed)
    }

    pub(super) fn step_down(&self) {
        self.stepped_down.store(true, Ordering::Relaxed);
    }

    /// Whether a connection to the server has ended since this way was opened, by whomever.
    pub(super) fn has_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    pub(super) fn tell_closed(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// What kept the last connection from reaching the server.
    pub(super) fn trouble(&self) -> Option<ServerFault> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn blame(&self, fault: ServerFault) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
    }
}
