//! Conversions between booleans, numbers and texts, and of whole lists of them.

use super::argument::{argument, wrong};
use super::code::Native;
use crate::error::{Error, ErrorKind};
use crate::float::float_text;
use crate::run::context::Context;
use crate::signatures::ConversionFunction;
use crate::value::{Text, Value, room_for_values};

/// The code of a function.
pub(super) fn code(function: ConversionFunction) -> Native {
    match function {
        ConversionFunction::Boolean => |context, a| {
            strict(context, "toBoolean", "a Boolean, an Integer or a String", a, boolean)
        },
        ConversionFunction::BooleanList => |context, a| each(context, "toBooleanList", a, boolean),
        ConversionFunction::BooleanOrNull => |context, a| lenient(context, a, boolean),
        ConversionFunction::Float => {
            |context, a| strict(context, "toFloat", "a number or a String", a, float)
        }
        ConversionFunction::FloatList => |context, a| each(context, "toFloatList", a, float),
        ConversionFunction::FloatOrNull => |context, a| lenient(context, a, float),
        ConversionFunction::Integer => {
            |context, a| strict(context, "toInteger", "a Boolean, a number or a String", a, integer)
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

/// What becomes of a value: null where it means nothing of the wanted type, `None` where its type can't be converted.
type Conversion = fn(&Context<'_>, &Value) -> Result<Option<Value>, Error>;

fn strict(
    context: &Context<'_>,
    function: &str,
    expected: &str,
    arguments: &[Value],
    convert: Conversion,
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
    Ok(Some(match value {
        Value::Null | Value::Float(_) => value.clone(),
        #[expect(clippy::cast_precision_loss, reason = "as Neo4j converts it")]
        Value::Integer(number) => Value::Float(*number as f64),
        Value::Text(text) => parse_float(text.as_str()).map_or(Value::Null, Value::Float),
        _ => return Ok(None),
    }))
}

/// A float as Java reads it: white space around it, and a `d` or `f` behind it, mean nothing.
fn parse_float(text: &str) -> Option<f64> {
    let text = text.trim();
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    match digits {
        "NaN" => return Some(f64::NAN),
        "Infinity" => return Some(sign * f64::INFINITY),
        _ => {}
    }
    let digits = digits.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(digits);
    // Rust would also take `inf` and its like.
    digits.starts_with(|first: char| first.is_ascii_digit() || first == '.').then_some(())?;
    digits.parse::<f64>().ok().map(|value| sign * value)
}

fn integer(_: &Context<'_>, value: &Value) -> Result<Option<Value>, Error> {
    Ok(Some(match value {
        Value::Null | Value::Integer(_) => value.clone(),
        Value::Bool(truth) => Value::Integer(i64::from(*truth)),
        #[expect(clippy::cast_possible_truncation, reason = "saturating, as Neo4j converts it")]
        Value::Float(number) => Value::Integer(*number as i64),
        Value::Text(text) => parse_integer(text.as_str())?.map_or(Value::Null, Value::Integer),
        _ => return Ok(None),
    }))
}

/// An integer, or a decimal number cut off behind its point.
fn parse_integer(text: &str) -> Result<Option<i64>, Error> {
    if let Ok(integer) = text.parse::<i64>() {
        return Ok(Some(integer));
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return Ok(None);
    }
    let Ok(float) = text.parse::<f64>() else { return Ok(None) };
    // Digits before the point are exact; only an exponent makes the float necessary.
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    if !text.contains(['e', 'E'])
        && let Ok(integer) = if whole.is_empty() { Ok(0) } else { whole.parse::<i64>() }
    {
        return Ok(Some(integer));
    }
    const BOUND: f64 = 9_223_372_036_854_775_808.0;
    if (-BOUND..BOUND).contains(&float) {
        #[expect(clippy::cast_possible_truncation, reason = "within the bounds")]
        return Ok(Some(float as i64));
    }
    let shown = text.get(..40).map_or_else(|| text.to_owned(), |start| format!("{start}..."));
    let message = format!("toInteger(): {shown} is more than an integer holds");
    Err(Error::new(ErrorKind::Type, message).because("InvalidArgumentValue"))
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
