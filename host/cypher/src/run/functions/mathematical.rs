//! Numeric and logarithmic functions, and chance.

use super::argument::{any_null, argument, float, number, outside, wrong};
use super::code::{Native, NumberToNumber};
use super::rounding::{self, Mode};
use crate::error::{Error, ErrorKind};
use crate::precise;
use crate::run::context::Context;
use crate::signatures::MathematicalFunction;
use crate::syntax::ast::Dialect;
use crate::value::{Number, Value};

/// The code of a function.
pub(super) fn code(function: MathematicalFunction) -> Native {
    match function {
        MathematicalFunction::Abs => abs,
        MathematicalFunction::Ceil => |_, a| map("ceil", a, f64::ceil),
        MathematicalFunction::Floor => |_, a| map("floor", a, f64::floor),
        MathematicalFunction::IsNan => is_nan,
        MathematicalFunction::Rand => |context, _| Ok(Value::Float(random(context))),
        MathematicalFunction::Round => round,
        MathematicalFunction::Sign => sign,
        MathematicalFunction::E => |_, _| Ok(Value::Float(std::f64::consts::E)),
        MathematicalFunction::Exp => |_, a| map("exp", a, precise::exp),
        MathematicalFunction::Log => |_, a| map("log", a, precise::log),
        MathematicalFunction::Log10 => |_, a| map("log10", a, precise::log10),
        MathematicalFunction::Sqrt => |_, a| map("sqrt", a, f64::sqrt),
    }
}

/// How a function makes a number of one alone, where it does so in few steps.
#[inline]
pub(super) fn of_number(function: MathematicalFunction) -> Option<NumberToNumber> {
    Some(match function {
        MathematicalFunction::Abs => absolute,
        MathematicalFunction::Sign => |number| Some(signum(number)),
        MathematicalFunction::Ceil => |number| Some(Number::of_float(number.float().ceil())),
        MathematicalFunction::Floor => |number| Some(Number::of_float(number.float().floor())),
        MathematicalFunction::Round => {
            |number| Some(Number::of_float(rounding::towards_positive(number.float())))
        }
        MathematicalFunction::Sqrt => |number| Some(Number::of_float(number.float().sqrt())),
        _ => return None,
    })
}

fn absolute(number: Number) -> Option<Number> {
    match number {
        Number::Integer(value) => value.checked_abs().map(Number::Integer),
        Number::Float(_) => Some(Number::of_float(number.float().abs())),
    }
}

fn signum(number: Number) -> Number {
    Number::Integer(match number {
        Number::Integer(value) => value.signum(),
        Number::Float(_) => i64::from(number.float() > 0.0) - i64::from(number.float() < 0.0),
    })
}

/// A function of one float.
pub(super) fn map(
    function: &str,
    arguments: &[Value],
    compute: impl FnOnce(f64) -> f64,
) -> Result<Value, Error> {
    let number = float(function, argument(arguments, 0))?;
    Ok(number.map_or(Value::Null, |number| Value::Float(compute(number))))
}

fn abs(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some(number) = number("abs", argument(arguments, 0))? else { return Ok(Value::Null) };
    if matches!(number, Number::Integer(i64::MIN)) && context.run.dialect == Dialect::Cypher5 {
        return Ok(Value::Integer(i64::MIN));
    }
    absolute(number).map(Value::from).ok_or_else(|| {
        let message = format!("abs({}) is more than an integer holds", number.integer());
        Error::new(ErrorKind::Arithmetic, message)
    })
}

fn is_nan(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let number = float("isNaN", argument(arguments, 0))?;
    Ok(number.map(f64::is_nan).into())
}

fn sign(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let number = number("sign", argument(arguments, 0))?;
    Ok(number.map_or(Value::Null, |number| signum(number).into()))
}

/// From 0 to below 1, with the 53 bits that a float has.
fn random(context: &Context<'_>) -> f64 {
    const STEPS: f64 = (1u64 << 53) as f64;
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    let steps = (context.random() >> 11) as f64;
    steps / STEPS
}

fn round(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let mode = match argument(arguments, 2) {
        Value::Null => None,
        Value::Text(name) => Some(Mode::of(name.as_str()).ok_or_else(|| {
            let message = format!("round() knows no mode {name:?}; its modes are {}", Mode::NAMES);
            Error::new(ErrorKind::Argument, message)
        })?),
        other => return Err(wrong("round", "a String as mode", other)),
    };
    let Some(number) = float("round", argument(arguments, 0))? else { return Ok(Value::Null) };
    let precision = match argument(arguments, 1) {
        Value::Null => 0,
        Value::Integer(precision) => *precision,
        #[expect(clippy::cast_possible_truncation, reason = "as Neo4j reads it")]
        Value::Float(precision) => *precision as i64,
        other => return Err(wrong("round", "an Integer as precision", other)),
    };
    let places = i32::try_from(precision).ok().and_then(|places| u32::try_from(places).ok());
    let Some(places) = places else {
        let message =
            format!("the precision of round() goes from 0 to 2147483647, and can't be {precision}");
        let error = outside(message);
        return Err(if precision < 0 { error } else { error.newer() });
    };
    let rounded = match (places, mode) {
        (0, None) => rounding::towards_positive(number),
        (_, mode) => rounding::decimal(number, places, mode.unwrap_or(Mode::HalfUp)),
    };
    if mode == Some(Mode::Unnecessary) && rounded != number && number.is_finite() {
        let message = format!(
            "{number} has more than {places} decimal places, and UNNECESSARY cuts nothing off"
        );
        return Err(Error::new(ErrorKind::Execution, message));
    }
    Ok(Value::Float(rounded))
}
