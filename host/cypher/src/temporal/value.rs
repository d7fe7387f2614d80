//! A value of any of the six temporal types.

use std::cmp::Ordering;

use super::date::Date;
use super::duration::Duration;
use super::local::LocalDateTime;
use super::time::{DAY, LocalTime, NANOS};
use super::zone::Zone;
use super::zoned::{DateTime, Time};
use crate::error::Error;

/// A date, a time, both of them, or a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temporal {
    /// A moment in a time zone.
    DateTime(DateTime),
    /// A day and a time of it.
    LocalDateTime(LocalDateTime),
    /// A day.
    Date(Date),
    /// A time of a day, and how far its place is from Greenwich.
    Time(Time),
    /// A time of a day.
    LocalTime(LocalTime),
    /// A duration.
    Duration(Duration),
}

/// The type of a temporal value, in the order of `ORDER BY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TemporalKind {
    /// `ZONED DATETIME`.
    DateTime,
    /// `LOCAL DATETIME`.
    LocalDateTime,
    /// `DATE`.
    Date,
    /// `ZONED TIME`.
    Time,
    /// `LOCAL TIME`.
    LocalTime,
    /// `DURATION`.
    Duration,
}

impl TemporalKind {
    /// The type's name in Cypher.
    #[must_use]
    pub fn type_name(self) -> &'static str {
        match self {
            TemporalKind::DateTime => "ZONED DATETIME",
            TemporalKind::LocalDateTime => "LOCAL DATETIME",
            TemporalKind::Date => "DATE",
            TemporalKind::Time => "ZONED TIME",
            TemporalKind::LocalTime => "LOCAL TIME",
            TemporalKind::Duration => "DURATION",
        }
    }

    /// The function that makes such values.
    #[must_use]
    pub fn constructor(self) -> &'static str {
        match self {
            TemporalKind::DateTime => "datetime",
            TemporalKind::LocalDateTime => "localdatetime",
            TemporalKind::Date => "date",
            TemporalKind::Time => "time",
            TemporalKind::LocalTime => "localtime",
            TemporalKind::Duration => "duration",
        }
    }

    /// The type whose values a function makes.
    #[must_use]
    pub fn of_constructor(name: &str) -> Option<TemporalKind> {
        use TemporalKind::{Date, DateTime, Duration, LocalDateTime, LocalTime, Time};
        let kinds = [DateTime, LocalDateTime, Date, Time, LocalTime, Duration];
        kinds.into_iter().find(|kind| kind.constructor().eq_ignore_ascii_case(name))
    }
}

impl Temporal {
    /// Its type.
    #[must_use]
    pub fn kind(&self) -> TemporalKind {
        match self {
            Temporal::DateTime(_) => TemporalKind::DateTime,
            Temporal::LocalDateTime(_) => TemporalKind::LocalDateTime,
            Temporal::Date(_) => TemporalKind::Date,
            Temporal::Time(_) => TemporalKind::Time,
            Temporal::LocalTime(_) => TemporalKind::LocalTime,
            Temporal::Duration(_) => TemporalKind::Duration,
        }
    }

    /// The day, of what has one.
    pub(crate) fn date(&self) -> Option<Date> {
        match self {
            Temporal::DateTime(value) => Some(value.local().date()),
            Temporal::LocalDateTime(value) => Some(value.date()),
            Temporal::Date(date) => Some(*date),
            Temporal::Time(_) | Temporal::LocalTime(_) | Temporal::Duration(_) => None,
        }
    }

    /// The time of the day, of what has one.
    pub(crate) fn time(&self) -> Option<LocalTime> {
        match self {
            Temporal::DateTime(value) => Some(value.local().time()),
            Temporal::LocalDateTime(value) => Some(value.time()),
            Temporal::Time(value) => Some(value.local()),
            Temporal::LocalTime(time) => Some(*time),
            Temporal::Date(_) | Temporal::Duration(_) => None,
        }
    }

    /// The time zone, of what has one.
    pub(crate) fn zone(&self) -> Option<Zone> {
        match self {
            Temporal::DateTime(value) => Some(value.zone()),
            Temporal::Time(value) => Some(Zone::Offset(value.offset())),
            _ => None,
        }
    }

