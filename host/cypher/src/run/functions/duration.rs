//! `duration()`: from a text or from amounts of units.

use super::argument::{argument, wrong};
use crate::error::{Error, ErrorKind};
use crate::run::context::Context;
use crate::temporal::{Amounts, Duration, Temporal};
use crate::value::{Map, Value};

/// `duration('P1D')`, `duration({days: 1.5})`.
pub(super) fn make(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if let [_, pattern] = arguments {
        if pattern.is_null() {
            return Ok(Value::Null);
        }
        let message = "duration() with a pattern is not supported by the embedded engine";
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let made = match argument(arguments, 0) {
        Value::Null => return Ok(Value::Null),
        Value::Text(text) => text.as_str().parse()?,
        Value::Map(map) => of_map(context, map)?,
        other => {
            let error = wrong("duration", "a String or a Map", other);
            let error = Error::new(ErrorKind::ProcedureCall, error.message());
            return Err(error.because("InvalidArgumentType"));
        }
    };
    Value::temporal(Temporal::Duration(made), context.meter)
}

/// Which part of a duration a unit belongs to, and how many of that it is.
fn unit(name: &str) -> Option<(usize, i64)> {
    Some(match &*name.to_ascii_lowercase() {
        "years" => (0, 12),
        "months" => (0, 1),
        "weeks" => (1, 7),
        "days" => (1, 1),
        "hours" => (2, 3_600),
        "minutes" => (2, 60),
        "seconds" => (2, 1),
        "milliseconds" => (3, 1_000_000),
        "microseconds" => (3, 1_000),
        "nanoseconds" => (3, 1),
        _ => return None,
    })
}

/// A null is an amount that is not given; one has to be. What 64 bits don't hold of whole amounts comes round to the other
/// end, as on the servers.
fn of_map(context: &Context<'_>, map: &Map) -> Result<Duration, Error> {
    let given = map.as_slice().iter().any(|(_, value)| !value.is_null());
    if !given {
        let message = "duration() takes at least one amount, such as {days: 1}";
        return Err(Error::new(ErrorKind::Argument, message).because("InvalidArgumentValue"));
    }
    let mut parts = [0i64; 4];
    let mut floats = [0.0; 4];
    let mut fractions = false;
    for (key, value) in map.as_slice() {
        context.tick()?;
        let Some((part, factor)) = unit(key.as_str()) else {
            let key: String = key.as_str().chars().take(40).collect();
            let message = format!("duration() takes no component {key}");
            let error = Error::new(ErrorKind::Argument, message).because("InvalidArgumentValue");
            return Err(error.newer());
        };
        #[expect(clippy::cast_precision_loss, reason = "beside fractions all are floats")]
        match value {
            Value::Null => {}
            Value::Integer(number) => {
                parts[part] = parts[part].wrapping_add(number.wrapping_mul(factor));
                floats[part] += *number as f64 * factor as f64;
            }
            Value::Float(number) => {
                fractions = true;
                floats[part] += number * factor as f64;
            }
            other => return Err(wrong("duration", &format!("a number as {key}"), other).newer()),
        }
    }
    if fractions {
        let [months, days, seconds, nanos] = floats;
        return Duration::of_amounts(Amounts { months, days, seconds, nanos });
    }
    let [months, days, seconds, nanos] = parts;
    Duration::new(months, days, seconds, nanos)
}
