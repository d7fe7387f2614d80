//! What the planner hands to the runner: a tree of operators over one flat row of slots, with every
//! name, variable and parameter resolved to a number. A plan depends on the text and on nothing else: it
//! holds no id of any graph, so one cached plan serves every database of the process.
//!
//! How it runs. A row is a `[Value]` as wide as [`Plan::slots`]. Operators of a [`Pipeline`] are a chain:
//! each takes the row as the ones before it left it, writes its own slots, and pushes the row on, once for
//! each result. Nothing is copied on the way: pattern matching writes into the row and backtracks. An operator
//! that must see all rows before it can pass one on (a *breaker*: aggregation, sorting, every write) keeps
//! of each row only its `live` slots, the ones that somebody behind it still reads, and puts them back later.
//! Subqueries run in the same row, on slots of their own, so they read outer variables where they stand.

//!
//! The types of expressions, patterns and operators hold each other: an expression may hold a subquery.

mod executable;
mod explain;
mod expr;
mod live;
mod lower;
mod number;
mod operator;
mod pattern;
mod slots;
pub(crate) mod visit;

pub use executable::Plan;
pub(crate) use executable::{Mention, NameKind};
pub use explain::{Counts, PlanDescription, describe};
pub(crate) use expr::{Aggregate, Expr, LabelRef, LabelTest, PathPart, ProjectionItem};
pub use lower::plan;
pub(crate) use number::{NameRef, OperatorId, Slot};
pub(crate) use operator::{Operator, OperatorKind, Pipeline, PropertyKey, Query, SetItem, SortKey};
pub(crate) use pattern::{
    Creation, Endpoints, Expand, Keep, NodeCreation, NodeTest, Pattern, Quantified,
    RelationshipCreation, RelationshipTest, Shortest, Step, StepKind, VariableLength,
};
