//! Clauses of the syntax tree. What they contain, patterns and expressions, is next door.

use super::{Expr, LabelName, Name, PathPattern, Query};
use crate::error::Span;

/// A clause and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Which clause.
    pub kind: ClauseKind,
    /// All of its text.
    pub span: Span,
}

/// The clauses of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `[OPTIONAL] MATCH [mode] pattern [hints] [WHERE predicate]`.
    Match(Match),
    /// `UNWIND list AS variable`.
    Unwind {
        /// What is unwound.
        list: Expr,
        /// The new variable.
        variable: Name,
    },
    /// `WITH ...`.
    With(Projection),
    /// `RETURN ...`.
    Return(Projection),
    /// `FINISH`.
    Finish,
    /// `LET a = 1, b = 2` of Cypher 25.
    Let(Vec<(Name, Expr)>),
    /// `FILTER [WHERE] predicate` of Cypher 25.
    Filter(Expr),
    /// `[ORDER BY] [SKIP] [LIMIT]` standing alone, as Cypher 25 has it.
    OrderBy(Paging),
    /// `CREATE` or `INSERT`.
    Create(Vec<PathPattern>),
    /// `MERGE pattern ON CREATE SET ... ON MATCH SET ...`.
    Merge {
        /// The one path that is found or made.
        pattern: PathPattern,
        /// Run where it was made.
        on_create: Vec<SetItem>,
        /// Run where it was found.
        on_match: Vec<SetItem>,
    },
    /// `SET ...`.
    Set(Vec<SetItem>),
    /// `REMOVE ...`.
    Remove(Vec<RemoveItem>),
    /// `[DETACH | NODETACH] DELETE ...`.
    Delete {
        /// Whether relationships go with their nodes.
        detach: bool,
        /// What goes.
        targets: Vec<Expr>,
    },
    /// `FOREACH (x IN list | clauses)`.
    Foreach {
        /// The variable of the loop.
        variable: Name,
        /// What it runs over.
        list: Expr,
        /// Writing clauses only.
        body: Vec<Clause>,
    },
    /// `[OPTIONAL] CALL { ... }` and `CALL (x) { ... }`.
    Subquery(Subquery),
    /// `[OPTIONAL] CALL name(...) YIELD ...`.
    Procedure(ProcedureCall),
    /// `LOAD CSV ...`: recognised, run nowhere here.
    LoadCsv {
        /// The row's variable.
        variable: Name,
        /// Where it comes from.
        source: Expr,
        /// `WITH HEADERS`.
        headers: bool,
        /// `FIELDTERMINATOR`.
        terminator: Option<Expr>,
    },
    /// `USE graph`: recognised, refused.
    Use(Expr),
}

/// `MATCH` and its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// `OPTIONAL MATCH`.
    pub optional: bool,
    /// `MATCH REPEATABLE ELEMENTS` or `MATCH DIFFERENT RELATIONSHIPS` (the default).
    pub mode: MatchMode,
    /// The comma-separated paths.
    pub patterns: Vec<PathPattern>,
    /// `USING ...` hints: they change no result and are not followed.
    pub hints: Vec<Hint>,
    /// `WHERE`.
    pub predicate: Option<Expr>,
}

/// A planner hint.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Its words from `USING` on, with one space between them.
    pub text: String,
    /// The variables that it speaks of.
    pub variables: Vec<Name>,
    /// Its place.
    pub span: Span,
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
pub struct Projection {
    /// `DISTINCT`.
    pub distinct: bool,
    /// `*` before the items.
    pub star: Option<Span>,
    /// The items.
    pub items: Vec<ProjectionItem>,
    /// `ORDER BY`, `SKIP`, `LIMIT`.
    pub paging: Paging,
    /// `WHERE` after a `WITH`.
    pub predicate: Option<Expr>,
}

/// One projected column.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectionItem {
    /// What is computed.
    pub expr: Expr,
    /// `AS name`; without it a column is named by the exact text of its expression (`expr.span`).
    pub alias: Option<Name>,
}

/// `ORDER BY`, `SKIP` (or `OFFSET`) and `LIMIT`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paging {
    /// The sort keys, the first one first.
    pub order: Vec<SortItem>,
    /// `SKIP`.
    pub skip: Option<Expr>,
    /// `LIMIT`.
    pub limit: Option<Expr>,
}

/// A sort key.
#[derive(Clone, Debug, PartialEq)]
pub struct SortItem {
    /// What is compared.
    pub expr: Expr,
    /// `DESC`.
    pub descending: bool,
}

/// `CALL { ... }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Subquery {
    /// `OPTIONAL CALL`.
    pub optional: bool,
    /// What it sees of the outside.
    pub scope: SubqueryScope,
    /// What it runs.
    pub query: Box<Query>,
    /// `IN TRANSACTIONS`, which an embedded graph refuses.
    pub in_transactions: Option<InTransactions>,
}

/// `IN [n] [CONCURRENT] TRANSACTIONS [OF n ROWS] [ON ERROR ...] [REPORT STATUS AS s]`.
#[derive(Clone, Debug, PartialEq)]
pub struct InTransactions {
    /// `CONCURRENT`, with or without a number.
    pub concurrent: Option<Option<Expr>>,
    /// `OF n ROWS`.
    pub rows: Option<Expr>,
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
pub struct ProcedureCall {
    /// `OPTIONAL CALL`.
    pub optional: bool,
    /// The full name, with its dots.
    pub name: Name,
    /// `None` where there are no parentheses (a standalone call takes its arguments from parameters).
    pub arguments: Option<Vec<Expr>>,
    /// What is yielded.
    pub yields: Yield,
}

/// The `YIELD` of a procedure call.
#[derive(Clone, Debug, PartialEq)]
pub enum Yield {
    /// No `YIELD`.
    Absent,
    /// `YIELD *`.
    All,
    /// `YIELD column [AS name], ... [WHERE predicate]`.
    Items {
        /// Column and alias.
        items: Vec<(Name, Option<Name>)>,
        /// `WHERE`.
        predicate: Option<Box<Expr>>,
    },
}

/// One assignment of `SET`.
#[derive(Clone, Debug, PartialEq)]
pub enum SetItem {
    /// `target.key = value`.
    Property {
        /// The node, relationship or expression that owns the property.
        target: Expr,
        /// The key.
        key: PropertyName,
        /// The new value; null removes it.
        value: Expr,
    },
    /// `n = map` replaces all properties, `n += map` merges.
    Properties {
        /// The entity.
        target: Name,
        /// A map or an entity.
        value: Expr,
        /// `+=`.
        merge: bool,
    },
    /// `n:Label:Other`, `n IS Label`, `n:$(expr)`.
    Labels {
        /// The node.
        target: Name,
        /// The labels.
        labels: Vec<LabelName>,
    },
}

/// One item of `REMOVE`.
#[derive(Clone, Debug, PartialEq)]
pub enum RemoveItem {
    /// `target.key`.
    Property {
        /// The owner.
        target: Expr,
        /// The key.
        key: PropertyName,
    },
    /// `n:Label`.
    Labels {
        /// The node.
        target: Name,
        /// The labels.
        labels: Vec<LabelName>,
    },
}

/// A property key that is written down or computed (`n[$key]`).
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyName {
    /// `.key`.
    Static(Name),
    /// `[expression]`.
    Dynamic(Expr),
}
