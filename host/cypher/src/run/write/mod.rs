//! Runs queries that write. A chain is cut at each write: what reads before it runs over the graph as it stands,
//! into a buffer; then the write sees all of the buffer and changes the graph; then what follows reads again.
//! So each clause sees what the clauses before it have done, and nothing of what it does itself.

mod create;
mod delete;
mod merge;
mod set;

use super::Context;
use super::buffer::Buffer;
use super::context::Run;
use super::stream::{Flow, Input};
use crate::error::Error;
use crate::meter::Limits;
use crate::plan::{Expr, NameRef, Operator, OperatorKind, Pipeline, Query, Slot};
use crate::store::{Token, Transaction};
use crate::value::Value;
use create::Nulls;

/// What a run that writes has beside the row.
pub(super) struct Writer<'w, 'g> {
    transaction: &'w mut Transaction<'g>,
    parameters: &'w [Value],
    limits: &'w Limits,
    run: &'w Run<'w>,
}

impl<'w, 'g> Writer<'w, 'g> {
    /// A writer that begins.
    pub fn new(
        transaction: &'w mut Transaction<'g>,
        parameters: &'w [Value],
        limits: &'w Limits,
        run: &'w Run<'w>,
    ) -> Writer<'w, 'g> {
        Writer { transaction, parameters, limits, run }
    }

    /// The graph as it is now, for whoever reads.
    fn context(&self) -> Context<'_> {
        Context::new(self.transaction, self.parameters, self.limits, self.run)
    }

    fn eval(&self, expr: &'w Expr, row: &mut [Value]) -> Result<Value, Error> {
        self.context().eval(expr, row)
    }

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
                let mut seen = super::state::State::distinct(distinct);
                for member in members {
                    let mut rows = out.like();
                    self.query(member, row, &mut rows)?;
                    for index in 0..rows.len() {
                        self.run.tick()?;
                        rows.restore(index, row);
                        if seen.is_new(row)? {
                            out.keep(row)?;
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
            input = Input::Rows(self.write(operator, &rows, row)?);
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
            out.keep(row)?;
            Ok(Flow::Go)
        })?;
        Ok(())
    }

    /// Does a write for all of its rows, and gives the rows that come out of it.
    fn write(
        &mut self,
        operator: &'w Operator,
        rows: &Buffer,
        row: &mut [Value],
    ) -> Result<Buffer, Error> {
        let run = self.run;
        let before = run.profile.as_ref().map(|profile| profile.switch(Some(operator.id)));
        let mut out = Buffer::new(&operator.live);
        if let OperatorKind::Delete { targets, detach } = &operator.kind {
            self.delete(targets, *detach, rows, row).map_err(|error| error.at(operator.span))?;
        }
        for index in 0..rows.len() {
            run.tick()?;
            rows.restore(index, row);
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
        out.keep(row)
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
            return out.keep(row);
        }
        let before = out.len();
        self.query(query, row, out)?;
        if let Some(nulls) = optional
            && out.len() == before
        {
            nulls.iter().for_each(|slot| row[slot.0 as usize] = Value::Null);
            out.keep(row)?;
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
        let Some(mut elements) = self.context().elements(list, row)? else { return Ok(()) };
        while let Some(element) = elements.next() {
            self.run.tick()?;
            row[into.0 as usize] = element;
            self.pipeline(body, row, &mut Buffer::default())?;
        }
        Ok(())
    }

    /// The token of a name, made if need be.
    fn intern(&mut self, name: &str) -> Result<Token, Error> {
        if let Some(token) = self.transaction.token(name) {
            return Ok(token);
        }
        let token = self.transaction.intern(name)?;
        self.run.refresh(self.transaction);
        Ok(token)
    }

    fn name(&mut self, name: NameRef) -> Result<Token, Error> {
        match self.run.token(name) {
            Some(token) => Ok(token),
            None => self.intern(self.run.name(name)),
        }
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
