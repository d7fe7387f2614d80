//! Puts values together from components, `{year: 1984, week: 10}`, and from other values, `{date: d, hour: 12}`. A
//! date is named by month and day, by week, by quarter or by the day of the year; what is not given comes from the
//! value that it begins with, or is the first there is, as long as all that is larger is given.

use super::date::{Date, valid_year, within};
use super::invalid;
use super::local::LocalDateTime;
use super::time::{LocalTime, NANOS};
use super::unfitting;
use super::value::{Temporal, TemporalKind};
use super::zone::Zone;
use super::zoned::{DateTime, Time};
use crate::error::Error;

/// A component that is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Year,
    Quarter,
    DayOfQuarter,
    Month,
    Week,
    DayOfWeek,
    Day,
    OrdinalDay,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    Nanosecond,
    EpochSeconds,
    EpochMillis,
}

const NAMES: [&str; 16] = [
    "year",
    "quarter",
    "dayOfQuarter",
    "month",
    "week",
    "dayOfWeek",
    "day",
    "ordinalDay",
    "hour",
    "minute",
    "second",
    "millisecond",
    "microsecond",
    "nanosecond",
    "epochSeconds",
    "epochMillis",
];

const FIELDS: [Field; 16] = [
    Field::Year,
    Field::Quarter,
    Field::DayOfQuarter,
    Field::Month,
    Field::Week,
    Field::DayOfWeek,
    Field::Day,
    Field::OrdinalDay,
    Field::Hour,
    Field::Minute,
    Field::Second,
    Field::Millisecond,
    Field::Microsecond,
    Field::Nanosecond,
    Field::EpochSeconds,
    Field::EpochMillis,
];

impl Field {
    /// The component of a name, whatever its case.
    pub(crate) fn named(name: &str) -> Option<Field> {
        let alias = |known: &str| {
            match known {
                "dayOfWeek" => "weekDay",
                "dayOfQuarter" => "quarterDay",
                known => known,
            }
            .eq_ignore_ascii_case(name)
        };
        let found = NAMES.iter().position(|known| known.eq_ignore_ascii_case(name) || alias(known));
        found.map(|at| FIELDS[at])
    }

    /// The least value, which is what null stands for.
    pub(crate) fn least(self) -> i64 {
        let counted_from_one = self.is_of_date() && self != Field::Year;
        i64::from(counted_from_one)
    }

    fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    fn is_of_date(self) -> bool {
        (self as usize) < Field::Hour as usize
    }

    fn is_of_time(self) -> bool {
        !self.is_of_date() && !self.is_of_epoch()
    }

    pub(crate) fn is_of_epoch(self) -> bool {
        matches!(self, Field::EpochSeconds | Field::EpochMillis)
    }
}

/// The ways in which a day is named beside its year, of which a value takes one.
const WAYS: [&[Field]; 4] = [
    &[Field::Week, Field::DayOfWeek],
    &[Field::Quarter, Field::DayOfQuarter],
    &[Field::OrdinalDay],
    &[Field::Month, Field::Day],
];

/// What a value is to be made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    numbers: [Option<i64>; 16],
    /// Of a name that is none or stands there twice, which matters once the others fit.
    unknown: Option<Error>,
    /// Of a value that its name can't have. Something stands in its place: whether the components make a value at all is
    /// seen before what they are.
    wrong: Option<Error>,
    /// What the date comes from.
    pub date: Option<Temporal>,
    /// What the time comes from, and with it the zone.
    pub time: Option<Temporal>,
    /// What both come from.
    pub datetime: Option<Temporal>,
    /// The zone in which the value is to be.
    pub zone: Option<Zone>,
    /// Whether the zone is put to what clocks show, where otherwise a moment is shown as clocks there show it.
    pub keeps_local: bool,
    /// Whether the day of the value that it begins with becomes the last one of a month that has not so many.
    pub ends_months: bool,
}

impl Fields {
    /// Sets a component.
    pub(crate) fn set(&mut self, field: Field, number: i64) {
        self.numbers[field as usize] = Some(number);
    }

    /// Remembers a name that is none, or one too many.
    pub(crate) fn not_known(&mut self, error: Error) {
        self.unknown.get_or_insert(error);
    }

