//! Trigonometric and hyperbolic functions.

use super::argument::{any_null, argument, float};
use super::code::Native;
use super::mathematical::map;
use crate::error::Error;
use crate::precise;
use crate::run::context::Context;
use crate::signatures::TrigonometricFunction;
use crate::value::Value;

/// The code of a function.
pub(super) fn code(function: TrigonometricFunction) -> Native {
    match function {
        TrigonometricFunction::Acos => |_, a| map("acos", a, libm::acos),
        TrigonometricFunction::Asin => |_, a| map("asin", a, libm::asin),
        TrigonometricFunction::Atan => |_, a| map("atan", a, libm::atan),
        TrigonometricFunction::Atan2 => atan2,
        TrigonometricFunction::Cos => |_, a| map("cos", a, precise::cos),
        TrigonometricFunction::Cosh => |_, a| map("cosh", a, precise::cosh),
        TrigonometricFunction::Cot => |_, a| map("cot", a, |x| 1.0 / precise::tan(x)),
        TrigonometricFunction::Coth => |_, a| map("coth", a, precise::coth),
        TrigonometricFunction::Degrees => |_, a| map("degrees", a, f64::to_degrees),
        TrigonometricFunction::Haversin => {
            |_, a| map("haversin", a, |x| (1.0 - precise::cos(x)) / 2.0)
        }
        TrigonometricFunction::Pi => |_, _| Ok(Value::Float(std::f64::consts::PI)),
        TrigonometricFunction::Radians => |_, a| map("radians", a, f64::to_radians),
        TrigonometricFunction::Sin => |_, a| map("sin", a, precise::sin),
        TrigonometricFunction::Sinh => |_, a| map("sinh", a, precise::sinh),
        TrigonometricFunction::Tan => |_, a| map("tan", a, precise::tan),
        TrigonometricFunction::Tanh => |_, a| map("tanh", a, precise::tanh),
    }
}

fn atan2(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let y = float("atan2", argument(arguments, 0))?;
    let x = float("atan2", argument(arguments, 1))?;
    Ok(y.zip(x).map_or(Value::Null, |(y, x)| Value::Float(libm::atan2(y, x))))
}
