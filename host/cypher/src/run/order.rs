//! Rows that are sorted before a limit asks for the first of them: where few come to a `Sort(Early)`, the sort behind it has
//! nothing left to do or only rows that agree in its first keys, and the limit ends what makes them. Where many do, that
//! sort is the one, since it keeps no more rows than are asked for.

use super::buffer::Buffer;
use super::context::Context;
use super::flow::{Flow, Input};
use super::profile::Profile;
use super::sort::Sorting;
use crate::error::Error;
use crate::plan::{Operator, OperatorId, OperatorKind, SortKey};
use crate::value::Value;

/// So many rows are sorted before it is known how many of them are wanted: they take little room.
const FEW: usize = 20_000;

/// In which order rows come to the next operator that has to see all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Any,
    /// In its own, or that of its first keys.
    Sorted,
    /// In any, and too many of them to sort them before.
    Many,
}

impl Order {
    /// The next operator that has to see all rows.
    pub fn next_breaker(self, operators: &[Operator]) -> Option<usize> {
        operators.iter().position(|operator| match &operator.kind {
            OperatorKind::Aggregate { .. } => true,
            OperatorKind::Sort { keys, early, .. } => self != Order::Sorted || *early < keys.len(),
            OperatorKind::SortEarly(_) => self != Order::Many,
            _ => false,
        })
    }

    /// The order behind a breaker, which has `gathered` the rows or let them go.
    pub fn behind(operator: &Operator, gathered: bool) -> Order {
        match operator.kind {
            OperatorKind::SortEarly(_) if gathered => Order::Sorted,
            OperatorKind::SortEarly(_) => Order::Many,
            _ => Order::Any,
        }
    }
}

impl<'g> Context<'g> {
    /// The rows of the chain before it in order; nothing where they are many.
    pub(super) fn sort_few(
        &self,
        operator: &'g Operator,
        keys: &'g [SortKey],
        before: &'g [Operator],
        input: (&Input, Option<OperatorId>),
        row: &mut [Value],
    ) -> Result<Option<Buffer>, Error> {
        let counted = self.run.profile.as_ref().map(Profile::counted);
        let mut sorting = Sorting::new(keys, 0, None, &operator.live);
        let mut rows = 0;
        self.stream(before, input, row, &mut |row| {
            rows += 1;
            if rows > FEW {
                return Ok(Flow::Stop);
            }
            self.within(operator, || sorting.add(self, row))
        })?;
        if rows <= FEW {
            return self.within(operator, || sorting.finish(self)).map(Some);
        }
        // They come once more, and count then.
        if let (Some(profile), Some(counted)) = (&self.run.profile, counted) {
            profile.take_back(counted);
        }
        Ok(None)
    }
}
