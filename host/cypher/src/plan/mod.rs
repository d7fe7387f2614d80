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

mod explain;
pub mod expr;
mod live;
mod lower;
pub mod pattern;
mod slots;
pub(crate) mod visit;

pub use explain::{Counts, PlanDescription, describe};
pub use expr::Expr;
pub use lower::plan;
pub use pattern::Pattern;

use std::sync::Arc;

use crate::error::Span;
use crate::procedures::Procedure;

/// A place in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

/// An index into [`Plan::names`]: a label, type or property key, looked up in the graph when a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameRef(pub u32);

/// Numbers the operators of a plan, for the counters of `PROFILE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperatorId(pub u32);

/// An executable query.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is run.
    pub root: Query,
    /// Names and slots of the result's columns; empty where the query returns nothing.
    pub columns: Vec<(String, Slot)>,
    /// How wide a row is.
    pub slots: u32,
    /// What each slot holds, by its name in the text; empty where it has none. For printing only.
    pub slot_names: Vec<String>,
    /// Every label, type and key that the plan mentions.
    pub names: Vec<String>,
    /// Every parameter that the plan mentions; [`Expr::Parameter`] counts into it.
    pub parameters: Vec<String>,
    /// How many operators there are.
    pub operators: u32,
    /// Whether running it can change the graph.
    pub writes: bool,
    /// Where reading parts of the text name labels, types and keys: a graph that has none of that name gives
    /// a notice.
    pub mentions: Vec<Mention>,
}

/// A label, type or key in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Which of them.
    pub kind: NameKind,
    /// The name.
    pub name: NameRef,
    /// Its place.
    pub span: Span,
}

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A label of a node.
    Label,
    /// A type of a relationship.
    Type,
    /// A label or a type: the text leaves it open.
    LabelOrType,
    /// A property key.
    Key,
}

/// A query or subquery.
#[derive(Clone, Debug)]
pub enum Query {
    /// One chain.
    Single(Pipeline),
    /// The members one after the other. Each writes its result into the same slots.
    Union {
        /// The operator's number.
        id: OperatorId,
        /// The members.
        members: Vec<Query>,
        /// The common result slots, for removing duplicates; `None` for `UNION ALL`.
        distinct: Option<Vec<Slot>>,
    },
    /// The first branch whose condition is true.
    When {
        /// The operator's number.
        id: OperatorId,
        /// Condition and query.
        branches: Vec<(Expr, Query)>,
        /// `ELSE`.
        otherwise: Option<Box<Query>>,
    },
}

/// A chain of operators, the first of which is pushed one row by whoever runs the chain.
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    /// In the order in which a row goes through them.
    pub operators: Vec<Operator>,
}

/// An operator and what somebody behind it still needs.
#[derive(Clone, Debug)]
pub struct Operator {
    /// Its number.
    pub id: OperatorId,
    /// What it does.
    pub kind: OperatorKind,
    /// Of a breaker: the slots to keep of a row while it waits, and to put back afterwards: those that were
    /// written in this pipeline up to and by this operator, and are read behind it or, by a write, in it.
    /// Slots of the row that a subquery runs in do not change meanwhile and are not among them. Empty for an
    /// aggregation, which leaves nothing but its keys and results, and for whatever breaks nothing.
    pub live: Vec<Slot>,
    /// The clause that it comes from.
    pub span: Span,
}

