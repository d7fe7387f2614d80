//! Runs plans. What one run shares (graph, parameters, limits, chance) is its [`Context`]; reading needs no
//! more and can change nothing. Queries that write go through a writer of their own, which cuts them at each write.

mod aggregate;
mod buffer;
mod context;
mod eval;
mod pattern;
mod procedure;
mod profile;
mod regex;
mod seen;
mod sort;
mod state;
mod stream;
mod write;

pub use context::Context;

use crate::error::{Error, ErrorKind};
use crate::meter::{Limits, Meter};
use crate::plan::{Plan, Slot};
use crate::store::{Graph, Statistics, Transaction};
use crate::value::{Value, budget};
use buffer::{Buffer, Charged};
use context::Run;
use stream::Flow;
use write::Writer;

/// What came out of a run.
#[derive(Debug, Default)]
pub struct Rows {
    width: usize,
    count: usize,
    values: Charged<Value>,
    /// What was written.
    pub statistics: Statistics,
    /// What each operator did, by its number; empty unless asked for.
    pub counters: Vec<Counter>,
}

impl Rows {
    /// How many rows there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The rows, each as wide as [`Plan::columns`].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Value]> {
        (0..self.count).map(|row| &self.values[row * self.width..][..self.width])
    }
}

/// What an operator did, for `PROFILE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// The rows that it pushed on.
    pub rows: u64,
    /// How often it asked the store.
    pub hits: u64,
    /// The time that it took itself, without the operators around it.
    pub nanoseconds: u64,
}

/// Runs a plan that only reads. With `profile` the operators are counted.
pub fn run_read(
    plan: &Plan,
    graph: &Graph,
    parameters: &[Value],
    meter: &Meter,
    profile: bool,
) -> Result<Rows, Error> {
    let _limits = budget::enter(meter.limits());
    let run = Run::new(plan, graph, meter, profile);
    run.check()?;
    let context = Context::new(graph, parameters, meter.limits(), &run);
    let mut row = vec![Value::Null; plan.slots as usize];
    let mut rows = Rows { width: plan.columns.len(), ..Rows::default() };
    context.query(&plan.root, &mut row, &mut |row| {
        if rows.width > 0 {
            rows.add(plan, meter.limits(), row)?;
        }
        Ok(Flow::Go)
    })?;
    rows.ended(&run)
}

/// Runs a plan that may write. Whoever holds the transaction drops it when this fails.
pub fn run_write(
    plan: &Plan,
    transaction: &mut Transaction<'_>,
    parameters: &[Value],
    meter: &Meter,
    profile: bool,
) -> Result<Rows, Error> {
    if !plan.writes {
        return run_read(plan, transaction, parameters, meter, profile);
    }
    let _limits = budget::enter(meter.limits());
    let run = Run::new(plan, transaction, meter, profile);
    run.check()?;
    let mut row = vec![Value::Null; plan.slots as usize];
    let columns: Vec<Slot> = plan.columns.iter().map(|(_, slot)| *slot).collect();
    let mut out = Buffer::new(&columns);
    Writer::new(transaction, parameters, meter.limits(), &run)
        .query(&plan.root, &mut row, &mut out)?;
    let mut rows = Rows { width: columns.len(), ..Rows::default() };
    if rows.width > 0 {
        for index in 0..out.len() {
            run.tick()?;
            out.restore(index, &mut row);
            rows.add(plan, meter.limits(), &row)?;
        }
    }
    rows.statistics = transaction.statistics();
    rows.ended(&run)
}

impl Rows {
    fn add(&mut self, plan: &Plan, limits: &Limits, row: &[Value]) -> Result<(), Error> {
        if self.count >= limits.rows {
            let message = format!("the query returns more than the {} rows allowed", limits.rows);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        for (_, slot) in &plan.columns {
            self.values.push(row[slot.0 as usize].clone())?;
        }
        self.count += 1;
        Ok(())
    }

    /// The rows of a run that went well, unless a comparison was cut short by the deadline.
    fn ended(mut self, run: &Run<'_>) -> Result<Rows, Error> {
        if budget::was_interrupted() {
            return Err(budget::timed_out());
        }
        self.counters = run.profile.as_ref().map(profile::Profile::counters).unwrap_or_default();
        Ok(self)
    }
}
