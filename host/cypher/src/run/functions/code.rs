//! The shape of the code that computes a function.

use crate::error::Error;
use crate::run::context::Context;
use crate::value::Value;

/// The code of a function. It gets as many arguments as the checker let through.
pub(in crate::run) type Native = fn(&Context<'_>, &[Value]) -> Result<Value, Error>;

/// The state of an aggregation.
pub(in crate::run) trait Accumulator {
    /// Takes the arguments of one row; nulls are left out by the accumulator itself.
    fn add(&mut self, context: &Context<'_>, arguments: &[Value]) -> Result<(), Error>;

    /// The result.
    fn finish(self: Box<Self>, context: &Context<'_>) -> Result<Value, Error>;
}
