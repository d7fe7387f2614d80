//! Runs chains of operators that read. A row is pushed through the chain as far as it gets; an operator that
//! must see all rows first (a breaker) cuts the chain in two, with a buffer between. Chains are as long as
//! the text; how many rows there are costs no stack.

use super::aggregate::Groups;
use super::buffer::Buffer;
use super::context::Context;
use super::flow::{Flow, Input, Sink};
use super::order::Order;
use super::procedure::Call;
use super::sort::Sorting;
use super::state::State;
use crate::error::{Error, ErrorKind};
use crate::plan::{Expr, Operator, OperatorId, OperatorKind, Pattern, Pipeline, Query, Slot};
use crate::stack::deeper;
use crate::value::Value;

/// A chain may be as long as the text: after so many operators the stack is looked at.
const EVERY: usize = 16;

impl<'g> Context<'g> {
    /// Runs a query that reads. `Stop` where the sink wants no more rows.
    pub(super) fn query(
        &self,
        query: &'g Query,
        row: &mut [Value],
        sink: Sink<'_>,
    ) -> Result<Flow, Error> {
        match query {
            Query::Single(pipeline) => self.pipeline(pipeline, row, sink),
            Query::Union { id, members, distinct } => {
                let mut seen = distinct.as_deref().map(State::distinct);
                for member in members {
                    let mut once = |row: &mut [Value]| {
                        if let Some(seen) = &mut seen
                            && !seen.is_new(row, self.meter)?
                        {
                            return Ok(Flow::Go);
                        }
                        self.count_row(*id);
                        sink(row)
                    };
                    let of_member =
                        |row: &mut [Value], next: Sink<'_>| self.query(member, row, next);
                    if self.nested(row, &mut once, of_member)? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                }
                Ok(Flow::Go)
            }
            Query::When { id, branches, otherwise } => {
                match self.branch(branches, otherwise.as_deref(), row)? {
                    None => Ok(Flow::Go),
                    Some(query) => self.query(query, row, &mut |row| {
                        self.count_row(*id);
                        sink(row)
                    }),
                }
            }
        }
    }

