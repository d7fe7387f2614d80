//! Matching by trying: the ways that were not taken wait on a stack, and whatever is tried is a step of the meter.
//! So it may take as long as the query may, and no longer, and its stack holds what the query may hold.

use fancy_regex::Assertion;

use super::program::{Program, Step};
use crate::error::Error;
use crate::meter::Meter;
use crate::run::buffer::Charged;

/// Where no place is remembered.
const NOWHERE: usize = usize::MAX;

/// What is done when something came to nothing.
#[derive(Clone, Copy, Debug)]
enum Undo {
    /// Goes on with this step at this place.
    Try { step: usize, at: usize },
    /// Puts back what was remembered before.
    Restore { save: usize, place: usize },
}

/// A program on its way through a text.
pub(super) struct Attempt<'a> {
    steps: &'a [Step],
    text: &'a str,
    meter: &'a Meter,
    saves: Vec<usize>,
    stack: Charged<Undo>,
}

/// Whether all of a text matches.
pub(super) fn matches(meter: &Meter, program: &Program, text: &str) -> Result<bool, Error> {
    let mut attempt = Attempt::new(meter, program, text);
    Ok(attempt.run(0, 0, Some(text.len()))?.is_some())
}

impl<'a> Attempt<'a> {
    /// Nothing matched yet.
    pub fn new(meter: &'a Meter, program: &'a Program, text: &'a str) -> Attempt<'a> {
        let (saves, stack) = (vec![NOWHERE; program.saves], Charged::default());
        Attempt { steps: &program.steps, text, meter, saves, stack }
    }

    /// The first match that begins here or behind: where it begins and ends.
    pub fn find(&mut self, from: usize) -> Result<Option<(usize, usize)>, Error> {
        self.meter.spend(self.saves.len())?;
        self.saves.fill(NOWHERE);
        self.stack.truncate(0);
        let mut at = from;
        loop {
            if let Some(end) = self.run(0, at, None)? {
                return Ok(Some((at, end)));
            }
            // What an attempt that came to nothing has remembered is taken back.
            let Some(skipped) = self.text[at..].chars().next() else { return Ok(None) };
            at += skipped.len_utf8();
        }
    }

    /// What a group has matched; nothing where it took no part.
    pub fn group(&self, number: usize) -> &'a str {
        let place = |save: usize| self.saves.get(save).copied().unwrap_or(NOWHERE);
        self.text.get(place(2 * number)..place(2 * number + 1)).unwrap_or_default()
    }

    /// From a step and a place to a `Done`, at this end where one is given; where that was.
    fn run(&mut self, step: usize, at: usize, end: Option<usize>) -> Result<Option<usize>, Error> {
        let bottom = self.stack.len();
        let mut now = Some((step, at));
        loop {
            self.meter.tick()?;
            let Some((step, at)) = now.or_else(|| self.back(bottom)) else { return Ok(None) };
            now = match &self.steps[step] {
                Step::Done if end.is_none_or(|end| end == at) => return Ok(Some(at)),
                Step::Done => None,
                _ => self.take(step, at)?,
            };
        }
    }

