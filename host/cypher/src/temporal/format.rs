//! Dates and times printed by a pattern such as `EEEE, d MMMM uuuu`, as Java's `DateTimeFormatter` prints them in
//! American English: which letters there are and how often each may stand is Java's.

use super::date::Date;
use super::invalid;
use super::time::{LocalTime, NANOS};
use super::value::Temporal;
use super::zone::Zone;
use crate::error::{Error, ErrorKind};

/// How long a pattern may be, in bytes: what it prints is longer by a small factor.
pub(super) const LONGEST: usize = 1_000;

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
pub(super) const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const QUARTERS: [&str; 4] = ["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"];

impl Temporal {
    /// A value as a pattern prints it.
    pub(crate) fn format(&self, pattern: &str) -> Result<String, Error> {
        if pattern.len() > LONGEST {
            let message = format!("a pattern of format() has at most {LONGEST} bytes");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        if let Temporal::Duration(duration) = self {
            return duration.format(pattern);
        }
        Printer { value: self, sections: vec![Section::default()] }.print(pattern)
    }
}

/// What is printed between brackets, or outside of them all.
#[derive(Default)]
struct Section {
    text: String,
    /// The error of a letter for which the value has nothing: the brackets around it then print nothing.
    missing: Option<Error>,
}

struct Printer<'v> {
    value: &'v Temporal,
    /// The one outside first.
    sections: Vec<Section>,
}

impl Printer<'_> {
    fn print(mut self, pattern: &str) -> Result<String, Error> {
        let mut rest = pattern;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                'p' => self.padded(rest)?,
                letter if letter.is_ascii_alphabetic() => {
                    let count = run(rest);
                    self.letters(letter, count, 0)?;
                    count
                }
                '\'' => self.quoted(rest)?,
                '[' => {
                    self.sections.push(Section::default());
                    1
                }
                ']' if self.sections.len() > 1 => {
                    self.close();
                    1
                }
                ']' | '{' | '}' | '#' => return Err(no_pattern(first, 1)),
                other => {
                    self.section().text.push(other);
                    other.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        while self.sections.len() > 1 {
            self.close();
        }
        let whole = self.sections.pop().unwrap_or_default();
        whole.missing.map_or(Ok(whole.text), Err)
    }

    fn section(&mut self) -> &mut Section {
        if self.sections.is_empty() {
            self.sections.push(Section::default());
        }
        let last = self.sections.len() - 1;
        &mut self.sections[last]
    }

    fn close(&mut self) {
        let inner = self.sections.pop().unwrap_or_default();
        if inner.missing.is_none() {
            self.section().text.push_str(&inner.text);
        }
    }

    /// `'text'`; two quotes alone are one. How long it is.
    fn quoted(&mut self, rest: &str) -> Result<usize, Error> {
        let (text, length) = quoted(rest).ok_or_else(|| no_pattern('\'', 1))?;
        self.section().text.push_str(or_a_quote(&text));
        Ok(length)
    }

    /// `pppd`: the day, at the end of three places.
    fn padded(&mut self, rest: &str) -> Result<usize, Error> {
        let width = run(rest);
        let behind = &rest[width..];
        match behind.chars().next() {
            Some(letter) if letter.is_ascii_alphabetic() && letter != 'p' => {
                let count = run(behind);
                self.letters(letter, count, width)?;
                Ok(width + count)
            }
            _ => Err(no_pattern('p', width)),
        }
    }

    /// So many of a letter, padded to a width.
    fn letters(&mut self, letter: char, count: usize, width: usize) -> Result<(), Error> {
        match field(self.value, letter, count)? {
            Some(text) if width > 0 && text.chars().count() > width => {
                let message = format!("{text} is longer than the {width} places that p gives it");
                Err(invalid(message))
            }
            Some(text) => {
                self.section().text.push_str(&format!("{text:>width$}"));
                Ok(())
            }
            None => {
                let kind = self.value.kind().type_name();
                let message = format!("format() finds nothing for {letter} in a {kind}");
                self.section().missing = Some(invalid(message));
                Ok(())
            }
        }
    }
}

/// What stands between two quotes at the beginning, where two in a row are one; and how long that is with them. `None`
/// where no quote closes it.
pub(super) fn quoted(rest: &str) -> Option<(String, usize)> {
    let mut end = 1;
    loop {
        end += rest[end..].find('\'')?;
        if !rest[end + 1..].starts_with('\'') {
            return Some((rest[1..end].replace("''", "'"), end + 1));
        }
        end += 2;
    }
}

