//! Lines at the end of a terminal that change in place, however narrow and low the terminal is: each is cut at its width,
//! all of them at its height, and what stands there is found again where it was made narrower meanwhile.

use std::io::{Write, stderr};

use ratatui::crossterm::terminal;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How large a terminal is that does not say it.
const USUAL: (u16, u16) = (80, 24);

/// The columns and rows of a terminal.
#[derive(Clone, Copy, Debug)]
pub struct TerminalSize {
    /// How many columns a line can have: one less than there are, so that no terminal begins a new line by itself.
    pub columns: usize,
    /// How many lines can stand there: one less than there are, since the cursor has the last one.
    pub rows: usize,
}

impl TerminalSize {
    /// How large the terminal is now.
    pub fn now() -> TerminalSize {
        let known = terminal::size().ok().filter(|&(columns, rows)| columns > 0 && rows > 0);
        let (columns, rows) = known.unwrap_or(USUAL);
        let inner = |count: u16| usize::from(count).saturating_sub(1).max(1);
        TerminalSize { columns: inner(columns), rows: inner(rows) }
    }

    /// As much of the text as has room.
    fn fit(self, text: &str) -> Vec<String> {
        let mut lines: Vec<_> = text.lines().map(|line| cut(line, self.columns)).collect();
        if lines.len() > self.rows {
            lines.truncate(self.rows.saturating_sub(1).max(1));
            if self.rows > 1 {
                lines.push(cut("...", self.columns));
            }
        }
        lines
    }
}

/// As much of a line as has room in so many columns.
fn cut(line: &str, columns: usize) -> String {
    let mut room = columns;
    let fits = |c: &char| {
        let left = room.checked_sub(c.width().unwrap_or_default());
        room = left.unwrap_or_default();
        left.is_some()
    };
    line.chars().take_while(fits).collect()
}

/// The lines that stand at the end of the terminal on standard error.
#[derive(Default)]
pub struct LiveLines {
    /// How many columns each of them takes.
    widths: Vec<usize>,
}

impl LiveLines {
    /// Shows this in place of them.
    pub fn show(&mut self, text: &str) {
        let lines = TerminalSize::now().fit(text);
        self.wipe();
        self.widths = lines.iter().map(|line| line.width()).collect();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let _ = stderr().write_all(text.as_bytes());
    }

    /// Removes them.
    pub fn wipe(&mut self) {
        let rows = rows(&self.widths, TerminalSize::now().columns + 1);
        if rows > 0 {
            // Row by row: some terminals keep what is erased at once from their upper edge on. What was typed meanwhile
            // stands on the cursor's own.
            let _ = write!(stderr(), "\r\x1b[2K{}", "\x1b[1A\x1b[2K".repeat(rows));
            self.widths.clear();
        }
    }
}

/// How many rows lines of these widths take, each broken at so many columns.
fn rows(widths: &[usize], columns: usize) -> usize {
    widths.iter().map(|width| width.div_ceil(columns).max(1)).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_shown_takes_no_more_rows_and_columns_than_there_are(
            text in "([a-z漢é ]{0,40}\n){0,12}", columns in 1usize..50, rows_there in 1usize..20,
        ) {
            let lines = TerminalSize { columns, rows: rows_there }.fit(&text);
            let widths: Vec<_> = lines.iter().map(|line| line.width()).collect();
            prop_assert!(widths.iter().all(|&width| width <= columns));
            prop_assert!(rows(&widths, columns + 1) <= rows_there);
            prop_assert_eq!(rows(&widths, columns + 1), lines.len());
        }
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        let size = TerminalSize { columns: 16, rows: 3 };
        assert_eq!(size.fit("one\ntwo\nthree\nfour\n"), ["one", "two", "..."]);
        assert_eq!(size.fit("one\ntwo\nthree\n"), ["one", "two", "three"]);
        assert_eq!(TerminalSize { columns: 3, rows: 1 }.fit("one two\nthree"), ["one"]);
        // A wide character is not halved.
        assert_eq!(cut("a漢字", 4), "a漢");
    }

    #[test]
    fn lines_take_more_rows_on_a_terminal_that_was_made_narrower() {
        assert_eq!(rows(&[60, 0, 80], 81), 3);
        assert_eq!(rows(&[60, 0, 80], 40), 5);
    }
}
