//! Parts of a pattern that repeat: quantified parts, and the variable-length chains of old. Those of one relationship
//! are walked; of others each iteration is a run of the inner steps, and between two of them the machine may leave the
//! part or go round again.
//!
//! `MATCH (s:S)((x)-[r:R]->(:M)-[:R]->(y))+(e)` on the graph `(1:S)-[10:R]->(2:M)-[11:R]->(3)-[12:R]->(4:M)-[13:R]->(5)`,
//! from the turn at `s` on:
//!
//! ```text
//! what is done                                       the journal        matches
//! turn at 1, none done: too few to leave
//! iterate: x=1, over 10 and 11 to y=3                1 10 3
//! turn at 3, one done: leave, and it may go again    1 10 3             e=3 x=[1] r=[10] y=[3]
//! retry, again from 3: x=3, over 12 and 13 to y=5    1 10 3  3 12 5
//! turn at 5, two done: leave, and it may go again    1 10 3  3 12 5     e=5 x=[1, 3] r=[10, 12] y=[3, 5]
//! retry, again from 5: no relationship leaves it
//! ```
//!
//! The journal holds what each iteration has bound, for the lists outside; where nobody reads those, it stays
//! empty.

use super::slot::{is_node, node_in, put_node, start_in};
use crate::error::Error;
use crate::plan::{Growing, OperatorId, Pruning, Step, VariableLength};
use crate::run::context::Context;
use crate::run::machine::{At, Choice, Guide, Machine, Part, Round, small};
use crate::syntax::ast::Arrow;
use crate::value::{NodeId, RelationshipId, Value, room_for_values};

impl<'g> Machine<'g> {
    /// Comes to a part that repeats, at the first of the steps from `here` on.
    pub(super) fn repeat(
        &mut self,
        step: OperatorId,
        part: Part<'g>,
        here: &'g [Step],
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        match part.pruning() {
            Pruning::Ends | Pruning::Nearest => return self.reach(step, part, cx, row),
            Pruning::Chain(wanted) => {
                if let Some(leads) = self.begin_chain(step, here, wanted, cx, row)? {
                    return Ok(leads);
                }
            }
            Pruning::Nothing | Pruning::Inside => {}
        }
        self.begin_part(step, part, cx, row)
    }

    /// Begins to walk a part way by way, behind its step.
    pub(super) fn begin_part(
        &mut self,
        step: OperatorId,
        part: Part<'g>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(node) = start_in(part.from(), row) else { return Ok(false) };
        if part.end().1 {
            self.guides.retain(|guide| guide.step != step);
            self.guides.push(Guide::new(step));
        }
        let journal = small(self.journal.len());
        let round = Round { part, step, done: 0, journal, rest: self.at.steps };
        match part.single() {
            Some(hop) => self.begin_walk(round, hop, node, cx, row),
            None => self.turn(round, node, cx, row),
        }
    }

