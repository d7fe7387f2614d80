//! Operators on truth values and numbers. A truth value that is written down, or that two numbers compare to, decides an
//! `AND` or `OR` wherever it stands, and nothing beside it is computed; how many relationships a node has is asked first,
//! and other subqueries where the rest decides nothing:
//!
//! ```text
//! > MATCH (n:N) RETURN EXISTS { (n)-->(:N) } OR n.x = 1 OR (n)-->() AS a, n.x / 0 = 1 AND false AS b
//! NodeByLabelScan      n:N
//! Projection           EXISTS { ... } OR n.x = 1 OR EXISTS { ... } AS a, false AS b
//! | Expand(All)          (n)-[anon_4]->(anon_3)
//! | Expand(All)          (n)-[anon_2]->(anon_1) WHERE anon_1:N
//! ```

use super::folded::is_infinite_quotient;
use super::lowerer::Lowerer;
use crate::error::{Error, Span};
use crate::plan::Expr;
use crate::stack::deeper;
use crate::syntax::ast::{self, BinaryOp, ComparisonOp, Dialect, ExprKind, UnaryOp};
use crate::value::Value;

impl<'a> Lowerer<'a> {
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        e: &'a ast::Expr,
        span: Span,
    ) -> Result<Expr, Error> {
        let e = match &e.kind {
            ExprKind::Binary(BinaryOp::Or, ..) if op == UnaryOp::Not => {
                self.junction(BinaryOp::Or, e, true)?
            }
            _ => self.expr(e)?,
        };
        Ok(match (op, e) {
            (UnaryOp::Minus, Expr::Constant(Value::Integer(i))) if i != i64::MIN => {
                Expr::Constant(Value::Integer(-i))
            }
            (UnaryOp::Minus, Expr::Constant(Value::Float(x))) => {
                Expr::Constant(Value::Float(0.0 - x))
            }
            (UnaryOp::Minus, e) => Expr::Negate(Box::new(e), span),
            (UnaryOp::Plus, e) => e,
            (UnaryOp::Not, e) => match truth(&e) {
                Some(value) => Expr::Constant(Value::Bool(!value)),
                None => Expr::Not(Box::new(e), span),
            },
        })
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        whole: &'a ast::Expr,
        a: &'a ast::Expr,
        b: &'a ast::Expr,
    ) -> Result<Expr, Error> {
        if op == BinaryOp::Divide && is_infinite_quotient(a, b) {
            let zero = Box::new(Expr::Constant(Value::Float(0.0)));
            return Ok(Expr::Binary(op, self.boxed(a)?, zero, whole.span));
        }
        if !matches!(op, BinaryOp::And | BinaryOp::Or) {
            let (a, b) = (self.boxed(a)?, self.boxed(b)?);
            return Ok(match (op, truth(&a), truth(&b)) {
                (BinaryOp::Xor, Some(a), Some(b)) => Expr::Constant(Value::Bool(a != b)),
                (BinaryOp::Xor, Some(false), None) => *b,
                (BinaryOp::Xor, None, Some(false)) => *a,
                _ => Expr::Binary(op, a, b, whole.span),
            });
        }
        self.junction(op, whole, false)
    }

    /// A chain of `AND` or `OR`.
    fn junction(
        &mut self,
        op: BinaryOp,
        whole: &'a ast::Expr,
        denied: bool,
    ) -> Result<Expr, Error> {
        let before = self.fallible;
        let mut operands = self.operands(op, whole, denied)?;
        let decisive = op == BinaryOp::Or;
        if let Some(value) = decided(decisive, &operands) {
            self.fallible = before;
            return Ok(Expr::Constant(Value::Bool(value)));
        }
        // The one operand that says something is given as it is, be it a truth value or not.
        operands.retain(|operand| truth(operand) != Some(!decisive));
        if operands.len() == 1
            && let Some(operand) = operands.pop()
        {
            return Ok(operand);
        }
        Ok(match op {
            BinaryOp::And => Expr::And(operands, whole.span),
            _ => Expr::Or(operands, whole.span),
        })
    }

    /// The operands of a chain of one operator, left to right, those with a node's degree before all others and those
    /// with subqueries behind them; before these what is looked for among the values of an `OR`.
    fn operands(
        &mut self,
        op: BinaryOp,
        e: &'a ast::Expr,
        denied: bool,
    ) -> Result<Vec<Expr>, Error> {
        let written: Vec<&'a ast::Expr> = e.joined_by(op).collect();
        let seeks = op == BinaryOp::Or && !denied && self.dialect == Dialect::Cypher25;
        let (mut degrees, mut others, mut asking) = (Vec::new(), Vec::new(), Vec::new());
        let (mut sought, mut may_fail) = (Vec::new(), false);
        for &e in &written {
            let (subqueries, by_degree, fallible) = (self.subqueries, self.degrees, self.fallible);
            let operand = self.expr(e)?;
            may_fail |= self.fallible > fallible || self.lies_there(&operand);
            if self.degrees > by_degree && self.comes_first(&operand, written.len()) {
                degrees.push(operand);
            } else if self.subqueries > subqueries || matches!(operand, Expr::Exists(_)) {
                asking.push(operand);
            } else if seeks && is_sought(e) {
                sought.push((others.len(), operand));
            } else {
                others.push(operand);
            }
        }
        for (moved, (at, operand)) in sought.into_iter().enumerate() {
            // Which of them comes first shows in nothing but in what fails.
            others.insert(if may_fail { others.len() } else { at + moved }, operand);
        }
        degrees.append(&mut others);
        degrees.append(&mut asking);
        Ok(degrees)
    }

    /// Whether an operand with a node's degree comes before the others: in Cypher 25 only one of two that is nothing more.
    fn comes_first(&self, operand: &Expr, operands: usize) -> bool {
        self.dialect == Dialect::Cypher5 || (operands == 2 && matches!(operand, Expr::Exists(_)))
    }
}

