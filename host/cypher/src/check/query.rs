//! Queries: unions and conditional queries, the order of clauses, what a query may end with.

use hashbrown::{HashMap, HashSet};
use std::rc::Rc;

use super::scope::Scope;
use super::types::Type;
use super::{Aggregation, Checker};
use crate::error::Span;
use crate::stack::deeper;
use crate::syntax::ast::{Clause, ClauseKind, Dialect, Query, SingleQuery, Subquery, Yield};

/// What a query is part of, which decides how it may begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryKind {
    /// A whole statement.
    Statement,
    /// `CALL { }`, which imports by a leading `WITH`.
    ImportingCall,
    /// `CALL (...) { }`.
    ScopedCall,
    /// `EXISTS { }` and `COUNT { }`, which may end with anything.
    ExistsOrCount,
    /// `COLLECT { }`.
    Collect,
}

/// What a query gives.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome<'a> {
    /// Its columns, where it returns something.
    pub columns: Option<Vec<OutColumn<'a>>>,
}

/// A column of a result.
#[derive(Clone, Debug)]
pub(super) struct OutColumn<'a> {
    pub name: &'a str,
    pub of: Type,
    pub span: Span,
}

/// How a query begins: with which variables, and which ones a leading `WITH` may import.
pub(super) struct Start<'a> {
    pub kind: QueryKind,
    pub scope: Scope<'a>,
    /// What is visible outside.
    pub outer: Rc<Scope<'a>>,
}

impl<'a> Checker<'a> {
    pub(super) fn statement(&mut self, query: &'a Query) -> Vec<String> {
        let start =
            Start { kind: QueryKind::Statement, scope: Scope::default(), outer: Rc::default() };
        let outcome = self.query(query, &start);
        outcome.columns.unwrap_or_default().iter().map(|column| column.name.to_owned()).collect()
    }

    /// Checks a query that begins with `start` and leaves the scope as it was.
    pub(super) fn query(&mut self, query: &'a Query, start: &Start<'a>) -> Outcome<'a> {
        deeper(|| match query {
            Query::Single(single) => {
                let before = std::mem::replace(&mut self.scope, start.scope.clone());
                let projected = std::mem::take(&mut self.projected);
                let projected_types = std::mem::take(&mut self.projected_types);
                let outcome = self.with_aggregation(Aggregation::Forbidden("here"), |checker| {
                    checker.single(single, start)
                });
                self.projected = projected;
                self.projected_types = projected_types;
                self.scope = before;
                outcome
            }
            Query::Union { members, .. } => {
                let outcomes: Vec<_> =
                    members.iter().map(|member| (self.query(member, start), member)).collect();
                self.same_columns(outcomes, "the queries of a UNION")
            }
            Query::When { branches, otherwise, span } => {
                if self.dialect == Dialect::Cypher5 {
                    self.newer(*span, "WHEN");
                }
                let before = std::mem::replace(&mut self.scope, start.scope.clone());
                for (condition, _) in branches {
                    self.predicate(condition, "WHEN");
                }
                self.scope = before;
                let members = branches.iter().map(|(_, branch)| branch).chain(otherwise.as_deref());
                let outcomes: Vec<_> =
                    members.map(|member| (self.query(member, start), member)).collect();
                self.same_columns(outcomes, "the branches of a conditional query")
            }
        })
    }

    /// A clause that only Cypher 25 has.
    pub(super) fn newer(&mut self, span: Span, word: &str) {
        self.fail(
            span,
            "UnexpectedSyntax",
            format!("{word} is Cypher 25; begin the query with CYPHER 25 to use it"),
        );
    }

    fn same_columns(&mut self, outcomes: Vec<(Outcome<'a>, &'a Query)>, what: &str) -> Outcome<'a> {
        let mut outcomes = outcomes.into_iter();
        let Some((mut first, _)) = outcomes.next() else { return Outcome::default() };
        for (outcome, query) in outcomes {
            let span = last_place(query);
            match (&mut first.columns, outcome.columns) {
                (None, None) => {}
                (Some(first), Some(columns)) => {
                    let others: HashMap<_, _> =
                        columns.iter().map(|column| (column.name, &column.of)).collect();
                    let known = |column: &OutColumn<'_>| others.contains_key(column.name);
                    if first.len() != columns.len() || !first.iter().all(known) {
                        let message = format!(
                            "{what} must have the same columns; {}",
                            difference(first, &columns)
                        );
                        self.fail(span, "DifferentColumnsInUnion", message);
                    }
                    for column in first {
                        let other = others.get(column.name).map_or(Type::ANY, |&of| of.clone());
                        column.of = std::mem::replace(&mut column.of, Type::ANY).either(other);
                    }
                }
                _ => {
                    let message = format!("{what} must all return columns, or none of them");
                    self.fail(span, "DifferentColumnsInUnion", message);
                }
            }
        }
        first
    }

    fn single(&mut self, single: &'a SingleQuery, start: &Start<'a>) -> Outcome<'a> {
        let mut outcome = Outcome::default();
        let alone = single.clauses.len() == 1 && start.kind == QueryKind::Statement;
        let mut written: Option<&'a Clause> = None;
        let mut importing = start.kind == QueryKind::ImportingCall;
        for (index, clause) in single.clauses.iter().enumerate() {
            let last = index + 1 == single.clauses.len();
            self.order_of_clauses(clause, index, last, &mut written);
            match &clause.kind {
                ClauseKind::With(projection) if importing => {
                    self.importing_with(projection, &start.outer)
                }
                ClauseKind::Return(projection) => {
                    outcome.columns = Some(self.return_clause(projection, clause.span, start));
                }
                ClauseKind::Procedure(call) if alone => {
                    outcome.columns = self.standalone_call(call)
                }
                _ => self.clause(clause),
            }
            importing &= matches!(clause.kind, ClauseKind::Use(_));
        }
        if let Some(last) = single.clauses.last()
            && !alone_ends(last, alone, start.kind)
        {
            let message = format!(
                "a query can't end with {}; RETURN, FINISH or a clause that writes must follow",
                word(&last.kind)
            );
            self.fail(last.span, "InvalidClauseComposition", message);
        }
        outcome
    }

    /// `RETURN` comes last, `USE` first, and Cypher 5 wants a `WITH` between writing and reading.
    fn order_of_clauses(
        &mut self,
        clause: &'a Clause,
        index: usize,
        last: bool,
        written: &mut Option<&'a Clause>,
    ) {
        match &clause.kind {
            ClauseKind::Return(_) | ClauseKind::Finish if !last => {
                let message =
                    format!("{} can only be the last clause of a query", word(&clause.kind));
                self.fail(clause.span, "InvalidClauseComposition", message);
            }
            ClauseKind::Use(_) if index > 0 => {
                self.fail(
                    clause.span,
                    "InvalidClauseComposition",
                    "USE can only be the first clause of a query",
                );
            }
            ClauseKind::With(_) => *written = None,
            kind if is_update(kind) => *written = Some(clause),
            ClauseKind::Match(_)
            | ClauseKind::Unwind { .. }
            | ClauseKind::Subquery(_)
            | ClauseKind::Procedure(_)
            | ClauseKind::LoadCsv { .. }
                if self.dialect == Dialect::Cypher5 =>
            {
                if let Some(before) = written.take() {
                    let (before, after) = (word(&before.kind), word(&clause.kind));
                    let message = format!("Cypher 5 needs a WITH between {before} and {after}");
                    self.fail(clause.span, "InvalidClauseComposition", message);
                }
            }
            _ => {}
        }
    }
}

