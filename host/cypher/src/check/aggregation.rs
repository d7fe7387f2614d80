//! Implicit grouping: what may stand beside an aggregating function in one expression.

use std::mem::discriminant;

use super::types::Type;
use super::{Access, Checker, shortened};
use crate::error::Span;
use crate::signatures::find_aggregate;
use crate::stack::deeper;
use crate::syntax::ast::{Expr, ExprKind};

/// The first aggregating call in an expression, where there is one.
pub(crate) fn first_aggregate(expr: &Expr) -> Option<Span> {
    deeper(|| match &expr.kind {
        ExprKind::CountStar => Some(expr.span),
        ExprKind::Function(call) if find_aggregate(&call.name.text).is_some() => {
            Some(call.name.span)
        }
        _ => expr.children().into_iter().find_map(first_aggregate),
    })
}

/// The first variable in an expression, where there is one.
pub(super) fn first_variable(expr: &Expr) -> Option<Span> {
    deeper(|| match &expr.kind {
        ExprKind::Variable(_) => Some(expr.span),
        ExprKind::ListComprehension { .. }
        | ExprKind::Quantifier { .. }
        | ExprKind::Reduce { .. } => None,
        _ => expr.children().into_iter().find_map(first_variable),
    })
}

/// The first part of an expression that looks into the graph by a pattern, where there is one.
pub(super) fn first_pattern(expr: &Expr) -> Option<Span> {
    deeper(|| match &expr.kind {
        ExprKind::Pattern(_)
        | ExprKind::ShortestPath(_)
        | ExprKind::PatternComprehension { .. }
        | ExprKind::Exists(_)
        | ExprKind::Count(_)
        | ExprKind::Collect(_) => Some(expr.span),
        _ => expr.children().into_iter().find_map(first_pattern),
    })
}

/// Whether a grouping key is this variable, or a property of it.
fn rests_on(key: &Expr, name: &str) -> bool {
    match &key.kind {
        ExprKind::Variable(key) => key == name,
        ExprKind::Property(owner, _) => rests_on(owner, name),
        _ => false,
    }
}

/// So many bytes of two texts are compared in the time of one step.
const UNIT: usize = 64;

impl<'a> Checker<'a> {
    /// What is known of an expression that is projected.
    pub(super) fn projected(&self, expr: &Expr) -> Option<Type> {
        let at = self.place_among(expr, &self.projected)?;
        Some(self.projected_types.get(at).cloned().unwrap_or(Type::ANY))
    }

    fn is_among(&self, expr: &Expr, known: &[&Expr]) -> bool {
        self.place_among(expr, known).is_some()
    }

    /// Which of these an expression is, or any where there is no use in going on. To compare two goes through the shorter
    /// one at most.
    fn place_among(&self, expr: &Expr, known: &[&Expr]) -> Option<usize> {
        let length = |expr: &Expr| expr.span.of(self.text).len();
        known.iter().position(|known| {
            let alike = discriminant(&known.kind) == discriminant(&expr.kind);
            let units = if alike { 1 + length(expr).min(length(known)) / UNIT } else { 1 };
            !self.effort.spend(units) || *known == expr
        })
    }

