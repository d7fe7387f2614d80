//! What an automaton of a pattern consists of, and where a search through it stands.

use super::tally::Counts;
use crate::plan::visit;
use crate::plan::{Expand, OperatorId, Slot, Step, VariableLength};
use crate::run::machine::Part;
use crate::value::NodeId;

/// What is done at a place, most often followed by the one behind it.
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
    /// How much was counted of what is counted.
    pub counts: Counts,
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
    pub fn reads(&self, visit: &mut dyn FnMut(Slot)) {
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
    pub fn binds(&self, visit: &mut dyn FnMut(Slot)) {
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
