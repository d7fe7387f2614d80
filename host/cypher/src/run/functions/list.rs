//! Functions that make lists out of numbers and other lists.

use super::argument::{argument, wrong};
use super::code::Native;
use super::string::reverse_text;
use crate::error::{Error, ErrorKind};
use crate::run::context::Context;
use crate::signatures::ListFunction;
use crate::syntax::ast::Dialect;
use crate::value::{Value, room_for_values};

/// The code of a function.
pub(super) fn code(function: ListFunction) -> Native {
    match function {
        ListFunction::Range => range,
        ListFunction::Reverse => reverse,
        ListFunction::Tail => tail,
    }
}

/// The numbers of a `range()`, which whoever only goes through them need not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::run) struct Range {
    next: i64,
    step: i64,
    left: u64,
}

impl Range {
    /// From the arguments of `range()`.
    pub fn new(arguments: &[Value], dialect: Dialect) -> Result<Range, Error> {
        let bound = |at: usize, name: &str| match argument(arguments, at) {
            Value::Integer(value) => Ok(*value),
            #[expect(clippy::cast_possible_truncation, reason = "cut off, as Neo4j does")]
            Value::Float(value) => Ok(*value as i64),
            other => {
                let error = wrong("range", &format!("an Integer as {name}"), other);
                Err(Error::new(ErrorKind::Type, error.message()).because("InvalidArgumentType"))
            }
        };
        let step = if arguments.len() > 2 { bound(2, "step")? } else { 1 };
        if step == 0 {
            return Err(Error::new(ErrorKind::Argument, "the step of range() can't be zero")
                .because("NumberOutOfRange"));
        }
        let (start, end) = (bound(0, "start")?, bound(1, "end")?);
        // As Neo4j counts: a step that is wider than the range goes nowhere, in whichever direction it is, and in Cypher 5
        // what is further than 64 bits count begins at the other end.
        let far = match dialect {
            Dialect::Cypher5 => Some(end.wrapping_sub(start)),
            Dialect::Cypher25 => end.checked_sub(start),
        };
        let steps = far.and_then(|far| far.checked_div(step)).ok_or_else(|| {
            let message = format!("from {start} to {end} is further than 64 bits count");
            Error::new(ErrorKind::Arithmetic, message).because("NumberOutOfRange")
        })?;
        let left = u64::try_from(steps).map_or(0, |steps| steps + 1);
        Ok(Range { next: start, step, left })
    }

    /// Whether a number is still to come.
    #[must_use]
    pub(crate) fn contains(&self, number: i64) -> bool {
        let far = number.wrapping_sub(self.next);
        let (far, step) = (i128::from(far), i128::from(self.step));
        far % step == 0 && u64::try_from(far / step).is_ok_and(|at| at < self.left)
    }

    /// How many are still to come.
    #[must_use]
    pub(crate) fn remaining(&self) -> u64 {
        self.left
    }
}

impl Iterator for Range {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        let value = self.next;
        self.next = self.next.wrapping_add(self.step);
        Some(value)
    }
}

fn range(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let range = Range::new(arguments, context.run.dialect)?;
    let mut values =
        room_for_values(usize::try_from(range.remaining()).unwrap_or(usize::MAX), context.meter)?;
    for value in range {
        context.tick()?;
        values.push(Value::Integer(value));
    }
    Value::list(values, context.meter)
}

fn reverse(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Text(text) => reverse_text(context, text.as_str()),
        Value::List(list) => {
            let mut values = room_for_values(list.as_slice().len(), context.meter)?;
            for value in list.as_slice().iter().rev() {
                context.tick()?;
                values.push(value.clone());
            }
            Value::list(values, context.meter)
        }
        other => Err(wrong("reverse", "a String or a List", other)),
    }
}

fn tail(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::List(list) => {
            let mut values =
                room_for_values(list.as_slice().len().saturating_sub(1), context.meter)?;
            for value in list.as_slice().iter().skip(1) {
                context.tick()?;
                values.push(value.clone());
            }
            Value::list(values, context.meter)
        }
        // As Neo4j has it, a single value is a list of one, of which nothing is left.
        _ => Value::list(Vec::new(), context.meter),
    }
}
