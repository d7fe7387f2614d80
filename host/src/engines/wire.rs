//! The engines' standard input and output: lines of a bounded length, read by a thread of their own so that one
//! can arrive while a player thinks, and written at once.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use othello_rules::text::without_mark;

/// The longest line that is read; no protocol has longer ones.
const LONGEST_LINE: usize = 1 << 20;

/// What is said of a longer one.
pub const TOO_LONG: &str = "the line is longer than 1 MiB";

/// A line of standard input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text, without its end.
    Text(String),
    /// It is longer than anybody reads.
    TooLong,
}

/// The lines of standard input, until it ends.
pub fn lines() -> Receiver<Line> {
    let (sender, receiver) = sync_channel(64);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = next(&mut input) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next line; nothing at the end.
fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok((too_long || !line.is_empty()).then(|| line_of(&line, too_long)));
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        // The first of the two letters that end a line on Windows is none of its own.
        too_long |= line.len() + part.len() > LONGEST_LINE + 1;
        if !too_long {
            line.extend_from_slice(part);
        }
        let taken = part.len() + usize::from(end.is_some());
        input.consume(taken);
        if end.is_some() {
            return Ok(Some(line_of(&line, too_long)));
        }
    }
}

fn line_of(bytes: &[u8], too_long: bool) -> Line {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    if too_long || bytes.len() > LONGEST_LINE {
        return Line::TooLong;
    }
    // Shells of Windows put a mark before what they hand to a program.
    Line::Text(without_mark(&String::from_utf8_lossy(bytes)).to_owned())
}

/// Writes text to standard output at once.
///
/// # Errors
/// Where nobody reads any more.
pub fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_told_of_and_the_next_one_read() {
        let longest = "x".repeat(LONGEST_LINE);
        let text = format!(
            "\u{feff}one\r\n{longest}x\n\n{longest}\n{longest}\r\n{longest}x\r\n{longest}\r\r\ntwo"
        );
        let mut input = text.as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input).unwrap() {
            lines.push(line);
        }
        let lengths = lines.iter().map(|line| match line {
            Line::Text(text) => Some(text.len()),
            Line::TooLong => None,
        });
        let longest = Some(LONGEST_LINE);
        let expected = [Some(3), None, Some(0), longest, longest, None, None, Some(3)];
        assert_eq!(lengths.collect::<Vec<_>>(), expected);
    }
}
