//! What one query may use, and how much of it is left: time, steps, memory. A [`Meter`] is made from [`Limits`]
//! and handed to whatever works for the query: reading its text, checking and planning it, running it. Nothing is
//! kept by thread: whoever works for nobody has no meter to count on, and two queries can't count on one another's.
//!
//! Memory is charged where it is taken: lists, maps, long texts and the buffers of operators hold a [`Charge`],
//! which gives its bytes back to the same meter when it is dropped. A value that a query leaves in the graph
//! outlives the query and may be dropped by another thread, so the account is shared, and what is given back is
//! counted atomically: a list costs a few nanoseconds more for it beside the two allocations that it makes.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use othello_moment::Moment;

use crate::error::{Error, ErrorKind};

/// What one query may use, from its text to its last row.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When it must have ended, on a machine that does nothing else: while its thread has to wait for a processor, time
    /// stands still.
    pub deadline: Option<Instant>,
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
    /// What time it is for the query; without it, what it was when the query began.
    pub clock: Option<SystemTime>,
}

impl Default for Limits {
    /// No deadline, 64 MB, any number of steps, rows and bytes, seed 0, the machine's clock.
    fn default() -> Limits {
        Limits {
            deadline: None,
            memory: 64 << 20,
            steps: u64::MAX,
            rows: usize::MAX,
            bytes: usize::MAX,
            seed: 0,
            clock: None,
        }
    }
}

/// How many small pieces of work are done between two looks at the clock. A piece takes well under a
/// microsecond, so that a deadline is overrun by less than a millisecond.
const FUEL: u32 = 512;

/// How many nanoseconds it takes to give a byte back, where many small pieces are held.
const GIVING_BACK: u64 = 1;

/// How many bytes of text are compared, searched, hashed or copied in a piece of work.
const BYTES_OF_A_STEP: usize = 256;

/// Counts what one query uses.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    /// What time it is; read once.
    clock: OnceCell<SystemTime>,
    /// When it must have ended.
    deadline: Option<Deadline>,
    /// Ends the query as if the deadline had passed, once it is set from elsewhere.
    stop: Option<Arc<AtomicBool>>,
    /// Steps that may be taken before the next look at the clock.
    fuel: Cell<u32>,
    /// Steps that may be taken after those.
    steps: Cell<u64>,
    /// Whether somebody who can't fail was told to stop: what it gave may be wrong.
    cut_short: Cell<bool>,
    /// Opened by the first who holds anything.
    account: OnceCell<Arc<Account>>,
}

/// When a query must have ended. One that has passed on the wall is put off by what the thread has waited.
#[derive(Debug)]
struct Deadline {
    begun: Moment,
    wanted: Instant,
    /// By how much it is put off, as far as anybody has looked.
    held_up: Cell<Duration>,
}

impl Deadline {
    fn new(wanted: Instant) -> Deadline {
        Deadline { begun: Moment::now(), wanted, held_up: Cell::default() }
    }

    /// Whether it has, for whoever needs so long to end.
    fn has_passed(&self, ending: Duration) -> bool {
        let overrun = || (Instant::now() + ending).checked_duration_since(self.wanted);
        let is_over = |overrun: Duration| overrun >= self.held_up.get();
        if !overrun().is_some_and(is_over) {
            return false;
        }
        self.held_up.set(self.begun.held_up());
        overrun().is_some_and(is_over)
    }
}

/// The bytes that are charged to one meter.
#[derive(Debug)]
struct Account {
    /// Only grows, and only by whoever has the meter, which is one thread at a time.
    charged: AtomicUsize,
    /// What of it was given back, by whatever thread.
    returned: AtomicUsize,
    limit: usize,
}

impl Meter {
    /// A meter at its beginning.
    #[must_use]
    pub fn new(limits: Limits) -> Meter {
        Meter {
            limits,
            clock: OnceCell::new(),
            deadline: limits.deadline.map(Deadline::new),
            stop: None,
            fuel: Cell::new(0),
            steps: Cell::new(limits.steps),
            cut_short: Cell::new(false),
            account: OnceCell::new(),
        }
    }

