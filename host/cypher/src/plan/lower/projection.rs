//! `WITH` and `RETURN`: what is computed, what stays visible, and in which order the rows go on. Of rows that are left out
//! nothing is computed but what they are sorted by:
//!
//! ```text
//! > MATCH (n:N) RETURN n.x + 1 AS x, n.y + 1 AS y ORDER BY x LIMIT 3
//! NodeByLabelScan      n:N
//! Projection           n.x + 1 AS x
//! Top                  x ASC LIMIT 3
//! Limit                3
//! Projection           n.y + 1 AS y
//! ```

use hashbrown::HashSet;

use super::computed::Computed;
use super::lowerer::{Columns, Lowerer};
use super::scope::{Kind, Scope};
use crate::check::first_aggregate;
use crate::error::{Error, Span};
use crate::meter::Charge;
use crate::plan::slots::SlotSet;
use crate::plan::{Expr, Operator, OperatorKind, Slot, SortKey, visit};
use crate::syntax::ast::{self, ExprKind};

/// A column of a projection: an expression of the text, or a variable that `*` stands for.
pub(super) enum Item<'a> {
    /// The name of the column, and what it is computed by.
    Expression(&'a str, &'a ast::Expr),
    /// A variable of the `*`, and where it is.
    Star(&'a str, Slot),
}

impl<'a> Item<'a> {
    /// The variable that this column is, by the name that it had.
    pub(super) fn variable(&self) -> Option<&'a str> {
        match *self {
            Item::Star(name, _) => Some(name),
            Item::Expression(_, expr) => match &expr.kind {
                ExprKind::Variable(name) => Some(name),
                _ => None,
            },
        }
    }
}

