//! Moments as people write them: the days of the Gregorian calendar in universal time, and so long ago.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A moment as `2026-11-21T05:06:00Z`.
#[must_use]
pub fn format(moment: SystemTime) -> String {
    let seconds = seconds_since_1970(moment).rem_euclid(86_400);
    let (year, month, day) = day(moment);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a moment.
#[must_use]
pub fn day(moment: SystemTime) -> (u16, u8, u8) {
    // Years that begin in March, so that the leap day comes last.
    let days = seconds_since_1970(moment).div_euclid(86_400) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    (u16::try_from(400 * era + year).unwrap_or(u16::MAX), month as u8, day as u8)
}

/// The first moment of a day, from 1970 on; nothing where the calendar has no such day.
#[must_use]
pub fn of_day(year: u16, month: u8, day_of_month: u8) -> Option<SystemTime> {
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let (years, months) =
        if month > 2 { (u64::from(year), month - 3) } else { (u64::from(year) - 1, month + 9) };
    let days = 365 * years + years / 4 - years / 100 + years / 400;
    let days =
        (days + (153 * u64::from(months) + 2) / 5 + u64::from(day_of_month)).checked_sub(1)?;
    let moment = UNIX_EPOCH + Duration::from_secs(86_400 * (days - 719_468));
    (day(moment) == (year, month, day_of_month)).then_some(moment)
}

/// Reads a day such as 2026-11-21, a moment as it is written here, or so long ago: `36h`, `30d`.
///
/// # Errors
/// Where it is none of them, with what to write.
pub fn parse(text: &str) -> Result<SystemTime, String> {
    let wrong = || format!("{text:?} is not a day; write 2026-11-21, or so long ago: 36h, 30d");
    let ago = |digits: &str, unit: u64| {
        let count: u64 = digits.parse().map_err(|_| wrong())?;
        let ago = Duration::from_secs(count.checked_mul(unit).ok_or_else(wrong)?);
        SystemTime::now().checked_sub(ago).ok_or_else(wrong)
    };
    if let Some(digits) = text.strip_suffix('d') {
        return ago(digits, 86_400);
    }
    if let Some(digits) = text.strip_suffix('h') {
        return ago(digits, 3600);
    }
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, time.strip_suffix('Z').unwrap_or(time)),
        None => (text, "0:0:0"),
    };
    let date: Vec<u16> = numbers(date, '-').ok_or_else(wrong)?;
    let time: Vec<u16> = numbers(time, ':').ok_or_else(wrong)?;
    let (&[year, month, day], &[hour, minute, second]) = (date.as_slice(), time.as_slice()) else {
        return Err(wrong());
    };
    let (month, day) = (u8::try_from(month), u8::try_from(day));
    let day = of_day(year, month.map_err(|_| wrong())?, day.map_err(|_| wrong())?);
    let seconds = u64::from(hour) * 3600 + u64::from(minute) * 60 + u64::from(second);
    Ok(day.filter(|_| seconds < 86_400).ok_or_else(wrong)? + Duration::from_secs(seconds))
}

fn numbers(text: &str, between: char) -> Option<Vec<u16>> {
    text.split(between).map(|part| part.parse().ok()).collect()
}

fn seconds_since_1970(moment: SystemTime) -> i64 {
    match moment.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_secs()).unwrap_or(i64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_and_read_as_calendars_do() {
        // From the manual of GNU date: date -u -d @951868800 and the like.
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_164_800 + 3723, "2024-02-29T01:02:03Z"),
        ] {
            let moment = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(format(moment), text);
            assert_eq!(parse(text), Ok(moment), "{text}");
        }
        assert_eq!(parse("2000-03-01"), Ok(UNIX_EPOCH + Duration::from_secs(951_868_800)));
        for wrong in ["yesterday", "2026-13-01", "2026-02-30", "2026-01-00", "1-2", "d", "-3d"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(parse("30d").unwrap() < SystemTime::now());
    }
}
