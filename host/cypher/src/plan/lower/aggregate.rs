//! Projections that aggregate: items without aggregating calls are the keys, the calls themselves are
//! gathered for each group, and what is written around them is computed from keys and results afterwards.
//!
//! ```text
//! > MATCH (n:N) RETURN n.k AS k, 2 * count(*) + sum(n.x) AS t
//! NodeByLabelScan      n:N
//! EagerAggregation     n.k AS k, count(*) AS anon_2, sum(n.x) AS anon_3
//! Projection           2 * anon_2 + anon_3 AS t
//!
//! > MATCH (n:N) RETURN count(*) > 2 AS many
//! NodeByLabelScan      n:N
//! Limit                3
//! EagerAggregation     count(*) AS anon_1
//! Projection           anon_1 > 2 AS many
//! ```

use super::computed::Computed;
use super::lowerer::{Columns, Gathering, Lowerer};
use super::projection::Item;
use super::scope::{Kind, Scope};
use crate::check::first_aggregate;
use crate::error::{Error, Span};
use crate::plan::{Aggregate, Expr, Operator, OperatorKind, Slot, SortKey, visit};
use crate::signatures::AggregateSignature;
use crate::syntax::ast::{self, ExprKind};
use crate::value::Value;

/// A projection that aggregates, taken apart.
struct Parts<'a> {
    columns: Columns<'a>,
    keys: Vec<(Slot, Expr)>,
    aggregates: Vec<(Slot, Aggregate)>,
    /// What is computed from keys and results.
    after: Vec<(Slot, Expr)>,
    order: Vec<SortKey>,
    predicate: Option<Expr>,
}

impl Parts<'_> {
    /// The number, where rows are counted only for being compared with one, and what they must have to count.
    fn compared(&self) -> Option<(i64, Option<&Expr>)> {
        let [(counted, Aggregate { function, arguments, distinct: false, .. })] =
            self.aggregates.as_slice()
        else {
            return None;
        };
        let [(_, Expr::Compare(_, left, right, _))] = self.after.as_slice() else { return None };
        let number = match (&**left, &**right) {
            (Expr::Slot(slot), Expr::Constant(Value::Integer(number)))
            | (Expr::Constant(Value::Integer(number)), Expr::Slot(slot))
                if slot == counted =>
            {
                *number
            }
            _ => return None,
        };
        let mut asked = self.columns.iter().any(|(_, slot)| slot == counted);
        let rest = self.order.iter().map(|key| &key.expr).chain(&self.predicate);
        rest.for_each(|e| visit::expr(e, &mut |slot: Slot| asked |= slot == *counted));
        let only = self.keys.is_empty() && function.name == "count";
        (only && !asked).then_some((number, arguments.first()))
    }
}

