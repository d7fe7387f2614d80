//! Queries and clauses of the syntax tree, which contain each other. What they compute is of a type `E`:
//! expressions, which contain subqueries in turn and are written on top of them.

use super::name::Name;
use super::pattern::{LabelName, PathPattern};
use crate::error::Span;

/// Queries joined by `UNION`, or a conditional query of Cypher 25.
#[derive(Clone, Debug)]
pub enum Query<E> {
    /// One chain of clauses.
    Single(SingleQuery<E>),
    /// Two or more queries under each other. All unions of one query are of one kind.
    Union {
        /// The members, in order.
        members: Vec<Query<E>>,
        /// `UNION ALL`, which keeps duplicates.
        all: bool,
        /// The place of the first `UNION`.
        span: Span,
    },
    /// `WHEN c THEN ... WHEN d THEN ... ELSE ...`.
    When {
        /// Tested in order; the first that is true is run.
        branches: Vec<(E, Query<E>)>,
        /// What runs where none is true.
        otherwise: Option<Box<Query<E>>>,
        /// The place of the first `WHEN`.
        span: Span,
    },
}

/// A chain of clauses.
#[derive(Clone, Debug)]
pub struct SingleQuery<E> {
    /// The clauses, in order.
    pub clauses: Vec<Clause<E>>,
    /// From the first to the last.
    pub span: Span,
}

/// A clause and its place.
#[derive(Clone, Debug)]
pub struct Clause<E> {
    /// Which clause.
    pub kind: ClauseKind<E>,
    /// All of its text.
    pub span: Span,
}

/// The clauses of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind<E> {
    /// `[OPTIONAL] MATCH [mode] pattern [hints] [WHERE predicate]`.
    Match(Match<E>),
    /// `UNWIND list AS variable`.
    Unwind {
        /// What is unwound.
        list: E,
        /// The new variable.
        variable: Name,
    },
    /// `WITH ...`.
    With(Projection<E>),
    /// `RETURN ...`.
    Return(Projection<E>),
    /// `FINISH`.
    Finish,
    /// `LET a = 1, b = 2` of Cypher 25.
    Let(Vec<(Name, E)>),
    /// `FILTER [WHERE] predicate` of Cypher 25.
    Filter(E),
    /// `[ORDER BY] [SKIP] [LIMIT]` standing alone, as Cypher 25 has it.
    OrderBy(Paging<E>),
    /// `CREATE` or `INSERT`.
    Create(Vec<PathPattern<E>>),
    /// `MERGE pattern ON CREATE SET ... ON MATCH SET ...`.
    Merge {
        /// The one path that is found or made.
        pattern: PathPattern<E>,
        /// One `SET` after the other where it was made.
        on_create: Vec<Vec<SetItem<E>>>,
        /// Likewise where it was found.
        on_match: Vec<Vec<SetItem<E>>>,
    },
    /// `SET ...`.
    Set(Vec<SetItem<E>>),
    /// `REMOVE ...`.
    Remove(Vec<RemoveItem<E>>),
    /// `[DETACH | NODETACH] DELETE ...`.
    Delete {
        /// Whether relationships go with their nodes.
        detach: bool,
        /// What goes.
        targets: Vec<E>,
    },
    /// `FOREACH (x IN list | clauses)`.
    Foreach {
        /// The variable of the loop.
        variable: Name,
        /// What it runs over.
        list: E,
        /// Writing clauses only.
        body: Vec<Clause<E>>,
    },
    /// `[OPTIONAL] CALL { ... }` and `CALL (x) { ... }`.
    Subquery(Subquery<E>),
    /// `[OPTIONAL] CALL name(...) YIELD ...`.
    Procedure(ProcedureCall<E>),
    /// `LOAD CSV ...`: recognised, run nowhere here.
    LoadCsv {
        /// The row's variable.
        variable: Name,
        /// Where it comes from.
        source: E,
        /// `WITH HEADERS`.
        headers: bool,
        /// `FIELDTERMINATOR`.
        terminator: Option<E>,
    },
    /// `USE graph`: recognised, refused.
    Use(E),
}

/// `MATCH` and its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Match<E> {
    /// `OPTIONAL MATCH`.
    pub optional: bool,
    /// `MATCH REPEATABLE ELEMENTS` or `MATCH DIFFERENT RELATIONSHIPS` (the default).
    pub mode: MatchMode,
    /// The comma-separated paths.
    pub patterns: Vec<PathPattern<E>>,
    /// `USING ...` hints: they change no result and are not followed.
    pub hints: Vec<Hint>,
    /// `WHERE`.
    pub predicate: Option<E>,
}

/// A planner hint.
#[derive(Clone, Debug)]
pub struct Hint {
    /// What it asks for.
    pub kind: HintKind,
    /// The variables that it speaks of.
    pub variables: Vec<Name>,
    /// Its place.
    pub span: Span,
}

/// What a planner hint asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum HintKind {
    /// `USING JOIN ON a, b`.
    Join,
    /// `USING SCAN a:Label`.
    Scan {
        /// The label or type.
        label: Name,
    },
    /// `USING TEXT INDEX SEEK a:Label(key)` and its like.
    Index {
        /// The words before the variable.
        words: String,
        /// The label or type.
        label: Name,
        /// The properties.
        keys: Vec<Name>,
    },
}

