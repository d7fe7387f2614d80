//! The pattern of a path selector, or a chain each end of which is wanted once, as an automaton: a list of instructions, walked from the end that is bound to the
//! other one. A state of the search is a place before a relationship, the node there, how many iterations of the part
//! around it lie behind, and what of the elements behind is still asked for.
//!
//! `(a)-[r]->(x)((u)-[s {w: r.w}]->(v))+(b)` is
//!
//! ```text
//! 0  Hop     -[r]->
//! 1  Turn    between two iterations: out to 4, where there was one, with b; or in, with u
//! 2  Hop     -[s]->, which reads r
//! 3  Back    to 1, with one iteration more
//! 4  End
//! ```
//!
//! A search that stands before 0, 2 or at 4 stands at a place where something is to be walked, or at the end; before
//! 2 it remembers `r`, since two ways that come to the same node over different first relationships may go on in
//! different ways. What reads a list of relationships or the path as a whole can only be asked at the end, and stands
//! in `behind`.

use super::slot::{is_node, put_node};
use crate::error::Error;
use crate::plan::visit::{self, Visitor};
use crate::plan::{Expand, Expr, OperatorId, Slot, Step, StepKind, VariableLength, measured};
use crate::run::context::Context;
use crate::run::machine::Part;
use crate::value::{NodeId, Value};

