//! Trigonometric and hyperbolic functions. They are computed in software, so that a seed gives the same game
//! on every machine.

use super::argument::{argument, float};
use super::mathematical::map;
use super::{Function, function, one};
use crate::error::Error;
use crate::run::Context;
use crate::value::Value;

pub(super) static FUNCTIONS: &[Function] = &[
    function("acos", &[one("input", "FLOAT")], "FLOAT", |_, a| map("acos", a, libm::acos)),
    function("asin", &[one("input", "FLOAT")], "FLOAT", |_, a| map("asin", a, libm::asin)),
    function("atan", &[one("input", "FLOAT")], "FLOAT", |_, a| map("atan", a, libm::atan)),
    function("atan2", &[one("y", "FLOAT"), one("x", "FLOAT")], "FLOAT", atan2),
    function("cos", &[one("input", "FLOAT")], "FLOAT", |_, a| map("cos", a, libm::cos)),
    function("cosh", &[one("input", "FLOAT")], "FLOAT", |_, a| map("cosh", a, libm::cosh)),
    function("cot", &[one("input", "FLOAT")], "FLOAT", |_, a| {
        map("cot", a, |x| 1.0 / libm::tan(x))
    }),
    function("coth", &[one("input", "FLOAT")], "FLOAT", |_, a| {
        map("coth", a, |x| if x == 0.0 { f64::NAN } else { 1.0 / libm::tanh(x) })
    }),
    function("degrees", &[one("input", "FLOAT")], "FLOAT", |_, a| {
        map("degrees", a, f64::to_degrees)
    }),
    function("haversin", &[one("input", "FLOAT")], "FLOAT", |_, a| {
        map("haversin", a, |x| (1.0 - libm::cos(x)) / 2.0)
    }),
    function("pi", &[], "FLOAT", |_, _| Ok(Value::Float(std::f64::consts::PI))),
    function("radians", &[one("input", "FLOAT")], "FLOAT", |_, a| {
        map("radians", a, f64::to_radians)
    }),
    function("sin", &[one("input", "FLOAT")], "FLOAT", |_, a| map("sin", a, libm::sin)),
    function("sinh", &[one("input", "FLOAT")], "FLOAT", |_, a| map("sinh", a, libm::sinh)),
    function("tan", &[one("input", "FLOAT")], "FLOAT", |_, a| map("tan", a, libm::tan)),
    function("tanh", &[one("input", "FLOAT")], "FLOAT", |_, a| map("tanh", a, libm::tanh)),
];

fn atan2(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let y = float("atan2", argument(arguments, 0))?;
    let x = float("atan2", argument(arguments, 1))?;
    Ok(y.zip(x).map_or(Value::Null, |(y, x)| Value::Float(libm::atan2(y, x))))
}
