//! Temporal and spatial values as Neo4j writes them, since nobody here computes with them.

use std::fmt::Write as _;

use neo4rs::{BoltPoint2D, BoltPoint3D, BoltType};
use othello_cypher::Datum;

use super::fields::Fields;

const DAY: i64 = 86_400;
const NANOS: i64 = 1_000_000_000;

/// A temporal value of the driver's as its text; `None` for any other value.
pub(super) fn temporal(value: &BoltType) -> Option<Datum> {
    let fields = Fields::of(value);
    let number = |name| fields.get(name);
    let (kind, text) = match value {
        BoltType::Date(_) => ("DATE", date(number("days")?)),
        BoltType::LocalTime(_) => ("LOCAL TIME", time(number("nano_seconds")?)),
        BoltType::Time(_) => {
            let offset = offset(number("tz_offset_seconds")?);
            ("ZONED TIME", time(number("nano_seconds")?) + &offset)
        }
        BoltType::LocalDateTime(_) => {
            ("LOCAL DATETIME", instant(number("seconds")?, number("nano_seconds")?))
        }
        BoltType::DateTime(_) => {
            let local = instant(number("seconds")?, number("nano_seconds")?);
            ("ZONED DATETIME", local + &offset(number("tz_offset_seconds")?))
        }
        BoltType::DateTimeZoneId(_) => {
            let local = instant(number("seconds")?, number("nano_seconds")?);
            ("ZONED DATETIME", format!("{local}{}[{}]", zone_offset(value), fields.zone()?))
        }
        BoltType::Duration(_) => {
            let [months, days, seconds, nanos] = ["0", "1", "2", "3"].map(number);
            ("DURATION", duration(months?, days?, seconds?, nanos?))
        }
        _ => return None,
    };
    Some(Datum::foreign(kind, text))
}

/// A point in the plane.
pub(super) fn point2(point: &BoltPoint2D) -> Datum {
    point_text(point.sr_id.value, &[point.x.value, point.y.value])
}

/// A point in space.
pub(super) fn point3(point: &BoltPoint3D) -> Datum {
    point_text(point.sr_id.value, &[point.x.value, point.y.value, point.z.value])
}

fn point_text(system: i64, coordinates: &[f64]) -> Datum {
    let mut text = "point({".to_owned();
    for (name, coordinate) in ["x", "y", "z"].iter().zip(coordinates) {
        let _ = write!(text, "{name}: {}, ", float(*coordinate));
    }
    let crs = match system {
        4326 => "wgs-84",
        4979 => "wgs-84-3d",
        7203 => "cartesian",
        9157 => "cartesian-3d",
        _ => "",
    };
    let _ = if crs.is_empty() {
        write!(text, "srid: {system}}})")
    } else {
        write!(text, "crs: '{crs}'}})")
    };
    Datum::foreign("POINT", text)
}

/// A float as Java writes it: very large and very small ones with an exponent.
fn float(value: f64) -> String {
    let plain = value == 0.0 || !value.is_finite() || (1e-3..1e7).contains(&value.abs());
    if plain {
        return format!("{value:?}");
    }
    let text = format!("{value:E}");
    match text.split_once('E') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0E{exponent}"),
        _ => text,
    }
}

/// Days since 1970 as year, month and day (Howard Hinnant's algorithm over eras of 400 years).
fn date(days: i64) -> String {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let year = match year {
        10_000.. => format!("+{year}"),
        0.. => format!("{year:04}"),
        _ => format!("-{:04}", -year),
    };
    format!("{year}-{month:02}-{day:02}")
}

/// Nanoseconds since midnight.
fn time(nanos: i64) -> String {
    let (seconds, nanos) = (nanos.div_euclid(NANOS), nanos.rem_euclid(NANOS));
    format!(
        "{:02}:{:02}:{:02}{}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60,
        fraction(nanos)
    )
}

/// A fraction of a second without the zeros at its end.
fn fraction(nanos: i64) -> String {
    match nanos {
        0 => String::new(),
        _ => format!(".{nanos:09}").trim_end_matches('0').to_owned(),
    }
}

/// Seconds since 1970 on the wall's clock.
fn instant(seconds: i64, nanos: i64) -> String {
    let of_day = seconds.rem_euclid(DAY) * NANOS + nanos;
    format!("{}T{}", date(seconds.div_euclid(DAY)), time(of_day))
}

fn offset(seconds: i64) -> String {
    if seconds == 0 {
        return "Z".to_owned();
    }
    let sign = if seconds < 0 { '-' } else { '+' };
    let seconds = seconds.abs();
    let mut text = format!("{sign}{:02}:{:02}", seconds / 3_600, seconds / 60 % 60);
    if seconds % 60 != 0 {
        let _ = write!(text, ":{:02}", seconds % 60);
    }
    text
}

/// How far a named zone is from Greenwich at that time, which the driver's own tables know; nothing where
/// they don't (the hour that an autumn night has twice).
fn zone_offset(value: &BoltType) -> String {
    let mut map = neo4rs::BoltMap::new();
    map.put("value".into(), value.clone());
    match map.get::<(String, String)>("value") {
        Ok((text, _)) => text
            .find('T')
            .and_then(|at| {
                text[at..].rfind(['+', '-', 'Z']).map(|sign| text[at + sign..].to_owned())
            })
            .map(|offset| if offset == "+00:00" { "Z".to_owned() } else { offset })
            .unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// A duration by ISO 8601, every part with its own sign, as Neo4j writes it.
fn duration(months: i64, days: i64, seconds: i64, nanos: i64) -> String {
    let mut text = "P".to_owned();
    for (amount, unit) in [(months / 12, 'Y'), (months % 12, 'M'), (days, 'D')] {
        if amount != 0 {
            let _ = write!(text, "{amount}{unit}");
        }
    }
    if seconds != 0 || nanos != 0 {
        text.push('T');
        text += &clock(seconds, nanos);
    }
    if text == "P" { "PT0S".to_owned() } else { text }
}

/// Seconds and nanoseconds as hours, minutes and seconds.
fn clock(seconds: i64, nanos: i64) -> String {
    // A negative amount keeps its seconds rounded down and its nanoseconds positive.
    let total = i128::from(seconds) * i128::from(NANOS) + i128::from(nanos);
    let sign = if total < 0 { "-" } else { "" };
    let (whole, part) = (total.abs() / i128::from(NANOS), total.abs() % i128::from(NANOS));
    let mut text = String::new();
    for (amount, unit) in [(whole / 3_600, 'H'), (whole / 60 % 60, 'M')] {
        if amount != 0 {
            let _ = write!(text, "{sign}{amount}{unit}");
        }
    }
    if whole % 60 != 0 || part != 0 {
        let _ = write!(text, "{sign}{}", whole % 60);
        if part != 0 {
            let digits = format!("{part:09}");
            let _ = write!(text, ".{}", digits.trim_end_matches('0'));
        }
        text.push('S');
    }
    text
}
