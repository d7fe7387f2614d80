//! `EXISTS`, `COUNT` and `COLLECT`, and pattern comprehensions: they run in the row in which they stand.

use crate::error::Error;
use crate::plan::{Expr, OperatorKind, Pipeline, Query, Slot, bare_hop};
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::run::flow::Flow;
use crate::value::Value;

impl<'g> Context<'g> {
    /// Whether a query has a row. It is asked for no second one.
    pub(super) fn exists(&self, query: &'g Query, row: &mut [Value]) -> Result<bool, Error> {
        if self.run.profile.is_none()
            && let Query::Single(pipeline) = query
            && let [operator] = pipeline.operators.as_slice()
            && let OperatorKind::Match(pattern) = &operator.kind
        {
            let mut machine = self.machine();
            machine.start(pattern);
            machine.once = true;
            let found = machine.next(self, row)?;
            self.give_back(machine);
            return Ok(found);
        }
        let mut found = false;
        self.query(query, row, &mut |_| {
            found = true;
            Ok(Flow::Stop)
        })?;
        Ok(found)
    }

    /// How many rows a query has, each of which may stand for so many.
    pub(super) fn count(
        &self,
        query: &'g Query,
        times: Option<Slot>,
        row: &mut [Value],
    ) -> Result<Value, Error> {
        if self.run.profile.is_none()
            && let Some((hop, most)) = bare_hop(query)
        {
            return Ok(Value::Integer(self.degree(hop, row)?.min(most)));
        }
        let mut count = 0i64;
        self.query(query, row, &mut |row| {
            let rows = times.and_then(|slot| row[slot.0 as usize].as_whole()).unwrap_or(1);
            count = count.saturating_add(rows);
            Ok(Flow::Go)
        })?;
        Ok(Value::Integer(count))
    }

    /// The values of a query's one column.
    pub(super) fn collect(
        &self,
        query: &'g Query,
        slot: Slot,
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let mut values = Charged::default();
        self.query(query, row, &mut |row| {
            values.push(row[slot.0 as usize].clone(), self.meter)?;
            Ok(Flow::Go)
        })?;
        values.into_list(self.meter)
    }

    /// The values of an expression for each row of a chain.
    pub(super) fn pattern_comprehension(
        &self,
        pipeline: &'g Pipeline,
        value: &'g Expr,
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let mut values = Charged::default();
        self.pipeline(pipeline, row, &mut |row| {
            values.push(self.eval(value, row)?, self.meter)?;
            Ok(Flow::Go)
        })?;
        values.into_list(self.meter)
    }
}
