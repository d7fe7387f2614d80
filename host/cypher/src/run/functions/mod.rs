//! The code of the functions, by the categories of their signatures. Aggregating functions have a state instead of
//! a result.

mod aggregate;
mod argument;
mod code;
mod conversion;
mod duration;
mod graph;
mod list;
mod mathematical;
mod newer;
mod normal_form;
mod number_text;
mod predicate;
mod rounding;
mod scalar;
mod search;
mod spatial;
mod statistics;
mod string;
mod table;
mod temporal;
mod trigonometric;
mod types;
mod uuid;
mod vector;

pub(super) use code::Accumulator;
pub(super) use list::Range;
pub(super) use normal_form::is_normalized;
pub(super) use search::contains;
pub(super) use table::{accumulator, code, of_number};
pub(super) use types::is_of_type;
