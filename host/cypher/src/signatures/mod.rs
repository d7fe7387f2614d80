//! What can be called: the signatures of functions and procedures, which the checker and the planner need. What
//! computes them is elsewhere: functions in the runner, procedures in the program that registers them.

mod foreign;
mod functions;
mod lookup;
mod newer;
mod procedure;
mod signature;

pub(crate) use functions::{
    AggregateFunction, AggregateSignature, ConversionFunction, Function, FunctionSignature,
    GraphFunction, ListFunction, MathematicalFunction, NewerFunction, NumberFunction,
    PredicateFunction, ScalarFunction, SpatialFunction, TemporalFunction, TextFunction,
    TrigonometricFunction, UuidFunction, VectorFunction,
};
pub(crate) use lookup::{find_aggregate, find_function, newest};
pub use lookup::{function_names, nearest_function};
pub use procedure::{Catalog, Column, ProcedureSignature};
pub(crate) use signature::{Parameter, arity};
