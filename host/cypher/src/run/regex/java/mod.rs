//! Reads a pattern as Java's `java.util.regex.Pattern` does, which is what a server asks: its classes are ASCII's unless
//! `(?U)` is said, case matters to ASCII's letters alone unless `(?u)` is, a line ends in any of Unicode's ways.

mod atom;
mod class;
mod grapheme;
mod group;
mod property;
mod quotes;
mod reader;

use std::rc::Rc;

use hashbrown::HashMap;
use regex_syntax::hir::ClassUnicode;

use super::pattern::{Fold, Lines, Pattern, Place};
use super::refusal::{LARGEST, not_a_pattern, too_complex};
use crate::error::Error;
use crate::meter::Meter;
use quotes::without_quotes;

/// How deeply groups and classes may lie in each other.
const DEEPEST: usize = 200;

/// A pattern with what there is to know of its groups.
pub(super) struct Understood {
    pub pattern: Pattern,
    /// How many groups there are.
    pub groups: usize,
    /// The numbers of those that have names.
    pub names: HashMap<String, usize>,
}

/// Reads a pattern.
pub(super) fn understand(pattern: &str, meter: &Meter) -> Result<Understood, Error> {
    let mut java = Java {
        chars: without_quotes(pattern),
        at: 0,
        flags: 0,
        groups: 0,
        names: HashMap::new(),
        known: HashMap::new(),
        depth: 0,
        bytes: 0,
        meter,
    };
    let pattern = java.alternatives()?;
    match java.peek() {
        None => Ok(Understood { pattern, groups: java.groups, names: java.names }),
        _ => Err(not_a_pattern("a ) in it closes nothing")),
    }
}

/// What `(?...)` switches on and off.
#[derive(Clone, Copy)]
enum Flag {
    IgnoreCase = 1,
    UnixLines = 2,
    Multiline = 4,
    DotAll = 8,
    UnicodeCase = 16,
    Comments = 32,
    UnicodeClasses = 64,
}

/// A pattern that is read.
struct Java<'m> {
    chars: Vec<char>,
    at: usize,
    /// Those [`Flag`]s that are on.
    flags: u8,
    /// How many groups were opened.
    groups: usize,
    names: HashMap<String, usize>,
    /// Classes that were looked up by name.
    known: HashMap<String, Rc<ClassUnicode>>,
    depth: usize,
    /// What the classes take.
    bytes: usize,
    meter: &'m Meter,
}

impl Java<'_> {
    fn has(&self, flag: Flag) -> bool {
        self.flags & flag as u8 != 0
    }

    fn fold(&self) -> Fold {
        match (self.has(Flag::IgnoreCase), self.has(Flag::UnicodeCase)) {
            (false, _) => Fold::Exact,
            (true, false) => Fold::Ascii,
            (true, true) => Fold::Unicode,
        }
    }

    fn lines(&self) -> Lines {
        if self.has(Flag::UnixLines) { Lines::Unix } else { Lines::Any }
    }

    /// What is read one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_complex("its groups lie in each other too deeply"));
        }
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    /// A class that becomes part of the pattern, as often as it stands there.
    fn set(&mut self, set: Rc<ClassUnicode>) -> Result<Pattern, Error> {
        self.bytes += size_of_val(set.ranges());
        if self.bytes > LARGEST {
            return Err(too_complex("its classes have too many characters"));
        }
        Ok(Pattern::Set(set))
    }

    /// All up to the end, or to the end of the group.
    fn alternatives(&mut self) -> Result<Pattern, Error> {
        let mut ways = vec![self.sequence()?];
        while self.takes('|') {
            ways.push(self.sequence()?);
        }
        Ok(if ways.len() > 1 { Pattern::Alternatives(ways) } else { ways.remove(0) })
    }

    fn sequence(&mut self) -> Result<Pattern, Error> {
        let mut parts = Vec::new();
        loop {
            self.meter.tick()?;
            let part = match self.peek() {
                None | Some('|' | ')') => return Ok(Pattern::Sequence(parts)),
                Some('(') => match self.group()? {
                    Some(group) => group,
                    // Flags alone, which nothing repeats.
                    None => continue,
                },
                Some('[') => {
                    self.at += 1;
                    let class = self.class(true)?;
                    self.set(Rc::new(class))?
                }
                Some('^') => self.place(|lines, multiline| match multiline {
                    true => Place::StartOfLine(lines),
                    false => Place::Start,
                }),
                Some('$') => self.place(|lines, multiline| match multiline {
                    true => Place::EndOfLine(lines),
                    false => Place::LastLine(lines),
                }),
                Some('.') => self.dot()?,
                Some(dangling @ ('?' | '*' | '+')) => {
                    return Err(not_a_pattern(format!("a {dangling} in it repeats nothing")));
                }
                // Repeats what stands before it, which is nothing.
                Some('{') => Pattern::empty(),
                Some(_) => self.atom(&mut parts)?,
            };
            let part = self.repeated(part)?;
            parts.push(part);
        }
    }

    fn place(&mut self, place: impl FnOnce(Lines, bool) -> Place) -> Pattern {
        self.at += 1;
        Pattern::At(place(self.lines(), self.has(Flag::Multiline)))
    }

    fn dot(&mut self) -> Result<Pattern, Error> {
        self.at += 1;
        let name = match (self.has(Flag::DotAll), self.lines()) {
            (true, _) => r"[\s\S]",
            (false, Lines::Unix) => r"[^\n]",
            (false, Lines::Any) => r"[^\n\r\x{85}\x{2028}\x{2029}]",
        };
        let set = self.known(name)?;
        self.set(set)
    }

    /// A part as often as what stands behind it says.
    fn repeated(&mut self, what: Pattern) -> Result<Pattern, Error> {
        let (least, most) = match self.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => self.counts()?,
            _ => return Ok(what),
        };
        self.at += 1;
        let greedy = !self.takes('?');
        let repeat = Pattern::Repeat { what: Box::new(what), least, most, greedy };
        // As often as it goes, and nothing is given back.
        Ok(if greedy && self.takes('+') { Pattern::Atomic(Box::new(repeat)) } else { repeat })
    }

    /// How often, as `{2}`, `{2,}` or `{2,3}` tell it; all is taken but the last brace.
    fn counts(&mut self) -> Result<(u32, Option<u32>), Error> {
        self.at += 1;
        if !self.ahead(0).is_some_and(|char| char.is_ascii_digit()) {
            return Err(not_a_pattern(
                "a { in it is followed by no number; write \\{ for the character itself",
            ));
        }
        let least = self.count()?;
        let most = match self.ahead(0) {
            Some(',') => {
                self.at += 1;
                let ends = self.ahead(0) == Some('}');
                if ends { None } else { Some(self.count()?) }
            }
            _ => Some(least),
        };
        if self.ahead(0) != Some('}') {
            return Err(not_a_pattern("a { in it has no }"));
        }
        if most.is_some_and(|most| most < least) {
            return Err(not_a_pattern("it repeats at least more often than at most"));
        }
        Ok((least, most))
    }

    fn count(&mut self) -> Result<u32, Error> {
        let mut count = 0u32;
        while let Some(digit) = self.ahead(0).and_then(|char| char.to_digit(10)) {
            self.at += 1;
            let more = count.checked_mul(10).and_then(|count| count.checked_add(digit));
            let more = more.filter(|count| *count <= i32::MAX.unsigned_abs());
            count = more.ok_or_else(|| not_a_pattern("it repeats more often than can be said"))?;
        }
        Ok(count)
    }
}
