//! Each end of a repeated part once: where nobody asks by which ways a node was reached or how many there are, a
//! node that was reached is done with. That takes as long as there are relationships, where going through all
//! ways would take as long as there are ways.
//!
//! `MATCH (a:A)-[*]->(b) RETURN DISTINCT b` on `(1:A)-->(2)`, `(1)-->(3)`, `(2)-->(4)`, `(3)-->(4)`, `(4)-->(1)`:
//!
//! ```text
//! grown    found                 ends
//! 1        2 and 3, level 1      2, 3
//! 2        4, level 2            4
//! 3        4 again
//! 4        1, level 3            1
//! ```
//!
//! A way that reaches a node first goes through no node twice, so that it walks no relationship twice either. Only a
//! way back to the node where all began, over relationships without direction, may be one that goes there and back
//! over the same relationship: for that node a way is looked for that comes back without the relationship by which
//! it left.
//!
//! Where relationships may be walked again (`REPEATABLE ELEMENTS`), that way back is one like any other, and so is a way
//! of two relationships and more at the least: a node is then done with that was reached at each level below the least
//! one, and once at that one or behind it.

use hashbrown::HashSet;

use super::meet::meet;
use super::slot::{is_node, node_in, put_node};
use crate::error::Error;
use crate::meter::Meter;
use crate::plan::OperatorId;
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::run::machine::{Choice, Frontier, Machine, Part, Retry};
use crate::run::trail::Trail;
use crate::syntax::ast::{Arrow, MatchMode};
use crate::value::{NodeId, RelationshipId, Value};

impl<'g> Machine<'g> {
    /// Comes to a part each of whose ends is wanted once.
    pub(super) fn reach(
        &mut self,
        step: OperatorId,
        part: Part<'g>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(start) = node_in(part.from(), row)? else { return Ok(false) };
        let (to, bound, test) = part.end();
        if bound
            && part.min() <= 1
            && part.leads_back()
            && let Some(end) = node_in(to, row)?.filter(|end| *end != start)
        {
            let met = cx.node_passes(end, test, row)?
                && meet(part, (start, end), &self.trail, cx, row)?.is_some();
            if met {
                cx.count_row(step);
            }
            return Ok(met);
        }
        let mut frontier = Frontier::new(part, start);
        frontier.looks_for_circle &= self.trail.mode() == MatchMode::DifferentRelationships;
        frontier.add(start, 0, cx.meter)?;
        if frontier.looks_for_circle || part.min() == 0 {
            frontier.reach(start, part.min());
        }
        self.choose(step, Choice::Reach(Box::new(frontier)), cx.meter)?;
        Ok(false)
    }
}

/// The next end that passes.
pub(super) fn next<'g>(
    frontier: &mut Frontier<'g>,
    trail: &Trail,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Retry, Error> {
    while !frontier.over {
        if let Some(&(node, level)) = frontier.found.get(frontier.offered) {
            frontier.offered += 1;
            if level >= frontier.part.min() && frontier.ends_at(node, cx, row)? {
                return Ok(Retry::Match);
            }
        } else if !frontier.grow(trail, None, cx, row)? {
            frontier.over = true;
            let start = frontier.start;
            if frontier.looks_for_circle
                && frontier.ends_at(start, cx, row)?
                && circle(frontier.part, start, trail, cx, row)?
            {
                return Ok(Retry::Match);
            }
        }
    }
    Ok(Retry::Nothing)
}

/// Whether a way that walks no relationship twice leads back to where it began.
fn circle<'g>(
    part: Part<'g>,
    start: NodeId,
    trail: &Trail,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    let mut first: Charged<(RelationshipId, NodeId)> = Charged::default();
    part.arcs(start, cx, row, &mut |link, to, _| {
        if trail.bars(link) { Ok(()) } else { first.push((link, to), cx.meter) }
    })?;
    for &(link, to) in first.iter() {
        let mut frontier = Frontier::new(part, start);
        frontier.add(to, 1, cx.meter)?;
        frontier.reach(to, 1);
        let back = frontier.state(start, 1);
        while !frontier.reached.contains(&back) {
            if !frontier.grow(trail, Some(link), cx, row)? {
                break;
            }
        }
        if frontier.reached.contains(&back) {
            return Ok(true);
        }
    }
    Ok(false)
}

impl<'g> Frontier<'g> {
    fn new(part: Part<'g>, start: NodeId) -> Frontier<'g> {
        let either = part.hop_direction() == Some(Arrow::Either);
        Frontier {
            part,
            start,
            found: Default::default(),
            offered: 0,
            grown: 0,
            reached: HashSet::new(),
            charge: Default::default(),
            looks_for_circle: either && part.min() == 1,
            over: false,
        }
    }

    /// A node at a level: behind the least one that is wanted all levels are alike.
    fn state(&self, node: NodeId, level: u64) -> u64 {
        let least = self.part.min();
        u64::from(node.0) * (least + 1) + level.min(least)
    }

    /// Whether the node was not reached so before.
    fn reach(&mut self, node: NodeId, level: u64) -> bool {
        let state = self.state(node, level);
        self.reached.insert(state)
    }

    fn add(&mut self, node: NodeId, level: u64, meter: &Meter) -> Result<(), Error> {
        self.charge.grow(meter, 2 * size_of::<u64>())?;
        self.found.push((node, level), meter)
    }

    /// Whether a node is an end that is wanted. Where the end is known there is no other.
    fn ends_at(
        &mut self,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let (to, bound, test) = self.part.end();
        if !bound {
            put_node(row, to, node);
        } else if is_node(&row[to.0 as usize], node) {
            self.over = true;
        } else {
            return Ok(false);
        }
        cx.node_passes(node, test, row)
    }

    /// Goes on from the next node; false where there is none, or none that is near enough.
    fn grow(
        &mut self,
        trail: &Trail,
        without: Option<RelationshipId>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(&(node, level)) = self.found.get(self.grown) else { return Ok(false) };
        if self.part.max().is_some_and(|max| level >= max) {
            return Ok(false);
        }
        self.grown += 1;
        self.part.arcs(node, cx, row, &mut |link, to, _| {
            if Some(link) != without && !trail.bars(link) && self.reach(to, level + 1) {
                self.add(to, level + 1, cx.meter)?;
            }
            Ok(())
        })?;
        Ok(true)
    }
}
