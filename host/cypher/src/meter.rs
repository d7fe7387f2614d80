//! What one piece of a stranger's work may use, and how much of it is left: time, memory, steps. A [`Meter`] is
//! made from [`Limits`] and handed to whatever works for the query: reading its text, checking and planning it,
//! running it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::error::{Error, ErrorKind};

/// What one query may use, from its text to its last row.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When it must have ended.
    pub deadline: Option<Instant>,
    /// Ends it as if the deadline had passed, once it is set from elsewhere.
    pub stop: Option<&'static AtomicBool>,
    /// How many bytes it may hold.
    pub memory: usize,
    /// How many small pieces of work it may take.
    pub steps: u64,
    /// How many rows it may return.
    pub rows: usize,
    /// How many bytes its result may have.
    pub bytes: usize,
    /// What `rand()` and `randomUUID()` draw from.
    pub seed: u64,
}

impl Default for Limits {
    /// No deadline, 64 MB, any number of steps, rows and bytes, seed 0.
    fn default() -> Limits {
        Limits {
            deadline: None,
            stop: None,
            memory: 64 << 20,
            steps: u64::MAX,
            rows: usize::MAX,
            bytes: usize::MAX,
            seed: 0,
        }
    }
}

/// How many small pieces of work are done between two looks at the clock. A piece takes well under a
/// microsecond, so that a deadline is overrun by less than a millisecond.
const FUEL: u32 = 512;

/// Counts what one query uses.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    /// Steps that may be taken before the next look at the clock.
    fuel: Cell<u32>,
    /// Steps that may be taken after those.
    steps: Cell<u64>,
}

impl Meter {
    /// A meter at its beginning.
    #[must_use]
    pub fn new(limits: Limits) -> Meter {
        Meter { limits, fuel: Cell::new(0), steps: Cell::new(limits.steps) }
    }

    /// What it holds its query to.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts a small piece of work and now and then looks at the clock. Every loop that a query can make
    /// long calls it.
    #[inline]
    pub(crate) fn tick(&self) -> Result<(), Error> {
        let fuel = self.fuel.get();
        if fuel == 0 {
            return self.check();
        }
        self.fuel.set(fuel - 1);
        Ok(())
    }

    /// Lets so many more steps be taken before the next look at the clock, out of those that are left.
    fn refuel(&self) -> Result<(), Error> {
        let steps = self.steps.get().saturating_add(self.fuel.get().into());
        if steps == 0 {
            let message = format!("the query takes more than {} steps", self.limits.steps);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let fuel = steps.min(u64::from(FUEL));
        self.fuel.set(fuel as u32);
        self.steps.set(steps - fuel);
        Ok(())
    }

    /// Looks at the clock: for what takes long by itself.
    #[cold]
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.refuel()?;
        let stopped = self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if stopped || self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(timed_out());
        }
        Ok(())
    }
}

impl Default for Meter {
    /// A meter of [`Limits::default`].
    fn default() -> Meter {
        Meter::new(Limits::default())
    }
}

/// The error of a query whose deadline has passed.
#[cold]
fn timed_out() -> Error {
    Error::new(ErrorKind::TimedOut, "the query did not end before its deadline")
}
