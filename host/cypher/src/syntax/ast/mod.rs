//! The syntax tree: what the parser makes of a text, before anybody asks whether it means something.
//! Every node that an error may want to point at carries its [`Span`](crate::error::Span); nothing here is
//! resolved.
//!
//! Expressions contain patterns and subqueries, which contain expressions. So that the files still import one
//! way, patterns and clauses are generic over the expression, [`Expr`] closes the circle, and everybody else
//! uses the types as they are named here.

mod clause;
mod expr;
mod name;
mod operator;
mod pattern;
mod places;
mod statement;
mod walk;

pub use clause::{Hint, HintKind, MatchMode, SubqueryScope};
pub use expr::*;
pub use name::Name;
pub use operator::*;
pub use pattern::{Arrow, Quantifier, RelationshipLength};
pub use statement::*;

/// Queries joined by `UNION`, or a conditional query of Cypher 25.
pub type Query = clause::Query<Expr>;
/// A chain of clauses.
pub type SingleQuery = clause::SingleQuery<Expr>;
/// A clause and its place.
pub type Clause = clause::Clause<Expr>;
/// The clauses of the language.
pub type ClauseKind = clause::ClauseKind<Expr>;
/// `MATCH` and its parts.
pub type Match = clause::Match<Expr>;
/// The body of `WITH` and `RETURN`.
pub type Projection = clause::Projection<Expr>;
/// One projected column.
pub type ProjectionItem = clause::ProjectionItem<Expr>;
/// `ORDER BY`, `SKIP` (or `OFFSET`) and `LIMIT`.
pub type Paging = clause::Paging<Expr>;
/// A sort key.
pub type SortItem = clause::SortItem<Expr>;
/// `CALL { ... }`.
pub type Subquery = clause::Subquery<Expr>;
/// `IN [n] [CONCURRENT] TRANSACTIONS [OF n ROWS] [ON ERROR ...] [REPORT STATUS AS s]`.
pub type InTransactions = clause::InTransactions<Expr>;
/// `CALL namespace.name(arguments) YIELD ...`.
pub type ProcedureCall = clause::ProcedureCall<Expr>;
/// The `YIELD` of a procedure call.
pub type Yield = clause::Yield<Expr>;
/// One assignment of `SET`.
pub type SetItem = clause::SetItem<Expr>;
/// One item of `REMOVE`.
pub type RemoveItem = clause::RemoveItem<Expr>;
/// A property key that is written down or computed (`n[$key]`).
pub type PropertyName = clause::PropertyName<Expr>;

/// One path pattern of a `MATCH`, `CREATE`, `MERGE` or subquery.
pub type PathPattern = pattern::PathPattern<Expr>;
/// Which of the matching paths of each pair of end nodes are kept.
pub type Selector = pattern::Selector<Expr>;
/// The shape of a path.
pub type PathShape = pattern::PathShape<Expr>;
/// A link of the chain.
pub type PathElement = pattern::PathElement<Expr>;
/// A node pattern.
pub type NodePattern = pattern::NodePattern<Expr>;
/// A relationship pattern.
pub type RelationshipPattern = pattern::RelationshipPattern<Expr>;
/// A parenthesised path pattern.
pub type GroupPattern = pattern::GroupPattern<Expr>;
/// A label expression.
pub type LabelExpr = pattern::LabelExpr<Expr>;
/// The kinds of label expression.
pub type LabelExprKind = pattern::LabelExprKind<Expr>;
/// A label or type that is written down or computed (`$(expression)`, `$any(list)`).
pub type LabelName = pattern::LabelName<Expr>;
