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
//! Expressions contain subqueries, whose operators and patterns contain expressions. So that the files still
//! import one way, operators and patterns are generic over the expression, `Expr` closes the circle, and
//! everybody else uses the types as they are named here.
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

mod counted;
mod degree;
mod demand;
mod early;
mod executable;
mod explain;
mod expr;
mod label;
mod live;
mod lower;
mod measured;
mod number;
mod operator;
mod pattern;
mod prune;
mod slots;
pub(crate) mod visit;
mod visitor;

pub(crate) use degree::bare_hop;
pub use executable::Plan;
pub(crate) use executable::{Mention, NameKind};
pub use explain::{Counts, PlanDescription, describe};
pub(crate) use expr::{Expr, PathPart, ProjectionItem};
pub use lower::plan;
pub(crate) use measured::measured;
pub(crate) use number::{NameRef, OperatorId, Slot};
pub(crate) use pattern::{ChainEnds, Pruning};

pub(crate) type LabelRef = label::LabelRef<Expr>;
pub(crate) type LabelTest = label::LabelTest<Expr>;

pub(crate) type Query = operator::Query<Expr>;
pub(crate) type Pipeline = operator::Pipeline<Expr>;
pub(crate) type Operator = operator::Operator<Expr>;
pub(crate) type OperatorKind = operator::OperatorKind<Expr>;
pub(crate) type Aggregate = operator::Aggregate<Expr>;
pub(crate) type FirstGroups = operator::FirstGroups<Expr>;
pub(crate) type SortKey = operator::SortKey<Expr>;
pub(crate) type SetItem = operator::SetItem<Expr>;
pub(crate) type PropertyKey = operator::PropertyKey<Expr>;

pub(crate) type Pattern = pattern::Pattern<Expr>;
pub(crate) type Step = pattern::Step<Expr>;
pub(crate) type StepKind = pattern::StepKind<Expr>;
pub(crate) type Expand = pattern::Expand<Expr>;
pub(crate) type HashJoin = pattern::HashJoin<Expr>;
pub(crate) type PatternJoin = pattern::PatternJoin<Expr>;
pub(crate) type VariableLength = pattern::VariableLength<Expr>;
pub(crate) type Endpoints = pattern::Endpoints<Expr>;
pub(crate) type NodeTest = pattern::NodeTest<Expr>;
pub(crate) type RelationshipTest = pattern::RelationshipTest<Expr>;
pub(crate) type Growing = pattern::Growing<Expr>;
pub(crate) type Quantified = pattern::Quantified<Expr>;
pub(crate) type Shortest = pattern::Shortest<Expr>;
pub(crate) type Keep = pattern::Keep<Expr>;
pub(crate) type Creation = pattern::Creation<Expr>;
pub(crate) type NodeCreation = pattern::NodeCreation<Expr>;
pub(crate) type RelationshipCreation = pattern::RelationshipCreation<Expr>;
pub(crate) type Properties = pattern::Properties<Expr>;
