//! A day of the Gregorian calendar, carried back before its own beginning, as ISO 8601 has it.

use super::invalid;
use crate::error::{Error, ErrorKind};

/// The last year that a date may be in; the first one is its negative.
const LAST_YEAR: i64 = 999_999_999;
/// How many days 400 years have, after which the calendar repeats.
const DAYS_OF_AN_ERA: i64 = 146_097;
/// The number of 0000-03-01, counted from 1970-01-01 backwards: years that begin in March have the leap day last.
const MARCH_OF_YEAR_ZERO: i64 = 719_468;

/// A day, by how many days it comes after 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date(i64);

impl Date {
    /// A day of a month.
    pub fn new(year: i64, month: i64, day: i64) -> Result<Date, Error> {
        let year = valid_year(year)?;
        let month = within("month", month, 1, 12)?;
        let day = within("day", day, 1, 31)?;
        if day > days_of_month(year, month) {
            return Err(invalid(format!("month {month} of {year} has no day {day}")));
        }
        Ok(Date(day_number(year, month, day)))
    }

    /// The day that comes so many days after 1970-01-01.
    pub fn of_days(days: i64) -> Result<Date, Error> {
        let first = day_number(-LAST_YEAR, 1, 1);
        let last = day_number(LAST_YEAR, 12, 31);
        if (first..=last).contains(&days) { Ok(Date(days)) } else { Err(out_of_range()) }
    }

    /// A day of a week of the year that most of the week lies in. Every year may be asked for its 53rd week.
    pub(super) fn of_week(year: i64, week: i64, day: i64) -> Result<Date, Error> {
        let year = valid_year(year)?;
        let week = within("week", week, 1, 53)?;
        let day = within("dayOfWeek", day, 1, 7)?;
        let fourth = Date(day_number(year, 1, 4));
        let first = fourth.0 - fourth.day_of_week() + 1;
        Date::of_days(first + 7 * (week - 1) + day - 1)
    }

    /// A day of a quarter. Every quarter may be asked for its 92nd day.
    pub(super) fn of_quarter(year: i64, quarter: i64, day: i64) -> Result<Date, Error> {
        let year = valid_year(year)?;
        let quarter = within("quarter", quarter, 1, 4)?;
        let day = within("dayOfQuarter", day, 1, 92)?;
        Date::of_days(day_number(year, 3 * quarter - 2, 1) + day - 1)
    }

    /// A day of a year.
    pub(super) fn of_ordinal(year: i64, day: i64) -> Result<Date, Error> {
        let year = valid_year(year)?;
        let day = within("ordinalDay", day, 1, 366)?;
        if day == 366 && !is_leap(year) {
            return Err(invalid(format!("the year {year} has no day 366")));
        }
        Ok(Date(day_number(year, 1, 1) + day - 1))
    }

    /// How many days it comes after 1970-01-01.
    #[must_use]
    pub fn days(self) -> i64 {
        self.0
    }

    /// Year, month and day (Howard Hinnant's algorithm over eras of 400 years).
    #[must_use]
    pub fn civil(self) -> (i64, i64, i64) {
        let shifted = self.0 + MARCH_OF_YEAR_ZERO;
        let era = shifted.div_euclid(DAYS_OF_AN_ERA);
        let of_era = shifted.rem_euclid(DAYS_OF_AN_ERA);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        (year_of_era + era * 400 + i64::from(month <= 2), month, day)
    }

    pub(super) fn year(self) -> i64 {
        self.civil().0
    }

    pub(super) fn month(self) -> i64 {
        self.civil().1
    }

    pub(super) fn day(self) -> i64 {
        self.civil().2
    }

    pub(super) fn quarter(self) -> i64 {
        (self.month() + 2) / 3
    }

    pub(super) fn day_of_quarter(self) -> i64 {
        let (year, ..) = self.civil();
        self.0 - day_number(year, 3 * self.quarter() - 2, 1) + 1
    }

