//! Operators by precedence climbing, in Neo4j's order of precedence; postfixes; the height of what comes out.

use super::{Keyword, MAX_DEPTH, Parsed, Parser, TokenKind};
use crate::syntax::ast::{
    BinaryOp, ComparisonOp, Dialect, Expr, ExprKind, LabelExpr, LabelExprKind, NormalForm,
    TypeName, UnaryOp,
};

/// Levels of precedence, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Or,
    Xor,
    And,
    Not,
    Comparison,
    Predicate,
    Sum,
    Product,
    Power,
    Sign,
}

/// An operator that stands behind its left operand.
enum Infix {
    Binary(BinaryOp, Level, Level),
    Comparison,
    /// `IS ...`, `:: TYPE`.
    Predicate,
}

impl Infix {
    fn level(&self) -> Level {
        match self {
            Infix::Binary(_, own, _) => *own,
            Infix::Comparison => Level::Comparison,
            Infix::Predicate => Level::Predicate,
        }
    }
}

/// What may stand behind `IS`, and behind `WHEN` without its left operand.
pub(super) enum Predicate {
    Null { negated: bool },
    Typed { negated: bool, of: TypeName },
    Normalized { negated: bool, form: NormalForm },
}

/// How a test of labels is written.
pub(super) struct LabelTest {
    negated: bool,
    /// How many words stand before the label.
    words: usize,
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.expr_above(Level::Or)
    }

    /// An expression of operators that bind at least as tightly as `level`.
    pub(super) fn expr_above(&mut self, level: Level) -> Parsed<Expr> {
        self.one_taller(|parser| {
            let start = parser.at;
            let first = parser.prefix(level)?;
            parser.infixes(first, start, level)
        })
    }

    /// An expression that stands within another one, and makes that one taller.
    fn one_taller(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        self.deeper(1, |parser| {
            let before = std::mem::take(&mut parser.tallest);
            let expr = inner(parser)?;
            parser.tallest = before.max(parser.tallest + 1);
            Ok(expr)
        })
    }

    /// Goes on behind a left operand that begins at token `start`.
    pub(super) fn infixes(&mut self, mut left: Expr, start: usize, level: Level) -> Parsed<Expr> {
        // Behind an operator only weaker ones can follow, or its like; `a IN b IN c` and `a IS NULL + 1`
        // need parentheses, since predicates don't chain.
        let negation = self.tokens[start].kind == TokenKind::Keyword(Keyword::Not)
            && matches!(left.kind, ExprKind::Unary(UnaryOp::Not, _));
        let mut ceiling = if negation { Level::And } else { Level::Sign };
        loop {
            let Some(infix) = self.infix() else { return Ok(left) };
            let own = infix.level();
            if own < level || own > ceiling {
                return Ok(left);
            }
            ceiling = if own == Level::Predicate { Level::Comparison } else { own };
            let height = self.tallest;
            let kind = match infix {
                Infix::Binary(op, _, right) => {
                    let words = matches!(op, BinaryOp::StartsWith | BinaryOp::EndsWith);
                    self.at += if words { 2 } else { 1 };
                    ExprKind::Binary(op, Box::new(left), Box::new(self.expr_above(right)?))
                }
                Infix::Comparison => self.comparison(left)?,
                Infix::Predicate => self.predicate_of(left)?,
            };
            left = Expr { kind, span: self.span_from(start) };
            self.tallest = self.tallest.max(height + 1);
            if self.depth + self.tallest > MAX_DEPTH {
                return Err(self.too_deep());
            }
        }
    }

    fn infix(&mut self) -> Option<Infix> {
        use BinaryOp as B;
        let infix = match self.kind(0) {
            TokenKind::Keyword(Keyword::Or) => Infix::Binary(B::Or, Level::Or, Level::Xor),
            TokenKind::Keyword(Keyword::Xor) => Infix::Binary(B::Xor, Level::Xor, Level::And),
            TokenKind::Keyword(Keyword::And) => Infix::Binary(B::And, Level::And, Level::Not),
            TokenKind::Keyword(Keyword::In) => Infix::Binary(B::In, Level::Predicate, Level::Sum),
            TokenKind::Keyword(Keyword::Contains) => {
                Infix::Binary(B::Contains, Level::Predicate, Level::Sum)
            }
            TokenKind::Keyword(Keyword::Starts) if self.keyword(1) == Some(Keyword::With) => {
                Infix::Binary(B::StartsWith, Level::Predicate, Level::Sum)
            }
            TokenKind::Keyword(Keyword::Ends) if self.keyword(1) == Some(Keyword::With) => {
                Infix::Binary(B::EndsWith, Level::Predicate, Level::Sum)
            }
            TokenKind::RegexMatch => Infix::Binary(B::Regex, Level::Predicate, Level::Sum),
            TokenKind::Keyword(Keyword::Is) | TokenKind::ColonColon => Infix::Predicate,
            TokenKind::Colon if self.dialect == Dialect::Cypher25 => Infix::Predicate,
            TokenKind::Plus => Infix::Binary(B::Add, Level::Sum, Level::Product),
            TokenKind::Minus => Infix::Binary(B::Subtract, Level::Sum, Level::Product),
            TokenKind::BarBar => Infix::Binary(B::Concat, Level::Sum, Level::Product),
            TokenKind::Star => Infix::Binary(B::Multiply, Level::Product, Level::Power),
            TokenKind::Slash => Infix::Binary(B::Divide, Level::Product, Level::Power),
            TokenKind::Percent => Infix::Binary(B::Modulo, Level::Product, Level::Power),
            TokenKind::Caret => Infix::Binary(B::Power, Level::Power, Level::Sign),
            kind => match comparison_of(kind) {
                Some(_) => Infix::Comparison,
                None => {
                    self.want_operator();
                    return None;
                }
            },
        };
        Some(infix)
    }

    fn want_operator(&mut self) {
        self.want("an operator");
        if self.expected.is_some() && matches!(self.kind(0), TokenKind::Identifier) {
            for word in ["AND", "OR", "XOR", "IN", "IS", "CONTAINS", "STARTS", "ENDS"] {
                self.want(word);
            }
        }
    }

    /// `= b < c` behind an operand.
    fn comparison(&mut self, first: Expr) -> Parsed<ExprKind> {
        let mut rest = vec![];
        while let Some(op) = comparison_of(self.kind(0)) {
            self.at += 1;
            rest.push((op, self.expr_above(Level::Predicate)?));
        }
        Ok(ExprKind::Comparison { first: Box::new(first), rest })
    }

    fn predicate_of(&mut self, operand: Expr) -> Parsed<ExprKind> {
        let expr = Box::new(operand);
        if let Some(test) = self.label_test() {
            return Ok(ExprKind::HasLabels(expr, self.tested_labels(test)?));
        }
        Ok(match self.predicate()? {
            Predicate::Null { negated } => ExprKind::IsNull { expr, negated },
            Predicate::Typed { negated, of } => ExprKind::IsTyped { expr, negated, of },
            Predicate::Normalized { negated, form } => {
                ExprKind::IsNormalized { expr, negated, form }
            }
        })
    }

    /// The labels of `IS [NOT] [LABELED] A`.
    pub(super) fn tested_labels(&mut self, test: LabelTest) -> Parsed<LabelExpr> {
        self.at += test.words - 1;
        let labels = self.labels(false)?;
        if !test.negated {
            return Ok(labels);
        }
        let span = labels.span;
        Ok(LabelExpr { kind: LabelExprKind::Not(Box::new(labels)), span })
    }

    /// The words of `IS [NOT] [LABELED]` where a label stands behind them, and none of the other predicates; or `:`.
    pub(super) fn label_test(&self) -> Option<LabelTest> {
        if self.keyword(0) != Some(Keyword::Is) {
            let is_sign = self.kind(0) == TokenKind::Colon;
            return is_sign.then_some(LabelTest { negated: false, words: 1 });
        }
        let newer = self.dialect != Dialect::Cypher5;
        let negated = newer && self.keyword(1) == Some(Keyword::Not);
        let words = 1 + usize::from(negated);
        // Before a word of the language it is a label of that name.
        let is_before_label =
            !matches!(self.kind(words + 1), TokenKind::Keyword(_)) && self.begins_label(words + 1);
        if newer && is_before_label && self.is_identifier(words, "LABELED") {
            return Some(LabelTest { negated, words: words + 1 });
        }
        self.begins_label(words).then_some(LabelTest { negated, words })
    }

    fn begins_label(&self, at: usize) -> bool {
        match self.kind(at) {
            TokenKind::Keyword(
                Keyword::Null | Keyword::Not | Keyword::Typed | Keyword::Normalized,
            ) => false,
            TokenKind::Keyword(Keyword::Nfc | Keyword::Nfd | Keyword::Nfkc | Keyword::Nfkd) => {
                self.keyword(at + 1) != Some(Keyword::Normalized)
            }
            TokenKind::LeftParen
            | TokenKind::Percent
            | TokenKind::Exclamation
            | TokenKind::Dollar => true,
            _ => self.is_name(at),
        }
    }

    /// `IS [NOT] NULL`, `IS [NOT] TYPED t`, `:: t`, `IS [NOT] [form] NORMALIZED`.
    pub(super) fn predicate(&mut self) -> Parsed<Predicate> {
        if self.eat(TokenKind::ColonColon) {
            return Ok(Predicate::Typed { negated: false, of: self.type_name()? });
        }
        self.expect_keyword(Keyword::Is)?;
        let negated = self.eat_keyword(Keyword::Not);
        if self.eat_keyword(Keyword::Null) {
            return Ok(Predicate::Null { negated });
        }
        if self.eat(TokenKind::ColonColon) || self.eat_keyword(Keyword::Typed) {
            return Ok(Predicate::Typed { negated, of: self.type_name()? });
        }
        let form = self.normal_form().unwrap_or_default();
        self.expect_keyword(Keyword::Normalized)?;
        Ok(Predicate::Normalized { negated, form })
    }

    pub(super) fn normal_form(&mut self) -> Option<NormalForm> {
        let form = match self.keyword(0)? {
            Keyword::Nfc => NormalForm::Nfc,
            Keyword::Nfd => NormalForm::Nfd,
            Keyword::Nfkc => NormalForm::Nfkc,
            Keyword::Nfkd => NormalForm::Nfkd,
            _ => return None,
        };
        self.at += 1;
        Some(form)
    }

    fn prefix(&mut self, level: Level) -> Parsed<Expr> {
        self.count_part(size_of::<Expr>())?;
        let start = self.at;
        let op = match self.kind(0) {
            TokenKind::Keyword(Keyword::Not) if level <= Level::Not && self.is_word() => {
                UnaryOp::Not
            }
            TokenKind::Minus if self.is_negative_number() => return self.negative_number(),
            TokenKind::Minus => UnaryOp::Minus,
            TokenKind::Plus => UnaryOp::Plus,
            _ => return self.postfix(),
        };
        self.at += 1;
        let operand = match op {
            UnaryOp::Not => self.expr_above(Level::Not)?,
            UnaryOp::Minus | UnaryOp::Plus => self.one_taller(Self::behind_sign)?,
        };
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span: self.span_from(start) })
    }

    /// As in Neo4j, behind a sign stands no other one but that of a number.
    fn behind_sign(&mut self) -> Parsed<Expr> {
        match self.kind(0) {
            TokenKind::Minus if self.is_negative_number() => self.negative_number(),
            _ => self.postfix(),
        }
    }

    /// A minus with nothing but a number behind it is part of the number, so that the least integer can be
    /// written.
    fn is_negative_number(&self) -> bool {
        matches!(self.kind(1), TokenKind::Integer | TokenKind::Float)
            && !matches!(self.kind(2), TokenKind::Dot | TokenKind::LeftBracket | TokenKind::Colon)
    }

    /// An atom with `.key`, `[i]`, `[a..b]` and in Cypher 5 `:Label` behind it.
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let mut expr = self.atom()?;
        loop {
            let kind = match self.kind(0) {
                TokenKind::Dot => {
                    self.at += 1;
                    ExprKind::Property(Box::new(expr), self.name("a property")?)
                }
                TokenKind::LeftBracket => {
                    self.at += 1;
                    self.index(expr)?
                }
                // Cypher 25 has tests of labels among the other predicates.
                TokenKind::Colon | TokenKind::Keyword(Keyword::Is)
                    if self.dialect == Dialect::Cypher5 =>
                {
                    let Some(test) = self.label_test() else { return Ok(expr) };
                    ExprKind::HasLabels(Box::new(expr), self.tested_labels(test)?)
                }
                _ => return Ok(expr),
            };
            expr = Expr { kind, span: self.span_from(start) };
            self.tallest += 1;
            if self.depth + self.tallest > MAX_DEPTH {
                return Err(self.too_deep());
            }
        }
    }

    fn index(&mut self, subject: Expr) -> Parsed<ExprKind> {
        let subject = Box::new(subject);
        let from = if self.is(TokenKind::DotDot) { None } else { Some(Box::new(self.expr()?)) };
        if self.eat(TokenKind::DotDot) {
            let to =
                if self.is(TokenKind::RightBracket) { None } else { Some(Box::new(self.expr()?)) };
            if from.is_none() && to.is_none() {
                let message = "a slice needs a start or an end, or both";
                return Err(crate::Error::syntax(self.token(0).span, message));
            }
            self.expect(TokenKind::RightBracket)?;
            return Ok(ExprKind::Slice(subject, from, to));
        }
        self.expect(TokenKind::RightBracket)?;
        match from {
            Some(index) => Ok(ExprKind::Index(subject, index)),
            None => Err(self.unexpected()),
        }
    }
}

/// The comparison that a sign stands for.
pub(super) fn comparison_of(kind: TokenKind) -> Option<ComparisonOp> {
    Some(match kind {
        TokenKind::Equal => ComparisonOp::Equal,
        TokenKind::NotEqual => ComparisonOp::NotEqual,
        TokenKind::Less => ComparisonOp::Less,
        TokenKind::LessOrEqual => ComparisonOp::LessOrEqual,
        TokenKind::Greater => ComparisonOp::Greater,
        TokenKind::GreaterOrEqual => ComparisonOp::GreaterOrEqual,
        _ => return None,
    })
}