    /// Remembers that what a component was given is nothing for it.
    pub(crate) fn mistaken(&mut self, error: Error) {
        self.wrong.get_or_insert(error);
    }

    pub(crate) fn has(&self, field: Field) -> bool {
        self.get(field).is_some()
    }

    pub(super) fn get(&self, field: Field) -> Option<i64> {
        self.numbers[field as usize]
    }

    fn given(&self) -> impl Iterator<Item = Field> {
        FIELDS.into_iter().filter(|field| self.has(*field))
    }

    /// The value of a type. What has a zone and is given none is in `zone`.
    pub(crate) fn build(&self, kind: TemporalKind, zone: Zone) -> Result<Temporal, Error> {
        self.refuse(kind)?;
        let built = self.built(kind, zone)?;
        self.wrong.clone().map_or(Ok(built), Err)
    }

    fn built(&self, kind: TemporalKind, zone: Zone) -> Result<Temporal, Error> {
        Ok(match kind {
            TemporalKind::Date => Temporal::Date(self.day()?),
            TemporalKind::LocalTime => Temporal::LocalTime(self.clock(true)?),
            TemporalKind::Time => Temporal::Time(self.zoned_time(zone)?),
            TemporalKind::LocalDateTime => {
                Temporal::LocalDateTime(LocalDateTime::new(self.day()?, self.clock(false)?))
            }
            TemporalKind::DateTime => Temporal::DateTime(self.moment(zone)?),
            TemporalKind::Duration => return Err(invalid("a duration has other components")),
        })
    }

    /// What a value of the type does not have.
    fn refuse(&self, kind: TemporalKind) -> Result<(), Error> {
        let has_date = !matches!(kind, TemporalKind::Time | TemporalKind::LocalTime);
        let has_time = kind != TemporalKind::Date;
        let has_zone = matches!(kind, TemporalKind::DateTime | TemporalKind::Time);
        let fits = |field: Field| match field {
            field if field.is_of_epoch() => kind == TemporalKind::DateTime,
            field if field.is_of_date() => has_date,
            _ => has_time,
        };
        let wrong = self.given().find(|field| !fits(*field)).map(Field::name);
        let wrong = wrong
            .or((self.date.is_some() && !has_date).then_some("date"))
            .or((self.time.is_some() && !has_time).then_some("time"))
            .or((self.datetime.is_some() && !(has_date && has_time)).then_some("datetime"))
            .or((self.zone.is_some() && !has_zone).then_some("timezone"));
        if let Some(name) = wrong {
            return Err(unfitting(format!("a {} is made of no {name}", kind.type_name())));
        }
        if self.datetime.is_some() && (self.date.is_some() || self.time.is_some()) {
            let which = if self.date.is_some() { "date" } else { "time" };
            return Err(invalid(format!("datetime gives the {which} already")));
        }
        let mut ways = WAYS.iter().filter_map(|way| way.iter().find(|field| self.has(**field)));
        if let (Some(one), Some(other)) = (ways.next(), ways.next()) {
            let (one, other) = (one.name(), other.name());
            return Err(unfitting(format!("{one} and {other} name a day in two ways")));
        }
        if let Some(unknown) = &self.unknown {
            return Err(unknown.clone());
        }
        Ok(())
    }

    /// The date; with a time behind it, all of it has to be given.
    fn day(&self) -> Result<Date, Error> {
        let source = self.date.as_ref().or(self.datetime.as_ref());
        let base = match source {
            Some(value) => Some(value.date().ok_or_else(|| lacks(value, "date"))?),
            None => None,
        };
        let given = |way: &[Field]| way.iter().any(|field| self.has(*field));
        match WAYS.iter().position(|way| given(way)) {
            Some(0) => self.date_by_week(base),
            Some(1) => self.date_by_quarter(base),
            Some(2) => self.date_by_ordinal(base),
            _ => self.date_by_month(base),
        }
    }

