//! Vectors: made of lists and texts, and measured. How similar two are can be asked of lists of numbers as well.

use super::argument::{any_null, argument, outside, wrong};
use super::code::Native;
use super::scalar::count;
use crate::error::{Error, ErrorKind};
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::signatures::VectorFunction;
use crate::syntax::ast::{Expr, ExprKind, Literal, UnaryOp};
use crate::syntax::parse_expression;
use crate::value::{List, Shared, Value};
use crate::vector::{self, CoordinateType, MAX_DIMENSION, Metric, Number, Vector, check_dimension};

/// The code of a function.
pub(super) fn code(function: VectorFunction) -> Native {
    match function {
        VectorFunction::Cosine => similarity_by_cosine,
        VectorFunction::DimensionCount => dimension_count,
        VectorFunction::Distance => distance,
        VectorFunction::Euclidean => similarity_by_distance,
        VectorFunction::New => make,
        VectorFunction::Norm => norm,
    }
}

/// `vector([1, 2], 2, INTEGER8)`.
fn make(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let (of, numbers, dimension) = match arguments {
        [Value::Null, ..] | [_, Value::Null, ..] => return Ok(Value::Null),
        [_, Value::Integer(dimension), Value::Text(word)] => {
            let dimension = usize::try_from(*dimension).unwrap_or(0);
            check_dimension(dimension)?;
            let of = CoordinateType::named(word.as_str());
            let of =
                of.ok_or_else(|| outside(format!("no vector has {} coordinates", word.as_str())))?;
            let numbers = match argument(arguments, 0) {
                Value::Text(text) => numbers_of_text(context, text.as_str())?,
                Value::List(list) => numbers_of_list(context, "vector", list)?,
                other => return Err(wrong("vector", "a String or a List of numbers", other)),
            };
            (of, numbers, dimension)
        }
        _ => return Err(wrong("vector", "an Integer as dimension", argument(arguments, 1))),
    };
    let numbers = &*numbers;
    let vector = Vector::new(of, numbers)?;
    if numbers.len() != dimension {
        let found = numbers.len();
        let message = format!("a vector of {dimension} coordinates was given {found}");
        return Err(Error::new(ErrorKind::Type, message).because("InvalidArgumentValue"));
    }
    Value::vector(vector, context.meter)
}

fn numbers_of_list(
    context: &Context<'_>,
    function: &str,
    list: &List,
) -> Result<Charged<Number>, Error> {
    let mut numbers = Charged::default();
    for value in list.as_slice() {
        context.tick()?;
        let number = number(value).ok_or_else(|| wrong(function, "a List of numbers", value))?;
        numbers.push(number, context.meter)?;
    }
    Ok(numbers)
}

/// The numbers of a text such as `[1, -2.5]`, which is read as a query is.
fn numbers_of_text(context: &Context<'_>, text: &str) -> Result<Charged<Number>, Error> {
    // Nothing that is much longer holds no more than the largest vector does.
    const LONGEST: usize = 64 * MAX_DIMENSION;
    let no_list = || {
        let message = "vector() takes a list of numbers in its text, such as '[1, 2.5]'";
        Error::new(ErrorKind::Argument, message)
    };
    if text.len() > LONGEST {
        return Err(no_list());
    }
    let (expr, _parts) = parse_expression(text, context.meter)?;
    let ExprKind::List(items) = &expr.kind else { return Err(no_list()) };
    let mut numbers = Charged::default();
    for item in items {
        context.tick()?;
        numbers.push(number_of_literal(item).ok_or_else(no_list)?, context.meter)?;
    }
    Ok(numbers)
}

fn number_of_literal(expr: &Expr) -> Option<Number> {
    match &expr.kind {
        ExprKind::Literal(Literal::Integer(number)) => Some(Number::Integer(*number)),
        ExprKind::Literal(Literal::Float(number)) if number.is_finite() => {
            Some(Number::Float(*number))
        }
        ExprKind::Unary(UnaryOp::Minus, inner) => match number_of_literal(inner)? {
            Number::Integer(number) if number >= 0 => Some(Number::Integer(-number)),
            Number::Float(number) if number >= 0.0 => Some(Number::Float(-number)),
            _ => None,
        },
        _ => None,
    }
}

