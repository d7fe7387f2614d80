//! Operators: what a query does with a row, one after the other. What they compute is of a type `E`:
//! expressions, which contain queries in turn and are written on top of them.

use std::sync::Arc;

use super::label::LabelRef;
use super::number::{NameRef, OperatorId, Slot};
use super::pattern::{Creation, Pattern};
use crate::error::Span;
use crate::procedures::Procedure;
use crate::signatures::AggregateSignature;

/// A query or subquery.
#[derive(Clone, Debug)]
pub(crate) enum Query<E> {
    /// One chain.
    Single(Pipeline<E>),
    /// The members one after the other. Each writes its result into the same slots.
    Union {
        /// The operator's number.
        id: OperatorId,
        /// The members.
        members: Vec<Query<E>>,
        /// The common result slots, for removing duplicates; `None` for `UNION ALL`.
        distinct: Option<Vec<Slot>>,
    },
    /// The first branch whose condition is true.
    When {
        /// The operator's number.
        id: OperatorId,
        /// Condition and query.
        branches: Vec<(E, Query<E>)>,
        /// `ELSE`.
        otherwise: Option<Box<Query<E>>>,
    },
}

/// A chain of operators, the first of which is pushed one row by whoever runs the chain.
#[derive(Clone, Debug)]
pub(crate) struct Pipeline<E> {
    /// In the order in which a row goes through them.
    pub operators: Vec<Operator<E>>,
}

// Not derived: that would ask for a default expression.
impl<E> Default for Pipeline<E> {
    fn default() -> Pipeline<E> {
        Pipeline { operators: Vec::new() }
    }
}

