//! Single steps of the machine: finding nodes, checking what is bound, following one relationship.

use std::rc::Rc;

use super::slot::{is_node, node_in, put_node, put_relationship, relationship_in};
use crate::error::{Error, ErrorKind};
use crate::plan::{
    Endpoints, Expand, Expr, HashJoin, LabelRef, NodeTest, OperatorId, Slot, Step, StepKind,
};
use crate::run::buffer::Buffer;
use crate::run::context::Context;
use crate::run::join::{JoinSide, JoinTable};
use crate::run::machine::{Choice, Cursor, KnownProperty, Machine, Part, Retry};
use crate::run::trail::Trail;
use crate::store::{Entity, Link};
use crate::syntax::ast::Arrow;
use crate::value::{NodeId, Value};

impl<'g> Machine<'g> {
    /// Takes a step, the first of those from `here` on. True where it was done, false where it failed or where
    /// [`Machine::retry`] is to find the ways that it has left on the stack.
    pub(super) fn take(
        &mut self,
        step: &'g Step,
        here: &'g [Step],
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let id = step.id;
        let done = match &step.kind {
            StepKind::Expand(hop) => self.expand(id, hop, cx, row),
            StepKind::Count(hop) => self.count(hop, cx, row),
            StepKind::Quantified(part) => {
                return self.repeat(id, Part::Quantified(part), here, cx, row);
            }
            StepKind::VariableLength(chain) if chain.bound => self.walk_along(chain, cx, row),
            StepKind::VariableLength(chain) => {
                return self.repeat(id, Part::Chain(chain), here, cx, row);
            }
            StepKind::Filter(predicate) => cx.test(predicate, row),
            StepKind::Check { node, test } => match node_in(*node, row)? {
                Some(id) => cx.node_passes(id, test, row),
                None => Ok(false),
            },
            StepKind::Scan { into, label, test } => {
                self.scan(id, *into, label.as_ref(), test, cx, row)
            }
            StepKind::HashJoin(join) => self.hash_join(id, join, cx, row),
            StepKind::PatternJoin(join) => self.pattern_join(id, join, cx, row),
            StepKind::Seek { into, id, element_id, test } => {
                match node_of_id(id, *element_id, cx, row)? {
                    Some(id) => {
                        put_node(row, *into, id);
                        cx.node_passes(id, test, row)
                    }
                    None => Ok(false),
                }
            }
            StepKind::Endpoints(endpoints) => self.endpoints(id, endpoints, cx, row),
            StepKind::Shortest(shortest) => self.shortest(id, shortest, cx, row),
            StepKind::Bind(slot, expr) => {
                let value = cx.eval(expr, row)?;
                self.save(*slot, row, cx.meter)?;
                row[slot.0 as usize] = value;
                Ok(true)
            }
        }?;
        if done {
            cx.count_row(id);
        }
        Ok(done)
    }

    fn scan(
        &mut self,
        step: OperatorId,
        into: Slot,
        label: Option<&'g LabelRef>,
        test: &'g NodeTest,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let known = KnownProperty::of_scan(test, into, cx, row);
        let choice = match label {
            None => Choice::All { next: 0, into, test, known },
            Some(LabelRef::Static(name)) => {
                let Some(token) = cx.token(*name) else { return Ok(false) };
                let nodes = cx.graph.nodes_with_label(token).iter();
                Choice::Labelled { nodes, into, test, known }
            }
            Some(label @ LabelRef::Dynamic { any, .. }) => {
                match cx.dynamic_labels(label, row)?.as_slice() {
                    [one] => {
                        let nodes = cx
                            .graph
                            .token(one.as_str())
                            .map(|token| cx.graph.nodes_with_label(token));
                        let nodes = nodes.unwrap_or_default().iter();
                        Choice::Labelled { nodes, into, test, known }
                    }
                    [] if *any => return Ok(false),
                    _ => Choice::All { next: 0, into, test, known },
                }
            }
        };
        self.choose(step, choice, cx.meter)?;
        Ok(false)
    }

