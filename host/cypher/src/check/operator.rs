//! Operators: which types they can't take, as far as those show in the text, and comparisons that nothing passes.

use super::kinds::Kinds;
use super::types::Type;
use super::{Checker, shortened};
use crate::error::{Notice, Span};
use crate::syntax::ast::{BinaryOp, ComparisonOp, Dialect, Expr, ExprKind, Literal, UnaryOp};

/// What can be subtracted, multiplied and divided.
const ARITHMETIC: Kinds = Kinds::NUMBER.or(Kinds::DURATION).or(Kinds::INSTANT);

impl<'a> Checker<'a> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: &'a Expr) -> Type {
        if op == UnaryOp::Not {
            self.condition(operand);
            return Type::BOOLEAN;
        }
        let of = self.expr(operand);
        let others = match (op, self.dialect) {
            (UnaryOp::Plus, Dialect::Cypher5) => {
                Kinds::DURATION.or(Kinds::INSTANT).or(Kinds::MIXED)
            }
            _ => Kinds::NUMBER,
        };
        if !of.may_be(Kinds::NUMBER.or(others)) {
            self.fail_type(operand.span, "a number", &of);
        }
        Type::of_some(of.among(Kinds::NUMBER.or(others)))
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &'a Expr,
        right: &'a Expr,
        span: Span,
    ) -> Type {
        match op {
            BinaryOp::Or | BinaryOp::Xor | BinaryOp::And => {
                self.condition(left);
                self.condition(right);
                Type::BOOLEAN
            }
            BinaryOp::Add => self.addition(left, right, span),
            BinaryOp::Concat => self.concatenation(left, right),
            BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Modulo
            | BinaryOp::Power => {
                let left_type = self.operand(left, ARITHMETIC, "a number");
                let right_type = self.operand(right, ARITHMETIC, "a number");
                let known = left_type.may_be(ARITHMETIC) && right_type.may_be(ARITHMETIC);
                let result = arithmetic(op, &left_type, &right_type);
                if known && result == Kinds::NONE {
                    let text = shortened(span.of(self.text));
                    let message =
                        format!("this means nothing of {left_type} and {right_type}: {text}");
                    self.fail(span, "InvalidArgumentType", message);
                }
                Type::of_some(result)
            }
            BinaryOp::In => {
                self.expr(left);
                self.operand(right, Kinds::LIST, "a list");
                Type::BOOLEAN
            }
            // What is no string has no beginning: the answer is null, as it is when that shows only as it runs.
            BinaryOp::StartsWith | BinaryOp::EndsWith | BinaryOp::Contains => {
                self.expr(left);
                self.expr(right);
                Type::BOOLEAN
            }
            BinaryOp::Regex => {
                self.operand(left, Kinds::STRING, "a string");
                self.operand(right, Kinds::STRING, "a string");
                Type::BOOLEAN
            }
        }
    }

    /// Comparisons in a row: `a < b <= c`.
    pub(super) fn comparison(&mut self, first: &'a Expr, rest: &'a [(ComparisonOp, Expr)]) -> Type {
        for side in std::iter::once(first).chain(rest.iter().map(|(_, right)| right)) {
            self.expr(side);
            self.compared(side);
        }
        Type::BOOLEAN
    }

    /// Tells of a comparison with `null`, which is allowed and which nothing passes; of a query's first one alone.
    pub(super) fn compared(&mut self, side: &Expr) {
        if matches!(side.kind, ExprKind::Literal(Literal::Null)) && self.notices.is_empty() {
            self.notices.push(Notice {
                code: "Neo.ClientNotification.Statement.ComparisonWithNull",
                message:
                    "nothing is equal to null or different from it; write IS NULL or IS NOT NULL"
                        .into(),
                span: Some(side.span),
            });
        }
    }

    fn operand(&mut self, expr: &'a Expr, kinds: Kinds, expected: &str) -> Type {
        let of = self.expr(expr);
        if !of.may_be(kinds) {
            self.fail_type(expr.span, expected, &of);
        }
        of
    }

    /// `+` adds numbers, joins strings with strings and numbers, appends to lists, moves times by durations. In Cypher 25
    /// strings are also joined with truth values, times and points.
    fn addition(&mut self, left: &'a Expr, right: &'a Expr, span: Span) -> Type {
        let left_type = self.expr(left);
        let right_type = self.expr(right);
        let (l, r) = (&left_type, &right_type);
        if l.is(Kinds::LIST) || r.is(Kinds::LIST) {
            return l.added_to_list(r);
        }
        let times = Kinds::DURATION.or(Kinds::INSTANT);
        let numbers = Kinds::NUMBER.or(Kinds::STRING).or(Kinds::LIST);
        let joins = match self.dialect {
            Dialect::Cypher5 => numbers,
            Dialect::Cypher25 => {
                numbers.or(times).or(Kinds::BOOLEAN).or(Kinds::POINT).or(Kinds::VECTOR)
            }
        };
        let joined = (l.may_be(Kinds::STRING) && r.may_be(joins))
            || (r.may_be(Kinds::STRING) && l.may_be(joins));
        let fits = joined
            || l.may_be(Kinds::LIST)
            || r.may_be(Kinds::LIST)
            || (l.may_be(Kinds::NUMBER) && r.may_be(Kinds::NUMBER))
            || (l.may_be(Kinds::DURATION) && r.may_be(times))
            || (l.may_be(times) && r.may_be(Kinds::DURATION));
        if !fits {
            let expected = if l.may_be(Kinds::NUMBER) {
                "a number, a string or a list"
            } else {
                "a string or a list"
            };
            let (text, hint) = (shortened(span.of(self.text)), [l.hint(), r.hint()].concat());
            let message =
                format!("{l} + {r} means nothing; expected {expected} here: {text}{hint}");
            self.fail(right.span, "InvalidArgumentType", message);
            return Type::ANY;
        }
        let text = if joined { Kinds::STRING } else { Kinds::NONE };
        let sum = text.or(arithmetic(BinaryOp::Add, l, r));
        if !l.may_be(Kinds::LIST) && !r.may_be(Kinds::LIST) {
            return Type::of_some(sum);
        }
        Type::of(sum).or_list(l.added_to_list(r))
    }

    fn concatenation(&mut self, left: &'a Expr, right: &'a Expr) -> Type {
        let joins = Kinds::STRING.or(Kinds::LIST);
        let left = self.operand(left, joins, "a string or a list");
        let right_type = self.operand(right, joins, "a string or a list");
        let one_kind =
            left.fits(&right_type) || (left.may_be(Kinds::LIST) && right_type.may_be(Kinds::LIST));
        if !one_kind && left.may_be(joins) && right_type.may_be(joins) {
            self.fail_type(right.span, &format!("{left} behind ||"), &right_type);
        }
        let text = left.among(Kinds::STRING).and(right_type.among(Kinds::STRING));
        if !left.may_be(Kinds::LIST) {
            return Type::of_some(text);
        }
        Type::of(text).or_list(left.and_list(&right_type))
    }
}

/// What a sum of numbers, times and durations, a difference, a product and so on can be.
fn arithmetic(op: BinaryOp, left: &Type, right: &Type) -> Kinds {
    let both = |a: Kinds, b: Kinds| left.may_be(a) && right.may_be(b);
    let when = |possible: bool, kinds: Kinds| if possible { kinds } else { Kinds::NONE };
    let (number, float, duration) = (Kinds::NUMBER, Kinds::FLOAT, Kinds::DURATION);
    let is_whole = op != BinaryOp::Power && both(Kinds::INTEGER, Kinds::INTEGER);
    let is_float = both(float, number) || both(number, float) || op == BinaryOp::Power;
    let numbers = when(is_whole, Kinds::INTEGER).or(when(is_float && both(number, number), float));
    let moved = when(right.may_be(duration), left.among(Kinds::INSTANT.or(duration)));
    let with_durations = match op {
        BinaryOp::Add => moved.or(when(left.may_be(duration), right.among(Kinds::INSTANT))),
        BinaryOp::Subtract => moved,
        BinaryOp::Multiply => when(both(duration, number) || both(number, duration), duration),
        BinaryOp::Divide => when(both(duration, number), duration),
        _ => Kinds::NONE,
    };
    numbers.or(with_durations)
}