/// An operator and what somebody behind it still needs.
#[derive(Clone, Debug)]
pub(crate) struct Operator<E> {
    /// Its number.
    pub id: OperatorId,
    /// What it does.
    pub kind: OperatorKind<E>,
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
pub(crate) enum OperatorKind<E> {
    /// Pushes the row once for each way in which the pattern matches.
    Match(Box<Pattern<E>>),
    /// Runs the inner chain; where it pushes nothing, sets `nulls` to null and pushes once.
    Optional {
        /// `OPTIONAL MATCH`'s pattern and predicate.
        inner: Pipeline<E>,
        /// The slots that it would have bound.
        nulls: Vec<Slot>,
    },
    /// Pushes the row once for each element; a null is no element, another value is one.
    Unwind {
        /// The list.
        list: E,
        /// Where each element goes.
        into: Slot,
    },
    /// Pushes the row where the predicate is true.
    Filter(E),
    /// Computes and pushes. All expressions read the row as it was: targets are new slots.
    Project(Vec<(Slot, E)>),
    /// Breaker: groups by the keys.
    Aggregate {
        /// The grouping keys; without any there is always one group.
        keys: Vec<(Slot, E)>,
        /// What is gathered for each group.
        aggregates: Vec<(Slot, Aggregate<E>)>,
        /// Where only the first groups are wanted, of rows that an [`OperatorKind::SortEarly`] has sorted.
        first: Option<FirstGroups<E>>,
    },
    /// Pushes the first row with the same values in these slots.
    Distinct(Vec<Slot>),
    /// The same where nobody minds the others, as long as enough of them are left out.
    Early(Vec<Slot>),
    /// Breaker: sorts, stably. With a limit it keeps that many rows only.
    Sort {
        /// The first key first.
        keys: Vec<SortKey<E>>,
        /// A following `LIMIT` (plus `SKIP`): rows beyond the sum are never needed.
        limit: Vec<E>,
        /// By how many of the keys an [`OperatorKind::SortEarly`] has sorted the rows: by all of them, and they pass, or by
        /// the first, and no more are wanted than those that agree in them with the last row within the limit.
        early: usize,
    },
    /// Breaker where few rows come: sorts them for the next operator that has to see all. Lets all pass where they are many.
    SortEarly(Vec<SortKey<E>>),
    /// Leaves out the first rows.
    Skip(E),
    /// Stops its input after so many rows.
    Limit(E),
    /// `CALL { }`: runs the query for each row, which comes out once for each of its results. Where the
    /// query writes, all input rows are gathered first and all output rows before any goes on.
    Apply {
        /// The subquery.
        query: Box<Query<E>>,
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
        arguments: Vec<E>,
        /// Number of the output and the slot that receives it.
        yields: Vec<(usize, Slot)>,
        /// `OPTIONAL CALL`.
        optional: bool,
    },
    /// Breaker, as are all writes: makes nodes and relationships, one after the other.
    Create(Vec<Creation<E>>),
    /// Finds or makes. A null in a property map of `create` is an error, found before anything is looked for.
    Merge {
        /// What is looked for, with what it binds.
        pattern: Box<Pattern<E>>,
        /// What is made where nothing was found.
        create: Vec<Creation<E>>,
        /// What is set where it was made, one `SET` after the other.
        on_create: Vec<Vec<SetItem<E>>>,
        /// Likewise where it was found.
        on_match: Vec<Vec<SetItem<E>>>,
    },
    /// Sets properties and labels.
    Set(Vec<SetItem<E>>),
    /// Deletes.
    Delete {
        /// Nodes, relationships and paths.
        targets: Vec<E>,
        /// Whether relationships go with their nodes.
        detach: bool,
    },
    /// Runs writing operators for each element of a list; the row comes out as it went in.
    Foreach {
        /// The list.
        list: E,
        /// The loop's variable.
        into: Slot,
        /// Writes.
        body: Pipeline<E>,
    },
    /// `FINISH`, and the end of a query without `RETURN`: takes all rows and pushes none.
    Finish,
}

/// An aggregating call.
#[derive(Clone, Debug)]
pub(crate) struct Aggregate<E> {
    /// Which.
    pub function: &'static AggregateSignature,
    /// Its arguments; none for `count(*)`.
    pub arguments: Vec<E>,
    /// `DISTINCT`.
    pub distinct: bool,
    /// Where to point when it fails.
    pub span: Span,
}

impl<E> Aggregate<E> {
    /// Whether it makes a difference how often a row comes.
    pub fn minds_repetition(&self) -> bool {
        !self.distinct && !matches!(self.function.name, "min" | "max")
    }
}

/// The first groups of rows that come in an order.
#[derive(Clone, Debug)]
pub(crate) struct FirstGroups<E> {
    /// What rows are sorted by.
    pub by: Vec<E>,
    /// No more than the sum of these are wanted, and those that agree with the last of them in what sorts.
    pub limit: Vec<E>,
}

/// A key of a sort.
#[derive(Clone, Debug)]
pub(crate) struct SortKey<E> {
    /// What is compared.
    pub expr: E,
    /// Largest first.
    pub descending: bool,
}

/// One assignment of `SET`, or of `REMOVE` (which sets null, and removes labels).
#[derive(Clone, Debug)]
pub(crate) enum SetItem<E> {
    /// `target.key = value`.
    Property {
        /// A node or relationship; null is left alone.
        target: E,
        /// The key.
        key: PropertyKey<E>,
        /// The value; null removes.
        value: E,
        /// Whether the next assignment of the clause is to a property of the same variable: both are computed before
        /// the first is set.
        with_next: bool,
        /// Where to point when it fails.
        span: Span,
    },
    /// `n = value`, `n += value`.
    Properties {
        /// The entity.
        target: E,
        /// A map, node or relationship.
        value: E,
        /// `+=`.
        merge: bool,
        /// Where to point when it fails.
        span: Span,
    },
    /// `SET n:A:B`.
    AddLabels {
        /// The node.
        target: E,
        /// The labels.
        labels: Vec<LabelRef<E>>,
    },
    /// `REMOVE n:A:B`.
    RemoveLabels {
        /// The node.
        target: E,
        /// The labels.
        labels: Vec<LabelRef<E>>,
    },
}

/// A property key, fixed or computed.
#[derive(Clone, Debug)]
pub(crate) enum PropertyKey<E> {
    /// As written.
    Static(NameRef),
    /// Computed for each row.
    Dynamic(E),
}