/// To dates and times, quotes around nothing are a quote.
pub(super) fn or_a_quote(quoted: &str) -> &str {
    if quoted.is_empty() { "'" } else { quoted }
}

/// How often the first character stands there in a row; it is one of ASCII.
fn run(rest: &str) -> usize {
    let first = rest.bytes().next();
    rest.bytes().take_while(|byte| Some(*byte) == first).count()
}

#[cold]
fn no_pattern(letter: char, count: usize) -> Error {
    let message = format!("not a pattern of format(): {count} × {letter} means nothing there");
    Error::new(ErrorKind::Argument, message)
}

#[cold]
fn unsupported(what: &str) -> Error {
    let message = format!("format() with {what} is not supported by the embedded engine");
    Error::new(ErrorKind::Unsupported, message)
}

/// What so many of a letter print; `None` where the value has nothing for it.
fn field(value: &Temporal, letter: char, count: usize) -> Result<Option<String>, Error> {
    match letter {
        'G' | 'u' | 'y' | 'Y' | 'Q' | 'q' | 'M' | 'L' | 'w' | 'W' | 'd' | 'D' | 'F' | 'g' | 'E'
        | 'e' | 'c' => {
            let date = value.date().map_or_else(|| Date::of_days(0), Ok)?;
            let text = of_date(date, letter, count)?;
            Ok(value.date().map(|_| text))
        }
        'a' | 'H' | 'k' | 'K' | 'h' | 'm' | 's' | 'S' | 'A' | 'n' | 'N' => {
            let text = of_time(value.time().unwrap_or(LocalTime::wrapping(0)), letter, count)?;
            Ok(value.time().map(|_| text))
        }
        'V' | 'O' | 'X' | 'x' | 'Z' => of_zone(value, letter, count),
        'z' | 'v' if count <= 4 => Err(unsupported("the name of a time zone (z, v)")),
        'B' if matches!(count, 1 | 4 | 5) => Err(unsupported("the part of a day (B)")),
        _ => Err(no_pattern(letter, count)),
    }
}

/// A number with so many digits at the least; `signed` of more digits has a plus.
fn padded(number: i64, digits: usize, signed: bool) -> String {
    let sign = match number {
        _ if number < 0 => "-",
        _ if signed && number.unsigned_abs().to_string().len() > digits => "+",
        _ => "",
    };
    format!("{sign}{:0digits$}", number.unsigned_abs())
}

/// A year: of two digits it is the last two.
fn year(year: i64, letter: char, count: usize) -> Result<String, Error> {
    match count {
        2 => Ok(format!("{:02}", year.unsigned_abs() % 100)),
        1 | 3 => Ok(padded(year, count, false)),
        4..=19 => Ok(padded(year, count, true)),
        _ => Err(no_pattern(letter, count)),
    }
}

/// A number of one or two digits, or a name: short, whole, or its first letter.
fn named(
    (number, name, short): (i64, &str, &str),
    letter: char,
    count: usize,
) -> Result<String, Error> {
    Ok(match count {
        1 | 2 => padded(number, count, false),
        3 => short.to_owned(),
        4 => name.to_owned(),
        5 => name.chars().take(1).collect(),
        _ => return Err(no_pattern(letter, count)),
    })
}

fn nth<'n>(names: &[&'n str], number: i64) -> &'n str {
    let at = usize::try_from(number - 1).ok();
    at.and_then(|at| names.get(at)).copied().unwrap_or_default()
}

fn of_date(date: Date, letter: char, count: usize) -> Result<String, Error> {
    let most = |most: usize| {
        if count <= most { Ok(()) } else { Err(no_pattern(letter, count)) }
    };
    let number = |number: i64| padded(number, count, false);
    Ok(match letter {
        'G' => {
            most(5)?;
            let (short, whole) =
                if date.year() > 0 { ("AD", "Anno Domini") } else { ("BC", "Before Christ") };
            named((0, whole, short), letter, count.max(3))?
        }
        'u' => year(date.year(), letter, count)?,
        'y' if date.year() > 0 => year(date.year(), letter, count)?,
        'y' => year(1 - date.year(), letter, count)?,
        'Y' => year(week_of_year(date)?.0, letter, count)?,
        'Q' | 'q' => {
            let short = format!("Q{}", date.quarter());
            let name = nth(&QUARTERS, date.quarter());
            named((date.quarter(), name, &short), letter, count)?
        }
        'M' | 'L' => {
            let name = nth(&MONTHS, date.month());
            named((date.month(), name, &name[..3]), letter, count)?
        }
        'w' => {
            most(2)?;
            number(week_of_year(date)?.1)
        }
        'W' => {
            most(1)?;
            let first = (day_of_week(date) - date.day()).rem_euclid(7);
            number((date.day() - 1 + first) / 7 + 1)
        }
        'd' => most(2).map(|()| number(date.day()))?,
        'D' => most(3).map(|()| number(date.ordinal()))?,
        'F' => most(1).map(|()| number((date.day() - 1) / 7 + 1))?,
        // Days since 1858-11-17.
        'g' => most(19).map(|()| number(date.days() + 40_587))?,
        _ => {
            let name = nth(&DAYS, date.day_of_week());
            let count = if letter == 'E' { count.max(3) } else { count };
            if letter == 'c' && count == 2 {
                return Err(no_pattern(letter, count));
            }
            named((day_of_week(date), name, &name[..3]), letter, count)?
        }
    })
}

