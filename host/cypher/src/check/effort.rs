//! A bound on the work of one check. Most of it grows with the text alone; where every variable is copied at
//! every clause, or every column compared with every sort key, it grows with the square, and a long text
//! could keep its host busy for minutes.

use std::cell::Cell;

use crate::meter::Meter;

/// So many variables copied and expressions compared are allowed: more than any query means, and less than
/// a second of work for the checker and the planner behind it.
const MOST: usize = 2_000_000;

/// What was spent so far, on the meter of the query.
pub(super) struct Effort<'m> {
    meter: &'m Meter,
    spent: Cell<usize>,
    exhausted: Cell<bool>,
}

impl<'m> Effort<'m> {
    /// Nothing yet.
    pub(super) fn new(meter: &'m Meter) -> Effort<'m> {
        Effort { meter, spent: Cell::new(0), exhausted: Cell::new(false) }
    }

    /// Counts work that is about to be done; says whether it may.
    pub(super) fn spend(&self, units: usize) -> bool {
        self.spent.set(self.spent.get().saturating_add(units));
        if self.is_too_much() || self.meter.is_over_after(units) {
            self.exhausted.set(true);
        }
        !self.exhausted.get()
    }

    /// Counts one clause or expression, of which there are no more than the text has; says whether to go on.
    pub(super) fn go_on(&self) -> bool {
        if self.meter.is_over() {
            self.exhausted.set(true);
        }
        !self.exhausted.get()
    }

    /// Whether it was more than is allowed, whatever the meter says.
    pub(super) fn is_too_much(&self) -> bool {
        self.spent.get() > MOST
    }
}