impl<'a> Lowerer<'a> {
    /// A projection; its columns, and the scope is what is visible behind it.
    pub(super) fn projection(
        &mut self,
        projection: &'a ast::Projection,
        span: Span,
        chain: &mut Vec<Operator>,
        returns: bool,
    ) -> Result<Columns<'a>, Error> {
        let asked = std::mem::take(&mut self.asked);
        let mut expressions = projection.items.iter().map(|item| &item.expr);
        let aggregates = expressions.any(|expr| first_aggregate(expr).is_some());
        // Duplicates that are left out are groups to what aggregates behind them.
        let order = projection.paging.order.iter().map(|item| &item.expr);
        let mut behind = order.chain(&projection.predicate);
        let behind = projection.distinct && behind.any(|e| first_aggregate(e).is_some());
        let gathers = aggregates || behind || projection.group_by.is_some();
        // All that is visible stays visible, and nobody needs to be told what that is.
        let stays = projection.star.is_some() && !returns && !projection.distinct && !gathers;
        let _held = match projection.star {
            Some(_) if !stays => self.scope.copies(2, self.meter)?,
            _ => Charge::default(),
        };
        let items = self.items(projection, returns, !stays);
        if gathers {
            return self.aggregating(projection, &items, span, chain);
        }
        let mut columns = Vec::with_capacity(items.len());
        let mut assignments = Vec::new();
        let mut computed = Computed::default();
        for item in &items {
            let (name, slot) = self.column(item, &mut assignments)?;
            columns.push((name, slot));
            if let Item::Expression(_, expr) = item {
                computed.push(expr, slot);
            }
        }
        // `ORDER BY` and `WHERE` see what was before and what is new, unless rows were put together.
        if projection.distinct {
            self.scope = self.by_old_names(&items, &columns);
        }
        self.scope.extend(columns.iter().copied());
        self.computed = computed;
        let paging = &projection.paging;
        let keys = self.sort_keys(&paging.order)?;
        let late = match projection.distinct {
            true => Vec::new(),
            false => self.computed_late(&mut assignments, &keys, paging),
        };
        self.project(assignments, span, chain);
        if projection.distinct {
            let slots = columns.iter().map(|(_, slot)| *slot).collect();
            self.push(chain, OperatorKind::Distinct(slots), span);
        }
        self.page(keys, paging, span, chain)?;
        self.project(late, span, chain);
        if let Some(predicate) = projection.predicate.as_ref().filter(|_| !asked) {
            self.filter(predicate, span, chain)?;
        }
        self.computed = Computed::default();
        if !stays {
            self.leave(&columns);
        }
        Ok(columns)
    }

    /// Takes out what is computed behind `SKIP` and `LIMIT`: of rows that are left out nothing is, as far as nothing is
    /// sorted by it. What only reads may come before a sort, which keeps it then instead of what it is read of.
    fn computed_late(
        &self,
        assignments: &mut Vec<(Slot, Expr)>,
        keys: &[SortKey],
        paging: &ast::Paging,
    ) -> Vec<(Slot, Expr)> {
        if keys.is_empty() {
            return std::mem::take(assignments);
        }
        if paging.skip.is_none() && paging.limit.is_none() {
            return Vec::new();
        }
        let mut sorted_by = SlotSet::default();
        for key in keys {
            visit::expr(&key.expr, &mut |slot: Slot| {
                sorted_by.insert(slot);
            });
        }
        let early = |(slot, e): &(Slot, Expr)| sorted_by.contains(*slot) || self.lies_there(e);
        let (early, late) = std::mem::take(assignments).into_iter().partition(early);
        *assignments = early;
        late
    }

    fn project(&mut self, assignments: Vec<(Slot, Expr)>, span: Span, chain: &mut Vec<Operator>) {
        if !assignments.is_empty() {
            self.push(chain, OperatorKind::Project(assignments), span);
        }
    }

    /// What is visible besides the columns where rows were put together: the variables that are columns, by their old names.
    fn by_old_names(&self, items: &[Item<'a>], columns: &Columns<'a>) -> Scope<'a> {
        let mut scope = self.base.clone();
        for (item, (_, slot)) in items.iter().zip(columns) {
            if let Some(old) = item.variable() {
                scope.insert(old, *slot);
            }
        }
        scope
    }

    /// The columns in the order in which they come out, with those that a `*` stands for where that is wanted.
    fn items(
        &self,
        projection: &'a ast::Projection,
        returns: bool,
        starred: bool,
    ) -> Vec<Item<'a>> {
        let mut items = Vec::with_capacity(projection.items.len());
        if projection.star.is_some() && starred {
            let hidden = |name: &str| returns && self.base.get(name).is_some();
            // What is named beside the star takes the place of the variable of its name.
            let named: HashSet<&str> =
                projection.items.iter().map(|item| self.item_name(item)).collect();
            let visible = self
                .scope
                .all()
                .into_iter()
                .filter(|(name, _)| !hidden(name) && !named.contains(name));
            items.extend(visible.map(|(name, slot)| Item::Star(name, slot)));
        }
        let expressions = projection.items.iter();
        items.extend(expressions.map(|item| Item::Expression(self.item_name(item), &item.expr)));
        items
    }

    fn item_name(&self, item: &'a ast::ProjectionItem) -> &'a str {
        match &item.alias {
            Some(alias) => alias.text.as_str(),
            None => item.expr.column_name(self.text),
        }
    }

    /// The slot of a column, which needs computing unless it is a variable.
    pub(super) fn column(
        &mut self,
        item: &Item<'a>,
        assignments: &mut Vec<(Slot, Expr)>,
    ) -> Result<(&'a str, Slot), Error> {
        match *item {
            Item::Star(name, slot) => Ok((name, slot)),
            Item::Expression(name, expr) => {
                let lowered = self.value(expr)?;
                if let Expr::Slot(slot) = lowered {
                    self.rename(slot, name);
                    return Ok((name, slot));
                }
                let slot = self.named(name, Kind::Other);
                assignments.push((slot, lowered));
                Ok((name, slot))
            }
        }
    }

    /// What is visible behind a projection: its columns, and what comes from around the subquery.
    pub(super) fn leave(&mut self, columns: &[(&'a str, Slot)]) {
        let mut scope: Scope<'a> = self.base.clone();
        scope.extend(columns.iter().copied());
        self.scope = scope;
    }

    /// A variable, or what it stands for before a `WITH`, whose own names mean nothing there.
    pub(super) fn read(&mut self, name: &str, span: Span) -> Result<Expr, Error> {
        let Some(before) = self.stands_for.get(name).copied() else {
            return Ok(Expr::Slot(self.variable(name, span)?));
        };
        let names = std::mem::take(&mut self.stands_for);
        let lowered = self.expr(before);
        self.stands_for = names;
        lowered
    }
}
