//! `CASE` and the tests behind its `WHEN`, which lack the left operand of an operator.

use super::expr::{Level, Predicate, comparison_of};
use super::{Keyword, Parsed, Parser, TokenKind};
use crate::syntax::ast::{BinaryOp, CaseAlternative, CaseTest, Dialect, ExprKind};

impl Parser<'_> {
    pub(super) fn case(&mut self) -> Parsed<ExprKind> {
        let subject =
            if self.is_keyword(Keyword::When) { None } else { Some(Box::new(self.expr()?)) };
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
                if !self.is_plain_variable() && self.dialect == Dialect::Cypher25 =>
            {
                (BinaryOp::Contains, 1)
            }
            TokenKind::Keyword(Keyword::In)
                if !self.is_plain_variable() && self.dialect == Dialect::Cypher25 =>
            {
                (BinaryOp::In, 1)
            }
            TokenKind::Colon if self.dialect == Dialect::Cypher25 => return self.case_predicate(),
            TokenKind::ColonColon => return self.case_predicate(),
            TokenKind::Keyword(Keyword::Is) if !self.is_plain_variable() => {
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