    /// An item with an aggregating function: what stands outside of it must be the same for all rows of a
    /// group, which shows where it is a constant, or a variable or property that is an item itself.
    pub(super) fn check_grouping(&mut self, expr: &'a Expr, grouping: &[&'a Expr], stars: &[&str]) {
        let mut locals = vec![];
        if let Some(leaf) = self.ungrouped(expr, grouping, stars, &mut locals) {
            let text = shortened(leaf.span.of(self.text));
            let message = format!(
                "{text} stands beside an aggregating function without being a grouping key; add it as a column of its own, \
                 or compute it in a WITH before"
            );
            self.fail(leaf.span, "AmbiguousAggregationExpression", message);
        }
    }

    /// A column without an aggregating function beside a `GROUP BY`: a key, or made of keys.
    pub(super) fn check_grouped(&mut self, column: &'a Expr, keys: &[&'a Expr]) {
        if self.is_among(column, keys) {
            return;
        }
        if let Some(leaf) = self.ungrouped(column, keys, &[], &mut vec![]) {
            let text = shortened(leaf.span.of(self.text));
            self.fail_grouped(leaf.span, &text);
        }
    }

    /// Something that may differ among the rows of a group.
    pub(super) fn fail_grouped(&mut self, span: Span, text: &str) {
        let message = format!("{text} may differ among the rows of a group; add it to GROUP BY");
        self.fail(span, "AmbiguousAggregationExpression", message);
    }

    /// What the subqueries beside an aggregating function read must be the same for all rows of a group.
    pub(super) fn check_read(
        &mut self,
        read: &[(&str, Span, u32)],
        grouping: &[&Expr],
        stars: &[&str],
    ) {
        let differs = |name: &str| {
            self.effort.spend(stars.len() + grouping.len())
                && self.scope.find(name).is_some_and(|variable| variable.access == Access::Own)
                && !stars.contains(&name)
                && !grouping.iter().any(|key| rests_on(key, name))
        };
        if let Some((name, span, _)) = read.iter().find(|(name, ..)| differs(name)) {
            let message = format!(
                "the subquery reads {name} beside an aggregating function; add {name} as a column of its own, or compute \
                 the subquery in a WITH before"
            );
            self.fail(*span, "AmbiguousAggregationExpression", message);
        }
    }

    /// A sort key with an aggregating function, which must consist of projected columns.
    pub(super) fn check_sorted(&mut self, expr: &'a Expr, projected: &[&'a Expr]) {
        let columns: Vec<&str> = self
            .scope
            .all()
            .into_iter()
            .filter(|known| known.access == Access::Own)
            .map(|known| known.name)
            .collect();
        self.check_grouping(expr, projected, &columns);
        if let Some(span) = self.unprojected_aggregate(expr, projected) {
            let message = "ORDER BY can only use an aggregation that is a column as well";
            self.fail(span, "InvalidAggregation", message);
        }
    }

    fn unprojected_aggregate(&self, expr: &Expr, projected: &[&Expr]) -> Option<Span> {
        if self.is_among(expr, projected) {
            return None;
        }
        match &expr.kind {
            ExprKind::CountStar => Some(expr.span),
            ExprKind::Function(call) if find_aggregate(&call.name.text).is_some() => {
                Some(call.name.span)
            }
            _ => expr
                .children()
                .into_iter()
                .find_map(|child| self.unprojected_aggregate(child, projected)),
        }
    }

    /// The first part of an expression that may differ among the rows of a group.
    fn ungrouped<'e>(
        &self,
        expr: &'e Expr,
        grouping: &[&'a Expr],
        stars: &[&str],
        locals: &mut Vec<&'e str>,
    ) -> Option<&'e Expr> {
        deeper(|| match &expr.kind {
            ExprKind::CountStar => None,
            ExprKind::Function(call) if find_aggregate(&call.name.text).is_some() => None,
            ExprKind::Exists(_) | ExprKind::Count(_) | ExprKind::Collect(_) => None,
            ExprKind::Variable(name) => {
                let constant = !self.effort.spend(grouping.len() + stars.len())
                    || locals.contains(&name.as_str())
                    || stars.contains(&name.as_str())
                    || self
                        .scope
                        .find(name)
                        .is_some_and(|variable| variable.access == Access::Outer)
                    || grouping
                        .iter()
                        .any(|key| matches!(&key.kind, ExprKind::Variable(key) if key == name));
                (!constant).then_some(expr)
            }
            ExprKind::Property(owner, _) | ExprKind::Index(owner, _) => {
                if self.is_among(expr, grouping) {
                    return None;
                }
                let inner = self.ungrouped(owner, grouping, stars, locals);
                match inner {
                    Some(_) if matches!(owner.kind, ExprKind::Variable(_)) => Some(expr),
                    other => other.or_else(|| {
                        expr.children()
                            .into_iter()
                            .skip(1)
                            .find_map(|child| self.ungrouped(child, grouping, stars, locals))
                    }),
                }
            }
            _ => {
                let before = locals.len();
                locals.extend(expr.locals());
                let found = expr
                    .children()
                    .into_iter()
                    .find_map(|child| self.ungrouped(child, grouping, stars, locals));
                locals.truncate(before);
                found
            }
        })
    }
}
