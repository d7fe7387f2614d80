//! Escapes of characters. As in Neo4j, `\uXXXX` is a character before anything else is read, wherever it stands: in a
//! string, of which it may be the quote, in a name, in a keyword, in a comment. Behind a backslash that is itself behind
//! one it is none.

use std::borrow::Cow;

use crate::error::{Error, Span};

/// A text without escapes, that knows where its parts stood before.
pub(super) struct Plain {
    pub text: String,
    /// From where on in the plain text what follows stood how many bytes further on before.
    moved: Vec<(u32, u32)>,
}

impl Plain {
    /// The text without its escapes, if it has any.
    ///
    /// # Errors
    /// Where an escape has not its four digits.
    pub fn of(text: &str) -> Result<Option<Plain>, Error> {
        let mut plain = Plain { text: String::new(), moved: vec![] };
        let mut copied = 0;
        let mut at = 0;
        while let Some(found) = memchr::memchr(b'\\', &text.as_bytes()[at..]) {
            at += found;
            let escape = &text[at + 1..];
            if !escape.starts_with('u') {
                at += 1 + usize::from(escape.starts_with('\\'));
                continue;
            }
            let (character, behind) = character(escape, at as u32)?;
            plain.text.push_str(&text[copied..at]);
            plain.text.push(character);
            at = text.len() - behind.len();
            copied = at;
            plain.moved.push((plain.text.len() as u32, (at - plain.text.len()) as u32));
        }
        if plain.moved.is_empty() {
            return Ok(None);
        }
        plain.text.push_str(&text[copied..]);
        Ok(Some(plain))
    }

    /// The place in the text with its escapes.
    pub fn place_before(&self, span: Span) -> Span {
        let before = |at: u32| {
            let behind = self.moved.partition_point(|(from, _)| *from <= at);
            at + behind.checked_sub(1).map_or(0, |last| self.moved[last].1)
        };
        Span { start: before(span.start), end: before(span.end) }
    }
}

/// A piece of a text whose escapes are known to be characters.
pub(super) fn without_escapes(text: &str) -> Cow<'_, str> {
    match Plain::of(text) {
        Ok(Some(plain)) => plain.text.into(),
        _ => text.into(),
    }
}

/// Reads `uXXXX`, or two of them where they are the halves of a character; gives what is left behind it. A half alone
/// is a question mark, which is what Java makes of it in UTF-8.
fn character(escape: &str, place: u32) -> Result<(char, &str), Error> {
    let (first, rest) = code_unit(escape, place)?;
    if (0xd800..0xdc00).contains(&first)
        && let Some(second) = rest.strip_prefix('\\').filter(|second| second.starts_with('u'))
    {
        let (second, behind) = code_unit(second, place)?;
        if let Some(Ok(character)) = char::decode_utf16([first, second]).next() {
            return Ok((character, behind));
        }
    }
    Ok((char::from_u32(first.into()).unwrap_or('?'), rest))
}

fn code_unit(escape: &str, place: u32) -> Result<(u16, &str), Error> {
    // Where the text ends, there may be fewer.
    let end = escape.len().min(5);
    let digits =
        escape.get(1..end).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
        Some(unit) => Ok((unit, &escape[end..])),
        None => Err(bad_escape(escape, place, 1, "needs four hexadecimal digits behind it")),
    }
}

fn bad_escape(escape: &str, place: u32, length: usize, message: &str) -> Error {
    let text = &escape[..length];
    let span = Span { start: place, end: place + 1 + length as u32 };
    Error::syntax(span, format!("the escape \\{text} {message}")).because("InvalidUnicodeLiteral")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Result<Cow<'_, str>, Option<&'static str>> {
        let plain = Plain::of(text).map_err(|error| error.detail())?;
        Ok(plain.map_or(text.into(), |plain| plain.text.into()))
    }

    #[test]
    fn an_escape_is_a_character_wherever_it_stands() {
        assert_eq!(plain(r"R\u0045TURN '\u0041\uD83D\uDE00'"), Ok("RETURN 'A😀'".into()));
        assert_eq!(plain(r"'a\tb\\u0041'"), Ok(r"'a\tb\\u0041'".into()));
        assert_eq!(plain(r"'\\\u0041'"), Ok(r"'\\A'".into()));
        assert_eq!(plain(r"`\u005cu0041`"), Ok(r"`\u0041`".into()));
        assert_eq!(plain(r"// \u41"), Ok("// A".into()));
        assert_eq!(plain(r"\uDE00\uD83D\uD83D\uDE00\uD83D"), Ok("??😀?".into()));
        assert_eq!(plain(r"\uD83D\u0041"), Ok("?A".into()));
        for wrong in [r"'\uH12'", r"`\u00` ", r"// \u", r"// \u41 ", r"\uu0041"] {
            assert_eq!(plain(wrong), Err(Some("InvalidUnicodeLiteral")), "{wrong}");
        }
    }

    #[test]
    fn places_are_those_of_the_text_with_its_escapes() {
        let text = r"a\u0062c \uD83D\uDE00\u00e9 d";
        let plain = Plain::of(text).ok().flatten().unwrap();
        assert_eq!(plain.text, "abc 😀é d");
        let before = |start, end| {
            let Span { start, end } = plain.place_before(Span { start, end });
            &text[start as usize..end as usize]
        };
        let found =
            [before(0, 1), before(1, 2), before(0, 3), before(4, 8), before(8, 10), before(11, 12)];
        let expected = ["a", r"\u0062", r"a\u0062c", r"\uD83D\uDE00", r"\u00e9", "d"];
        assert_eq!(found, expected);
    }
}
