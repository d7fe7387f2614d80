//! The table of functions: for each its name, its parameters as the checker and a reader want them, and the
//! code that computes it. Aggregating functions have a state instead of a result.

mod aggregate;
mod argument;
mod conversion;
mod foreign;
mod graph;
mod list;
mod mathematical;
mod normal_form;
mod predicate;
mod rounding;
mod scalar;
pub mod search;
mod statistics;
mod string;
mod trigonometric;
mod types;
mod vector;

pub use graph::{properties_of, property_map};
pub use list::Range;
pub use normal_form::{is_normalized, normalize};
pub use types::{is_of_type, value_type};

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use hashbrown::HashMap;

use crate::error::Error;
use crate::run::Context;
use crate::value::Value;

/// A scalar or list function.
pub struct Function {
    /// Its name as the manual writes it, with its dots.
    pub name: &'static str,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// What it gives, as the manual names the type.
    pub result: &'static str,
    /// How it is computed.
    pub body: Body,
}

/// How a function is computed.
#[derive(Clone, Copy)]
pub enum Body {
    /// From its arguments and the run that it is part of (graph, seed, limits).
    Native(Native),
    /// Known to the front end, not to the embedded runner: temporal and spatial functions.
    Unsupported,
}

/// The code of a function. It gets as many arguments as the checker let through.
pub type Native = fn(&Context<'_>, &[Value]) -> Result<Value, Error>;

/// A parameter of a function.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its type, as the manual names it; alternatives with ` | ` between them.
    pub of: &'static str,
    /// How many arguments it stands for.
    pub count: Count,
}

/// How many arguments a parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One.
    One,
    /// One, or it is left out.
    Optional,
    /// One or more; only the last parameter.
    Many,
}

/// A function that gathers a value from many rows.
pub struct AggregateFunction {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// What it gives, as the manual names the type.
    pub result: &'static str,
    /// A fresh state.
    pub start: fn() -> Box<dyn Accumulator>,
}

/// The state of an aggregation.
pub trait Accumulator {
    /// Takes the arguments of one row; nulls are left out by the accumulator itself.
    fn add(&mut self, context: &Context<'_>, arguments: &[Value]) -> Result<(), Error>;

    /// The result.
    fn finish(self: Box<Self>, context: &Context<'_>) -> Result<Value, Error>;
}

/// The function of a name, whatever its case.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    TABLE.functions.get(name.to_ascii_lowercase().as_str()).copied()
}

/// The aggregating function of a name, whatever its case.
#[must_use]
pub fn find_aggregate(name: &str) -> Option<&'static AggregateFunction> {
    TABLE.aggregates.get(name.to_ascii_lowercase().as_str()).copied()
}

/// The names of all functions, as the manual writes them: what near names are looked for in.
pub fn names() -> impl Iterator<Item = &'static str> {
    let aggregates = aggregate::FUNCTIONS.iter().chain(statistics::FUNCTIONS);
    all().map(|function| function.name).chain(aggregates.map(|function| function.name))
}

/// How many arguments these parameters take.
#[must_use]
pub fn arity(parameters: &[Parameter]) -> RangeInclusive<usize> {
    let least = parameters.iter().filter(|parameter| parameter.count != Count::Optional).count();
    let open = parameters.iter().any(|parameter| parameter.count == Count::Many);
    least..=if open { usize::MAX } else { parameters.len() }
}

struct Table {
    functions: HashMap<String, &'static Function>,
    aggregates: HashMap<String, &'static AggregateFunction>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    functions: all().map(|function| (function.name.to_ascii_lowercase(), function)).collect(),
    aggregates: aggregate::FUNCTIONS
        .iter()
        .chain(statistics::FUNCTIONS)
        .map(|function| (function.name.to_ascii_lowercase(), function))
        .collect(),
});

fn all() -> impl Iterator<Item = &'static Function> {
    [
        conversion::FUNCTIONS,
        foreign::FUNCTIONS,
        graph::FUNCTIONS,
        list::FUNCTIONS,
        mathematical::FUNCTIONS,
        predicate::FUNCTIONS,
        scalar::FUNCTIONS,
        string::FUNCTIONS,
        trigonometric::FUNCTIONS,
        vector::FUNCTIONS,
    ]
    .into_iter()
    .flatten()
}

/// An entry of the table.
const fn function(
    name: &'static str,
    parameters: &'static [Parameter],
    result: &'static str,
    body: Native,
) -> Function {
    Function { name, parameters, result, body: Body::Native(body) }
}

const fn one(name: &'static str, of: &'static str) -> Parameter {
    Parameter { name, of, count: Count::One }
}

const fn optional(name: &'static str, of: &'static str) -> Parameter {
    Parameter { name, of, count: Count::Optional }
}

const fn many(name: &'static str, of: &'static str) -> Parameter {
    Parameter { name, of, count: Count::Many }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Debug for AggregateFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
