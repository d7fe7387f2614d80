//! Three-valued logic: comparisons, `AND`, `OR`, `XOR`, `NOT`, `IN`, null tests. `None` is null.

use super::elements::Elements;
use crate::error::Error;
use crate::meter::Meter;
use crate::plan::{Expr, Slot, visit};
use crate::run::context::Context;
use crate::run::describe::{at, type_error};
use crate::stack::deeper;
use crate::syntax::ast::{BinaryOp, ComparisonOp, Dialect, ListQuantifier};
use crate::value::Value;

impl<'g> Context<'g> {
    /// The truth of a predicate.
    pub(in crate::run) fn truth(
        &self,
        expr: &'g Expr,
        row: &mut [Value],
    ) -> Result<Option<bool>, Error> {
        match expr {
            Expr::Compare(op, a, b, _) => {
                if let Some(found) = self.compared_numbers(*op, (a, b), row) {
                    return Ok(found);
                }
                self.operands(a, b, row, |a, b| Ok(compare(*op, a, b, self.meter)))
            }
            Expr::IsNull(operand, negated) => match self.peek(operand, row) {
                Some(value) => Ok(Some(value.is_null() != *negated)),
                None => Ok(Some(self.eval(operand, row)?.is_null() != *negated)),
            },
            Expr::And(terms, span) => at(self.all(terms, true, row), *span),
            Expr::Or(terms, span) => at(self.all(terms, false, row), *span),
            Expr::Not(operand, span) => Ok(at(self.operand(operand, row), *span)?.map(|is| !is)),
            Expr::HasLabels(subject, test) => self.has_labels(subject, test, row),
            Expr::Exists(query) => self.exists(query, row).map(Some),
            Expr::IsAcyclic(path) => match &row[path.0 as usize] {
                Value::Path(path) => path.is_acyclic(self.meter).map(Some),
                _ => Ok(None),
            },
            Expr::Quantifier { kind, slot, list, predicate } => {
                let Some(elements) = self.elements(list, row)? else { return Ok(None) };
                self.quantifier(*kind, (*slot, elements), predicate, row)
            }
            Expr::Binary(BinaryOp::In, a, b, span) => {
                if let (Some(a), Some(b)) = (self.peek(a, row), self.peek(b, row)) {
                    return at(self.is_in(a, b), *span);
                }
                if let Some(Elements::Range(range)) = self.range(b, row)?
                    && let Some(number) = self.eval(a, row)?.as_whole()
                {
                    return Ok(Some(range.contains(number)));
                }
                at(self.operands(a, b, row, |a, b| self.is_in(a, b)), *span)
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b, span) => {
                let a = at(self.operand(a, row), *span)?;
                let b = at(self.operand(b, row), *span)?;
                Ok(combine(*op, a, b))
            }
            _ => match self.peek(expr, row) {
                Some(value) => boolean(value),
                None => boolean(&self.compute(expr, row)?),
            },
        }
    }

    /// The truth of an operand, on a stack that is deep enough.
    fn operand(&self, expr: &'g Expr, row: &mut [Value]) -> Result<Option<bool>, Error> {
        self.tick()?;
        if is_flat(expr) {
            return self.truth(expr, row);
        }
        deeper(|| self.truth(expr, row))
    }

    /// `AND` where `neutral` is true, `OR` where it is false: stops at the first term that decides.
    fn all(
        &self,
        terms: &'g [Expr],
        neutral: bool,
        row: &mut [Value],
    ) -> Result<Option<bool>, Error> {
        let mut result = Ok(Some(neutral));
        for term in terms {
            if result.is_err() && visit::asks(term) {
                break;
            }
            match self.operand(term, row) {
                Ok(Some(truth)) if truth == neutral => {}
                Ok(Some(truth)) => return Ok(Some(truth)),
                Ok(None) => result = result.map(|_| None),
                // In Cypher 5 another term may decide in spite of it, if it is no subquery.
                Err(error)
                    if self.run.dialect == Dialect::Cypher25 || error.kind().is_of_limits() =>
                {
                    return Err(error);
                }
                Err(error) => result = result.and(Err(error)),
            }
        }
        result
    }