    /// The same, which somebody else may end by setting this.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Meter {
        self.stop = Some(stop);
        self
    }

    /// What it holds its query to.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What time it is for the query, from its beginning to its end.
    pub(crate) fn clock(&self) -> SystemTime {
        *self.clock.get_or_init(|| self.limits.clock.unwrap_or_else(SystemTime::now))
    }

    /// How long the thread that made it has had to wait for a processor since, or for anything else. Nothing where there is
    /// no deadline to put off.
    #[must_use]
    pub fn held_up(&self) -> Duration {
        self.deadline.as_ref().map_or(Duration::ZERO, |deadline| deadline.begun.held_up())
    }

    /// How many bytes are charged to it at the moment.
    #[must_use]
    pub fn held(&self) -> usize {
        self.account.get().map_or(0, |account| account.held())
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

    /// Counts so many small pieces of work at once.
    #[inline]
    pub(crate) fn spend(&self, steps: usize) -> Result<(), Error> {
        let fuel = self.fuel.get() as usize;
        if let Some(left) = fuel.checked_sub(steps) {
            self.fuel.set(left as u32);
            return Ok(());
        }
        self.fuel.set(0);
        self.steps.set(self.steps.get().saturating_sub((steps - fuel) as u64));
        self.check()
    }

    /// Counts the going through so many bytes of text at once. What is done with more than a few tens of kilobytes
    /// is done in pieces.
    #[inline]
    pub(crate) fn read(&self, bytes: usize) -> Result<(), Error> {
        self.spend(bytes / BYTES_OF_A_STEP)
    }

    /// Looks at the clock: for what takes long by itself.
    ///
    /// # Errors
    /// Where the deadline has passed or no step is left.
    #[cold]
    pub fn check(&self) -> Result<(), Error> {
        self.refuel()?;
        let stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if self.cut_short.get() || stopped || self.is_late() {
            // Whoever goes on all the same, to collect errors, costs no more looks at the clock.
            self.cut_short.set(true);
            self.fuel.set(0);
            return Err(timed_out());
        }
        Ok(())
    }

    /// Whether the deadline has passed, or will have once all that is held is given back.
    fn is_late(&self) -> bool {
        let giving_back = Duration::from_nanos(self.held() as u64 * GIVING_BACK);
        self.deadline.as_ref().is_some_and(|deadline| deadline.has_passed(giving_back))
    }

    /// Lets so many more steps be taken before the next look at the clock, out of those that are left.
    fn refuel(&self) -> Result<(), Error> {
        let steps = self.steps.get().saturating_add(self.fuel.get().into());
        if steps == 0 {
            let message = format!("the query takes more than {} steps", self.limits.steps);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let fuel = steps.min(FUEL.into());
        self.fuel.set(fuel as u32);
        self.steps.set(steps - fuel);
        Ok(())
    }

    /// Counts a small piece of work that can't fail, such as comparing two elements of long lists. Once it says
    /// true it says so always: whoever hears it gives any answer quickly, and [`Meter::finish`] fails.
    #[inline]
    #[must_use]
    pub(crate) fn is_over(&self) -> bool {
        self.is_over_behind(BYTES_OF_A_STEP)
    }

    /// Counts the going through so many bytes of text that can't fail; says what [`Meter::is_over`] says.
    #[inline]
    #[must_use]
    pub(crate) fn is_over_behind(&self, bytes: usize) -> bool {
        if !self.cut_short.get() && self.read(bytes).is_err() {
            self.cut_short.set(true);
        }
        self.cut_short.get()
    }

    /// Whether all that was done under the meter was done to its end.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        if self.cut_short.get() { self.check() } else { Ok(()) }
    }

    /// Whether `bytes` more would still be allowed. To be asked before something large is allocated.
    pub(crate) fn room_for(&self, bytes: usize) -> Result<(), Error> {
        self.account().room_for(bytes)
    }

    #[inline]
    fn account(&self) -> &Arc<Account> {
        self.account.get_or_init(|| Arc::new(Account::new(self.limits.memory)))
    }
}