/// What is in one list of columns and not in the other.
fn difference(first: &[OutColumn<'_>], second: &[OutColumn<'_>]) -> String {
    let missing = |of: &[OutColumn<'_>], from: &[OutColumn<'_>]| {
        let there: HashSet<_> = from.iter().map(|column| column.name).collect();
        let missing = of.iter().find(|column| !there.contains(column.name));
        missing.map(|column| column.name.to_owned())
    };
    match (missing(first, second), missing(second, first)) {
        (Some(name), _) => format!("`{name}` is missing here"),
        (None, Some(name)) => format!("`{name}` is not in the first one"),
        (None, None) => "there are more of them here".to_owned(),
    }
}

/// The place to point at when a query as a whole is wrong: its last clause.
fn last_place(query: &Query) -> Span {
    match query {
        Query::Single(single) => single.clauses.last().map_or(single.span, |clause| clause.span),
        Query::Union { span, .. } | Query::When { span, .. } => *span,
    }
}

pub(super) fn is_update(kind: &ClauseKind) -> bool {
    matches!(
        kind,
        ClauseKind::Create(_)
            | ClauseKind::Merge { .. }
            | ClauseKind::Set(_)
            | ClauseKind::Remove(_)
            | ClauseKind::Delete { .. }
            | ClauseKind::Foreach { .. }
    )
}

/// Whether a query of this kind may end with this clause.
fn alone_ends(last: &Clause, alone: bool, kind: QueryKind) -> bool {
    match &last.kind {
        ClauseKind::Return(_) => true,
        ClauseKind::Finish => kind != QueryKind::ExistsOrCount,
        ClauseKind::Procedure(call) => {
            alone || kind == QueryKind::ExistsOrCount || call.yields == Yield::Absent
        }
        ClauseKind::Subquery(Subquery { query, .. }) => {
            kind == QueryKind::ExistsOrCount || !returns(query)
        }
        kind if is_update(kind) => true,
        _ => kind == QueryKind::ExistsOrCount,
    }
}

/// Whether a query has columns.
fn returns(query: &Query) -> bool {
    match query {
        Query::Single(single) => {
            matches!(single.clauses.last().map(|last| &last.kind), Some(ClauseKind::Return(_)))
        }
        Query::Union { members, .. } => members.first().is_some_and(returns),
        Query::When { branches, .. } => branches.first().is_some_and(|(_, branch)| returns(branch)),
    }
}

/// The word that a clause begins with.
pub(super) fn word(kind: &ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Match(inner) if inner.optional => "OPTIONAL MATCH",
        ClauseKind::Match(_) => "MATCH",
        ClauseKind::Unwind { .. } => "UNWIND",
        ClauseKind::With(_) => "WITH",
        ClauseKind::Return(_) => "RETURN",
        ClauseKind::Finish => "FINISH",
        ClauseKind::Let(_) => "LET",
        ClauseKind::Filter(_) => "FILTER",
        ClauseKind::OrderBy(_) => "ORDER BY",
        ClauseKind::Create(_) => "CREATE",
        ClauseKind::Merge { .. } => "MERGE",
        ClauseKind::Set(_) => "SET",
        ClauseKind::Remove(_) => "REMOVE",
        ClauseKind::Delete { .. } => "DELETE",
        ClauseKind::Foreach { .. } => "FOREACH",
        ClauseKind::Subquery(_) | ClauseKind::Procedure(_) => "CALL",
        ClauseKind::LoadCsv { .. } => "LOAD CSV",
        ClauseKind::Use(_) => "USE",
    }
}
