//! Expressions of every kind: each is dealt with here or handed to the file of its operators.

use smallvec::SmallVec;

use super::{arithmetic, logic, strings};
use crate::error::{Error, ErrorKind};
use crate::plan::{Expr, Slot};
use crate::run::context::Context;
use crate::run::describe::at;
use crate::run::functions::{code, is_normalized, is_of_type};
use crate::signatures::{Function, FunctionSignature, ScalarFunction};
use crate::stack::deeper;
use crate::syntax::ast::{BinaryOp, ComparisonOp, Dialect};
use crate::value::Value;

impl<'g> Context<'g> {
    /// The value of an expression that has it lying somewhere already: a variable, a constant, a property.
    #[inline]
    pub(in crate::run) fn peek<'v>(
        &'v self,
        expr: &'v Expr,
        row: &'v [Value],
    ) -> Option<&'v Value> {
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

    /// The same of elements of lists as well: apart, since `peek` is put in place wherever anything is evaluated.
    pub(in crate::run) fn peek_in_lists<'v>(
        &'v self,
        expr: &'v Expr,
        row: &'v [Value],
    ) -> Option<&'v Value> {
        match expr {
            Expr::Index(list, index, _) => self.peek_element(list, index, row),
            expr => self.peek(expr, row),
        }
    }

    /// An element of a list that has it, where both lie somewhere, be it in a list.
    pub(super) fn peek_element<'v>(
        &'v self,
        list: &'v Expr,
        index: &'v Expr,
        row: &'v [Value],
    ) -> Option<&'v Value> {
        match (self.peek_in_lists(list, row)?, self.peek_in_lists(index, row)?) {
            (Value::List(list), Value::Integer(index)) => list.element(*index),
            _ => None,
        }
    }

    /// Evaluates.
    #[inline]
    pub(in crate::run) fn eval(&self, expr: &'g Expr, row: &mut [Value]) -> Result<Value, Error> {
        if let Some(value) = self.peek(expr, row) {
            return Ok(value.clone());
        }
        if let Some(number) = self.number_of_two(expr, row) {
            self.tick()?;
            return Ok(number.into());
        }
        self.compute(expr, row)
    }

    /// Evaluates into a slot. A number goes there from registers, and is no value on its way.
    #[inline]
    pub(in crate::run) fn assign(
        &self,
        slot: Slot,
        expr: &'g Expr,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let value = match expr {
            Expr::Binary(..) => {
                self.tick()?;
                if let Some(number) = self.number(expr, row) {
                    row[slot.0 as usize].set_number(number);
                    return Ok(());
                }
                deeper(|| self.dispatch(expr, row))?
            }
            Expr::Let(name, value, body) => {
                return self.assign_behind(slot, body, (*name, value), row);
            }
            expr => self.eval(expr, row)?,
        };
        row[slot.0 as usize].set(value);
        Ok(())
    }

    /// Evaluates into a slot, once a value has its name: apart, since `assign` is put in place in every loop.
    #[inline(never)]
    fn assign_behind(
        &self,
        slot: Slot,
        body: &'g Expr,
        (name, value): (Slot, &'g Expr),
        row: &mut [Value],
    ) -> Result<(), Error> {
        self.tick()?;
        deeper(|| {
            self.assign(name, value, row)?;
            self.assign(slot, body, row)
        })
    }

    /// Evaluates two operands, without making a value of what is one already.
    #[inline]
    pub(super) fn operands<T>(
        &self,
        a: &'g Expr,
        b: &'g Expr,
        row: &mut [Value],
        operate: impl FnOnce(&Value, &Value) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if let (Some(a), Some(b)) = (self.peek_in_lists(a, row), self.peek_in_lists(b, row)) {
            return operate(a, b);
        }
        let a = self.eval(a, row)?;
        if let Some(b) = self.peek_in_lists(b, row) {
            return operate(&a, b);
        }
        let b = self.eval(b, row)?;
        operate(&a, &b)
    }

    pub(super) fn compute(&self, expr: &'g Expr, row: &mut [Value]) -> Result<Value, Error> {
        self.tick()?;
        // What is made of values that lie somewhere goes no deeper.
        match expr {
            Expr::Binary(op, a, b, span) if is_of_values(*op) => {
                if let (Some(a), Some(b)) = (self.peek(a, row), self.peek(b, row)) {
                    return at(self.binary(*op, a, b), *span);
                }
                if let Some(number) = self.number(expr, row) {
                    return Ok(number.into());
                }
            }
            Expr::Call(function, arguments, span) => {
                if let Some(number) = self.number(expr, row) {
                    return Ok(number.into());
                }
                if let ([argument], Some(computed)) = (arguments.as_slice(), function.function)
                    && let Some(value) = self.peek(argument, row)
                {
                    return at(self.call_of(computed, value), *span);
                }
            }
            Expr::Negate(..) => {
                if let Some(number) = self.number(expr, row) {
                    return Ok(number.into());
                }
            }
            Expr::Index(list, index, _) => {
                if let Some(element) = self.peek_element(list, index, row) {
                    return Ok(element.clone());
                }
            }
            _ => {}
        }
        deeper(|| self.dispatch(expr, row))
    }

    fn dispatch(&self, expr: &'g Expr, row: &mut [Value]) -> Result<Value, Error> {
        match expr {
            Expr::Constant(_) | Expr::Slot(_) | Expr::Parameter(_) => {
                Ok(self.peek(expr, row).cloned().unwrap_or_default())
            }
            Expr::Call(function, arguments, span) => at(self.call(function, arguments, row), *span),
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
            | Expr::IsAcyclic(_)
            | Expr::Quantifier { .. }
            | Expr::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::In, ..) => {
                self.truth(expr, row).map(Value::from)
            }
            Expr::Negate(operand, span) => at(arithmetic::negate(&self.eval(operand, row)?), *span),
            Expr::Binary(op, a, b, span) => {
                at(self.operands(a, b, row, |a, b| self.binary(*op, a, b)), *span)
            }
            Expr::Let(slot, value, body) => {
                self.assign(*slot, value, row)?;
                self.eval(body, row)
            }
            Expr::IsTyped(operand, negated, of) => {
                let value = self.eval(operand, row)?;
                Ok(Value::Bool(is_of_type(&value, of, self.meter) != *negated))
            }
            Expr::IsNormalized(operand, negated, form) => {
                let Value::Text(text) = self.eval(operand, row)? else { return Ok(Value::Null) };
                Ok(Value::Bool(is_normalized(self, text.as_str(), *form)? != *negated))
            }
            Expr::Case { alternatives, otherwise } => {
                self.eval(self.chosen(alternatives, otherwise, row)?, row)
            }
            Expr::ListComprehension { slot, list, predicate, map } => {
                self.comprehension(*slot, list, predicate.as_deref(), map.as_deref(), row)
            }
            Expr::Reduce { accumulator, init, slot, list, step, in_place, every } => {
                let step = (&**step, *in_place);
                self.reduce((*accumulator, init), (*slot, list), step, every.as_deref(), row)
            }
            Expr::Count(query, times) => self.count(query, *times, row),
            Expr::Collect(query, slot) => self.collect(query, *slot, row),
            Expr::PatternComprehension(pipeline, value) => {
                self.pattern_comprehension(pipeline, value, row)
            }
            Expr::Path(parts) => self.path(parts, row),
        }
    }

    /// The result of a `CASE` whose test is the first that is true.
    pub(super) fn chosen(
        &self,
        alternatives: &'g [(Expr, Expr)],
        otherwise: &'g Expr,
        row: &mut [Value],
    ) -> Result<&'g Expr, Error> {
        for (test, result) in alternatives {
            self.tick()?;
            if self.test(test, row)? {
                return Ok(result);
            }
        }
        Ok(otherwise)
    }

    fn call(
        &self,
        function: &FunctionSignature,
        arguments: &'g [Expr],
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let Some(computed) = function.function else {
            let message = format!("{}() is not supported by the embedded engine", function.name);
            return Err(Error::new(ErrorKind::Unsupported, message));
        };
        if let [argument] = arguments {
            return self.call_of(computed, &self.eval(argument, row)?);
        }
        let mut values = SmallVec::<[Value; 4]>::new();
        for argument in arguments {
            let value = self.eval(argument, row)?;
            // Nobody asks what stands behind the first that is known.
            let settled =
                computed == Function::Scalar(ScalarFunction::Coalesce) && !value.is_null();
            values.push(value);
            if settled {
                break;
            }
        }
        self.read_texts(&values)?;
        code(computed)(self, &values)
    }

    /// Calls a function of one argument.
    fn call_of(&self, computed: Function, argument: &Value) -> Result<Value, Error> {
        let arguments = std::slice::from_ref(argument);
        self.read_texts(arguments)?;
        code(computed)(self, arguments)
    }

    /// Counts the going through texts once, whatever is done with them.
    fn read_texts(&self, values: &[Value]) -> Result<(), Error> {
        values.iter().try_for_each(|value| match value {
            Value::Text(text) => self.meter.read(text.as_str().len()),
            _ => Ok(()),
        })
    }

    fn binary(&self, op: BinaryOp, a: &Value, b: &Value) -> Result<Value, Error> {
        match op {
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Subtract => arithmetic::subtract(a, b, self.meter),
            BinaryOp::Multiply => arithmetic::multiply(a, b, self.meter),
            BinaryOp::Divide if a.is_null() && self.run.dialect == Dialect::Cypher25 => {
                Ok(Value::Null)
            }
            BinaryOp::Divide => arithmetic::divide(a, b, self.meter),
            BinaryOp::Modulo => arithmetic::modulo(a, b),
            BinaryOp::Power => arithmetic::power(a, b),
            BinaryOp::Concat => self.concat(a, b),
            BinaryOp::StartsWith => strings::starts_with(self.meter, a, b).map(Value::from),
            BinaryOp::EndsWith => strings::ends_with(self.meter, a, b).map(Value::from),
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
    pub(in crate::run) fn test(&self, expr: &'g Expr, row: &mut [Value]) -> Result<bool, Error> {
        match expr {
            Expr::Compare(ComparisonOp::Equal, a, b, _) => {
                if let Some(found) = self.compared_numbers(ComparisonOp::Equal, (a, b), row) {
                    return Ok(found == Some(true));
                }
                self.operands(a, b, row, |a, b| Ok(a.equals(b, self.meter) == Some(true)))
            }
            Expr::IsNull(operand, negated) => match self.peek(operand, row) {
                Some(value) => Ok(value.is_null() != *negated),
                None => Ok(self.eval(operand, row)?.is_null() != *negated),
            },
            Expr::And(terms, _) => {
                for term in terms {
                    self.tick()?;
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

/// Whether an operator takes values as they are: logic and `IN` look at how their operands are written.
fn is_of_values(op: BinaryOp) -> bool {
    !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::In)
}