    /// The first branch whose condition is true.
    pub(super) fn branch(
        &self,
        branches: &'g [(Expr, Query)],
        otherwise: Option<&'g Query>,
        row: &mut [Value],
    ) -> Result<Option<&'g Query>, Error> {
        for (condition, query) in branches {
            if self.test(condition, row)? {
                return Ok(Some(query));
            }
        }
        Ok(otherwise)
    }

    /// Runs a chain on the row as it is.
    pub(super) fn pipeline(
        &self,
        pipeline: &'g Pipeline,
        row: &mut [Value],
        sink: Sink<'_>,
    ) -> Result<Flow, Error> {
        self.chain(&pipeline.operators, Input::Row, row, sink)
    }

    /// Runs a chain that has no writes.
    pub(super) fn chain(
        &self,
        mut operators: &'g [Operator],
        mut input: Input,
        row: &mut [Value],
        sink: Sink<'_>,
    ) -> Result<Flow, Error> {
        // Whose rows they are: they count as passed on when they are taken.
        let mut from = None;
        let mut order = Order::Any;
        loop {
            let Some(breaker) = order.next_breaker(operators) else {
                return self.stream(operators, (&input, from), row, sink);
            };
            let (before, behind) = operators.split_at(breaker);
            let Some((operator, behind)) = behind.split_first() else { return Ok(Flow::Go) };
            let gathered = match &operator.kind {
                OperatorKind::SortEarly(keys) => {
                    self.sort_few(operator, keys, before, (&input, from), row)?
                }
                _ => Some(self.gather((operator, order), before, (&input, from), row)?),
            };
            order = Order::behind(operator, gathered.is_some());
            let Some(gathered) = gathered else { continue };
            (input, from) = (Input::Rows(gathered), Some(operator.id));
            operators = behind;
        }
    }

    /// Runs the chain before a breaker into it, and gives what comes out of it.
    fn gather(
        &self,
        (operator, order): (&'g Operator, Order),
        before: &'g [Operator],
        input: (&Input, Option<OperatorId>),
        row: &mut [Value],
    ) -> Result<Buffer, Error> {
        let is_sorted = order == Order::Sorted;
        match &operator.kind {
            OperatorKind::Aggregate { keys, aggregates, first } => {
                let mut groups = Groups::new(keys, aggregates);
                if let Some(first) = first.as_ref().filter(|_| is_sorted) {
                    groups.only_first(&first.by, self.sum_of_counts(&first.limit, row)?);
                }
                self.stream(before, input, row, &mut |row| {
                    self.within(operator, || groups.add(self, row))
                })?;
                self.within(operator, || groups.finish(self))
            }
            OperatorKind::Sort { keys, limit, early } => {
                let limit = self.sum_of_counts(limit, row)?;
                let early = if is_sorted { *early } else { 0 };
                let mut sorting = Sorting::new(keys, early, limit, &operator.live);
                self.stream(before, input, row, &mut |row| {
                    self.within(operator, || sorting.add(self, row))
                })?;
                self.within(operator, || sorting.finish(self))
            }
            _ => Err(misplaced(operator)),
        }
    }

    /// Pushes each row of the input through a chain without breakers.
    pub(super) fn stream(
        &self,
        operators: &'g [Operator],
        (input, from): (&Input, Option<OperatorId>),
        row: &mut [Value],
        sink: Sink<'_>,
    ) -> Result<Flow, Error> {
        let mut states = self.states(operators, row)?;
        let lets_none_through = |(operator, state): (&Operator, &State)| {
            matches!(operator.kind, OperatorKind::Limit(_)) && state.is_empty()
        };
        if operators.iter().zip(&states).any(lets_none_through) {
            return Ok(Flow::Stop);
        }
        match input {
            Input::Row => self.push(operators, &mut states, row, sink),
            Input::Rows(rows) => {
                for index in 0..rows.len() {
                    self.tick()?;
                    rows.restore(index, row);
                    if let Some(id) = from {
                        self.count_row(id);
                    }
                    if self.push(operators, &mut states, row, sink)? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                }
                Ok(Flow::Go)
            }
        }
    }

    /// Pushes a row into the first operator of a chain.
    fn push(
        &self,
        operators: &'g [Operator],
        states: &mut [State],
        row: &mut [Value],
        sink: Sink<'_>,
    ) -> Result<Flow, Error> {
        if operators.len() % EVERY == EVERY - 1 {
            return deeper(|| self.push_on(operators, states, row, sink));
        }
        self.push_on(operators, states, row, sink)
    }

    fn push_on(
        &self,
        operators: &'g [Operator],
        states: &mut [State],
        row: &mut [Value],
        sink: Sink<'_>,
    ) -> Result<Flow, Error> {
        let Some((operator, behind)) = operators.split_first() else { return sink(row) };
        let (state, states) = match states.split_first_mut() {
            Some((state, states)) => (state, states),
            None => (&mut State::None, &mut [][..]),
        };
        let Some(profile) = &self.run.profile else {
            if behind.is_empty() {
                return self.operate(operator, state, row, sink);
            }
            return self
                .operate(operator, state, row, &mut |row| self.push(behind, states, row, sink));
        };
        let before = profile.switch(Some(operator.id));
        let flow = self.operate(operator, state, row, &mut |row| {
            profile.rows(operator.id, 1);
            let before = profile.switch(None);
            let flow = self.push(behind, states, row, sink);
            profile.switch(before);
            flow
        });
        profile.switch(before);
        flow
    }

    /// What an operator does with a row; what it makes of it goes to `next`.
    fn operate(
        &self,
        operator: &'g Operator,
        state: &mut State,
        row: &mut [Value],
        next: Sink<'_>,
    ) -> Result<Flow, Error> {
        match &operator.kind {
            OperatorKind::Match(pattern) => self.matches(pattern, row, next),
            OperatorKind::Filter(predicate) => {
                if self.test(predicate, row)? {
                    next(row)
                } else {
                    Ok(Flow::Go)
                }
            }
            OperatorKind::Project(items) => {
                for (slot, expr) in items {
                    self.assign(*slot, expr, row)?;
                }
                next(row)
            }
            OperatorKind::Unwind { list, into } => self.unwind(list, *into, row, next),
            OperatorKind::Optional { inner, nulls } => {
                self.at_least_once(nulls, row, next, |row, next| self.pipeline(inner, row, next))
            }
            OperatorKind::Distinct(_) | OperatorKind::Early(_) => {
                if state.is_new(row, self.meter)? { next(row) } else { Ok(Flow::Go) }
            }
            OperatorKind::Sort { .. } | OperatorKind::SortEarly(_) => next(row),
            OperatorKind::Skip(_) => {
                if state.count_down() {
                    Ok(Flow::Go)
                } else {
                    next(row)
                }
            }
            OperatorKind::Limit(_) => {
                if !state.count_down() || next(row)? == Flow::Stop || state.is_empty() {
                    return Ok(Flow::Stop);
                }
                Ok(Flow::Go)
            }
            OperatorKind::Apply { query, returns: false, .. } => {
                self.query(query, row, &mut |_| Ok(Flow::Go))?;
                next(row)
            }
            OperatorKind::Apply { query, optional: Some(nulls), .. } => {
                self.at_least_once(nulls, row, next, |row, next| self.query(query, row, next))
            }
            OperatorKind::Apply { query, optional: None, .. } => {
                self.nested(row, next, |row, next| self.query(query, row, next))
            }
            OperatorKind::Procedure { procedure, arguments, yields, optional } => {
                let call = Call { procedure, arguments, yields, span: operator.span };
                if !optional {
                    return call.run(self, row, next);
                }
                let nulls: Vec<Slot> = yields.iter().map(|(_, slot)| *slot).collect();
                self.at_least_once(&nulls, row, next, |row, next| call.run(self, row, next))
            }
            OperatorKind::Finish => Ok(Flow::Go),
            _ => Err(misplaced(operator)),
        }
    }

    fn matches(
        &self,
        pattern: &'g Pattern,
        row: &mut [Value],
        next: Sink<'_>,
    ) -> Result<Flow, Error> {
        let mut machine = self.machine();
        machine.start(pattern);
        let mut flow = Flow::Go;
        while flow == Flow::Go && machine.next(self, row)? {
            flow = next(row)?;
        }
        self.give_back(machine);
        Ok(flow)
    }

    fn unwind(
        &self,
        list: &'g Expr,
        into: Slot,
        row: &mut [Value],
        next: Sink<'_>,
    ) -> Result<Flow, Error> {
        let Some(mut elements) = self.unwound(list, row)? else { return Ok(Flow::Go) };
        while elements.put_next(&mut row[into.0 as usize]) {
            self.tick()?;
            if next(row)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Go)
    }

    /// Runs something whose own `LIMIT` may stop it: only where the receiver wanted no more is that the end here.
    fn nested(
        &self,
        row: &mut [Value],
        next: Sink<'_>,
        run: impl FnOnce(&mut [Value], Sink<'_>) -> Result<Flow, Error>,
    ) -> Result<Flow, Error> {
        let mut flow = Flow::Go;
        run(row, &mut |row| {
            flow = next(row)?;
            Ok(flow)
        })?;
        Ok(flow)
    }

    /// Runs something that, where it has no row, has one of nulls.
    fn at_least_once(
        &self,
        nulls: &[Slot],
        row: &mut [Value],
        next: Sink<'_>,
        run: impl FnOnce(&mut [Value], Sink<'_>) -> Result<Flow, Error>,
    ) -> Result<Flow, Error> {
        let mut found = false;
        let flow = self.nested(
            row,
            &mut |row| {
                found = true;
                next(row)
            },
            run,
        )?;
        if found {
            return Ok(flow);
        }
        for slot in nulls {
            row[slot.0 as usize] = Value::Null;
        }
        next(row)
    }

    /// Does the work of a breaker, and counts it as its.
    pub(super) fn within<T>(
        &self,
        operator: &Operator,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Some(profile) = &self.run.profile else { return work() };
        let before = profile.switch(Some(operator.id));
        let result = work();
        profile.switch(before);
        result
    }
}

/// The error of a write in a chain that reads. The planner makes no such plan.
#[cold]
fn misplaced(operator: &Operator) -> Error {
    Error::new(ErrorKind::AccessMode, "this clause writes, and only reading is allowed here")
        .at(operator.span)
}
