//! A day and a time of it, wherever that is.

use std::cmp::Ordering;

use super::date::{Date, out_of_range};
use super::time::{DAY, DAY_NANOS, LocalTime, NANOS};
use crate::error::Error;

/// A day and a time of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalDateTime {
    date: Date,
    time: LocalTime,
}

impl LocalDateTime {
    /// A time of a day.
    #[must_use]
    pub fn new(date: Date, time: LocalTime) -> LocalDateTime {
        LocalDateTime { date, time }
    }

    /// What clocks show so many seconds and nanoseconds after theirs began 1970.
    pub fn of_seconds(seconds: i64, nanos: i64) -> Result<LocalDateTime, Error> {
        let seconds = seconds.checked_add(nanos.div_euclid(NANOS)).ok_or_else(out_of_range)?;
        let date = Date::of_days(seconds.div_euclid(DAY))?;
        let of_day = seconds.rem_euclid(DAY) * NANOS + nanos.rem_euclid(NANOS);
        LocalTime::of_nanos(of_day).map(|time| LocalDateTime { date, time })
    }

    /// The day.
    #[must_use]
    pub fn date(self) -> Date {
        self.date
    }

    /// The time of the day.
    #[must_use]
    pub fn time(self) -> LocalTime {
        self.time
    }

    /// Whole seconds since its clock began 1970.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.date.days() * DAY + self.time.second_of_day()
    }

    /// The nanoseconds of its second.
    #[must_use]
    pub fn nanos(self) -> i64 {
        self.time.nano_of_second()
    }

    pub(super) fn total_nanos(self) -> i128 {
        i128::from(self.date.days()) * i128::from(DAY_NANOS) + i128::from(self.time.nanos())
    }

    pub(super) fn plus_months(self, months: i64) -> Result<LocalDateTime, Error> {
        Ok(LocalDateTime { date: self.date.plus_months(months)?, ..self })
    }

    pub(super) fn plus_days(self, days: i64) -> Result<LocalDateTime, Error> {
        Ok(LocalDateTime { date: self.date.plus_days(days)?, ..self })
    }

    pub(super) fn plus_seconds(self, seconds: i64, nanos: i64) -> Result<LocalDateTime, Error> {
        let total = self.seconds().checked_add(seconds).ok_or_else(out_of_range)?;
        LocalDateTime::of_seconds(total, self.nanos() + nanos)
    }

    /// The date of another time in whole days from this one: a day that is not over does not count.
    pub(super) fn last_whole_day(self, end: LocalDateTime) -> Date {
        let days = end.date.days();
        let days = match self.date.cmp(&end.date) {
            Ordering::Less if end.time < self.time => days - 1,
            Ordering::Greater if end.time > self.time => days + 1,
            _ => days,
        };
        Date::of_days(days).unwrap_or(end.date)
    }
}
