//! Operators as they are written.

use crate::syntax::ast::{BinaryOp, ComparisonOp};

/// The sign or words of an infix operator.
pub(crate) fn binary_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => "OR",
        BinaryOp::Xor => "XOR",
        BinaryOp::And => "AND",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Modulo => "%",
        BinaryOp::Power => "^",
        BinaryOp::Concat => "||",
        BinaryOp::In => "IN",
        BinaryOp::StartsWith => "STARTS WITH",
        BinaryOp::EndsWith => "ENDS WITH",
        BinaryOp::Contains => "CONTAINS",
        BinaryOp::Regex => "=~",
    }
}

/// The sign of a comparison.
pub(crate) fn comparison_sign(op: ComparisonOp) -> &'static str {
    match op {
        ComparisonOp::Equal => "=",
        ComparisonOp::NotEqual => "<>",
        ComparisonOp::Less => "<",
        ComparisonOp::LessOrEqual => "<=",
        ComparisonOp::Greater => ">",
        ComparisonOp::GreaterOrEqual => ">=",
    }
}
