//! What the functions ask of their arguments, and the errors where it is not so.

use crate::error::{Error, ErrorKind};
use crate::value::{Number, Text, Value};

/// The argument of a number, null where it was left out.
pub(super) fn argument(arguments: &[Value], at: usize) -> &Value {
    static NULL: Value = Value::Null;
    arguments.get(at).unwrap_or(&NULL)
}

/// Whether one is null: most functions of several arguments give null then, whatever the others are.
pub(super) fn any_null(arguments: &[Value]) -> bool {
    arguments.iter().any(Value::is_null)
}

/// The error of a function that can't take a value.
#[cold]
pub(super) fn wrong(function: &str, expected: &str, got: &Value) -> Error {
    let message = format!("{function}() takes {expected}, and was given {}", describe(got));
    Error::new(ErrorKind::Type, message).because("InvalidArgumentValue")
}

/// The error of an argument that is of the right type, but outside of what the function takes.
#[cold]
pub(super) fn outside(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Argument, message).because("NumberOutOfRange")
}

/// A value and its type in a message, cut short.
pub(super) fn describe(value: &Value) -> String {
    const SHOWN: usize = 40;
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) => {
            format!("{value} ({})", value.type_name())
        }
        Value::Text(text) if text.as_str().chars().nth(SHOWN).is_none() => {
            format!("{value} (String)")
        }
        other => format!("a {}", other.type_name()),
    }
}

/// The text of an argument; `None` for null.
pub(super) fn text<'v>(function: &str, value: &'v Value) -> Result<Option<&'v Text>, Error> {
    match value {
        Value::Null => Ok(None),
        Value::Text(text) => Ok(Some(text)),
        other => Err(wrong(function, "a String", other)),
    }
}

/// The number of an argument; `None` for null.
pub(super) fn number(function: &str, value: &Value) -> Result<Option<Number>, Error> {
    match Number::of(value) {
        None if !value.is_null() => Err(wrong(function, "a number", value)),
        number => Ok(number),
    }
}

/// The same as a float.
pub(super) fn float(function: &str, value: &Value) -> Result<Option<f64>, Error> {
    Ok(number(function, value)?.map(Number::float))
}
