//! The printer: gives a tree back as text. Parsing that text gives the same tree, but for the places. This
//! file holds statements and clauses; patterns, expressions, and how names and texts are written, are next door.

mod canonical;
mod expr;
mod pattern;
mod sign;
mod types;
mod update;
mod writer;

pub use canonical::CanonicalText;
pub(crate) use sign::{binary_sign, comparison_sign};

use std::fmt;

use super::ast::{
    Body, Clause, ClauseKind, Dialect, Expr, Hint, HintKind, InTransactions, Match, MatchMode,
    Mode, Paging, PathPattern, ProcedureCall, Projection, Query, SingleQuery, Statement, Subquery,
    SubqueryScope, TypeName, Yield,
};
use writer::Printer;

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::default();
        printer.statement(self);
        f.write_str(&printer.out)
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::default();
        printer.expr(self);
        f.write_str(&printer.out)
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::default();
        printer.type_name(self);
        f.write_str(&printer.out)
    }
}

impl fmt::Display for PathPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::default();
        printer.path_pattern(self);
        f.write_str(&printer.out)
    }
}

impl Printer<'_> {
    fn statement(&mut self, statement: &Statement) {
        self.prefix(statement);
        match statement.mode {
            Mode::Run => {}
            Mode::Explain => self.push("EXPLAIN "),
            Mode::Profile => self.push("PROFILE "),
        }
        match &statement.body {
            Body::Query(query) => self.query(query),
            Body::Command { name, .. } => self.push(name),
        }
    }

    /// `CYPHER` and what goes with it. Who runs a canonical text may have another language as its own default.
    fn prefix(&mut self, statement: &Statement) {
        let version = match statement.dialect {
            Dialect::Cypher25 => "25 ",
            Dialect::Cypher5 if self.is_canonical() => "5 ",
            Dialect::Cypher5 => "",
        };
        let settings: Vec<_> =
            statement.settings.iter().filter(|setting| self.writes_setting(setting)).collect();
        if version.is_empty() && settings.is_empty() {
            return;
        }
        self.push("CYPHER ");
        self.push(version);
        for setting in settings {
            self.push(&setting.name);
            self.push("=");
            self.push(&setting.value);
            self.push(" ");
        }
    }

    fn query(&mut self, query: &Query) {
        match query {
            Query::Single(single) => self.single(single),
            Query::Union { members, all, .. } => {
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        self.push(if *all { " UNION ALL " } else { " UNION " });
                    }
                    self.member(member);
                }
            }
            Query::When { branches, otherwise, .. } => {
                for (condition, branch) in branches {
                    self.push("WHEN ");
                    self.expr(condition);
                    self.push(" THEN ");
                    self.braced(branch);
                    self.push(" ");
                }
                if let Some(otherwise) = otherwise {
                    self.push("ELSE ");
                    self.braced(otherwise);
                }
            }
        }
    }

    fn member(&mut self, query: &Query) {
        match query {
            Query::Single(single) => self.single(single),
            _ => self.braced(query),
        }
    }

    fn braced(&mut self, query: &Query) {
        self.push("{ ");
        self.query(query);
        self.push(" }");
    }

    /// A query inside of another one, whose columns nobody sees.
    fn nested(&mut self, query: &Query) {
        self.inside(|printer| printer.braced(query));
    }

    fn single(&mut self, single: &SingleQuery) {
        self.clauses(&single.clauses);
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        for (index, clause) in clauses.iter().enumerate() {
            if index > 0 {
                self.push(" ");
            }
            self.clause(clause);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.place(clause.span);
        match &clause.kind {
            ClauseKind::Match(inner) => {
                self.push(if inner.optional { "OPTIONAL MATCH " } else { "MATCH " });
                self.match_body(inner);
            }
            ClauseKind::Unwind { list, variable } => {
                self.push("UNWIND ");
                self.expr(list);
                self.alias(variable);
            }
            ClauseKind::With(projection) => {
                self.push("WITH ");
                self.projection(projection);
            }
            ClauseKind::Return(projection) => {
                self.push("RETURN ");
                self.projection(projection);
            }
            ClauseKind::Finish => self.push("FINISH"),
            ClauseKind::Let(items) => {
                self.push("LET ");
                self.separated(items, |printer, (name, value)| {
                    printer.variable(&name.text);
                    printer.push(" = ");
                    printer.expr(value);
                });
            }
            ClauseKind::Filter(predicate) => {
                self.push("FILTER WHERE ");
                self.expr(predicate);
            }
            ClauseKind::OrderBy(paging) => self.paging(paging),
            ClauseKind::Subquery(subquery) => self.subquery(subquery),
            ClauseKind::Procedure(call) => self.procedure(call),
            ClauseKind::LoadCsv { variable, source, headers, terminator } => {
                self.push(if *headers { "LOAD CSV WITH HEADERS FROM " } else { "LOAD CSV FROM " });
                self.expr(source);
                self.alias(variable);
                if let Some(terminator) = terminator {
                    self.push(" FIELDTERMINATOR ");
                    self.expr(terminator);
                }
            }
            ClauseKind::Use(graph) => {
                self.push("USE ");
                self.expr(graph);
            }
            ClauseKind::Create(_)
            | ClauseKind::Merge { .. }
            | ClauseKind::Set(_)
            | ClauseKind::Remove(_)
            | ClauseKind::Delete { .. }
            | ClauseKind::Foreach { .. } => self.update(&clause.kind),
        }
    }

    fn match_body(&mut self, inner: &Match) {
        if inner.mode == MatchMode::RepeatableElements {
            self.push("REPEATABLE ELEMENTS ");
        }
        self.separated(&inner.patterns, Self::path_pattern);
        for hint in &inner.hints {
            self.push(" ");
            self.hint(hint);
        }
        self.predicate(inner.predicate.as_ref());
    }

    fn hint(&mut self, hint: &Hint) {
        let (words, label, keys) = match &hint.kind {
            HintKind::Join => ("USING JOIN ON ", None, None),
            HintKind::Scan { label } => ("USING SCAN ", Some(label), None),
            HintKind::Index { words, label, keys } => (words.as_str(), Some(label), Some(keys)),
        };
        self.push(words);
        self.separated(&hint.variables, |printer, name| printer.variable(&name.text));
        if let Some(label) = label {
            self.push(":");
            self.name(&label.text);
        }
        if let Some(keys) = keys {
            self.push("(");
            self.separated(keys, |printer, key| printer.name(&key.text));
            self.push(")");
        }
    }

    fn predicate(&mut self, predicate: Option<&Expr>) {
        if let Some(predicate) = predicate {
            self.push(" WHERE ");
            self.expr(predicate);
        }
    }

    fn projection(&mut self, projection: &Projection) {
        if projection.distinct {
            self.push("DISTINCT ");
        }
        if projection.star.is_some() {
            self.push(if projection.items.is_empty() { "*" } else { "*, " });
        }
        self.separated(&projection.items, |printer, item| {
            printer.expr(&item.expr);
            match &item.alias {
                Some(alias) => printer.alias(alias),
                None => printer.column(&item.expr),
            }
        });
        if let Some(keys) = &projection.group_by {
            self.push(" GROUP BY ");
            if keys.is_empty() {
                self.push("()");
            }
            self.separated(keys, Self::expr);
        }
        if projection.paging != Paging::default() {
            self.push(" ");
            self.paging(&projection.paging);
        }
        self.predicate(projection.predicate.as_ref());
    }

    fn paging(&mut self, paging: &Paging) {
        let mut between = "";
        if !paging.order.is_empty() {
            self.push("ORDER BY ");
            self.separated(&paging.order, |printer, item| {
                printer.expr(&item.expr);
                if item.descending {
                    printer.push(" DESC");
                }
            });
            between = " ";
        }
        for (word, count) in [("SKIP ", &paging.skip), ("LIMIT ", &paging.limit)] {
            if let Some(count) = count {
                self.push(between);
                self.push(word);
                self.expr(count);
                between = " ";
            }
        }
    }

    fn subquery(&mut self, subquery: &Subquery) {
        self.push(if subquery.optional { "OPTIONAL CALL " } else { "CALL " });
        match &subquery.scope {
            SubqueryScope::ImportingWith => {}
            SubqueryScope::All => self.push("(*) "),
            SubqueryScope::Variables(names) => {
                self.push("(");
                self.separated(names, |printer, name| printer.variable(&name.text));
                self.push(") ");
            }
        }
        self.nested(&subquery.query);
        if let Some(transactions) = &subquery.in_transactions {
            self.in_transactions(transactions);
        }
    }

    fn in_transactions(&mut self, transactions: &InTransactions) {
        self.push(" IN ");
        match &transactions.concurrent {
            None => {}
            Some(None) => self.push("CONCURRENT "),
            Some(Some(number)) => {
                self.expr(number);
                self.push(" CONCURRENT ");
            }
        }
        self.push("TRANSACTIONS");
        if let Some(rows) = &transactions.rows {
            self.push(" OF ");
            self.expr(rows);
            self.push(" ROWS");
        }
        if let Some(on_error) = &transactions.on_error {
            self.push(" ON ERROR ");
            self.push(on_error);
        }
        if let Some(report) = &transactions.report {
            self.push(" REPORT STATUS");
            self.alias(report);
        }
    }

    fn procedure(&mut self, call: &ProcedureCall) {
        self.push(if call.optional { "OPTIONAL CALL " } else { "CALL " });
        self.dotted(&call.name.text);
        if let Some(arguments) = &call.arguments {
            self.push("(");
            self.separated(arguments, Self::expr);
            self.push(")");
        }
        match &call.yields {
            Yield::Absent => {}
            Yield::All => self.push(" YIELD *"),
            Yield::Items { items, predicate } => {
                self.push(" YIELD ");
                self.separated(items, |printer, (column, alias)| {
                    printer.variable(&column.text);
                    if let Some(alias) = alias {
                        printer.alias(alias);
                    }
                });
                self.predicate(predicate.as_deref());
            }
        }
    }
}
