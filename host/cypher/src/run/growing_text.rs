//! A text that is made piece by piece: its room is charged as it grows, and what is copied are steps of the meter.

use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::value::{ShortText, Text, Value};

/// How much is copied between two looks at the clock.
const PIECE: usize = 64 << 10;

/// A text under way.
pub(super) struct GrowingText<'m> {
    /// All of it, as long as it fits and no room was made.
    short: ShortText,
    text: String,
    charge: Charge,
    meter: &'m Meter,
}

impl<'m> GrowingText<'m> {
    /// An empty one.
    pub fn new(meter: &'m Meter) -> GrowingText<'m> {
        GrowingText {
            short: ShortText::default(),
            text: String::new(),
            charge: Charge::default(),
            meter,
        }
    }

    /// An empty one that will have so many bytes.
    pub fn with_room(bytes: usize, meter: &'m Meter) -> Result<GrowingText<'m>, Error> {
        let mut text = GrowingText::new(meter);
        if Text::is_long(bytes) {
            text.reserve(bytes)?;
        }
        Ok(text)
    }

    /// Adds a piece of any length.
    pub fn push_str(&mut self, mut piece: &str) -> Result<(), Error> {
        if self.is_short() {
            if self.short.push(piece) {
                return Ok(());
            }
            let short = std::mem::take(&mut self.short);
            self.reserve(short.as_str().len() + piece.len())?;
            self.text.push_str(short.as_str());
        }
        let (length, capacity) = (self.text.len() + piece.len(), self.text.capacity());
        if length > capacity {
            self.reserve(length.max(2 * capacity))?;
        }
        while piece.len() > PIECE {
            let (first, rest) = piece.split_at(piece.floor_char_boundary(PIECE));
            self.meter.read(first.len())?;
            self.text.push_str(first);
            piece = rest;
        }
        self.meter.read(piece.len())?;
        self.text.push_str(piece);
        Ok(())
    }

    fn is_short(&self) -> bool {
        self.text.capacity() == 0
    }

    /// Adds a character.
    pub fn push(&mut self, char: char) -> Result<(), Error> {
        self.push_str(char.encode_utf8(&mut [0; 4]))
    }

    /// Makes room for so many bytes in all.
    fn reserve(&mut self, bytes: usize) -> Result<(), Error> {
        let more = bytes - self.text.capacity();
        self.charge.grow(self.meter, more)?;
        self.text.reserve_exact(bytes - self.text.len());
        Ok(())
    }

    /// The text as a value, which is charged in its turn.
    pub fn finish(self) -> Result<Value, Error> {
        if self.is_short() {
            return Ok(Value::Text(self.short.finish()));
        }
        drop(self.charge);
        Value::text(self.text, self.meter)
    }
}
