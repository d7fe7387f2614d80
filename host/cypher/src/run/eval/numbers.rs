//! What is calculated of nothing but numbers: a number comes back in registers, a value by way of memory, for which the
//! processor waits. Whatever is no number, or an error, is left to those who evaluate values.

use super::arithmetic::{negated, of_numbers};
use super::logic::compare;
use crate::plan::Expr;
use crate::run::context::Context;
use crate::run::functions::of_number;
use crate::signatures::FunctionSignature;
use crate::syntax::ast::ComparisonOp;
use crate::value::{Number, Value};

/// How many operators and functions in one another are tried: what is no number after all is calculated once more.
const INSIDE: u32 = 8;

impl Context<'_> {
    /// The number that operators and functions make of others.
    #[inline]
    pub(super) fn number(&self, expr: &Expr, row: &[Value]) -> Option<Number> {
        match expr {
            // What of a function is none shows at once.
            Expr::Call(function, arguments, _) => {
                self.number_of_call(function, arguments, INSIDE, row)
            }
            expr => self.number_within(expr, INSIDE, row),
        }
    }

    /// The number that an operator makes of two that are known or in the row: most are no more than this, and a function that
    /// calls itself takes longer. It is not put in place either, since places that evaluate are many.
    #[inline(never)]
    pub(super) fn number_of_two(&self, expr: &Expr, row: &[Value]) -> Option<Number> {
        let Expr::Binary(op, a, b, _) = expr else { return None };
        of_numbers(*op, self.number_here(a, row)?, self.number_here(b, row)?)
    }

    /// What a comparison of numbers says of which one at least is calculated.
    #[inline]
    pub(super) fn compared_numbers(
        &self,
        op: ComparisonOp,
        (a, b): (&Expr, &Expr),
        row: &[Value],
    ) -> Option<Option<bool>> {
        if is_calculated(a) || is_calculated(b) { self.compared(op, a, b, row) } else { None }
    }

    #[inline(never)]
    fn compared(
        &self,
        op: ComparisonOp,
        a: &Expr,
        b: &Expr,
        row: &[Value],
    ) -> Option<Option<bool>> {
        let (a, b) = (self.number(a, row)?, self.number(b, row)?);
        let (Number::Integer(a), Number::Integer(b)) = (a, b) else {
            return Some(compare(op, &a.into(), &b.into(), self.meter));
        };
        Some(Some(op.holds(a.cmp(&b))))
    }

    /// The number that is known or in the row, or calculated in not more than so many steps inside one another.
    #[inline]
    fn number_within(&self, expr: &Expr, inside: u32, row: &[Value]) -> Option<Number> {
        match expr {
            Expr::Binary(..) | Expr::Call(..) | Expr::Index(..) | Expr::Negate(..) => {
                self.number_inside(expr, inside.checked_sub(1)?, row)
            }
            expr => self.number_here(expr, row),
        }
    }

    fn number_inside(&self, expr: &Expr, inside: u32, row: &[Value]) -> Option<Number> {
        match expr {
            Expr::Binary(op, a, b, _) => {
                let a = self.number_within(a, inside, row)?;
                of_numbers(*op, a, self.number_within(b, inside, row)?)
            }
            Expr::Call(function, arguments, _) => {
                self.number_of_call(function, arguments, inside, row)
            }
            Expr::Index(list, index, _) => self.number_in_list(list, index, inside, row),
            Expr::Negate(operand, _) => negated(self.number_within(operand, inside, row)?),
            _ => None,
        }
    }

    /// The number that a list has at a place that is known, in the row, or calculated.
    fn number_in_list(
        &self,
        list: &Expr,
        index: &Expr,
        inside: u32,
        row: &[Value],
    ) -> Option<Number> {
        let Value::List(list) = self.peek_in_lists(list, row)? else { return None };
        let Number::Integer(index) = self.number_within(index, inside, row)? else { return None };
        Number::of(list.element(index)?)
    }

    /// The number that a function makes of another one.
    #[inline]
    fn number_of_call(
        &self,
        function: &FunctionSignature,
        arguments: &[Expr],
        inside: u32,
        row: &[Value],
    ) -> Option<Number> {
        let compute = of_number(function.function?)?;
        let [argument] = arguments else { return None };
        compute(self.number_within(argument, inside, row)?)
    }

    /// The number that is known or in the row.
    #[inline]
    fn number_here(&self, expr: &Expr, row: &[Value]) -> Option<Number> {
        match expr {
            Expr::Slot(slot) => Number::of(&row[slot.0 as usize]),
            Expr::Constant(value) => Number::of(value),
            Expr::Property(..) => self.number_of_property(expr, row),
            Expr::Parameter(number) => Number::of(&self.parameters[*number as usize]),
            _ => None,
        }
    }

    fn number_of_property(&self, property: &Expr, row: &[Value]) -> Option<Number> {
        Number::of(self.peek(property, row)?)
    }
}

#[inline]
fn is_calculated(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(..) | Expr::Call(..))
}
