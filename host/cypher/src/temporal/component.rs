//! The components of a value by name: `d.year`, `t.hour`, `p.minutesOfHour`.

use super::date::Date;
use super::duration::{Duration, too_long};
use super::time::{LocalTime, NANOS};
use super::value::Temporal;
use super::zone::Zone;
use crate::error::Error;

/// What a component is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    /// A number.
    Number(i64),
    /// The text of a zone or an offset.
    Text(String),
}

impl Temporal {
    /// The component of a name, whatever its case; `None` where such values have none of that name.
    pub(crate) fn component(&self, name: &str) -> Result<Option<Component>, Error> {
        const LONGEST: usize = 24;
        if name.len() > LONGEST {
            return Ok(None);
        }
        let name = &*name.to_ascii_lowercase();
        if let Temporal::Duration(duration) = self {
            return Ok(duration.component(name)?.map(Component::Number));
        }
        let dated = self.date().and_then(|date| of_date(date, name));
        let timed = || self.time().and_then(|time| of_time(time, name));
        if let Some(number) = dated.or_else(timed) {
            return Ok(Some(Component::Number(number)));
        }
        Ok(self.of_zone(name))
    }

    fn of_zone(&self, name: &str) -> Option<Component> {
        let (zone, offset) = match self {
            Temporal::DateTime(value) => (value.zone(), value.offset()),
            Temporal::Time(value) => (Zone::Offset(value.offset()), value.offset()),
            _ => return None,
        };
        let millis = |(seconds, nanos): (i64, i64)| seconds * 1_000 + nanos / 1_000_000;
        let moment = match self {
            Temporal::DateTime(value) => Some((value.seconds(), value.local().nanos())),
            _ => None,
        };
        Some(match (name, moment) {
            ("timezone", _) => Component::Text(zone.to_string()),
            ("offset", _) => Component::Text(Zone::Offset(offset).to_string()),
            ("offsetminutes", _) => Component::Number(i64::from(offset) / 60),
            ("offsetseconds", _) => Component::Number(offset.into()),
            ("epochseconds", Some(moment)) => Component::Number(millis(moment) / 1_000),
            ("epochmillis", Some(moment)) => Component::Number(millis(moment)),
            _ => return None,
        })
    }
}

fn of_date(date: Date, name: &str) -> Option<i64> {
    Some(match name {
        "year" => date.year(),
        "quarter" => date.quarter(),
        "month" => date.month(),
        "week" => date.week().1,
        "weekyear" => date.week().0,
        "day" => date.day(),
        "dayofquarter" | "quarterday" => date.day_of_quarter(),
        "dayofweek" | "weekday" => date.day_of_week(),
        "ordinalday" => date.ordinal(),
        _ => return None,
    })
}

fn of_time(time: LocalTime, name: &str) -> Option<i64> {
    Some(match name {
        "hour" => time.hour(),
        "minute" => time.minute(),
        "second" => time.second(),
        "millisecond" => time.nano_of_second() / 1_000_000,
        "microsecond" => time.nano_of_second() / 1_000,
        "nanosecond" => time.nano_of_second(),
        _ => return None,
    })
}

impl Duration {
    fn component(self, name: &str) -> Result<Option<i64>, Error> {
        let (months, days, seconds) = (self.months(), self.days(), self.seconds());
        let nanos = i64::from(self.nanos());
        let smaller = |unit: i64| {
            seconds
                .checked_mul(unit)
                .and_then(|whole| whole.checked_add(nanos / (NANOS / unit)))
                .ok_or_else(too_long)
        };
        Ok(Some(match name {
            "years" => months / 12,
            "quarters" => months / 3,
            "months" => months,
            "weeks" => days / 7,
            "days" => days,
            "hours" => seconds / 3_600,
            "minutes" => seconds / 60,
            "seconds" => seconds,
            "milliseconds" => smaller(1_000)?,
            "microseconds" => smaller(1_000_000)?,
            "nanoseconds" => smaller(NANOS)?,
            "quartersofyear" => months / 3 % 4,
            "monthsofquarter" => months % 3,
            "monthsofyear" => months % 12,
            "daysofweek" => days % 7,
            "minutesofhour" => seconds / 60 % 60,
            "secondsofminute" => seconds % 60,
            "millisecondsofsecond" => nanos / 1_000_000,
            "microsecondsofsecond" => nanos / 1_000,
            "nanosecondsofsecond" => nanos,
            _ => return Ok(None),
        }))
    }
}
