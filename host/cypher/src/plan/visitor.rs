//! Who is told what a piece of a plan reads or writes.

use super::{Expr, Pipeline, Query, Slot};

/// Receives what is found. A closure that takes slots is one.
pub(crate) trait Visitor {
    /// A slot that is read or written.
    fn slot(&mut self, slot: Slot);

    /// Any part of an expression; says whether to look into it.
    fn part(&mut self, part: &Expr) -> bool {
        let _ = part;
        true
    }

    /// A subquery of an expression; says whether to look into it.
    fn subquery(&mut self, subquery: Subquery<'_>) -> bool {
        let _ = subquery;
        true
    }
}

impl<F: FnMut(Slot)> Visitor for F {
    fn slot(&mut self, slot: Slot) {
        self(slot);
    }
}

/// A subquery of an expression.
#[derive(Clone, Copy)]
pub(crate) enum Subquery<'e> {
    /// A query.
    Query(&'e Query),
    /// The chain of a pattern comprehension.
    Chain(&'e Pipeline),
}

pub(crate) type Visit<'v> = &'v mut dyn Visitor;
