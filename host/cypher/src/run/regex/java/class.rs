//! What stands in brackets. All up to `&&` is joined, what stands behind it is a class of its own, and both are met.

use regex_syntax::hir::ClassUnicode;

use super::Java;
use super::atom::{Escaped, chars};
use crate::error::Error;
use crate::run::regex::fold;
use crate::run::regex::pattern::Fold;
use crate::run::regex::refusal::not_a_pattern;

/// A class as far as it was read. An `&&` with nothing behind it meets all with what came last, and characters that stand
/// alone are gathered apart from what has more: both show in what comes out.
#[derive(Default)]
struct Unfinished {
    all: Option<ClassUnicode>,
    /// What came last, where that was no character of Latin-1 that stands alone.
    last: Option<ClassUnicode>,
    /// Those characters.
    alone: Option<ClassUnicode>,
    /// Whether some of them are not in `all` yet.
    has_more: bool,
}

/// What a class is made of.
enum Item {
    Alone(ClassUnicode),
    More(ClassUnicode),
}

impl Unfinished {
    fn is_empty(&self) -> bool {
        self.all.is_none() && !self.has_more
    }

    fn add(&mut self, item: Item) {
        match item {
            Item::Alone(char) => {
                join(&mut self.alone, &char);
                (self.has_more, self.last) = (true, None);
            }
            Item::More(class) => {
                join(&mut self.all, &class);
                self.last = Some(class);
            }
        }
    }

    /// Keeps what is in this as well.
    fn meet(&mut self, right: Option<ClassUnicode>) -> Result<(), Error> {
        if self.all.is_none() && self.has_more {
            self.last.clone_from(&self.alone);
        }
        self.gather();
        self.last = right.or(self.last.take());
        let last =
            self.last.as_ref().ok_or_else(|| not_a_pattern("an && in it has nothing beside it"))?;
        match &mut self.all {
            Some(all) => all.intersect(last),
            None => self.all = Some(last.clone()),
        }
        Ok(())
    }

    fn gather(&mut self) {
        if let Some(alone) = self.alone.as_ref().filter(|_| self.has_more) {
            join(&mut self.all, alone);
        }
        self.has_more = false;
    }

    fn finish(mut self) -> ClassUnicode {
        self.gather();
        self.all.unwrap_or_else(ClassUnicode::empty)
    }
}

fn join(all: &mut Option<ClassUnicode>, class: &ClassUnicode) {
    match all {
        Some(all) => all.union(class),
        None => *all = Some(class.clone()),
    }
}

impl Java<'_> {
    /// A class from behind its bracket on, which is the right side of an `&&` if it does not close itself.
    pub(super) fn class(&mut self, closes: bool) -> Result<ClassUnicode, Error> {
        self.deeper(|java| java.class_inner(closes))
    }

    fn class_inner(&mut self, closes: bool) -> Result<ClassUnicode, Error> {
        let negated = closes && self.ahead(0) == Some('^');
        self.at += usize::from(negated);
        let mut class = Unfinished::default();
        loop {
            self.meter.spend(1 + class.all.as_ref().map_or(0, |all| all.ranges().len() / 16))?;
            match self.peek() {
                None => return Err(not_a_pattern("a [ in it has no ]")),
                Some(']') if !class.is_empty() => break,
                Some('[') => {
                    self.at += 1;
                    class.add(Item::More(self.class(true)?));
                }
                Some('&') if self.ahead(1) == Some('&') => {
                    self.at += 2;
                    let right = self.right_side()?;
                    class.meet(right)?;
                }
                Some(_) => class.add(self.item()?),
            }
        }
        self.at += usize::from(closes);
        let mut class = class.finish();
        if negated {
            class.negate();
        }
        Ok(class)
    }

    /// What stands behind an `&&`, if anything.
    fn right_side(&mut self) -> Result<Option<ClassUnicode>, Error> {
        let mut right = None;
        loop {
            let more = match self.peek() {
                None => return Err(not_a_pattern("a [ in it has no ]")),
                Some(']' | '&') => return Ok(right),
                Some('[') => {
                    self.at += 1;
                    self.class(true)?
                }
                Some(_) => self.class(false)?,
            };
            join(&mut right, &more);
        }
    }

    /// A character, a class that an escape names, or all between two characters.
    fn item(&mut self) -> Result<Item, Error> {
        let first = match self.character(true)? {
            Ok(char) => char,
            Err(set) => return Ok(Item::More(set)),
        };
        let is_range = self.peek() == Some('-') && !matches!(self.ahead(1), Some('[' | ']'));
        if !is_range {
            let class = self.one(first, false)?;
            // These have others beyond Latin-1 that differ from them in case alone.
            let reach_further = matches!(
                char::from_u32(first),
                Some('\u{ff}' | '\u{b5}' | 'I' | 'i' | 'S' | 's' | 'K' | 'k' | '\u{c5}' | '\u{e5}')
            );
            let alone = first < 256 && !(reach_further && self.fold() == Fold::Unicode);
            return Ok(if alone { Item::Alone(class) } else { Item::More(class) });
        }
        self.at += 1;
        let last = self.character(false)?.ok().filter(|last| *last >= first);
        let last = last.ok_or_else(|| not_a_pattern("a range in it ends before it begins"))?;
        self.range(first, last).map(Item::More)
    }

    /// All between two characters, by their numbers.
    fn range(&mut self, first: u32, last: u32) -> Result<ClassUnicode, Error> {
        let mut class = chars(first, last);
        match (self.fold(), char::from_u32(first), char::from_u32(last)) {
            (Fold::Unicode, Some(first), Some(last)) => {
                self.meter.spend(fold::STEPS)?;
                class = fold::range(first, last);
            }
            (Fold::Ascii, ..) => {
                for (from, to) in [('a', 'A'), ('A', 'a')] {
                    let (from, to) = (u32::from(from), u32::from(to));
                    let (low, high) = (first.max(from), last.min(from + 25));
                    if low <= high {
                        class.union(&chars(low - from + to, high - from + to));
                    }
                }
            }
            _ => {}
        }
        Ok(class)
    }

    /// A character by its number, or the class that stands in its place.
    fn character(&mut self, may_be_class: bool) -> Result<Result<u32, ClassUnicode>, Error> {
        if self.peek() != Some('\\') {
            let char = self.next().ok_or_else(|| not_a_pattern("a [ in it has no ]"))?;
            return Ok(Ok(char.into()));
        }
        // A `\v` at an end of a range is the one character that it was before it was a class.
        if self.ahead(1) == Some('v') && (!may_be_class || self.ahead(2) == Some('-')) {
            self.at += 2;
            return Ok(Ok(0x0b));
        }
        match self.escape(true)? {
            Escaped::Char(char) => Ok(Ok(char)),
            Escaped::Set(set) if may_be_class => Ok(Err((*set).clone())),
            _ => Err(not_a_pattern("a range in it ends in what is no character")),
        }
    }
}
