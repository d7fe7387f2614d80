//! Evaluates expressions. What lies in the row, in the plan or in the graph is looked at where it lies; only
//! what is new is made. Operators are in files by kind.

mod arithmetic;
mod collections;
mod elements;
mod labels;
mod logic;
mod properties;
mod strings;
mod subquery;

use elements::Elements;
pub(super) use properties::deleted;

use smallvec::SmallVec;

use super::Context;
use crate::error::{Error, ErrorKind, Span};
use crate::functions::{Body, Function, is_normalized, is_of_type};
use crate::plan::Expr;
use crate::syntax::ast::{BinaryOp, ComparisonOp};
use crate::value::Value;

/// Stack that must be left before another level of an expression is evaluated, and what is added when it is not.
pub(super) const RED_ZONE: usize = 96 << 10;
pub(super) const MORE_STACK: usize = 1 << 20;

/// What stands for a property that is not there.
static NULL: Value = Value::Null;

impl<'g> Context<'g> {
    /// The value of an expression that has it lying somewhere already: a variable, a constant, a property.
    #[inline]
    pub(super) fn peek<'v>(&'v self, expr: &'v Expr, row: &'v [Value]) -> Option<&'v Value> {
        match expr {
            Expr::Slot(slot) => Some(&row[slot.0 as usize]),
            Expr::Property(subject, name, _) => match &**subject {
                Expr::Slot(slot) => self.property(&row[slot.0 as usize], *name),
                subject => self.property(self.peek(subject, row)?, *name),
            },
            Expr::Constant(value) => Some(value),
            Expr::Parameter(number) => Some(&self.parameters[*number as usize]),
            _ => None,
        }
    }

    /// Evaluates.
    #[inline]
    pub(super) fn eval(&self, expr: &'g Expr, row: &mut [Value]) -> Result<Value, Error> {
        match self.peek(expr, row) {
            Some(value) => Ok(value.clone()),
            None => self.compute(expr, row),
        }
    }

    /// Evaluates two operands, without making a value of what is one already.
    #[inline]
    fn operands<T>(
        &self,
        a: &'g Expr,
        b: &'g Expr,
        row: &mut [Value],
        operate: impl FnOnce(&Value, &Value) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if let (Some(a), Some(b)) = (self.peek(a, row), self.peek(b, row)) {
            return operate(a, b);
        }
        let a = self.eval(a, row)?;
        if let Some(b) = self.peek(b, row) {
            return operate(&a, b);
        }
        let b = self.eval(b, row)?;
        operate(&a, &b)
    }

    fn compute(&self, expr: &'g Expr, row: &mut [Value]) -> Result<Value, Error> {
        stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.dispatch(expr, row))
    }

    fn dispatch(&self, expr: &'g Expr, row: &mut [Value]) -> Result<Value, Error> {
        match expr {
            Expr::Constant(_) | Expr::Slot(_) | Expr::Parameter(_) => {
                Ok(self.peek(expr, row).cloned().unwrap_or_default())
            }
            Expr::Property(subject, name, span) => {
                let subject = self.eval(subject, row)?;
                self.owned_property(&subject, *name, *span)
            }
            Expr::Index(a, b, span) => at(self.operands(a, b, row, |a, b| self.index(a, b)), *span),
            Expr::Slice(list, from, to, span) => {
                at(self.slice(list, from.as_deref(), to.as_deref(), row), *span)
            }
            Expr::List(items) => self.list(items, row),
            Expr::Map(entries) => self.map(entries, row),
            Expr::MapProjection { subject, items, span } => {
                at(self.map_projection(subject, items, row), *span)
            }
            Expr::Not(..)
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::Compare(..)
            | Expr::IsNull(..)
            | Expr::HasLabels(..)
            | Expr::Exists(_)
            | Expr::Quantifier { .. }
            | Expr::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::In, ..) => {
                self.truth(expr, row).map(Value::from)
            }
            Expr::Negate(operand, span) => at(arithmetic::negate(&self.eval(operand, row)?), *span),
            Expr::Plus(operand, span) => at(arithmetic::plus(self.eval(operand, row)?), *span),
            Expr::Binary(op, a, b, span) => {
                at(self.operands(a, b, row, |a, b| self.binary(*op, a, b)), *span)
            }
            Expr::Let(slot, value, body) => {
                row[slot.0 as usize] = self.eval(value, row)?;
                self.eval(body, row)
            }
            Expr::IsTyped(operand, negated, of) => {
                let value = self.eval(operand, row)?;
                Ok(Value::Bool(is_of_type(&value, of) != *negated))
            }
            Expr::IsNormalized(operand, negated, form) => {
                let Value::Text(text) = self.eval(operand, row)? else { return Ok(Value::Null) };
                Ok(Value::Bool(is_normalized(text.as_str(), *form) != *negated))
            }
            Expr::Case { alternatives, otherwise } => {
                for (test, result) in alternatives {
                    if self.test(test, row)? {
                        return self.eval(result, row);
                    }
                }
                self.eval(otherwise, row)
            }
            Expr::Call(function, arguments, span) => at(self.call(function, arguments, row), *span),
            Expr::ListComprehension { slot, list, predicate, map } => {
                self.comprehension(*slot, list, predicate.as_deref(), map.as_deref(), row)
            }
            Expr::Reduce { accumulator, init, slot, list, step } => {
                self.reduce((*accumulator, init), (*slot, list), step, row)
            }
            Expr::Count(query) => self.count(query, row),
            Expr::Collect(query, slot) => self.collect(query, *slot, row),
            Expr::PatternComprehension(pipeline, value) => {
                self.pattern_comprehension(pipeline, value, row)
            }
            Expr::Path(parts) => self.path(parts, row),
        }
    }

    fn call(
        &self,
        function: &'static Function,
        arguments: &'g [Expr],
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let Body::Native(body) = function.body else {
            let message = format!("{}() is not supported by the embedded engine", function.name);
            return Err(Error::new(ErrorKind::Unsupported, message));
        };
        if let [argument] = arguments
            && let Some(value) = self.peek(argument, row)
        {
            return body(self, std::slice::from_ref(value));
        }
        let mut values = SmallVec::<[Value; 4]>::new();
        for argument in arguments {
            values.push(self.eval(argument, row)?);
        }
        body(self, &values)
    }

    fn binary(&self, op: BinaryOp, a: &Value, b: &Value) -> Result<Value, Error> {
        match op {
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Subtract => arithmetic::subtract(a, b),
            BinaryOp::Multiply => arithmetic::multiply(a, b),
            BinaryOp::Divide => arithmetic::divide(a, b),
            BinaryOp::Modulo => arithmetic::modulo(a, b),
            BinaryOp::Power => arithmetic::power(a, b),
            BinaryOp::Concat => self.concat(a, b),
            BinaryOp::StartsWith => Ok(strings::starts_with(a, b).into()),
            BinaryOp::EndsWith => Ok(strings::ends_with(a, b).into()),
            BinaryOp::Contains => self.contains(a, b).map(Value::from),
            BinaryOp::Regex => self.matches_regex(a, b).map(Value::from),
            BinaryOp::In => self.is_in(a, b).map(Value::from),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                let (a, b) = (logic::boolean(a)?, logic::boolean(b)?);
                Ok(logic::combine(op, a, b).into())
            }
        }
    }

    /// Whether a predicate is true. Null is not.
    #[inline]
    pub(super) fn test(&self, expr: &'g Expr, row: &mut [Value]) -> Result<bool, Error> {
        match expr {
            Expr::Compare(ComparisonOp::Equal, a, b, _) => {
                self.operands(a, b, row, |a, b| Ok(a.equals(b) == Some(true)))
            }
            Expr::IsNull(operand, negated) => match self.peek(operand, row) {
                Some(value) => Ok(value.is_null() != *negated),
                None => Ok(self.eval(operand, row)?.is_null() != *negated),
            },
            Expr::And(terms, _) => {
                for term in terms {
                    if !self.test(term, row)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Expr::Exists(query) => self.exists(query, row),
            _ => Ok(self.truth(expr, row)? == Some(true)),
        }
    }
}

/// The error of a value of a type that can't stand where it stands.
#[cold]
fn type_error(wanted: &str, found: &Value) -> Error {
    Error::new(ErrorKind::Type, format!("expected {wanted}, but it is {}", described(found)))
        .because("InvalidArgumentType")
}

/// The error of two values between which an operator does not work.
#[cold]
fn operator_error(verb: &str, a: &Value, b: &Value) -> Error {
    let (a, b) = (described(a), described(b));
    Error::new(ErrorKind::Type, format!("cannot {verb} {a} and {b}")).because("InvalidArgumentType")
}

/// The type of a value, and small values themselves, as messages name them.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) => {
            format!("the {} {value}", value.type_name())
        }
        _ => format!("a {}", value.type_name()),
    }
}

/// Points an error at a place, unless it points somewhere already.
#[inline]
fn at<T>(result: Result<T, Error>, span: Span) -> Result<T, Error> {
    result.map_err(|error| error.at(span))
}
