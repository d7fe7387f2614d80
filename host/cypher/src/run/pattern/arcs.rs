//! A repeated part of one relationship as a graph of arcs: from each node over which relationships to which nodes
//! one iteration leads. What is searched breadth first asks for the arcs of each node once.
//!
//! Of `((x)-[r:R]->(y) WHERE x.k < y.k)+` on `(1 {k: 1})-[10:R]->(2 {k: 2})-[11:R]->(3 {k: 0})` the node 1 has the
//! arc over 10 to 2, and the nodes 2 and 3 have none.

use super::slot::{node_in, put_node, put_relationship};
use crate::error::Error;
use crate::plan::{Expand, OperatorId, StepKind};
use crate::run::context::Context;
use crate::run::machine::{Cursor, Part};
use crate::syntax::ast::{Arrow, MatchMode};
use crate::value::{NodeId, RelationshipId, Value};

/// Receives an arc: its relationship, the node that it leads to, and the row with what the iteration has bound.
pub(super) type EachArc<'e> =
    &'e mut dyn FnMut(RelationshipId, NodeId, &mut [Value]) -> Result<(), Error>;

impl<'g> Part<'g> {
    /// The hop, where an iteration is that and nothing more, and its step where it is one of its own.
    pub(super) fn single(self) -> Option<(&'g Expand, Option<OperatorId>)> {
        match self {
            Part::Chain(chain) => Some((&chain.hop, None)),
            Part::Quantified(part) => match part.steps.as_slice() {
                [step] => match &step.kind {
                    StepKind::Expand(hop) if !hop.to_bound => Some((hop, Some(step.id))),
                    _ => None,
                },
                _ => None,
            },
        }
    }

    /// Which way the one relationship of an iteration is walked; `None` where there are more.
    pub(super) fn hop_direction(self) -> Option<Arrow> {
        let steps = match self {
            Part::Chain(chain) => return Some(chain.hop.direction),
            Part::Quantified(part) => &part.steps,
        };
        let mut direction = None;
        for step in steps {
            match &step.kind {
                StepKind::Expand(hop) if direction.is_none() => direction = Some(hop.direction),
                StepKind::Filter(_) | StepKind::Check { .. } => {}
                _ => return None,
            }
        }
        direction
    }

    /// Every way in which one iteration leads on from a node.
    pub(super) fn arcs(
        self,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
        each: EachArc<'_>,
    ) -> Result<(), Error> {
        cx.tick()?;
        match self {
            Part::Chain(chain) => {
                let Some(found) = cx.graph.node(node) else { return Ok(()) };
                let mut cursor = Cursor::of_chain(found, node, &chain.hop, cx, row);
                while let Some(link) = cursor.next(cx, row)? {
                    if cx.relationship_passes(link.relationship, &chain.hop.test, row)? {
                        each(link.relationship, link.other, row)?;
                    }
                }
            }
            Part::Quantified(part) => {
                put_node(row, part.entry, node);
                if !cx.node_passes(node, &part.entry_test, row)? {
                    return Ok(());
                }
                if let Some((hop, _)) = self.single() {
                    return over(hop, node, cx, row, each);
                }
                let mut inner = cx.machine();
                inner.begin(&part.steps, MatchMode::default());
                while inner.next(cx, row)? {
                    if let (Some(link), Some(exit)) = (inner.trail.last(), node_in(part.exit, row)?)
                    {
                        each(link, exit, row)?;
                    }
                }
                cx.give_back(inner);
            }
        }
        Ok(())
    }
}

impl<'g> Part<'g> {
    /// Whether it can be followed from its end: an iteration is one hop, and no list is bound.
    pub(super) fn leads_back(self) -> bool {
        self.single().is_some()
    }

    /// Every way in which one iteration leads to a node: the relationship, and the node where it begins.
    pub(super) fn arcs_back(
        self,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
        each: &mut dyn FnMut(RelationshipId, NodeId) -> Result<(), Error>,
    ) -> Result<(), Error> {
        cx.tick()?;
        let Some(found) = cx.graph.node(node) else { return Ok(()) };
        match self {
            Part::Chain(chain) => {
                let mut cursor = Cursor::back(found, node, &chain.hop);
                while let Some(link) = cursor.next(cx, row)? {
                    if cx.relationship_passes(link.relationship, &chain.hop.test, row)? {
                        each(link.relationship, link.other)?;
                    }
                }
            }
            Part::Quantified(part) => {
                let Some((hop, _)) = self.single() else { return Ok(()) };
                let mut cursor = Cursor::back(found, node, hop);
                while let Some(link) = cursor.next(cx, row)? {
                    put_node(row, part.entry, link.other);
                    put_relationship(row, hop.relationship, link.relationship);
                    put_node(row, hop.to, node);
                    if cx.node_passes(link.other, &part.entry_test, row)?
                        && cx.relationship_passes(link.relationship, &hop.test, row)?
                        && cx.node_passes(node, &hop.to_test, row)?
                    {
                        each(link.relationship, link.other)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The arcs of an iteration that is nothing but a hop.
fn over<'g>(
    hop: &'g Expand,
    node: NodeId,
    cx: &Context<'g>,
    row: &mut [Value],
    each: EachArc<'_>,
) -> Result<(), Error> {
    let Some(found) = cx.graph.node(node) else { return Ok(()) };
    let mut cursor = Cursor::new(found, node, hop, cx, row);
    while let Some(link) = cursor.next(cx, row)? {
        put_relationship(row, hop.relationship, link.relationship);
        if !cx.relationship_passes(link.relationship, &hop.test, row)? {
            continue;
        }
        put_node(row, hop.to, link.other);
        if cx.node_passes(link.other, &hop.to_test, row)? {
            each(link.relationship, link.other, row)?;
        }
    }
    Ok(())
}
