//! The pattern of a path selector, or a chain each end of which is wanted once, as an automaton: a list of instructions,
//! walked from the end that is bound to the other one. A state of the search is a place before a relationship, the node
//! there, how many iterations of the part around it lie behind, what of the elements behind is still asked for, and how
//! many of them satisfy what is counted.
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

use super::instruction::Instruction;
use super::tally::{Elements, Tallies};
use crate::plan::visit::{self, Visitor};
use crate::plan::{Expr, OperatorId, PathPart, Slot, Step, StepKind, measured};
use crate::run::machine::Part;

/// An automaton, and what comes before and behind it.
pub(super) struct Automaton<'g> {
    /// Binds the node where it begins.
    pub before: &'g [Step],
    /// The slot of that node.
    pub start: Slot,
    /// Whether it ends in one state, at a node that is known before.
    pub one_end: bool,
    /// The node at its end, where that is known and any other is wanted as well.
    pub open_end: Option<Slot>,
    pub instructions: Vec<Instruction<'g>>,
    /// For each instruction, the slots whose values are part of a state there.
    pub remembered: Vec<Vec<Slot>>,
    /// For each instruction that walks a relationship, the slot of that or of the list that it belongs to.
    pub lists: Vec<Option<Slot>>,
    /// What is asked of a whole path, and computed from it.
    pub behind: Vec<Late<'g>>,
    /// What of that can be counted on the way.
    pub tallies: Tallies<'g>,
    /// Whether no node may come twice.
    pub acyclic: bool,
}

/// What is asked of a whole path, or computed from it.
pub(super) struct Late<'g> {
    pub step: &'g Step,
    /// Whether nothing but the path's length and its ends decides it.
    pub measures: bool,
}

impl<'g> Late<'g> {
    fn predicate(&self) -> Option<&'g Expr> {
        match &self.step.kind {
            StepKind::Filter(predicate) => Some(predicate),
            _ => None,
        }
    }
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
            open_end: None,
            instructions: Vec::new(),
            remembered: Vec::new(),
            lists: Vec::new(),
            behind: Vec::new(),
            tallies: Tallies::default(),
            acyclic: false,
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
            let mut own: Vec<Slot> = late;
            let from_late = own.len();
            automaton.instructions.iter().for_each(|it| it.binds(&mut |slot: Slot| own.push(slot)));
            automaton.lists = automaton.lists();
            let asked = automaton.behind.iter().filter_map(Late::predicate);
            automaton.tallies = Tallies::of(asked, &own, |list| automaton.elements(list));
            automaton.acyclic = automaton.forbids_circles();
            let late = own[..from_late].to_vec();
            own.retain(|slot| Some(*slot) != ends(last).map(|(_, to, _)| to));
            automaton.find_measures(&late, &own);
            automaton
        })
    }

    /// Finds what is asked of the length of the one part that repeats, and of its end, and of nothing else.
    fn find_measures(&mut self, late: &[Slot], own: &[Slot]) {
        let turns = |it: &&Instruction<'_>| matches!(it, Instruction::Turn { .. });
        if self.instructions.iter().filter(turns).count() != 1 {
            return;
        }
        for Late { step, measures } in &mut self.behind {
            if matches!(step.kind, StepKind::Filter(_)) {
                let mut reader = Measures { late, own, only: true };
                visit::steps(std::slice::from_ref(*step), &mut reader);
                *measures = reader.only;
            }
        }
    }

    /// The slot of each relationship that is walked, or of the list of those of a part.
    fn lists(&self) -> Vec<Option<Slot>> {
        let mut part: Option<Part<'g>> = None;
        let list = |instruction: &Instruction<'g>| match instruction {
            Instruction::Turn { part: entered, .. } => {
                part = Some(*entered);
                None
            }
            Instruction::Back { .. } => {
                part = None;
                None
            }
            Instruction::Link(chain) => Some(chain.hop.relationship),
            Instruction::Hop(hop) => match part {
                Some(Part::Quantified(part)) => {
                    let mut groups = part.groups.iter();
                    groups.find(|(inner, _)| *inner == hop.relationship).map(|(_, outer)| *outer)
                }
                _ => Some(hop.relationship),
            },
            Instruction::Test(_) | Instruction::End => None,
        };
        self.instructions.iter().map(list).collect()
    }

    /// The elements that a list has, where those are what the automaton walks.
    fn elements(&self, list: &Expr) -> Option<Elements> {
        match list {
            Expr::Slot(slot) => {
                self.lists.contains(&Some(*slot)).then_some(Elements::Listed(*slot))
            }
            Expr::Call(function, arguments, _) => {
                let [Expr::Slot(path)] = arguments.as_slice() else { return None };
                let of = match function.name {
                    "nodes" => Elements::Nodes,
                    "relationships" => Elements::Relationships,
                    _ => return None,
                };
                self.is_whole(*path, false).then_some(of)
            }
            _ => None,
        }
    }

    /// Whether a path has all that is walked, and nothing else unless it may have more.
    fn is_whole(&self, path: Slot, more: bool) -> bool {
        let parts = self.behind.iter().find_map(|late| match &late.step.kind {
            StepKind::Bind(slot, Expr::Path(parts)) if *slot == path => Some(parts),
            _ => None,
        });
        let Some(parts) = parts else { return false };
        let mut walked: Vec<Slot> = Vec::new();
        for (it, list) in self.instructions.iter().zip(&self.lists) {
            match (it, list) {
                (Instruction::Hop(_) | Instruction::Link(_), Some(list)) => walked.push(*list),
                (Instruction::Hop(_) | Instruction::Link(_), None) => return false,
                _ => {}
            }
        }
        let mut listed: Vec<Slot> = Vec::new();
        for part in parts {
            match part {
                PathPart::Node(_) => {}
                PathPart::Relationships(slot) => listed.push(*slot),
                PathPart::Interleaved(slots) => listed.extend(slots),
            }
        }
        walked.iter().all(|slot| listed.contains(slot))
            && (more || listed.iter().all(|slot| walked.contains(slot)))
    }

    /// Whether no node may come twice.
    fn forbids_circles(&self) -> bool {
        self.behind.iter().any(|late| match &late.step.kind {
            StepKind::Filter(Expr::IsAcyclic(path)) => self.is_whole(*path, true),
            _ => false,
        })
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
                    self.behind.push(Late { step, measures: false });
                }
            }
            StepKind::Bind(slot, _) => {
                late.push(*slot);
                self.behind.push(Late { step, measures: false });
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
