//! Expressions as text, with as few parentheses as their precedence needs.

use super::sign::{binary_sign, comparison_sign};
use super::writer::Printer;
use crate::stack::deeper;
use crate::syntax::ast::{
    BinaryOp, CaseTest, Expr, ExprKind, FunctionCall, ListQuantifier, Literal, MapProjectionItem,
    NormalForm, SubqueryBody, UnaryOp,
};
use crate::syntax::token::Keyword;

/// Levels of precedence as the parser has them, and what needs no parentheses anywhere.
const COMPARISON: u8 = 4;
const PREDICATE: u8 = 5;
const SUM: u8 = 6;
const SIGN: u8 = 9;
const POSTFIX: u8 = 10;
const ATOM: u8 = 11;

impl Printer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        self.at_level(expr, 0);
    }

    /// Something that has a property, an index or a label behind it.
    pub(super) fn owner(&mut self, expr: &Expr) {
        self.at_level(expr, POSTFIX);
    }

    /// Wraps what binds more loosely than `level`.
    fn at_level(&mut self, expr: &Expr, level: u8) {
        let wrapped = level_of(&expr.kind) < level;
        if wrapped {
            self.push("(");
        }
        self.place(expr.span);
        deeper(|| self.kind(&expr.kind));
        if wrapped {
            self.push(")");
        }
    }

    fn kind(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Variable(name) => self.variable(name),
            ExprKind::Parameter(name) => {
                self.push("$");
                if name.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() {
                    self.push(name);
                } else {
                    self.name(name);
                }
            }
            ExprKind::List(items) => self.list(items),
            ExprKind::Map(entries) => {
                self.push("{");
                self.separated(entries, |printer, (key, value)| {
                    printer.name(&key.text);
                    printer.push(": ");
                    printer.expr(value);
                });
                self.push("}");
            }
            ExprKind::Property(owner, key) => {
                self.owner(owner);
                self.push(".");
                self.name(&key.text);
            }
            ExprKind::Index(owner, index) => {
                self.owner(owner);
                self.push("[");
                self.expr(index);
                self.push("]");
            }
            ExprKind::Slice(owner, from, to) => {
                self.owner(owner);
                self.push("[");
                from.iter().for_each(|from| self.expr(from));
                self.push("..");
                to.iter().for_each(|to| self.expr(to));
                self.push("]");
            }
            ExprKind::HasLabels(owner, labels) => {
                self.at_level(owner, POSTFIX);
                self.push(":");
                self.labels(labels, 1);
            }
            ExprKind::Function(call) => self.function(call),
            ExprKind::CountStar => self.push("count(*)"),
            ExprKind::Pattern(pattern) | ExprKind::ShortestPath(pattern) => {
                self.path_pattern(pattern)
            }
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Comparison { .. }
            | ExprKind::IsNull { .. }
            | ExprKind::IsTyped { .. }
            | ExprKind::IsNormalized { .. } => self.operator(kind),
            ExprKind::MapProjection { .. }
            | ExprKind::Case { .. }
            | ExprKind::ListComprehension { .. }
            | ExprKind::PatternComprehension { .. }
            | ExprKind::Quantifier { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Exists(_)
            | ExprKind::Count(_)
            | ExprKind::Collect(_) => self.construct(kind),
        }
    }

    fn list(&mut self, items: &[Expr]) {
        self.push("[");
        // `[x IN xs]` would be a comprehension.
        let confusing = items.first().is_some_and(|first| level_of(&first.kind) < SUM);
        self.push(if confusing { "(" } else { "" });
        for (index, item) in items.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            self.expr(item);
            self.push(if confusing && index == 0 { ")" } else { "" });
        }
        self.push("]");
    }

    fn operator(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Unary(op, operand) => {
                let (sign, level) = match op {
                    UnaryOp::Not => ("NOT ", 3),
                    UnaryOp::Minus => ("-", POSTFIX),
                    UnaryOp::Plus => ("+", POSTFIX),
                };
                self.push(sign);
                // `-1` is a number, `-(1)` a negation.
                let number = matches!(
                    operand.kind,
                    ExprKind::Literal(Literal::Integer(_) | Literal::Float(_))
                );
                self.at_level(
                    operand,
                    if number && *op != UnaryOp::Not { ATOM + 1 } else { level },
                );
            }
            ExprKind::Binary(op, left, right) => {
                let level = level_of(kind);
                self.at_level(left, if level == PREDICATE { level + 1 } else { level });
                self.push(" ");
                self.push(binary_sign(*op));
                self.push(" ");
                // A sign behind a sign could draw a relationship.
                let signed =
                    matches!(right.kind, ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, _));
                self.at_level(right, if signed { ATOM + 1 } else { level + 1 });
            }
            ExprKind::Comparison { first, rest } => {
                self.at_level(first, COMPARISON + 1);
                for (op, right) in rest {
                    self.push(" ");
                    self.push(comparison_sign(*op));
                    self.push(" ");
                    let signed =
                        matches!(right.kind, ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, _));
                    self.at_level(right, if signed { ATOM + 1 } else { COMPARISON + 1 });
                }
            }
            ExprKind::IsNull { expr, negated } => {
                self.at_level(expr, PREDICATE + 1);
                self.push(if *negated { " IS NOT NULL" } else { " IS NULL" });
            }
            ExprKind::IsTyped { expr, negated, of } => {
                self.at_level(expr, PREDICATE + 1);
                self.push(if *negated { " IS NOT TYPED " } else { " IS TYPED " });
                self.type_name(of);
            }
            ExprKind::IsNormalized { expr, negated, form } => {
                self.at_level(expr, PREDICATE + 1);
                self.normalized(*negated, *form);
            }
            _ => {}
        }
    }

    fn normalized(&mut self, negated: bool, form: NormalForm) {
        self.push(if negated { " IS NOT " } else { " IS " });
        self.push(match form {
            NormalForm::Nfc => "NFC",
            NormalForm::Nfd => "NFD",
            NormalForm::Nfkc => "NFKC",
            NormalForm::Nfkd => "NFKD",
        });
        self.push(" NORMALIZED");
    }

    fn construct(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::MapProjection { subject, items } => {
                self.expr(subject);
                self.push(" {");
                self.separated(items, |printer, item| match item {
                    MapProjectionItem::All => printer.push(".*"),
                    MapProjectionItem::Property(key) => {
                        printer.push(".");
                        printer.name(&key.text);
                    }
                    MapProjectionItem::Entry(key, value) => {
                        printer.name(&key.text);
                        printer.push(": ");
                        printer.expr(value);
                    }
                    MapProjectionItem::Variable(name) => printer.variable(&name.text),
                });
                self.push("}");
            }
            ExprKind::Case { .. } => self.case(kind),
            ExprKind::ListComprehension { variable, list, predicate, map } => {
                self.push("[");
                self.binding(&variable.text, list, predicate.as_deref());
                self.mapped(map.as_deref());
                self.push("]");
            }
            ExprKind::PatternComprehension { pattern, predicate, map } => {
                self.push("[");
                self.path_pattern(pattern);
                self.predicate(predicate.as_deref());
                self.mapped(Some(map));
                self.push("]");
            }
            ExprKind::Quantifier { kind, variable, list, predicate } => {
                self.push(match kind {
                    ListQuantifier::All => "all(",
                    ListQuantifier::Any => "any(",
                    ListQuantifier::None => "none(",
                    ListQuantifier::Single => "single(",
                });
                self.binding(&variable.text, list, predicate.as_deref());
                self.push(")");
            }
            ExprKind::Reduce { accumulator, init, variable, list, step, every } => {
                self.push(if every.is_some() { "allReduce(" } else { "reduce(" });
                self.variable(&accumulator.text);
                self.push(" = ");
                self.expr(init);
                self.push(", ");
                self.binding(&variable.text, list, None);
                self.mapped(Some(step));
                if let Some(every) = every {
                    self.push(", ");
                    self.expr(every);
                }
                self.push(")");
            }
            ExprKind::Exists(body) => self.subquery_body("EXISTS ", body),
            ExprKind::Count(body) => self.subquery_body("COUNT ", body),
            ExprKind::Collect(query) => {
                self.push("COLLECT ");
                self.nested(query);
            }
            _ => {}
        }
    }

    fn binding(&mut self, variable: &str, list: &Expr, predicate: Option<&Expr>) {
        self.variable(variable);
        self.push(" IN ");
        self.expr(list);
        self.predicate(predicate);
    }

    fn mapped(&mut self, map: Option<&Expr>) {
        if let Some(map) = map {
            self.push(" | ");
            self.expr(map);
        }
    }

    fn subquery_body(&mut self, word: &str, body: &SubqueryBody) {
        self.push(word);
        match body {
            SubqueryBody::Pattern(inner) => {
                self.push("{ ");
                self.match_body(inner);
                self.push(" }");
            }
            SubqueryBody::Query(query) => self.nested(query),
        }
    }

    fn case(&mut self, kind: &ExprKind) {
        let ExprKind::Case { subject, alternatives, otherwise } = kind else { return };
        self.push("CASE");
        if let Some(subject) = subject {
            self.push(" ");
            self.expr(subject);
        }
        for alternative in alternatives {
            self.push(" WHEN ");
            self.separated(&alternative.tests, Self::case_test);
            self.push(" THEN ");
            self.expr(&alternative.result);
        }
        if let Some(otherwise) = otherwise {
            self.push(" ELSE ");
            self.expr(otherwise);
        }
        self.push(" END");
    }

    fn case_test(&mut self, test: &CaseTest) {
        match test {
            CaseTest::Expr(expr) => self.expr(expr),
            CaseTest::Comparison(op, right) => {
                self.push(comparison_sign(*op));
                self.push(" ");
                self.at_level(right, COMPARISON + 1);
            }
            CaseTest::Binary(op, right) => {
                self.push(binary_sign(*op));
                self.push(" ");
                self.at_level(right, SUM);
            }
            CaseTest::IsNull { negated } => {
                self.push(if *negated { "IS NOT NULL" } else { "IS NULL" })
            }
            CaseTest::IsTyped { negated, of } => {
                self.push(if *negated { "IS NOT TYPED " } else { "IS TYPED " });
                self.type_name(of);
            }
            CaseTest::IsNormalized { negated, form } => self.normalized(*negated, *form),
            CaseTest::HasLabels(labels) => {
                self.push(":");
                self.labels(labels, 1);
            }
        }
    }

    fn function(&mut self, call: &FunctionCall) {
        let name = call.name.text.as_str();
        let bare = match Keyword::of(name) {
            None => true,
            Some(
                Keyword::Count
                | Keyword::Collect
                | Keyword::Exists
                | Keyword::Point
                | Keyword::Range,
            ) => true,
            Some(Keyword::Trim | Keyword::Normalize) => !call.distinct,
            Some(_) => false,
        };
        if bare {
            self.dotted(name)
        } else {
            self.quoted(name)
        }
        self.push(if call.distinct { "(DISTINCT " } else { "(" });
        match &call.arguments[..] {
            [text, Expr { kind: ExprKind::Literal(Literal::String(form)), .. }]
                if bare && Keyword::of(name) == Some(Keyword::Normalize) =>
            {
                self.expr(text);
                self.push(", ");
                self.push(form);
            }
            arguments => self.separated(arguments, Self::expr),
        }
        self.push(")");
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Null => self.push("null"),
            Literal::Bool(value) => self.push(if *value { "true" } else { "false" }),
            Literal::Integer(value) => self.push(&value.to_string()),
            Literal::Float(value) if value.is_nan() => self.push("NaN"),
            Literal::Float(value) if value.is_infinite() => self.push("Infinity"),
            Literal::Float(value) => self.push(&format!("{value:?}")),
            Literal::String(value) => self.string(value),
        }
    }
}

fn level_of(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Binary(BinaryOp::Or, ..) => 0,
        ExprKind::Binary(BinaryOp::Xor, ..) => 1,
        ExprKind::Binary(BinaryOp::And, ..) => 2,
        // Behind a pattern, `-`, `<`, `+` and brackets would be taken for more of it.
        ExprKind::Unary(UnaryOp::Not, _) | ExprKind::Pattern(_) => 3,
        // `x IS TYPED ANY < y` would be the beginning of `ANY<INTEGER>`.
        ExprKind::Comparison { .. } | ExprKind::IsTyped { .. } => COMPARISON,
        ExprKind::IsNull { .. } | ExprKind::IsNormalized { .. } | ExprKind::HasLabels(..) => {
            PREDICATE
        }
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Concat => SUM,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => 7,
            BinaryOp::Power => 8,
            _ => PREDICATE,
        },
        ExprKind::Unary(..) => SIGN,
        ExprKind::Literal(Literal::Integer(value)) if *value < 0 => SIGN,
        ExprKind::Literal(Literal::Float(value)) if value.is_sign_negative() => SIGN,
        ExprKind::Property(..) | ExprKind::Index(..) | ExprKind::Slice(..) => POSTFIX,
        _ => ATOM,
    }
}
