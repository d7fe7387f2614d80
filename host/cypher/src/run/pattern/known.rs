//! Chains between two nodes that are both known before, of which it is asked whether there is one. Where a search is
//! needed again and again from one beginning, all ends that can be reached from there are found at once and kept for the
//! rows to come, which look theirs up.
//!
//! `MATCH (a:A), (b:B) WHERE EXISTS { (a)-[:R*3..5]-(b) } RETURN a, b`: for each `a` the third search finds all its ends.

use hashbrown::HashSet;

use super::automaton::Automaton;
use super::instruction::Instruction;
use super::levels::{self, EndsWanted, FAILURES};
use super::slot::node_in;
use crate::error::Error;
use crate::plan::visit;
use crate::plan::{ChainEnds, OperatorId, Slot, Step, StepKind};
use crate::run::buffer::Buffer;
use crate::run::context::Context;
use crate::run::reads::Reads;
use crate::run::trail::Trail;
use crate::value::{NodeId, Value};

/// Finds all ends of a chain that begins at a node, once that pays; says whether there was anything to be kept.
pub(super) fn find_all<'g>(
    step: OperatorId,
    (steps, wanted): (&'g [Step], &ChainEnds),
    (automaton, start): (&Automaton<'g>, NodeId),
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    let ask = || asked(automaton, steps, wanted);
    let Some(end) = cx.known.borrow_mut().is_due(step, ask, row, cx.meter)? else {
        return Ok(false);
    };
    let Some(mut open) = Automaton::of(steps, &[]) else { return Ok(false) };
    open.one_end = false;
    open.open_end = Some(end);
    let before = row[end.0 as usize].clone();
    let mut kept = Buffer::new(&[end]);
    let all =
        EndsWanted { once: false, lengths: false, failures: wanted.grows.then_some(FAILURES) };
    let found = levels::ends(&open, (start, Trail::default()), all, &mut kept, cx, row)?;
    let mut ends = HashSet::new();
    for number in 0..kept.len() {
        cx.tick()?;
        kept.restore(number, row);
        ends.extend(node_in(end, row)?);
    }
    row[end.0 as usize] = before;
    if found {
        cx.known.borrow_mut().keep(step, ends, row, cx.meter)?;
    }
    Ok(found)
}

/// The end of a chain and what else decides where it leads; `None` where the end itself does on the way.
fn asked(
    automaton: &Automaton<'_>,
    steps: &[Step],
    wanted: &ChainEnds,
) -> Option<(Slot, Vec<Slot>)> {
    if !automaton.one_end || wanted.lengths || !wanted.told.is_empty() {
        return None;
    }
    let is_turn = |it: &Instruction<'_>| matches!(it, Instruction::Turn { .. });
    let last = automaton.instructions.iter().rposition(is_turn)?;
    let Instruction::Turn { part, out, .. } = automaton.instructions[last] else { return None };
    let (end, true, _) = part.end() else { return None };
    let only_tests = automaton.instructions[out..]
        .iter()
        .all(|it| matches!(it, Instruction::Test(_) | Instruction::End));
    let mut apart = only_tests && automaton.start != end;
    for (at, it) in automaton.instructions[..out].iter().enumerate() {
        match it {
            Instruction::Turn { .. } if at == last => {}
            it => it.reads(&mut |slot: Slot| apart &= slot != end),
        }
    }
    let mut reader = Reads::default();
    visit::steps(steps, &mut reader);
    let mut own: Vec<Slot> = vec![end];
    automaton.instructions.iter().for_each(|it| it.binds(&mut |slot: Slot| own.push(slot)));
    visit::bound_by(steps, &mut |slot: Slot| own.push(slot));
    for step in steps {
        if let StepKind::Quantified(part) = &step.kind {
            let mut reads_end = false;
            visit::node_test(&part.entry_test, &mut |slot: Slot| reads_end |= slot == end);
            apart &= !reads_end;
            visit::bound_by(&part.steps, &mut |slot: Slot| own.push(slot));
        }
    }
    let mut slots = reader.but_for(&own)?;
    slots.push(automaton.start);
    slots.sort_unstable();
    slots.dedup();
    apart.then_some((end, slots))
}
