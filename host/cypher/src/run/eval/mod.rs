//! Evaluates expressions. What lies in the row, in the plan or in the graph is looked at where it lies; only
//! what is new is made. Operators are in files by kind.

mod arithmetic;
mod collections;
mod elements;
mod expression;
mod in_place;
mod labels;
mod logic;
mod numbers;
mod properties;
mod strings;
mod subquery;
mod temporal;

pub(super) use properties::deleted;
