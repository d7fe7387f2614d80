//! Arithmetic with durations, and of times with durations.

use crate::error::Error;
use crate::temporal::Temporal;
use crate::value::Value;

/// `a + b`: two durations, or a time and a duration in either order; `None` for two times.
pub(super) fn added(a: &Temporal, b: &Temporal) -> Option<Result<Temporal, Error>> {
    match (a, b) {
        (Temporal::Duration(a), Temporal::Duration(b)) => Some(a.plus(*b).map(Temporal::Duration)),
        (time, Temporal::Duration(duration)) | (Temporal::Duration(duration), time) => {
            time.plus(duration)
        }
        _ => None,
    }
}

/// `a - b`: two durations, or a duration taken from a time; `None` for all else.
pub(super) fn subtracted(a: &Temporal, b: &Temporal) -> Option<Result<Temporal, Error>> {
    match (a, b) {
        (Temporal::Duration(a), Temporal::Duration(b)) => Some(a.minus(*b).map(Temporal::Duration)),
        (time, Temporal::Duration(duration)) => time.minus(duration),
        _ => None,
    }
}

/// `a * b`, where one is a duration and the other a number; `None` where it is not so.
pub(super) fn multiplied(a: &Value, b: &Value) -> Option<Result<Temporal, Error>> {
    let (duration, factor) = match (a, b) {
        (Value::Temporal(duration), factor) | (factor, Value::Temporal(duration)) => {
            (duration, factor)
        }
        _ => return None,
    };
    let Temporal::Duration(duration) = **duration else { return None };
    let product = match factor {
        Value::Integer(factor) => duration.times(*factor),
        Value::Float(factor) => duration.scaled(|part| part * factor),
        _ => return None,
    };
    Some(product.map(Temporal::Duration))
}

/// `a / b`, a duration by a number; `None` where it is not so.
pub(super) fn divided(a: &Value, b: &Value) -> Option<Result<Temporal, Error>> {
    let Value::Temporal(duration) = a else { return None };
    let Temporal::Duration(duration) = **duration else { return None };
    let divisor = match b {
        #[expect(clippy::cast_precision_loss, reason = "parts may have fractions")]
        Value::Integer(divisor) => *divisor as f64,
        Value::Float(divisor) => *divisor,
        _ => return None,
    };
    Some(duration.scaled(|part| part / divisor).map(Temporal::Duration))
}
