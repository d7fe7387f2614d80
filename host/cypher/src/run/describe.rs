//! Errors about values that can't stand where they stand.

use crate::error::{Error, ErrorKind, Span};
use crate::value::Value;

/// The error of a value of a type that can't stand where it stands.
#[cold]
pub(super) fn type_error(expected: &str, value: &Value) -> Error {
    Error::new(ErrorKind::Type, format!("expected {expected}, but it is {}", describe(value)))
        .because("InvalidArgumentType")
}

/// The error of two values between which an operator does not work.
#[cold]
pub(super) fn operator_error(verb: &str, a: &Value, b: &Value) -> Error {
    let (a, b) = (describe(a), describe(b));
    Error::new(ErrorKind::Type, format!("cannot {verb} {a} and {b}")).because("InvalidArgumentType")
}

/// The type of a value, and small values themselves, as messages name them.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) => {
            format!("the {} {value}", value.type_name())
        }
        _ => format!("a {}", value.type_name()),
    }
}

/// Points an error at a place, unless it points somewhere already.
#[inline]
pub(super) fn at<T>(result: Result<T, Error>, span: Span) -> Result<T, Error> {
    result.map_err(|error| error.at(span))
}
