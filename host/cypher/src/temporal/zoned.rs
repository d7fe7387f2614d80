//! Times of a place: of a day, with how far that is from Greenwich, and moments in a time zone.

use std::cmp::Ordering;

use super::date::out_of_range;
use super::local::LocalDateTime;
use super::time::{LocalTime, NANOS, valid_offset};
use super::zone::{Offsets, Zone};
use crate::error::Error;

/// A time of a day, and how many seconds its place is ahead of Greenwich.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Time {
    local: LocalTime,
    offset: i32,
}

impl Time {
    /// A time so far ahead of Greenwich, in seconds: 18 hours at most.
    pub fn new(local: LocalTime, offset: i64) -> Result<Time, Error> {
        Ok(Time { local, offset: valid_offset(offset)? })
    }

    /// The time as clocks show it there.
    #[must_use]
    pub fn local(self) -> LocalTime {
        self.local
    }

    /// How many seconds its place is ahead of Greenwich.
    #[must_use]
    pub fn offset(self) -> i32 {
        self.offset
    }

    /// Nanoseconds since midnight in Greenwich; negative or more than a day where it is another day there.
    pub(super) fn greenwich_nanos(self) -> i64 {
        self.local.nanos() - i64::from(self.offset) * NANOS
    }

    /// The same moment elsewhere.
    pub(super) fn at_offset(self, offset: i32) -> Time {
        let moved = self.local.nanos() + i64::from(offset - self.offset) * NANOS;
        Time { local: LocalTime::wrapping(moved), offset }
    }

    /// The same place at another time.
    pub(super) fn with_local(self, local: LocalTime) -> Time {
        Time { local, offset: self.offset }
    }
}

/// By the moment, and among equal ones by the clock.
impl Ord for Time {
    fn cmp(&self, other: &Time) -> Ordering {
        (self.greenwich_nanos(), self.offset).cmp(&(other.greenwich_nanos(), other.offset))
    }
}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Time) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A moment, as the clocks of a time zone show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateTime {
    local: LocalDateTime,
    offset: i32,
    zone: Zone,
}

impl DateTime {
    /// The moment at which the clocks of a zone show a time. Of an hour that they show twice the first is meant,
    /// unless the offset that is `preferred` is that of the second; an hour that they leave out is as much later.
    pub fn of_local(
        local: LocalDateTime,
        zone: Zone,
        preferred: Option<i32>,
    ) -> Result<DateTime, Error> {
        let (local, offset) = match zone.offsets_of(local) {
            Offsets::One(offset) => (local, offset),
            Offsets::Gap(before, after) => {
                (local.plus_seconds(i64::from(after) - i64::from(before), 0)?, after)
            }
            Offsets::Fold(_, after) if preferred == Some(after) => (local, after),
            Offsets::Fold(before, _) => (local, before),
        };
        Ok(DateTime { local, offset, zone })
    }

    /// The moment so many seconds and nanoseconds after 1970 began in Greenwich.
    pub fn of_seconds(seconds: i64, nanos: i64, zone: Zone) -> Result<DateTime, Error> {
        let offset = zone.offset_at(seconds.saturating_add(nanos.div_euclid(NANOS)));
        let there = seconds.checked_add(offset.into()).ok_or_else(out_of_range)?;
        Ok(DateTime { local: LocalDateTime::of_seconds(there, nanos)?, offset, zone })
    }

    /// What the clocks of its zone show.
    #[must_use]
    pub fn local(self) -> LocalDateTime {
        self.local
    }

    /// How many seconds its zone is ahead of Greenwich at the time.
    #[must_use]
    pub fn offset(self) -> i32 {
        self.offset
    }

    /// Its zone.
    #[must_use]
    pub fn zone(self) -> Zone {
        self.zone
    }

    /// Whole seconds since 1970 began in Greenwich.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.local.seconds() - i64::from(self.offset)
    }

    pub(super) fn total_nanos(self) -> i128 {
        self.local.total_nanos() - i128::from(self.offset) * i128::from(NANOS)
    }

    /// The same moment in another zone.
    pub(super) fn in_zone(self, zone: Zone) -> Result<DateTime, Error> {
        DateTime::of_seconds(self.seconds(), self.local.nanos(), zone)
    }

    /// The same zone with other clocks.
    pub(super) fn with_local(self, local: LocalDateTime) -> Result<DateTime, Error> {
        DateTime::of_local(local, self.zone, Some(self.offset))
    }

    pub(super) fn plus_seconds(self, seconds: i64, nanos: i64) -> Result<DateTime, Error> {
        let total = self.seconds().checked_add(seconds).ok_or_else(out_of_range)?;
        DateTime::of_seconds(total, self.local.nanos() + nanos, self.zone)
    }
}

/// By the moment; among equal ones by what the clocks show, by offset before name, and by name.
impl Ord for DateTime {
    fn cmp(&self, other: &DateTime) -> Ordering {
        let moment = |date: &DateTime| (date.total_nanos(), date.offset);
        moment(self).cmp(&moment(other)).then_with(|| match (self.zone, other.zone) {
            (Zone::Offset(a), Zone::Offset(b)) => a.cmp(&b),
            (Zone::Offset(_), Zone::Region(_)) => Ordering::Less,
            (Zone::Region(_), Zone::Offset(_)) => Ordering::Greater,
            (Zone::Region(a), Zone::Region(b)) => a.name().cmp(b.name()),
        })
    }
}

impl PartialOrd for DateTime {
    fn partial_cmp(&self, other: &DateTime) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