    pub(super) fn ordinal(self) -> i64 {
        self.0 - day_number(self.year(), 1, 1) + 1
    }

    /// 1 on a Monday, 7 on a Sunday.
    pub(super) fn day_of_week(self) -> i64 {
        // 1970 began on a Thursday.
        (self.0 + 3).rem_euclid(7) + 1
    }

    /// The year that most of its week lies in, and the number of the week there.
    pub(super) fn week(self) -> (i64, i64) {
        let thursday = Date(self.0 - self.day_of_week() + 4);
        (thursday.year(), (thursday.ordinal() + 6) / 7)
    }

    /// How many days its month has.
    pub(super) fn days_of_month(self) -> i64 {
        days_of_month(self.year(), self.month())
    }

    /// The same day so many months later, or the last of its month where that is shorter.
    pub(super) fn plus_months(self, months: i64) -> Result<Date, Error> {
        if months == 0 {
            return Ok(self);
        }
        let (year, month, day) = self.civil();
        let months = (12 * year + month - 1).checked_add(months).ok_or_else(out_of_range)?;
        let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
        if year.abs() > LAST_YEAR {
            return Err(out_of_range());
        }
        Date::new(year, month, day.min(days_of_month(year, month)))
    }

    pub(super) fn plus_days(self, days: i64) -> Result<Date, Error> {
        self.0.checked_add(days).ok_or_else(out_of_range).and_then(Date::of_days)
    }

    /// How many whole months lie between.
    pub(super) fn months_until(self, end: Date) -> i64 {
        let packed = |date: Date| {
            let (year, month, day) = date.civil();
            (12 * year + month - 1) * 32 + day
        };
        (packed(end) - packed(self)) / 32
    }
}

/// A number that has to be from `least` to `most`.
pub(super) fn within(what: &str, number: i64, least: i64, most: i64) -> Result<i64, Error> {
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(invalid(format!("{what} goes from {least} to {most}, and can't be {number}")))
}

pub(super) fn valid_year(year: i64) -> Result<i64, Error> {
    within("year", year, -LAST_YEAR, LAST_YEAR)
}

#[cold]
pub(super) fn out_of_range() -> Error {
    let message = format!("dates go from the year -{LAST_YEAR} to the year {LAST_YEAR}");
    Error::new(ErrorKind::Arithmetic, message).because("DatetimeOverflow")
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let from_march = (month + 9) % 12;
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    let of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + of_year;
    era * DAYS_OF_AN_ERA + of_era - MARCH_OF_YEAR_ZERO
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_day_is_found_again_by_each_way_to_name_it(days in -365_243_219_162i64..=365_241_780_471) {
            let date = Date::of_days(days).expect("in range");
            let (year, month, day) = date.civil();
            prop_assert_eq!(Date::new(year, month, day), Ok(date));
            prop_assert_eq!(Date::of_ordinal(year, date.ordinal()), Ok(date));
            prop_assert_eq!(Date::of_quarter(year, date.quarter(), date.day_of_quarter()), Ok(date));
            let (week_year, week) = date.week();
            if week_year.abs() < LAST_YEAR {
                prop_assert_eq!(Date::of_week(week_year, week, date.day_of_week()), Ok(date));
            }
        }

        #[test]
        fn a_calendar_that_others_made_has_the_same_days(days in -4_371_222i64..=2_932_896) {
            let ours = Date::of_days(days).expect("in range");
            let epoch = jiff::civil::date(1970, 1, 1);
            let theirs = epoch.checked_add(jiff::Span::new().days(days)).expect("in range");
            let (year, month, day) = ours.civil();
            let week = theirs.iso_week_date();
            prop_assert_eq!(
                (year, month, day),
                (theirs.year().into(), theirs.month().into(), theirs.day().into())
            );
            prop_assert_eq!(ours.week(), (week.year().into(), week.week().into()));
            prop_assert_eq!(ours.ordinal(), i64::from(theirs.day_of_year()));
        }
    }
}
