//! Where a search stands without walking a relationship: from the place behind one on, over ends of iterations and
//! parts and over tests, every place where the next one is to be walked or the path is complete.

use super::automaton::Automaton;
use super::instruction::{Instruction, Place};
use super::slot::{is_node, node_in, put_node};
use super::tally::Counts;
use crate::error::Error;
use crate::plan::{Step, StepKind};
use crate::run::context::Context;
use crate::run::machine::Part;
use crate::value::{NodeId, Value};

impl<'g> Automaton<'g> {
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
                    Instruction::Hop(..) | Instruction::Link(..) => {
                        each(place, row)?;
                        break;
                    }
                    Instruction::End => {
                        // Complete paths are told apart by nothing that was counted.
                        if self.tallies.suffice(place.counts) {
                            each(Place { counts: Counts::default(), ..place }, row)?;
                        }
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
                        if done >= part.min() && self.may_leave(part, node, cx, row)? {
                            pending.push(Place { at: out, done: 0, ..place });
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

    fn may_leave(
        &self,
        part: Part<'g>,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let (to, bound, test) = part.end();
        if !bound || self.open_end == Some(to) {
            put_node(row, to, node);
        } else if !is_node(&row[to.0 as usize], node) {
            return Ok(false);
        }
        cx.node_passes(node, test, row)
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
        StepKind::Check { node, test } => match node_in(*node, row)? {
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
