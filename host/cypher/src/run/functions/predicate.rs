//! Predicate functions. `all`, `any`, `none` and `single` are syntax of their own.

use super::argument::{argument, wrong};
use super::code::Native;
use crate::error::Error;
use crate::run::context::Context;
use crate::signatures::PredicateFunction;
use crate::value::Value;

/// The code of a function.
pub(super) fn code(function: PredicateFunction) -> Native {
    match function {
        PredicateFunction::Exists => exists,
        PredicateFunction::IsEmpty => is_empty,
    }
}

/// What is left of the old function: its argument is a pattern, which says by itself whether it matches.
fn exists(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Bool(found) => Ok(Value::Bool(*found)),
        other => Ok(Value::Bool(!other.is_null())),
    }
}

fn is_empty(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::List(list) => Ok(Value::Bool(list.as_slice().is_empty())),
        Value::Map(map) => Ok(Value::Bool(map.as_slice().is_empty())),
        Value::Text(text) => Ok(Value::Bool(text.as_str().is_empty())),
        other => Err(wrong("isEmpty", "a List, a Map or a String", other)),
    }
}