/// Whether something that is read or called must have a value that is written down: Cypher 25 puts such operands of an
/// `OR` together.
fn is_sought(e: &ast::Expr) -> bool {
    let ExprKind::Comparison { first, rest } = &e.kind else { return false };
    let [(ComparisonOp::Equal, second)] = rest.as_slice() else { return false };
    let is_read = |side: &ast::Expr| match &side.kind {
        ExprKind::Property(owner, _) | ExprKind::Index(owner, _) => {
            matches!(owner.kind, ExprKind::Variable(_))
        }
        ExprKind::Function(_) => true,
        _ => false,
    };
    (is_read(first) && is_written(second)) || (is_read(second) && is_written(first))
}

/// Whether its value is known from the text.
fn is_written(e: &ast::Expr) -> bool {
    deeper(|| match &e.kind {
        ExprKind::Literal(_) => true,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::List(_) => {
            e.children().into_iter().all(is_written)
        }
        _ => false,
    })
}

/// What an `AND` or `OR` of such operands is, whatever the others are; `true` decides an `OR`.
pub(super) fn decided(decisive: bool, operands: &[Expr]) -> Option<bool> {
    let is = |wanted| move |operand: &Expr| truth(operand) == Some(wanted);
    if operands.iter().any(is(decisive)) {
        return Some(decisive);
    }
    operands.iter().all(is(!decisive)).then_some(!decisive)
}

/// A truth value that is known.
pub(super) fn truth(e: &Expr) -> Option<bool> {
    match e {
        Expr::Constant(Value::Bool(value)) => Some(*value),
        _ => None,
    }
}

/// What a comparison of two numbers comes to.
pub(super) fn compared(op: ComparisonOp, a: &Expr, b: &Expr) -> Option<bool> {
    let (Expr::Constant(a), Expr::Constant(b)) = (a, b) else { return None };
    let order = match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b)?,
        _ => return None,
    };
    Some(op.holds(order))
}
