//! The characters of a pattern, one after the other; where a pattern may have comments they are passed over.

use super::{Flag, Java};

impl Java<'_> {
    /// The next character that means something.
    pub(super) fn peek(&mut self) -> Option<char> {
        while self.has(Flag::Comments) {
            match self.ahead(0) {
                Some(char) if is_space(char) => self.at += 1,
                Some('#') => self.pass_line(),
                _ => break,
            }
        }
        self.ahead(0)
    }

    /// Takes the next character that means something.
    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Takes the next character if it is this one.
    pub(super) fn takes(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    /// The character that stands so far behind, whether or not it means anything.
    pub(super) fn ahead(&self, far: usize) -> Option<char> {
        self.chars.get(self.at + far).copied()
    }

    /// Takes the character right here, whether or not it means anything.
    pub(super) fn exact(&mut self) -> Option<char> {
        let next = self.ahead(0);
        self.at += usize::from(next.is_some());
        next
    }

    fn pass_line(&mut self) {
        let lines = self.lines();
        while let Some(char) = self.exact() {
            if lines.end(char) {
                break;
            }
        }
    }
}

fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\t'..='\r')
}
