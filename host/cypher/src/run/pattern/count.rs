//! Relationships that are counted and not followed, where that is all that is asked of the end of a pattern.
//!
//! `MATCH (a:A)-->(b)-->() RETURN count(*)` on a star with `a` in the middle of nine: `(a)-->(b)` is found nine times,
//! and how many relationships leave each `b` is known without looking at one of them.

use super::slot::{node_in, put_node};
use super::step::binds;
use crate::error::Error;
use crate::plan::{Expand, NodeTest, Slot};
use crate::run::context::Context;
use crate::run::machine::{Cursor, Machine};
use crate::store::Node;
use crate::syntax::ast::Arrow;
use crate::value::{NodeId, Value};

/// How many links are looked at in a piece of work.
const LINKS_OF_A_STEP: usize = 32;

impl<'g> Machine<'g> {
    /// Counts the relationships that a hop could follow. True where there is one.
    pub(super) fn count(
        &mut self,
        hop: &'g Expand,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(id) = node_in(hop.from, row)? else { return Ok(false) };
        self.count_from(id, hop, None, cx, row)
    }

    /// Counts what a hop could follow from a node, and what behind it satisfies something more. True where there is one.
    pub(super) fn count_from(
        &mut self,
        id: NodeId,
        hop: &'g Expand,
        end: Option<(Slot, &'g NodeTest)>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(node) = cx.graph.node(id) else { return Ok(false) };
        let count = if hop.is_bare() && end.is_none_or(|(_, test)| test.is_empty()) {
            cx.degree_of(hop, (id, node), row)? - self.walked_of(hop, id, cx, row)?
        } else {
            let mut cursor = Cursor::new(node, id, hop, cx, row);
            let mut count = 0;
            while let Some(link) = cursor.next(cx, row)? {
                if self.trail.bars(link.relationship) || !binds(hop, link, cx, row)? {
                    continue;
                }
                if let Some((to, test)) = end {
                    put_node(row, to, link.other);
                    count += i64::from(cx.node_passes(link.other, test, row)?);
                } else {
                    count += 1;
                }
            }
            count
        };
        row[hop.relationship.0 as usize] = Value::Integer(count);
        Ok(count > 0)
    }

    /// How many of the relationships that a hop could follow were walked and may not be walked again.
    fn walked_of(
        &self,
        hop: &'g Expand,
        id: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<i64, Error> {
        let mut count = 0;
        for walked in self.trail.barred() {
            cx.tick()?;
            let Some(relationship) = cx.graph.relationship(walked) else { continue };
            let leaves = relationship.start == id && hop.direction != Arrow::Left;
            let enters = relationship.end == id && hop.direction != Arrow::Right;
            let may_follow = (leaves || enters)
                && cx.is_of_types(hop.types.as_deref(), relationship.kind, row)?;
            count += i64::from(may_follow);
        }
        Ok(count)
    }
}

impl<'g> Context<'g> {
    /// How many relationships a hop may follow, where nothing more is asked of them.
    pub(in crate::run) fn degree(&self, hop: &'g Expand, row: &mut [Value]) -> Result<i64, Error> {
        let id = node_in(hop.from, row)?;
        match id.and_then(|id| Some((id, self.graph.node(id)?))) {
            Some(node) => self.degree_of(hop, node, row),
            None => Ok(0),
        }
    }

    fn degree_of(
        &self,
        hop: &'g Expand,
        (id, node): (NodeId, &Node),
        row: &mut [Value],
    ) -> Result<i64, Error> {
        self.tick()?;
        let mut degree = 0;
        for (adjacency, skipped) in
            [(node.outgoing(), Arrow::Left), (node.incoming(), Arrow::Right)]
        {
            let groups = if hop.direction == skipped { &[][..] } else { adjacency.groups() };
            for group in groups {
                self.hit(1);
                if !self.is_of_types(hop.types.as_deref(), group.kind(), row)? {
                    continue;
                }
                degree += group.links().len();
                if hop.direction == Arrow::Either && skipped == Arrow::Right {
                    // Those from the node to itself came among the outgoing.
                    self.meter.spend(group.links().len() / LINKS_OF_A_STEP)?;
                    degree -= group.links().iter().filter(|link| link.other == id).count();
                }
            }
        }
        Ok(i64::try_from(degree).unwrap_or(i64::MAX))
    }
}
