//! Text that others wrote: bytes as editors and shells of all systems write them, and letters as they may be shown.

use std::borrow::Cow;
use std::fmt;

/// What some editors and shells put before a text, and is none of it.
const MARK: char = '\u{feff}';

/// The text without the mark of its byte order.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// The bytes of a text in UTF-8 without the mark of their order. UTF-16, in which a shell of Windows writes what programs
/// print, is known by its mark. What is no text stays as it is.
///
/// ```
/// # use othello_rules::text::in_utf8;
/// assert_eq!(*in_utf8(b"\xef\xbb\xbff5"), *b"f5");
/// assert_eq!(*in_utf8(b"\xff\xfef\x005\x00"), *b"f5");
/// assert_eq!(*in_utf8(b"\xff\xfef"), *b"\xff\xfef");
/// ```
#[must_use]
pub fn in_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let recoded = match bytes {
        [0xff, 0xfe, units @ ..] => recoded(units, u16::from_le_bytes),
        [0xfe, 0xff, units @ ..] => recoded(units, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, text @ ..] => return Cow::Borrowed(text),
        _ => None,
    };
    recoded.map_or(Cow::Borrowed(bytes), |text| Cow::Owned(text.into_bytes()))
}

/// The same of bytes that nobody else needs: nothing is copied but what was in UTF-16.
///
/// ```
/// # use othello_rules::text::into_utf8;
/// assert_eq!(into_utf8(b"\xef\xbb\xbff5".to_vec()), b"f5");
/// assert_eq!(into_utf8(b"\xff\xfef\x005\x00".to_vec()), b"f5");
/// assert_eq!(into_utf8(b"f5".to_vec()), b"f5");
/// ```
#[must_use]
pub fn into_utf8(mut bytes: Vec<u8>) -> Vec<u8> {
    match in_utf8(&bytes) {
        Cow::Owned(text) => text,
        Cow::Borrowed(text) => {
            let mark = bytes.len() - text.len();
            bytes.drain(..mark);
            bytes
        }
    }
}

/// The text that bytes are, without the mark of their order.
///
/// # Errors
/// Where they are no text.
pub fn decoded(bytes: &[u8]) -> Result<String, NotText> {
    String::from_utf8(in_utf8(bytes).into_owned()).map_err(|_| NotText)
}

/// Bytes that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText;

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is not text in UTF-8; your editor can save it so")
    }
}

impl std::error::Error for NotText {}

fn recoded(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let letters = char::decode_utf16(units.iter().map(|&bytes| unit(bytes)));
    rest.is_empty().then(|| letters.collect::<Result<_, _>>().ok()).flatten()
}

/// Whether a letter is only there to change how others are shown: controls of the terminal and of the direction of
/// writing, and what has no width.
#[must_use]
pub fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text as it may be shown in one line: a space for each control, and without what can't be seen.
///
/// ```
/// # use othello_rules::text::one_line;
/// assert_eq!(one_line("Ann\tB.\u{1b}[31m\u{202e}"), "Ann B. [31m");
/// ```
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    shown(text, |_| false)
}

/// The text as it may be shown in several lines.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    shown(text, |letter| letter == '\n')
}

fn shown(text: &str, is_kept: fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(|letter| is_invisible(letter) && !is_kept(letter)) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().filter_map(|letter| match letter {
        letter if is_kept(letter) || !is_invisible(letter) => Some(letter),
        letter => letter.is_control().then_some(' '),
    });
    Cow::Owned(shown.collect())
}
