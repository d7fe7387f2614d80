//! Subqueries that ask for no more than how many relationships a node has, which is known without a search.

use super::{Expand, Expr, Operator, OperatorKind, Query, Step, StepKind};
use crate::value::Value;

/// The hop, where that is all that a query follows and nothing is asked of what it leads to, and at most how many of its
/// rows count: they need not be gone through.
pub(crate) fn bare_hop(query: &Query) -> Option<(&Expand, i64)> {
    let Query::Single(pipeline) = query else { return None };
    let (Operator { kind: OperatorKind::Match(pattern), .. }, behind) =
        pipeline.operators.split_first()?
    else {
        return None;
    };
    let [Step { kind: StepKind::Expand(hop), .. }] = pattern.steps.as_slice() else { return None };
    let most = behind.iter().try_fold(i64::MAX, |most, operator| match &operator.kind {
        OperatorKind::Limit(Expr::Constant(Value::Integer(limit))) => {
            (*limit >= 0).then_some(most.min(*limit))
        }
        _ => None,
    })?;
    hop.is_bare().then_some((&**hop, most))
}
