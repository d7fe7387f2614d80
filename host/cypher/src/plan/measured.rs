//! What of an expression is nothing but the length of a path or list, such as `length(p)` and `size(nodes(p))`: of paths
//! that are equally long it is all the same which is asked.

use super::{Expr, Slot};

/// The path or list whose length an expression is.
pub(crate) fn measured(e: &Expr) -> Option<Slot> {
    let Expr::Call(function, arguments, _) = e else { return None };
    match (function.name, arguments.as_slice()) {
        ("length" | "path_length" | "size" | "cardinality", [Expr::Slot(slot)]) => Some(*slot),
        ("size" | "cardinality", [of @ Expr::Call(..)]) => grows_with(of),
        _ => None,
    }
}

/// The path or list that is as long as an expression, but for a node.
pub(super) fn grows_with(e: &Expr) -> Option<Slot> {
    match e {
        Expr::Slot(slot) => Some(*slot),
        Expr::Call(of, inner, _) if matches!(of.name, "nodes" | "relationships") => {
            match inner.as_slice() {
                [Expr::Slot(slot)] => Some(*slot),
                _ => None,
            }
        }
        _ => None,
    }
}
