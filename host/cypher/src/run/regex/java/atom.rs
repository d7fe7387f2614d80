//! Characters that stand for themselves, and what a backslash makes of one.

use std::rc::Rc;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::{Flag, Java};
use crate::error::Error;
use crate::run::regex::fold;
use crate::run::regex::pattern::{Fold, Pattern, Place};
use crate::run::regex::refusal::{not_a_pattern, unsupported};

/// What an escape stands for.
pub(super) enum Escaped {
    /// A character by its number: half of one matches nothing.
    Char(u32),
    Set(Rc<ClassUnicode>),
    Pattern(Pattern),
}

/// The characters between two, by their numbers; halves of characters are none.
pub(super) fn chars(first: u32, last: u32) -> ClassUnicode {
    let first = char::from_u32(first).unwrap_or('\u{e000}');
    let last = char::from_u32(last).unwrap_or('\u{d7ff}');
    let range = (first <= last).then(|| ClassUnicodeRange::new(first, last));
    ClassUnicode::new(range)
}

fn one_of(chars: impl IntoIterator<Item = char>) -> ClassUnicode {
    ClassUnicode::new(chars.into_iter().map(|char| ClassUnicodeRange::new(char, char)))
}

impl Java<'_> {
    /// The last part of a run of characters that stand for themselves; those before it become parts of their own.
    pub(super) fn atom(&mut self, parts: &mut Vec<Pattern>) -> Result<Pattern, Error> {
        let mut run: Vec<u32> = Vec::new();
        while let Some(char) = self.peek() {
            self.meter.tick()?;
            let before = self.at;
            match char {
                '*' | '+' | '?' | '{' if run.len() > 1 => {
                    // Only the last one of a run is repeated, and it is compared as one that stands alone.
                    let last = run.pop();
                    parts.extend(self.literals(&run)?);
                    return self.literal(last.unwrap_or_default(), false);
                }
                '*' | '+' | '?' | '{' | '$' | '.' | '^' | '(' | '[' | '|' | ')' => break,
                '\\' => match self.escape(false)? {
                    Escaped::Char(char) => run.push(char),
                    other if run.is_empty() => return self.escaped(other),
                    _ => {
                        self.at = before;
                        break;
                    }
                },
                char => {
                    self.at += 1;
                    run.push(char.into());
                }
            }
        }
        let mut literals = self.literals(&run)?;
        let last = literals.pop();
        parts.extend(literals);
        Ok(last.unwrap_or_else(Pattern::empty))
    }

    fn escaped(&mut self, escaped: Escaped) -> Result<Pattern, Error> {
        match escaped {
            Escaped::Char(char) => self.literal(char, false),
            Escaped::Set(set) => self.set(set),
            Escaped::Pattern(pattern) => Ok(pattern),
        }
    }

    fn literals(&mut self, run: &[u32]) -> Result<Vec<Pattern>, Error> {
        run.iter().map(|char| self.literal(*char, run.len() > 1)).collect()
    }

    fn literal(&mut self, char: u32, in_run: bool) -> Result<Pattern, Error> {
        let set = self.one(char, in_run)?;
        self.set(Rc::new(set))
    }

    /// A character, with those that differ from it in case alone where that does not matter. One that has no other case
    /// is alike to others within a run only.
    pub(super) fn one(&mut self, char: u32, in_run: bool) -> Result<ClassUnicode, Error> {
        let Some(char) = char::from_u32(char) else { return Ok(ClassUnicode::empty()) };
        Ok(match self.fold() {
            Fold::Exact => one_of([char]),
            Fold::Ascii => one_of([char.to_ascii_lowercase(), char.to_ascii_uppercase()]),
            Fold::Unicode if in_run || fold::upper(char) != fold::folded(char) => {
                let common = fold::folded(char);
                one_of(fold::alike(common).chain([common]))
            }
            Fold::Unicode => one_of([char]),
        })
    }

    /// What a backslash here and what stands behind it mean, in a class or outside.
    pub(super) fn escape(&mut self, in_class: bool) -> Result<Escaped, Error> {
        self.at += 1;
        let Some(char) = self.exact() else {
            return Err(not_a_pattern("it ends in a backslash"));
        };
        if let Some(set) = self.class_escape(char)? {
            return Ok(Escaped::Set(set));
        }
        let number = match char {
            '0' => self.octal()?,
            'x' => self.hexadecimal()?,
            'u' => self.unit()?,
            'c' => match self.next() {
                Some(control) => u32::from(control) ^ 64,
                None => return Err(not_a_pattern("a \\c in it is followed by nothing")),
            },
            't' => 9,
            'n' => 10,
            'f' => 12,
            'r' => 13,
            'a' => 7,
            'e' => 27,
            _ if !char.is_ascii_alphanumeric() => char.into(),
            _ if in_class => return Err(unknown(char)),
            _ => return self.place_or_group(char).map(Escaped::Pattern),
        };
        Ok(Escaped::Char(number))
    }

    /// The characters of a class that an escape names.
    fn class_escape(&mut self, char: char) -> Result<Option<Rc<ClassUnicode>>, Error> {
        let unicode = self.has(Flag::UnicodeClasses);
        let name = match (char, unicode) {
            ('p' | 'P', _) => return self.family(char == 'P').map(Some),
            ('d', false) => "[0-9]",
            ('D', false) => "[^0-9]",
            ('w', false) => "[0-9A-Za-z_]",
            ('W', false) => "[^0-9A-Za-z_]",
            ('s', false) => r"[ \t-\r]",
            ('S', false) => r"[^ \t-\r]",
            ('d', true) => r"\p{Nd}",
            ('D', true) => r"\P{Nd}",
            ('w', true) => r"\w",
            ('W', true) => r"\W",
            ('s', true) => r"\p{White_Space}",
            ('S', true) => r"\P{White_Space}",
            ('h', _) => r"[ \t\xa0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]",
            ('H', _) => r"[^ \t\xa0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]",
            ('v', _) => r"[\n-\r\x85\u2028\u2029]",
            ('V', _) => r"[^\n-\r\x85\u2028\u2029]",
            _ => return Ok(None),
        };
        self.known(name).map(Some)
    }

    fn place_or_group(&mut self, char: char) -> Result<Pattern, Error> {
        let lines = self.lines();
        let unicode = self.has(Flag::UnicodeClasses);
        Ok(Pattern::At(match char {
            'A' => Place::Start,
            'z' => Place::End,
            'Z' => Place::LastLine(lines),
            'G' => Place::LastMatch,
            'b' if self.chars[self.at..].starts_with(&['{', 'g', '}']) => {
                return Err(unsupported(r"\b{g}"));
            }
            'b' | 'B' => Place::Bound { negated: char == 'B', unicode },
            'R' => return self.line_end(),
            'X' => return self.grapheme(),
            'k' => {
                if !self.takes('<') {
                    return Err(not_a_pattern("a \\k in it is followed by no name of a group"));
                }
                let name = self.group_name()?;
                let group = self.names.get(&name).copied();
                let group =
                    group.ok_or_else(|| not_a_pattern(format!("it has no group {name} yet")))?;
                return Ok(Pattern::Refer { group, fold: self.fold() });
            }
            '1'..='9' => return Ok(self.reference(char)),
            'N' if self.ahead(0) == Some('{') => {
                return Err(unsupported("\\N{...}"));
            }
            _ => return Err(unknown(char)),
        }))
    }

    /// A group by its number, which has as many digits as there are groups for.
    fn reference(&mut self, first: char) -> Pattern {
        let mut group = first.to_digit(10).unwrap_or_default() as usize;
        while let Some(digit) = self.ahead(0).and_then(|char| char.to_digit(10)) {
            let longer = group * 10 + digit as usize;
            if longer > self.groups {
                break;
            }
            group = longer;
            self.at += 1;
        }
        Pattern::Refer { group, fold: self.fold() }
    }

    fn line_end(&mut self) -> Result<Pattern, Error> {
        let both = Pattern::Sequence(vec![self.literal(13, false)?, self.literal(10, false)?]);
        let one = self.known(r"[\n-\r\x85\u2028\u2029]")?;
        Ok(Pattern::Alternatives(vec![both, self.set(one)?]))
    }

    fn octal(&mut self) -> Result<u32, Error> {
        let digit = |java: &Self| java.ahead(0).and_then(|char| char.to_digit(8));
        let Some(mut number) = digit(self) else {
            return Err(not_a_pattern("a \\0 in it is followed by no octal number"));
        };
        self.at += 1;
        let most = if number <= 3 { 2 } else { 1 };
        for _ in 0..most {
            let Some(digit) = digit(self) else { break };
            number = number * 8 + digit;
            self.at += 1;
        }
        Ok(number)
    }

    /// What stands behind `\x`: two digits, or any number of them in braces.
    fn hexadecimal(&mut self) -> Result<u32, Error> {
        if self.ahead(0) != Some('{') {
            return self.digits(2);
        }
        self.at += 1;
        let (mut number, begun) = (0u32, self.at);
        while let Some(digit) = self.ahead(0).and_then(|char| char.to_digit(16)) {
            number = number * 16 + digit;
            self.at += 1;
            if number > u32::from(char::MAX) {
                return Err(not_a_pattern("a \\x{...} in it is no character's number"));
            }
        }
        if self.at == begun || self.exact() != Some('}') {
            return Err(not_a_pattern("a \\x{...} in it is no hexadecimal number"));
        }
        Ok(number)
    }

    /// What stands behind `\u`: one unit of UTF-16, or two that are one character.
    fn unit(&mut self) -> Result<u32, Error> {
        let first = self.digits(4)?;
        let before = self.at;
        if (0xd800..0xdc00).contains(&first)
            && self.exact() == Some('\\')
            && self.exact() == Some('u')
        {
            let second = self.digits(4)?;
            if (0xdc00..0xe000).contains(&second) {
                return Ok(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            }
        }
        self.at = before;
        Ok(first)
    }

    fn digits(&mut self, count: usize) -> Result<u32, Error> {
        let mut number = 0;
        for _ in 0..count {
            let digit = self.exact().and_then(|char| char.to_digit(16));
            let digit = digit
                .ok_or_else(|| not_a_pattern("an escape in it has too few hexadecimal digits"))?;
            number = number * 16 + digit;
        }
        Ok(number)
    }
}

fn unknown(char: char) -> Error {
    not_a_pattern(format!("\\{char} has no meaning in it"))
}