    /// `x IN list`.
    pub(super) fn is_in(&self, value: &Value, list: &Value) -> Result<Option<bool>, Error> {
        let list = match list {
            Value::List(list) => {
                if let Some(found) = self.run.members.find(value, list, self.meter)? {
                    return Ok(found);
                }
                list.as_slice()
            }
            Value::Null => return Ok(None),
            // As Neo4j has it, a single value is a list of one.
            other => std::slice::from_ref(other),
        };
        let mut result = Some(false);
        for element in list {
            self.tick()?;
            // What is looked for most, without a call.
            let equal = match (value, element) {
                (Value::Node(a), Value::Node(b)) => Some(a == b),
                (Value::Integer(a), Value::Integer(b)) => Some(a == b),
                _ => value.equals(element, self.meter),
            };
            match equal {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => result = None,
            }
        }
        Ok(result)
    }

    /// `all`, `any`, `none`, `single`: true or false where the elements decide it, else null where nulls leave it open.
    fn quantifier(
        &self,
        kind: ListQuantifier,
        (slot, mut elements): (Slot, Elements),
        predicate: &'g Expr,
        row: &mut [Value],
    ) -> Result<Option<bool>, Error> {
        let (mut yes, mut unknown) = (0u8, false);
        while elements.put_next(&mut row[slot.0 as usize]) {
            self.tick()?;
            match (kind, self.truth(predicate, row)?) {
                (ListQuantifier::All, Some(false)) => return Ok(Some(false)),
                (ListQuantifier::Any, Some(true)) => return Ok(Some(true)),
                (ListQuantifier::None, Some(true)) => return Ok(Some(false)),
                (ListQuantifier::Single, Some(true)) if yes == 1 => return Ok(Some(false)),
                (_, Some(true)) => yes = 1,
                (_, Some(false)) => {}
                (_, None) => unknown = true,
            }
        }
        let decided = match kind {
            ListQuantifier::All | ListQuantifier::None => true,
            ListQuantifier::Any => false,
            ListQuantifier::Single => yes == 1,
        };
        Ok((!unknown).then_some(decided))
    }
}

/// Whether a predicate asks for nothing but what lies in the row or the plan, so that it goes no deeper.
#[inline]
fn is_flat(expr: &Expr) -> bool {
    let lies = |expr: &Expr| match expr {
        Expr::Slot(_) | Expr::Constant(_) | Expr::Parameter(_) => true,
        Expr::Property(subject, ..) => matches!(**subject, Expr::Slot(_)),
        _ => false,
    };
    match expr {
        Expr::Compare(_, a, b, _) | Expr::Binary(BinaryOp::In, a, b, _) => lies(a) && lies(b),
        Expr::IsNull(operand, _) => lies(operand),
        _ => false,
    }
}

/// One comparison.
pub(super) fn compare(op: ComparisonOp, a: &Value, b: &Value, meter: &Meter) -> Option<bool> {
    match op {
        ComparisonOp::Equal => a.equals(b, meter),
        ComparisonOp::NotEqual => a.equals(b, meter).map(|equal| !equal),
        op => a.compare(b, meter).holds(|order| op.holds(order)),
    }
}

/// A value as a truth value.
#[inline]
pub(super) fn boolean(value: &Value) -> Result<Option<bool>, Error> {
    match value {
        Value::Bool(truth) => Ok(Some(*truth)),
        Value::Null => Ok(None),
        // Neo4j refuses lists that show in the text, and takes those that come while a query runs: empty ones are false.
        Value::List(list) => Ok(Some(!list.as_slice().is_empty())),
        Value::Map(_) => Ok(Some(true)),
        other => Err(type_error("a boolean", other)),
    }
}

/// `AND`, `OR`, `XOR`.
pub(super) fn combine(op: BinaryOp, a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (op, a, b) {
        (BinaryOp::And, Some(false), _) | (BinaryOp::And, _, Some(false)) => Some(false),
        (BinaryOp::Or, Some(true), _) | (BinaryOp::Or, _, Some(true)) => Some(true),
        (BinaryOp::And, Some(true), Some(true)) => Some(true),
        (BinaryOp::Or, Some(false), Some(false)) => Some(false),
        (BinaryOp::Xor, Some(a), Some(b)) => Some(a != b),
        _ => None,
    }
}
