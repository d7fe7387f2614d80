//! Times of a day, and how far places are from Greenwich.

use super::date::within;
use super::invalid;
use crate::error::Error;

/// The nanoseconds of a second and of a day.
pub(super) const NANOS: i64 = 1_000_000_000;
pub(super) const DAY: i64 = 86_400;
pub(super) const DAY_NANOS: i64 = DAY * NANOS;

/// A time of a day somewhere, by its nanoseconds since midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalTime(i64);

impl LocalTime {
    /// The beginning of a day.
    pub(super) const MIDNIGHT: LocalTime = LocalTime(0);

    /// A time by hour, minute, second and nanosecond.
    pub(super) fn new(hour: i64, minute: i64, second: i64, nano: i64) -> Result<LocalTime, Error> {
        let hour = within("hour", hour, 0, 23)?;
        let minute = within("minute", minute, 0, 59)?;
        let second = within("second", second, 0, 59)?;
        let nano = within("nanosecond", nano, 0, NANOS - 1)?;
        Ok(LocalTime(((hour * 60 + minute) * 60 + second) * NANOS + nano))
    }

    /// The time so many nanoseconds after midnight.
    pub fn of_nanos(nanos: i64) -> Result<LocalTime, Error> {
        within("the nanosecond of a day", nanos, 0, DAY_NANOS - 1).map(LocalTime)
    }

    /// The time so many nanoseconds after some midnight, or before.
    pub(super) fn wrapping(nanos: i64) -> LocalTime {
        LocalTime(nanos.rem_euclid(DAY_NANOS))
    }

    /// Nanoseconds since midnight.
    #[must_use]
    pub fn nanos(self) -> i64 {
        self.0
    }

    pub(super) fn hour(self) -> i64 {
        self.0 / NANOS / 3_600
    }

    pub(super) fn minute(self) -> i64 {
        self.0 / NANOS / 60 % 60
    }

    pub(super) fn second(self) -> i64 {
        self.0 / NANOS % 60
    }

    pub(super) fn second_of_day(self) -> i64 {
        self.0 / NANOS
    }

    pub(super) fn nano_of_second(self) -> i64 {
        self.0 % NANOS
    }
}

/// How many seconds a zone may be from Greenwich.
const FARTHEST: i64 = 18 * 3_600;

/// Seconds ahead of Greenwich, which are no more than there may be.
pub(super) fn valid_offset(seconds: i64) -> Result<i32, Error> {
    match i32::try_from(seconds) {
        Ok(offset) if seconds.abs() <= FARTHEST => Ok(offset),
        _ => Err(invalid("a time zone is at most 18 hours from Greenwich")),
    }
}
