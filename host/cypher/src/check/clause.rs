//! Clauses that read, one by one, and the parts that several of them share: predicates, order, `SKIP`, `LIMIT`.

use super::create::Purpose;
use super::kinds::Kinds;
use super::query::{is_update, word};
use super::types::Type;
use super::{Aggregation, Checker};
use crate::syntax::ast::{Clause, ClauseKind, Dialect, Expr, ExprKind, Literal, Match, Paging};

impl<'a> Checker<'a> {
    pub(super) fn clause(&mut self, clause: &'a Clause) {
        if !self.effort.go_on() {
            return;
        }
        if is_update(&clause.kind) {
            return self.update(clause);
        }
        match &clause.kind {
            ClauseKind::Match(inner) => self.match_clause(inner),
            ClauseKind::Unwind { list, variable } => {
                let of = self.bound(list, "UNWIND");
                // What is no list is its own only element.
                let element = of.as_elements();
                self.declare(variable, element);
            }
            ClauseKind::With(projection) => self.with_clause(projection, clause.span),
            ClauseKind::Let(items) => {
                if self.dialect == Dialect::Cypher5 {
                    self.newer(clause.span, "LET");
                }
                // The items of one LET don't see each other.
                let types: Vec<Type> =
                    items.iter().map(|(_, value)| self.bound(value, "LET")).collect();
                for ((name, _), of) in items.iter().zip(types) {
                    self.declare(name, of);
                }
            }
            ClauseKind::Filter(predicate) => {
                if self.dialect == Dialect::Cypher5 {
                    self.newer(clause.span, "FILTER");
                }
                self.predicate(predicate, "FILTER");
            }
            ClauseKind::OrderBy(paging) => {
                for item in &paging.order {
                    self.plain(&item.expr, "ORDER BY");
                }
                self.bounds(paging);
            }
            ClauseKind::Subquery(subquery) => self.subquery(subquery),
            ClauseKind::Procedure(call) => self.query_call(call),
            ClauseKind::LoadCsv { variable, source, terminator, .. } => {
                self.facts.facts.load_csv.push(clause.span);
                self.unsupported(clause.span, "LOAD CSV");
                self.plain(source, "LOAD CSV");
                terminator.iter().for_each(|terminator| {
                    self.plain(terminator, "LOAD CSV");
                });
                self.declare(variable, Type::ANY);
            }
            ClauseKind::Use(_) => {
                self.facts.facts.uses.push(clause.span);
                self.unsupported(clause.span, "USE");
            }
            _ => {}
        }
    }

    fn match_clause(&mut self, inner: &'a Match) {
        self.match_body(inner);
        for hint in &inner.hints {
            self.planner_hint(hint, inner);
        }
    }

    /// A pattern and its predicate, as they stand in `MATCH` and in the braces of `EXISTS` and `COUNT`.
    pub(super) fn match_body(&mut self, inner: &'a Match) {
        self.match_mode(inner);
        self.with_aggregation(Aggregation::Forbidden("in MATCH"), |checker| {
            checker.patterns(&inner.patterns, Purpose::Match);
        });
        if let Some(predicate) = &inner.predicate {
            self.predicate(predicate, "WHERE");
        }
    }

    /// An expression in which no aggregating function may stand; `place` says where it is.
    pub(super) fn plain(&mut self, expr: &'a Expr, place: &'static str) -> Type {
        self.with_aggregation(Aggregation::Forbidden(place), |checker| checker.expr(expr))
    }

    /// What a variable is to stand for, which may not aggregate.
    fn bound(&mut self, expr: &'a Expr, place: &'static str) -> Type {
        self.with_aggregation(Aggregation::Forbidden(place), |checker| checker.value(expr))
    }

    /// Something that must be true or false.
    pub(super) fn predicate(&mut self, expr: &'a Expr, place: &'static str) {
        self.with_aggregation(Aggregation::Forbidden(place), |checker| checker.condition(expr));
    }

    /// `SKIP` and `LIMIT`: the same number for all rows, and not a negative one.
    pub(super) fn bounds(&mut self, paging: &'a Paging) {
        for (bound, word) in [(&paging.skip, "SKIP"), (&paging.limit, "LIMIT")] {
            let Some(bound) = bound else { continue };
            match &bound.kind {
                ExprKind::Literal(Literal::Integer(number)) if *number < 0 => {
                    let message =
                        format!("{word} takes a number that is not negative, not {number}");
                    self.fail(bound.span, "NegativeIntegerArgument", message);
                    continue;
                }
                ExprKind::Literal(Literal::Null) => {
                    self.fail_type(bound.span, "an integer that is not negative", &Type::ANY);
                    continue;
                }
                _ => {}
            }
            if let Some(span) = super::aggregation::first_pattern(bound) {
                let message = format!(
                    "{word} takes a number that is known beforehand, so no pattern may stand in it"
                );
                self.fail(span, "NonConstantExpression", message);
                continue;
            }
            if let Some(span) = super::aggregation::first_variable(bound) {
                let message = format!(
                    "{word} takes the same number for every row, so no variable may stand in it"
                );
                self.fail(span, "NonConstantExpression", message);
                continue;
            }
            let of = self.plain(bound, word);
            if !of.may_be(Kinds::INTEGER) {
                self.fail_type(bound.span, "an integer", &of);
            }
        }
    }

    /// Notes a clause that writes.
    pub(super) fn note_write(&mut self, clause: &'a Clause) {
        let word = word(&clause.kind);
        self.facts.facts.writes.push(super::Mention::new(word, clause.span));
        if let Some(subquery) = self.read_only {
            let message = format!(
                "nothing can be written inside of {subquery} {{ }}, so {word} can't stand here"
            );
            self.fail(clause.span, "InvalidClauseComposition", message);
        }
    }
}