    fn date_by_week(&self, base: Option<Date>) -> Result<Date, Error> {
        if let (Some(base), Some(day), None) =
            (base, self.get(Field::DayOfWeek), self.get(Field::Week))
        {
            // That day of the week in which the same day of the year lies.
            let base = self.in_year(base)?;
            return base.plus_days(within("dayOfWeek", day, 1, 7)? - base.day_of_week());
        }
        let part = |field, of: fn(Date) -> i64, first| self.part(field, base, of, first);
        Date::of_week(
            part(Field::Year, |base| base.week().0, None)?,
            part(Field::Week, |base| base.week().1, None)?,
            part(Field::DayOfWeek, Date::day_of_week, self.first())?,
        )
    }

    fn date_by_quarter(&self, base: Option<Date>) -> Result<Date, Error> {
        let part = |field, of: fn(Date) -> i64, first| self.part(field, base, of, first);
        if let (Some(base), Some(quarter), None) =
            (base, self.get(Field::Quarter), self.get(Field::DayOfQuarter))
        {
            // The same day of the quarter's month, or the last one that this month has.
            let quarter = within("quarter", quarter, 1, 4)?;
            return self.in_year(base)?.plus_months(3 * (quarter - base.quarter()));
        }
        Date::of_quarter(
            part(Field::Year, Date::year, None)?,
            part(Field::Quarter, Date::quarter, None)?,
            part(Field::DayOfQuarter, Date::day_of_quarter, self.first())?,
        )
    }

    /// The same day of the year that is given, if one is, or the last of its month.
    fn in_year(&self, base: Date) -> Result<Date, Error> {
        let year = valid_year(self.get(Field::Year).unwrap_or(base.year()))?;
        base.plus_months(12 * (year - base.year()))
    }

    /// Alone it is a day of the year 0.
    fn date_by_ordinal(&self, base: Option<Date>) -> Result<Date, Error> {
        let year = self.first().map(|_| 0);
        Date::of_ordinal(
            self.part(Field::Year, base, Date::year, year)?,
            self.part(Field::OrdinalDay, base, Date::ordinal, None)?,
        )
    }

    fn date_by_month(&self, base: Option<Date>) -> Result<Date, Error> {
        let part = |field, of: fn(Date) -> i64, first| self.part(field, base, of, first);
        let first = self.first();
        let month = first.filter(|_| !self.has(Field::Day));
        let (year, month) =
            (part(Field::Year, Date::year, None)?, part(Field::Month, Date::month, month)?);
        let day = part(Field::Day, Date::day, first)?;
        if self.ends_months && !self.has(Field::Day) {
            let last = Date::new(year, month, 1)?.days_of_month();
            return Date::new(year, month, day.min(last));
        }
        Date::new(year, month, day)
    }

    /// What stands for a day that is not given.
    fn first(&self) -> Option<i64> {
        let with_time = self.time.is_some() || self.given().any(Field::is_of_time);
        (!with_time).then_some(1)
    }

    /// A component that is given, or that of the value to begin with, or the first there is.
    fn part(
        &self,
        field: Field,
        base: Option<Date>,
        of: fn(Date) -> i64,
        first: Option<i64>,
    ) -> Result<i64, Error> {
        self.get(field).or(base.map(of)).or(first).ok_or_else(|| missing(field))
    }

    /// The time of the day; where it `must` be given, at least its hour.
    fn clock(&self, must: bool) -> Result<LocalTime, Error> {
        let source = self.time.as_ref().or(self.datetime.as_ref());
        let base = match source {
            Some(value) => Some(value.time().ok_or_else(|| lacks(value, "time"))?),
            None => None,
        };
        let subseconds = self.subseconds()?;
        let parts = [Field::Hour, Field::Minute, Field::Second];
        let mut numbers = parts.map(|field| self.get(field));
        if let Some(base) = base {
            let of_base = [base.hour(), base.minute(), base.second()];
            for (number, base) in numbers.iter_mut().zip(of_base) {
                *number = number.or(Some(base));
            }
        } else {
            let last = numbers.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
            let wanted = if subseconds.is_some() { 3 } else { last.max(usize::from(must)) };
            if let Some(at) = numbers[..wanted].iter().position(Option::is_none) {
                return Err(missing(parts[at]));
            }
        }
        let [hour, minute, second] = numbers.map(|number| number.unwrap_or(0));
        let nano = subseconds.or(base.map(LocalTime::nano_of_second)).unwrap_or(0);
        LocalTime::new(hour, minute, second, nano)
    }

