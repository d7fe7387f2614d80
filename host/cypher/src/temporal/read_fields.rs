//! What was read by a pattern, put together as Java does it: a day that its month has not is the month's last, hours
//! may be counted in several ways, and what says the same twice must not contradict itself.

use super::date::Date;
use super::local::LocalDateTime;
use super::time::{DAY_NANOS, LocalTime, NANOS};
use super::value::{Temporal, TemporalKind};
use super::zone::Zone;
use super::zoned::{DateTime, Time};

/// The letters of a pattern, each with the number that was read for it.
#[derive(Clone, Default)]
pub(super) struct Found {
    numbers: Vec<(char, i64)>,
    pub zone: Option<Zone>,
}

impl Found {
    /// `None` where something else was read for it before.
    pub(super) fn set(&mut self, letter: char, number: i64) -> Option<()> {
        let letter = match letter {
            'L' => 'M',
            'q' => 'Q',
            letter => letter,
        };
        match self.get(letter) {
            Some(known) => (known == number).then_some(()),
            None => {
                self.numbers.push((letter, number));
                Some(())
            }
        }
    }

    fn get(&self, letter: char) -> Option<i64> {
        self.numbers.iter().find(|(known, _)| *known == letter).map(|(_, number)| *number)
    }

    /// A number between bounds, `Some(None)` where there is none.
    fn within(&self, letter: char, least: i64, most: i64) -> Option<Option<i64>> {
        match self.get(letter) {
            Some(number) => (least..=most).contains(&number).then_some(Some(number)),
            None => Some(None),
        }
    }

    /// The value of a type; `None` where too little was read for one, or what contradicts itself.
    pub(super) fn value(&self, kind: TemporalKind) -> Option<Temporal> {
        let (date, time) = (self.date()?, self.time()?);
        let (offset, zone) = (self.get('X').map(Zone::of_offset).transpose().ok()?, self.zone);
        let local = date.and_then(|date| {
            let nanos = time.unwrap_or(0);
            let date = date.plus_days(nanos / DAY_NANOS).ok()?;
            Some(LocalDateTime::new(date, LocalTime::wrapping(nanos)))
        });
        let time = time.map(LocalTime::wrapping);
        Some(match kind {
            TemporalKind::Date => Temporal::Date(local?.date()),
            TemporalKind::LocalTime => Temporal::LocalTime(time?),
            TemporalKind::Time => {
                let offset = match offset {
                    Some(Zone::Offset(offset)) => offset,
                    _ => 0,
                };
                Temporal::Time(Time::new(time?, offset.into()).ok()?)
            }
            TemporalKind::LocalDateTime => Temporal::LocalDateTime(local?),
            TemporalKind::DateTime => {
                let preferred = match offset {
                    Some(Zone::Offset(offset)) => Some(offset),
                    _ => None,
                };
                let zone = zone.or(offset).unwrap_or(Zone::UTC);
                Temporal::DateTime(DateTime::of_local(local?, zone, preferred).ok()?)
            }
            TemporalKind::Duration => return None,
        })
    }

    fn year(&self) -> Option<Option<i64>> {
        let of_era = self.get('y');
        let year = match (of_era, self.within('G', 0, 1)?) {
            (Some(year), Some(0)) => (year > 0).then_some(Some(1 - year))?,
            (Some(year), Some(_)) => (year > 0).then_some(Some(year))?,
            (year, _) => year,
        };
        match (self.get('u'), year) {
            (Some(year), Some(other)) if year != other => None,
            (year, other) => Some(year.or(other)),
        }
    }

    fn date(&self) -> Option<Option<Date>> {
        let year = self.year()?;
        let (month, day) = (self.within('M', 1, 12)?, self.within('d', 1, 31)?);
        let ordinal = self.within('D', 1, 366)?;
        let date = match (self.get('g'), year, month, day, ordinal) {
            (Some(days), ..) => Date::of_days(days.checked_sub(40_587)?).ok()?,
            (_, Some(year), Some(month), Some(day), _) => {
                // A day that the month has not is its last.
                let last = (0..4).find_map(|less| Date::new(year, month, day - less).ok());
                last?
            }
            (_, Some(year), .., Some(ordinal)) => Date::of_ordinal(year, ordinal).ok()?,
            _ => return Some(None),
        };
        let agrees = |letter, number| self.get(letter).is_none_or(|known| known == number);
        let day_agrees = ordinal.is_none_or(|known| known == date.ordinal());
        let all = year.is_none_or(|year| year == date.year())
            && agrees('M', date.month())
            && agrees('Q', date.quarter())
            && agrees('E', date.day_of_week())
            && day_agrees;
        all.then_some(Some(date))
    }

    /// Nanoseconds since midnight; those of a whole day are the midnight that ends it.
    fn time(&self) -> Option<Option<i64>> {
        let half = self.within('a', 0, 1)?;
        let (to_twelve, from_none) = (self.within('h', 1, 12)?, self.within('K', 0, 11)?);
        let of_half = to_twelve.map(|hour| hour % 12).or(from_none);
        let hours = [
            self.within('H', 0, 24)?,
            self.within('k', 1, 24)?.map(|hour| hour % 24),
            half.zip(of_half).map(|(half, hour)| half * 12 + hour),
        ];
        let mut hour = None;
        for known in hours.into_iter().flatten() {
            if hour.is_some_and(|hour| hour != known) {
                return None;
            }
            hour = Some(known);
        }
        let (minute, second) = (self.within('m', 0, 59)?, self.within('s', 0, 59)?);
        let fraction = [self.get('S'), self.within('n', 0, NANOS - 1)?];
        let nano = fraction.into_iter().flatten().next();
        if let Some(nanos) = self.within('N', 0, DAY_NANOS - 1)? {
            return Some(Some(nanos));
        }
        if let Some(millis) = self.within('A', 0, DAY_NANOS / 1_000_000 - 1)? {
            return Some(Some(millis * 1_000_000));
        }
        let Some(hour) = hour else { return Some(None) };
        let gap = (minute.is_none() && second.is_some()) || (second.is_none() && nano.is_some());
        if gap {
            return Some(None);
        }
        let seconds = hour * 3_600 + minute.unwrap_or(0) * 60 + second.unwrap_or(0);
        let nanos = seconds * NANOS + nano.unwrap_or(0);
        (nanos <= DAY_NANOS).then_some(Some(nanos))
    }
}
