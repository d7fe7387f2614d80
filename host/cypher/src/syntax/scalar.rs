//! What literals mean: numbers with their radix and underscores, strings and back-quoted names with their
//! escapes. Each function is given the text of one token.

use std::borrow::Cow;

use crate::error::{Error, Span};

/// The value of an integer token, `negative` where a minus stands before it.
pub(super) fn integer(text: &str, negative: bool, span: Span) -> Result<i64, Error> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'o' | b'O', ..] => (&text[2..], 8),
        [b'0', b'0'..=b'9', ..] => {
            let octal = text.trim_start_matches('0');
            return Err(invalid(text, span, &format!("an octal number is written 0o{octal}")));
        }
        _ => (text, 10),
    };
    if !well_formed(digits, radix) {
        return Err(invalid(
            text,
            span,
            "a number has digits, and an underscore only between two of them",
        ));
    }
    let digits: Cow<'_, str> =
        if digits.contains('_') { digits.replace('_', "").into() } else { digits.into() };
    let magnitude = u64::from_str_radix(&digits, radix).ok();
    let value = magnitude.and_then(|magnitude| match negative {
        true => 0i64.checked_sub_unsigned(magnitude),
        false => i64::try_from(magnitude).ok(),
    });
    value.ok_or_else(|| {
        let sign = if negative { "-" } else { "" };
        Error::syntax(span, format!("the integer {sign}{text} does not fit into 64 bits"))
            .because("IntegerOverflow")
    })
}

/// The value of a float token.
pub(super) fn float(text: &str, span: Span) -> Result<f64, Error> {
    // As in Java, a float may end in f or d.
    let plain = text.trim_end_matches(['f', 'F', 'd', 'D']).replace('_', "");
    let plain =
        if text.len() > plain.len() + 1 && !text.contains('_') { text.to_owned() } else { plain };
    let underscores = text.bytes().zip(text.bytes().skip(1)).any(|(left, right)| {
        (left == b'_' && !right.is_ascii_digit())
            || (right == b'_' && !left.is_ascii_digit() && left != b'_')
    });
    let value = plain.parse::<f64>().ok().filter(|_| !underscores && !text.ends_with('_'));
    let Some(value) = value else {
        return Err(invalid(
            text,
            span,
            "a decimal number has digits, one point and an exponent such as e-3",
        ));
    };
    if value.is_infinite() {
        let message = format!("the number {text} is larger than any float");
        return Err(Error::syntax(span, message).because("FloatingPointOverflow"));
    }
    Ok(value)
}

fn well_formed(digits: &str, radix: u32) -> bool {
    let mut digit_before = radix != 10;
    for character in digits.chars() {
        match character {
            '_' if digit_before => digit_before = false,
            _ if character.is_digit(radix) => digit_before = true,
            _ => return false,
        }
    }
    digit_before && digits.chars().any(|character| character != '_')
}

fn invalid(text: &str, span: Span, hint: &str) -> Error {
    Error::syntax(span, format!("{text:?} is not a number; {hint}")).because("InvalidNumberLiteral")
}

/// The value of a string token with its quotes.
pub(super) fn string(text: &str, span: Span) -> Result<String, Error> {
    let inner = &text[1..text.len() - 1];
    if !inner.contains('\\') {
        return Ok(inner.to_owned());
    }
    let mut value = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        value.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let mut following = escape.chars();
        let character = following.next().unwrap_or('\\');
        rest = following.as_str();
        match character {
            'b' => value.push('\u{8}'),
            'f' => value.push('\u{c}'),
            'n' => value.push('\n'),
            'r' => value.push('\r'),
            't' => value.push('\t'),
            '\\' | '\'' | '"' => value.push(character),
            'u' => {
                let place = span.start + 1 + (inner.len() - escape.len() - 1) as u32;
                let (decoded, behind) = unicode(escape, place)?;
                value.push(decoded);
                rest = behind;
            }
            // As in Neo4j, any other character keeps its backslash, so that '\d' is a regular expression.
            other => {
                value.push('\\');
                value.push(other);
            }
        }
    }
    value.push_str(rest);
    Ok(value)
}

/// Reads `uXXXX`, or two of them where the first is half of a character; gives what is left behind it.
fn unicode(escape: &str, place: u32) -> Result<(char, &str), Error> {
    let (first, mut rest) = code_unit(escape, place)?;
    let mut units = vec![first];
    if (0xd800..0xdc00).contains(&first)
        && let Some(second) = rest.strip_prefix('\\')
        && second.starts_with('u')
    {
        let (second, behind) = code_unit(second, place)?;
        units.push(second);
        rest = behind;
    }
    match char::decode_utf16(units).next() {
        Some(Ok(character)) => Ok((character, rest)),
        _ => {
            Err(bad_escape(escape, place, 5, "is half of a character; its other half must follow"))
        }
    }
}

