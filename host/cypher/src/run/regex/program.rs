//! What a pattern becomes that no automaton can match: instructions for the backtracking matcher next door. A
//! repetition is written out as often as it must be, so a program is bounded in instructions and in bytes.

use fancy_regex::{Assertion, Expr, LookAround};
use hashbrown::HashMap;

use super::class::class;
use super::refusal::{LARGEST, not_a_pattern, too_complex};
use crate::error::Error;
use crate::meter::Meter;

/// How many instructions a program may have.
const LONGEST: usize = 1 << 13;

/// One instruction. Where nothing else is said the next one follows.
pub(super) enum Step {
    /// Goes over this character.
    Char(char),
    /// Goes over this character or one that only differs in case.
    Folded(char),
    /// Goes over a character of these ranges, which are sorted.
    Class(Box<[(char, char)]>),
    /// Goes over any character.
    Any {
        newline: bool,
    },
    /// Goes over the end of a line.
    Newline,
    /// Goes over what a group has matched.
    Refer {
        group: usize,
        folded: bool,
    },
    /// Goes on only at such a place.
    Assert(Assertion),
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
    /// The same for what ends here, and is so many characters long at the most.
    Behind {
        negated: bool,
        longest: usize,
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
    /// The number of the group that was opened last.
    groups: usize,
}

impl Program {
    pub fn new(pattern: &str, meter: &Meter) -> Result<Program, Error> {
        let tree = Expr::parse_tree(pattern).map_err(not_a_pattern)?;
        let named = tree.named_groups.iter();
        let names: HashMap<_, _> =
            named.filter_map(|(name, groups)| Some((name.clone(), *groups.first()?))).collect();
        let bytes = names.keys().map(|name| size_of::<(String, usize)>() + name.len()).sum();
        let saves = 2 * (groups(&tree.expr) + 1);
        let mut program = Program { saves, names, bytes, ..Program::default() };
        program.add(&tree.expr, meter)?;
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

    fn add(&mut self, expr: &Expr, meter: &Meter) -> Result<(), Error> {
        meter.tick()?;
        match expr {
            Expr::Empty => {}
            Expr::Any { newline, .. } => drop(self.push(Step::Any { newline: *newline })?),
            Expr::GeneralNewline { .. } => drop(self.push(Step::Newline)?),
            Expr::Assertion(assertion) => drop(self.push(Step::Assert(*assertion))?),
            Expr::Literal { val, casei } => {
                for char in val.chars() {
                    self.push(if *casei { Step::Folded(char) } else { Step::Char(char) })?;
                }
            }
            Expr::Delegate { inner, casei } => {
                meter.check()?;
                let class = class(inner, *casei, meter)?;
                self.push(Step::Class(class))?;
            }
            Expr::Concat(parts) => parts.iter().try_for_each(|part| self.add(part, meter))?,
            Expr::Alt(ways) => self.alternatives(ways, meter)?,
            Expr::Group(inner) => {
                self.groups += 1;
                let begin = 2 * self.groups;
                self.push(Step::Save(begin))?;
                self.add(inner, meter)?;
                self.push(Step::Save(begin + 1))?;
            }
            Expr::Repeat { child, lo, hi, greedy } => {
                self.repeat(child, (*lo, *hi), *greedy, meter)?;
            }
            Expr::Backref { group, casei } => {
                self.push(Step::Refer { group: *group, folded: *casei })?;
            }
            Expr::AtomicGroup(inner) => self.within(inner, meter, |end| Step::Atomic { end })?,
            Expr::LookAround(inner, look) => self.look(inner, *look, meter)?,
            _ => return Err(not_a_pattern("it uses what Java's do not have")),
        }
        Ok(())
    }

    fn alternatives(&mut self, ways: &[Expr], meter: &Meter) -> Result<(), Error> {
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
        child: &Expr,
        (least, most): (usize, usize),
        greedy: bool,
        meter: &Meter,
    ) -> Result<(), Error> {
        let groups = self.groups;
        for _ in 0..least {
            let before = self.steps.len();
            self.groups = groups;
            self.add(child, meter)?;
            if self.steps.len() == before {
                return Ok(());
            }
        }
        self.groups = groups;
        let split =
            |body, out| if greedy { Step::Split(body, out) } else { Step::Split(out, body) };
        if most == usize::MAX {
            let from = self.push(Step::Jump(0))?;
            let begun = self.saves;
            self.saves += 1;
            self.push(Step::Save(begun))?;
            self.add(child, meter)?;
            self.push(Step::Again { begun, from })?;
            self.steps[from] = split(from + 1, self.steps.len());
            return Ok(());
        }
        let mut splits = Vec::new();
        for _ in least..most {
            self.groups = groups;
            splits.push(self.push(Step::Jump(0))?);
            let before = self.steps.len();
            self.add(child, meter)?;
            if self.steps.len() == before {
                break;
            }
        }
        let end = self.steps.len();
        splits.into_iter().for_each(|at| self.steps[at] = split(at + 1, end));
        Ok(())
    }

    fn look(&mut self, inner: &Expr, look: LookAround, meter: &Meter) -> Result<(), Error> {
        let negated = matches!(look, LookAround::LookAheadNeg | LookAround::LookBehindNeg);
        if matches!(look, LookAround::LookAhead | LookAround::LookAheadNeg) {
            return self.within(inner, meter, |end| Step::Ahead { negated, end });
        }
        let longest = longest(inner).ok_or_else(|| {
            not_a_pattern("what stands in a look-behind has no obvious largest length")
        })?;
        self.within(inner, meter, |end| Step::Behind { negated, longest, end })
    }

    /// An instruction that works on those of `inner`, which end by themselves.
    fn within(
        &mut self,
        inner: &Expr,
        meter: &Meter,
        step: impl FnOnce(usize) -> Step,
    ) -> Result<(), Error> {
        let first = self.push(Step::Done)?;
        self.add(inner, meter)?;
        self.push(Step::Done)?;
        self.steps[first] = step(self.steps.len());
        Ok(())
    }
}

/// How many groups there are.
fn groups(expr: &Expr) -> usize {
    let below: usize = expr.children_iter().map(groups).sum();
    below + usize::from(matches!(expr, Expr::Group(_)))
}

/// How many characters it can match at the most, where that can be told.
fn longest(expr: &Expr) -> Option<usize> {
    match expr {
        Expr::Empty | Expr::Assertion(_) | Expr::LookAround(..) => Some(0),
        Expr::Any { .. } | Expr::Delegate { .. } => Some(1),
        Expr::GeneralNewline { .. } => Some(2),
        Expr::Literal { val, .. } => Some(val.chars().count()),
        Expr::Concat(parts) => {
            parts.iter().try_fold(0usize, |sum, part| sum.checked_add(longest(part)?))
        }
        Expr::Alt(ways) => ways.iter().try_fold(0, |most, way| Some(longest(way)?.max(most))),
        Expr::Group(inner) => longest(inner),
        Expr::AtomicGroup(inner) => longest(inner),
        Expr::Repeat { hi: usize::MAX, .. } => None,
        Expr::Repeat { child, hi, .. } => longest(child)?.checked_mul(*hi),
        _ => None,
    }
}
