//! What is written letter by letter: names, texts and columns, for people or in the canonical form, in which two
//! readers that disagree about escapes, comments, white space or keywords still read the same.

use crate::error::{Error, Span};
use crate::meter::{Meter, Parts};
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

/// Where in a text something begins, and where it stood in the text of its author.
pub(super) type Places = Vec<(u32, Span)>;

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
    places: Places,
    /// How many queries the printer is inside of.
    depth: u32,
    meter: &'t Meter,
    /// What text and places take.
    parts: Parts,
    /// Why the rest is not written.
    error: Option<Error>,
}

impl Canonical<'_> {
    /// Whether there are time and room for so many bytes more, where what holds them may have grown to twice their
    /// number.
    fn may_write(&mut self, bytes: usize) -> bool {
        if self.error.is_none() {
            let counted = self.meter.tick().and_then(|()| self.meter.read(bytes));
            self.error = counted.and_then(|()| self.parts.take(self.meter, 2 * bytes)).err();
        }
        self.error.is_none()
    }
}

impl<'t> Printer<'t> {
    pub(super) fn canonical(author: &'t str, meter: &'t Meter) -> Printer<'t> {
        let (places, parts) = Default::default();
        let canonical = Canonical { author, places, depth: 0, meter, parts, error: None };
        Printer { out: String::new(), canonical: Some(canonical) }
    }

    /// The text and its places, and what they take.
    pub(super) fn finish(self) -> Result<(String, Places, Parts), Error> {
        match self.canonical {
            Some(Canonical { error: Some(error), .. }) => Err(error),
            Some(Canonical { places, parts, .. }) => Ok((self.out, places, parts)),
            None => Ok((self.out, Places::new(), Parts::default())),
        }
    }

    pub(super) fn is_canonical(&self) -> bool {
        self.canonical.is_some()
    }

    pub(super) fn push(&mut self, text: &str) {
        if self.canonical.as_mut().is_none_or(|canonical| canonical.may_write(text.len())) {
            self.out.push_str(text);
        }
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
        if let Some(canonical) = &mut self.canonical
            && canonical.may_write(size_of::<(u32, Span)>())
        {
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
            '\0'..' ' | '\x7f'.. if self.is_canonical() => self.escaped(character),
            _ => self.push(character.encode_utf8(&mut [0; 4])),
        }
    }

    fn escaped(&mut self, character: char) {
        for unit in character.encode_utf16(&mut [0; 2]) {
            let digit = |of: u16| char::from_digit(u32::from(of & 15), 16).unwrap_or_default();
            let digits = [12, 8, 4, 0].map(|by| digit(*unit >> by));
            self.push("\\u");
            digits.iter().for_each(|digit| self.push(digit.encode_utf8(&mut [0; 4])));
        }
    }
}

fn is_plain(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
