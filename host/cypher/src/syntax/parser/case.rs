//! `CASE` and the tests behind its `WHEN`, which lack the left operand of an operator.

use hashbrown::HashSet;

use super::expr::{Level, Predicate, comparison_of};
use super::{Keyword, Parsed, Parser, TokenKind};
use crate::meter::Meter;
use crate::syntax::ast::{BinaryOp, CaseAlternative, CaseTest, Dialect, ExprKind};
use crate::syntax::token::Token;

impl Parser<'_> {
    /// Whether the word `CASE` here looks as if it began one: where what stands behind it could go on behind a variable as
    /// well, a `WHEN` of its own has to follow.
    pub(super) fn begins_case(&mut self) -> Parsed<bool> {
        if self.is_plain_variable() {
            return Ok(false);
        }
        let is_open = matches!(
            self.kind(1),
            TokenKind::Plus
                | TokenKind::Minus
                | TokenKind::LeftBracket
                | TokenKind::Keyword(
                    Keyword::Starts | Keyword::Ends | Keyword::Desc | Keyword::Asc
                )
        );
        if !is_open {
            return Ok(true);
        }
        if self.cases.is_none() {
            self.cases = Some(cases_with_tests(self.tokens, self.meter)?);
        }
        Ok(self.cases.as_ref().is_some_and(|cases| cases.contains(&self.at)))
    }

    pub(super) fn case(&mut self) -> Parsed<ExprKind> {
        self.expect_keyword(Keyword::Case)?;
        let has_tests = self.is_keyword(Keyword::When) && self.is_word_at(self.at);
        let subject = if has_tests { None } else { Some(Box::new(self.expr()?)) };
        let mut alternatives = vec![];
        while self.is_keyword(Keyword::When) || alternatives.is_empty() {
            self.expect_keyword(Keyword::When)?;
            let tests = if subject.is_some() {
                self.list(Self::case_test)?
            } else {
                vec![CaseTest::Expr(self.expr()?)]
            };
            self.expect_keyword(Keyword::Then)?;
            alternatives.push(CaseAlternative { tests, result: self.expr()? });
        }
        let otherwise =
            if self.eat_keyword(Keyword::Else) { Some(Box::new(self.expr()?)) } else { None };
        self.expect_keyword(Keyword::End)?;
        Ok(ExprKind::Case { subject, alternatives, otherwise })
    }

    fn case_test(&mut self) -> Parsed<CaseTest> {
        if let Some(op) = comparison_of(self.kind(0)) {
            self.at += 1;
            return Ok(CaseTest::Comparison(op, self.expr_above(Level::Predicate)?));
        }
        let with = self.keyword(1) == Some(Keyword::With);
        let (op, words) = match self.kind(0) {
            TokenKind::RegexMatch => (BinaryOp::Regex, 1),
            TokenKind::Keyword(Keyword::Starts) if with => (BinaryOp::StartsWith, 2),
            TokenKind::Keyword(Keyword::Ends) if with => (BinaryOp::EndsWith, 2),
            TokenKind::Keyword(Keyword::Contains)
                if self.dialect == Dialect::Cypher25 && self.is_word() =>
            {
                (BinaryOp::Contains, 1)
            }
            TokenKind::Keyword(Keyword::In)
                if self.dialect == Dialect::Cypher25 && self.is_word() =>
            {
                (BinaryOp::In, 1)
            }
            TokenKind::Colon if self.dialect == Dialect::Cypher25 => return self.case_predicate(),
            TokenKind::ColonColon => return self.case_predicate(),
            TokenKind::Keyword(Keyword::Is) if self.is_word() => {
                return self.case_predicate();
            }
            _ => return Ok(CaseTest::Expr(self.expr()?)),
        };
        self.at += words;
        Ok(CaseTest::Binary(op, self.expr_above(Level::Sum)?))
    }

    fn case_predicate(&mut self) -> Parsed<CaseTest> {
        if self.dialect == Dialect::Cypher25
            && let Some(test) = self.label_test()
        {
            return Ok(CaseTest::HasLabels(self.tested_labels(test)?));
        }
        let sign = if self.keyword(1) == Some(Keyword::Not) { 2 } else { 1 };
        if self.kind(sign) == TokenKind::ColonColon {
            self.newer(self.token(sign).span, ":: in a test of CASE is")?;
        }
        Ok(match self.predicate()? {
            Predicate::Null { negated } => CaseTest::IsNull { negated },
            Predicate::Typed { negated, of } => CaseTest::IsTyped { negated, of },
            Predicate::Normalized { negated, form } => CaseTest::IsNormalized { negated, form },
        })
    }
}

/// What is open at a token.
enum Open {
    /// A bracket.
    Bracket,
    /// A `CASE`, or a variable of that name, and whether its `WHEN` may still come.
    Case { at: usize, waits: bool },
}

/// Where the `CASE`s are behind which a `WHEN` of their own stands, before a comma and in the same brackets. All at once:
/// to look ahead from each takes a time that grows with the square of the text.
fn cases_with_tests(tokens: &[Token], meter: &Meter) -> Parsed<HashSet<usize>> {
    let (mut open, mut found) = (Vec::new(), HashSet::new());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        meter.tick()?;
        match token.kind {
            TokenKind::Keyword(Keyword::Case) => open.push(Open::Case { at, waits: true }),
            TokenKind::Keyword(Keyword::When) => {
                if let Some(Open::Case { at, waits }) = open.last_mut()
                    && std::mem::take(waits)
                {
                    found.insert(*at);
                }
            }
            TokenKind::Comma => {
                if let Some(Open::Case { waits, .. }) = open.last_mut() {
                    *waits = false;
                }
            }
            TokenKind::Keyword(Keyword::End) => {
                open.pop_if(|open| matches!(open, Open::Case { .. }));
            }
            // What stands behind a dot is a name.
            TokenKind::Dot => at += 1,
            TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                open.push(Open::Bracket);
            }
            TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                while !matches!(open.pop(), Some(Open::Bracket) | None) {}
            }
            TokenKind::Semicolon => open.clear(),
            _ => {}
        }
        at += 1;
    }
    Ok(found)
}
