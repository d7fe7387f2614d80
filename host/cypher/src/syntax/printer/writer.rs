//! What is written letter by letter: names, texts and columns, for people or in the canonical form, in which two
//! readers that disagree about escapes, comments, white space or keywords still read the same.

use crate::error::Span;
use crate::syntax::ast::{Expr, ExprKind, Name, Setting};
use crate::syntax::token::Keyword;

/// Settings of Neo4j's planner and runtime that a query may choose; they change no result.
const SETTINGS: [&str; 9] = [
    "connectcomponentsplanner",
    "eageranalyzer",
    "expressionengine",
    "interpretedpipesfallback",
    "operatorengine",
    "planner",
    "replan",
    "runtime",
    "updatestrategy",
];

/// A text in the making.
#[derive(Default)]
pub(super) struct Printer<'t> {
    pub(super) out: String,
    canonical: Option<Canonical<'t>>,
}

/// What is noted beside a canonical text.
struct Canonical<'t> {
    /// The text that the tree was read from.
    author: &'t str,
    /// Where in the new text something begins that stood there in the author's.
    places: Vec<(u32, Span)>,
    /// How many queries the printer is inside of.
    depth: u32,
}

impl<'t> Printer<'t> {
    pub(super) fn canonical(author: &'t str) -> Printer<'t> {
        let canonical = Canonical { author, places: vec![], depth: 0 };
        Printer { out: String::new(), canonical: Some(canonical) }
    }

    /// The text and its places.
    pub(super) fn finish(self) -> (String, Vec<(u32, Span)>) {
        (self.out, self.canonical.map(|canonical| canonical.places).unwrap_or_default())
    }

    pub(super) fn is_canonical(&self) -> bool {
        self.canonical.is_some()
    }

    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub(super) fn separated<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            print(self, item);
        }
    }

    /// What follows stood at this place.
    pub(super) fn place(&mut self, span: Span) {
        let at = self.out.len() as u32;
        if let Some(canonical) = &mut self.canonical {
            canonical.places.push((at, span));
        }
    }

    /// A query inside of another one.
    pub(super) fn inside(&mut self, print: impl FnOnce(&mut Self)) {
        self.descend(1);
        print(self);
        self.descend(-1);
    }

    fn descend(&mut self, by: i32) {
        if let Some(canonical) = &mut self.canonical {
            canonical.depth = canonical.depth.saturating_add_signed(by);
        }
    }

    /// The name of a result's column that has none but the author's exact text.
    pub(super) fn column(&mut self, expr: &Expr) {
        let Some(Canonical { author, depth: 0, .. }) = self.canonical else { return };
        if !matches!(expr.kind, ExprKind::Variable(_)) {
            self.push(" AS ");
            self.quoted(expr.column_name(author));
        }
    }

    pub(super) fn writes_setting(&self, setting: &Setting) -> bool {
        !self.is_canonical() || SETTINGS.contains(&setting.name.to_ascii_lowercase().as_str())
    }

    pub(super) fn alias(&mut self, name: &Name) {
        self.push(" AS ");
        self.place(name.span);
        self.variable(&name.text);
    }

    /// A name where a keyword might be meant instead.
    pub(super) fn variable(&mut self, name: &str) {
        if Keyword::of(name).is_some() { self.quoted(name) } else { self.name(name) }
    }

    /// A name where nothing but a name can stand. Another reader may have keywords that we don't know.
    pub(super) fn name(&mut self, name: &str) {
        if is_plain(name) && !self.is_canonical() { self.push(name) } else { self.quoted(name) }
    }

    /// The name of a function or procedure with its dots: some of them are words of the grammar.
    pub(super) fn dotted(&mut self, name: &str) {
        for (index, part) in name.split('.').enumerate() {
            if index > 0 {
                self.push(".");
            }
            if is_plain(part) { self.push(part) } else { self.quoted(part) }
        }
    }

    pub(super) fn quoted(&mut self, name: &str) {
        self.push("`");
        for character in name.chars() {
            match character {
                '`' => self.push("``"),
                // It would stand for itself, unless it is taken for the beginning of `\uXXXX`.
                '\\' => self.escaped(character),
                other => self.letter(other),
            }
        }
        self.push("`");
    }

    pub(super) fn string(&mut self, value: &str) {
        self.push("'");
        let mut before = '\'';
        for character in value.chars() {
            match character {
                '\'' => self.push("\\'"),
                '\\' => self.push("\\\\"),
                '\n' => self.push("\\n"),
                '\r' => self.push("\\r"),
                '\t' => self.push("\\t"),
                // Behind a backslash, whoever decodes `\uXXXX` first would find one here.
                'u' if before == '\\' && self.is_canonical() => self.escaped(character),
                other => self.letter(other),
            }
            before = character;
        }
        self.push("'");
    }

    /// A character of a text or a name that needs no care where the text is for people.
    fn letter(&mut self, character: char) {
        match character {
            ' '..='~' => self.out.push(character),
            _ if self.is_canonical() => self.escaped(character),
            _ => self.out.push(character),
        }
    }

    fn escaped(&mut self, character: char) {
        for unit in character.encode_utf16(&mut [0; 2]) {
            self.push(&format!("\\u{unit:04x}"));
        }
    }
}

fn is_plain(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
