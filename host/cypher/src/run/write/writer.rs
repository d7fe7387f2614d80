//! What a run that writes has beside the row, and what all writes need of it.

use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::plan::{Expr, NameRef};
use crate::run::context::{Context, Run};
use crate::store::{Token, Transaction};
use crate::value::Value;

/// What a run that writes has beside the row.
pub(in crate::run) struct Writer<'w, 'g> {
    pub transaction: &'w mut Transaction<'g>,
    pub parameters: &'w [Value],
    pub meter: &'w Meter,
    pub run: &'w Run<'w>,
}

impl<'w, 'g> Writer<'w, 'g> {
    /// A writer that begins.
    pub fn new(
        transaction: &'w mut Transaction<'g>,
        parameters: &'w [Value],
        meter: &'w Meter,
        run: &'w Run<'w>,
    ) -> Writer<'w, 'g> {
        Writer { transaction, parameters, meter, run }
    }

    /// The graph as it is now, for whoever reads.
    pub fn context(&self) -> Context<'_> {
        Context::new(self.transaction, self.parameters, self.meter, self.run)
    }

    /// Evaluates. What needs no graph needs no look at it either.
    pub(crate) fn eval(&self, expr: &'w Expr, row: &mut [Value]) -> Result<Value, Error> {
        match expr {
            Expr::Slot(slot) => Ok(row[slot.0 as usize].clone()),
            Expr::Parameter(number) => Ok(self.parameters[*number as usize].clone()),
            expr => self.context().eval(expr, row),
        }
    }

    /// The token of a name, made if need be.
    pub fn intern(&mut self, name: &str) -> Result<Token, Error> {
        if let Some(token) = self.transaction.token(name) {
            return Ok(token);
        }
        if name.is_empty() {
            let message = "the name of a label, a type or a property can't be empty";
            return Err(Error::new(ErrorKind::Name, message));
        }
        let token = self.transaction.intern(name)?;
        self.run.refresh(self.transaction);
        Ok(token)
    }

    /// The token of a name of the plan, made if need be.
    pub fn name(&mut self, name: NameRef) -> Result<Token, Error> {
        match self.run.token(name) {
            Some(token) => Ok(token),
            None => self.intern(self.run.name(name)),
        }
    }
}

/// What becomes of properties that are null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    /// They are left out.
    Dropped,
    /// They are an error: `MERGE` would make what it could never find.
    Refused,
}
