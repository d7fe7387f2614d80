//! Label and type expressions: `:A&(B|!C)`, `:A:B`, `IS A`, `:%`, `:$(expression)`.

use super::{Keyword, Parsed, Parser, TokenKind};
use crate::error::Error;
use crate::syntax::ast::{LabelExpr, LabelExprKind, LabelName, Name};

/// How many names of relationships are looked through.
const MOST_NAMES: usize = 64;

impl Parser<'_> {
    /// Whether a label expression begins here, be it with `:` or with `IS`.
    pub(super) fn at_labels(&mut self) -> bool {
        self.is(TokenKind::Colon) || self.is_keyword(Keyword::Is)
    }

    /// A label expression with the `:` or `IS` before it. Between types of a relationship pattern `|` is as old as `:` is
    /// between labels.
    pub(super) fn labels(&mut self, are_types: bool) -> Parsed<LabelExpr> {
        let start = self.at;
        let is = self.advance().kind != TokenKind::Colon;
        let old_bar = self.old_bar.take();
        let labels = self.label_or()?;
        if let Some(span) = self.old_bar
            && !are_types
        {
            let message = "labels are separated by \"|\" alone, not by \"|:\"";
            return Err(Error::syntax(span, message).because("InvalidLabelExpression"));
        }
        self.old_bar = self.old_bar.or(old_bar);
        let joined_by_colon = labels.mentions(&|kind| matches!(kind, LabelExprKind::Colon(_)));
        if is && joined_by_colon {
            let message = "\":\" can't join labels behind IS; write IS A&B";
            return Err(Error::syntax(labels.span, message).because("InvalidLabelExpression"));
        }
        let are_types = are_types || self.is_behind_relationship(start);
        let newer = labels.mentions(&|kind| match kind {
            LabelExprKind::Or(_) => !are_types,
            LabelExprKind::And(_) | LabelExprKind::Not(_) | LabelExprKind::Any => true,
            LabelExprKind::Name(_) | LabelExprKind::Colon(_) => false,
        });
        if !(joined_by_colon && newer) {
            self.label_signs.add(joined_by_colon, is || newer, labels.span)?;
        }
        Ok(labels)
    }

    /// Keeps where a relationship is named.
    pub(super) fn note_relationship(&mut self, name: Option<&Name>) {
        if self.relationships.len() <= MOST_NAMES {
            self.relationships.extend(name.map(|name| name.span));
        }
    }

    /// Whether the name before a token is that of a relationship.
    fn is_behind_relationship(&self, at: usize) -> bool {
        let Some(name) = at.checked_sub(1).map(|before| self.tokens[before].span) else {
            return false;
        };
        let name = name.of(self.text);
        self.relationships.len() > MOST_NAMES
            || self.relationships.iter().any(|span| span.of(self.text) == name)
    }

    fn label_or(&mut self) -> Parsed<LabelExpr> {
        let start = self.at;
        let first = self.label_and()?;
        if self.at == self.separator || !self.is(TokenKind::Bar) {
            return Ok(first);
        }
        let mut members = vec![first];
        while self.at != self.separator && self.is(TokenKind::Bar) {
            self.at += 1;
            if self.is(TokenKind::Colon) {
                let colon = self.advance().span;
                self.old_bar = Some(colon);
            }
            members.push(self.label_and()?);
        }
        Ok(LabelExpr { kind: LabelExprKind::Or(members), span: self.span_from(start) })
    }

    fn label_and(&mut self) -> Parsed<LabelExpr> {
        let start = self.at;
        let mut joined = self.label_not()?;
        // Each change of the sign puts what there is so far a level deeper.
        let mut levels = 0;
        loop {
            let colon = self.is(TokenKind::Colon);
            if !colon && !self.is(TokenKind::Ampersand) {
                return Ok(joined);
            }
            if self.depth + levels > super::MAX_DEPTH {
                return Err(self.too_deep());
            }
            levels += 1;
            // Members joined by one sign are one list; where the signs are mixed the checker complains.
            let sign = self.kind(0);
            let mut members = vec![joined];
            while self.eat(sign) {
                members.push(self.label_not()?);
            }
            let kind = if colon { LabelExprKind::Colon } else { LabelExprKind::And };
            joined = LabelExpr { kind: kind(members), span: self.span_from(start) };
        }
    }

    fn label_not(&mut self) -> Parsed<LabelExpr> {
        self.count_part(size_of::<LabelExpr>())?;
        let start = self.at;
        if self.eat(TokenKind::Exclamation) {
            let inner = self.deeper(1, Self::label_not)?;
            return Ok(LabelExpr {
                kind: LabelExprKind::Not(Box::new(inner)),
                span: self.span_from(start),
            });
        }
        if self.eat(TokenKind::LeftParen) {
            let inner = self.deeper(1, Self::label_or)?;
            self.expect(TokenKind::RightParen)?;
            return Ok(LabelExpr { kind: inner.kind, span: self.span_from(start) });
        }
        let kind = if self.eat(TokenKind::Percent) {
            LabelExprKind::Any
        } else {
            LabelExprKind::Name(self.label_name()?)
        };
        Ok(LabelExpr { kind, span: self.span_from(start) })
    }

    /// One label, as written or computed.
    pub(super) fn label_name(&mut self) -> Parsed<LabelName> {
        if !self.is(TokenKind::Dollar) {
            return Ok(LabelName::Static(self.name("a label")?));
        }
        self.at += 1;
        let any = self.eat_keyword(Keyword::Any);
        if !any {
            self.eat_keyword(Keyword::All);
        }
        self.dynamic_label(any)
    }

    /// What `SET` and `REMOVE` take: a label, or `$(expression)`.
    pub(super) fn settable_label(&mut self) -> Parsed<LabelName> {
        if !self.eat(TokenKind::Dollar) {
            return Ok(LabelName::Static(self.name("a label")?));
        }
        self.dynamic_label(false)
    }

    fn dynamic_label(&mut self, any: bool) -> Parsed<LabelName> {
        self.expect(TokenKind::LeftParen)?;
        let expr = Box::new(self.expr()?);
        self.expect(TokenKind::RightParen)?;
        Ok(LabelName::Dynamic { expr, any })
    }
}
