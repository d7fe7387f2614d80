//! `WITH` and `RETURN`: the columns they give, what may be seen behind them, order and predicate.

use hashbrown::HashSet;
use std::rc::Rc;

use super::query::{OutColumn, QueryKind, Start};
use super::scope::{Access, Known, Scope, View};
use super::types::Type;
use super::{Aggregation, Checker, Lost, aggregation, shortened};
use crate::error::Span;
use crate::syntax::ast::{Dialect, Expr, ExprKind, Projection, ProjectionItem};

/// What becomes of the rows before a projection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Each becomes one of its own.
    Plain,
    /// Of those that agree one is left.
    Distinct,
    /// They are put into groups.
    Gathered,
}

impl Kind {
    fn is_grouped(self) -> bool {
        self != Kind::Plain
    }
}

impl<'a> Checker<'a> {
    pub(super) fn with_clause(&mut self, projection: &'a Projection, span: Span) {
        let (columns, kind) = self.columns(projection, span, false);
        for item in &projection.items {
            self.check_rebinding(item);
        }
        self.around(|checker, before| {
            checker.behind(projection, &columns, kind, before);
            match &projection.predicate {
                Some(predicate) if kind.is_grouped() && checker.gathers(predicate) => {
                    checker.gathered(predicate, before, &columns, projection, Checker::condition);
                }
                Some(predicate) => checker.predicate(predicate, "WHERE"),
                None => {}
            }
            checker.bounds(&projection.paging);
            checker.projected.clear();
        });
        for item in &projection.items {
            if item.alias.is_none() && item.expr.implied_name().is_none() {
                let text = item.expr.span.of(self.text);
                let message =
                    format!("an expression in WITH needs a name: {} AS name", shortened(text));
                self.fail(item.expr.span, "NoExpressionAlias", message);
            }
        }
        self.leave(projection, columns);
    }

    /// What is visible behind a `WITH`: all that was, where it has a `*`; else its columns and what is outside.
    fn leave(&mut self, projection: &Projection, columns: Vec<OutColumn<'a>>) {
        let behind = match projection.star {
            Some(_) => std::mem::take(&mut self.scope),
            None => self.scope.outer_only(),
        };
        let before = std::mem::replace(&mut self.scope, behind);
        for column in columns {
            if self.scope.find(column.name).is_none_or(|known| known.access != Access::Outer) {
                self.scope.add(column.name, column.of, column.span);
            }
        }
        if let Some(imported) = before.imported() {
            self.lost.push(Lost::Imported(Rc::clone(imported)));
        }
        for name in before.names(0) {
            if self.scope.find(name).is_none() {
                self.lost.push(Lost::Name(name));
            }
        }
    }

