//! Reads durations from text: by units, `P1Y2M3W4DT5H6M7.8S`, each with a sign and a fraction of its own; and like a
//! date, `P2012-02-02T14:37:21.545`.

use std::str::FromStr;

use super::date::within;
use super::duration::{Amounts, Duration, too_long};
use super::parse::unreadable;
use super::scanner::Scanner;
use super::value::TemporalKind;
use crate::error::{Error, ErrorKind};

/// The units in the order in which they may stand, and which part of a duration how many of them are.
const UNITS: [(char, bool, Part, i64); 7] = [
    ('Y', false, Part::Months, 12),
    ('M', false, Part::Months, 1),
    ('W', false, Part::Days, 7),
    ('D', false, Part::Days, 1),
    ('H', true, Part::Seconds, 3_600),
    ('M', true, Part::Seconds, 60),
    ('S', true, Part::Seconds, 1),
];

#[derive(Clone, Copy)]
enum Part {
    Months,
    Days,
    Seconds,
}

impl FromStr for Duration {
    type Err = Error;

    fn from_str(text: &str) -> Result<Duration, Error> {
        let sign = if text.starts_with('-') { -1 } else { 1 };
        let upper = text.strip_prefix(['-', '+']).unwrap_or(text).to_ascii_uppercase();
        let body = upper.strip_prefix('P').filter(|body| !body.is_empty());
        let duration = match body {
            Some(body) => match by_units(body)? {
                Some(duration) => Some(duration),
                None => like_a_date(body)?,
            },
            None => None,
        };
        let duration = duration.ok_or_else(|| unreadable(TemporalKind::Duration, text))?;
        if sign < 0 { duration.times(-1) } else { Ok(duration) }
    }
}

/// A number as it is written: what stands before the point, and the digits behind it.
struct Written<'t> {
    negative: bool,
    whole: &'t str,
    fraction: &'t str,
}

/// `None` where the text has another form.
fn by_units(text: &str) -> Result<Option<Duration>, Error> {
    let (mut at, mut of_time, mut rest) = (0, false, text);
    let (mut months, mut days, mut seconds) = (0i64, 0i64, 0i64);
    while !rest.is_empty() {
        if !of_time && let Some(time) = rest.strip_prefix('T').filter(|time| !time.is_empty()) {
            (of_time, rest) = (true, time);
        }
        let Some((written, unit, behind)) = amount(rest) else { return Ok(None) };
        let place =
            UNITS.iter().skip(at).position(|(name, of, ..)| (*name, *of) == (unit, of_time));
        let Some(place) = place else { return Ok(None) };
        let (.., part, factor) = UNITS[at + place];
        (at, rest) = (at + place + 1, behind);
        let sign = if written.negative { -1 } else { 1 };
        if !written.fraction.is_empty() {
            // Only the last and smallest unit may have a fraction.
            let last = rest.is_empty();
            let whole = Duration::new(months, days, seconds, 0)?;
            return if last { with_fraction(whole, &written, UNITS[at - 1]) } else { Ok(None) };
        }
        let whole = integer(written.whole)?;
        let whole = whole.checked_mul(sign * factor).ok_or_else(too_long)?;
        let sum = match part {
            Part::Months => &mut months,
            Part::Days => &mut days,
            Part::Seconds => &mut seconds,
        };
        *sum = sum.checked_add(whole).ok_or_else(too_long)?;
    }
    Duration::new(months, days, seconds, 0).map(Some)
}

/// The digits of a part; where 64 bits don't hold them, no server says more than that it failed.
fn integer(digits: &str) -> Result<i64, Error> {
    digits.parse().map_err(|_| Error::new(ErrorKind::Execution, too_long().message()))
}

