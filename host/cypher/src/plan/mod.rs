//! What the planner hands to the runner: a tree of operators over one flat row of slots, with every
//! name, variable and parameter resolved to a number. A plan depends on the text and on nothing else: it
//! holds no id of any graph, so one cached plan serves every database of the process.
//!
//! How it runs. A row is a `[Value]` as wide as the plan's `slots`. Operators of a `Pipeline` are a chain:
//! each takes the row as the ones before it left it, writes its own slots, and pushes the row on, once for
//! each result. Nothing is copied on the way: pattern matching writes into the row and backtracks. An operator
//! that must see all rows before it can pass one on (a *breaker*: aggregation, sorting, every write) keeps
//! of each row only its `live` slots, the ones that somebody behind it still reads, and puts them back later.
//! Subqueries run in the same row, on slots of their own, so they read outer variables where they stand.
//!
//! The types of expressions, patterns and operators hold each other: an expression may hold a subquery.
//!
//! For example
//!
//! ```text
//! > MATCH (a:A)-[:R]->(b) WITH b, count(*) AS n WHERE n > 1 RETURN b.x AS x ORDER BY n
//! NodeByLabelScan      a:A
//! Expand(All)          (a)-[anon_2:R]->(b)
//! EagerAggregation     b, count(*) AS n
//! Filter               n > 1
//! Projection           b.x AS x
//! Sort                 n ASC
//! ```
//!
//! has a row of five slots: `a`, the relationship, `b`, `n` and `x`. The scan writes the first one, the hop the
//! next two, and the aggregation, which has seen all rows by then, pushes on one row for each `b` with `n` beside
//! it: nobody behind it reads `a` any more, so it is not kept. The sort is a breaker too, and keeps of each row
//! only `x` beside its key.

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
