//! Reads dates and times from text: all forms of ISO 8601 that Neo4j reads, with and without separators.

use super::date::Date;
use super::invalid;
use super::local::LocalDateTime;
use super::scanner::Scanner;
use super::time::LocalTime;
use super::value::{Temporal, TemporalKind};
use super::zone::{Region, Zone};
use super::zoned::{DateTime, Time};
use crate::error::{Error, ErrorKind};

impl Temporal {
    /// Reads a value of a type. What has a zone and names none is in the one that is given.
    pub fn parse(kind: TemporalKind, text: &str, zone: Zone) -> Result<Temporal, Error> {
        let mut scanner = Scanner::new(text);
        let value = match kind {
            TemporalKind::DateTime => {
                scanner.date_time(zone).map(|read| read.map(Temporal::DateTime))
            }
            TemporalKind::LocalDateTime => {
                scanner.local_date_time().map(|read| read.map(Temporal::LocalDateTime))
            }
            TemporalKind::Date => scanner.date().map(|read| read.map(Temporal::Date)),
            TemporalKind::Time => scanner.time(zone).map(|read| read.map(Temporal::Time)),
            TemporalKind::LocalTime => {
                scanner.local_time().map(|read| read.map(Temporal::LocalTime))
            }
            TemporalKind::Duration => return text.parse().map(Temporal::Duration),
        };
        let whole = value?.filter(|_| scanner.is_at_end());
        whole.ok_or_else(|| unreadable(kind, text))
    }
}

/// What the text says is a day or a time that there is not: it is the text that is wrong. A zone that there is not, or not
/// there, is a wrong argument.
fn misread(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Argument => {
            Error::new(ErrorKind::Syntax, error.message()).because("InvalidArgumentValue")
        }
        _ => error,
    }
}

#[cold]
pub(super) fn unreadable(kind: TemporalKind, text: &str) -> Error {
    const SHOWN: usize = 60;
    let example = match kind {
        TemporalKind::DateTime => "2015-07-21T21:40:32+01:00",
        TemporalKind::LocalDateTime => "2015-07-21T21:40:32",
        TemporalKind::Date => "2015-07-21",
        TemporalKind::Time => "21:40:32+01:00",
        TemporalKind::LocalTime => "21:40:32",
        TemporalKind::Duration => "P1Y2M3DT4H5M6.7S",
    };
    let shown: String = text.chars().take(SHOWN).collect();
    let cut = if shown.len() < text.len() { "..." } else { "" };
    let what = kind.type_name();
    let message = format!("'{shown}{cut}' can't be read as a {what}, such as '{example}'");
    Error::new(ErrorKind::Syntax, message).because("InvalidArgumentValue")
}

/// A date as it is written: a year, and a day of it by month, by week, by quarter or by its number.
#[derive(Clone, Copy)]
enum Written {
    Day(i64, i64, i64),
    Week(i64, i64, i64),
    Quarter(i64, i64, i64),
    Ordinal(i64, i64),
}

impl Written {
    /// The day. A week or a day of a quarter that other years have is a wrong argument, what no year has a wrong text.
    fn day(self) -> Result<Date, Error> {
        let day = match self {
            Written::Day(year, month, day) => Date::new(year, month, day),
            Written::Week(year, week, day) => Date::of_week(year, week, day),
            Written::Quarter(year, quarter, day) => Date::of_quarter(year, quarter, day),
            Written::Ordinal(year, day) => Date::of_ordinal(year, day),
        };
        let day = day.map_err(misread)?;
        match self {
            Written::Week(year, week, _) if day.week() != (year, week) => {
                Err(no_such("week", year, week))
            }
            Written::Quarter(year, quarter, _) if day.quarter() != quarter => {
                Err(no_such("quarter", year, quarter))
            }
            _ => Ok(day),
        }
    }
}

