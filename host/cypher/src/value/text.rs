//! Texts: short ones inline, long ones shared and charged.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smol_str::SmolStr;

use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::size;

/// The longest text that lives inline, in bytes.
const INLINE: usize = 23;

/// A text; short ones live inline.
#[derive(Clone)]
pub struct Text(Repr);

#[derive(Clone)]
enum Repr {
    Short(SmolStr),
    Long(Arc<Long>),
}

struct Long {
    text: Box<str>,
    _charge: Charge,
}

impl Text {
    /// A text of its own. Fails where a long one is more than the run may hold.
    #[inline]
    pub fn new(text: impl AsRef<str> + Into<Box<str>>, meter: &Meter) -> Result<Text, Error> {
        match Text::short(text.as_ref()) {
            Some(short) => Ok(short),
            None => Text::long(text.into(), meter),
        }
    }

    /// The text of a name, which is taken as it is where it fits inline.
    #[inline]
    pub(crate) fn named(name: &SmolStr, meter: &Meter) -> Result<Text, Error> {
        match Text::is_long(name.len()) {
            false => Ok(Text(Repr::Short(name.clone()))),
            true => Text::long(name.as_str().into(), meter),
        }
    }

    /// A text that fits inline.
    #[inline]
    #[must_use]
    pub fn short(text: &str) -> Option<Text> {
        (text.len() <= INLINE).then(|| Text(Repr::Short(SmolStr::new_inline(text))))
    }

    /// The digits of an integer, which always fit inline.
    #[inline]
    pub(crate) fn of_integer(number: i64) -> Text {
        Text(Repr::Short(SmolStr::new_inline(itoa::Buffer::new().format(number))))
    }

    /// Two texts in one, where that fits inline.
    #[inline]
    pub(crate) fn short_joined(a: &str, b: &str) -> Option<Text> {
        let mut joined = ShortText::default();
        (joined.push(a) && joined.push(b)).then(|| joined.finish())
    }

    /// These characters, where they fit inline.
    pub(crate) fn short_of(mut chars: impl Iterator<Item = char>) -> Option<Text> {
        let mut text = ShortText::default();
        chars.all(|char| text.push_char(char)).then(|| text.finish())
    }

    /// Whether a text of so many bytes does not fit inline.
    #[inline]
    pub(crate) fn is_long(bytes: usize) -> bool {
        bytes > INLINE
    }

    /// A text of a plan: it outlives the query that it was planned for, and is charged to none.
    pub(crate) fn constant(text: &str) -> Text {
        Text::short(text).unwrap_or_else(|| {
            Text(Repr::Long(Arc::new(Long { text: text.into(), _charge: Charge::default() })))
        })
    }

    fn long(text: Box<str>, meter: &Meter) -> Result<Text, Error> {
        let bytes = text.len() + size::shared::<Long>();
        let charge = Charge::new(meter, bytes)?;
        Ok(Text(Repr::Long(Arc::new(Long { text, _charge: charge }))))
    }

    /// The text.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Repr::Short(text) => text,
            Repr::Long(long) => &long.text,
        }
    }
}

/// A text under way that fits inline so far.
#[derive(Default)]
pub(crate) struct ShortText {
    bytes: [u8; INLINE],
    length: usize,
}

impl ShortText {
    /// Adds a piece; `false`, and nothing of it, where it does not fit.
    #[inline]
    pub fn push(&mut self, piece: &str) -> bool {
        let end = self.length + piece.len();
        let fits = end <= INLINE;
        if fits {
            self.bytes[self.length..end].copy_from_slice(piece.as_bytes());
            self.length = end;
        }
        fits
    }

    /// The same of a character: most are a single byte.
    #[inline]
    fn push_char(&mut self, char: char) -> bool {
        match self.bytes.get_mut(self.length) {
            Some(place) if char.is_ascii() => {
                *place = char as u8;
                self.length += 1;
                true
            }
            _ => self.push(char.encode_utf8(&mut [0; 4])),
        }
    }

    /// What was added so far.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }

    /// The text.
    pub fn finish(&self) -> Text {
        Text(Repr::Short(SmolStr::new_inline(self.as_str())))
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Text) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

/// By code points, which is the order of the bytes.
impl Ord for Text {
    #[inline]
    fn cmp(&self, other: &Text) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl PartialOrd for Text {
    #[inline]
    fn partial_cmp(&self, other: &Text) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn integers_have_the_digits_that_the_standard_library_gives_them() {
        for number in [0, 7, -7, 10, -10, 1_234_567_890, i64::MAX, i64::MIN] {
            assert_eq!(Text::of_integer(number).as_str(), number.to_string());
        }
    }
}
