//! Which code computes which function.

use super::code::{Accumulator, Native, NumberToNumber};
use super::statistics::{Deviation, Percentile};
use super::{
    aggregate, conversion, graph, list, mathematical, newer, predicate, scalar, spatial, string,
    temporal, trigonometric, uuid, vector,
};
use crate::signatures::{AggregateFunction, ConversionFunction, Function, NumberFunction};
use crate::value::Number;

/// The code of a function.
#[inline]
pub(in crate::run) fn code(function: Function) -> Native {
    match function {
        Function::Conversion(function) => conversion::code(function),
        Function::Graph(function) => graph::code(function),
        Function::List(function) => list::code(function),
        Function::Mathematical(function) => mathematical::code(function),
        Function::Newer(function) => newer::code(function),
        Function::Number(function) => conversion::newer_code(function),
        Function::Predicate(function) => predicate::code(function),
        Function::Scalar(function) => scalar::code(function),
        Function::Spatial(function) => spatial::code(function),
        Function::Temporal(function) => temporal::code(function),
        Function::Text(function) => string::code(function),
        Function::Trigonometric(function) => trigonometric::code(function),
        Function::Uuid(function) => uuid::code(function),
        Function::Vector(function) => vector::code(function),
    }
}

/// How a function makes a number of one alone, where it does so.
#[inline]
pub(in crate::run) fn of_number(function: Function) -> Option<NumberToNumber> {
    match function {
        Function::Mathematical(function) => mathematical::of_number(function),
        Function::Conversion(ConversionFunction::Integer)
        | Function::Number(NumberFunction::Integer) => {
            Some(|number| Some(Number::Integer(number.integer())))
        }
        Function::Conversion(ConversionFunction::Float)
        | Function::Number(NumberFunction::Float) => {
            Some(|number| Some(Number::of_float(number.float())))
        }
        _ => None,
    }
}

/// A fresh state of an aggregating function.
pub(in crate::run) fn accumulator(function: AggregateFunction) -> Box<dyn Accumulator> {
    match function {
        AggregateFunction::Avg => Box::new(aggregate::Average::default()),
        AggregateFunction::Collect => Box::new(aggregate::Collect::default()),
        AggregateFunction::Count => Box::new(aggregate::Count::default()),
        AggregateFunction::Max => Box::new(aggregate::Extreme::largest()),
        AggregateFunction::Min => Box::new(aggregate::Extreme::smallest()),
        AggregateFunction::PercentileCont => Box::new(Percentile::continuous()),
        AggregateFunction::PercentileDisc => Box::new(Percentile::discrete()),
        AggregateFunction::StDev => Box::new(Deviation::of_a_sample()),
        AggregateFunction::StDevP => Box::new(Deviation::default()),
        AggregateFunction::Sum => Box::new(aggregate::Sum::default()),
    }
}
