//! Parts that repeat and whose end is known: once many ways were tried, a search from the end finds out how far it is
//! from each node, and no way is gone on that can't come there any more.
//!
//! `MATCH (a {k: 1})-[*..8]-(b {k: 2})`, where `b` is seven hops from `a`: a way that has gone two hops away from `b` is given
//! up there, instead of six hops later.

use hashbrown::HashMap;

use super::chain::TRIES;
use super::slot::node_in;
use crate::error::Error;
use crate::meter::Charge;
use crate::plan::{OperatorId, Slot, StepKind};
use crate::run::context::Context;
use crate::run::machine::{Guide, Machine, Part, Round};
use crate::value::{NodeId, Value};

impl<'g> Machine<'g> {
    /// Whether no way through a part leads on from a node to its end, as far as is known.
    pub(super) fn goes_astray(
        &mut self,
        round: &Round<'g>,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let mut guides = self.guides.iter_mut();
        let Some(guide) = guides.find(|guide| guide.step == round.step) else { return Ok(false) };
        if guide.tries > 0 {
            guide.tries -= 1;
            return Ok(false);
        }
        if guide.distances.is_none() {
            guide.look_back(round.part, cx, row)?;
        }
        Ok(guide.leads_astray(round, node))
    }

    /// The same, where it was found out before.
    pub(super) fn is_astray(&self, round: &Round<'g>, node: NodeId) -> bool {
        let mut guides = self.guides.iter();
        guides.any(|guide| guide.step == round.step && guide.leads_astray(round, node))
    }
}

impl Guide {
    /// Nothing is known yet.
    pub fn new(step: OperatorId) -> Guide {
        Guide { step, tries: TRIES, distances: None, charge: Charge::default() }
    }

    /// Whether it is known that no way leads on from a node.
    fn leads_astray(&self, round: &Round<'_>, node: NodeId) -> bool {
        let Some(distances) = &self.distances else { return false };
        let too_far =
            |distance: &u64| round.part.max().is_some_and(|max| round.done + distance > max);
        distances.get(&node).is_none_or(too_far)
    }

    /// Finds the distances. What is bound of an iteration is left as it is.
    fn look_back<'g>(
        &mut self,
        part: Part<'g>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let Some(end) = node_in(part.end().0, row)?.filter(|_| part.leads_back()) else {
            self.tries = u32::MAX;
            return Ok(());
        };
        let bound: Vec<(Slot, Value)> = inner_slots(part)
            .into_iter()
            .map(|slot| (slot, row[slot.0 as usize].clone()))
            .collect();
        let mut distances = HashMap::from_iter([(end, 0)]);
        let mut rim = vec![end];
        let mut level = 0;
        while !rim.is_empty() && part.max().is_none_or(|max| level < max) {
            level += 1;
            let mut next = Vec::new();
            for node in rim {
                part.arcs_back(node, cx, row, &mut |_, from| {
                    if !distances.contains_key(&from) {
                        self.charge.grow(cx.meter, 4 * size_of::<(NodeId, u64)>())?;
                        distances.insert(from, level);
                        next.push(from);
                    }
                    Ok(())
                })?;
            }
            rim = next;
        }
        bound.into_iter().for_each(|(slot, value)| row[slot.0 as usize] = value);
        self.distances = Some(distances);
        Ok(())
    }
}

/// What an iteration binds.
fn inner_slots(part: Part<'_>) -> Vec<Slot> {
    let Part::Quantified(part) = part else { return Vec::new() };
    let mut slots = vec![part.entry];
    for step in &part.steps {
        if let StepKind::Expand(hop) = &step.kind {
            slots.extend([hop.relationship, hop.to]);
        }
    }
    slots
}