    /// Looks up the nodes that join with the row, or goes through all as long as that is cheaper.
    fn hash_join(
        &mut self,
        step: OperatorId,
        join: &'g HashJoin,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let HashJoin { into, label, key, value, test } = join;
        let labelled = match label {
            Some(LabelRef::Static(name)) => {
                let Some(token) = cx.token(*name) else { return Ok(false) };
                Some(cx.graph.nodes_with_label(token))
            }
            _ => None,
        };
        let (mut side, due) = cx.joins.borrow_mut().side(step);
        if due {
            let all = if labelled.is_none() { cx.graph.node_bound() } else { 0 };
            let nodes = labelled.unwrap_or_default().iter().copied().chain((0..all).map(NodeId));
            side = join_side(nodes, *into, key, cx, row)?;
            cx.joins.borrow_mut().keep(step, side.clone());
        }
        let JoinSide::Table(table) = side else {
            return self.scan(step, *into, label.as_ref(), test, cx, row);
        };
        if table.is_empty() {
            return Ok(false);
        }
        let value = cx.eval(value, row)?;
        let Some(entry) = table.first(&value, cx.meter) else { return Ok(false) };
        let choice = Choice::Joined { table, entry, into: *into, test };
        self.choose(step, choice, cx.meter)?;
        Ok(false)
    }

    fn expand(
        &mut self,
        step: OperatorId,
        hop: &'g Expand,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(id) = node_in(hop.from, row)? else { return Ok(false) };
        let Some(node) = cx.graph.node(id) else { return Ok(false) };
        self.save(hop.relationship, row, cx.meter)?;
        if !hop.to_bound {
            self.save(hop.to, row, cx.meter)?;
        }
        // Most hops of most searches lead nowhere: those leave nothing on the stack.
        let (mut cursor, before) = (Cursor::new(node, id, hop, cx, row), self.walked());
        let Retry::Match = follow(&mut cursor, &mut self.trail, cx, row)? else { return Ok(false) };
        self.choose_from(before, step, Choice::Hop(cursor), cx.meter)?;
        Ok(true)
    }

    fn endpoints(
        &mut self,
        step: OperatorId,
        endpoints: &'g Endpoints,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(id) = relationship_in(endpoints.relationship, row) else { return Ok(false) };
        let Some(relationship) = cx.graph.relationship(id) else { return Ok(false) };
        if self.trail.bars(id)
            || !cx.is_of_types(endpoints.types.as_deref(), relationship.kind, row)?
        {
            return Ok(false);
        }
        self.trail.push(id, cx.meter)?;
        let (start, end) = (relationship.start, relationship.end);
        match endpoints.direction {
            Arrow::Right => self.bind_ends(endpoints, start, end, cx, row),
            Arrow::Left => self.bind_ends(endpoints, end, start, cx, row),
            Arrow::Either => {
                if start != end {
                    let turned = Choice::Turned { endpoints, from: end, to: start };
                    self.choose(step, turned, cx.meter)?;
                }
                self.bind_ends(endpoints, start, end, cx, row)
            }
        }
    }

    /// Goes on where a bound relationship may lie from this node to that one.
    pub(super) fn bind_ends(
        &mut self,
        endpoints: &'g Endpoints,
        from: NodeId,
        to: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(id) = relationship_in(endpoints.relationship, row) else { return Ok(false) };
        Ok(bind_end(endpoints.from, endpoints.from_bound, from, &endpoints.from_test, cx, row)?
            && bind_end(endpoints.to, endpoints.to_bound, to, &endpoints.to_test, cx, row)?
            && cx.relationship_passes(id, &endpoints.test, row)?)
    }
}

