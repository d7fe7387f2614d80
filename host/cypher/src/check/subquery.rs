//! Subqueries: `CALL { }` in its old and scoped forms, `EXISTS { }`, `COUNT { }`, `COLLECT { }`.

use super::query::{Outcome, QueryKind, Start};
use super::scope::{Access, Scope};
use super::types::Type;
use super::{Aggregation, Checker};
use crate::error::Span;
use crate::syntax::ast::{
    Dialect, ExprKind, InTransactions, Projection, Query, Subquery, SubqueryBody, SubqueryScope,
};

impl<'a> Checker<'a> {
    pub(super) fn subquery(&mut self, subquery: &'a Subquery) {
        if !self.effort.copy(self.scope.len()) {
            return;
        }
        let (kind, scope) = match &subquery.scope {
            SubqueryScope::ImportingWith => (QueryKind::ImportingCall, Scope::default()),
            SubqueryScope::All => (QueryKind::ScopedCall, self.scope.with_access(Access::Outer)),
            SubqueryScope::Variables(names) => {
                let mut scope = Scope::default();
                for name in names {
                    let of = self.variable(&name.text, name.span);
                    if self.dialect == Dialect::Cypher25 && scope.find(&name.text).is_some() {
                        let message = format!("the variable `{}` is already brought in", name.text);
                        self.fail(name.span, "VariableAlreadyBound", message);
                    }
                    scope.push(super::Variable {
                        name: &name.text,
                        of,
                        span: name.span,
                        access: Access::Outer,
                    });
                }
                (QueryKind::ScopedCall, scope)
            }
        };
        let lost = self.lost.len();
        for variable in self.scope.iter().filter(|variable| scope.find(variable.name).is_none()) {
            self.lost.push((variable.name, "CALL"));
        }
        let start = Start { kind, scope, outer: self.scope.clone() };
        let outcome = self.query(&subquery.query, &start);
        self.lost.truncate(lost);
        for column in outcome.columns.unwrap_or_default() {
            self.scope.add(column.name, column.of, column.span);
        }
        if let Some(transactions) = &subquery.in_transactions {
            self.in_transactions(transactions);
        }
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
    pub(super) fn importing_with(&mut self, projection: &'a Projection, outer: &Scope<'a>) {
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
            self.scope = outer.with_access(Access::Own);
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
        if !self.effort.copy(self.scope.len()) {
            return;
        }
        let Some(_held) = self.effort.hold(2 * self.scope.len()) else { return };
        self.reading(word, |checker| match body {
            SubqueryBody::Pattern(inner) => {
                let before = checker.scope.clone();
                checker.scope = before.with_access(Access::Outer);
                checker.match_body(inner);
                checker.scope = before;
            }
            SubqueryBody::Query(query) => {
                checker.inner_query(query, QueryKind::ExistsOrCount);
            }
        });
    }

    /// `COLLECT { }`: the type of the elements.
    pub(super) fn collect(&mut self, query: &'a Query, span: Span) -> Type {
        let outcome =
            self.reading("COLLECT", |checker| checker.inner_query(query, QueryKind::Collect));
        match outcome.columns.as_deref() {
            Some([column]) => column.of.clone(),
            _ => {
                let message =
                    "the query in COLLECT { } must end with a RETURN of exactly one column";
                self.fail(span, "InvalidCollect", message);
                Type::ANY
            }
        }
    }

    fn inner_query(&mut self, query: &'a Query, kind: QueryKind) -> Outcome<'a> {
        if !self.effort.copy(self.scope.len()) {
            return Outcome::default();
        }
        // What is gone outside stays gone inside.
        let mut scope = Scope::default();
        for variable in self.scope.iter() {
            let access = if variable.access == Access::Gone { Access::Gone } else { Access::Outer };
            scope.push(super::Variable { access, ..variable.clone() });
        }
        let start = Start { kind, outer: scope.clone(), scope };
        self.query(query, &start)
    }

    /// Checks what may only read.
    fn reading<T>(&mut self, word: &'static str, inner: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.read_only.replace(word);
        let depth = self.item_depth;
        self.item_depth += u32::from(self.aggregation == Aggregation::Allowed);
        let result = self.with_aggregation(Aggregation::Forbidden("here"), inner);
        self.item_depth = depth;
        self.read_only = before;
        result
    }
}
