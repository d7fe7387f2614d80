//! The shape of the code that computes a function.

use crate::error::Error;
use crate::run::context::Context;
use crate::value::{Number, Value};

/// The code of a function. It gets as many arguments as the checker let through.
pub(in crate::run) type Native = fn(&Context<'_>, &[Value]) -> Result<Value, Error>;

/// The same of a number alone that becomes another one: nothing where that is an error.
pub(in crate::run) type NumberToNumber = fn(Number) -> Option<Number>;

/// The state of an aggregation.
pub(in crate::run) trait Accumulator {
    /// Takes the arguments of one row; nulls are left out by the accumulator itself.
    fn add(&mut self, context: &Context<'_>, arguments: &[Value]) -> Result<(), Error>;

    /// The result.
    fn finish(self: Box<Self>, context: &Context<'_>) -> Result<Value, Error>;
}