/// Binds a node and tests it, or asks whether it is the one that is bound. The test of a bound one was made
/// when it was bound.
fn bind_end<'g>(
    slot: Slot,
    bound: bool,
    id: NodeId,
    test: &'g NodeTest,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    if bound {
        return Ok(matches!(&row[slot.0 as usize], Value::Node(other) if *other == id));
    }
    row[slot.0 as usize] = Value::Node(id);
    cx.node_passes(id, test, row)
}

/// The next relationship that a hop can follow, with the node behind it. A row of a hop takes a sixth longer where it is
/// called.
#[inline(always)]
pub(super) fn follow<'g>(
    cursor: &mut Cursor<'g>,
    trail: &mut Trail,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Retry, Error> {
    let hop = cursor.hop;
    while let Some(link) = cursor.next(cx, row)? {
        if hop.to_bound && !is_node(&row[hop.to.0 as usize], link.other) {
            continue;
        }
        if trail.bars(link.relationship) {
            continue;
        }
        if !binds(hop, link, cx, row)? {
            continue;
        }
        trail.push(link.relationship, cx.meter)?;
        return Ok(Retry::Match);
    }
    Ok(Retry::Nothing)
}

/// Binds what a hop finds over a link, and tests it.
#[inline(always)]
pub(super) fn binds<'g>(
    hop: &'g Expand,
    link: &Link,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<bool, Error> {
    put_relationship(row, hop.relationship, link.relationship);
    if !cx.relationship_passes(link.relationship, &hop.test, row)? {
        return Ok(false);
    }
    if !hop.to_bound {
        put_node(row, hop.to, link.other);
    }
    cx.node_passes(link.other, &hop.to_test, row)
}

/// The next of some nodes that passes, of which most are turned down by what is known of one property.
pub(super) fn next_passing<'g>(
    mut next: impl FnMut() -> Option<NodeId>,
    into: Slot,
    (test, known): (&'g NodeTest, Option<&KnownProperty<'g>>),
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Retry, Error> {
    while let Some(id) = next() {
        cx.tick()?;
        cx.hit(1);
        if known.is_some_and(|known| !known.is_of(id, cx)) {
            continue;
        }
        put_node(row, into, id);
        if cx.node_passes(id, test, row)? {
            return Ok(Retry::Match);
        }
    }
    Ok(Retry::Nothing)
}

/// The nodes by what each has, unless that can't be computed for one of them.
fn join_side<'g>(
    nodes: impl Iterator<Item = NodeId>,
    into: Slot,
    key: &'g Expr,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<JoinSide, Error> {
    let mut table = JoinTable::default();
    for node in nodes.filter(|node| cx.graph.node(*node).is_some()) {
        cx.tick()?;
        put_node(row, into, node);
        match cx.eval(key, row) {
            Ok(value) => table.add(&value, node, cx.meter)?,
            Err(error) if is_of_the_values(error.kind()) => {
                return Ok(JoinSide::Scan);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(JoinSide::Table(Rc::new(table)))
}

/// Whether an error comes from the values at hand, and not from what the run may use.
fn is_of_the_values(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Type | ErrorKind::Argument | ErrorKind::Arithmetic)
}

/// The next path that a selector has kept.
pub(super) fn next_kept(paths: &Buffer, next: &mut usize, row: &mut [Value]) -> Retry {
    if *next >= paths.len() {
        return Retry::Nothing;
    }
    paths.restore(*next, row);
    *next += 1;
    Retry::Match
}

/// The node of an id that a predicate demands.
fn node_of_id<'g>(
    id: &'g Expr,
    element_id: bool,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Option<NodeId>, Error> {
    Ok(match cx.eval(id, row)? {
        Value::Integer(number) if !element_id => u32::try_from(number).ok().map(NodeId),
        Value::Text(text) if element_id => match Entity::of_element_id(text.as_str()) {
            Some(Entity::Node(id)) => Some(id),
            _ => None,
        },
        _ => None,
    })
}
