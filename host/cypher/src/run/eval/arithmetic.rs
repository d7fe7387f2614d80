//! Numbers: integers that never wrap, truncating division, floats as IEEE has them. `+` is also the joining of
//! texts and lists.

use super::strings::printed;
use super::temporal::{added, divided, multiplied, subtracted};
use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::precise;
use crate::run::context::Context;
use crate::run::describe::{operator_error, type_error};
use crate::syntax::ast::BinaryOp;
use crate::value::{Number, Value, room_for_values};

/// What an operator makes of two numbers, where that is a third one: nothing where it is an error, as what does not fit in
/// 64 bits and a quotient by an integer that is zero.
#[inline]
pub(super) fn of_numbers(op: BinaryOp, a: Number, b: Number) -> Option<Number> {
    if let (Number::Integer(a), Number::Integer(b)) = (a, b)
        && let Some(number) = op.of_integers(a, b)
    {
        return Some(Number::Integer(number));
    }
    of_floats(op, a, b)
}

fn of_floats(op: BinaryOp, a: Number, b: Number) -> Option<Number> {
    let are_integers = matches!((a, b), (Number::Integer(_), Number::Integer(_)));
    let is_zero = matches!(b, Number::Integer(0));
    let (a, b) = (a.float(), b.float());
    Some(Number::of_float(match op {
        BinaryOp::Power => float_power(a, b),
        _ if are_integers => return None,
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide if !is_zero => a / b,
        BinaryOp::Modulo => a % b,
        _ => return None,
    }))
}

/// The same of values of which neither is anything else but null; `verb` says what is done with them.
fn calculate(op: BinaryOp, verb: &str, a: &Value, b: &Value) -> Result<Value, Error> {
    match (Number::of(a), Number::of(b)) {
        (Some(x), Some(y)) => {
            of_numbers(op, x, y).map(Value::from).ok_or_else(|| overflow(verb, a, b))
        }
        _ if a.is_null() || b.is_null() => Ok(Value::Null),
        _ => Err(operator_error(verb, a, b)),
    }
}

#[cold]
fn overflow(verb: &str, a: &Value, b: &Value) -> Error {
    Error::new(
        ErrorKind::Arithmetic,
        format!("integer overflow: the result of {verb} on {a} and {b} does not fit in 64 bits"),
    )
    .because("IntegerOverflow")
}

/// `a - b`.
pub(super) fn subtract(a: &Value, b: &Value, meter: &Meter) -> Result<Value, Error> {
    if let (Value::Temporal(x), Value::Temporal(y)) = (a, b) {
        let Some(difference) = subtracted(x, y) else {
            return Err(operator_error("subtract", a, b));
        };
        return Value::temporal(difference?, meter);
    }
    calculate(BinaryOp::Subtract, "subtract", a, b)
}

/// `a * b`.
pub(super) fn multiply(a: &Value, b: &Value, meter: &Meter) -> Result<Value, Error> {
    if let Some(product) = multiplied(a, b) {
        return Value::temporal(product?, meter);
    }
    calculate(BinaryOp::Multiply, "multiply", a, b)
}

/// `a / b`; of integers towards zero. Nothing is divided by an integer that is zero, null neither, but floats by a float.
pub(super) fn divide(a: &Value, b: &Value, meter: &Meter) -> Result<Value, Error> {
    if matches!(b, Value::Integer(0)) {
        return Err(by_zero());
    }
    if let Some(quotient) = divided(a, b) {
        return Value::temporal(quotient?, meter);
    }
    calculate(BinaryOp::Divide, "divide", a, b)
}

/// `a % b`, with the sign of `a`.
pub(super) fn modulo(a: &Value, b: &Value) -> Result<Value, Error> {
    if let (Value::Integer(_) | Value::Temporal(_), Value::Integer(0)) = (a, b) {
        return Err(by_zero());
    }
    calculate(BinaryOp::Modulo, "take the remainder of", a, b)
}

