//! A statement as the text that is sent to a server.

use super::writer::{Places, Printer};
use crate::error::{Error, Span};
use crate::meter::{Meter, Parts};
use crate::syntax::Tree;
use crate::syntax::ast::{Body, Statement};

/// A statement printed from its tree, so that whoever runs it runs what was checked, however differently it reads
/// texts: in ASCII, without comments, its language named, every name in back quotes, every column under its name.
/// Neo4j decodes `\uXXXX` before it looks for tokens; here these stand only for characters that mean nothing to
/// a lexer, whenever they are decoded. It stays charged to the meter for as long as it lives.
#[derive(Debug)]
pub struct CanonicalText {
    text: String,
    places: Places,
    _parts: Parts,
}

impl CanonicalText {
    /// Prints a statement that was read from `author`. There is no text of a command, which nobody here has read
    /// to its end.
    ///
    /// # Errors
    /// Where the meter has run out.
    pub fn of(
        statement: &Statement,
        author: &str,
        meter: &Meter,
    ) -> Result<Option<CanonicalText>, Error> {
        if let Body::Command { .. } = statement.body {
            return Ok(None);
        }
        let mut printer = Printer::canonical(author, meter);
        printer.statement(statement);
        let (text, places, parts) = printer.finish()?;
        Ok(Some(CanonicalText { text, places, _parts: parts }))
    }

    /// Reads it once more. It may be longer than its author's text was allowed to be.
    ///
    /// # Errors
    /// Where it can't be read, or the meter has run out.
    pub fn read_back(&self, meter: &Meter) -> Result<Tree, Error> {
        Tree::read_any(&self.text, meter)
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
