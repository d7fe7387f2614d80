//! A bound on the work of one check. Most of it grows with the text alone; where a `*` names every variable at
//! every clause, or every column compared with every sort key, it grows with the square, and a long text
//! could keep its host busy for minutes.

use std::cell::{Cell, RefCell};

use super::scope::Variable;
use crate::error::{Error, ErrorKind};
use crate::meter::{Meter, Parts};
use crate::near;

/// So many expressions compared are allowed: more than any query means, and a few milliseconds of work for the
/// checker and the planner behind it.
const MOST: usize = 2_000_000;

/// To name a variable by a `*`, here and in the planner, takes as long as so many comparisons.
const COPY: usize = 40;

/// To measure how near a name is takes as long as so many comparisons.
const NEAR: usize = 80;

/// So many names are compared for the hints of all errors together.
const MOST_COMPARED: usize = 2 * near::MOST;

/// What the index of a scope takes for a variable.
const INDEXED: usize = 5 * size_of::<usize>();

/// What was spent so far, on the meter of the query. A check gathers errors and never fails by itself: once the
/// effort is exhausted nothing more is looked at.
pub(super) struct Effort<'m> {
    meter: &'m Meter,
    spent: Cell<usize>,
    compared: Cell<usize>,
    variables: RefCell<Parts>,
    exhausted: RefCell<Option<Error>>,
}

impl<'m> Effort<'m> {
    /// Nothing yet.
    pub(super) fn new(meter: &'m Meter) -> Effort<'m> {
        Effort {
            meter,
            spent: Cell::new(0),
            compared: Cell::new(0),
            variables: RefCell::default(),
            exhausted: RefCell::default(),
        }
    }

    /// Counts work that is about to be done; says whether it may.
    pub(super) fn spend(&self, units: usize) -> bool {
        self.spent.set(self.spent.get().saturating_add(units));
        if self.spent.get() > MOST {
            let message = "the query has too many variables and columns to be checked";
            return self.note(Err(Error::new(ErrorKind::TooLarge, message)));
        }
        self.note(self.meter.spend(units))
    }

    /// Counts so many variables that a `*` is about to name; says whether it may.
    pub(super) fn copy(&self, variables: usize) -> bool {
        self.spend(variables.saturating_mul(COPY))
    }

    /// Counts one clause or expression, of which there are no more than the text has; says whether to go on.
    pub(super) fn go_on(&self) -> bool {
        self.note(self.meter.tick())
    }

    /// Room for one more variable, kept as long as the check goes on; says whether there is.
    pub(super) fn add_variable(&self) -> bool {
        let bytes = 2 * (size_of::<Variable<'_>>() + INDEXED);
        self.note(self.variables.borrow_mut().take(self.meter, bytes)) && self.go_on()
    }

    /// Whether a name may be compared with so many others for a hint, of which the first errors have one: to measure how
    /// near names are takes long, and whoever reads an error reads the first ones.
    pub(super) fn may_compare(&self, names: usize) -> bool {
        let compared = self.compared.get().saturating_add(names.min(near::MOST));
        if compared > MOST_COMPARED {
            return false;
        }
        self.compared.set(compared);
        self.spend(names.min(near::MOST) * NEAR)
    }

    /// Why the check was not done to its end, if it was not.
    pub(super) fn into_error(self) -> Option<Error> {
        self.exhausted.into_inner()
    }

    fn note(&self, result: Result<(), Error>) -> bool {
        let mut exhausted = self.exhausted.borrow_mut();
        if exhausted.is_none() {
            *exhausted = result.err();
        }
        exhausted.is_none()
    }
}