#[cold]
fn by_zero() -> Error {
    Error::new(ErrorKind::Arithmetic, "/ by zero").because("DivisionByZero")
}

/// `a ^ b`, always a float.
pub(super) fn power(a: &Value, b: &Value) -> Result<Value, Error> {
    calculate(BinaryOp::Power, "raise to a power", a, b)
}

/// As the servers raise: one to the power of what is no number or of infinity is no number.
fn float_power(a: f64, b: f64) -> f64 {
    match b.is_nan() || (a.abs() == 1.0 && b.is_infinite()) {
        true => f64::NAN,
        false => precise::power(a, b),
    }
}

/// `-a` of a number, where there is one.
#[inline]
pub(super) fn negated(number: Number) -> Option<Number> {
    match number {
        Number::Integer(number) => number.checked_neg().map(Number::Integer),
        // Neo4j subtracts from zero, so that there is no negative one.
        Number::Float(_) => Some(Number::of_float(0.0 - number.float())),
    }
}

/// `-a`.
pub(super) fn negate(value: &Value) -> Result<Value, Error> {
    match Number::of(value) {
        Some(number) => negated(number)
            .map(Value::from)
            .ok_or_else(|| overflow("subtract", &Value::Integer(0), value)),
        None if value.is_null() => Ok(Value::Null),
        None => Err(type_error("a number behind -", value)),
    }
}

/// What is joined to a text as it prints itself.
fn is_scalar(value: &Value) -> bool {
    matches!(
        value,
        Value::Integer(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Temporal(_)
            | Value::Point(_)
            | Value::Uuid(_)
            | Value::Vector(_)
    )
}

impl Context<'_> {
    /// `a + b`: numbers are added; lists are joined, and take a single value at either end; a text takes
    /// another text or any other scalar; a duration moves a time.
    pub(super) fn add(&self, a: &Value, b: &Value) -> Result<Value, Error> {
        match (a, b) {
            (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
            (Value::List(a), Value::List(b)) => self.join(a.as_slice(), b.as_slice()),
            (Value::List(list), _) => self.join(list.as_slice(), std::slice::from_ref(b)),
            (_, Value::List(list)) => self.join(std::slice::from_ref(a), list.as_slice()),
            (Value::Text(a), Value::Text(b)) => self.join_texts(a.as_str(), b.as_str()),
            (Value::Text(text), scalar) if is_scalar(scalar) => {
                self.join_texts(text.as_str(), printed(b, self.meter)?.as_str())
            }
            (scalar, Value::Text(text)) if is_scalar(scalar) => {
                self.join_texts(printed(a, self.meter)?.as_str(), text.as_str())
            }
            (Value::Temporal(x), Value::Temporal(y)) => match added(x, y) {
                Some(sum) => Value::temporal(sum?, self.meter),
                None => Err(operator_error("add", a, b)),
            },
            _ => calculate(BinaryOp::Add, "add", a, b),
        }
    }

    /// `a || b`: two texts or two lists.
    pub(super) fn concat(&self, a: &Value, b: &Value) -> Result<Value, Error> {
        match (a, b) {
            (Value::Null, Value::Null | Value::List(_) | Value::Text(_))
            | (Value::List(_) | Value::Text(_), Value::Null) => Ok(Value::Null),
            (Value::List(a), Value::List(b)) => self.join(a.as_slice(), b.as_slice()),
            (Value::Text(a), Value::Text(b)) => self.join_texts(a.as_str(), b.as_str()),
            _ => Err(operator_error("concatenate", a, b)),
        }
    }

    fn join(&self, a: &[Value], b: &[Value]) -> Result<Value, Error> {
        let mut list = room_for_values(a.len() + b.len(), self.meter)?;
        for value in a.iter().chain(b) {
            self.tick()?;
            list.push(value.clone());
        }
        Value::list(list, self.meter)
    }
}
