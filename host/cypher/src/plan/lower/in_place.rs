//! Which `reduce()` may change what it accumulates in place, instead of copying all of it for each element: one whose
//! step puts values beside it, and reads it nowhere behind that.
//!
//! ```text
//! l + x        CASE WHEN x IN l THEN l ELSE l + x END        [x] + l        l + x + size(l)
//! yes          yes                                            yes            no: it reads what was taken
//! ```

use super::pattern::reads;
use crate::plan::{Expr, Slot};
use crate::syntax::ast::BinaryOp;

/// Whether the step takes the accumulated value at its own end, and nothing of it reads that any more then.
pub(super) fn grows_in_place(step: &Expr, accumulator: Slot) -> bool {
    takes(step, accumulator) && is_read_before_taken(step, accumulator)
}

/// Whether the accumulated value goes into the sum that a step ends with, on any of its ways.
fn takes(step: &Expr, accumulator: Slot) -> bool {
    match step {
        Expr::Slot(slot) => *slot == accumulator,
        Expr::Binary(BinaryOp::Add, a, b, _) => takes(a, accumulator) || takes(b, accumulator),
        Expr::Case { alternatives, otherwise } => {
            takes(otherwise, accumulator)
                || alternatives.iter().any(|(_, result)| takes(result, accumulator))
        }
        _ => false,
    }
}

/// Whether no term behind the one that takes it reads it. A condition is tested before.
fn is_read_before_taken(step: &Expr, accumulator: Slot) -> bool {
    match step {
        Expr::Binary(BinaryOp::Add, a, b, _) => {
            is_read_before_taken(a, accumulator)
                && is_read_before_taken(b, accumulator)
                && !(takes(a, accumulator) && reads(b, accumulator))
        }
        Expr::Case { alternatives, otherwise } => {
            is_read_before_taken(otherwise, accumulator)
                && alternatives.iter().all(|(_, result)| is_read_before_taken(result, accumulator))
        }
        _ => true,
    }
}