    /// Stands between two iterations: leaves the part where that is allowed, and remembers that it could have
    /// gone round again; else goes round.
    pub(super) fn turn(
        &mut self,
        round: Round<'g>,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        if !self.may_grow(&round, node, cx, row)? {
            return Ok(false);
        }
        if round.enough() && self.leave(&round, node, cx, row)? {
            if round.may_go_on() {
                self.at = At { steps: &[], round: Some(round) };
                self.choose(round.step, Choice::Again(node), cx.meter)?;
            }
            self.pass_part(&round, cx);
            return Ok(true);
        }
        if round.may_go_on() { self.iterate(round, node, cx, row) } else { Ok(false) }
    }

    /// Stands behind a part.
    pub(super) fn pass_part(&mut self, round: &Round<'g>, cx: &Context<'g>) {
        self.at = At { steps: round.rest, round: None };
        cx.count_row(round.step);
    }

    /// Whether what was walked so far may belong to a match. What can't be computed of it is left to be asked behind.
    pub(super) fn may_grow(
        &mut self,
        round: &Round<'g>,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        if !round.part.growing().iter().any(|it| round.done >= it.from) {
            return Ok(true);
        }
        if self.is_astray(round, node) {
            return Ok(false);
        }
        if self.is_spared(round) {
            return Ok(true);
        }
        let grows = self.is_true_so_far(round, node, cx, row)?;
        self.note_asked(round, !grows);
        Ok(grows)
    }

    fn is_true_so_far(
        &self,
        round: &Round<'g>,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        self.put_lists(round, cx, row)?;
        for Growing { predicate, from, path, here } in round.part.growing() {
            if round.done < *from {
                continue;
            }
            here.iter().for_each(|here| put_node(row, *here, node));
            if let Some((slot, path)) = path {
                row[slot.0 as usize] = cx.eval(path, row)?;
            }
            match cx.test(predicate, row) {
                Ok(false) => return Ok(false),
                Err(error) if error.kind().is_of_limits() => return Err(error),
                Ok(true) | Err(_) => {}
            }
        }
        Ok(true)
    }

    /// Begins an iteration.
    pub(super) fn iterate(
        &mut self,
        round: Round<'g>,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        cx.tick()?;
        let Part::Quantified(part) = round.part else { return Ok(false) };
        if !matches!(part.pruning, Pruning::Nothing)
            && self.tries_are_over()
            && let Some(forward) = self.search_chain(cx, row)?
        {
            return Ok(forward);
        }
        if part.to_bound && self.goes_astray(&round, node, cx, row)? {
            return Ok(false);
        }
        self.at = At { steps: &part.steps, round: Some(round) };
        self.save(part.entry, row, cx.meter)?;
        put_node(row, part.entry, node);
        cx.node_passes(node, &part.entry_test, row)
    }

    /// The inner steps are done.
    pub(super) fn end_iteration(
        &mut self,
        round: Round<'g>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Part::Quantified(part) = round.part else { return Ok(false) };
        for (inner, _) in &part.groups {
            self.journal.push(row[inner.0 as usize].clone(), cx.meter)?;
        }
        let Some(node) = node_in(part.exit, row)? else { return Ok(false) };
        self.turn(round.next(), node, cx, row)
    }

    /// Tests and binds what stands behind the part: its last node, and the lists of what its iterations bound.
    #[inline(always)]
    pub(super) fn leave(
        &self,
        round: &Round<'g>,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let (to, bound, test) = round.part.end();
        if !bound {
            put_node(row, to, node);
        } else if !is_node(&row[to.0 as usize], node) {
            return Ok(false);
        }
        // No test of the node reads a list.
        if !cx.node_passes(node, test, row)? {
            return Ok(false);
        }
        self.put_lists(round, cx, row)?;
        if let Some(count) = round.part.counted() {
            row[count.0 as usize] = Value::Integer(1);
        }
        Ok(true)
    }

    /// Binds the lists of what the iterations so far have bound.
    fn put_lists(
        &self,
        round: &Round<'g>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let journal = &self.journal[round.journal as usize..];
        match round.part {
            Part::Quantified(part) => {
                let width = part.groups.len();
                for (at, (_, outer)) in part.groups.iter().enumerate() {
                    let values = journal.get(at..).unwrap_or_default().iter().step_by(width);
                    row[outer.0 as usize] = gather(values, part.reversed, cx)?;
                }
            }
            Part::Chain(chain) => {
                if chain.collect {
                    let list = gather(journal.iter(), chain.reversed, cx)?;
                    row[chain.hop.relationship.0 as usize] = list;
                }
            }
        }
        Ok(())
    }

    /// A chain whose list is bound already: walks along it.
    pub(super) fn walk_along(
        &mut self,
        chain: &'g VariableLength,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let hop = &chain.hop;
        let (Value::List(list), Some(mut node)) =
            (row[hop.relationship.0 as usize].clone(), node_in(hop.from, row)?)
        else {
            return Ok(false);
        };
        let links = list.as_slice();
        let length = links.len() as u64;
        if length < chain.min || chain.max.is_some_and(|max| length > max) {
            return Ok(false);
        }
        for at in 0..links.len() {
            cx.tick()?;
            let link = &links[if chain.reversed { links.len() - 1 - at } else { at }];
            let Value::Relationship(id) = link else { return Ok(false) };
            let Some(next) = self.link(*id, node, chain, cx, row)? else { return Ok(false) };
            node = next;
        }
        if !hop.to_bound {
            row[hop.to.0 as usize] = Value::Node(node);
        } else if !matches!(&row[hop.to.0 as usize], Value::Node(other) if *other == node) {
            return Ok(false);
        }
        cx.node_passes(node, &hop.to_test, row)
    }

    /// The node to which a bound relationship leads from this one, where a chain allows it.
    fn link(
        &mut self,
        id: RelationshipId,
        from: NodeId,
        chain: &'g VariableLength,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<NodeId>, Error> {
        let Some(relationship) = cx.graph.relationship(id) else { return Ok(None) };
        let leaves = relationship.start == from && chain.hop.direction != Arrow::Left;
        let enters = relationship.end == from && chain.hop.direction != Arrow::Right;
        let allowed = (leaves || enters)
            && !self.trail.bars(id)
            && cx.is_of_types(chain.hop.types.as_deref(), relationship.kind, row)?
            && cx.relationship_passes(id, &chain.hop.test, row)?;
        if !allowed {
            return Ok(None);
        }
        self.trail.push(id, cx.meter)?;
        Ok(Some(if leaves { relationship.end } else { relationship.start }))
    }
}

fn gather<'v>(
    values: impl ExactSizeIterator<Item = &'v Value> + DoubleEndedIterator,
    reversed: bool,
    cx: &Context<'_>,
) -> Result<Value, Error> {
    let mut list = room_for_values(values.len(), cx.meter)?;
    for value in values {
        cx.tick()?;
        list.push(value.clone());
    }
    if reversed {
        list.reverse();
    }
    Value::list(list, cx.meter)
}
