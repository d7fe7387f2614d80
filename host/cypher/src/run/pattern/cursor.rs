//! Goes through the relationships of a node that a hop may follow: by direction and type, outgoing before
//! incoming, a relationship from a node to itself once. Most are turned down by a single property of the
//! relationship or of the node behind it; that one is looked at here, before anything else is done.
//!
//! In `(x)-[{direction: r.direction}]-(y {state: other})` the values of `r.direction` and `other` are the same for
//! all of the eight relationships of a cell `x`: they are looked up once, and six of the eight then cost one
//! comparison each.

use super::test::same;
use crate::error::Error;
use crate::meter::Meter;
use crate::plan::visit;
use crate::plan::{Expand, Expr, NameRef, NodeTest, Slot};
use crate::run::context::Context;
use crate::run::machine::{Cursor, KnownProperty, KnownValue};
use crate::run::reads::Reads;
use crate::store::{Link, Node, Properties};
use crate::syntax::ast::Arrow;
use crate::value::{NodeId, Value};

impl<'g> Cursor<'g> {
    /// Before the first relationship of `node`.
    #[inline(always)]
    pub fn new(
        node: &'g Node,
        id: NodeId,
        hop: &'g Expand,
        cx: &Context<'g>,
        row: &[Value],
    ) -> Cursor<'g> {
        let of_node = KnownProperty::first(&hop.to_test.properties, hop, cx, row);
        Cursor { of_node, ..Cursor::of_chain(node, id, hop, cx, row) }
    }

    /// The same for a link of a variable-length chain, where only the node behind the last one is tested.
    #[inline(always)]
    pub(crate) fn of_chain(
        node: &'g Node,
        id: NodeId,
        hop: &'g Expand,
        cx: &Context<'g>,
        row: &[Value],
    ) -> Cursor<'g> {
        let of_relationship = KnownProperty::first(&hop.test.properties, hop, cx, row);
        Cursor { of_relationship, ..Cursor::untested(node, id, hop, hop.direction) }
    }

    /// Against the hop's direction, from the node behind it: nothing is tested.
    pub fn back(node: &'g Node, id: NodeId, hop: &'g Expand) -> Cursor<'g> {
        let direction = match hop.direction {
            Arrow::Right => Arrow::Left,
            Arrow::Left => Arrow::Right,
            Arrow::Either => Arrow::Either,
        };
        Cursor::untested(node, id, hop, direction)
    }

    #[inline(always)]
    fn untested(node: &'g Node, id: NodeId, hop: &'g Expand, direction: Arrow) -> Cursor<'g> {
        Cursor {
            of_relationship: None,
            of_node: None,
            hop,
            links: [].iter(),
            node,
            id,
            seen: NodeId::NOBODY,
            group: 0,
            direction,
            incoming: direction == Arrow::Left,
        }
    }

    /// The next relationship.
    #[inline(always)]
    pub fn next(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<Option<&'g Link>, Error> {
        loop {
            while let Some(link) = self.links.next() {
                cx.tick()?;
                if link.other != self.seen && self.may_pass(link, cx) {
                    return Ok(Some(link));
                }
            }
            if !self.next_group(cx, row)? {
                return Ok(None);
            }
        }
    }

    #[inline(always)]
    fn may_pass(&self, link: &Link, cx: &Context<'g>) -> bool {
        if let Some(known) = &self.of_relationship {
            match cx.graph.relationship(link.relationship) {
                Some(found) if known.is_in(found.properties(), cx.meter) => {}
                _ => return false,
            }
        }
        self.of_node.as_ref().is_none_or(|known| known.is_of(link.other, cx))
    }

    #[inline(always)]
    fn next_group(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        loop {
            let adjacency = if self.incoming { self.node.incoming() } else { self.node.outgoing() };
            while let Some(group) = adjacency.groups().get(self.group as usize) {
                self.group += 1;
                cx.hit(1);
                if cx.is_of_types(self.hop.types.as_deref(), group.kind(), row)? {
                    self.links = group.links().iter();
                    return Ok(true);
                }
            }
            if self.incoming || self.direction != Arrow::Either {
                return Ok(false);
            }
            self.incoming = true;
            self.seen = self.id;
            self.group = 0;
        }
    }
}

impl<'g> KnownProperty<'g> {
    /// The first of the properties that a test asks for, where its value does not depend on the hop.
    #[inline(always)]
    fn first(
        properties: &'g [(NameRef, Expr)],
        hop: &Expand,
        cx: &Context<'g>,
        row: &[Value],
    ) -> Option<KnownProperty<'g>> {
        let (name, expr) = properties.first()?;
        let mut root = expr;
        while let Expr::Property(subject, ..) = root {
            root = subject;
        }
        if let Expr::Slot(slot) = root
            && (*slot == hop.relationship || *slot == hop.to)
        {
            return None;
        }
        Some(KnownProperty { key: cx.token(*name)?, value: KnownValue::of(expr, cx, row)? })
    }

    /// The first of the properties that a test of a scan asks for, where it can be computed before there is a node. What
    /// can't be computed fails where it is needed, and what a profile counts is looked at node by node.
    pub(super) fn of_scan(
        test: &'g NodeTest,
        into: Slot,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Option<KnownProperty<'g>> {
        let (name, expr) = test.properties.first()?;
        let mut reads = Reads::default();
        visit::expr(expr, &mut reads);
        if !reads.may_come_before(into) || cx.run.profile.is_some() {
            return None;
        }
        let key = cx.token(*name)?;
        let value = match KnownValue::of(expr, cx, row) {
            Some(value) => value,
            None => KnownValue::copied(&cx.eval(expr, row).ok()?),
        };
        Some(KnownProperty { key, value })
    }

    /// Whether a node has it.
    #[inline(always)]
    pub(super) fn is_of(&self, id: NodeId, cx: &Context<'_>) -> bool {
        cx.graph.node(id).is_some_and(|node| self.is_in(node.properties(), cx.meter))
    }

    #[inline(always)]
    fn is_in(&self, properties: &Properties, meter: &Meter) -> bool {
        match properties.get(self.key) {
            Some(value) => self.value.is(value, meter),
            None => false,
        }
    }
}

impl<'g> KnownValue<'g> {
    /// The value of an expression that has it lying somewhere already.
    #[inline(always)]
    fn of(expr: &'g Expr, cx: &Context<'g>, row: &[Value]) -> Option<KnownValue<'g>> {
        let in_place = match expr {
            Expr::Constant(value) => Some(value),
            Expr::Parameter(number) => Some(&cx.parameters[*number as usize]),
            Expr::Property(subject, name, _) => match &**subject {
                Expr::Slot(slot) => {
                    cx.stored_property(&row[slot.0 as usize], *name).inspect(|_| cx.hit(1))
                }
                _ => None,
            },
            _ => None,
        };
        match in_place {
            Some(value) => Some(KnownValue::InPlace(value)),
            None => cx.peek_in_lists(expr, row).map(KnownValue::copied),
        }
    }

    #[inline(always)]
    fn copied(value: &Value) -> KnownValue<'g> {
        match value {
            Value::Integer(number) => KnownValue::Number(*number),
            other => KnownValue::Own(Box::new(other.clone())),
        }
    }

    #[inline(always)]
    fn is(&self, value: &Value, meter: &Meter) -> bool {
        match self {
            KnownValue::InPlace(known) => same(value, known, meter),
            KnownValue::Number(known) => same(value, &Value::Integer(*known), meter),
            KnownValue::Own(known) => same(value, known, meter),
        }
    }
}
