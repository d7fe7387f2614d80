//! Reads digits, letters and offsets off the beginning of a text.

use super::date::within;
use super::time::valid_offset;
use crate::error::{Error, ErrorKind};

/// What of a text was not read yet.
pub(super) struct Scanner<'t> {
    pub(super) rest: &'t [u8],
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner { rest: text.as_bytes() }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Reads a letter over, whatever its case.
    pub(super) fn take_letter(&mut self, letter: u8) -> bool {
        self.take(letter) || self.take(letter.to_ascii_lowercase())
    }

    pub(super) fn take(&mut self, byte: u8) -> bool {
        let there = self.rest.first() == Some(&byte);
        if there {
            self.rest = &self.rest[1..];
        }
        there
    }

    /// How many digits come next.
    pub(super) fn digits_ahead(&self) -> usize {
        self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    /// As many digits as are there, if those are from `least` to `most`.
    pub(super) fn number(&mut self, least: usize, most: usize) -> Option<i64> {
        let count = self.digits_ahead().min(most);
        if count < least { None } else { self.fixed(count) }
    }

    /// So many digits, which are there.
    pub(super) fn fixed(&mut self, count: usize) -> Option<i64> {
        let (digits, rest) = self.rest.split_at_checked(count)?;
        let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
        self.rest = rest;
        Some(number)
    }

    /// So many digits, if they are there.
    pub(super) fn fixed_digits(&mut self, count: usize) -> Option<i64> {
        if self.digits_ahead() < count { None } else { self.fixed(count) }
    }

    /// `Z`, `+01`, `+0130`, `+01:30`, `+01:30:59`; `None` where none of these comes.
    pub(super) fn offset(&mut self) -> Result<Option<i32>, Error> {
        if self.take_letter(b'Z') {
            return Ok(Some(0));
        }
        let sign = match self.rest.first() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => return Ok(None),
        };
        self.rest = &self.rest[1..];
        let Some(hours) = self.fixed_digits(2) else {
            return Err(unreadable());
        };
        let mut parts = [0, 0];
        for part in &mut parts {
            let colon = self.take(b':');
            match self.fixed_digits(2) {
                Some(number) => *part = within("a part of an offset", number, 0, 59)?,
                None if !colon => break,
                None => return Err(unreadable()),
            }
        }
        let seconds = (hours * 60 + parts[0]) * 60 + parts[1];
        valid_offset(sign * seconds).map(Some)
    }
}

#[cold]
fn unreadable() -> Error {
    let message = "an offset is written +01:00 or +01:00:00";
    Error::new(ErrorKind::Syntax, message).because("InvalidArgumentValue")
}
