//! Runs whole plans: those that only read, and those that may write.

use super::buffer::{Buffer, Charged};
use super::context::{Context, Run};
use super::flow::Flow;
use super::profile::Counter;
use super::write::Writer;
use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::plan::{Plan, Slot};
use crate::store::{Graph, Statistics, Transaction};
use crate::value::Value;

/// What came out of a run.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    width: usize,
    count: usize,
    values: Charged<Value>,
    /// What was written.
    pub statistics: Statistics,
    /// What each operator did, by its number, and behind them what was done for the result; empty unless asked for.
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

/// Runs a plan that only reads. With `profile` the operators are counted.
pub(crate) fn run_read(
    plan: &Plan,
    graph: &Graph,
    parameters: &[Value],
    meter: &Meter,
    profile: bool,
) -> Result<Rows, Error> {
    let run = Run::new(plan, graph, meter.limits().seed, profile);
    meter.check()?;
    let context = Context::new(graph, parameters, meter, &run);
    let mut row = vec![Value::Null; plan.slots as usize];
    let mut rows = Rows { width: plan.columns.len(), ..Rows::default() };
    context.query(&plan.root, &mut row, &mut |row| {
        if rows.width > 0 {
            rows.add(plan, meter, row)?;
        }
        Ok(Flow::Go)
    })?;
    meter.finish()?;
    rows.counters = run.counters(rows.count);
    Ok(rows)
}

/// Runs a plan that may write. Whoever holds the transaction drops it when this fails.
pub(crate) fn run_write(
    plan: &Plan,
    transaction: &mut Transaction<'_>,
    parameters: &[Value],
    meter: &Meter,
    profile: bool,
) -> Result<Rows, Error> {
    if !plan.writes {
        return run_read(plan, transaction, parameters, meter, profile);
    }
    let run = Run::new(plan, transaction, meter.limits().seed, profile);
    meter.check()?;
    let mut row = vec![Value::Null; plan.slots as usize];
    let columns: Vec<Slot> = plan.columns.iter().map(|(_, slot)| *slot).collect();
    let mut out = Buffer::new(&columns);
    Writer::new(transaction, parameters, meter, &run).query(&plan.root, &mut row, &mut out)?;
    let mut rows = Rows { width: columns.len(), ..Rows::default() };
    if rows.width > 0 {
        for index in 0..out.len() {
            meter.tick()?;
            out.hand_over(index, &mut row);
            rows.add(plan, meter, &row)?;
        }
    }
    rows.statistics = transaction.statistics();
    meter.finish()?;
    rows.counters = run.counters(rows.count);
    Ok(rows)
}

impl Rows {
    fn add(&mut self, plan: &Plan, meter: &Meter, row: &[Value]) -> Result<(), Error> {
        let allowed = meter.limits().rows;
        if self.count >= allowed {
            let message = format!("the query returns more than the {allowed} rows allowed");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        for (_, slot) in &plan.columns {
            self.values.push(row[slot.0 as usize].clone(), meter)?;
        }
        self.count += 1;
        Ok(())
    }
}
