//! Subqueries: `CALL { }` in its old and scoped forms, `EXISTS { }`, `COUNT { }`, `COLLECT { }`.

use std::rc::Rc;

use super::query::{Outcome, QueryKind, Start};
use super::scope::{Scope, View};
use super::types::Type;
use super::{Aggregation, Checker, Lost};
use crate::error::Span;
use crate::syntax::ast::{
    ExprKind, InTransactions, Name, Projection, Query, Subquery, SubqueryBody, SubqueryScope,
};

impl<'a> Checker<'a> {
    pub(super) fn subquery(&mut self, subquery: &'a Subquery) {
        if let (SubqueryScope::ImportingWith, Query::When { span, .. }) =
            (&subquery.scope, &*subquery.query)
        {
            let message = "WHEN can't stand in CALL { }; CALL () { } and CALL (x) { } take it";
            self.fail(*span, "UnexpectedSyntax", message);
        }
        let named = match &subquery.scope {
            SubqueryScope::Variables(names) => Some(Rc::new(self.brought_in(names))),
            SubqueryScope::ImportingWith | SubqueryScope::All => None,
        };
        let lost = self.lost.len();
        let outcome = self.around(|checker, outer| {
            let (kind, inner) = match &subquery.scope {
                SubqueryScope::ImportingWith => (QueryKind::ImportingCall, None),
                SubqueryScope::All => (QueryKind::ScopedCall, Some(outer)),
                SubqueryScope::Variables(_) => (QueryKind::ScopedCall, named.as_ref()),
            };
            let scope = inner.map(|inner| Scope::inside(inner, View::Subquery));
            if !matches!(subquery.scope, SubqueryScope::All) {
                checker.lost.push(Lost::Around(Rc::clone(outer)));
            }
            let start = Start { kind, scope: scope.unwrap_or_default(), outer: Rc::clone(outer) };
            let outcome = checker.query(&subquery.query, &start);
            checker.lost.truncate(lost);
            outcome
        });
        for column in outcome.columns.unwrap_or_default() {
            self.scope.add(column.name, column.of, column.span);
        }
        if let Some(transactions) = &subquery.in_transactions {
            self.in_transactions(transactions);
        }
    }

    /// The variables that a `CALL (...) { }` names.
    fn brought_in(&mut self, names: &'a [Name]) -> Scope<'a> {
        let mut scope = Scope::default();
        for name in names {
            let of = self.variable(&name.text, name.span);
            if scope.find(&name.text).is_none() {
                scope.add(&name.text, of, name.span);
            }
        }
        scope
    }

    /// Runs a check that begins with no scope of its own and shares the one around it, which is put back.
    pub(super) fn around<T>(&mut self, inner: impl FnOnce(&mut Self, &Rc<Scope<'a>>) -> T) -> T {
        let outer = Rc::new(std::mem::take(&mut self.scope));
        let result = inner(self, &outer);
        self.scope = Scope::default();
        self.scope = Rc::unwrap_or_clone(outer);
        result
    }

    fn in_transactions(&mut self, transactions: &'a InTransactions) {
        self.facts.facts.in_transactions.push(transactions.span);
        self.unsupported(transactions.span, "CALL { } IN TRANSACTIONS");
        for expr in transactions.rows.iter().chain(transactions.concurrent.iter().flatten()) {
            self.plain(expr, "IN TRANSACTIONS");
        }
        if let Some(report) = &transactions.report {
            self.declare(report, Type::MAP);
        }
    }

    /// The `WITH` by which the old form imports: names of variables outside and nothing else.
    pub(super) fn importing_with(&mut self, projection: &'a Projection, outer: &Rc<Scope<'a>>) {
        let refers = |expr: &ExprKind| matches!(expr, ExprKind::Variable(name) if outer.find(name).is_some());
        if !projection.items.iter().any(|item| refers(&item.expr.kind)) && projection.star.is_none()
        {
            // It imports nothing that is outside: an ordinary WITH, or one that names what does not exist.
            return self.with_clause(projection, Span::default());
        }
        let simple = projection.items.iter().all(|item| {
            matches!(&item.expr.kind, ExprKind::Variable(name) if item.alias.as_ref().is_none_or(|alias| alias.text == *name))
        });
        let bare = !projection.distinct
            && projection.paging == Default::default()
            && projection.predicate.is_none();
        if !simple || !bare {
            let span = projection.items.first().map_or(Span::default(), |item| item.expr.span);
            let message = "the WITH that imports variables into CALL { } may only name them; a second WITH can do more";
            self.fail(span, "InvalidImportingWith", message);
        }
        if projection.star.is_some() {
            self.scope = Scope::inside(outer, View::Imported);
        }
        for item in &projection.items {
            let ExprKind::Variable(name) = &item.expr.kind else { continue };
            match outer.find(name) {
                Some(variable) => {
                    let (name, of, span) = (variable.name, variable.of.clone(), variable.span);
                    self.scope.add(name, of, span);
                }
                None => {
                    self.variable(name, item.expr.span);
                }
            }
            if let Some(alias) = &item.alias
                && alias.text != *name
            {
                self.scope.add(&alias.text, Type::ANY, alias.span);
            }
        }
    }

    /// `EXISTS { }` or `COUNT { }`.
    pub(super) fn test(&mut self, body: &'a SubqueryBody, word: &'static str) {
        self.reading(word, |checker| match body {
            SubqueryBody::Pattern(inner) => checker.around(|checker, outer| {
                checker.scope = Scope::inside(outer, View::Subquery);
                checker.match_body(inner);
            }),
            SubqueryBody::Query(query) => {
                checker.inner_query(query, QueryKind::ExistsOrCount);
            }
        });
    }

    /// `COLLECT { }`.
    pub(super) fn collect(&mut self, query: &'a Query, span: Span) {
        let outcome =
            self.reading("COLLECT", |checker| checker.inner_query(query, QueryKind::Collect));
        if outcome.columns.is_none_or(|columns| columns.len() != 1) {
            let message = "the query in COLLECT { } must end with a RETURN of exactly one column";
            self.fail(span, "InvalidCollect", message);
        }
    }

    fn inner_query(&mut self, query: &'a Query, kind: QueryKind) -> Outcome<'a> {
        let lost = self.lost.len();
        self.around(|checker, outer| {
            let scope = Scope::inside(outer, View::Query);
            let outcome = checker.query(query, &Start { kind, scope, outer: Rc::clone(outer) });
            checker.lost.truncate(lost);
            outcome
        })
    }

    /// Checks what may only read.
    fn reading<T>(&mut self, word: &'static str, inner: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.read_only.replace(word);
        let (depth, aggregates) = (self.item_depth, self.aggregates);
        self.item_depth += u32::from(self.aggregation == Aggregation::Allowed);
        let result = self.with_aggregation(Aggregation::Forbidden("here"), inner);
        self.item_depth = depth;
        self.read_only = before;
        // What is gathered in there is gathered of its own rows.
        self.aggregates = aggregates;
        result
    }
}