    /// Later by a duration; `None` for a duration. Dates take whole days of its seconds, times its seconds alone.
    pub(crate) fn plus(&self, duration: &Duration) -> Option<Result<Temporal, Error>> {
        self.moved(duration, 1)
    }

    /// Earlier by a duration; `None` for a duration.
    pub(crate) fn minus(&self, duration: &Duration) -> Option<Result<Temporal, Error>> {
        self.moved(duration, -1)
    }

    fn moved(&self, duration: &Duration, sign: i64) -> Option<Result<Temporal, Error>> {
        let part = |part: i64| part.saturating_mul(sign);
        let (months, days) = (part(duration.months()), part(duration.days()));
        let (seconds, nanos) = (part(duration.seconds()), part(duration.nanos().into()));
        let wrapped =
            |time: LocalTime| LocalTime::wrapping(time.nanos() + seconds % DAY * NANOS + nanos);
        Some(match self {
            Temporal::Duration(_) => return None,
            Temporal::Time(time) => Ok(Temporal::Time(time.with_local(wrapped(time.local())))),
            Temporal::LocalTime(time) => Ok(Temporal::LocalTime(wrapped(*time))),
            Temporal::Date(date) => date
                .plus_months(months)
                .and_then(|date| date.plus_days(days.saturating_add(seconds / DAY)))
                .map(Temporal::Date),
            Temporal::LocalDateTime(_) | Temporal::DateTime(_) => self
                .plus_months(months)
                .and_then(|value| value.plus_days(days))
                .and_then(|value| value.plus_seconds(seconds, nanos)),
        })
    }

    pub(super) fn plus_months(self, months: i64) -> Result<Temporal, Error> {
        self.with_date(|local| local.plus_months(months))
    }

    pub(super) fn plus_days(self, days: i64) -> Result<Temporal, Error> {
        self.with_date(|local| local.plus_days(days))
    }

    /// With another date, where there is one.
    fn with_date(
        self,
        change: impl FnOnce(LocalDateTime) -> Result<LocalDateTime, Error>,
    ) -> Result<Temporal, Error> {
        Ok(match self {
            Temporal::DateTime(value) => {
                Temporal::DateTime(value.with_local(change(value.local())?)?)
            }
            Temporal::LocalDateTime(value) => Temporal::LocalDateTime(change(value)?),
            Temporal::Date(date) => {
                let changed = change(LocalDateTime::new(date, LocalTime::MIDNIGHT))?;
                Temporal::Date(changed.date())
            }
            other => other,
        })
    }

    fn plus_seconds(self, seconds: i64, nanos: i64) -> Result<Temporal, Error> {
        Ok(match self {
            Temporal::DateTime(value) => Temporal::DateTime(value.plus_seconds(seconds, nanos)?),
            Temporal::LocalDateTime(value) => {
                Temporal::LocalDateTime(value.plus_seconds(seconds, nanos)?)
            }
            other => other,
        })
    }

    /// What `<` finds; `None` between types, and between durations, which have no order.
    pub(crate) fn compare(&self, other: &Temporal) -> Option<Ordering> {
        match (self, other) {
            (Temporal::Duration(_), Temporal::Duration(_)) => None,
            _ if self.kind() != other.kind() => None,
            _ => Some(self.order(other)),
        }
    }

    /// The order of `ORDER BY`.
    pub(crate) fn order(&self, other: &Temporal) -> Ordering {
        match (self, other) {
            (Temporal::DateTime(a), Temporal::DateTime(b)) => a.cmp(b),
            (Temporal::LocalDateTime(a), Temporal::LocalDateTime(b)) => a.cmp(b),
            (Temporal::Date(a), Temporal::Date(b)) => a.cmp(b),
            (Temporal::Time(a), Temporal::Time(b)) => a.cmp(b),
            (Temporal::LocalTime(a), Temporal::LocalTime(b)) => a.cmp(b),
            (Temporal::Duration(a), Temporal::Duration(b)) => a.order(b),
            _ => self.kind().cmp(&other.kind()),
        }
    }
}
