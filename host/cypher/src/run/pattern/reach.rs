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
//! Where one of the shortest ways is asked for, each node that was found knows from which it was, and the way is followed
//! back; of the ways back to the start the shortest is taken.
//!
//! Where relationships may be walked again (`REPEATABLE ELEMENTS`), that way back is one like any other, and so is a way
//! of two relationships and more at the least: a node is then done with that was reached at each level below the least
//! one, and once at that one or behind it.

use hashbrown::HashSet;

use super::meet::meet;
use super::slot::{is_node, node_in, put_node, start_in};
use crate::error::Error;
use crate::meter::Meter;
use crate::plan::{OperatorId, Pruning};
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::run::machine::{Choice, Frontier, Machine, Part, Retry, small};
use crate::run::trail::Trail;
use crate::run::trees::NONE;
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
        let Some(start) = start_in(part.from(), row) else { return Ok(false) };
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
        frontier.add(start, 0, (NONE, RelationshipId(0)), cx.meter)?;
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
                frontier.put_way(frontier.offered - 1, cx, row)?;
                return Ok(Retry::Match);
            }
        } else if !frontier.grow(trail, None, cx, row)? {
            frontier.over = true;
            let start = frontier.start;
            if frontier.looks_for_circle
                && frontier.ends_at(start, cx, row)?
                && let Some(circle) = circle(frontier, trail, cx, row)?
            {
                circle.put_way(circle.found.len() - 1, cx, row)?;
                return Ok(Retry::Match);
            }
        }
    }
    Ok(Retry::Nothing)
}

/// A way that walks no relationship twice and leads back to where it began, where that is found last: a shortest one where
/// the way is asked for.
fn circle<'g>(
    around: &Frontier<'g>,
    trail: &Trail,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Option<Frontier<'g>>, Error> {
    let (part, start) = (around.part, around.start);
    let mut first: Charged<(RelationshipId, NodeId)> = Charged::default();
    part.arcs(start, cx, row, &mut |link, to, _| {
        if trail.bars(link) { Ok(()) } else { first.push((link, to), cx.meter) }
    })?;
    let mut best: Option<Frontier<'g>> = None;
    for &(link, to) in first.iter() {
        let mut frontier = Frontier::new(part, start);
        frontier.add(to, 1, (NONE, link), cx.meter)?;
        frontier.reach(to, 1);
        let back = frontier.state(start, 1);
        let shorter = best.as_ref().map_or(u64::MAX, |best| best.last_level() - 1);
        while !frontier.reached.contains(&back) {
            if frontier.level() >= shorter || !frontier.grow(trail, Some(link), cx, row)? {
                break;
            }
        }
        if !frontier.reached.contains(&back) {
            continue;
        }
        // What was reached behind the start in the same step is of no interest.
        let length =
            frontier.found.iter().position(|(node, _)| *node == start).map_or(0, |at| at + 1);
        frontier.found.truncate(length);
        best = Some(frontier);
        if !around.keeps_ways() {
            break;
        }
    }
    Ok(best)
}

impl<'g> Frontier<'g> {
    fn new(part: Part<'g>, start: NodeId) -> Frontier<'g> {
        let either = part.hop_direction() == Some(Arrow::Either);
        Frontier {
            part,
            start,
            found: Default::default(),
            origins: Default::default(),
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

    fn add(
        &mut self,
        node: NodeId,
        level: u64,
        origin: (u32, RelationshipId),
        meter: &Meter,
    ) -> Result<(), Error> {
        self.charge.grow(meter, 2 * size_of::<u64>())?;
        if self.keeps_ways() {
            self.origins.push(origin, meter)?;
        }
        self.found.push((node, level), meter)
    }

    /// Whether somebody asks by which way a node was reached.
    fn keeps_ways(&self) -> bool {
        matches!(self.part.pruning(), Pruning::Nearest)
    }

    /// The level that is grown from.
    fn level(&self) -> u64 {
        self.found.get(self.grown).map_or(u64::MAX, |(_, level)| *level)
    }

    fn last_level(&self) -> u64 {
        self.found.last().map_or(0, |(_, level)| *level)
    }

    /// Binds the lists of the way by which a node was reached.
    fn put_way(&self, at: usize, cx: &Context<'g>, row: &mut [Value]) -> Result<(), Error> {
        if !self.keeps_ways() {
            return Ok(());
        }
        match self.part {
            Part::Chain(chain) => {
                let links = self.along(at, chain.reversed, |_, link, _| link, cx)?;
                row[chain.hop.relationship.0 as usize] = links;
            }
            Part::Quantified(part) => {
                for (inner, outer) in &part.groups {
                    let of_hop = |from, link, to| match *inner {
                        inner if inner == part.entry => from,
                        inner if inner == part.exit => to,
                        _ => link,
                    };
                    row[outer.0 as usize] = self.along(at, part.reversed, of_hop, cx)?;
                }
            }
        }
        Ok(())
    }

    /// What each hop has of the way by which a node was reached.
    fn along(
        &self,
        mut at: usize,
        reversed: bool,
        of_hop: impl Fn(Value, Value, Value) -> Value,
        cx: &Context<'g>,
    ) -> Result<Value, Error> {
        let mut values = Charged::default();
        while let (&(node, level), Some(&(origin, link))) = (&self.found[at], self.origins.get(at))
            && level > 0
        {
            cx.tick()?;
            let before = self.found.get(origin as usize).map_or(self.start, |(node, _)| *node);
            let hop = of_hop(Value::Node(before), Value::Relationship(link), Value::Node(node));
            values.push(hop, cx.meter)?;
            if origin == NONE {
                break;
            }
            at = origin as usize;
        }
        if !reversed {
            values.as_mut_slice().reverse();
        }
        values.into_list(cx.meter)
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
        let origin = small(self.grown);
        self.grown += 1;
        self.part.arcs(node, cx, row, &mut |link, to, _| {
            if Some(link) != without && !trail.bars(link) && self.reach(to, level + 1) {
                self.add(to, level + 1, (origin, link), cx.meter)?;
            }
            Ok(())
        })?;
        Ok(true)
    }
}