fn vector<'v>(function: &str, value: &'v Value) -> Result<Option<&'v Shared<Vector>>, Error> {
    match value {
        Value::Null => Ok(None),
        Value::Vector(vector) => Ok(Some(vector)),
        other => Err(wrong(function, "a Vector", other)),
    }
}

fn dimension_count(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let vector = vector("vector_dimension_count", argument(arguments, 0))?;
    Ok(vector.map_or(Value::Null, |vector| count(vector.dimension())))
}

fn metric(value: &Value) -> Result<Metric, Error> {
    let metric = match value {
        Value::Text(word) => Metric::named(word.as_str()),
        _ => None,
    };
    metric.ok_or_else(|| outside("no such metric of vectors"))
}

/// `vector_distance(a, b, COSINE)`.
fn distance(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let name = "vector_distance";
    let a = vector(name, argument(arguments, 0))?;
    let b = vector(name, argument(arguments, 1))?;
    let (Some(a), Some(b)) = (a, b) else { return Ok(Value::Null) };
    same_dimension(name, a.dimension(), b.dimension())?;
    context.meter.spend(2 * a.dimension())?;
    let metric = metric(argument(arguments, 2))?;
    Ok(Value::Float(metric.distance(&a.floats(), &b.floats()).into()))
}

/// `vector_norm(a, EUCLIDEAN)`: the distance from where all coordinates are zero.
fn norm(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some(vector) = vector("vector_norm", argument(arguments, 0))? else {
        return Ok(Value::Null);
    };
    context.meter.spend(2 * vector.dimension())?;
    let metric = metric(argument(arguments, 1))?;
    let origin = vec![0.0; vector.dimension()];
    Ok(Value::Float(metric.distance(&vector.floats(), &origin).into()))
}

/// Half of one plus the cosine of the angle between them.
fn similarity_by_cosine(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let name = "vector.similarity.cosine";
    let Some((a, b)) = floats_of_both(name, context, arguments)? else { return Ok(Value::Null) };
    let similarity = vector::similarity_by_cosine(&a, &b);
    let zero = || outside(format!("{name}() takes no vector of length zero"));
    Ok(Value::Float(similarity.ok_or_else(zero)?.into()))
}

/// One over one plus the square of their distance.
fn similarity_by_distance(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let both = floats_of_both("vector.similarity.euclidean", context, arguments)?;
    let Some((a, b)) = both else { return Ok(Value::Null) };
    Ok(Value::Float(vector::similarity_by_distance(&a, &b).into()))
}

type Floats = Charged<f32>;

fn floats_of_both(
    function: &str,
    context: &Context<'_>,
    arguments: &[Value],
) -> Result<Option<(Floats, Floats)>, Error> {
    if any_null(arguments) {
        return Ok(None);
    }
    let a = floats(function, context, argument(arguments, 0))?;
    let b = floats(function, context, argument(arguments, 1))?;
    let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
    same_dimension(function, a.len(), b.len())?;
    context.meter.spend(2 * a.len())?;
    Ok(Some((a, b)))
}

/// The coordinates of a vector or of a list that is one: of one finite number or more.
fn floats(function: &str, context: &Context<'_>, value: &Value) -> Result<Option<Floats>, Error> {
    let mut floats = Charged::default();
    let mut push = |number: Option<Number>| {
        context.tick()?;
        let float = number.map(Number::to_f32).filter(|float| float.is_finite());
        let no_vector = || outside(format!("{function}() takes lists of finite numbers"));
        floats.push(float.ok_or_else(no_vector)?, context.meter)
    };
    match value {
        Value::Null => return Ok(None),
        Value::Vector(vector) => vector.numbers().try_for_each(|number| push(Some(number)))?,
        Value::List(list) if list.as_slice().is_empty() => push(None)?,
        Value::List(list) => list.as_slice().iter().try_for_each(|value| push(number(value)))?,
        other => return Err(wrong(function, "a Vector or a List of numbers", other)),
    }
    Ok(Some(floats))
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Integer(number) => Some(Number::Integer(*number)),
        Value::Float(number) => Some(Number::Float(*number)),
        _ => None,
    }
}

fn same_dimension(function: &str, a: usize, b: usize) -> Result<(), Error> {
    if a == b {
        return Ok(());
    }
    Err(outside(format!("{function}() takes vectors of one dimension, not of {a} and {b}")))
}