/// What an operator does with a row.
#[derive(Clone, Debug)]
pub enum OperatorKind {
    /// Pushes the row once for each way in which the pattern matches.
    Match(Box<Pattern>),
    /// Runs the inner chain; where it pushes nothing, sets `nulls` to null and pushes once.
    Optional {
        /// `OPTIONAL MATCH`'s pattern and predicate.
        inner: Pipeline,
        /// The slots that it would have bound.
        nulls: Vec<Slot>,
    },
    /// Pushes the row once for each element; a null is no element, another value is one.
    Unwind {
        /// The list.
        list: Expr,
        /// Where each element goes.
        into: Slot,
    },
    /// Pushes the row where the predicate is true.
    Filter(Expr),
    /// Computes and pushes. All expressions read the row as it was: targets are new slots.
    Project(Vec<(Slot, Expr)>),
    /// Breaker: groups by the keys.
    Aggregate {
        /// The grouping keys; without any there is always one group.
        keys: Vec<(Slot, Expr)>,
        /// What is gathered for each group.
        aggregates: Vec<(Slot, expr::Aggregate)>,
    },
    /// Pushes the first row with the same values in these slots.
    Distinct(Vec<Slot>),
    /// Breaker: sorts, stably. With a limit it keeps that many rows only.
    Sort {
        /// The first key first.
        keys: Vec<SortKey>,
        /// A following `LIMIT` (plus `SKIP`): rows beyond the sum are never needed.
        limit: Vec<Expr>,
    },
    /// Leaves out the first rows.
    Skip(Expr),
    /// Stops its input after so many rows.
    Limit(Expr),
    /// `CALL { }`: runs the query for each row, which comes out once for each of its results. Where the
    /// query writes, all input rows are gathered first and all output rows before any goes on.
    Apply {
        /// The subquery.
        query: Box<Query>,
        /// Whether it has a `RETURN`; one that has none leaves the rows as they are.
        returns: bool,
        /// `OPTIONAL CALL`: the slots to set to null where there is no result.
        optional: Option<Vec<Slot>>,
        /// Whether it writes.
        writes: bool,
    },
    /// Calls a procedure for each row.
    Procedure {
        /// Which.
        procedure: Arc<Procedure>,
        /// The arguments, as many as it has inputs.
        arguments: Vec<Expr>,
        /// Number of the output and the slot that receives it.
        yields: Vec<(usize, Slot)>,
        /// `OPTIONAL CALL`.
        optional: bool,
    },
    /// Breaker, as are all writes: makes nodes and relationships, one after the other.
    Create(Vec<pattern::Creation>),
    /// Finds or makes. A null in a property map of `create` is an error, found before anything is looked for.
    Merge {
        /// What is looked for, with what it binds.
        pattern: Box<Pattern>,
        /// What is made where nothing was found.
        create: Vec<pattern::Creation>,
        /// Where it was made.
        on_create: Vec<SetItem>,
        /// Where it was found.
        on_match: Vec<SetItem>,
    },
    /// Sets properties and labels.
    Set(Vec<SetItem>),
    /// Deletes.
    Delete {
        /// Nodes, relationships and paths.
        targets: Vec<Expr>,
        /// Whether relationships go with their nodes.
        detach: bool,
    },
    /// Runs writing operators for each element of a list; the row comes out as it went in.
    Foreach {
        /// The list.
        list: Expr,
        /// The loop's variable.
        into: Slot,
        /// Writes.
        body: Pipeline,
    },
    /// `FINISH`, and the end of a query without `RETURN`: takes all rows and pushes none.
    Finish,
}

/// A key of a sort.
#[derive(Clone, Debug)]
pub struct SortKey {
    /// What is compared.
    pub expr: Expr,
    /// Largest first.
    pub descending: bool,
}

/// One assignment of `SET`, or of `REMOVE` (which sets null, and removes labels).
#[derive(Clone, Debug)]
pub enum SetItem {
    /// `target.key = value`.
    Property {
        /// A node or relationship; null is left alone.
        target: Expr,
        /// The key.
        key: PropertyKey,
        /// The value; null removes.
        value: Expr,
        /// Where to point when it fails.
        span: Span,
    },
    /// `n = value`, `n += value`.
    Properties {
        /// The entity.
        target: Expr,
        /// A map, node or relationship.
        value: Expr,
        /// `+=`.
        merge: bool,
        /// Where to point when it fails.
        span: Span,
    },
    /// `SET n:A:B`.
    AddLabels {
        /// The node.
        target: Expr,
        /// The labels.
        labels: Vec<LabelRef>,
    },
    /// `REMOVE n:A:B`.
    RemoveLabels {
        /// The node.
        target: Expr,
        /// The labels.
        labels: Vec<LabelRef>,
    },
}

/// A property key, fixed or computed.
#[derive(Clone, Debug)]
pub enum PropertyKey {
    /// As written.
    Static(NameRef),
    /// Computed for each row.
    Dynamic(Expr),
}

/// A label or type, fixed or computed.
#[derive(Clone, Debug)]
pub enum LabelRef {
    /// As written.
    Static(NameRef),
    /// A string, or a list of strings.
    Dynamic {
        /// Computed for each row.
        expr: Box<Expr>,
        /// `$any(...)`.
        any: bool,
    },
}

/// Calls `f` with enough stack for it: expressions and queries nest as deeply as the parser lets them, and the
/// thread may be a small one.
fn deeper<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 << 10, 1 << 20, f)
}