/// An automaton, and what comes before and behind it.
pub(super) struct Automaton<'g> {
    /// Binds the node where it begins.
    pub before: &'g [Step],
    /// The slot of that node.
    pub start: Slot,
    /// Whether it ends in one state, at a node that is known before.
    pub one_end: bool,
    pub instructions: Vec<Instruction<'g>>,
    /// For each instruction, the slots whose values are part of a state there.
    pub remembered: Vec<Vec<Slot>>,
    /// What is asked of a whole path, and computed from it.
    pub behind: Vec<&'g Step>,
    /// Whether nothing but a path's length and its ends decides what `behind` says of it.
    pub measures: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Instruction<'g> {
    /// Walks a relationship.
    Hop(&'g Expand),
    /// Walks a link of an old variable-length chain.
    Link(&'g VariableLength),
    /// Stands between two iterations of a part: into it with the next instruction, or out.
    Turn { part: Part<'g>, step: OperatorId, out: usize },
    /// Ends an iteration.
    Back { turn: usize },
    /// Goes on where something holds.
    Test(&'g Step),
    /// The path is complete.
    End,
}

/// Where a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The instruction that comes next.
    pub at: usize,
    /// How many iterations of the part around it lie behind, as far as that makes a difference.
    pub done: u64,
    pub node: NodeId,
}

impl<'g> Automaton<'g> {
    /// The automaton of steps; `None` where they don't walk from one end to the other. Paths with different values in `told`
    /// end in different states.
    pub fn of(steps: &'g [Step], told: &[Slot]) -> Option<Automaton<'g>> {
        let walks = |step: &Step| {
            matches!(
                step.kind,
                StepKind::Expand(_) | StepKind::VariableLength(_) | StepKind::Quantified(_)
            )
        };
        let at = steps.iter().position(walks)?;
        let (before, steps) = steps.split_at(at);
        let (start, _, _) = ends(steps.first()?)?;
        let last = steps.iter().rev().find(|step| walks(step))?;
        let mut automaton = Automaton {
            before,
            start,
            one_end: ends(last)?.2 && told.is_empty(),
            instructions: Vec::new(),
            remembered: Vec::new(),
            behind: Vec::new(),
            measures: false,
        };
        // Slots that have a value only when a path is complete.
        let mut late: Vec<Slot> = Vec::new();
        for step in steps {
            automaton.add(step, &mut late)?;
        }
        automaton.instructions.push(Instruction::End);
        let decidable = automaton.instructions.iter().all(|instruction| {
            let mut decidable = true;
            instruction.reads(&mut |slot: Slot| decidable &= !late.contains(&slot));
            decidable
        });
        (decidable && automaton.is_one_way()).then(|| {
            automaton.remember(told);
            automaton.measures = automaton.only_measures(&late, ends(last).map(|(_, to, _)| to));
            automaton
        })
    }

    /// Whether what is asked of a whole path is asked of the length of its one part that repeats, and of its end.
    fn only_measures(&self, late: &[Slot], end: Option<Slot>) -> bool {
        let turns =
            |instruction: &&Instruction<'_>| matches!(instruction, Instruction::Turn { .. });
        let mut own: Vec<Slot> = late.to_vec();
        self.instructions.iter().for_each(|it| it.binds(&mut |slot: Slot| own.push(slot)));
        own.retain(|slot| Some(*slot) != end);
        let mut measures = Measures { late, own: &own, only: true };
        for step in self.behind.iter().filter(|step| !matches!(step.kind, StepKind::Bind(..))) {
            visit::steps(std::slice::from_ref(*step), &mut measures);
        }
        measures.only && self.instructions.iter().filter(turns).count() == 1
    }

    /// The part of one relationship that is all there is, where that can be followed from its end.
    pub fn one_part(&self) -> Option<Part<'g>> {
        match self.instructions.as_slice() {
            [
                Instruction::Turn { part, .. },
                Instruction::Hop(_) | Instruction::Link(_),
                Instruction::Back { .. },
                Instruction::End,
            ] => Some(*part).filter(|part| part.leads_back()),
            _ => None,
        }
    }

    fn add(&mut self, step: &'g Step, late: &mut Vec<Slot>) -> Option<()> {
        match &step.kind {
            StepKind::Expand(hop) => self.instructions.push(Instruction::Hop(hop)),
            StepKind::VariableLength(chain) if !chain.bound => {
                late.push(chain.hop.relationship);
                let links = [Instruction::Link(chain)];
                self.add_part(Part::Chain(chain), step.id, links);
            }
            StepKind::Quantified(part) => {
                late.extend(part.groups.iter().map(|(_, outer)| *outer));
                let inside = part.steps.iter().map(|step| match &step.kind {
                    StepKind::Expand(hop) => Some(Instruction::Hop(hop)),
                    StepKind::Check { .. } | StepKind::Filter(_) => Some(Instruction::Test(step)),
                    _ => None,
                });
                let inside: Vec<_> = inside.collect::<Option<_>>()?;
                self.add_part(Part::Quantified(part), step.id, inside);
            }
            StepKind::Check { .. } | StepKind::Filter(_) => {
                let mut early = true;
                visit::steps(std::slice::from_ref(step), &mut |slot: Slot| {
                    early &= !late.contains(&slot);
                });
                if early {
                    self.instructions.push(Instruction::Test(step));
                } else {
                    self.behind.push(step);
                }
            }
            StepKind::Bind(slot, _) => {
                late.push(*slot);
                self.behind.push(step);
            }
            _ => return None,
        }
        Some(())
    }

    fn add_part(
        &mut self,
        part: Part<'g>,
        step: OperatorId,
        inside: impl IntoIterator<Item = Instruction<'g>>,
    ) {
        let turn = self.instructions.len();
        self.instructions.push(Instruction::Turn { part, step, out: 0 });
        self.instructions.extend(inside);
        self.instructions.push(Instruction::Back { turn });
        let out = self.instructions.len();
        self.instructions[turn] = Instruction::Turn { part, step, out };
    }

    /// Whether each element begins where the one before it ends.
    fn is_one_way(&self) -> bool {
        let mut here: Option<Slot> = None;
        let mut outside: Option<Slot> = None;
        for instruction in &self.instructions {
            let (from, to) = match instruction {
                Instruction::Hop(hop) => (hop.from, hop.to),
                Instruction::Turn { part: Part::Quantified(part), .. } => {
                    if here.replace(part.entry).is_some_and(|here| here != part.from) {
                        return false;
                    }
                    outside = Some(part.to);
                    continue;
                }
                Instruction::Turn { part: Part::Chain(chain), .. } => {
                    if here.is_some_and(|here| here != chain.hop.from) {
                        return false;
                    }
                    outside = Some(chain.hop.to);
                    continue;
                }
                Instruction::Back { turn } => {
                    if let Instruction::Turn { part: Part::Quantified(part), .. } =
                        self.instructions[*turn]
                        && here != Some(part.exit)
                    {
                        return false;
                    }
                    here = outside.take();
                    continue;
                }
                Instruction::Link(..) | Instruction::Test(_) | Instruction::End => continue,
            };
            if here.replace(to).is_some_and(|here| here != from) {
                return false;
            }
        }
        true
    }

    /// Finds out which slots are asked for behind each instruction, of those that the path binds before it. From the
    /// end on, and once more for parts that lead back.
    fn remember(&mut self, told: &[Slot]) {
        let count = self.instructions.len();
        let mut owned: Vec<Slot> = Vec::new();
        self.instructions.iter().for_each(|it| it.binds(&mut |slot: Slot| owned.push(slot)));
        self.remembered = vec![Vec::new(); count];
        for _ in 0..2 {
            for at in (0..count).rev() {
                let mut live: Vec<Slot> = Vec::new();
                let next = |to: usize| self.remembered.get(to).into_iter().flatten().copied();
                match self.instructions[at] {
                    Instruction::Turn { out, .. } => live.extend(next(out).chain(next(at + 1))),
                    Instruction::Back { turn } => live.extend(next(turn)),
                    Instruction::End => live.extend(told),
                    _ => live.extend(next(at + 1)),
                }
                let instruction = self.instructions[at];
                instruction.binds(&mut |bound: Slot| live.retain(|slot| *slot != bound));
                instruction.reads(&mut |slot: Slot| live.push(slot));
                live.retain(|slot| owned.contains(slot) && Some(*slot) != instruction.from());
                live.sort_unstable();
                live.dedup();
                self.remembered[at] = live;
            }
        }
    }

    /// From an instruction on, without walking a relationship: every place that is reached.
    pub fn places(
        &self,
        from: Place,
        cx: &Context<'g>,
        row: &mut [Value],
        mut each: impl FnMut(Place, &[Value]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut pending = vec![from];
        while let Some(mut place) = pending.pop() {
            loop {
                cx.tick()?;
                match self.instructions[place.at] {
                    Instruction::Hop(..) | Instruction::Link(..) | Instruction::End => {
                        each(place, row)?;
                        break;
                    }
                    Instruction::Test(step) => {
                        if !holds(step, cx, row)? {
                            break;
                        }
                        place.at += 1;
                    }
                    Instruction::Back { turn } => {
                        let Instruction::Turn { part, .. } = self.instructions[turn] else { break };
                        let most = part.max().unwrap_or(part.min());
                        place = Place { at: turn, done: (place.done + 1).min(most), ..place };
                    }
                    Instruction::Turn { part, out, .. } => {
                        let Place { done, node, .. } = place;
                        if done >= part.min() && may_leave(part, node, cx, row)? {
                            pending.push(Place { at: out, done: 0, node });
                        }
                        if part.max().is_some_and(|max| done >= max)
                            || !may_enter(part, node, cx, row)?
                        {
                            break;
                        }
                        place.at += 1;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Finds out whether only lengths are asked for of what a path binds.
struct Measures<'l> {
    late: &'l [Slot],
    own: &'l [Slot],
    only: bool,
}

impl Visitor for Measures<'_> {
    fn slot(&mut self, slot: Slot) {
        self.only &= !self.own.contains(&slot);
    }

    fn part(&mut self, e: &Expr) -> bool {
        measured(e).is_none_or(|slot| !self.late.contains(&slot))
    }
}

/// The node at which a step begins to walk, the one to which it leads, and whether that is bound.
fn ends(step: &Step) -> Option<(Slot, Slot, bool)> {
    match &step.kind {
        StepKind::Expand(hop) => Some((hop.from, hop.to, hop.to_bound)),
        StepKind::VariableLength(chain) => Some((chain.hop.from, chain.hop.to, chain.hop.to_bound)),
        StepKind::Quantified(part) => Some((part.from, part.to, part.to_bound)),
        _ => None,
    }
}

/// Whether a test holds; what is computed is bound.
pub(super) fn holds<'g>(
    step: &'g Step,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    match &step.kind {
        StepKind::Filter(predicate) => cx.test(predicate, row),
        StepKind::Check { node, test } => match super::slot::node_in(*node, row)? {
            Some(id) => cx.node_passes(id, test, row),
            None => Ok(false),
        },
        StepKind::Bind(slot, e) => {
            row[slot.0 as usize] = cx.eval(e, row)?;
            Ok(true)
        }
        _ => Ok(true),
    }
}

fn may_leave<'g>(
    part: Part<'g>,
    node: NodeId,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    let (to, bound, test) = part.end();
    if !bound {
        put_node(row, to, node);
    } else if !is_node(&row[to.0 as usize], node) {
        return Ok(false);
    }
    cx.node_passes(node, test, row)
}

fn may_enter<'g>(
    part: Part<'g>,
    node: NodeId,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    let Part::Quantified(part) = part else { return Ok(true) };
    put_node(row, part.entry, node);
    cx.node_passes(node, &part.entry_test, row)
}

impl<'g> Instruction<'g> {
    /// The slot in which it finds the node of its place.
    pub fn from(self) -> Option<Slot> {
        match self {
            Instruction::Hop(hop) => Some(hop.from),
            _ => None,
        }
    }

    /// What it reads that it has not bound itself.
    fn reads(&self, visit: &mut dyn FnMut(Slot)) {
        let mut own: Vec<Slot> = Vec::new();
        self.binds(&mut |slot: Slot| own.push(slot));
        let visit = &mut |slot: Slot| {
            if !own.contains(&slot) {
                visit(slot);
            }
        };
        match self {
            Instruction::Hop(hop) => {
                visit::relationship_test(&hop.test, visit);
                visit::node_test(&hop.to_test, visit);
                visit(hop.to);
            }
            Instruction::Link(chain) => visit::relationship_test(&chain.hop.test, visit),
            Instruction::Turn { part, .. } => {
                let (to, _, test) = part.end();
                visit(to);
                visit::node_test(test, visit);
                if let Part::Quantified(part) = part {
                    visit::node_test(&part.entry_test, visit);
                }
            }
            Instruction::Test(step) => visit::steps(std::slice::from_ref(step), visit),
            Instruction::Back { .. } | Instruction::End => {}
        }
    }

    /// What it binds.
    fn binds(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Instruction::Hop(hop) => {
                visit(hop.relationship);
                if !hop.to_bound {
                    visit(hop.to);
                }
            }
            Instruction::Turn { part, .. } => {
                let (to, bound, _) = part.end();
                if !bound {
                    visit(to);
                }
                if let Part::Quantified(part) = part {
                    visit(part.entry);
                }
            }
            _ => {}
        }
    }
}