    /// The nanoseconds of the second, if any part of them is given: each goes on where the larger one ends.
    fn subseconds(&self) -> Result<Option<i64>, Error> {
        let (mut sum, mut room) = (None, NANOS);
        let parts = [
            (Field::Millisecond, NANOS / 1_000),
            (Field::Microsecond, NANOS / 1_000_000),
            (Field::Nanosecond, 1),
        ];
        for (field, unit) in parts {
            let Some(number) = self.get(field) else { continue };
            let number = within(field.name(), number, 0, room / unit - 1)?;
            sum = Some(sum.unwrap_or(0) + number * unit);
            room = unit;
        }
        Ok(sum)
    }

    fn zoned_time(&self, zone: Zone) -> Result<Time, Error> {
        let local = self.clock(true)?;
        let source = self.time.as_ref().and_then(offset_of);
        match (source, self.zone) {
            (Some(offset), Some(zone)) if !self.keeps_local => {
                let time = Time::new(local, offset.into())?;
                Ok(time.at_offset(zone.offset_at(0)))
            }
            (_, Some(zone)) => Time::new(local, zone.offset_at(0).into()),
            (Some(offset), None) => Time::new(local, offset.into()),
            (None, None) => Time::new(local, zone.offset_at(0).into()),
        }
    }

    fn moment(&self, zone: Zone) -> Result<DateTime, Error> {
        if let Some(epoch) = self.since_epoch(zone)? {
            return Fields { datetime: Some(epoch), zone: None, ..self.without_epoch() }
                .moment(zone);
        }
        let local = LocalDateTime::new(self.day()?, self.clock(false)?);
        let source = self.datetime.as_ref().or(self.time.as_ref());
        let from = source.and_then(Temporal::zone);
        let offset = source.and_then(offset_of);
        match (from, self.zone) {
            (Some(from), Some(zone)) if !self.keeps_local => {
                DateTime::of_local(local, from, offset)?.in_zone(zone)
            }
            (_, Some(zone)) => DateTime::of_local(local, zone, None),
            (Some(from), None) => DateTime::of_local(local, from, offset),
            (None, None) => DateTime::of_local(local, zone, None),
        }
    }

    /// The moment that is so long after 1970 began, where that is given.
    fn since_epoch(&self, zone: Zone) -> Result<Option<Temporal>, Error> {
        let (seconds, nanos) = match (self.get(Field::EpochSeconds), self.get(Field::EpochMillis)) {
            (None, None) => return Ok(None),
            (Some(seconds), None) => (seconds, 0),
            (None, Some(millis)) => {
                (millis.div_euclid(1_000), millis.rem_euclid(1_000) * (NANOS / 1_000))
            }
            (Some(_), Some(_)) => {
                return Err(invalid("epochSeconds and epochMillis name a moment in two ways"));
            }
        };
        let sources = [("date", &self.date), ("time", &self.time), ("datetime", &self.datetime)];
        if let Some((name, _)) = sources.iter().find(|(_, source)| source.is_some()) {
            return Err(invalid(format!("{name} and an epoch name a moment in two ways")));
        }
        let moment = DateTime::of_seconds(seconds, nanos, self.zone.unwrap_or(zone))?;
        Ok(Some(Temporal::DateTime(moment)))
    }

    fn without_epoch(&self) -> Fields {
        let mut fields = self.clone();
        fields.numbers[Field::EpochSeconds as usize] = None;
        fields.numbers[Field::EpochMillis as usize] = None;
        fields
    }
}

/// How far a value is from Greenwich, where that is known.
fn offset_of(value: &Temporal) -> Option<i32> {
    match value {
        Temporal::DateTime(value) => Some(value.offset()),
        Temporal::Time(value) => Some(value.offset()),
        _ => None,
    }
}

#[cold]
fn missing(field: Field) -> Error {
    invalid(format!("{} must be given", field.name()))
}

#[cold]
fn lacks(value: &Temporal, what: &str) -> Error {
    unfitting(format!("a {} has no {what}", value.kind().type_name()))
}