impl<'a> Lowerer<'a> {
    /// A projection some of whose items aggregate.
    pub(super) fn aggregating(
        &mut self,
        projection: &'a ast::Projection,
        items: &[Item<'a>],
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<Columns<'a>, Error> {
        let parts = self.take_apart(projection, items)?;
        self.computed = Computed::default();
        if let Some((number, counted)) = parts.compared()
            && self.may_stop_early(self.fallible)
            && counted.is_none_or(|counted| self.lies_there(counted))
        {
            if let Some(counted) = counted {
                let there = Expr::IsNull(Box::new(counted.clone()), true);
                self.push(chain, OperatorKind::Filter(there), span);
            }
            self.limit_to_compare(number, span, chain);
        }
        let Parts { columns, keys, aggregates, after, order, predicate } = parts;
        self.push(chain, OperatorKind::Aggregate { keys, aggregates, first: None }, span);
        if !after.is_empty() {
            self.push(chain, OperatorKind::Project(after), span);
        }
        // Beside GROUP BY the server leaves a row for each key, be they alike.
        if projection.distinct && projection.group_by.is_none() {
            let slots = columns.iter().map(|(_, slot)| *slot).collect();
            self.push(chain, OperatorKind::Distinct(slots), span);
        }
        self.leave(&columns);
        self.page(order, &projection.paging, span, chain)?;
        if let Some(predicate) = predicate {
            self.push(chain, OperatorKind::Filter(predicate), span);
        }
        Ok(columns)
    }

    fn take_apart(
        &mut self,
        projection: &'a ast::Projection,
        items: &[Item<'a>],
    ) -> Result<Parts<'a>, Error> {
        let mut keys = Vec::new();
        let mut assignments = Vec::new();
        let mut visible = self.base.clone();
        let mut slots = Vec::with_capacity(items.len());
        let mut computed = Computed::default();
        for item in items {
            if let Item::Expression(_, expr) = item
                && first_aggregate(expr).is_some()
            {
                slots.push(None);
                continue;
            }
            let (name, slot) = self.column(item, &mut assignments)?;
            match assignments.pop() {
                Some(assignment) => keys.push(assignment),
                None => keys.push((slot, Expr::Slot(slot))),
            }
            if let Item::Expression(_, expr) = item {
                computed.push(expr, slot);
            }
            if let Some(old) = item.variable() {
                visible.insert(old, slot);
            }
            slots.push(Some((name, slot)));
        }
        self.other_keys(projection, items, &mut keys, &mut computed, &mut visible)?;
        let rows = std::mem::replace(&mut self.scope, visible);
        self.computed = computed;
        let outer = self.gathering.replace(Gathering { aggregates: Vec::new(), scope: rows });
        let mut after = Vec::new();
        let mut columns = Vec::with_capacity(items.len());
        for (item, slot) in items.iter().zip(slots) {
            match slot {
                Some(column) => columns.push(column),
                None => columns.push(self.column(item, &mut after)?),
            }
        }
        for (item, (_, slot)) in items.iter().zip(&columns) {
            if let Item::Expression(_, expr) = item
                && first_aggregate(expr).is_some()
            {
                self.computed.push(expr, *slot);
            }
        }
        self.scope.extend(columns.iter().copied());
        let order = self.sort_keys(&projection.paging.order)?;
        let predicate = projection.predicate.as_ref().map(|e| self.expr(e)).transpose()?;
        let gathered = std::mem::replace(&mut self.gathering, outer);
        let aggregates = gathered.map(|gathering| gathering.aggregates).unwrap_or_default();
        Ok(Parts { columns, keys, aggregates, after, order, predicate })
    }

    /// The keys of a `GROUP BY` that are no columns.
    fn other_keys(
        &mut self,
        projection: &'a ast::Projection,
        items: &[Item<'a>],
        keys: &mut Vec<(Slot, Expr)>,
        computed: &mut Computed<'a>,
        visible: &mut Scope<'a>,
    ) -> Result<(), Error> {
        for key in projection.group_by.iter().flatten() {
            self.meter.spend(items.len())?;
            let name = match &key.kind {
                ExprKind::Variable(name) => Some(name.as_str()),
                _ => None,
            };
            let is_key = |item: &Item<'_>| match *item {
                Item::Expression(column, expr) => {
                    Some(column) == name || (expr == key && first_aggregate(expr).is_none())
                }
                Item::Star(column, _) => Some(column) == name,
            };
            if items.iter().any(is_key) {
                continue;
            }
            let value = self.value(key)?;
            let slot = match value {
                Expr::Slot(slot) => slot,
                _ => self.anonymous(Kind::Other),
            };
            keys.push((slot, value));
            computed.push(key, slot);
            if let Some(name) = name {
                visible.insert(name, slot);
            }
        }
        Ok(())
    }

    /// An aggregating call: its result is in a slot when the rest is computed.
    pub(super) fn aggregate(
        &mut self,
        function: &'static AggregateSignature,
        arguments: &'a [ast::Expr],
        distinct: bool,
        span: Span,
    ) -> Result<Expr, Error> {
        let Some(gathering) = self.gathering.take() else {
            let message =
                format!("`{}` can't be used here: there is nothing to gather", function.name);
            return Err(Error::syntax(span, message).because("InvalidAggregation"));
        };
        let after = std::mem::replace(&mut self.scope, gathering.scope);
        let computed = std::mem::take(&mut self.computed);
        let arguments: Result<Vec<_>, _> = arguments.iter().map(|e| self.value(e)).collect();
        self.computed = computed;
        let rows = std::mem::replace(&mut self.scope, after);
        let mut aggregates = gathering.aggregates;
        let result = arguments.map(|arguments| {
            let slot = self.anonymous(Kind::Other);
            aggregates.push((slot, Aggregate { function, arguments, distinct, span }));
            Expr::Slot(slot)
        });
        self.gathering = Some(Gathering { aggregates, scope: rows });
        result
    }
}