/// The number of a day in a week that begins with a Sunday.
fn day_of_week(date: Date) -> i64 {
    date.day_of_week() % 7 + 1
}

/// The week of a year that begins with the Sunday before the year or with it, and the year that it is of.
fn week_of_year(date: Date) -> Result<(i64, i64), Error> {
    let sunday = |date: Date| date.days() - (day_of_week(date) - 1);
    let this = sunday(date);
    let year = Date::of_days(this + 6)?.year();
    let first = sunday(Date::of_ordinal(year, 1)?);
    Ok((year, (this - first) / 7 + 1))
}

fn of_time(time: LocalTime, letter: char, count: usize) -> Result<String, Error> {
    let (most, number) = match letter {
        'a' if count == 1 => return Ok(if time.hour() < 12 { "AM" } else { "PM" }.to_owned()),
        'S' if count <= 9 => {
            return Ok(format!("{:09}", time.nano_of_second())[..count].to_owned());
        }
        'H' => (2, time.hour()),
        'k' => (2, (time.hour() + 23) % 24 + 1),
        'K' => (2, time.hour() % 12),
        'h' => (2, (time.hour() + 11) % 12 + 1),
        'm' => (2, time.minute()),
        's' => (2, time.second()),
        'A' => (19, time.nanos() / (NANOS / 1_000)),
        'n' => (19, time.nano_of_second()),
        'N' => (19, time.nanos()),
        _ => (0, 0),
    };
    if count > most {
        return Err(no_pattern(letter, count));
    }
    Ok(padded(number, count, false))
}

fn of_zone(value: &Temporal, letter: char, count: usize) -> Result<Option<String>, Error> {
    let allowed = match letter {
        'V' => count == 2,
        'O' => matches!(count, 1 | 4),
        _ => count <= 5,
    };
    if !allowed {
        return Err(no_pattern(letter, count));
    }
    let (offset, zone) = match value {
        Temporal::DateTime(value) => (value.offset(), Some(value.zone())),
        Temporal::Time(value) => (value.offset(), None),
        _ => return Ok(None),
    };
    Ok(match (letter, count) {
        ('V', _) => zone.map(|zone| match zone {
            Zone::Region(region) => region.name().to_owned(),
            Zone::Offset(_) => zone.to_string(),
        }),
        ('O', count) => Some(greenwich(offset, count == 4)),
        ('Z', 4) => Some(greenwich(offset, true)),
        ('X', _) | ('Z', 5) if offset == 0 => Some("Z".to_owned()),
        ('Z', 5) => Some(offset_text(offset, 5)),
        ('Z', _) => Some(offset_text(offset, 2)),
        (_, count) => Some(offset_text(offset, count)),
    })
}

/// An offset as so many `x` print it.
fn offset_text(offset: i32, count: usize) -> String {
    let sign = if offset < 0 { '-' } else { '+' };
    let seconds = offset.unsigned_abs();
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let colon = if matches!(count, 3 | 5) { ":" } else { "" };
    let mut text = format!("{sign}{hour:02}");
    if count > 1 || minute > 0 {
        text.push_str(&format!("{colon}{minute:02}"));
    }
    if count > 3 && second > 0 {
        text.push_str(&format!("{colon}{second:02}"));
    }
    text
}

/// `GMT+1:30`, or in full `GMT+01:30`.
fn greenwich(offset: i32, full: bool) -> String {
    let seconds = offset.unsigned_abs();
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let mut text = "GMT".to_owned();
    if offset != 0 {
        text.push(if offset < 0 { '-' } else { '+' });
        text.push_str(&if full { format!("{hour:02}:{minute:02}") } else { hour.to_string() });
        if !full && (minute > 0 || second > 0) {
            text.push_str(&format!(":{minute:02}"));
        }
        if second > 0 {
            text.push_str(&format!(":{second:02}"));
        }
    }
    text
}
