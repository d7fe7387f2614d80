//! Lists that grow in place: what `reduce()` accumulates where its step puts values beside it (`grows_in_place` of the
//! plan), so that a list of `n` takes `n` steps and not `n * n / 2`.

use std::slice::from_ref;

use crate::error::Error;
use crate::plan::{Expr, Slot};
use crate::run::context::Context;
use crate::run::describe::at;
use crate::syntax::ast::BinaryOp;
use crate::value::{List, Value};

impl<'g> Context<'g> {
    /// The value of a step that takes what is accumulated: in its place is null from then on.
    pub(super) fn grow(
        &self,
        step: &'g Expr,
        accumulator: Slot,
        row: &mut [Value],
    ) -> Result<Value, Error> {
        match step {
            Expr::Slot(slot) if *slot == accumulator => {
                Ok(std::mem::take(&mut row[accumulator.0 as usize]))
            }
            Expr::Binary(BinaryOp::Add, a, b, span) => {
                self.tick()?;
                let a = self.grow(a, accumulator, row)?;
                let b = self.grow(b, accumulator, row)?;
                at(self.add_to(a, b), *span)
            }
            Expr::Case { alternatives, otherwise } => {
                let result = self.chosen(alternatives, otherwise, row)?;
                self.grow(result, accumulator, row)
            }
            step => self.eval(step, row),
        }
    }

    /// `a + b`, in place of a list that nobody else has.
    fn add_to(&self, mut a: Value, mut b: Value) -> Result<Value, Error> {
        let longer = |a: &List, b: &List| a.as_slice().len() >= b.as_slice().len();
        let (grown, is_first) = match (&mut a, &mut b) {
            (Value::Null, _) | (_, Value::Null) => (false, false),
            (Value::List(list), Value::List(more)) if longer(list, more) => {
                (list.push_behind(more.as_slice(), self.meter)?, true)
            }
            (Value::List(more), Value::List(list)) => {
                (list.push_before(more.as_slice(), self.meter)?, false)
            }
            (Value::List(list), one) => (list.push_behind(from_ref(one), self.meter)?, true),
            (one, Value::List(list)) => (list.push_before(from_ref(one), self.meter)?, false),
            _ => (false, false),
        };
        match (grown, is_first) {
            (true, true) => Ok(a),
            (true, false) => Ok(b),
            (false, _) => self.add(&a, &b),
        }
    }
}
