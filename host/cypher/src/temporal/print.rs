//! Temporal values as text, as ISO 8601 and Neo4j write them.

use std::fmt::{self, Display, Formatter};

use super::date::Date;
use super::duration::Duration;
use super::local::LocalDateTime;
use super::time::{LocalTime, NANOS};
use super::value::Temporal;
use super::zone::Zone;
use super::zoned::{DateTime, Time};

impl Display for Temporal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Temporal::DateTime(value) => value.fmt(f),
            Temporal::LocalDateTime(value) => value.fmt(f),
            Temporal::Date(value) => value.fmt(f),
            Temporal::Time(value) => value.fmt(f),
            Temporal::LocalTime(value) => value.fmt(f),
            Temporal::Duration(value) => value.fmt(f),
        }
    }
}

impl Display for Date {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        match year {
            10_000.. => write!(f, "+{year}")?,
            0.. => write!(f, "{year:04}")?,
            _ => write!(f, "-{:04}", -year)?,
        }
        write!(f, "-{month:02}-{day:02}")
    }
}

impl Display for LocalTime {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}:{:02}", self.hour(), self.minute(), self.second())?;
        write_fraction(f, self.nano_of_second())
    }
}

impl Display for Time {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.local(), Zone::Offset(self.offset()))
    }
}

impl Display for LocalDateTime {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}T{}", self.date(), self.time())
    }
}

impl Display for DateTime {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.local(), Zone::Offset(self.offset()))?;
        match self.zone() {
            Zone::Offset(_) => Ok(()),
            Zone::Region(region) => write!(f, "[{}]", region.name()),
        }
    }
}

impl Display for Zone {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let offset = match self {
            Zone::Region(region) => return f.write_str(region.name()),
            Zone::Offset(0) => return f.write_str("Z"),
            Zone::Offset(offset) => *offset,
        };
        let (sign, size) = (if offset < 0 { '-' } else { '+' }, offset.abs());
        write!(f, "{sign}{:02}:{:02}", size / 3_600, size / 60 % 60)?;
        if size % 60 == 0 { Ok(()) } else { write!(f, ":{:02}", size % 60) }
    }
}

impl Display for Duration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let total = self.total_nanos();
        if *self == Duration::default() {
            return f.write_str("PT0S");
        }
        f.write_str("P")?;
        for (amount, unit) in
            [(self.months() / 12, 'Y'), (self.months() % 12, 'M'), (self.days(), 'D')]
        {
            if amount != 0 {
                write!(f, "{amount}{unit}")?;
            }
        }
        if total == 0 {
            return Ok(());
        }
        f.write_str("T")?;
        let sign = if total < 0 { "-" } else { "" };
        let second = u128::from(NANOS.unsigned_abs());
        let (seconds, nanos) = (total.unsigned_abs() / second, total.unsigned_abs() % second);
        for (amount, unit) in [(seconds / 3_600, 'H'), (seconds / 60 % 60, 'M')] {
            if amount != 0 {
                write!(f, "{sign}{amount}{unit}")?;
            }
        }
        if seconds % 60 == 0 && nanos == 0 {
            return Ok(());
        }
        write!(f, "{sign}{}", seconds % 60)?;
        write_fraction(f, i64::try_from(nanos).unwrap_or(0))?;
        f.write_str("S")
    }
}

/// A fraction of a second without the zeros at its end.
fn write_fraction(f: &mut Formatter<'_>, nanos: i64) -> fmt::Result {
    if nanos == 0 {
        return Ok(());
    }
    let digits = format!("{nanos:09}");
    write!(f, ".{}", digits.trim_end_matches('0'))
}
