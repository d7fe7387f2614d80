//! Which expressions take long.

use crate::plan::Expr;

/// Whether it asks the graph, or goes through a list.
pub(super) fn is_costly(e: &Expr) -> bool {
    has(e, &|e| {
        is_subquery(e)
            || matches!(
                e,
                Expr::ListComprehension { .. } | Expr::Quantifier { .. } | Expr::Reduce { .. }
            )
    })
}

/// Whether it asks the graph.
pub(super) fn has_subquery(e: &Expr) -> bool {
    has(e, &is_subquery)
}

fn is_subquery(e: &Expr) -> bool {
    matches!(
        e,
        Expr::Exists(_) | Expr::Count(_) | Expr::Collect(..) | Expr::PatternComprehension(..)
    )
}

fn has(e: &Expr, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    let any = |parts: &[Expr]| parts.iter().any(|part| has(part, wanted));
    wanted(e)
        || match e {
            Expr::Not(e, _) | Expr::IsNull(e, _) => has(e, wanted),
            Expr::And(parts, _) | Expr::Or(parts, _) | Expr::List(parts) => any(parts),
            Expr::Call(_, parts, _) => any(parts),
            Expr::Compare(_, a, b, _) | Expr::Binary(_, a, b, _) => {
                has(a, wanted) || has(b, wanted)
            }
            _ => false,
        }
}
