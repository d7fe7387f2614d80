//! Aggregation: rows are told apart by their keys, and each group gathers.

use smallvec::SmallVec;

use super::buffer::{Buffer, Charged};
use super::context::Context;
use super::distinct::DistinctRows;
use super::functions::{Accumulator, accumulator};
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::{Aggregate, Expr, Slot};
use crate::value::Value;

/// The groups so far, in the order in which they came.
pub(super) struct Groups<'g> {
    keys: &'g [(Slot, Expr)],
    aggregates: &'g [(Slot, Aggregate)],
    /// The values of the keys, a row for each group.
    groups: DistinctRows,
    /// As many for each group as there are aggregates.
    gathering: Charged<Gathering>,
    /// For what lies behind them before anything is gathered.
    charge: Charge,
}

/// One aggregate of one group.
struct Gathering {
    accumulator: Box<dyn Accumulator>,
    /// With `DISTINCT`: the arguments that were gathered already.
    distinct: Option<Box<DistinctRows>>,
}

impl<'g> Groups<'g> {
    /// None yet; without keys there is always one.
    pub fn new(keys: &'g [(Slot, Expr)], aggregates: &'g [(Slot, Aggregate)]) -> Groups<'g> {
        let (groups, charge) = (DistinctRows::new(keys.len()), Charge::default());
        Groups { keys, aggregates, groups, gathering: Charged::default(), charge }
    }

    /// Takes a row.
    pub fn add(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<(), Error> {
        let group = if let [(_, expr)] = self.keys {
            self.group(&[cx.eval(expr, row)?], cx.meter)?
        } else {
            let keys = self.keys.iter().map(|(_, expr)| cx.eval(expr, row));
            let key: SmallVec<[Value; 4]> = keys.collect::<Result<_, _>>()?;
            self.group(&key, cx.meter)?
        };
        let first = group * self.aggregates.len();
        for ((_, aggregate), gathering) in
            self.aggregates.iter().zip(&mut self.gathering.as_mut_slice()[first..])
        {
            // Most have one argument, and its value lies somewhere.
            if let [argument] = aggregate.arguments.as_slice()
                && gathering.distinct.is_none()
                && let Some(value) = cx.peek(argument, row)
            {
                let added = gathering.accumulator.add(cx, std::slice::from_ref(value));
                added.map_err(|error| error.at(aggregate.span))?;
                continue;
            }
            let mut arguments = SmallVec::<[Value; 2]>::new();
            for argument in &aggregate.arguments {
                arguments.push(cx.eval(argument, row)?);
            }
            if let Some(distinct) = &mut gathering.distinct
                && !distinct.insert(&arguments, cx.meter)?.1
            {
                continue;
            }
            gathering.accumulator.add(cx, &arguments).map_err(|error| error.at(aggregate.span))?;
        }
        Ok(())
    }

    fn group(&mut self, key: &[Value], meter: &Meter) -> Result<usize, Error> {
        let (number, new) = self.groups.insert(key, meter)?;
        if new {
            for (_, aggregate) in self.aggregates {
                let gathering = Gathering::new(aggregate);
                self.charge.grow(meter, gathering.bytes())?;
                self.gathering.push(gathering, meter)?;
            }
        }
        Ok(number)
    }

    /// A row for each group.
    pub fn finish(mut self, cx: &Context<'g>) -> Result<Buffer, Error> {
        if self.keys.is_empty() {
            self.group(&[], cx.meter)?;
        }
        let slots = self.keys.iter().map(|(slot, _)| *slot);
        let slots: Vec<Slot> = slots.chain(self.aggregates.iter().map(|(slot, _)| *slot)).collect();
        let mut buffer = Buffer::new(&slots);
        let mut values = Vec::with_capacity(slots.len());
        let (mut gathering, _charge) = self.gathering.into_parts();
        for number in 0..self.groups.len() {
            cx.tick()?;
            values.extend_from_slice(self.groups.row(number));
            for ((_, aggregate), gathering) in self.aggregates.iter().zip(&mut gathering) {
                let result = gathering.accumulator.finish(cx);
                values.push(result.map_err(|error| error.at(aggregate.span))?);
            }
            buffer.take(&mut values, cx.meter)?;
            values.clear();
        }
        Ok(buffer)
    }
}

impl Gathering {
    fn new(aggregate: &Aggregate) -> Gathering {
        Gathering {
            accumulator: accumulator(aggregate.function.function),
            distinct: aggregate
                .distinct
                .then(|| Box::new(DistinctRows::new(aggregate.arguments.len()))),
        }
    }

    /// What lies behind it.
    fn bytes(&self) -> usize {
        let distinct = self.distinct.as_ref().map_or(0, |rows| rows.bytes());
        size_of_val(&*self.accumulator) + distinct
    }
}
