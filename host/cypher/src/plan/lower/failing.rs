//! What may fail for some rows, by the values that they have. A count that goes no further than tells how it compares
//! with a number does not hear of a row that fails behind that: Neo4j's line of Cypher 25 does not either, while that of
//! Cypher 5 counts to the end.
//!
//! ```text
//! > UNWIND [1, 2, 0] AS x WITH 1 / x AS y RETURN count(*) > 1 AS many
//! Unwind               [1, 2, 0] AS x
//! Projection           1 / x AS y
//! EagerAggregation     count(*) AS anon_2
//! Projection           anon_2 > 1 AS many
//!
//! > CYPHER 25 UNWIND [1, 2, 0] AS x WITH 1 / x AS y RETURN count(*) > 1 AS many
//! Unwind               [1, 2, 0] AS x
//! Projection           1 / x AS y
//! Limit                2
//! EagerAggregation     count(*) AS anon_2
//! Projection           anon_2 > 1 AS many
//! ```

use super::lowerer::Lowerer;
use super::scope::Kind;
use crate::error::Error;
use crate::plan::{Expr, Operator};
use crate::signatures::{AggregateSignature, Parameter, find_aggregate};
use crate::syntax::ast::{self, BinaryOp, Dialect, ExprKind, UnaryOp};

impl<'a> Lowerer<'a> {
    /// An expression whose value may be of any type, where nothing is done with it that could fail.
    pub(super) fn value(&mut self, e: &'a ast::Expr) -> Result<Expr, Error> {
        let before = self.fallible;
        let lowered = self.expr(e)?;
        // What was gathered lies there as well, and gathering it may have failed.
        let gathered = matches!((&e.kind, &lowered), (ExprKind::Function(_), Expr::Slot(_)));
        if self.lies_there(&lowered) && !gathered {
            self.fallible = before;
        }
        Ok(lowered)
    }

    /// Whether an expression does no more than read: a constant, a variable, a property of a node or relationship.
    pub(super) fn lies_there(&self, e: &Expr) -> bool {
        match e {
            Expr::Constant(_) | Expr::Slot(_) | Expr::Parameter(_) => true,
            Expr::Property(subject, ..) => {
                matches!(**subject, Expr::Slot(slot) if self.kind(slot) != Kind::Other)
            }
            _ => false,
        }
    }

    /// How many things may fail behind an operator of which all rows are there, or anywhere.
    pub(super) fn fallible_behind(&self, operator: Option<&Operator>) -> u32 {
        let then = operator.and_then(|operator| self.fallible_then.get(operator.id.0 as usize));
        self.fallible - then.copied().unwrap_or_default()
    }

    /// Whether rows need not all be made though so many things could fail for those that nobody asks for.
    pub(super) fn may_stop_early(&self, fallible: u32) -> bool {
        self.dialect == Dialect::Cypher25 || (fallible == 0 && !self.writes)
    }
}

/// Whether an expression may fail by the values of its parts. What only reads may, where a truth value is wanted.
pub(super) fn may_fail(kind: &ExprKind) -> bool {
    if let ExprKind::Function(call) = kind {
        let takes_any = |it: &AggregateSignature| it.parameters.iter().all(Parameter::is_any);
        return !find_aggregate(&call.name.text).is_some_and(takes_any);
    }
    !matches!(
        kind,
        ExprKind::Literal(_)
            | ExprKind::List(_)
            | ExprKind::Map(_)
            | ExprKind::Comparison { .. }
            | ExprKind::IsNull { .. }
            | ExprKind::IsTyped { .. }
            | ExprKind::HasLabels(..)
            | ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..)
            | ExprKind::CountStar
            | ExprKind::Pattern(_)
            | ExprKind::PatternComprehension { .. }
            | ExprKind::Exists(_)
            | ExprKind::Count(_)
            | ExprKind::Collect(_)
    )
}
