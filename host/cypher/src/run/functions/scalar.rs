//! Scalar functions that are neither conversions nor about the graph.

use super::argument::{argument, wrong};
use super::code::Native;
use super::string::length;
use super::types::value_type;
use crate::error::Error;
use crate::run::context::Context;
use crate::signatures::ScalarFunction;
use crate::uuid::Uuid;
use crate::value::Value;

/// The code of a function.
pub(super) fn code(function: ScalarFunction) -> Native {
    match function {
        ScalarFunction::CharLength => |context, a| char_length("char_length", context, a),
        ScalarFunction::CharacterLength => |context, a| char_length("character_length", context, a),
        ScalarFunction::Coalesce => coalesce,
        ScalarFunction::Head => head,
        ScalarFunction::Last => last,
        ScalarFunction::NullIf => null_if,
        ScalarFunction::RandomUuid => random_uuid,
        ScalarFunction::Size => size,
        ScalarFunction::ValueType => {
            |context, a| Value::text(value_type(argument(a, 0), context.meter)?, context.meter)
        }
    }
}

pub(super) fn count(length: usize) -> Value {
    Value::Integer(i64::try_from(length).unwrap_or(i64::MAX))
}

fn char_length(function: &str, context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Text(text) => Ok(count(length(context, text.as_str())?)),
        other => Err(wrong(function, "a String", other)),
    }
}

fn size(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Text(text) => Ok(count(length(context, text.as_str())?)),
        Value::List(list) => Ok(count(list.as_slice().len())),
        Value::Vector(vector) => Ok(count(vector.dimension())),
        other => Err(wrong("size", "a String, a Vector or a List", other)),
    }
}

fn coalesce(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    Ok(arguments.iter().find(|value| !value.is_null()).cloned().unwrap_or_default())
}

fn head(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::List(list) => Ok(list.as_slice().first().cloned().unwrap_or_default()),
        other => Err(wrong("head", "a List", other)),
    }
}

fn last(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::List(list) => Ok(list.as_slice().last().cloned().unwrap_or_default()),
        other => Err(wrong("last", "a List", other)),
    }
}

fn null_if(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let (first, second) = (argument(arguments, 0), argument(arguments, 1));
    Ok(if first.equals(second, context.meter) == Some(true) { Value::Null } else { first.clone() })
}

/// A random UUID of version 4, drawn from the run's seed.
fn random_uuid(context: &Context<'_>, _: &[Value]) -> Result<Value, Error> {
    Value::text(Uuid::random(context.random(), context.random()).to_string(), context.meter)
}
