//! What literals mean: numbers with their radix and underscores, strings with their escapes, back-quoted names. Each
//! function is given the text of one token, whose escapes of characters are resolved.

use std::borrow::Cow;

use crate::error::{Error, Span};

/// The value of an integer token, `negative` where a minus stands before it.
pub(super) fn integer(text: &str, negative: bool, span: Span) -> Result<i64, Error> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x', ..] => (&text[2..], 16),
        [b'0', b'o', ..] => (&text[2..], 8),
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
pub(super) fn string(text: &str) -> String {
    let inner = &text[1..text.len() - 1];
    if !inner.contains('\\') {
        return inner.to_owned();
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
            // As in Neo4j, any other character keeps its backslash, so that '\d' is a regular expression.
            other => {
                value.push('\\');
                value.push(other);
            }
        }
    }
    value.push_str(rest);
    value
}

/// The name inside of back quotes. As in Neo4j, a backslash is itself in it.
pub(super) fn quoted_name(text: &str) -> String {
    text[1..text.len() - 1].replace("``", "`")
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
        assert_eq!(string(r"'a\tb\'\\'"), "a\tb'\\");
        assert_eq!(string(r"'\d+'"), r"\d+");
        assert_eq!(string(r"'\\u0041'"), r"\u0041");
    }

    #[test]
    fn a_quoted_name_has_its_backslashes() {
        assert_eq!(quoted_name("`a``b`"), "a`b");
        assert_eq!(quoted_name(r"`a\b\\c`"), r"a\b\\c");
    }
}