    /// Gives the columns of a result.
    pub(super) fn return_clause(
        &mut self,
        projection: &'a Projection,
        span: Span,
        start: &Start<'a>,
    ) -> Vec<OutColumn<'a>> {
        let (columns, kind) = self.columns(projection, span, true);
        self.around(|checker, before| {
            checker.behind(projection, &columns, kind, before);
            checker.bounds(&projection.paging);
            checker.projected.clear();
        });
        if matches!(start.kind, QueryKind::ExistsOrCount | QueryKind::Collect) {
            projection.items.iter().for_each(|item| self.check_rebinding(item));
        }
        if matches!(start.kind, QueryKind::ImportingCall | QueryKind::ScopedCall) {
            self.returned_into(projection, &columns, &start.outer);
        }
        columns
    }

    /// What a `CALL { }` returns becomes a variable outside, where none of its name may be.
    fn returned_into(
        &mut self,
        projection: &'a Projection,
        columns: &[OutColumn<'a>],
        outer: &Scope<'a>,
    ) {
        for column in columns {
            if outer.find(column.name).is_some() {
                let message = format!(
                    "the variable `{0}` is already declared outside of this CALL; return it AS another name",
                    column.name
                );
                self.fail(column.span, "VariableAlreadyBound", message);
            }
        }
        for item in &projection.items {
            if item.alias.is_none() && item.expr.implied_name().is_none() {
                let text = item.expr.span.of(self.text);
                let message =
                    format!("what CALL {{ }} returns needs a name: {} AS name", shortened(text));
                self.fail(item.expr.span, "NoExpressionAlias", message);
            }
        }
    }

    /// Checks the items; gives the columns and what becomes of the rows. What a `*` stands for is among the columns where
    /// the projection `returns` or gathers; else all stays visible anyway.
    fn columns(
        &mut self,
        projection: &'a Projection,
        span: Span,
        returns: bool,
    ) -> (Vec<OutColumn<'a>>, Kind) {
        let mut columns: Vec<OutColumn<'a>> = vec![];
        let mut grouping = vec![];
        let mut aggregating = vec![];
        for item in &projection.items {
            let before = self.aggregates;
            let start = self.read_inside.len();
            let of =
                self.with_aggregation(Aggregation::Allowed, |checker| checker.value(&item.expr));
            if self.aggregates > before {
                let inner = self.read_inside[start..].iter();
                let read: Vec<_> = inner.filter(|read| read.2 > self.item_depth).copied().collect();
                aggregating.push((&item.expr, read))
            } else {
                grouping.push(&item.expr)
            }
            if self.item_depth == 0 {
                self.read_inside.truncate(start);
            }
            columns.push(self.column(item, of));
        }
        let gathers = !aggregating.is_empty() || projection.group_by.is_some();
        if projection.star.is_some() && (returns || gathers) {
            columns.splice(0..0, self.starred(projection, span, returns));
        }
        let stars = columns.len() - projection.items.len();
        let stars: Vec<&'a str> = columns[..stars].iter().map(|column| column.name).collect();
        if let Some(keys) = &projection.group_by {
            let aggregates = aggregating.iter().map(|(expr, _)| *expr).collect();
            self.group_by(projection, keys, &mut grouping, aggregates, &stars);
        }
        for (expr, read) in &aggregating {
            self.check_grouping(expr, &grouping, &stars);
            self.check_read(read, &grouping, &stars);
        }
        let mut names = HashSet::new();
        if columns.len() > 1 {
            for column in &columns {
                if !names.insert(column.name) {
                    let message = format!("there are two columns of the name `{}`", column.name);
                    self.fail(column.span, "ColumnNameConflict", message);
                }
            }
        }
        let kind = match (gathers, projection.distinct) {
            (true, _) => Kind::Gathered,
            (false, true) => Kind::Distinct,
            (false, false) => Kind::Plain,
        };
        (columns, kind)
    }

    /// What a `*` stands for.
    fn starred(
        &mut self,
        projection: &'a Projection,
        span: Span,
        returns: bool,
    ) -> Vec<OutColumn<'a>> {
        if !self.effort.copy(self.scope.total()) {
            return vec![];
        }
        let outer = self.read_only == Some("COLLECT");
        let counted = |access| access == Access::Own || (outer && access == Access::Outer);
        let named: HashSet<_> = projection.items.iter().map(|item| self.name_of(item)).collect();
        let mut own = self.scope.all();
        own.retain(|known| counted(known.access));
        let is_bare = own.is_empty();
        own.retain(|known| !named.contains(known.name));
        // Of those of one name the latest is meant.
        own.reverse();
        own.sort_by_key(|known| known.name);
        own.dedup_by_key(|known| known.name);
        let column =
            |known: Known<'_, 'a>| OutColumn { name: known.name, of: known.of.clone(), span };
        let columns = own.into_iter().map(column).collect();
        if is_bare && returns {
            let message = "RETURN * needs at least one variable, and none is visible here";
            self.fail(span, "NoVariablesInScope", message);
        }
        columns
    }

    /// The keys of a `GROUP BY`, by which every column is known that does not aggregate. `grouping` are those columns,
    /// and become the keys.
    fn group_by(
        &mut self,
        projection: &'a Projection,
        keys: &'a [Expr],
        grouping: &mut Vec<&'a Expr>,
        aggregates: Vec<&'a Expr>,
        stars: &[&'a str],
    ) {
        let columns = std::mem::take(grouping);
        for key in keys {
            let name = match &key.kind {
                ExprKind::Variable(name) => Some(name.as_str()),
                _ => None,
            };
            if !self.effort.spend(projection.items.len()) {
                return;
            }
            let named = projection.items.iter().find(|item| Some(self.name_of(item)) == name);
            match named {
                Some(item)
                    if aggregates.iter().any(|it| std::ptr::eq(*it, &raw const item.expr)) =>
                {
                    let message = "rows can't be grouped by what is gathered from their groups";
                    self.fail(key.span, "InvalidAggregation", message);
                }
                Some(item) => grouping.extend([&item.expr, key]),
                None => {
                    self.with_aggregation(Aggregation::Forbidden("in GROUP BY"), |checker| {
                        checker.expr(key)
                    });
                    grouping.push(key);
                }
            }
        }
        for column in columns {
            self.check_grouped(column, grouping);
        }
        for star in stars {
            let is_key =
                |key: &&Expr| matches!(&key.kind, ExprKind::Variable(name) if name == star);
            if !grouping.iter().any(is_key) {
                let span = projection.star.unwrap_or_default();
                self.fail_grouped(span, star);
            }
        }
    }

    fn column(&self, item: &'a ProjectionItem, of: Type) -> OutColumn<'a> {
        let span = item.alias.as_ref().map_or(item.expr.span, |alias| alias.span);
        OutColumn { name: self.name_of(item), of, span }
    }

    fn name_of(&self, item: &'a ProjectionItem) -> &'a str {
        match &item.alias {
            Some(alias) => &alias.text,
            None => item.expr.column_name(self.text),
        }
    }

    /// A variable from outside of a subquery may be passed on and not be given another meaning.
    fn check_rebinding(&mut self, item: &'a ProjectionItem) {
        let Some(alias) = &item.alias else { return };
        let same = matches!(&item.expr.kind, ExprKind::Variable(name) if *name == alias.text);
        if !same && self.scope.find(&alias.text).is_some_and(|known| known.access == Access::Outer)
        {
            let message = format!(
                "the variable `{}` would hide the one of the same name outside of this subquery; rename it",
                alias.text
            );
            self.fail(alias.span, "VariableAlreadyBound", message);
        }
    }

    /// Makes visible what `ORDER BY` and `WHERE` see, and checks the order.
    fn behind(
        &mut self,
        projection: &'a Projection,
        columns: &[OutColumn<'a>],
        kind: Kind,
        rows: &Rc<Scope<'a>>,
    ) {
        let grouped = kind.is_grouped();
        // Where every variable is a column as well, none is gone.
        let all = projection.star.is_some() && kind != Kind::Gathered;
        let view = if grouped && !all { View::Grouped } else { View::Projection };
        self.scope = Scope::inside(rows, view);
        if grouped {
            self.projected = projection.items.iter().map(|item| &item.expr).collect();
            self.projected.extend(projection.group_by.iter().flatten());
            let items = &columns[columns.len() - projection.items.len()..];
            self.projected_types = items.iter().map(|column| column.of.clone()).collect();
        }
        for column in columns {
            self.scope.add(column.name, column.of.clone(), column.span);
        }
        for item in &projection.paging.order {
            let aggregate = aggregation::first_aggregate(&item.expr);
            let allowed = grouped
                && (self.dialect == Dialect::Cypher25
                    || self.projected.iter().any(|e| aggregation::first_aggregate(e).is_some()));
            if let Some(span) = aggregate
                && !allowed
            {
                let message = "ORDER BY can only aggregate where WITH or RETURN does";
                self.fail(span, "InvalidAggregation", message);
                continue;
            }
            if aggregate.is_some() && self.projected(&item.expr).is_none() {
                if self.dialect == Dialect::Cypher25 {
                    let any = |checker: &mut Checker<'a>, expr| drop(checker.expr(expr));
                    self.gathered(&item.expr, rows, columns, projection, any);
                    continue;
                }
                let before = self.errors.len();
                self.with_aggregation(Aggregation::Allowed, |checker| checker.expr(&item.expr));
                if self.errors.len() == before {
                    let items: Vec<_> = projection.items.iter().map(|item| &item.expr).collect();
                    self.check_sorted(&item.expr, &items);
                }
                continue;
            }
            self.with_aggregation(Aggregation::Forbidden("in ORDER BY"), |checker| {
                checker.expr(&item.expr)
            });
        }
    }

    /// Whether a predicate behind a projection aggregates and isn't a column, which Cypher 25 allows.
    fn gathers(&self, expr: &'a Expr) -> bool {
        self.dialect == Dialect::Cypher25
            && aggregation::first_aggregate(expr).is_some()
            && self.projected(expr).is_none()
    }

    /// What aggregates behind a projection: the aggregating functions read the rows that were grouped, what is outside
    /// of them the columns by which they were.
    fn gathered(
        &mut self,
        expr: &'a Expr,
        rows: &Rc<Scope<'a>>,
        columns: &[OutColumn<'a>],
        projection: &'a Projection,
        check: impl FnOnce(&mut Self, &'a Expr),
    ) {
        let inside = Scope::inside(rows, View::Projection);
        let behind = std::mem::replace(&mut self.scope, inside);
        for column in columns {
            self.scope.add(column.name, column.of.clone(), column.span);
        }
        self.with_aggregation(Aggregation::Allowed, |checker| check(checker, expr));
        let aggregating =
            |item: &&ProjectionItem| aggregation::first_aggregate(&item.expr).is_some();
        let gathered: HashSet<&str> =
            projection.items.iter().filter(aggregating).map(|item| self.name_of(item)).collect();
        let names = columns.iter().map(|column| column.name);
        let keys: Vec<&str> = names.filter(|name| !gathered.contains(name)).collect();
        let projected = std::mem::take(&mut self.projected);
        self.check_grouping(expr, &projected, &keys);
        self.projected = projected;
        self.scope = behind;
    }
}
