//! String functions. Positions count characters, not bytes.

use super::argument::{any_null, argument, outside, text, wrong};
use super::code::Native;
use super::normal_form::normalize;
use super::search::{Search, work};
use crate::error::{Error, ErrorKind};
use crate::meter::Charge;
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::run::growing_text::GrowingText;
use crate::signatures::TextFunction;
use crate::syntax::ast::{Dialect, NormalForm};
use crate::value::{Text, Value};

/// How much of a long text is gone through between two looks at the clock.
const PIECE: usize = 1 << 14;

/// The code of a function.
pub(super) fn code(function: TextFunction) -> Native {
    match function {
        TextFunction::Btrim => |context, a| trim("btrim", context, a, true, true),
        TextFunction::Left => left,
        TextFunction::Lower => |context, a| change_case("lower", context, a, str::to_lowercase),
        TextFunction::Ltrim => |context, a| trim("ltrim", context, a, true, false),
        TextFunction::Normalize => normalized,
        TextFunction::Replace => replace,
        TextFunction::Right => right,
        TextFunction::Rtrim => |context, a| trim("rtrim", context, a, false, true),
        TextFunction::Split => split,
        TextFunction::Substring => substring,
        TextFunction::ToLower => |context, a| change_case("toLower", context, a, str::to_lowercase),
        TextFunction::ToUpper => |context, a| change_case("toUpper", context, a, str::to_uppercase),
        TextFunction::Trim => trim_in_words,
        TextFunction::Upper => |context, a| change_case("upper", context, a, str::to_uppercase),
    }
}

/// `trim(s)`, or the side and perhaps a character before what is trimmed.
fn trim_in_words(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let [side, characters @ .., original] = arguments else {
        return trim("trim", context, arguments, true, true);
    };
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let (front, back) = match text("trim", side)?.map(Text::as_str) {
        Some("BOTH") => (true, true),
        Some("LEADING") => (true, false),
        Some("TRAILING") => (false, true),
        _ if context.run.dialect == Dialect::Cypher5 => return Ok(original.clone()),
        _ => {
            let message = "trim() takes BOTH, LEADING or TRAILING as the side";
            return Err(Error::new(ErrorKind::Argument, message));
        }
    };
    let mut given = vec![original.clone()];
    if let [characters] = characters {
        let mut each = text("trim", characters)?.map_or("", Text::as_str).chars();
        if each.next().is_none() || each.next().is_some() {
            let message = "trim(... FROM ...) takes away one character; btrim(), ltrim() and rtrim() take several";
            return Err(Error::new(ErrorKind::Argument, message));
        }
        given.push(characters.clone());
    }
    trim("trim", context, &given, front, back)
}

fn trim(
    function: &str,
    context: &Context<'_>,
    arguments: &[Value],
    front: bool,
    back: bool,
) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let Some(original) = text(function, argument(arguments, 0))? else { return Ok(Value::Null) };
    let set = match arguments.get(1) {
        Some(value) => match text(function, value)? {
            Some(set) => Some(set.as_str()),
            None => return Ok(Value::Null),
        },
        None => None,
    };
    let trimmed = |char: char| set.map_or(is_space(char), |set| set.contains(char));
    let mut rest = original.as_str();
    let each = || context.meter.read(256 + set.map_or(0, str::len));
    while front && rest.starts_with(trimmed) {
        each()?;
        rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
    }
    // Where characters are given, the servers look at no single one that is left, but at two halves of one.
    let is_kept = |rest: &str| set.is_some() && rest.encode_utf16().nth(1).is_none();
    while back && rest.ends_with(trimmed) && !is_kept(rest) {
        each()?;
        rest = &rest[..rest.len() - rest.chars().next_back().map_or(0, char::len_utf8)];
    }
    cut(context, original, rest)
}

/// Whether Java calls it white space: not where it keeps words together.
fn is_space(char: char) -> bool {
    match char {
        '\u{1c}'..='\u{1f}' => true,
        '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}' => false,
        char => char.is_whitespace(),
    }
}

