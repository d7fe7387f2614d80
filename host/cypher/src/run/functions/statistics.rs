//! Aggregating functions of statistics: percentiles and standard deviations.

use super::argument::{argument, describe, float, outside, wrong};
use super::code::Accumulator;
use crate::error::Error;
use crate::meter::Charge;
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::run::merge_sort::merge_sort;
use crate::syntax::ast::Dialect;
use crate::value::Value;

/// Keeps all values, and picks from them when they are sorted.
pub(super) struct Percentile {
    function: &'static str,
    pick: fn(&Sorted<'_>, f64) -> Value,
    values: Charged<Value>,
    /// Given with the first number.
    percentile: Option<f64>,
}

impl Percentile {
    /// Interpolated between two values.
    pub(super) fn continuous() -> Percentile {
        Percentile::new("percentileCont", interpolated)
    }

    /// One of the values.
    pub(super) fn discrete() -> Percentile {
        Percentile::new("percentileDisc", nearest)
    }

    fn new(function: &'static str, pick: fn(&Sorted<'_>, f64) -> Value) -> Percentile {
        Percentile { function, pick, values: Charged::default(), percentile: None }
    }
}

impl Accumulator for Percentile {
    fn add(&mut self, context: &Context<'_>, arguments: &[Value]) -> Result<(), Error> {
        let number = match argument(arguments, 0) {
            Value::Null => return Ok(()),
            number @ (Value::Integer(_) | Value::Float(_)) => number,
            other => return Err(wrong(self.function, "numbers", other)),
        };
        if self.percentile.is_none() {
            let value = argument(arguments, 1);
            let percentile = match float(self.function, value)? {
                // What is no number is outside of nothing.
                Some(number) if number.is_nan() || (0.0..=1.0).contains(&number) => number,
                None => return Err(wrong(self.function, "a percentile from 0.0 to 1.0", value)),
                Some(_) => {
                    let function = self.function;
                    let value = describe(value);
                    return Err(outside(format!(
                        "{function}() takes a percentile from 0.0 to 1.0, not {value}"
                    )));
                }
            };
            self.percentile = Some(percentile);
        }
        self.values.push(number.clone(), context.meter)
    }

    fn finish(self: Box<Self>, context: &Context<'_>) -> Result<Value, Error> {
        let Some(percentile) = self.percentile.filter(|_| !self.values.is_empty()) else {
            return Ok(Value::Null);
        };
        let values = &self.values;
        let _order = Charge::new(context.meter, values.len() * 2 * size_of::<usize>())?;
        let mut order: Vec<usize> = (0..values.len()).collect();
        merge_sort(&mut order, |a, b| {
            context.tick()?;
            Ok(values[*a].order_with_sign(&values[*b], context.meter).is_le())
        })?;
        Ok((self.pick)(&Sorted { values, order }, percentile))
    }
}

/// Values with their order.
struct Sorted<'v> {
    values: &'v [Value],
    order: Vec<usize>,
}

impl Sorted<'_> {
    /// The value at a place; at one behind the last the last.
    fn at(&self, place: usize) -> &Value {
        &self.values[self.order[place.min(self.order.len() - 1)]]
    }

    #[expect(clippy::cast_precision_loss, reason = "no list is so long")]
    fn length(&self) -> f64 {
        self.order.len() as f64
    }
}

fn index(place: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within a list's length"
    )]
    let index = place as usize;
    index
}

/// The smallest value at or above which so much of all lies.
fn nearest(values: &Sorted<'_>, percentile: f64) -> Value {
    let place = (values.length() * percentile).ceil();
    values.at(index(place).saturating_sub(1)).clone()
}

/// The value at the exact place, or weighted between the two around it.
fn interpolated(values: &Sorted<'_>, percentile: f64) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "as Neo4j computes it")]
    let number = |at: usize| match *values.at(at) {
        Value::Integer(value) => value as f64,
        Value::Float(value) => value,
        _ => f64::NAN,
    };
    let place = (values.length() - 1.0) * percentile;
    let (below, above) = (place.floor(), place.ceil());
    if below == above || place.is_nan() {
        return values.at(index(below)).clone();
    }
    Value::Float(number(index(below)) * (above - place) + number(index(above)) * (place - below))
}

/// Welford's running sum of squared distances from the mean.
#[derive(Default)]
pub(super) struct Deviation {
    sample: bool,
    count: f64,
    mean: f64,
    squares: f64,
}

impl Deviation {
    /// That of a sample, from which that of the whole is estimated.
    pub(super) fn of_a_sample() -> Deviation {
        Deviation { sample: true, ..Deviation::default() }
    }
}

impl Accumulator for Deviation {
    fn add(&mut self, _: &Context<'_>, arguments: &[Value]) -> Result<(), Error> {
        let function = if self.sample { "stDev" } else { "stDevP" };
        if let Some(number) = float(function, argument(arguments, 0))? {
            self.count += 1.0;
            let distance = number - self.mean;
            self.mean += distance / self.count;
            self.squares += distance * (number - self.mean);
        }
        Ok(())
    }

    fn finish(self: Box<Self>, context: &Context<'_>) -> Result<Value, Error> {
        if self.count == 0.0 && context.run.dialect == Dialect::Cypher25 {
            return Ok(Value::Null);
        }
        let over = if self.sample { self.count - 1.0 } else { self.count };
        Ok(Value::Float(if self.count < 2.0 { 0.0 } else { (self.squares / over).sqrt() }))
    }
}
