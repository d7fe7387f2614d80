//! Durations printed by a pattern such as `d 'days' HH:mm`. What is counted in one unit is left out of the smaller ones of its
//! kind: beside years there are at most 11 months, and without them any number of months.

use super::duration::Duration;
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
                Piece::Number(Unit::Fraction, width) => {
                    let digits = format!("{:09}", self.nanos());
                    text.push_str(digits.get(..*width).ok_or_else(|| too_fine(*width))?);
                }
                Piece::Number(unit, width) => {
                    text.push_str(&format!("{:0>width$}", self.count(*unit, asked).to_string()));
                }
            }
        }
        Ok(text)
    }

    /// How many of a unit there are, without what larger ones that are asked for as well have taken.
    fn count(self, unit: Unit, asked: u16) -> i64 {
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
        match unit {
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
            Unit::Fraction => nanos,
        }
    }
}

/// Takes a pattern apart: letters of one unit behind one another are one number, quotes hold what is no pattern, and
/// anything else stands for itself.
fn pieces(pattern: &str) -> Result<Vec<Piece>, Error> {
    let mut pieces = Vec::new();
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\'' {
            let mut text = String::new();
            loop {
                match letters.next().ok_or_else(unclosed)? {
                    '\'' if letters.next_if_eq(&'\'').is_none() => break,
                    quoted => text.push(quoted),
                }
            }
            pieces.push(Piece::Text(text));
        } else if let Some(unit) = Unit::of(letter) {
            let mut width = 1;
            while letters.next_if(|next| Unit::of(*next) == Some(unit)).is_some() {
                width += 1;
            }
            pieces.push(Piece::Number(unit, width));
        } else {
            pieces.push(Piece::Text(letter.to_string()));
        }
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
