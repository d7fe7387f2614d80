//! Conversions between booleans, numbers and texts, and of whole lists of them.

use super::argument::{argument, wrong};
use super::code::Native;
use super::number_text;
use crate::error::{Error, ErrorKind};
use crate::float::float_text;
use crate::run::context::Context;
use crate::signatures::{ConversionFunction, NumberFunction};
use crate::value::{Number, Text, Value, room_for_values};

/// What becomes a float.
const FLOAT: &str = "a number or a String";
/// What becomes an integer.
const INTEGER: &str = "a Boolean, a number or a String";

/// The code of a function.
pub(super) fn code(function: ConversionFunction) -> Native {
    match function {
        ConversionFunction::Boolean => |context, a| {
            strict(context, "toBoolean", "a Boolean, an Integer or a String", a, boolean)
        },
        ConversionFunction::BooleanList => |context, a| each(context, "toBooleanList", a, boolean),
        ConversionFunction::BooleanOrNull => |context, a| lenient(context, a, boolean),
        ConversionFunction::Float => |context, a| strict(context, "toFloat", FLOAT, a, float),
        ConversionFunction::FloatList => |context, a| each(context, "toFloatList", a, float),
        ConversionFunction::FloatOrNull => |context, a| lenient(context, a, float),
        ConversionFunction::Integer => {
            |context, a| strict(context, "toInteger", INTEGER, a, integer)
        }
        ConversionFunction::IntegerList => |context, a| each(context, "toIntegerList", a, integer),
        ConversionFunction::IntegerOrNull => |context, a| lenient(context, a, integer),
        ConversionFunction::String => |context, a| {
            strict(context, "toString", "a scalar, and neither a List nor a Map", a, string)
        },
        ConversionFunction::StringList => |context, a| each(context, "toStringList", a, string),
        ConversionFunction::StringOrNull => |context, a| lenient(context, a, string),
    }
}

/// The code of a function that reads numbers in texts as Cypher 25 writes them.
pub(super) fn newer_code(function: NumberFunction) -> Native {
    match function {
        NumberFunction::Float => |context, a| strict(context, "toFloat", FLOAT, a, newer_float),
        NumberFunction::FloatList => |context, a| each(context, "toFloatList", a, newer_float),
        NumberFunction::FloatOrNull => |context, a| lenient(context, a, newer_float),
        NumberFunction::Integer => {
            |context, a| strict(context, "toInteger", INTEGER, a, newer_integer)
        }
        NumberFunction::IntegerList => {
            |context, a| each(context, "toIntegerList", a, newer_integer)
        }
        NumberFunction::IntegerOrNull => |context, a| lenient(context, a, newer_integer),
    }
}

/// What becomes of a value: null where it means nothing of the wanted type, `None` where its type can't be converted.
type Conversion = fn(&Context<'_>, &Value) -> Result<Option<Value>, Error>;

fn strict(
    context: &Context<'_>,
    function: &str,
    expected: &str,
    arguments: &[Value],
    convert: impl FnOnce(&Context<'_>, &Value) -> Result<Option<Value>, Error>,
) -> Result<Value, Error> {
    let value = argument(arguments, 0);
    convert(context, value)?.ok_or_else(|| wrong(function, expected, value))
}

fn lenient(
    context: &Context<'_>,
    arguments: &[Value],
    convert: Conversion,
) -> Result<Value, Error> {
    match convert(context, argument(arguments, 0)) {
        Ok(converted) => Ok(converted.unwrap_or_default()),
        Err(error) if error.kind() == ErrorKind::Type => Ok(Value::Null),
        Err(error) => Err(error),
    }
}

fn each(
    context: &Context<'_>,
    function: &str,
    arguments: &[Value],
    convert: Conversion,
) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::List(list) => {
            let mut values = room_for_values(list.as_slice().len(), context.meter)?;
            for value in list.as_slice() {
                context.tick()?;
                values.push(lenient(context, std::slice::from_ref(value), convert)?);
            }
            Value::list(values, context.meter)
        }
        Value::Vector(vector) => {
            let mut values = room_for_values(vector.dimension(), context.meter)?;
            for number in vector.numbers() {
                context.tick()?;
                values.push(lenient(context, &[number.into()], convert)?);
            }
            Value::list(values, context.meter)
        }
        other => Err(wrong(function, "a List", other)),
    }
}

fn boolean(_: &Context<'_>, value: &Value) -> Result<Option<Value>, Error> {
    Ok(Some(match value {
        Value::Null | Value::Bool(_) => value.clone(),
        Value::Integer(number) => Value::Bool(*number != 0),
        Value::Text(text) => match text.as_str().trim() {
            text if text.eq_ignore_ascii_case("true") => Value::Bool(true),
            text if text.eq_ignore_ascii_case("false") => Value::Bool(false),
            _ => Value::Null,
        },
        _ => return Ok(None),
    }))
}

fn float(_: &Context<'_>, value: &Value) -> Result<Option<Value>, Error> {
    Ok(to_float(value, number_text::float))
}

fn newer_float(_: &Context<'_>, value: &Value) -> Result<Option<Value>, Error> {
    Ok(to_float(value, number_text::newer_float))
}

fn to_float(value: &Value, read: fn(&str) -> Option<f64>) -> Option<Value> {
    Some(match value {
        Value::Null | Value::Float(_) => value.clone(),
        Value::Integer(number) => Value::Float(Number::Integer(*number).float()),
        Value::Text(text) => read(text.as_str()).map_or(Value::Null, Value::Float),
        _ => return None,
    })
}

fn integer(_: &Context<'_>, value: &Value) -> Result<Option<Value>, Error> {
    to_integer(value, number_text::integer)
}

fn newer_integer(_: &Context<'_>, value: &Value) -> Result<Option<Value>, Error> {
    to_integer(value, number_text::newer_integer)
}

fn to_integer(
    value: &Value,
    read: fn(&str) -> Result<Option<i64>, Error>,
) -> Result<Option<Value>, Error> {
    Ok(Some(match value {
        Value::Null | Value::Integer(_) => value.clone(),
        Value::Bool(truth) => Value::Integer(i64::from(*truth)),
        Value::Float(number) => Value::Integer(Number::of_float(*number).integer()),
        Value::Text(text) => read(text.as_str())?.map_or(Value::Null, Value::Integer),
        _ => return Ok(None),
    }))
}

fn string(context: &Context<'_>, value: &Value) -> Result<Option<Value>, Error> {
    Ok(Some(match value {
        Value::Null | Value::Text(_) => value.clone(),
        Value::Bool(_) => Value::text(value.to_string(), context.meter)?,
        Value::Integer(number) => Value::Text(Text::of_integer(*number)),
        Value::Float(number) => Value::text(float_text(*number), context.meter)?,
        Value::Temporal(value) => Value::text((**value).to_string(), context.meter)?,
        Value::Point(point) => Value::text((**point).to_string(), context.meter)?,
        Value::Uuid(uuid) => Value::text(uuid.to_string(), context.meter)?,
        Value::Vector(vector) => {
            context.meter.read(vector.bytes())?;
            Value::text((**vector).to_string(), context.meter)?
        }
        _ => return Ok(None),
    }))
}