fn code_unit(escape: &str, place: u32) -> Result<(u16, &str), Error> {
    let digits =
        escape.get(1..5).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
        Some(unit) => Ok((unit, &escape[5..])),
        None => Err(bad_escape(escape, place, 1, "needs four hexadecimal digits behind it")),
    }
}

fn bad_escape(escape: &str, place: u32, length: usize, message: &str) -> Error {
    let text = &escape[..length];
    let span = Span { start: place, end: place + 1 + length as u32 };
    Error::syntax(span, format!("the escape \\{text} {message}")).because("InvalidUnicodeLiteral")
}

/// The name inside of back quotes. As in Neo4j, `\uXXXX` is a character in it, and any other backslash itself.
pub(super) fn quoted_name(text: &str, span: Span) -> Result<String, Error> {
    let inner = &text[1..text.len() - 1];
    let mut value = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find(['\\', '`']) {
        value.push_str(&rest[..at]);
        let (escape, place) =
            (&rest[at + 1..], span.start + 1 + (inner.len() - rest.len() + at) as u32);
        let is_backslash = rest[at..].starts_with('\\');
        rest = escape;
        match escape.chars().next() {
            _ if !is_backslash => {
                value.push('`');
                rest = &escape[1..];
            }
            Some('u') => {
                let (decoded, behind) = unicode(escape, place)?;
                value.push(decoded);
                rest = behind;
            }
            Some('\\') => {
                value.push_str("\\\\");
                rest = &escape[1..];
            }
            _ => value.push('\\'),
        }
    }
    value.push_str(rest);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Result<i64, Option<&'static str>> {
        integer(text, false, Span::default()).map_err(|error| error.detail())
    }

    #[test]
    fn numbers_have_a_radix_and_underscores() {
        assert_eq!(int("0"), Ok(0));
        assert_eq!(int("1_000"), Ok(1000));
        assert_eq!(int("0xFf"), Ok(255));
        assert_eq!(int("0x_f"), Ok(15));
        assert_eq!(int("0o17"), Ok(15));
        for wrong in ["1_", "1__0", "017", "0x", "0o8", "12abc", "0xg", "0x_"] {
            assert_eq!(int(wrong), Err(Some("InvalidNumberLiteral")), "{wrong}");
        }
    }

    #[test]
    fn only_a_minus_makes_room_for_the_least_integer() {
        assert_eq!(int("9223372036854775808"), Err(Some("IntegerOverflow")));
        assert_eq!(integer("9223372036854775808", true, Span::default()).ok(), Some(i64::MIN));
        assert_eq!(integer("0x8000000000000000", true, Span::default()).ok(), Some(i64::MIN));
        assert_eq!(int("99999999999999999999999"), Err(Some("IntegerOverflow")));
    }

    #[test]
    fn escapes_in_strings_are_resolved_and_unknown_ones_kept() {
        let value = |text| string(text, Span::default()).map_err(|error| error.detail());
        assert_eq!(value(r"'a\tb\'\\'"), Ok("a\tb'\\".to_owned()));
        assert_eq!(value(r"'\u0041\uD83D\uDE00'"), Ok("A😀".to_owned()));
        assert_eq!(value(r"'\d+'"), Ok(r"\d+".to_owned()));
        assert_eq!(value(r"'\uD83D'"), Err(Some("InvalidUnicodeLiteral")));
        assert_eq!(value(r"'\uH'"), Err(Some("InvalidUnicodeLiteral")));
    }

    #[test]
    fn escapes_in_quoted_names_are_resolved_as_in_neo4j() {
        let value = |text| quoted_name(text, Span::default()).map_err(|error| error.detail());
        assert_eq!(value(r"`a``b`"), Ok("a`b".to_owned()));
        assert_eq!(value(r"`\u0041\uD83D\uDE00`"), Ok("A😀".to_owned()));
        assert_eq!(value(r"`a\b\\u0041`"), Ok(r"a\b\\u0041".to_owned()));
        assert_eq!(value(r"`\u005cu0041`"), Ok(r"\u0041".to_owned()));
        assert_eq!(value(r"`\u00`"), Err(Some("InvalidUnicodeLiteral")));
    }
}
