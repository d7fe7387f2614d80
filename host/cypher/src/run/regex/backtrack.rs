//! Matching by trying: the ways that were not taken wait on a stack, and whatever is tried is a step of the meter.
//! So it may take as long as the query may, and no longer, and its stack holds what the query may hold.

use super::fold::{lower, upper};
use super::pattern::Fold;
use super::place::is_at;
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
    /// Where the last match ended.
    last: usize,
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
        Attempt { steps: &program.steps, text, meter, saves, stack, last: 0 }
    }

    /// The first match that begins here or behind: where it begins and ends.
    pub fn find(&mut self, from: usize) -> Result<Option<(usize, usize)>, Error> {
        self.meter.spend(self.saves.len())?;
        self.saves.fill(NOWHERE);
        self.stack.truncate(0);
        let mut at = from;
        loop {
            if let Some(end) = self.run(0, at, None)? {
                self.last = end;
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
            Step::Class(ranges) => one(&|char| {
                let before = ranges.partition_point(|(_, last)| *last < char);
                ranges.get(before).is_some_and(|(first, _)| *first <= char)
            }),
            Step::Refer { group, fold } => self.refer(*group, *fold, at)?.map(|at| (next, at)),
            Step::At(place) => over(is_at(*place, self.text, at, self.last), 0),
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
    fn behind(&mut self, step: usize, at: usize, longest: Option<usize>) -> Result<bool, Error> {
        let mut from = at;
        for _ in 0..=longest.unwrap_or(self.text.len()) {
            if self.run(step, from, Some(at))?.is_some() {
                return Ok(true);
            }
            let Some(before) = self.text[..from].chars().next_back() else { break };
            from -= before.len_utf8();
        }
        Ok(false)
    }

    /// Where what a group has matched ends, if it stands here again.
    fn refer(&self, group: usize, fold: Fold, at: usize) -> Result<Option<usize>, Error> {
        let place = |save: usize| self.saves.get(save).copied().filter(|place| *place != NOWHERE);
        let (Some(from), Some(to)) = (place(2 * group), place(2 * group + 1)) else {
            return Ok(None);
        };
        let (Some(matched), rest) = (self.text.get(from..to), &self.text[at..]) else {
            return Ok(None);
        };
        if fold == Fold::Exact {
            self.meter.read(matched.len())?;
            return Ok(rest.starts_with(matched).then_some(at + matched.len()));
        }
        let mut chars = rest.chars();
        for expected in matched.chars() {
            self.meter.tick()?;
            if !chars.next().is_some_and(|char| are_alike(fold, char, expected)) {
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

fn are_alike(fold: Fold, a: char, b: char) -> bool {
    match fold {
        Fold::Exact => a == b,
        Fold::Ascii => a.eq_ignore_ascii_case(&b),
        Fold::Unicode => {
            let (a, b) = (upper(a), upper(b));
            a == b || lower(a) == lower(b)
        }
    }
}
