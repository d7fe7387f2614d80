//! What a pattern becomes that no automaton can match: instructions for the backtracking matcher next door. A
//! repetition is written out as often as it must be, so a program is bounded in instructions and in bytes.

use hashbrown::HashMap;

use super::java::Understood;
use super::pattern::{Fold, Pattern, Place};
use super::refusal::{LARGEST, not_a_pattern, too_complex};
use crate::error::Error;
use crate::meter::Meter;

/// How many instructions a program may have.
const LONGEST: usize = 1 << 13;

/// One instruction. Where nothing else is said the next one follows.
pub(super) enum Step {
    /// Goes over this character.
    Char(char),
    /// Goes over a character of these ranges, which are sorted.
    Class(Box<[(char, char)]>),
    /// Goes over what a group has matched.
    Refer {
        group: usize,
        fold: Fold,
    },
    /// Goes on only at such a place.
    At(Place),
    /// Remembers the place.
    Save(usize),
    /// Goes on at the first, and where that comes to nothing at the second.
    Split(usize, usize),
    Jump(usize),
    /// Ends a round of a loop: back to its beginning, or on where the round has matched nothing.
    Again {
        begun: usize,
        from: usize,
    },
    /// Goes on at `end` if what follows up to there matches here, or does not: looking changes no place.
    Ahead {
        negated: bool,
        end: usize,
    },
    /// The same for what ends here, and is so many characters long at the most where that is known.
    Behind {
        negated: bool,
        longest: Option<usize>,
        end: usize,
    },
    /// What follows up to `end` matches in one way only.
    Atomic {
        end: usize,
    },
    /// All has matched that was to match.
    Done,
}

/// A pattern as instructions.
#[derive(Default)]
pub(super) struct Program {
    pub steps: Vec<Step>,
    /// How many places are remembered. Those of a group are at twice its number and behind that.
    pub saves: usize,
    /// What it takes, about.
    pub bytes: usize,
    /// The numbers of the groups that have names.
    pub names: HashMap<String, usize>,
    groups: usize,
}

impl Program {
    pub fn new(understood: &Understood, meter: &Meter) -> Result<Program, Error> {
        let names = understood.names.clone();
        let bytes = names.keys().map(|name| size_of::<(String, usize)>() + name.len()).sum();
        let groups = understood.groups;
        let mut program =
            Program { saves: 2 * (groups + 1), names, bytes, groups, steps: Vec::new() };
        program.add(&understood.pattern, meter)?;
        program.push(Step::Done)?;
        Ok(program)
    }

    /// How many groups there are.
    pub fn groups(&self) -> usize {
        self.groups
    }