/// A part of a text, or the text itself where the part is all of it.
fn cut(context: &Context<'_>, original: &Text, part: &str) -> Result<Value, Error> {
    if part.len() == original.as_str().len() {
        return Ok(Value::Text(original.clone()));
    }
    if let Some(short) = Text::short(part) {
        return Ok(Value::Text(short));
    }
    let mut copy = GrowingText::with_room(part.len(), context.meter)?;
    copy.push_str(part)?;
    copy.finish()
}

fn change_case(
    function: &str,
    context: &Context<'_>,
    arguments: &[Value],
    change: fn(&str) -> String,
) -> Result<Value, Error> {
    let Some(original) = text(function, argument(arguments, 0))? else { return Ok(Value::Null) };
    let mut rest = original.as_str();
    let mut changed = GrowingText::new(context.meter);
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.floor_char_boundary(PIECE));
        changed.push_str(&change(piece))?;
        rest = behind;
        if !rest.is_empty() {
            work(context)?;
        }
    }
    changed.finish()
}

fn normalized(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some(original) = text("normalize", argument(arguments, 0))? else { return Ok(Value::Null) };
    let form = match arguments.get(1) {
        None => NormalForm::Nfc,
        Some(Value::Text(form)) => match form.as_str() {
            "NFC" => NormalForm::Nfc,
            "NFD" => NormalForm::Nfd,
            "NFKC" => NormalForm::Nfkc,
            "NFKD" => NormalForm::Nfkd,
            other => {
                let message = format!(
                    "normalize() knows no form {other:?}; its forms are NFC, NFD, NFKC, NFKD"
                );
                return Err(Error::new(ErrorKind::Argument, message));
            }
        },
        Some(Value::Null) => return Ok(Value::Null),
        Some(other) => return Err(wrong("normalize", "NFC, NFD, NFKC or NFKD as form", other)),
    };
    normalize(context, original.as_str(), form)
}

/// A count of characters that a function is given, `None` for null; no negative one is taken. Of a float, what stands
/// before the point counts.
fn amount(function: &str, what: &str, value: &Value) -> Result<Option<usize>, Error> {
    let amount = match value {
        Value::Null => return Ok(None),
        Value::Integer(amount) => *amount,
        #[expect(clippy::cast_possible_truncation, reason = "cut off, as Neo4j does")]
        Value::Float(amount) => *amount as i64,
        other => return Err(wrong(function, &format!("an Integer as {what}"), other)),
    };
    usize::try_from(amount).map(Some).map_err(|_| {
        let message = format!("the {what} of {function}() can't be negative, as {amount} is");
        outside(message).newer()
    })
}

/// Refuses an amount that is more than some functions count to.
fn of_32_bits(function: &str, amount: usize) -> Result<(), Error> {
    if i32::try_from(amount).is_ok() {
        return Ok(());
    }
    let message = format!("{function}() counts with 32 bits, which {amount} has not");
    Err(outside(message).newer())
}

/// The place of the character of a number, in bytes; the end where there are fewer.
fn place(context: &Context<'_>, text: &str, character: usize) -> Result<usize, Error> {
    // Most are short, and of characters that are a byte each.
    if text.len() <= PIECE && text.is_ascii() {
        return Ok(character.min(text.len()));
    }
    let (mut left, mut from) = (character, 0);
    while from < text.len() {
        let piece = &text[from..text.ceil_char_boundary(from + PIECE)];
        let length = characters(piece);
        if left < length {
            return Ok(from + piece.char_indices().nth(left).map_or(0, |(at, _)| at));
        }
        left -= length;
        from += piece.len();
        context.tick()?;
    }
    Ok(text.len())
}

/// How many characters there are: bytes that do not go on with one.
fn characters(text: &str) -> usize {
    text.bytes().filter(|byte| byte & 0b1100_0000 != 0b1000_0000).count()
}

/// How many characters there are in a text of any length.
pub(super) fn length(context: &Context<'_>, text: &str) -> Result<usize, Error> {
    let mut length = 0;
    for piece in text.as_bytes().chunks(PIECE) {
        context.meter.read(piece.len())?;
        length += piece.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count();
    }
    Ok(length)
}

