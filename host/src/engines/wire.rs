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
        too_long |= line.len() + part.len() > LONGEST_LINE;
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
    if too_long {
        return Line::TooLong;
    }
    // Shells of Windows put a mark before what they hand to a program.
    let text = String::from_utf8_lossy(bytes);
    Line::Text(without_mark(&text).trim_end_matches('\r').to_owned())
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
        let long = "x".repeat(LONGEST_LINE + 1);
        let text = format!("\u{feff}one\r\n{long}\n\ntwo");
        let mut input = text.as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input).unwrap() {
            lines.push(line);
        }
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines, [text("one"), Line::TooLong, text(""), text("two")]);
    }
}