    fn push(&mut self, step: Step) -> Result<usize, Error> {
        if let Step::Class(ranges) = &step {
            self.bytes += size_of_val(&**ranges);
        }
        self.bytes += size_of::<Step>();
        if self.steps.len() >= LONGEST || self.bytes > LARGEST {
            return Err(too_complex("it repeats too much"));
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    fn add(&mut self, pattern: &Pattern, meter: &Meter) -> Result<(), Error> {
        meter.tick()?;
        match pattern {
            Pattern::Set(set) => {
                let mut ranges = set.iter().map(|range| (range.start(), range.end()));
                let step = match (ranges.next(), ranges.next()) {
                    (Some((first, last)), None) if first == last => Step::Char(first),
                    _ => {
                        Step::Class(set.iter().map(|range| (range.start(), range.end())).collect())
                    }
                };
                self.push(step)?;
            }
            Pattern::Sequence(parts) => parts.iter().try_for_each(|part| self.add(part, meter))?,
            Pattern::Alternatives(ways) => self.alternatives(ways, meter)?,
            Pattern::Group(number, inner) => {
                self.push(Step::Save(2 * number))?;
                self.add(inner, meter)?;
                self.push(Step::Save(2 * number + 1))?;
            }
            Pattern::Repeat { what, least, most, greedy } => {
                self.repeat(what, (*least, *most), *greedy, meter)?;
            }
            Pattern::Atomic(inner) => {
                self.within(|program| program.add(inner, meter), |end| Step::Atomic { end })?;
            }
            Pattern::Look { behind, negated, what } => {
                self.look(what, (*behind, *negated), meter)?
            }
            Pattern::Refer { group, fold } if *group <= self.groups => {
                self.push(Step::Refer { group: *group, fold: *fold })?;
            }
            Pattern::Refer { .. } => drop(self.push(Step::Class(Box::default()))?),
            Pattern::At(place) => drop(self.push(Step::At(*place))?),
        }
        Ok(())
    }

    fn alternatives(&mut self, ways: &[Pattern], meter: &Meter) -> Result<(), Error> {
        let mut jumps = Vec::with_capacity(ways.len());
        for (at, way) in ways.iter().enumerate() {
            if at + 1 == ways.len() {
                self.add(way, meter)?;
                break;
            }
            let split = self.push(Step::Split(0, 0))?;
            self.add(way, meter)?;
            jumps.push(self.push(Step::Jump(0))?);
            self.steps[split] = Step::Split(split + 1, self.steps.len());
        }
        let end = self.steps.len();
        jumps.into_iter().for_each(|jump| self.steps[jump] = Step::Jump(end));
        Ok(())
    }

    /// So many copies that must match, and behind them those that may.
    fn repeat(
        &mut self,
        what: &Pattern,
        (least, most): (u32, Option<u32>),
        greedy: bool,
        meter: &Meter,
    ) -> Result<(), Error> {
        for _ in 0..least {
            let before = self.steps.len();
            self.add(what, meter)?;
            if self.steps.len() == before {
                return Ok(());
            }
        }
        let split =
            |body, out| if greedy { Step::Split(body, out) } else { Step::Split(out, body) };
        let Some(most) = most else {
            let from = self.push(Step::Jump(0))?;
            let begun = self.saves;
            self.saves += 1;
            self.push(Step::Save(begun))?;
            self.add(what, meter)?;
            self.push(Step::Again { begun, from })?;
            self.steps[from] = split(from + 1, self.steps.len());
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in least..most {
            splits.push(self.push(Step::Jump(0))?);
            let before = self.steps.len();
            self.add(what, meter)?;
            if self.steps.len() == before {
                break;
            }
        }
        let end = self.steps.len();
        splits.into_iter().for_each(|at| self.steps[at] = split(at + 1, end));
        Ok(())
    }

    fn look(
        &mut self,
        what: &Pattern,
        (behind, negated): (bool, bool),
        meter: &Meter,
    ) -> Result<(), Error> {
        let add = |program: &mut Program| program.add(what, meter);
        if !behind {
            return self.within(add, |end| Step::Ahead { negated, end });
        }
        let longest = longest(what).map_err(|Endless| {
            not_a_pattern("what stands in a look-behind has no obvious largest length")
        })?;
        self.within(add, |end| Step::Behind { negated, longest, end })
    }

    /// An instruction that works on those that are added, which end by themselves.
    fn within(
        &mut self,
        add: impl FnOnce(&mut Program) -> Result<(), Error>,
        step: impl FnOnce(usize) -> Step,
    ) -> Result<(), Error> {
        let first = self.push(Step::Done)?;
        add(self)?;
        self.push(Step::Done)?;
        self.steps[first] = step(self.steps.len());
        Ok(())
    }
}

/// What Java does not look behind for.
struct Endless;

/// How many characters it can match at the most; nothing where a class is repeated without an end, which Java allows.
fn longest(pattern: &Pattern) -> Result<Option<usize>, Endless> {
    Ok(match pattern {
        Pattern::At(_) | Pattern::Look { .. } => Some(0),
        Pattern::Set(_) => Some(1),
        Pattern::Sequence(parts) => {
            let mut sum = Some(0usize);
            for part in parts {
                sum = sum.zip(longest(part)?).and_then(|(sum, part)| sum.checked_add(part));
            }
            sum
        }
        Pattern::Alternatives(ways) => {
            let mut most = Some(0);
            for way in ways {
                most = most.zip(longest(way)?).map(|(most, way)| most.max(way));
            }
            most
        }
        Pattern::Group(_, what) | Pattern::Atomic(what) => longest(what)?,
        Pattern::Refer { .. } => return Err(Endless),
        Pattern::Repeat { what, most: None, .. } => match (&**what, longest(what)?) {
            (_, Some(0)) => Some(0),
            (Pattern::Set(_), _) => None,
            _ => return Err(Endless),
        },
        Pattern::Repeat { what, most: Some(most), .. } => {
            longest(what)?.and_then(|what| what.checked_mul(*most as usize))
        }
    })
}
