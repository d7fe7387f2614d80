//! Durations printed by a pattern such as `d 'days' HH:mm`. What is counted in one unit is left out of the smaller ones of its
//! kind: beside years there are at most 11 months, and without them any number of months.

use super::duration::Duration;
use super::format::quoted;
use super::time::NANOS;
use crate::error::{Error, ErrorKind};

/// What a letter of a pattern counts.
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Years,
    Quarters,
    Months,
    Weeks,
    Days,
    Hours,
    Minutes,
    Seconds,
    Milliseconds,
    Nanoseconds,
    /// The first digits of a second's fraction.
    Fraction,
}

impl Unit {
    fn of(letter: char) -> Option<Unit> {
        Some(match letter {
            'y' | 'Y' | 'u' => Unit::Years,
            'q' | 'Q' => Unit::Quarters,
            'M' | 'L' => Unit::Months,
            'w' | 'W' => Unit::Weeks,
            'd' | 'D' => Unit::Days,
            'h' | 'H' | 'k' | 'K' => Unit::Hours,
            'm' => Unit::Minutes,
            's' => Unit::Seconds,
            'A' => Unit::Milliseconds,
            'N' => Unit::Nanoseconds,
            'n' | 'S' => Unit::Fraction,
            _ => return None,
        })
    }

    /// Itself in a set of units.
    fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A piece of a pattern.
enum Piece {
    Text(String),
    /// A unit, and the least number of characters that it takes.
    Number(Unit, usize),
}

impl Duration {
    /// A duration as a pattern prints it.
    pub(super) fn format(self, pattern: &str) -> Result<String, Error> {
        let pieces = pieces(pattern)?;
        let asked = pieces.iter().fold(0, |asked, piece| match piece {
            Piece::Number(unit, _) => asked | unit.bit(),
            Piece::Text(_) => asked,
        });
        let mut text = String::new();
        for piece in &pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Number(unit, width) => text.push_str(&self.number(*unit, *width, asked)?),
            }
        }
        Ok(text)
    }

    /// How many of a unit there are, without what larger ones that are asked for as well have taken, in so many characters
    /// at the least.
    fn number(self, unit: Unit, width: usize, asked: u16) -> Result<String, Error> {
        let is_asked = |unit: Unit| asked & unit.bit() != 0;
        let beyond = |whole: i64, larger: &[(Unit, i64)]| {
            let taken = larger.iter().filter(|(unit, _)| is_asked(*unit));
            taken.fold(whole, |rest, (_, size)| rest % size)
        };
        let seconds = |larger| beyond(self.seconds(), larger);
        let nanos = i64::from(self.nanos());
        const IN_MONTHS: [(Unit, i64); 2] = [(Unit::Years, 12), (Unit::Quarters, 3)];
        const IN_SECONDS: [(Unit, i64); 3] =
            [(Unit::Hours, 3_600), (Unit::Minutes, 60), (Unit::Seconds, 1)];
        let count = match unit {
            Unit::Years => self.months() / 12,
            Unit::Quarters => beyond(self.months(), &IN_MONTHS[..1]) / 3,
            Unit::Months => beyond(self.months(), &IN_MONTHS),
            Unit::Weeks => self.days() / 7,
            Unit::Days => beyond(self.days(), &[(Unit::Weeks, 7)]),
            Unit::Hours => self.seconds() / 3_600,
            Unit::Minutes => seconds(&IN_SECONDS[..1]) / 60,
            Unit::Seconds => seconds(&IN_SECONDS[..2]),
            // As the servers do, which let very long durations begin anew.
            Unit::Milliseconds => {
                seconds(&IN_SECONDS).wrapping_mul(1_000).wrapping_add(nanos / (NANOS / 1_000))
            }
            Unit::Nanoseconds if is_asked(Unit::Milliseconds) => nanos % (NANOS / 1_000),
            Unit::Nanoseconds => seconds(&IN_SECONDS).wrapping_mul(NANOS).wrapping_add(nanos),
            Unit::Fraction => {
                let digits = format!("{nanos:09}");
                return digits.get(..width).map(str::to_owned).ok_or_else(|| too_fine(width));
            }
        };
        Ok(format!("{count:0>width$}"))
    }
}

/// Takes a pattern apart: letters of one unit behind one another are one number, quotes hold what is no pattern, and
/// anything else stands for itself.
fn pieces(pattern: &str) -> Result<Vec<Piece>, Error> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next() {
        let (piece, length) = if letter == '\'' {
            let (text, length) = quoted(rest).ok_or_else(unclosed)?;
            (Piece::Text(text), length)
        } else if let Some(unit) = Unit::of(letter) {
            let width = rest.chars().take_while(|next| Unit::of(*next) == Some(unit)).count();
            (Piece::Number(unit, width), width)
        } else {
            (Piece::Text(letter.to_string()), letter.len_utf8())
        };
        pieces.push(piece);
        rest = &rest[length..];
    }
    Ok(pieces)
}

#[cold]
fn unclosed() -> Error {
    Error::new(ErrorKind::Argument, "not a pattern of format(): a quote in it is not closed")
}

#[cold]
fn too_fine(width: usize) -> Error {
    let message = format!("format() has nine digits behind a second, and not {width}");
    Error::new(ErrorKind::Execution, message)
}