/// What `left()` and `right()` take, if neither is null. Cypher 25 counts with 32 bits.
fn text_and_length<'v>(
    function: &str,
    context: &Context<'_>,
    arguments: &'v [Value],
) -> Result<Option<(&'v Text, usize)>, Error> {
    if any_null(arguments) {
        return Ok(None);
    }
    let Some(original) = text(function, argument(arguments, 0))? else { return Ok(None) };
    let Some(length) = amount(function, "length", argument(arguments, 1))? else {
        return Ok(None);
    };
    if context.run.dialect == Dialect::Cypher25 {
        of_32_bits(function, length)?;
    }
    Ok(Some((original, length)))
}

fn left(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some((original, length)) = text_and_length("left", context, arguments)? else {
        return Ok(Value::Null);
    };
    let end = place(context, original.as_str(), length)?;
    cut(context, original, &original.as_str()[..end])
}

fn right(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some((original, length)) = text_and_length("right", context, arguments)? else {
        return Ok(Value::Null);
    };
    let before = self::length(context, original.as_str())?.saturating_sub(length);
    let start = place(context, original.as_str(), before)?;
    cut(context, original, &original.as_str()[start..])
}

fn substring(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let Some(original) = text("substring", argument(arguments, 0))? else { return Ok(Value::Null) };
    let start = amount("substring", "start", argument(arguments, 1))?;
    let length = arguments
        .get(2)
        .map_or(Ok(Some(usize::MAX)), |length| amount("substring", "length", length))?;
    let (Some(start), Some(length)) = (start, length) else { return Ok(Value::Null) };
    let given = [start].into_iter().chain(arguments.get(2).map(|_| length));
    given.into_iter().try_for_each(|amount| of_32_bits("substring", amount))?;
    let rest = &original.as_str()[place(context, original.as_str(), start)?..];
    cut(context, original, &rest[..place(context, rest, length)?])
}

pub(super) fn reverse_text(context: &Context<'_>, text: &str) -> Result<Value, Error> {
    if let Some(short) = Text::short_of(text.chars().rev()) {
        return Ok(Value::Text(short));
    }
    let mut reversed = GrowingText::with_room(text.len(), context.meter)?;
    for char in text.chars().rev() {
        context.tick()?;
        reversed.push(char)?;
    }
    reversed.finish()
}

fn replace(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let texts: Result<Vec<_>, _> =
        (0..3).map(|at| text("replace", argument(arguments, at))).collect();
    let [Some(original), Some(wanted), Some(by)] = texts?[..] else { return Ok(Value::Null) };
    let mut left = match arguments.get(3) {
        None => u32::MAX,
        Some(Value::Integer(limit)) => match i32::try_from(*limit).map(u32::try_from) {
            Ok(Ok(limit)) => limit,
            _ => return Err(outside("replace() takes a limit from 0 to 2147483647")),
        },
        Some(other) => return Err(wrong("replace", "an Integer as limit", other)),
    };
    let (text, by) = (original.as_str(), by.as_str());
    let mut pieces = Pieces::new(text, vec![wanted.as_str()]);
    let mut result = GrowingText::new(context.meter);
    // An empty text is found before every character and at the end.
    let everywhere = wanted.as_str().is_empty();
    let mut put_in = |result: &mut GrowingText<'_>| {
        let by = if left > 0 { by } else { wanted.as_str() };
        left = left.saturating_sub(1);
        result.push_str(by)
    };
    if everywhere {
        put_in(&mut result)?;
    }
    while let Some(piece) = pieces.next(context)? {
        result.push_str(piece)?;
        if !pieces.done || everywhere && !text.is_empty() {
            put_in(&mut result)?;
        }
    }
    result.finish()
}

