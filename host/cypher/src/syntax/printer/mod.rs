//! The printer: gives a tree back as text. Parsing that text gives the same tree, but for the places. This
//! file holds statements, clauses and names; patterns and expressions are next door.

mod expr;
mod pattern;
mod sign;

pub(crate) use sign::{binary_sign, comparison_sign};

use std::fmt;

use super::ast::{
    Body, Clause, ClauseKind, Dialect, Expr, InTransactions, LabelName, Match, MatchMode, Mode,
    Name, Paging, PathPattern, ProcedureCall, Projection, PropertyName, Query, RemoveItem, SetItem,
    SingleQuery, Statement, Subquery, SubqueryScope, TypeName, Yield,
};
use super::token::Keyword;

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

/// Whether two expressions are the same but for their places.
#[must_use]
pub fn same(left: &Expr, right: &Expr) -> bool {
    std::mem::discriminant(&left.kind) == std::mem::discriminant(&right.kind)
        && left.to_string() == right.to_string()
}

#[derive(Default)]
struct Printer {
    out: String,
}

impl Printer {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn separated<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            print(self, item);
        }
    }

    /// A name where a keyword might be meant instead.
    fn variable(&mut self, name: &str) {
        if Keyword::of(name).is_some() { self.quoted(name) } else { self.name(name) }
    }

    /// A name where nothing but a name can stand.
    fn name(&mut self, name: &str) {
        let mut bytes = name.bytes();
        let plain = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if plain { self.push(name) } else { self.quoted(name) }
    }

    fn quoted(&mut self, name: &str) {
        self.out.push('`');
        self.out.push_str(&name.replace('`', "``"));
        self.out.push('`');
    }

    fn dotted(&mut self, name: &str) {
        for (index, part) in name.split('.').enumerate() {
            if index > 0 {
                self.push(".");
            }
            self.name(part);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if statement.dialect == Dialect::Cypher25 {
            self.push("CYPHER 25 ");
        }
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
            _ => self.update(&clause.kind),
        }
    }

    fn update(&mut self, kind: &ClauseKind) {
        match kind {
            ClauseKind::Create(patterns) => {
                self.push("CREATE ");
                self.separated(patterns, Self::path_pattern);
            }
            ClauseKind::Merge { pattern, on_create, on_match } => {
                self.push("MERGE ");
                self.path_pattern(pattern);
                for (words, items) in [(" ON CREATE SET ", on_create), (" ON MATCH SET ", on_match)]
                {
                    if !items.is_empty() {
                        self.push(words);
                        self.separated(items, Self::set_item);
                    }
                }
            }
            ClauseKind::Set(items) => {
                self.push("SET ");
                self.separated(items, Self::set_item);
            }
            ClauseKind::Remove(items) => {
                self.push("REMOVE ");
                self.separated(items, |printer, item| match item {
                    RemoveItem::Property { target, key } => printer.property(target, key),
                    RemoveItem::Labels { target, labels } => printer.labelled(target, labels),
                });
            }
            ClauseKind::Delete { detach, targets } => {
                self.push(if *detach { "DETACH DELETE " } else { "DELETE " });
                self.separated(targets, Self::expr);
            }
            ClauseKind::Foreach { variable, list, body } => {
                self.push("FOREACH (");
                self.variable(&variable.text);
                self.push(" IN ");
                self.expr(list);
                self.push(" | ");
                self.clauses(body);
                self.push(")");
            }
            _ => {}
        }
    }

    fn alias(&mut self, name: &Name) {
        self.push(" AS ");
        self.variable(&name.text);
    }

    fn match_body(&mut self, inner: &Match) {
        if inner.mode == MatchMode::RepeatableElements {
            self.push("REPEATABLE ELEMENTS ");
        }
        self.separated(&inner.patterns, Self::path_pattern);
        for hint in &inner.hints {
            self.push(" ");
            self.push(&hint.text);
        }
        self.predicate(inner.predicate.as_ref());
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
            if let Some(alias) = &item.alias {
                printer.alias(alias);
            }
        });
        if projection.paging != Paging::default() {
            self.push(" ");
            self.paging(&projection.paging);
        }
        self.predicate(projection.predicate.as_ref());
    }

    fn paging(&mut self, paging: &Paging) {
        let mut parts = vec![];
        if !paging.order.is_empty() {
            let mut inner = Printer::default();
            inner.push("ORDER BY ");
            inner.separated(&paging.order, |printer, item| {
                printer.expr(&item.expr);
                if item.descending {
                    printer.push(" DESC");
                }
            });
            parts.push(inner.out);
        }
        parts.extend(paging.skip.as_ref().map(|skip| format!("SKIP {skip}")));
        parts.extend(paging.limit.as_ref().map(|limit| format!("LIMIT {limit}")));
        self.push(&parts.join(" "));
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
        self.braced(&subquery.query);
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

    fn set_item(&mut self, item: &SetItem) {
        match item {
            SetItem::Property { target, key, value } => {
                self.property(target, key);
                self.push(" = ");
                self.expr(value);
            }
            SetItem::Properties { target, value, merge } => {
                self.variable(&target.text);
                self.push(if *merge { " += " } else { " = " });
                self.expr(value);
            }
            SetItem::Labels { target, labels } => self.labelled(target, labels),
        }
    }

    fn property(&mut self, target: &Expr, key: &PropertyName) {
        self.owner(target);
        match key {
            PropertyName::Static(key) => {
                self.push(".");
                self.name(&key.text);
            }
            PropertyName::Dynamic(key) => {
                self.push("[");
                self.expr(key);
                self.push("]");
            }
        }
    }

    fn labelled(&mut self, target: &Name, labels: &[LabelName]) {
        self.variable(&target.text);
        for label in labels {
            self.push(":");
            self.label_name(label);
        }
    }
}
