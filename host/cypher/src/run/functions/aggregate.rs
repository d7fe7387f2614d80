//! Functions that gather: counting, collecting, extremes, sums.

use std::cmp::Ordering;

use super::argument::{argument, float, wrong};
use super::code::Accumulator;
use crate::error::{Error, ErrorKind};
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::temporal::{Amounts, Duration, Temporal};
use crate::value::Value;

/// Rows, or those whose argument is not null where there is one.
#[derive(Default)]
pub(super) struct Count(i64);

impl Accumulator for Count {
    fn add(&mut self, _: &Context<'_>, arguments: &[Value]) -> Result<(), Error> {
        self.0 += i64::from(!arguments.first().is_some_and(Value::is_null));
        Ok(())
    }

    fn finish(self: Box<Self>, _: &Context<'_>) -> Result<Value, Error> {
        Ok(Value::Integer(self.0))
    }
}

/// The values that are not null.
#[derive(Default)]
pub(super) struct Collect(Charged<Value>);

impl Accumulator for Collect {
    fn add(&mut self, context: &Context<'_>, arguments: &[Value]) -> Result<(), Error> {
        let value = argument(arguments, 0);
        if !value.is_null() {
            self.0.push(value.clone(), context.meter)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, context: &Context<'_>) -> Result<Value, Error> {
        self.0.into_list(context.meter)
    }
}

/// The smallest or largest value in the order of `ORDER BY`.
pub(super) struct Extreme {
    best: Value,
    /// How a value that takes the place of the best one compares with it.
    better: Ordering,
}

impl Extreme {
    /// The smallest.
    pub(super) fn smallest() -> Extreme {
        Extreme { best: Value::Null, better: Ordering::Less }
    }

    /// The largest.
    pub(super) fn largest() -> Extreme {
        Extreme { best: Value::Null, better: Ordering::Greater }
    }
}

impl Accumulator for Extreme {
    fn add(&mut self, context: &Context<'_>, arguments: &[Value]) -> Result<(), Error> {
        let value = argument(arguments, 0);
        if !value.is_null()
            && (self.best.is_null()
                || value.order_with_sign(&self.best, context.meter) == self.better)
        {
            self.best = value.clone();
        }
        Ok(())
    }

    fn finish(self: Box<Self>, _: &Context<'_>) -> Result<Value, Error> {
        Ok(self.best)
    }
}

/// An integer as long as all are integers and so is their sum; or the sum of durations.
#[derive(Default)]
pub(super) struct Sum(Value);

impl Accumulator for Sum {
    fn add(&mut self, context: &Context<'_>, arguments: &[Value]) -> Result<(), Error> {
        let value = argument(arguments, 0);
        if let (Value::Integer(sum), Value::Integer(value)) = (&mut self.0, value) {
            match sum.checked_add(*value) {
                Some(together) => *sum = together,
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "as Neo4j goes on where integers end"
                )]
                None => self.0 = Value::Float(*sum as f64 + *value as f64),
            }
            return Ok(());
        }
        #[expect(clippy::cast_precision_loss, reason = "as Neo4j adds them")]
        let sum = match (&self.0, value) {
            (_, Value::Null) => return Ok(()),
            (Value::Null, Value::Integer(_)) => value.clone(),
            // The sum begins at zero, so that -0.0 alone is none.
            (Value::Null, Value::Float(first)) => Value::Float(0.0 + first),
            (Value::Null, Value::Temporal(first)) if is_duration(first) => value.clone(),
            (Value::Temporal(a), Value::Temporal(b)) => {
                let (Temporal::Duration(a), Temporal::Duration(b)) = (**a, **b) else {
                    return Err(wrong("sum", "numbers or durations", value));
                };
                Value::temporal(Temporal::Duration(a.plus(b)?), context.meter)?
            }
            (Value::Temporal(_), Value::Integer(_) | Value::Float(_))
            | (Value::Integer(_) | Value::Float(_), Value::Temporal(_)) => {
                return Err(mixed("sum"));
            }
            (Value::Float(a), Value::Integer(b)) => Value::Float(a + *b as f64),
            (Value::Integer(a), Value::Float(b)) => Value::Float(*a as f64 + b),
            (Value::Float(a), Value::Float(b)) => Value::Float(a + b),
            (_, other) => return Err(wrong("sum", "numbers or durations", other)),
        };
        self.0 = sum;
        Ok(())
    }

    fn finish(self: Box<Self>, _: &Context<'_>) -> Result<Value, Error> {
        Ok(if self.0.is_null() { Value::Integer(0) } else { self.0 })
    }
}

fn is_duration(value: &Temporal) -> bool {
    matches!(value, Temporal::Duration(_))
}

#[cold]
fn mixed(function: &str) -> Error {
    let message = format!("{function}() takes numbers or durations, but not both");
    Error::new(ErrorKind::Type, message).because("InvalidArgumentValue")
}

/// The running mean, which can't overflow; or that of durations.
#[derive(Default)]
pub(super) struct Average {
    count: f64,
    mean: f64,
    /// That of durations, part by part.
    parts: Option<Amounts>,
}

impl Accumulator for Average {
    fn add(&mut self, _: &Context<'_>, arguments: &[Value]) -> Result<(), Error> {
        if let Value::Temporal(value) = argument(arguments, 0)
            && let Temporal::Duration(duration) = **value
        {
            if self.parts.is_none() && self.count > 0.0 {
                return Err(mixed("avg"));
            }
            self.count += 1.0;
            self.parts = Some(self.parts.unwrap_or_default().with(duration, self.count));
        } else if let Some(number) = float("avg", argument(arguments, 0))? {
            if self.parts.is_some() {
                return Err(mixed("avg"));
            }
            self.count += 1.0;
            // What is infinite stays so: the difference to it is none.
            self.mean += match self.mean.is_finite() && number.is_finite() {
                true => (number - self.mean) / self.count,
                false => number,
            };
        }
        Ok(())
    }

    fn finish(self: Box<Self>, context: &Context<'_>) -> Result<Value, Error> {
        if let Some(parts) = self.parts {
            let mean = Duration::of_mean(parts)?;
            return Value::temporal(Temporal::Duration(mean), context.meter);
        }
        Ok(if self.count == 0.0 { Value::Null } else { Value::Float(self.mean) })
    }
}