fn split(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let Some(original) = text("split", argument(arguments, 0))? else { return Ok(Value::Null) };
    if original.as_str().is_empty() {
        return Value::list(vec![Value::Text(original.clone())], context.meter);
    }
    let delimiters = match argument(arguments, 1) {
        Value::Text(delimiter) if original.as_str().len() <= PIECE => {
            return split_at_once(context, original, delimiter.as_str());
        }
        Value::Text(delimiter) => vec![delimiter.as_str()],
        Value::List(list) if any_null(list.as_slice()) => return Ok(Value::Null),
        Value::List(list) => {
            let delimiters = list.as_slice().iter().map(|value| match value {
                Value::Text(delimiter) => {
                    context.tick()?;
                    context.meter.read(delimiter.as_str().len())?;
                    Ok(delimiter.as_str())
                }
                other => Err(wrong("split", "Strings as delimiters", other)),
            });
            delimiters.collect::<Result<_, _>>()?
        }
        other => return Err(wrong("split", "a String or a List of them as delimiter", other)),
    };
    // A text that is a delimiter stands between two empty pieces.
    if delimiters.contains(&original.as_str()) {
        let empty = cut(context, original, "")?;
        return Value::list(vec![empty.clone(), empty], context.meter);
    }
    // Where an empty delimiter cuts everywhere, no piece is empty.
    let cuts_everywhere = delimiters.contains(&"");
    let taken = delimiters.len().saturating_mul(size_of::<(Search<'_>, usize, Option<usize>)>());
    let _searches = Charge::new(context.meter, taken)?;
    let mut pieces = Pieces::new(original.as_str(), delimiters);
    let mut values = Charged::default();
    while let Some(piece) = pieces.next(context)? {
        if !piece.is_empty() || !cuts_everywhere {
            values.push(cut(context, original, piece)?, context.meter)?;
        }
    }
    values.into_list(context.meter)
}

/// The pieces of a text that is gone through between two looks at the clock.
fn split_at_once(context: &Context<'_>, original: &Text, delimiter: &str) -> Result<Value, Error> {
    let mut values = Charged::default();
    let mut keep = |piece: &str| {
        context.tick()?;
        values.push(cut(context, original, piece)?, context.meter)
    };
    let text = original.as_str();
    if delimiter.is_empty() {
        text.char_indices().try_for_each(|(at, char)| keep(&text[at..at + char.len_utf8()]))?;
    } else {
        text.split(delimiter).try_for_each(keep)?;
    }
    values.into_list(context.meter)
}

/// The pieces of a text between delimiters. An empty delimiter stands between any two characters.
struct Pieces<'t> {
    text: &'t str,
    at: usize,
    done: bool,
    /// With where each is found next; `None` where it is found no more.
    delimiters: Vec<(Search<'t>, usize, Option<usize>)>,
}

impl<'t> Pieces<'t> {
    fn new(text: &'t str, delimiters: Vec<&'t str>) -> Pieces<'t> {
        let delimiters = delimiters
            .into_iter()
            .map(|delimiter| (Search::new(delimiter), delimiter.len(), Some(0)));
        Pieces { text, at: 0, done: false, delimiters: delimiters.collect() }
    }

    fn next(&mut self, context: &Context<'_>) -> Result<Option<&'t str>, Error> {
        if self.done {
            return Ok(None);
        }
        context.meter.spend(self.delimiters.len())?;
        let mut nearest: Option<(usize, usize)> = None;
        for (search, length, found) in &mut self.delimiters {
            let from = match *length {
                0 => self.at + self.text[self.at..].chars().next().map_or(1, char::len_utf8),
                _ => self.at,
            };
            if found.is_some_and(|found| found < from || self.at == 0) {
                *found = match *length {
                    0 => Some(from).filter(|from| *from < self.text.len()),
                    _ => search.find(context, self.text, from)?,
                };
            }
            if let Some(found) = *found
                && nearest.is_none_or(|(at, _)| found < at)
            {
                nearest = Some((found, *length));
            }
        }
        let from = self.at;
        Ok(Some(match nearest {
            Some((at, length)) => {
                self.at = at + length;
                &self.text[from..at]
            }
            None => {
                self.done = true;
                &self.text[from..]
            }
        }))
    }
}
