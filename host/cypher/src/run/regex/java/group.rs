//! What stands in parentheses: groups, what is looked for ahead and behind, flags.

use super::{Flag, Java};
use crate::error::Error;
use crate::run::regex::pattern::Pattern;
use crate::run::regex::refusal::{not_a_pattern, unsupported};

impl Java<'_> {
    /// What the parenthesis here opens; nothing where it holds flags alone.
    pub(super) fn group(&mut self) -> Result<Option<Pattern>, Error> {
        self.at += 1;
        let flags = self.flags;
        if self.ahead(0) != Some('?') {
            self.groups += 1;
            let group = self.inner(Some(self.groups), flags)?;
            return Ok(Some(group));
        }
        self.at += 1;
        let look =
            |behind, negated| move |what| Pattern::Look { behind, negated, what: Box::new(what) };
        let group = match (self.ahead(0), self.ahead(1)) {
            (Some(':'), _) => self.opened(1, flags, |inner| inner)?,
            (Some('>'), _) => self.opened(1, flags, |inner| Pattern::Atomic(Box::new(inner)))?,
            (Some('='), _) => self.opened(1, flags, look(false, false))?,
            (Some('!'), _) => self.opened(1, flags, look(false, true))?,
            (Some('<'), Some('=')) => self.opened(2, flags, look(true, false))?,
            (Some('<'), Some('!')) => self.opened(2, flags, look(true, true))?,
            (Some('<'), _) => {
                self.at += 1;
                let name = self.group_name()?;
                self.groups += 1;
                if self.names.insert(name, self.groups).is_some() {
                    return Err(not_a_pattern("two groups in it have one name"));
                }
                self.inner(Some(self.groups), flags)?
            }
            _ => {
                self.switch()?;
                match self.exact() {
                    Some(')') => return Ok(None),
                    Some(':') => self.inner(None, flags)?,
                    _ => {
                        return Err(not_a_pattern(
                            "behind a (? in it stands what has no meaning there",
                        ));
                    }
                }
            }
        };
        Ok(Some(group))
    }

    /// A group whose sign is so many characters long, and what becomes of what is in it.
    fn opened(
        &mut self,
        sign: usize,
        flags: u8,
        wrap: impl FnOnce(Pattern) -> Pattern,
    ) -> Result<Pattern, Error> {
        self.at += sign;
        self.inner(None, flags).map(wrap)
    }

    /// All up to the end of the group, behind which flags are what they were.
    fn inner(&mut self, number: Option<usize>, flags: u8) -> Result<Pattern, Error> {
        let inner = self.deeper(Java::alternatives)?;
        if !self.takes(')') {
            return Err(not_a_pattern("a ( in it has no )"));
        }
        self.flags = flags;
        Ok(match number {
            Some(number) => Pattern::Group(number, Box::new(inner)),
            None => inner,
        })
    }

    /// The name of a group, up to its end.
    pub(super) fn group_name(&mut self) -> Result<String, Error> {
        let mut name = String::new();
        while let Some(char) = self.ahead(0).filter(char::is_ascii_alphanumeric) {
            name.push(char);
            self.at += 1;
        }
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !self.takes('>') {
            return Err(not_a_pattern("the name of a group in it is not of letters and digits"));
        }
        Ok(name)
    }

    /// Switches flags on, and behind a `-` off.
    fn switch(&mut self) -> Result<(), Error> {
        let mut on = true;
        while let Some(char) = self.ahead(0) {
            let flags = match char {
                'i' => Flag::IgnoreCase as u8,
                'd' => Flag::UnixLines as u8,
                'm' => Flag::Multiline as u8,
                's' => Flag::DotAll as u8,
                'u' => Flag::UnicodeCase as u8,
                'x' => Flag::Comments as u8,
                'U' => Flag::UnicodeClasses as u8 | Flag::UnicodeCase as u8,
                'c' => return Err(unsupported("(?c)")),
                '-' if on => {
                    on = false;
                    self.at += 1;
                    continue;
                }
                _ => break,
            };
            self.flags = if on { self.flags | flags } else { self.flags & !flags };
            self.at += 1;
        }
        Ok(())
    }
}