impl Scanner<'_> {
    /// A date that ends where the text or a `T` is.
    fn date(&mut self) -> Result<Option<Date>, Error> {
        self.written_date().map(Written::day).transpose()
    }

    fn written_date(&mut self) -> Option<Written> {
        let sign = match self.rest.first() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ if self.digits_ahead() >= 4 => 0,
            _ => return None,
        };
        if sign != 0 {
            self.rest = &self.rest[1..];
            let year = self.number(1, 9)?;
            return self.long_date(sign * year);
        }
        let year = self.fixed(4)?;
        match self.rest.first() {
            Some(b'0'..=b'9') => self.digits_of_date(year),
            _ => self.long_date(year),
        }
    }

    /// What comes behind a year: nothing, or a dash and numbers with dashes between them. Weeks and quarters may leave
    /// the dashes out.
    fn long_date(&mut self, year: i64) -> Option<Written> {
        let dash = self.take(b'-');
        if self.take(b'W') {
            let week = self.number(1, 2)?;
            let day =
                if self.take(b'-') { self.number(1, 1) } else { self.number(1, 1).or(Some(1)) };
            return Some(Written::Week(year, week, day?));
        }
        if self.take(b'Q') {
            let quarter = self.number(1, 1)?;
            let day =
                if self.take(b'-') { self.number(1, 2) } else { self.number(2, 2).or(Some(1)) };
            return Some(Written::Quarter(year, quarter, day?));
        }
        if !dash {
            return Some(Written::Day(year, 1, 1));
        }
        if self.digits_ahead() == 3 {
            return Some(Written::Ordinal(year, self.fixed(3)?));
        }
        let digits = self.digits_ahead();
        let month = self.number(1, 2)?;
        if self.take(b'-') {
            return Some(Written::Day(year, month, self.number(1, 2)?));
        }
        // A month alone has two digits.
        (digits == 2).then_some(Written::Day(year, month, 1))
    }

    /// The digits behind a year without a dash.
    fn digits_of_date(&mut self, year: i64) -> Option<Written> {
        if self.digits_ahead() == 3 {
            return Some(Written::Ordinal(year, self.fixed(3)?));
        }
        let month = self.fixed_digits(2)?;
        Some(Written::Day(year, month, self.fixed_digits(2).unwrap_or(1)))
    }

    /// A time, with or without a `T` before it.
    fn local_time(&mut self) -> Result<Option<LocalTime>, Error> {
        self.take(b'T');
        self.clock()
    }

    /// Hours, and as much of minutes, seconds and a fraction as there is; with colons or without.
    fn clock(&mut self) -> Result<Option<LocalTime>, Error> {
        let short = self.digits_ahead() > 2;
        let Some(hour) = self.part(short) else { return Ok(None) };
        let (mut minute, mut second, mut nano) = (0, 0, 0);
        if self.goes_on(short) {
            let Some(number) = self.part(short) else { return Ok(None) };
            minute = number;
            if self.goes_on(short) {
                let Some(number) = self.part(short) else { return Ok(None) };
                second = number;
                if self.take(b'.') || self.take(b',') {
                    let count = self.digits_ahead();
                    let Some(number) = self.number(1, 9).filter(|_| count <= 9) else {
                        return Ok(None);
                    };
                    let missing = u32::try_from(9 - count).unwrap_or(0);
                    nano = number * 10i64.pow(missing);
                }
            }
        }
        LocalTime::new(hour, minute, second, nano).map(Some).map_err(misread)
    }

    fn part(&mut self, short: bool) -> Option<i64> {
        if short { self.fixed_digits(2) } else { self.number(1, 2) }
    }

    fn goes_on(&mut self, short: bool) -> bool {
        if short { self.digits_ahead() > 0 } else { self.take(b':') }
    }

    /// A time, and how far from Greenwich it is.
    fn time(&mut self, zone: Zone) -> Result<Option<Time>, Error> {
        let Some(local) = self.local_time()? else { return Ok(None) };
        let offset = match self.offset()? {
            Some(offset) => offset,
            None => zone.offset_at(0),
        };
        if self.take(b'[') {
            return Err(invalid("a time has no zone with a name, but an offset such as +01:00"));
        }
        Time::new(local, offset.into()).map(Some)
    }

    /// A date, and a time behind it where there is one.
    fn local_date_time(&mut self) -> Result<Option<LocalDateTime>, Error> {
        let Some(date) = self.date()? else { return Ok(None) };
        let time = if self.take_letter(b'T') { self.clock()? } else { Some(LocalTime::MIDNIGHT) };
        Ok(time.map(|time| LocalDateTime::new(date, time)))
    }

    /// A date with a time, an offset and a zone in brackets, as far as they are there.
    fn date_time(&mut self, zone: Zone) -> Result<Option<DateTime>, Error> {
        let Some(date) = self.date()? else { return Ok(None) };
        if !self.take_letter(b'T') {
            let midnight = LocalDateTime::new(date, LocalTime::MIDNIGHT);
            return DateTime::of_local(midnight, zone, None).map(Some);
        }
        let Some(time) = self.clock()? else { return Ok(None) };
        let (local, offset) = (LocalDateTime::new(date, time), self.offset()?);
        let named = match self.zone()? {
            Some(zone) => zone,
            None => {
                return DateTime::of_local(local, offset.map_or(zone, Zone::Offset), None)
                    .map(Some);
            }
        };
        let value = DateTime::of_local(local, named, offset)?;
        match offset {
            Some(offset) if value.offset() != offset || value.local() != local => {
                let offset = Zone::Offset(offset);
                Err(invalid(format!("{named} is not {offset} from Greenwich at {local}")))
            }
            _ => Ok(Some(value)),
        }
    }

    /// `[Europe/Stockholm]`.
    fn zone(&mut self) -> Result<Option<Zone>, Error> {
        if !self.take(b'[') {
            return Ok(None);
        }
        let Some(end) = self.rest.iter().position(|byte| *byte == b']') else { return Ok(None) };
        let Ok(name) = std::str::from_utf8(&self.rest[..end]) else { return Ok(None) };
        self.rest = &self.rest[end + 1..];
        match name {
            "Z" | "z" => Ok(Some(Zone::UTC)),
            name => Region::named(name).map(|region| Some(Zone::Region(region))),
        }
    }
}

#[cold]
fn no_such(what: &str, year: i64, number: i64) -> Error {
    invalid(format!("{what} {number} of {year} has no such day"))
}
