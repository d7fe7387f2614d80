//! How long it is from one time to another. What the two lack of each other they take from each other: a time the day,
//! a local one the zone; a day alone begins at midnight.

use super::date::Date;
use super::duration::Duration;
use super::local::LocalDateTime;
use super::time::LocalTime;
use super::unfitting;
use super::value::Temporal;
use super::zone::Zone;
use super::zoned::{DateTime, Time};
use crate::error::{Error, ErrorKind};

/// Two times of one type.
enum Pair {
    Moments(DateTime, DateTime),
    Locals(LocalDateTime, LocalDateTime),
    Times(Time, Time),
    LocalTimes(LocalTime, LocalTime),
}

/// `duration.between`: whole months, then whole days, then seconds.
pub(crate) fn between(from: &Temporal, to: &Temporal) -> Result<Duration, Error> {
    let (mut months, mut days, mut at) = (0, 0, *from);
    if from.date().is_some() && to.date().is_some() {
        months = Pair::new(&at, to)?.months()?;
        at = at.plus_months(months)?;
        days = Pair::new(&at, to)?.days()?;
        at = at.plus_days(days)?;
    }
    let rest = Duration::of_nanos(Pair::new(&at, to)?.nanos())?;
    Duration::new(months, days, rest.seconds(), rest.nanos().into())
}

/// `duration.inMonths`.
pub(crate) fn in_months(from: &Temporal, to: &Temporal) -> Result<Duration, Error> {
    let months = count_dates("months", from, to, Pair::months)?;
    Duration::new(months, 0, 0, 0)
}

/// `duration.inDays`.
pub(crate) fn in_days(from: &Temporal, to: &Temporal) -> Result<Duration, Error> {
    let days = count_dates("days", from, to, Pair::days)?;
    Duration::new(0, days, 0, 0)
}

/// Counts by the calendar, which at least one of the times has to have; the other takes its day from it.
fn count_dates(
    unit: &str,
    from: &Temporal,
    to: &Temporal,
    count: fn(&Pair) -> Result<i64, Error>,
) -> Result<i64, Error> {
    let pair = Pair::new(from, to)?;
    if from.date().or(to.date()).is_none() {
        return Err(unfitting(format!("there are no {unit} between times without a date")));
    }
    count(&pair)
}

/// `duration.inSeconds`.
pub(crate) fn in_seconds(from: &Temporal, to: &Temporal) -> Result<Duration, Error> {
    Duration::of_nanos(Pair::new(from, to)?.nanos())
}

impl Pair {
    fn new(from: &Temporal, to: &Temporal) -> Result<Pair, Error> {
        if let (Temporal::Duration(_), _) | (_, Temporal::Duration(_)) = (from, to) {
            let message = "a duration lies between two times, and is none itself";
            return Err(
                Error::new(ErrorKind::ProcedureCall, message).because("InvalidArgumentType")
            );
        }
        let day = from.date().or(to.date());
        let zone = from.zone().or(to.zone());
        match (day, zone) {
            (Some(day), Some(zone)) => {
                Ok(Pair::Moments(moment(from, day, zone)?, moment(to, day, zone)?))
            }
            (Some(day), None) => Ok(Pair::Locals(local(from, day), local(to, day))),
            (None, Some(zone)) => Ok(Pair::Times(time(from, zone)?, time(to, zone)?)),
            (None, None) => Ok(Pair::LocalTimes(clock(from), clock(to))),
        }
    }

    fn months(&self) -> Result<i64, Error> {
        let Some((from, to)) = self.dates()? else { return Ok(0) };
        Ok(from.date().months_until(from.last_whole_day(to)))
    }

    fn days(&self) -> Result<i64, Error> {
        let Some((from, to)) = self.dates()? else { return Ok(0) };
        Ok(from.last_whole_day(to).days() - from.date().days())
    }

    /// What the clocks of one zone show at both times.
    fn dates(&self) -> Result<Option<(LocalDateTime, LocalDateTime)>, Error> {
        Ok(match self {
            Pair::Moments(from, to) => Some((from.local(), to.in_zone(from.zone())?.local())),
            Pair::Locals(from, to) => Some((*from, *to)),
            Pair::Times(..) | Pair::LocalTimes(..) => None,
        })
    }

    fn nanos(&self) -> i128 {
        match self {
            Pair::Moments(from, to) => to.total_nanos() - from.total_nanos(),
            Pair::Locals(from, to) => to.total_nanos() - from.total_nanos(),
            Pair::Times(from, to) => (to.greenwich_nanos() - from.greenwich_nanos()).into(),
            Pair::LocalTimes(from, to) => (to.nanos() - from.nanos()).into(),
        }
    }
}

fn clock(value: &Temporal) -> LocalTime {
    value.time().unwrap_or(LocalTime::MIDNIGHT)
}

fn local(value: &Temporal, day: Date) -> LocalDateTime {
    LocalDateTime::new(value.date().unwrap_or(day), clock(value))
}

fn moment(value: &Temporal, day: Date, zone: Zone) -> Result<DateTime, Error> {
    match value {
        Temporal::DateTime(moment) => Ok(*moment),
        _ => DateTime::of_local(local(value, day), value.zone().unwrap_or(zone), None),
    }
}

fn time(value: &Temporal, zone: Zone) -> Result<Time, Error> {
    match value {
        Temporal::Time(time) => Ok(*time),
        _ => Time::new(clock(value), zone.offset_at(0).into()),
    }
}
