//! Similarity of vectors, which are lists of numbers.

use super::argument::{argument, float, outside, wrong};
use super::code::Native;
use crate::error::Error;
use crate::run::context::Context;
use crate::signatures::VectorFunction;
use crate::value::Value;

/// The code of a function.
pub(super) fn code(function: VectorFunction) -> Native {
    match function {
        VectorFunction::Cosine => cosine,
        VectorFunction::Euclidean => euclidean,
    }
}

/// Half of one plus the cosine of the angle between them.
fn cosine(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let name = "vector.similarity.cosine";
    let Some((a, b)) = vectors(name, context, arguments)? else { return Ok(Value::Null) };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let lengths = dot(&a, &a).sqrt() * dot(&b, &b).sqrt();
    if lengths == 0.0 {
        return Err(outside(format!("{name}() takes no vector of length zero")));
    }
    Ok(Value::Float((1.0 + dot(&a, &b) / lengths) / 2.0))
}

/// One over one plus the square of their distance.
fn euclidean(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let vectors = vectors("vector.similarity.euclidean", context, arguments)?;
    let Some((a, b)) = vectors else { return Ok(Value::Null) };
    let distance = a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
    Ok(Value::Float(1.0 / (1.0 + distance)))
}

/// Two of one dimension.
type Vectors = (Vec<f64>, Vec<f64>);

fn vectors(
    function: &str,
    context: &Context<'_>,
    arguments: &[Value],
) -> Result<Option<Vectors>, Error> {
    let a = vector(function, context, argument(arguments, 0))?;
    let b = vector(function, context, argument(arguments, 1))?;
    match (a, b) {
        (Some(a), Some(b)) if a.len() != b.len() => Err(outside(format!(
            "{function}() takes vectors of one dimension, not of {} and {}",
            a.len(),
            b.len()
        ))),
        (a, b) => Ok(a.zip(b)),
    }
}

fn vector(function: &str, context: &Context<'_>, value: &Value) -> Result<Option<Vec<f64>>, Error> {
    let list = match value {
        Value::Null => return Ok(None),
        Value::List(list) if !list.as_slice().is_empty() => list,
        other => return Err(wrong(function, "a List of numbers", other)),
    };
    context.meter.room_for(size_of_val(list.as_slice()))?;
    let mut numbers = Vec::with_capacity(list.as_slice().len());
    for element in list.as_slice() {
        context.tick()?;
        match float(function, element)? {
            Some(number) if number.is_finite() => numbers.push(number),
            _ => return Err(wrong(function, "a List of finite numbers", element)),
        }
    }
    Ok(Some(numbers))
}
