//! Errors and notices as a person reads them: the message, the code, and the line of the query with a caret
//! under the place.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

use super::{Error, Notice, Span};

/// The widest piece of a line that is shown.
const WIDTH: usize = 100;

/// How much of a cut line is shown before the place.
const BEFORE: usize = 40;

/// A line and column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Span {
    /// Where it begins in `text`.
    #[must_use]
    pub fn position(self, text: &str) -> Position {
        let (line, before, _) = line_of(text, self.start as usize);
        Position { line, column: before.chars().count() + 1 }
    }

    /// The place with a code, and the line of `text` with carets under it, for faults that have a place
    /// and did not come from here.
    #[must_use]
    pub fn excerpt(self, code: &str, text: &str) -> String {
        let mut out = String::new();
        render_place(&mut out, code, self, text);
        out
    }
}

impl Error {
    /// The error with its code and place, and the line of `text` that it points at.
    #[must_use]
    pub fn render(&self, text: &str) -> String {
        let mut out = format!("{}\n", self.message());
        match self.span() {
            Some(span) => render_place(&mut out, self.kind().code(), span, text),
            None => _ = write!(out, "  {}", self.kind().code()),
        }
        out
    }
}

impl Notice {
    /// The notice with its code and place, and the line of `text` that it points at.
    #[must_use]
    pub fn render(&self, text: &str) -> String {
        let mut out = format!("{}\n", self.message);
        match self.span {
            Some(span) => render_place(&mut out, self.code, span, text),
            None => _ = write!(out, "  {}", self.code),
        }
        out
    }
}

/// The number of the line with byte `at`, what of it is before that byte, and the rest of it.
fn line_of(text: &str, at: usize) -> (usize, &str, &str) {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (before, behind) = text.split_at(at);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let number = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let end = behind.find(['\n', '\r']).unwrap_or(behind.len());
    (number, &before[start..], &behind[..end])
}

fn render_place(out: &mut String, code: &str, span: Span, text: &str) {
    let (line, before, behind) = line_of(text, span.start as usize);
    let column = before.chars().count() + 1;
    let marked = behind.get(..(span.end.saturating_sub(span.start)) as usize).unwrap_or(behind);
    let (shown, caret, length) = window(before, marked, &behind[marked.len()..]);
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let _ = write!(
        out,
        "{margin}--> line {line}, column {column} ({code})\n{margin} |\n{number} | {}\n{margin} | {}{}",
        shown.trim_end(),
        " ".repeat(caret),
        "^".repeat(length.max(1)),
    );
}

/// The piece of the line that is shown, where the caret stands under it and how wide it is.
fn window(before: &str, marked: &str, behind: &str) -> (String, usize, usize) {
    // Of a long line only what is near the place is looked at.
    let far = |text: &str| text.char_indices().nth(2 * WIDTH).map_or(text.len(), |(at, _)| at);
    let start = before.char_indices().rev().nth(2 * WIDTH).map_or(0, |(at, _)| at);
    let before = &before[start..];
    let marked = &marked[..far(marked)];
    let behind = &behind[..far(behind)];
    let (mut before, mut marked, behind) = (visible(before), visible(marked), visible(behind));
    if width(&before) + width(&marked) + width(&behind) > WIDTH {
        if width(&before) > BEFORE {
            let kept = BEFORE.max(WIDTH.saturating_sub(width(&marked) + width(&behind) + 3));
            before = format!("...{}", last(&before, kept));
        }
        marked = first(&marked, WIDTH.saturating_sub(width(&before)).max(1));
    }
    let caret = width(&before);
    let length = width(&marked);
    let line = format!("{before}{marked}{behind}");
    let cut = first(&line, WIDTH);
    let dots = if cut.len() < line.len() { "..." } else { "" };
    (format!("{cut}{dots}"), caret, length)
}

/// The text without characters that would move the cursor: tabs and controls become blanks.
fn visible(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

fn width(text: &str) -> usize {
    text.chars().map(|character| character.width().unwrap_or(0)).sum()
}

/// As much of the beginning as fits into `columns`.
fn first(text: &str, columns: usize) -> String {
    let mut used = 0;
    text.chars()
        .take_while(|character| {
            used += character.width().unwrap_or(0);
            used <= columns
        })
        .collect()
}

/// As much of the end as fits into `columns`.
fn last(text: &str, columns: usize) -> String {
    let reversed: String = text.chars().rev().collect();
    first(&reversed, columns).chars().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carets(text: &str, start: usize, end: usize) -> String {
        Error::syntax(Span { start: start as u32, end: end as u32 }, "wrong").render(text)
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        let rendered = carets("MATCH (n)\nRETRUN n", 10, 16);
        assert_eq!(
            rendered,
            "wrong\n --> line 2, column 1 (Neo.ClientError.Statement.SyntaxError)\n  |\n2 | RETRUN n\n  | ^^^^^^"
        );
    }

    #[test]
    fn tabs_and_wide_characters_keep_the_caret_in_place() {
        let text = "\tRETURN '漢字' + x";
        let at = text.find('x').unwrap();
        let rendered = carets(text, at, at + 1);
        let expected = format!("1 |  RETURN '漢字' + x\n  | {}^", " ".repeat(17));
        assert!(rendered.ends_with(&expected), "{rendered}");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("RETURN {} + oops + {}", "1 + ".repeat(200), "2 + ".repeat(200));
        let at = text.find("oops").unwrap();
        let rendered = carets(&text, at, at + 4);
        let lines: Vec<&str> = rendered.lines().collect();
        assert!(lines[3].starts_with("1 | ...") && lines[3].ends_with("..."), "{rendered}");
        assert_eq!(lines[3].find("oops"), lines[4].find("^^^^"));
        assert!(lines[3].len() < 120);
    }

    #[test]
    fn places_outside_of_the_text_do_no_harm() {
        for (start, end) in [(0, 0), (5, 2), (100, 200), (2, 3)] {
            assert!(carets("äöü", start, end).contains('^'));
        }
        assert_eq!(Span { start: 3, end: 3 }.position("a\nb\n"), Position { line: 2, column: 2 });
    }
}
