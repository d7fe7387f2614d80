//! Replacing what matches, as Java's `replaceAll` does it: `$1` and `${name}` in the replacement are what the groups of
//! the match have matched, and a backslash takes the meaning from what stands behind it.

use super::backtrack::Attempt;
use super::program::Program;
use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::run::growing_text::GrowingText;
use crate::value::Value;

/// A piece of a replacement.
enum Piece<'t> {
    Text(&'t str),
    Group(usize),
}

pub(super) fn replace(
    meter: &Meter,
    program: &Program,
    text: &str,
    by: &str,
) -> Result<Value, Error> {
    let mut attempt = Attempt::new(meter, program, text);
    let mut replaced = GrowingText::new(meter);
    let (mut copied, mut from) = (0, 0);
    while let Some((start, end)) = attempt.find(from)? {
        replaced.push_str(&text[copied..start])?;
        let mut rest = by;
        while !rest.is_empty() {
            meter.tick()?;
            match next_piece(&mut rest, program)? {
                Piece::Text(piece) => replaced.push_str(piece)?,
                Piece::Group(0) => replaced.push_str(&text[start..end])?,
                Piece::Group(number) => replaced.push_str(attempt.group(number))?,
            }
        }
        copied = end;
        // Behind an empty match the next one begins a character later at the earliest.
        from = match text[end..].chars().next() {
            Some(next) if start == end => end + next.len_utf8(),
            None if start == end => break,
            _ => end,
        };
    }
    replaced.push_str(&text[copied..])?;
    replaced.finish()
}

/// Takes the next piece off the rest of a replacement, which is not empty.
fn next_piece<'t>(rest: &mut &'t str, program: &Program) -> Result<Piece<'t>, Error> {
    let special = rest.find(['\\', '$']).unwrap_or(rest.len());
    if special > 0 {
        let (piece, behind) = rest.split_at(special);
        *rest = behind;
        return Ok(Piece::Text(piece));
    }
    let behind = &rest[1..];
    if rest.starts_with('\\') {
        let length = behind.chars().next().map(char::len_utf8);
        let (piece, behind) = behind.split_at(length.ok_or_else(|| bad("it ends in a backslash"))?);
        *rest = behind;
        return Ok(Piece::Text(piece));
    }
    if let Some(name) = behind.strip_prefix('{') {
        let (name, behind) = name.split_once('}').ok_or_else(|| bad("a ${ in it has no }"))?;
        *rest = behind;
        let group = program.names.get(name);
        return group
            .map(|group| Piece::Group(*group))
            .ok_or_else(|| bad("the pattern has no group of a name that stands behind $ in it"));
    }
    let mut digits = behind.bytes().take_while(u8::is_ascii_digit).map(|digit| digit - b'0');
    let first = digits.next().ok_or_else(|| {
        bad("a $ in it stands before no number of a group; write \\$ for the character itself")
    })?;
    let (mut group, mut length) = (usize::from(first), 1);
    for digit in digits {
        let longer = group * 10 + usize::from(digit);
        if longer > program.groups() {
            break;
        }
        (group, length) = (longer, length + 1);
    }
    if group > program.groups() {
        return Err(bad(&format!("the pattern has no group {group}")));
    }
    *rest = &behind[length..];
    Ok(Piece::Group(group))
}

#[cold]
fn bad(why: &str) -> Error {
    let message = format!("not a replacement of string.regexReplace(): {why}");
    Error::new(ErrorKind::Execution, message)
}
