//! A bound on the work of one check. Most of it grows with the text alone; where every variable is copied at
//! every clause, or every column compared with every sort key, it grows with the square, and a long text
//! could keep its host busy for minutes.

use std::cell::Cell;

/// So many variables copied and expressions compared are allowed: more than any query means, and less than
/// a second of work for the checker and the planner behind it.
const MOST: usize = 2_000_000;

/// What was spent so far.
#[derive(Debug, Default)]
pub(super) struct Effort(Cell<usize>);

impl Effort {
    /// Counts work that is about to be done; says whether it may.
    pub(super) fn spend(&self, units: usize) -> bool {
        self.0.set(self.0.get().saturating_add(units));
        !self.is_exhausted()
    }

    /// Whether it was more than is allowed. From then on nothing is looked at any more.
    pub(super) fn is_exhausted(&self) -> bool {
        self.0.get() > MOST
    }
}
