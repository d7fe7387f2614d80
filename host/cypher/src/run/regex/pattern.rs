//! A pattern as it was understood: what it asks of a text, with every flag, name and escape already worked out.

use std::rc::Rc;

use regex_syntax::hir::ClassUnicode;

/// What is asked of a text from some place on.
pub(super) enum Pattern {
    /// One character of these.
    Set(Rc<ClassUnicode>),
    Sequence(Vec<Pattern>),
    Alternatives(Vec<Pattern>),
    Repeat {
        what: Box<Pattern>,
        least: u32,
        most: Option<u32>,
        /// Whether more is tried before less.
        greedy: bool,
    },
    /// What is remembered under this number.
    Group(usize, Box<Pattern>),
    /// What matches in one way only.
    Atomic(Box<Pattern>),
    Look {
        behind: bool,
        negated: bool,
        what: Box<Pattern>,
    },
    /// What a group has matched, once more; a group that there is not matches nowhere.
    Refer {
        group: usize,
        fold: Fold,
    },
    At(Place),
}

/// Which characters are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    Exact,
    /// ASCII's letters whether they are capitals or not.
    Ascii,
    /// Whatever differs in case alone.
    Unicode,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Start,
    End,
    /// Where the last match ended.
    LastMatch,
    /// The end, or before the end of the last line.
    LastLine(Lines),
    StartOfLine(Lines),
    EndOfLine(Lines),
    Bound {
        negated: bool,
        unicode: bool,
    },
}

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// A line feed alone.
    Unix,
    Any,
}

impl Lines {
    /// Whether a character ends a line.
    pub fn end(self, char: char) -> bool {
        match self {
            Lines::Unix => char == '\n',
            Lines::Any => matches!(char, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'),
        }
    }
}

impl Pattern {
    /// What matches without a character.
    pub fn empty() -> Pattern {
        Pattern::Sequence(Vec::new())
    }
}