    /// One step at a place: which one is next, and where; nothing where it came to nothing.
    fn take(&mut self, step: usize, at: usize) -> Result<Option<(usize, usize)>, Error> {
        let rest = &self.text[at..];
        let next = step + 1;
        let over = |goes: bool, length: usize| goes.then_some((next, at + length));
        let char = rest.chars().next();
        let one = |goes: &dyn Fn(char) -> bool| {
            char.filter(|char| goes(*char)).map(|char| (next, at + char.len_utf8()))
        };
        let steps = self.steps;
        Ok(match &steps[step] {
            Step::Char(expected) => one(&|char| char == *expected),
            Step::Folded(expected) => one(&|char| folded_equal(char, *expected)),
            Step::Class(ranges) => one(&|char| {
                let before = ranges.partition_point(|(_, last)| *last < char);
                ranges.get(before).is_some_and(|(first, _)| *first <= char)
            }),
            Step::Any { newline } => one(&|char| *newline || !ends_line(char)),
            Step::Newline if rest.starts_with("\r\n") => over(true, 2),
            Step::Newline => {
                one(&|char| matches!(char, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}'))
            }
            Step::Refer { group, folded } => self.refer(*group, *folded, at)?.map(|at| (next, at)),
            Step::Assert(assertion) => over(holds(*assertion, self.text, at), 0),
            Step::Save(save) => {
                let place = std::mem::replace(&mut self.saves[*save], at);
                self.stack.push(Undo::Restore { save: *save, place }, self.meter)?;
                over(true, 0)
            }
            Step::Split(first, second) => {
                self.stack.push(Undo::Try { step: *second, at }, self.meter)?;
                Some((*first, at))
            }
            Step::Jump(to) => Some((*to, at)),
            Step::Again { begun, .. } if self.saves[*begun] == at => over(true, 0),
            Step::Again { from, .. } => Some((*from, at)),
            Step::Ahead { negated, end } => {
                let bottom = self.stack.len();
                let found = self.run(next, at, None)?.is_some();
                self.leave(bottom, found && !negated)?;
                (found != *negated).then_some((*end, at))
            }
            Step::Behind { negated, longest, end } => {
                let bottom = self.stack.len();
                let found = self.behind(next, at, *longest)?;
                self.leave(bottom, found && !negated)?;
                (found != *negated).then_some((*end, at))
            }
            Step::Atomic { end } => {
                let bottom = self.stack.len();
                let reached = self.run(next, at, None)?;
                self.leave(bottom, true)?;
                reached.map(|at| (*end, at))
            }
            Step::Done => None,
        })
    }

    /// Whether something matches that ends here, from the nearest beginning to the farthest.
    fn behind(&mut self, step: usize, at: usize, longest: usize) -> Result<bool, Error> {
        let mut from = at;
        for _ in 0..=longest {
            if self.run(step, from, Some(at))?.is_some() {
                return Ok(true);
            }
            let Some(before) = self.text[..from].chars().next_back() else { break };
            from -= before.len_utf8();
        }
        Ok(false)
    }

    /// Where what a group has matched ends, if it stands here again.
    fn refer(&self, group: usize, folded: bool, at: usize) -> Result<Option<usize>, Error> {
        let place = |save: usize| self.saves.get(save).copied().filter(|place| *place != NOWHERE);
        let (Some(from), Some(to)) = (place(2 * group), place(2 * group + 1)) else {
            return Ok(None);
        };
        let (Some(matched), rest) = (self.text.get(from..to), &self.text[at..]) else {
            return Ok(None);
        };
        if !folded {
            self.meter.read(matched.len())?;
            return Ok(rest.starts_with(matched).then_some(at + matched.len()));
        }
        let mut chars = rest.chars();
        for expected in matched.chars() {
            self.meter.tick()?;
            if !chars.next().is_some_and(|char| folded_equal(char, expected)) {
                return Ok(None);
            }
        }
        Ok(Some(self.text.len() - chars.as_str().len()))
    }

    /// Takes back what was done since the stack was so high, up to the last way that was not tried.
    fn back(&mut self, bottom: usize) -> Option<(usize, usize)> {
        while self.stack.len() > bottom {
            match self.stack.pop()? {
                Undo::Try { step, at } => return Some((step, at)),
                Undo::Restore { save, place } => self.saves[save] = place,
            }
        }
        None
    }

    /// Tries no other way since the stack was so high; what was remembered since then stays, or is put back.
    fn leave(&mut self, bottom: usize, stays: bool) -> Result<(), Error> {
        self.meter.spend(self.stack.len() - bottom)?;
        if !stays {
            while self.back(bottom).is_some() {}
            return Ok(());
        }
        let mut height = bottom;
        let stack = self.stack.as_mut_slice();
        for at in bottom..stack.len() {
            if let Undo::Restore { .. } = stack[at] {
                stack[height] = stack[at];
                height += 1;
            }
        }
        self.stack.truncate(height);
        Ok(())
    }
}

/// Whether a character ends a line, as Java has it.
fn ends_line(char: char) -> bool {
    matches!(char, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a line ends between the two.
fn at_end_of_line(before: &str, after: &str) -> bool {
    after.is_empty()
        || after.starts_with(ends_line) && !(before.ends_with('\r') && after.starts_with('\n'))
}

fn folded_equal(a: char, b: char) -> bool {
    a == b || a.to_lowercase().eq(b.to_lowercase()) || a.to_uppercase().eq(b.to_uppercase())
}

/// Whether a place is such a one. Words are ASCII's, as Java has them.
fn holds(assertion: Assertion, text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    let word =
        |char: Option<char>| char.is_some_and(|char| char.is_ascii_alphanumeric() || char == '_');
    let bounds = || word(before.chars().next_back()) != word(after.chars().next());
    match assertion {
        Assertion::StartText => before.is_empty(),
        // Java's `$`, before the end of the last line as well; its `\z` is translated.
        Assertion::EndText | Assertion::EndTextIgnoreTrailingNewlines { .. } => {
            at_end_of_line(before, after)
                && (after.len() <= 1 || after == "\r\n" || after.chars().nth(1).is_none())
        }
        Assertion::StartLine { .. } | Assertion::StartLineOniguruma { .. } => {
            before.is_empty()
                || !after.is_empty()
                    && before.ends_with(ends_line)
                    && !(before.ends_with('\r') && after.starts_with('\n'))
        }
        Assertion::EndLine { .. } => at_end_of_line(before, after),
        Assertion::WordBoundary => bounds(),
        Assertion::NotWordBoundary => !bounds(),
        Assertion::LeftWordBoundary => bounds() && word(after.chars().next()),
        Assertion::RightWordBoundary => bounds() && !word(after.chars().next()),
        Assertion::LeftWordHalfBoundary => !word(before.chars().next_back()),
        Assertion::RightWordHalfBoundary => !word(after.chars().next()),
    }
}
