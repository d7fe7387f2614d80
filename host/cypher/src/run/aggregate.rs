//! Aggregation: rows are told apart by their keys, and each group gathers.

use smallvec::SmallVec;

use super::buffer::{Buffer, Charged};
use super::context::Context;
use super::distinct::DistinctRows;
use super::flow::Flow;
use super::functions::{Accumulator, accumulator};
use super::seen_nodes::SeenNodes;
use crate::error::{Error, Span};
use crate::meter::{Charge, Meter};
use crate::plan::{Aggregate, Expr, Slot};
use crate::value::Value;

/// The groups so far, in the order in which they came.
pub(super) struct Groups<'g> {
    keys: &'g [(Slot, Expr)],
    aggregates: &'g [(Slot, Aggregate)],
    /// The values of the keys, a row for each group.
    groups: DistinctRows,
    /// The last row's: rows of one group often come one behind the other.
    last: usize,
    /// Those of the nodes that came before, where it is worth to know.
    seen: Option<SeenNodes>,
    /// Where no more than the first groups are wanted.
    first: Option<First<'g>>,
    /// As many for each group as there are aggregates.
    gathering: Charged<Gathering>,
    /// Where the keys of a row are put together.
    key: Vec<Value>,
    /// For what lies behind them before anything is gathered.
    charge: Charge,
}

/// How many groups are wanted of rows that come in some order.
struct First<'g> {
    /// What they are sorted by.
    by: &'g [Expr],
    limit: usize,
    /// The values of that in the last group within the limit, once it came.
    last: Vec<Value>,
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
        let (gathering, key) = (Charged::default(), Vec::with_capacity(keys.len()));
        let seen = SeenNodes::of(keys);
        Groups { keys, aggregates, groups, last: 0, seen, first: None, gathering, key, charge }
    }

    /// No more are wanted than so many of rows sorted by this, and those that agree with the last of them in it.
    pub fn only_first(&mut self, by: &'g [Expr], limit: Option<u64>) {
        let limit = limit.and_then(|limit| usize::try_from(limit).ok()).filter(|limit| *limit > 0);
        self.first = limit.map(|limit| First { by, limit, last: Vec::new() });
    }

    /// Takes a row, unless it belongs to a group that is wanted no more, as those behind it do.
    pub fn add(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<Flow, Error> {
        if self.ends_here(cx, row)? {
            return Ok(Flow::Stop);
        }
        let before = self.groups.len();
        let group = self.group_of(cx, row)?;
        if let Some(first) = &mut self.first
            && (before < first.limit && self.groups.len() == first.limit)
        {
            let values = first.by.iter().map(|expr| cx.eval(expr, row));
            first.last = values.collect::<Result<_, _>>()?;
        }
        let first = group * self.aggregates.len();
        for ((_, aggregate), gathering) in
            self.aggregates.iter().zip(&mut self.gathering.as_mut_slice()[first..])
        {
            // Most have one argument, and its value lies somewhere.
            if let [argument] = aggregate.arguments.as_slice() {
                match cx.peek(argument, row) {
                    Some(value) => {
                        gathering.take(cx, std::slice::from_ref(value), aggregate.span)?
                    }
                    None => gathering.take(cx, &[cx.eval(argument, row)?], aggregate.span)?,
                }
                continue;
            }
            let mut arguments = SmallVec::<[Value; 2]>::new();
            for argument in &aggregate.arguments {
                arguments.push(cx.eval(argument, row)?);
            }
            gathering.take(cx, &arguments, aggregate.span)?;
        }
        Ok(Flow::Go)
    }

    /// Whether a row is behind all those of the groups that are wanted.
    #[inline]
    fn ends_here(&self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        let Some(First { by, last, .. }) = self.first.as_ref().filter(|it| !it.last.is_empty())
        else {
            return Ok(false);
        };
        for (expr, last) in by.iter().zip(last) {
            let value = cx.eval(expr, row)?;
            if !value.equivalent(last, cx.meter) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The group of a row.
    #[inline]
    fn group_of(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<usize, Error> {
        if let Some(group) = self.seen.as_mut().and_then(|seen| seen.group(row)) {
            return Ok(group);
        }
        let group = self.group_by_keys(cx, row)?;
        if let Some(seen) = &mut self.seen
            && !seen.remember(row, group, cx.meter)?
        {
            self.seen = None;
        }
        Ok(group)
    }

    fn group_by_keys(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<usize, Error> {
        match self.keys {
            [] if self.groups.len() > 0 => Ok(0),
            [(_, expr)] => match cx.peek(expr, row) {
                Some(value) => self.group(std::slice::from_ref(value), cx.meter),
                None => self.group(&[cx.eval(expr, row)?], cx.meter),
            },
            keys => {
                let mut key = std::mem::take(&mut self.key);
                key.clear();
                for (_, expr) in keys {
                    key.push(cx.eval(expr, row)?);
                }
                let group = self.group(&key, cx.meter);
                self.key = key;
                group
            }
        }
    }

    fn group(&mut self, key: &[Value], meter: &Meter) -> Result<usize, Error> {
        if self.groups.is(self.last, key, meter) {
            return Ok(self.last);
        }
        let (number, new) = self.groups.insert(key, meter)?;
        if new {
            for (_, aggregate) in self.aggregates {
                let gathering = Gathering::new(aggregate);
                self.charge.grow(meter, gathering.bytes())?;
                self.gathering.push(gathering, meter)?;
            }
        }
        self.last = number;
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
                .then(|| Box::new(DistinctRows::few(aggregate.arguments.len()))),
        }
    }

    /// Gathers the arguments of a row, unless it is to gather each once and has them.
    #[inline]
    fn take(&mut self, cx: &Context<'_>, arguments: &[Value], span: Span) -> Result<(), Error> {
        if let Some(distinct) = &mut self.distinct
            && !distinct.insert(arguments, cx.meter)?.1
        {
            return Ok(());
        }
        self.accumulator.add(cx, arguments).map_err(|error| error.at(span))
    }

    /// What lies behind it.
    fn bytes(&self) -> usize {
        let distinct = self.distinct.as_ref().map_or(0, |rows| size_of_val(&**rows));
        size_of_val(&*self.accumulator) + distinct
    }
}
