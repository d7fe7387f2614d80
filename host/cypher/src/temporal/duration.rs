//! Durations: months, days and seconds, which can't be turned into each other, since months and days differ in length.

use std::cmp::Ordering;

use super::invalid;
use super::time::{DAY, NANOS};
use crate::error::{Error, ErrorKind};

/// The mean length of a month of the calendar, in seconds.
const MONTH: i64 = 2_629_746;

/// A duration. Each part has a sign of its own; nanoseconds are always added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Duration {
    months: i64,
    days: i64,
    seconds: i64,
    nanos: i32,
}

/// The parts of a duration before they are known to be whole.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Amounts {
    /// Months.
    pub months: f64,
    /// Days.
    pub days: f64,
    /// Seconds.
    pub seconds: f64,
    /// Nanoseconds.
    pub nanos: f64,
}

impl Amounts {
    /// The mean of so many durations, with the last of them that of those before it.
    pub(crate) fn with(self, last: Duration, count: f64) -> Amounts {
        #[expect(clippy::cast_precision_loss, reason = "means are floats")]
        let nearer = |mean: f64, part: i64| mean + (part as f64 - mean) / count;
        Amounts {
            months: nearer(self.months, last.months),
            days: nearer(self.days, last.days),
            seconds: nearer(self.seconds, last.seconds),
            nanos: nearer(self.nanos, last.nanos.into()),
        }
    }
}

impl Duration {
    /// A duration of these parts; any number of nanoseconds.
    pub fn new(months: i64, days: i64, seconds: i64, nanos: i64) -> Result<Duration, Error> {
        let seconds = seconds.checked_add(nanos.div_euclid(NANOS)).ok_or_else(too_long)?;
        #[expect(clippy::cast_possible_truncation, reason = "below a thousand million")]
        let nanos = nanos.rem_euclid(NANOS) as i32;
        let duration = Duration { months, days, seconds, nanos };
        if i64::try_from(duration.mean_seconds()).is_err() {
            return Err(too_long());
        }
        Ok(duration)
    }

    /// Seconds of any number of nanoseconds.
    pub(super) fn of_nanos(nanos: i128) -> Result<Duration, Error> {
        let seconds = i64::try_from(nanos.div_euclid(NANOS.into())).map_err(|_| too_long())?;
        #[expect(clippy::cast_possible_truncation, reason = "below a thousand million")]
        Duration::new(0, 0, seconds, nanos.rem_euclid(NANOS.into()) as i64)
    }

    /// A duration of parts with fractions. What a part has behind its point goes on to the next smaller one, a month
    /// being as long as months are on average.
    pub(crate) fn of_amounts(amounts: Amounts) -> Result<Duration, Error> {
        // In nanoseconds, as Neo4j does: floats then round to what was meant.
        #[expect(clippy::cast_precision_loss, reason = "parts with fractions are floats")]
        let nanos = |seconds: i64| (seconds * NANOS) as f64;
        let (months, rest) = whole(amounts.months)?;
        let (days, rest) = whole(amounts.days + rest * nanos(MONTH) / nanos(DAY))?;
        let (seconds, rest) = whole(amounts.seconds + rest * nanos(DAY) / nanos(1))?;
        let (nanos, _) = whole(amounts.nanos + rest * nanos(1))?;
        Duration::new(months, days, seconds, nanos)
    }

    /// The mean of durations, of whose seconds whole days are days.
    pub(crate) fn of_mean(mean: Amounts) -> Result<Duration, Error> {
        let Duration { months, days, seconds, nanos } = Duration::of_amounts(mean)?;
        let days = days.checked_add(seconds / DAY).ok_or_else(too_long)?;
        Duration::new(months, days, seconds % DAY, nanos.into())
    }

    /// Its months.
    #[must_use]
    pub fn months(self) -> i64 {
        self.months
    }

    /// Its days.
    #[must_use]
    pub fn days(self) -> i64 {
        self.days
    }

    /// Its seconds, rounded down.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.seconds
    }

    /// Its nanoseconds beside the seconds, 0 to 999,999,999.
    #[must_use]
    pub fn nanos(self) -> i32 {
        self.nanos
    }

    /// Seconds and nanoseconds together.
    pub(super) fn total_nanos(self) -> i128 {
        i128::from(self.seconds) * i128::from(NANOS) + i128::from(self.nanos)
    }

    /// How long it is if its months and days are as long as they are on average.
    fn mean_seconds(self) -> i128 {
        i128::from(self.months) * i128::from(MONTH)
            + i128::from(self.days) * i128::from(DAY)
            + i128::from(self.seconds)
    }

    /// Part by part.
    pub(crate) fn plus(self, other: Duration) -> Result<Duration, Error> {
        let add = |a: i64, b: i64| a.checked_add(b).ok_or_else(too_long);
        Duration::new(
            add(self.months, other.months)?,
            add(self.days, other.days)?,
            add(self.seconds, other.seconds)?,
            i64::from(self.nanos) + i64::from(other.nanos),
        )
    }

    /// Part by part.
    pub(crate) fn minus(self, other: Duration) -> Result<Duration, Error> {
        let subtract = |a: i64, b: i64| a.checked_sub(b).ok_or_else(too_long);
        Duration::new(
            subtract(self.months, other.months)?,
            subtract(self.days, other.days)?,
            subtract(self.seconds, other.seconds)?,
            i64::from(self.nanos) - i64::from(other.nanos),
        )
    }

    /// So many times as long.
    pub(crate) fn times(self, factor: i64) -> Result<Duration, Error> {
        let multiply = |part: i64| part.checked_mul(factor).ok_or_else(too_long);
        Duration::new(
            multiply(self.months)?,
            multiply(self.days)?,
            multiply(self.seconds)?,
            multiply(self.nanos.into())?,
        )
    }

    /// So many times as long, with what becomes of fractions.
    pub(crate) fn scaled(self, scale: impl Fn(f64) -> f64) -> Result<Duration, Error> {
        #[expect(clippy::cast_precision_loss, reason = "parts with fractions are floats")]
        let scale = |part: i64| scale(part as f64);
        let amounts = Amounts {
            months: scale(self.months),
            days: scale(self.days),
            seconds: scale(self.seconds),
            nanos: scale(self.nanos.into()),
        };
        Duration::of_amounts(amounts).map_err(|_| too_long())
    }

    /// The order of `ORDER BY`: by the mean length, and then by its parts.
    pub(crate) fn order(&self, other: &Duration) -> Ordering {
        let key = |duration: &Duration| {
            (duration.mean_seconds(), duration.nanos, duration.months, duration.days)
        };
        key(self).cmp(&key(other))
    }
}

/// The whole part of an amount, and its fraction. What is no number is zero.
fn whole(amount: f64) -> Result<(i64, f64), Error> {
    const BOUND: f64 = 9_223_372_036_854_775_808.0;
    if amount.is_nan() {
        return Ok((0, amount));
    }
    if !(-BOUND..BOUND).contains(&amount) {
        let message = format!("{amount:?} of a part of a duration is more than 64 bits hold");
        return Err(Error::new(ErrorKind::Arithmetic, message));
    }
    #[expect(clippy::cast_possible_truncation, reason = "within the bounds")]
    let whole = amount as i64;
    Ok((whole, amount.fract()))
}

#[cold]
pub(super) fn too_long() -> Error {
    invalid("a duration holds no more than 64 bits of seconds")
}
