//! A bound on the work of one check. Most of it grows with the text alone; where every variable is copied at
//! every clause, or every column compared with every sort key, it grows with the square, and a long text
//! could keep its host busy for minutes.

use std::cell::{Cell, RefCell};

use super::scope::Variable;
use crate::error::{Error, ErrorKind};
use crate::meter::{Charge, Meter, Parts};

/// So many expressions compared are allowed: more than any query means, and a few milliseconds of work for the
/// checker and the planner behind it.
const MOST: usize = 2_000_000;

/// To copy a variable from scope to scope, here and in the planner, takes as long as so many comparisons.
const COPY: usize = 40;

/// What the index of a scope takes for a variable.
const INDEXED: usize = 5 * size_of::<usize>();

/// What was spent so far, on the meter of the query. A check gathers errors and never fails by itself: once the
/// effort is exhausted nothing more is looked at.
pub(super) struct Effort<'m> {
    meter: &'m Meter,
    spent: Cell<usize>,
    variables: RefCell<Parts>,
    exhausted: RefCell<Option<Error>>,
}

impl<'m> Effort<'m> {
    /// Nothing yet.
    pub(super) fn new(meter: &'m Meter) -> Effort<'m> {
        Effort {
            meter,
            spent: Cell::new(0),
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

    /// Counts so many variables that are about to be copied; says whether they may.
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

    /// Room for copies of so many variables, until it is dropped; `None` where there is none.
    pub(super) fn hold(&self, variables: usize) -> Option<Charge> {
        let mut charge = Charge::default();
        let room = charge.grow(self.meter, variables * 2 * size_of::<Variable<'_>>());
        self.note(room).then_some(charge)
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
