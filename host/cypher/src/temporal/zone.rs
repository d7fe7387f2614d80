//! Time zones: by how far they are from Greenwich, or by a name of the tz database, which says how far that is at
//! which time. The database is compiled into the program, so that a query gives one answer on all machines.

use std::sync::{LazyLock, OnceLock};

use jiff::tz::{AmbiguousOffset, TimeZone};

use super::local::LocalDateTime;
use super::scanner::Scanner;
use super::time::{DAY, valid_offset};
use crate::error::{Error, ErrorKind};

/// How many years it takes until the calendar, and with it the rules of a zone, repeats, and their seconds.
const ERA: i64 = 400;
const ERA_SECONDS: i64 = 146_097 * DAY;
/// For how many such eras around 1970 or the year 0 the database is asked itself. Long before, a zone keeps what it
/// began with; long after, it repeats its last rules.
const ERAS: i64 = 18;

/// A time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// So many seconds ahead of Greenwich.
    Offset(i32),
    /// What is the time in some part of the world.
    Region(Region),
}

/// A named zone, by its place in the table of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region(u16);

/// What clocks show of an hour that a zone leaves out or has twice.
pub(super) enum Offsets {
    /// One meaning.
    One(i32),
    /// Clocks went from the first offset to the second and left it out.
    Gap(i32, i32),
    /// Clocks went from the first offset to the second and show it twice.
    Fold(i32, i32),
}

struct Entry {
    name: String,
    zone: OnceLock<TimeZone>,
}

/// Names that Neo4j does not take, though the database has them.
const UNKNOWN_TO_NEO4J: [&str; 7] = ["EST", "Factory", "GMT+0", "GMT-0", "HST", "MST", "ROC"];
/// A name that Neo4j takes, though the database does not have it.
const GREENWICH: &str = "UT";

static REGIONS: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let names = jiff::tz::db().available().map(|name| name.as_str().to_owned());
    let names = names.filter(|name| !UNKNOWN_TO_NEO4J.contains(&name.as_str()));
    let mut names: Vec<String> = names.chain([GREENWICH.to_owned()]).collect();
    names.sort_by_cached_key(|name| name.to_ascii_lowercase());
    names.into_iter().map(|name| Entry { name, zone: OnceLock::new() }).collect()
});

impl Zone {
    /// Greenwich.
    pub const UTC: Zone = Zone::Offset(0);

    /// So many seconds ahead of Greenwich.
    pub fn of_offset(seconds: i64) -> Result<Zone, Error> {
        valid_offset(seconds).map(Zone::Offset)
    }

    /// The zone that a text means: `Z`, `+01:00`, `-03:30:15`, `Europe/Stockholm`.
    pub(crate) fn parse(text: &str) -> Result<Zone, Error> {
        let mut scanner = Scanner::new(text);
        if matches!(text.len(), 1 | 6 | 9)
            && let Ok(Some(offset)) = scanner.offset()
            && scanner.is_at_end()
        {
            return Ok(Zone::Offset(offset));
        }
        Region::named(text).map(Zone::Region)
    }

    /// What the offset is at a moment, in seconds since 1970 in Greenwich.
    pub(super) fn offset_at(self, seconds: i64) -> i32 {
        match self {
            Zone::Offset(offset) => offset,
            Zone::Region(region) => region.offset_at(seconds),
        }
    }

    /// What the offset may be where clocks show a time.
    pub(super) fn offsets_of(self, local: LocalDateTime) -> Offsets {
        match self {
            Zone::Offset(offset) => Offsets::One(offset),
            Zone::Region(region) => region.offsets_of(local),
        }
    }
}

impl Region {
    /// The zone of a name, whatever its case.
    pub fn named(name: &str) -> Result<Region, Error> {
        let lower = name.to_ascii_lowercase().replace(' ', "_");
        let found = REGIONS.binary_search_by(|entry| {
            entry.name.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(lower.bytes())
        });
        let number = found.ok().and_then(|at| u16::try_from(at).ok()).map(Region);
        number.ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            let message = format!("there is no time zone '{name}'");
            Error::new(ErrorKind::Syntax, message).because("InvalidArgumentValue")
        })
    }

    /// Its name in the tz database.
    #[must_use]
    pub fn name(self) -> &'static str {
        &REGIONS[usize::from(self.0)].name
    }

    fn rules(self) -> &'static TimeZone {
        let entry = &REGIONS[usize::from(self.0)];
        entry.zone.get_or_init(|| TimeZone::get(&entry.name).unwrap_or(TimeZone::UTC))
    }

    fn offset_at(self, seconds: i64) -> i32 {
        let of_era = seconds.rem_euclid(ERA_SECONDS);
        let asked = match seconds.div_euclid(ERA_SECONDS) {
            era if (-ERAS..ERAS).contains(&era) => seconds,
            ..0 => of_era - ERAS * ERA_SECONDS,
            _ => of_era + (ERAS - 1) * ERA_SECONDS,
        };
        jiff::Timestamp::from_second(asked)
            .map_or(0, |moment| self.rules().to_offset(moment).seconds())
    }

    fn offsets_of(self, local: LocalDateTime) -> Offsets {
        let offset = |offset: jiff::tz::Offset| offset.seconds();
        let Some(asked) = same_time_of_an_era(local) else { return Offsets::One(0) };
        match self.rules().to_ambiguous_timestamp(asked).offset() {
            AmbiguousOffset::Unambiguous { offset: one } => Offsets::One(offset(one)),
            AmbiguousOffset::Gap { before, after } => Offsets::Gap(offset(before), offset(after)),
            AmbiguousOffset::Fold { before, after } => Offsets::Fold(offset(before), offset(after)),
        }
    }
}

/// A time of a year that the database knows, with the same rules: years far off are moved by whole eras.
fn same_time_of_an_era(local: LocalDateTime) -> Option<jiff::civil::DateTime> {
    let (year, month, day) = local.date().civil();
    let year = match year.div_euclid(ERA) {
        era if (-ERAS..ERAS).contains(&era) => year,
        ..0 => year.rem_euclid(ERA) - ERAS * ERA,
        _ => year.rem_euclid(ERA) + (ERAS - 1) * ERA,
    };
    let time = local.time();
    let small = |number: i64| i8::try_from(number).ok();
    let nanos = i32::try_from(time.nano_of_second()).ok()?;
    let date =
        jiff::civil::Date::new(i16::try_from(year).ok()?, small(month)?, small(day)?).ok()?;
    let time = jiff::civil::Time::new(
        small(time.hour())?,
        small(time.minute())?,
        small(time.second())?,
        nanos,
    );
    Some(jiff::civil::DateTime::from_parts(date, time.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporal::{Date, LocalTime};

    #[test]
    fn zones_are_found_by_name_and_keep_their_rules_for_ever() {
        let stockholm = Region::named("europe/stockholm").expect("a zone");
        assert_eq!(stockholm.name(), "Europe/Stockholm");
        for year in [2030, 7_199, 7_200, 12_345, 999_999_999] {
            let summer =
                LocalDateTime::new(Date::new(year, 7, 1).expect("a day"), LocalTime::MIDNIGHT);
            assert!(matches!(stockholm.offsets_of(summer), Offsets::One(7_200)), "{year}");
            assert_eq!(stockholm.offset_at(summer.seconds()), 7_200, "{year}");
        }
        let before =
            LocalDateTime::new(Date::new(-999_999_999, 7, 1).expect("a day"), LocalTime::MIDNIGHT);
        assert_eq!(stockholm.offset_at(before.seconds()), 3_208);
    }
}
