//! Numbers in texts: as Java reads them, which Cypher 5 does, and as Cypher 25 writes them, with spaces around them, `_`
//! between digits, and other bases (`0x1f`, `0o17`).

use std::sync::LazyLock;

use regex_syntax::hir::{Class, Hir, HirKind};

use crate::error::{Error, ErrorKind};

/// A float as Java reads it: white space around it, and a `d` or `f` behind it, mean nothing.
pub(super) fn float(text: &str) -> Option<f64> {
    let text = text.trim();
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    match digits {
        "NaN" => return Some(f64::NAN),
        "Infinity" => return Some(sign * f64::INFINITY),
        _ => {}
    }
    let digits = digits.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(digits);
    if let Some(hexadecimal) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        return hexadecimal_float(hexadecimal).map(|value| sign * value);
    }
    // Rust would also take `inf` and its like.
    digits.starts_with(|first: char| first.is_ascii_digit() || first == '.').then_some(())?;
    digits.parse::<f64>().ok().map(|value| sign * value)
}

/// A float in Cypher 25.
pub(super) fn newer_float(text: &str) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "as every integer becomes a float")]
    let of_base = || integer_of_base(text.trim())?.map(|number| number as f64);
    float(text).or_else(of_base).or_else(|| float(&without_underscores(text)?))
}

/// The zeros of the digits of all scripts that one unit of UTF-16 holds: Java knows no others.
static ZEROS: LazyLock<Vec<char>> = LazyLock::new(|| {
    let digits = regex_syntax::parse(r"[\p{Nd}&&[\u{0}-\u{FFFF}]]").map(Hir::into_kind);
    let Ok(HirKind::Class(Class::Unicode(digits))) = digits else { return Vec::new() };
    digits.iter().flat_map(|range| (range.start()..=range.end()).step_by(10)).collect()
});

/// A text that has digits of other scripts, with those that everybody reads in their place.
fn in_plain_digits(text: &str) -> Option<String> {
    let digit = |char: char| {
        let zero = ZEROS.partition_point(|zero| *zero <= char).checked_sub(1)?;
        char::from_digit(u32::from(char) - u32::from(ZEROS[zero]), 10)
    };
    let plain = || text.chars().map(|char| digit(char).unwrap_or(char)).collect::<String>();
    (!text.is_ascii()).then(plain).filter(|plain| plain.is_ascii())
}

/// An integer, or a decimal number cut off behind its point.
pub(super) fn integer(text: &str) -> Result<Option<i64>, Error> {
    if let Ok(integer) = text.parse::<i64>() {
        return Ok(Some(integer));
    }
    if let Some(plain) = in_plain_digits(text) {
        return integer(&plain);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return Ok(None);
    }
    let Ok(float) = text.parse::<f64>() else { return Ok(None) };
    // Digits before the point are exact; only an exponent makes the float necessary.
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let has_exponent = text.contains(['e', 'E']);
    if !has_exponent
        && let Ok(integer) = if whole.is_empty() { Ok(0) } else { whole.parse::<i64>() }
    {
        return Ok(Some(integer));
    }
    const BOUND: f64 = 9_223_372_036_854_775_808.0;
    // Without one, the least integer is what something smaller was rounded to.
    if float.abs() < BOUND || has_exponent && float == -BOUND {
        #[expect(clippy::cast_possible_truncation, reason = "within the bounds")]
        return Ok(Some(float as i64));
    }
    let shown = text.get(..40).map_or_else(|| text.to_owned(), |start| format!("{start}..."));
    let message = format!("toInteger(): {shown} is more than an integer holds");
    Err(Error::new(ErrorKind::Type, message).because("InvalidArgumentValue"))
}

/// An integer in Cypher 25.
pub(super) fn newer_integer(text: &str) -> Result<Option<i64>, Error> {
    let text = text.trim();
    // Most are nothing but digits, and nothing more need be looked for.
    if let Ok(integer) = text.parse() {
        return Ok(Some(integer));
    }
    if !text.contains('_')
        && let Some(plain) = in_plain_digits(text)
    {
        return newer_integer(&plain);
    }
    if let Some(integer) = integer_of_base(text) {
        return Ok(integer);
    }
    match without_underscores(text) {
        Some(plain) if plain.len() < text.len() => integer(&plain),
        _ => integer(without_type(text).unwrap_or(text)),
    }
}

/// A float without the `d` or `f` behind it; of an integer that is no part.
fn without_type(text: &str) -> Option<&str> {
    let number = text.strip_suffix(['d', 'D', 'f', 'F'])?;
    let is_float =
        number.contains(['.', 'e', 'E']) && number.ends_with(|c: char| c.is_ascii_digit());
    is_float.then_some(number)
}

/// What begins with `0x` or `0o`: its value, where it has one.
fn integer_of_base(text: &str) -> Option<Option<i64>> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (base, digits) = match (unsigned.strip_prefix("0x"), unsigned.strip_prefix("0o")) {
        (Some(digits), _) => (16, digits),
        (_, Some(digits)) => (8, digits),
        _ => return None,
    };
    // There may be one behind the prefix too.
    let plain = without_underscores(digits.strip_prefix('_').unwrap_or(digits));
    let digits = plain.as_deref().unwrap_or(digits);
    if !digits.starts_with(|first: char| first.is_ascii_hexdigit()) {
        return Some(None);
    }
    let sign = if text.starts_with('-') { "-" } else { "" };
    Some(i64::from_str_radix(&format!("{sign}{digits}"), base).ok())
}

/// A number without the `_` between its digits; `None` where one stands elsewhere, or there is none.
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_digit =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_hexdigit);
    let mut places = text.match_indices('_').map(|(at, _)| at);
    let between = places.all(|at| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)));
    between.then(|| text.replace('_', ""))
}

/// `1.8p1`: a mantissa of base 16 and an exponent of base 2, which it must have.
fn hexadecimal_float(text: &str) -> Option<f64> {
    /// No float is so large, or so small, that more than this would be needed.
    const MOST: i64 = 20_000;
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (mut value, mut scale) = (0_u64, 0_i64);
    for (digit, behind) in
        whole.chars().map(|digit| (digit, 0)).chain(fraction.chars().map(|digit| (digit, 4)))
    {
        let digit = u64::from(digit.to_digit(16)?);
        if value >> 60 == 0 {
            value = value << 4 | digit;
            scale -= behind;
        } else {
            // What no longer fits only matters for how it is rounded.
            value |= u64::from(digit > 0);
            scale += 4 - behind;
        }
    }
    let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = unsigned.parse::<i64>().unwrap_or(i64::MAX).min(1 << 40);
    let exponent = if exponent.starts_with('-') { -size } else { size };
    #[expect(clippy::cast_precision_loss, reason = "rounded to the nearest")]
    let mut float = value as f64;
    let mut left = (exponent + scale).clamp(-MOST, MOST);
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        float *= 2_f64.powi(i32::try_from(step).unwrap_or_default());
        left -= step;
    }
    Some(float)
}
