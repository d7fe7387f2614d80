//! Numbers that are calculated as they are written down: of those alone a float can be divided by an integer that is
//! zero, and is infinite then. Where the divisor comes out as the query runs, that is an error.

use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Literal, UnaryOp};
use crate::value::Number;

/// Whichever float it is: it is asked only whether it is one.
const SOME_FLOAT: Number = Number::of_float(f64::NAN);
/// Calculations of so many levels are looked at.
const DEEPEST: u32 = 6;

/// Whether it is a float that is divided by an integer that is zero, and both are written down.
pub(super) fn is_infinite_quotient(dividend: &Expr, divisor: &Expr) -> bool {
    matches!(number(divisor, DEEPEST), Some(Number::Integer(0)))
        && matches!(number(dividend, DEEPEST), Some(Number::Float(_)))
}

fn number(e: &Expr, depth: u32) -> Option<Number> {
    let depth = depth.checked_sub(1)?;
    match &e.kind {
        ExprKind::Literal(Literal::Integer(value)) => Some(Number::Integer(*value)),
        ExprKind::Literal(Literal::Float(value)) => Some(Number::of_float(*value)),
        ExprKind::Unary(UnaryOp::Plus, operand) => number(operand, depth),
        ExprKind::Unary(UnaryOp::Minus, operand) => match number(operand, depth)? {
            Number::Integer(value) => value.checked_neg().map(Number::Integer),
            Number::Float(_) => Some(SOME_FLOAT),
        },
        ExprKind::Binary(op, a, b) => calculated(*op, number(a, depth)?, number(b, depth)?),
        _ => None,
    }
}

fn calculated(op: BinaryOp, a: Number, b: Number) -> Option<Number> {
    match (op, a, b) {
        (BinaryOp::Power, ..) => Some(SOME_FLOAT),
        (_, Number::Integer(a), Number::Integer(b)) => op.of_integers(a, b).map(Number::Integer),
        (
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Modulo,
            ..,
        ) => Some(SOME_FLOAT),
        _ => None,
    }
}
