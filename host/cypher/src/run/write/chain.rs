//! Chains that write, cut at each write.

use super::writer::{Nulls, Writer};
use crate::error::Error;
use crate::plan::{Expr, Operator, OperatorKind, Pipeline, Query, Slot};
use crate::run::buffer::Buffer;
use crate::run::flow::{Flow, Input};
use crate::run::state::State;
use crate::value::Value;

impl<'w> Writer<'w, '_> {
    /// Runs a query to its end; what comes out of it goes into the buffer.
    pub fn query(
        &mut self,
        query: &'w Query,
        row: &mut [Value],
        out: &mut Buffer,
    ) -> Result<(), Error> {
        match query {
            Query::Single(pipeline) => self.pipeline(pipeline, row, out),
            Query::Union { members, distinct, .. } => {
                let Some(distinct) = distinct else {
                    return members.iter().try_for_each(|member| self.query(member, row, out));
                };
                let mut seen = State::distinct(distinct);
                for member in members {
                    let mut rows = out.like();
                    self.query(member, row, &mut rows)?;
                    for index in 0..rows.len() {
                        self.meter.tick()?;
                        rows.hand_over(index, row);
                        if seen.is_new(row, self.meter)? {
                            out.keep(row, self.meter)?;
                        }
                    }
                }
                Ok(())
            }
            Query::When { branches, otherwise, .. } => {
                let branch = self.branch(branches, otherwise.as_deref(), row)?;
                branch.map_or(Ok(()), |query| self.query(query, row, out))
            }
        }
    }

    fn branch(
        &self,
        branches: &'w [(Expr, Query)],
        otherwise: Option<&'w Query>,
        row: &mut [Value],
    ) -> Result<Option<&'w Query>, Error> {
        let context = self.context();
        for (condition, query) in branches {
            if context.test(condition, row)? {
                return Ok(Some(query));
            }
        }
        Ok(otherwise)
    }

    fn pipeline(
        &mut self,
        pipeline: &'w Pipeline,
        row: &mut [Value],
        out: &mut Buffer,
    ) -> Result<(), Error> {
        let mut operators = pipeline.operators.as_slice();
        let mut input = Input::Row;
        while let Some(write) = operators.iter().position(writes) {
            let (before, behind) = operators.split_at(write);
            let Some((operator, behind)) = behind.split_first() else { break };
            let mut rows = Buffer::new(&operator.live);
            self.read(before, input, row, &mut rows)?;
            // Behind the last write no more is needed of a row than what comes out.
            let written = if behind.is_empty() { out.like() } else { rows.like() };
            input = Input::Rows(self.write(operator, rows, row, written)?);
            operators = behind;
        }
        self.read(operators, input, row, out)
    }

    fn read(
        &self,
        operators: &'w [Operator],
        input: Input,
        row: &mut [Value],
        out: &mut Buffer,
    ) -> Result<(), Error> {
        self.context().chain(operators, input, row, &mut |row| {
            out.keep(row, self.meter)?;
            Ok(Flow::Go)
        })?;
        Ok(())
    }

    /// Does a write for all of its rows, and gives those that come out of it.
    fn write(
        &mut self,
        operator: &'w Operator,
        mut rows: Buffer,
        row: &mut [Value],
        mut out: Buffer,
    ) -> Result<Buffer, Error> {
        let run = self.run;
        let before = run.profile.as_ref().map(|profile| profile.switch(Some(operator.id)));
        if let OperatorKind::Delete { targets, detach } = &operator.kind {
            self.delete(targets, *detach, &rows, row).map_err(|error| error.at(operator.span))?;
        }
        for index in 0..rows.len() {
            self.meter.tick()?;
            rows.hand_over(index, row);
            self.write_row(operator, row, &mut out).map_err(|error| error.at(operator.span))?;
        }
        if let (Some(profile), Some(before)) = (&run.profile, before) {
            profile.rows(operator.id, out.len() as u64);
            profile.switch(before);
        }
        Ok(out)
    }

    fn write_row(
        &mut self,
        operator: &'w Operator,
        row: &mut [Value],
        out: &mut Buffer,
    ) -> Result<(), Error> {
        match &operator.kind {
            OperatorKind::Create(creations) => self.create(creations, Nulls::Dropped, row)?,
            OperatorKind::Set(items) => self.set(items, row)?,
            OperatorKind::Merge { pattern, create, on_create, on_match } => {
                return self.merge(pattern, create, (on_create, on_match), row, out);
            }
            OperatorKind::Foreach { list, into, body } => self.foreach(list, *into, body, row)?,
            OperatorKind::Apply { query, returns, optional, .. } => {
                return self.apply(query, *returns, optional.as_deref(), row, out);
            }
            _ => {}
        }
        out.keep(row, self.meter)
    }

    fn apply(
        &mut self,
        query: &'w Query,
        returns: bool,
        optional: Option<&[Slot]>,
        row: &mut [Value],
        out: &mut Buffer,
    ) -> Result<(), Error> {
        if !returns {
            self.query(query, row, &mut Buffer::default())?;
            return out.keep(row, self.meter);
        }
        let before = out.len();
        self.query(query, row, out)?;
        if let Some(nulls) = optional
            && out.len() == before
        {
            nulls.iter().for_each(|slot| row[slot.0 as usize] = Value::Null);
            out.keep(row, self.meter)?;
        }
        Ok(())
    }

    fn foreach(
        &mut self,
        list: &'w Expr,
        into: Slot,
        body: &'w Pipeline,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let Some(mut elements) = self.context().unwound(list, row)? else { return Ok(()) };
        while elements.put_next(&mut row[into.0 as usize]) {
            self.meter.tick()?;
            self.pipeline(body, row, &mut Buffer::default())?;
        }
        Ok(())
    }
}

fn writes(operator: &Operator) -> bool {
    match &operator.kind {
        OperatorKind::Apply { writes, .. } => *writes,
        OperatorKind::Create(_)
        | OperatorKind::Merge { .. }
        | OperatorKind::Set(_)
        | OperatorKind::Delete { .. }
        | OperatorKind::Foreach { .. } => true,
        _ => false,
    }
}
