//! What nodes and relationships must satisfy to be part of a match. Tested at the moment they are reached, cheap
//! things first, nothing cloned to be compared.

use crate::error::Error;
use crate::meter::Meter;
use crate::plan::{Expr, LabelRef, LabelTest, NameRef, NodeTest, RelationshipTest};
use crate::run::context::Context;
use crate::store::{Properties, Token};
use crate::value::{NodeId, RelationshipId, Value};

/// `a = b`, the frequent cases without a call. This and what is inlined below is the innermost loop of every
/// match: out of line it costs twice the time.
#[inline(always)]
pub(super) fn same(a: &Value, b: &Value, meter: &Meter) -> bool {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::Text(a), Value::Text(b)) => a == b,
        _ => a.equals(b, meter) == Some(true),
    }
}

impl<'g> Context<'g> {
    /// Whether a node is there and passes. Its own slot is set by then.
    #[inline(always)]
    pub(super) fn node_passes(
        &self,
        id: NodeId,
        test: &'g NodeTest,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(node) = self.graph.node(id) else { return Ok(false) };
        let labels_pass = match &test.labels {
            None => true,
            Some(LabelTest::Is(LabelRef::Static(name))) => {
                self.token(*name).is_some_and(|label| node.has_label(label))
            }
            Some(labels) => self.labels_pass(labels, node.labels(), row)?,
        };
        if !labels_pass || !self.properties_pass(&test.properties, node.properties(), row)? {
            return Ok(false);
        }
        Ok(test.predicates.is_empty() || self.all_true(&test.predicates, row)?)
    }

    /// Whether a relationship is there and passes. Its own slot is set by then.
    #[inline(always)]
    pub(super) fn relationship_passes(
        &self,
        id: RelationshipId,
        test: &'g RelationshipTest,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let plain = test.predicates.is_empty();
        if plain && test.properties.is_empty() && test.types.is_none() {
            return Ok(true);
        }
        let Some(relationship) = self.graph.relationship(id) else { return Ok(false) };
        if !self.properties_pass(&test.properties, relationship.properties(), row)? {
            return Ok(false);
        }
        if let Some(types) = &test.types
            && !self.labels_pass(types, &[relationship.kind], row)?
        {
            return Ok(false);
        }
        Ok(plain || self.all_true(&test.predicates, row)?)
    }

    #[inline(never)]
    fn all_true(&self, predicates: &'g [Expr], row: &mut [Value]) -> Result<bool, Error> {
        for predicate in predicates {
            if !self.test(predicate, row)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a type is one of those wanted; nothing wanted is anything.
    #[inline]
    pub(super) fn is_of_types(
        &self,
        types: Option<&'g [LabelRef]>,
        kind: Token,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(types) = types else { return Ok(true) };
        for label in types {
            let found = match label {
                LabelRef::Static(name) => self.token(*name) == Some(kind),
                LabelRef::Dynamic { .. } => self.label_matches(label, &[kind], row)?,
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[inline(always)]
    fn properties_pass(
        &self,
        wanted: &'g [(NameRef, Expr)],
        properties: &'g Properties,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        if wanted.is_empty() {
            return Ok(true);
        }
        self.hit(1);
        for (key, expr) in wanted {
            let Some(value) = self.token(*key).and_then(|key| properties.get(key)) else {
                return Ok(false);
            };
            let found = match self.peek_in_lists(expr, row) {
                Some(wanted) => same(value, wanted, self.meter),
                None => same(value, &self.eval(expr, row)?, self.meter),
            };
            if !found {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