/// Whether one `MATCH` may walk a relationship twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MatchMode {
    /// Each relationship at most once.
    #[default]
    DifferentRelationships,
    /// As often as the pattern likes.
    RepeatableElements,
}

/// The body of `WITH` and `RETURN`.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection<E> {
    /// `DISTINCT`.
    pub distinct: bool,
    /// `*` before the items.
    pub star: Option<Span>,
    /// The items.
    pub items: Vec<ProjectionItem<E>>,
    /// `GROUP BY` and its keys, none of which is `()`.
    pub group_by: Option<Vec<E>>,
    /// `ORDER BY`, `SKIP`, `LIMIT`.
    pub paging: Paging<E>,
    /// `WHERE` after a `WITH`.
    pub predicate: Option<E>,
}

/// One projected column.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectionItem<E> {
    /// What is computed.
    pub expr: E,
    /// `AS name`; without it a column is named by the exact text of its expression (`expr.span`).
    pub alias: Option<Name>,
}

/// `ORDER BY`, `SKIP` (or `OFFSET`) and `LIMIT`.
#[derive(Clone, Debug, PartialEq)]
pub struct Paging<E> {
    /// The sort keys, the first one first.
    pub order: Vec<SortItem<E>>,
    /// `SKIP`.
    pub skip: Option<E>,
    /// `LIMIT`.
    pub limit: Option<E>,
}

// Not derived: that would ask for a default expression.
impl<E> Default for Paging<E> {
    fn default() -> Paging<E> {
        Paging { order: Vec::new(), skip: None, limit: None }
    }
}

/// A sort key.
#[derive(Clone, Debug, PartialEq)]
pub struct SortItem<E> {
    /// What is compared.
    pub expr: E,
    /// `DESC`.
    pub descending: bool,
}

/// `CALL { ... }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Subquery<E> {
    /// `OPTIONAL CALL`.
    pub optional: bool,
    /// What it sees of the outside.
    pub scope: SubqueryScope,
    /// What it runs.
    pub query: Box<Query<E>>,
    /// `IN TRANSACTIONS`, which an embedded graph refuses.
    pub in_transactions: Option<InTransactions<E>>,
}

/// `IN [n] [CONCURRENT] TRANSACTIONS [OF n ROWS] [ON ERROR ...] [REPORT STATUS AS s]`.
#[derive(Clone, Debug)]
pub struct InTransactions<E> {
    /// `CONCURRENT`, with or without a number.
    pub concurrent: Option<Option<E>>,
    /// `OF n ROWS`.
    pub rows: Option<E>,
    /// The words behind `ON ERROR`, in capitals.
    pub on_error: Option<String>,
    /// The variable of `REPORT STATUS AS`.
    pub report: Option<Name>,
    /// Its place.
    pub span: Span,
}

/// What a `CALL { }` imports.
#[derive(Clone, Debug, PartialEq)]
pub enum SubqueryScope {
    /// The old form: by a leading `WITH`, if at all.
    ImportingWith,
    /// `CALL (*)`.
    All,
    /// `CALL (a, b)` or `CALL ()`.
    Variables(Vec<Name>),
}

/// `CALL namespace.name(arguments) YIELD ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcedureCall<E> {
    /// `OPTIONAL CALL`.
    pub optional: bool,
    /// The full name, with its dots.
    pub name: Name,
    /// `None` where there are no parentheses (a standalone call takes its arguments from parameters).
    pub arguments: Option<Vec<E>>,
    /// What is yielded.
    pub yields: Yield<E>,
}

/// The `YIELD` of a procedure call.
#[derive(Clone, Debug, PartialEq)]
pub enum Yield<E> {
    /// No `YIELD`.
    Absent,
    /// `YIELD *`.
    All,
    /// `YIELD column [AS name], ... [WHERE predicate]`.
    Items {
        /// Column and alias.
        items: Vec<(Name, Option<Name>)>,
        /// `WHERE`.
        predicate: Option<Box<E>>,
    },
}

/// One assignment of `SET`.
#[derive(Clone, Debug, PartialEq)]
pub enum SetItem<E> {
    /// `target.key = value`.
    Property {
        /// The node, relationship or expression that owns the property.
        target: E,
        /// The key.
        key: PropertyName<E>,
        /// The new value; null removes it.
        value: E,
    },
    /// `n = map` replaces all properties, `n += map` merges.
    Properties {
        /// The entity.
        target: Name,
        /// A map or an entity.
        value: E,
        /// `+=`.
        merge: bool,
    },
    /// `n:Label:Other`, `n IS Label`, `n:$(expr)`.
    Labels {
        /// The node.
        target: Name,
        /// The labels.
        labels: Vec<LabelName<E>>,
    },
}

/// One item of `REMOVE`.
#[derive(Clone, Debug, PartialEq)]
pub enum RemoveItem<E> {
    /// `target.key`.
    Property {
        /// The owner.
        target: E,
        /// The key.
        key: PropertyName<E>,
    },
    /// `n:Label`.
    Labels {
        /// The node.
        target: Name,
        /// The labels.
        labels: Vec<LabelName<E>>,
    },
}

/// A property key that is written down or computed (`n[$key]`).
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyName<E> {
    /// `.key`.
    Static(Name),
    /// `[expression]`.
    Dynamic(E),
}