/// A duration, and a number with a fraction behind it.
fn with_fraction(
    duration: Duration,
    written: &Written<'_>,
    (unit, _, part, factor): (char, bool, Part, i64),
) -> Result<Option<Duration>, Error> {
    let Written { negative, whole, fraction } = written;
    let sign = if *negative { -1 } else { 1 };
    if unit == 'S' {
        const LONGEST: usize = 9;
        if fraction.len() > LONGEST {
            return Ok(None);
        }
        let seconds = integer(whole)?;
        let more = Duration::new(0, 0, sign * seconds, sign * nanoseconds(fraction))?;
        return duration.plus(more).map(Some);
    }
    let number = format!("{whole}.{fraction}").parse::<f64>().unwrap_or(f64::INFINITY);
    #[expect(clippy::cast_precision_loss, reason = "parts with fractions are floats")]
    let (more, float) = (number * (sign * factor) as f64, |part: i64| part as f64);
    let mut amounts = Amounts {
        months: float(duration.months()),
        days: float(duration.days()),
        seconds: float(duration.seconds()),
        nanos: 0.0,
    };
    match part {
        Part::Months => amounts.months += more,
        Part::Days => amounts.days += more,
        Part::Seconds => amounts.seconds += more,
    }
    Duration::of_amounts(amounts).map(Some)
}

/// A number with its unit, and what comes behind.
fn amount(text: &str) -> Option<(Written<'_>, char, &str)> {
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = unsigned.find(|char: char| !char.is_ascii_digit())?;
    let (whole, behind) = unsigned.split_at(end);
    let (fraction, behind) = match behind.strip_prefix(['.', ',']) {
        Some(behind) => {
            let end = behind.find(|char: char| !char.is_ascii_digit())?;
            let (fraction, behind) = behind.split_at(end);
            if fraction.is_empty() {
                return None;
            }
            (fraction, behind)
        }
        None => ("", behind),
    };
    if whole.is_empty() {
        return None;
    }
    let unit = behind.chars().next()?;
    Some((Written { negative, whole, fraction }, unit, &behind[unit.len_utf8()..]))
}

/// The first nine digits behind a point.
fn nanoseconds(fraction: &str) -> i64 {
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    digits.fold(0, |number, digit| number * 10 + i64::from(digit - b'0'))
}

/// `2012-02-02T14:37:21.545` or `20120202T143721.545`; `None` where it is neither.
fn like_a_date(text: &str) -> Result<Option<Duration>, Error> {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let Some(([years, months, days], 3)) = numbers(date, '-', [4, 2, 2]) else { return Ok(None) };
    let (mut clock, mut nanos) = ([0; 3], 0);
    if let Some(time) = time {
        let (whole, fraction) = time.split_once(['.', ',']).unwrap_or((time, ""));
        let Some((read, count)) = numbers(whole, ':', [2, 2, 2]) else { return Ok(None) };
        let digits = Scanner::new(fraction).digits_ahead();
        let is_fraction = count == 3 && (1..=9).contains(&digits) && digits == fraction.len();
        if whole.len() < time.len() && !is_fraction {
            return Ok(None);
        }
        (clock, nanos) = (read, nanoseconds(fraction));
    }
    let [hours, minutes, seconds] = clock;
    within("the months of a duration like a date", months, 0, 12)?;
    within("its days", days, 0, 31)?;
    within("its hours", hours, 0, 24)?;
    within("its minutes", minutes, 0, 60)?;
    within("its seconds", seconds, 0, 60)?;
    let seconds = (hours * 60 + minutes) * 60 + seconds;
    Duration::new(years * 12 + months, days, seconds, nanos).map(Some)
}

/// Up to three numbers of so many digits, with a separator between all of them or none; and how many there are.
fn numbers(text: &str, separator: char, digits: [usize; 3]) -> Option<([i64; 3], usize)> {
    let mut numbers = [0; 3];
    let mut rest = text;
    let separated = text.contains(separator);
    for (at, count) in digits.into_iter().enumerate() {
        if at > 0 && rest.is_empty() {
            return Some((numbers, at));
        }
        if at > 0 && separated {
            rest = rest.strip_prefix(separator)?;
        }
        let (number, behind) = rest.split_at_checked(count)?;
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        (numbers[at], rest) = (number.parse().ok()?, behind);
    }
    rest.is_empty().then_some((numbers, 3))
}