impl Default for Meter {
    /// A meter of [`Limits::default`].
    fn default() -> Meter {
        Meter::new(Limits::default())
    }
}

impl Account {
    fn new(limit: usize) -> Account {
        Account { charged: AtomicUsize::new(0), returned: AtomicUsize::new(0), limit }
    }

    #[inline]
    fn held(&self) -> usize {
        let returned = self.returned.load(Ordering::Relaxed);
        self.charged.load(Ordering::Relaxed).wrapping_sub(returned)
    }

    #[inline]
    fn room_for(&self, bytes: usize) -> Result<(), Error> {
        let after = self.held().saturating_add(bytes);
        if after > self.limit { Err(self.exceeded()) } else { Ok(()) }
    }

    #[cold]
    fn exceeded(&self) -> Error {
        const MEGABYTE: usize = 1 << 20;
        let allowed = match self.limit {
            limit @ 0..MEGABYTE => format!("{limit} bytes"),
            limit => format!("{} MB", limit / MEGABYTE),
        };
        Error::new(
            ErrorKind::OutOfMemory,
            format!("the query needs more memory than the {allowed} that it may hold"),
        )
    }
}

/// The error of a query whose deadline has passed.
#[cold]
fn timed_out() -> Error {
    Error::new(ErrorKind::TimedOut, "the query did not end before its deadline")
}

/// Bytes that are held; given back when dropped.
#[derive(Debug, Default)]
pub(crate) struct Charge {
    account: Option<Arc<Account>>,
    bytes: usize,
}

impl Charge {
    /// Charges a meter.
    ///
    /// # Errors
    /// Where that is more than the query may hold.
    #[inline]
    pub(crate) fn new(meter: &Meter, bytes: usize) -> Result<Charge, Error> {
        let mut charge = Charge::default();
        charge.grow(meter, bytes)?;
        Ok(charge)
    }

    /// Charges more, to the meter that the first bytes were charged to.
    #[inline]
    pub(crate) fn grow(&mut self, meter: &Meter, bytes: usize) -> Result<(), Error> {
        let account = self.account.get_or_insert_with(|| Arc::clone(meter.account()));
        account.room_for(bytes)?;
        let charged = account.charged.load(Ordering::Relaxed).wrapping_add(bytes);
        account.charged.store(charged, Ordering::Relaxed);
        self.bytes += bytes;
        Ok(())
    }

    /// How much it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Charge {
    #[inline]
    fn drop(&mut self) {
        if let Some(account) = &self.account {
            account.returned.fetch_add(self.bytes, Ordering::Relaxed);
        }
    }
}

/// What is made of many small parts: charged in portions, so that a part costs no more than a subtraction.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    charge: Charge,
    /// What is charged already, and not taken by a part.
    spare: usize,
}

impl Parts {
    /// What all of them have taken.
    pub(crate) fn bytes(&self) -> usize {
        self.charge.bytes() - self.spare
    }

    /// Takes room for a part of a tree: for itself, and for the vector or the box that holds it and may have grown
    /// to twice its length.
    #[inline]
    pub(crate) fn take_in_tree(&mut self, meter: &Meter, bytes: usize) -> Result<(), Error> {
        self.take(meter, 3 * bytes)
    }

    /// Takes room for a text whose pieces are copied as names and constants.
    pub(crate) fn take_copies_of(&mut self, meter: &Meter, text: &str) -> Result<(), Error> {
        self.take(meter, 4 * text.len())
    }

    /// Takes room for a part.
    #[inline]
    pub(crate) fn take(&mut self, meter: &Meter, bytes: usize) -> Result<(), Error> {
        const PORTION: usize = 4 << 10;
        if let Some(spare) = self.spare.checked_sub(bytes) {
            self.spare = spare;
            return Ok(());
        }
        let portion = bytes.max(PORTION);
        self.charge.grow(meter, portion)?;
        self.spare = portion - bytes;
        Ok(())
    }
}
