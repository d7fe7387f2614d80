//! Values cut down to a unit: `date.truncate('month', d)`.

use super::date::Date;
use super::fields::{Field, Fields};
use super::local::LocalDateTime;
use super::time::{DAY_NANOS, LocalTime, NANOS};
use super::unfitting;
use super::value::{Temporal, TemporalKind};
use super::zone::Zone;
use super::zoned::{DateTime, Time};
use crate::error::{Error, ErrorKind};

/// What values are cut down to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unit {
    Millennium,
    Century,
    Decade,
    Year,
    WeekYear,
    Quarter,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
}

impl Unit {
    /// The unit of a name.
    pub(crate) fn named(name: &str) -> Result<Unit, Error> {
        const UNITS: [(&str, Unit); 14] = [
            ("millennium", Unit::Millennium),
            ("century", Unit::Century),
            ("decade", Unit::Decade),
            ("year", Unit::Year),
            ("weekYear", Unit::WeekYear),
            ("quarter", Unit::Quarter),
            ("month", Unit::Month),
            ("week", Unit::Week),
            ("day", Unit::Day),
            ("hour", Unit::Hour),
            ("minute", Unit::Minute),
            ("second", Unit::Second),
            ("millisecond", Unit::Millisecond),
            ("microsecond", Unit::Microsecond),
        ];
        let found = UNITS.iter().find(|(known, _)| *known == name);
        found.map(|(_, unit)| *unit).ok_or_else(|| {
            let names = UNITS.map(|(name, _)| name).join(", ");
            let shown: String = name.chars().take(40).collect();
            let message = format!("there is no unit '{shown}' to truncate to, but {names}");
            Error::new(ErrorKind::Execution, message)
        })
    }

    /// The value cut down, as one of a type, and then with these components set.
    pub(crate) fn truncate(
        self,
        kind: TemporalKind,
        value: &Temporal,
        mut fields: Fields,
        zone: Zone,
    ) -> Result<Temporal, Error> {
        let cut = self.cut(kind, value, zone)?;
        // What is given below the unit goes on where the unit ends.
        let below = |field| fields.has(field);
        let nanos = cut.time().map_or(0, LocalTime::nano_of_second);
        match self {
            Unit::Millisecond if below(Field::Microsecond) || below(Field::Nanosecond) => {
                fields.set(Field::Millisecond, nanos / (NANOS / 1_000));
            }
            Unit::Microsecond if below(Field::Nanosecond) => {
                fields.set(Field::Microsecond, nanos / (NANOS / 1_000_000));
            }
            _ => {}
        }
        fields.keeps_local = true;
        match kind {
            TemporalKind::Date => fields.date = Some(cut),
            TemporalKind::Time | TemporalKind::LocalTime => fields.time = Some(cut),
            _ => fields.datetime = Some(cut),
        }
        fields.build(kind, zone)
    }

    fn cut(self, kind: TemporalKind, value: &Temporal, zone: Zone) -> Result<Temporal, Error> {
        let dated = |what: &Temporal| {
            what.date().ok_or_else(|| self.refused(kind, what)).map(|date| self.cut_date(date))
        };
        let zone = value.zone().unwrap_or(zone);
        Ok(match kind {
            TemporalKind::Date if self <= Unit::Day => Temporal::Date(dated(value)?),
            TemporalKind::LocalTime | TemporalKind::Time if self >= Unit::Day => {
                let Some(time) = value.time() else { return Err(self.refused(kind, value)) };
                let time = self.cut_time(time);
                if kind == TemporalKind::LocalTime {
                    return Ok(Temporal::LocalTime(time));
                }
                let offset = match value {
                    Temporal::DateTime(value) => value.offset(),
                    _ => zone.offset_at(0),
                };
                Temporal::Time(Time::new(time, offset.into())?)
            }
            TemporalKind::LocalDateTime | TemporalKind::DateTime => {
                let time = match value {
                    Temporal::Date(_) if self > Unit::Day => return Err(self.refused(kind, value)),
                    _ => self.cut_time(value.time().unwrap_or(LocalTime::MIDNIGHT)),
                };
                let local = LocalDateTime::new(dated(value)?, time);
                if kind == TemporalKind::LocalDateTime {
                    return Ok(Temporal::LocalDateTime(local));
                }
                let preferred = match value {
                    Temporal::DateTime(value) => Some(value.offset()),
                    _ => None,
                };
                Temporal::DateTime(DateTime::of_local(local, zone, preferred)?)
            }
            _ => return Err(self.refused(kind, value)),
        })
    }

    #[cold]
    fn refused(self, kind: TemporalKind, value: &Temporal) -> Error {
        let (from, to) = (value.kind().type_name(), kind.type_name());
        unfitting(format!("a {from} can't be truncated to a {to} by this unit"))
    }

    fn cut_date(self, date: Date) -> Date {
        let (year, month, _) = date.civil();
        let years = |length: i64| Date::new(year / length * length, 1, 1);
        let cut = match self {
            Unit::Millennium => years(1_000),
            Unit::Century => years(100),
            Unit::Decade => years(10),
            Unit::Year => years(1),
            Unit::WeekYear => Date::of_week(date.week().0, 1, 1),
            Unit::Quarter => Date::new(year, 3 * date.quarter() - 2, 1),
            Unit::Month => Date::new(year, month, 1),
            Unit::Week => date.plus_days(1 - date.day_of_week()),
            _ => Ok(date),
        };
        cut.unwrap_or(date)
    }

    fn cut_time(self, time: LocalTime) -> LocalTime {
        let length = match self {
            Unit::Hour => 3_600 * NANOS,
            Unit::Minute => 60 * NANOS,
            Unit::Second => NANOS,
            Unit::Millisecond => NANOS / 1_000,
            Unit::Microsecond => NANOS / 1_000_000,
            _ => DAY_NANOS,
        };
        LocalTime::wrapping(time.nanos() / length * length)
    }
}
