//! `CASE`: its subject is computed once, and each `WHEN` becomes a predicate.

use super::expr::is_free;
use super::lowerer::Lowerer;
use super::scope::Kind;
use crate::error::{Error, Span};
use crate::plan::Expr;
use crate::syntax::ast::{self, CaseTest, ComparisonOp};
use crate::value::Value;

impl<'a> Lowerer<'a> {
    pub(super) fn case(
        &mut self,
        subject: Option<&'a ast::Expr>,
        alternatives: &'a [ast::CaseAlternative],
        otherwise: Option<&'a ast::Expr>,
        span: Span,
    ) -> Result<Expr, Error> {
        let subject = subject.map(|subject| self.expr(subject)).transpose()?;
        let (subject, kept) = match subject {
            Some(subject) if !is_free(&subject) => {
                let slot = self.anonymous(Kind::Other);
                (Some(Expr::Slot(slot)), Some((slot, subject)))
            }
            subject => (subject, None),
        };
        let mut lowered = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            let mut tests = Vec::with_capacity(alternative.tests.len());
            for test in &alternative.tests {
                tests.push(self.case_test(subject.as_ref(), test, span)?);
            }
            let test = match tests.len() {
                1 => tests.remove(0),
                _ => Expr::Or(tests, span),
            };
            lowered.push((test, self.expr(&alternative.result)?));
        }
        let otherwise = match otherwise {
            Some(otherwise) => self.boxed(otherwise)?,
            None => Box::new(Expr::Constant(Value::Null)),
        };
        let case = Expr::Case { alternatives: lowered, otherwise };
        Ok(match kept {
            Some((slot, subject)) => Expr::Let(slot, Box::new(subject), Box::new(case)),
            None => case,
        })
    }

    fn case_test(
        &mut self,
        subject: Option<&Expr>,
        test: &'a CaseTest,
        span: Span,
    ) -> Result<Expr, Error> {
        let Some(subject) = subject else {
            return match test {
                CaseTest::Expr(predicate) => self.expr(predicate),
                _ => Err(Error::syntax(span, "a test of this form needs a subject behind `CASE`")),
            };
        };
        let subject = Box::new(subject.clone());
        Ok(match test {
            CaseTest::Expr(value) => {
                Expr::Compare(ComparisonOp::Equal, subject, self.boxed(value)?, value.span)
            }
            CaseTest::Comparison(op, value) => {
                Expr::Compare(*op, subject, self.boxed(value)?, value.span)
            }
            CaseTest::Binary(op, value) => {
                Expr::Binary(*op, subject, self.boxed(value)?, value.span)
            }
            CaseTest::IsNull { negated } => Expr::IsNull(subject, *negated),
            CaseTest::IsTyped { negated, of } => Expr::IsTyped(subject, *negated, of.clone()),
            CaseTest::IsNormalized { negated, form } => {
                Expr::IsNormalized(subject, *negated, *form)
            }
            CaseTest::HasLabels(labels) => self.label_test(*subject, labels)?,
        })
    }
}
