//! How much memory the values of this thread hold, and when the query that makes them must have ended.
//! A run sets its limits for its thread with [`enter`]; lists, maps, long texts and whatever else holds bytes
//! take a [`Charge`] and give it back when dropped. It measures and refuses, it allocates nothing.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::error::{Error, ErrorKind};
use crate::meter::Limits;

struct Account {
    /// Bytes charged on this thread less bytes given back on it. A value that is stored in the graph may be
    /// dropped by another thread, so this may become negative; a run only looks at the difference to its start.
    live: Cell<i64>,
    limit: Cell<i64>,
    allowed: Cell<usize>,
    deadline: Cell<Option<Instant>>,
    stop: Cell<Option<&'static AtomicBool>>,
    interrupted: Cell<bool>,
    work: Cell<u32>,
}

thread_local! {
    static ACCOUNT: Account = const {
        Account {
            live: Cell::new(0),
            limit: Cell::new(i64::MAX),
            allowed: Cell::new(usize::MAX),
            deadline: Cell::new(None),
            stop: Cell::new(None),
            interrupted: Cell::new(false),
            work: Cell::new(0),
        }
    };
}

/// Limits that hold for this thread until this is dropped; then those before it hold again.
#[derive(Debug)]
pub struct Entered {
    limit: i64,
    allowed: usize,
    deadline: Option<Instant>,
    stop: Option<&'static AtomicBool>,
    interrupted: bool,
    /// Limits belong to the thread that set them.
    _thread: std::marker::PhantomData<*const ()>,
}

/// Lets this thread hold so many bytes more than now, and its long comparisons go on until the deadline.
#[must_use]
pub fn enter(limits: &Limits) -> Entered {
    let &Limits { memory, deadline, stop, .. } = limits;
    ACCOUNT.with(|account| {
        let allowed = i64::try_from(memory).unwrap_or(i64::MAX);
        Entered {
            limit: account.limit.replace(account.live.get().saturating_add(allowed)),
            allowed: account.allowed.replace(memory),
            deadline: account.deadline.replace(deadline),
            stop: account.stop.replace(stop),
            interrupted: account.interrupted.replace(false),
            _thread: std::marker::PhantomData,
        }
    })
}

impl Drop for Entered {
    fn drop(&mut self) {
        ACCOUNT.with(|account| {
            account.limit.set(self.limit);
            account.allowed.set(self.allowed);
            account.deadline.set(self.deadline);
            account.stop.set(self.stop);
            account.interrupted.set(self.interrupted);
        });
    }
}

/// Whether a run must end now: its deadline has passed, or somebody said so.
#[must_use]
pub(crate) fn is_over(deadline: Option<Instant>) -> bool {
    let stop = ACCOUNT.with(|account| account.stop.get());
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// The bytes that this thread holds; only differences mean something.
#[must_use]
pub fn live() -> i64 {
    ACCOUNT.with(|account| account.live.get())
}

/// Whether `bytes` more would still be allowed. To be asked before something large is allocated.
pub fn room_for(bytes: usize) -> Result<(), Error> {
    ACCOUNT.with(|account| {
        let after = account.live.get().saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
        if after > account.limit.get() { Err(over(account.allowed.get())) } else { Ok(()) }
    })
}

#[cold]
fn over(allowed: usize) -> Error {
    const MEGABYTE: usize = 1 << 20;
    let allowed = match allowed {
        0..MEGABYTE => format!("{allowed} bytes"),
        _ => format!("{} MB", allowed / MEGABYTE),
    };
    Error::new(
        ErrorKind::OutOfMemory,
        format!("the query needs more memory than the {allowed} that it may hold"),
    )
}

/// Counts a small piece of work that can't fail, such as comparing two elements of long lists, and now and
/// then looks at the clock. Once it says true it says so until the run ends: whoever hears it gives any answer
/// quickly, and the run ends with the time-out that the clock has shown.
#[inline]
#[must_use]
pub fn interrupted() -> bool {
    const LOOK_EVERY: u32 = 1024;
    ACCOUNT.with(|account| {
        let work = account.work.get().wrapping_add(1);
        account.work.set(work);
        if work.is_multiple_of(LOOK_EVERY) && is_over(account.deadline.get()) {
            account.interrupted.set(true);
        }
        account.interrupted.get()
    })
}

/// Counts a small piece of work as [`interrupted`] does, for whoever can fail.
#[inline]
pub fn tick() -> Result<(), Error> {
    if interrupted() { Err(timed_out()) } else { Ok(()) }
}

/// The error of a run whose deadline has passed.
#[cold]
#[must_use]
pub fn timed_out() -> Error {
    Error::new(ErrorKind::TimedOut, "the query did not end before its deadline")
}

/// Whether a comparison was cut short since [`enter`]: what it said may be wrong, so the run must not end well.
#[must_use]
pub fn was_interrupted() -> bool {
    ACCOUNT.with(|account| account.interrupted.get())
}

/// Bytes that are held; given back when dropped.
#[derive(Debug, Default)]
pub struct Charge(usize);

impl Charge {
    /// Charges this thread.
    #[inline]
    pub fn new(bytes: usize) -> Result<Charge, Error> {
        let mut charge = Charge(0);
        charge.grow(bytes)?;
        Ok(charge)
    }

    /// Charges more.
    #[inline]
    pub fn grow(&mut self, bytes: usize) -> Result<(), Error> {
        room_for(bytes)?;
        ACCOUNT.with(|account| {
            account.live.set(account.live.get().wrapping_add_unsigned(bytes as u64))
        });
        self.0 += bytes;
        Ok(())
    }

    /// Gives some of it back; at most all.
    #[inline]
    pub fn shrink(&mut self, bytes: usize) {
        let bytes = bytes.min(self.0);
        ACCOUNT.with(|account| {
            account.live.set(account.live.get().wrapping_sub_unsigned(bytes as u64))
        });
        self.0 -= bytes;
    }

    /// How much it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0
    }
}

impl Drop for Charge {
    #[inline]
    fn drop(&mut self) {
        self.shrink(self.0);
    }
}
