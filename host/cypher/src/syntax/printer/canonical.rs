//! A statement as the text that is sent to a server.

use super::writer::Printer;
use crate::error::Span;
use crate::syntax::ast::{Body, Statement};

/// A statement printed from its tree, so that whoever runs it runs what was checked, however differently it reads
/// texts: in ASCII, without comments, its language named, every name in back quotes, every column under its name.
/// Neo4j decodes `\uXXXX` before it looks for tokens; here these stand only for characters that mean nothing to
/// a lexer, whenever they are decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalText {
    text: String,
    places: Vec<(u32, Span)>,
}

impl CanonicalText {
    /// Prints a statement that was read from `author`. There is no text of a command, which nobody here has read
    /// to its end.
    #[must_use]
    pub fn of(statement: &Statement, author: &str) -> Option<CanonicalText> {
        if let Body::Command { .. } = statement.body {
            return None;
        }
        let mut printer = Printer::canonical(author);
        printer.statement(statement);
        let (text, places) = printer.finish();
        Some(CanonicalText { text, places })
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What in the author's text became the part with byte `at` of this one.
    #[must_use]
    pub fn place(&self, at: usize) -> Option<Span> {
        let behind = self.places.partition_point(|&(start, _)| start as usize <= at);
        self.places[..behind].last().map(|&(_, span)| span)
    }
}
