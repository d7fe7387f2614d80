//! Clauses that write: `MERGE`, `SET`, `REMOVE`, `DELETE`, `FOREACH`.

use super::{Keyword, LabelSigns, Parsed, Parser, TokenKind};
use crate::error::Error;
use crate::syntax::ast::{
    ClauseKind, Dialect, Expr, ExprKind, LabelExpr, LabelExprKind, LabelName, Name, PathElement,
    PathPattern, PathShape, PropertyName, RemoveItem, SetItem,
};

impl Parser<'_> {
    pub(super) fn merge(&mut self) -> Parsed<ClauseKind> {
        let pattern = without_parentheses(self.path_pattern()?);
        let (mut on_create, mut on_match) = (vec![], vec![]);
        while self.eat_keyword(Keyword::On) {
            let actions = if self.eat_keyword(Keyword::Create) {
                &mut on_create
            } else {
                self.expect_keyword(Keyword::Match)?;
                &mut on_match
            };
            self.expect_keyword(Keyword::Set)?;
            self.given_signs = LabelSigns::default();
            actions.push(self.list(Self::set_item)?);
        }
        Ok(ClauseKind::Merge { pattern, on_create, on_match })
    }

    /// A path of `CREATE`, which Cypher 25 lets stand in parentheses.
    pub(super) fn created_path(&mut self) -> Parsed<PathPattern> {
        let path = self.path_pattern()?;
        Ok(if self.dialect == Dialect::Cypher25 { without_parentheses(path) } else { path })
    }

    /// The patterns of `INSERT`, which is stricter than `CREATE`.
    pub(super) fn inserted(&mut self) -> Parsed<Vec<PathPattern>> {
        let patterns = self.list(Self::path_pattern)?;
        if let Some(variable) = patterns.iter().find_map(|path| path.variable.as_ref()) {
            let message = "INSERT gives no path a name; CREATE does";
            return Err(Error::syntax(variable.span, message).because("UnexpectedSyntax"));
        }
        for element in patterns.iter().flat_map(PathPattern::chain) {
            let (labels, properties) = match element {
                PathElement::Node(node) => (&node.labels, &node.properties),
                PathElement::Relationship(relationship) => {
                    (&relationship.types, &relationship.properties)
                }
                PathElement::Group(_) => continue,
            };
            if let Some(labels) = labels {
                self.inserted_labels(labels)?;
            }
            if let Some(Expr { kind: ExprKind::Parameter(_), span }) = properties {
                let message =
                    "INSERT takes properties in braces only; CREATE takes a parameter too";
                return Err(Error::syntax(*span, message).because("InvalidParameterUse"));
            }
        }
        Ok(patterns)
    }

    fn inserted_labels(&self, labels: &LabelExpr) -> Parsed<()> {
        if labels.mentions(&|kind| matches!(kind, LabelExprKind::Colon(_))) {
            let message = "\":\" can't join labels in INSERT; write :A&B, or CREATE instead";
            return Err(Error::syntax(labels.span, message).because("InvalidLabelExpression"));
        }
        let first = self.tokens.partition_point(|token| token.span.start < labels.span.start);
        let own = self.tokens[first..].iter().take_while(|token| token.span.end <= labels.span.end);
        match own.into_iter().find(|token| token.kind == TokenKind::LeftParen) {
            Some(token) => {
                let message = "INSERT takes the names of labels alone; CREATE takes parentheses and $(...) too";
                Err(Error::syntax(token.span, message).because("InvalidLabelExpression"))
            }
            None => Ok(()),
        }
    }

    pub(super) fn set_item(&mut self) -> Parsed<SetItem> {
        if self.is_name(0) {
            match self.kind(1) {
                TokenKind::Equal | TokenKind::PlusEqual => {
                    let target = self.variable()?;
                    let merge = self.advance().kind == TokenKind::PlusEqual;
                    return Ok(SetItem::Properties { target, value: self.expr()?, merge });
                }
                TokenKind::Colon | TokenKind::Keyword(Keyword::Is) => {
                    let target = self.variable()?;
                    return Ok(SetItem::Labels { target, labels: self.plain_labels()? });
                }
                _ => {}
            }
        }
        let (target, key) = self.property_target()?;
        self.expect(TokenKind::Equal)?;
        Ok(SetItem::Property { target, key, value: self.expr()? })
    }

    pub(super) fn remove_item(&mut self) -> Parsed<RemoveItem> {
        if self.is_name(0)
            && matches!(self.kind(1), TokenKind::Colon | TokenKind::Keyword(Keyword::Is))
        {
            let target = self.variable()?;
            return Ok(RemoveItem::Labels { target, labels: self.plain_labels()? });
        }
        let (target, key) = self.property_target()?;
        Ok(RemoveItem::Property { target, key })
    }

    /// `n.key`, `n[expression]`: what may stand left of the `=` of `SET`.
    fn property_target(&mut self) -> Parsed<(Expr, PropertyName)> {
        let target = self.postfix()?;
        match target.kind {
            ExprKind::Property(owner, key) => Ok((*owner, PropertyName::Static(key))),
            ExprKind::Index(owner, key) if matches!(owner.kind, ExprKind::Variable(_)) => {
                Ok((*owner, PropertyName::Dynamic(*key)))
            }
            ExprKind::Variable(_) => {
                self.want("\".\" and a property");
                self.want("\"=\"");
                self.want("\"+=\"");
                self.want("\":\" and a label");
                Err(self.unexpected())
            }
            _ => Err(Error::syntax(
                target.span,
                "only a property such as n.key can be set or removed",
            )
            .because("UnexpectedSyntax")),
        }
    }

    /// `:A:B`, `IS A`, dynamic ones included.
    fn plain_labels(&mut self) -> Parsed<Vec<LabelName>> {
        let mut labels = vec![];
        let start = self.at;
        let is = self.eat_keyword(Keyword::Is);
        if is {
            labels.push(self.settable_label()?);
        }
        while self.eat(TokenKind::Colon) {
            labels.push(self.settable_label()?);
        }
        self.given_signs.add(labels.len() > 1, is, self.span_from(start))?;
        Ok(labels)
    }

    pub(super) fn delete(&mut self, detach: bool) -> Parsed<ClauseKind> {
        Ok(ClauseKind::Delete { detach, targets: self.list(Self::expr)? })
    }

    pub(super) fn foreach(&mut self) -> Parsed<ClauseKind> {
        let outer = self.separator;
        self.separator = self.body_bar(self.at);
        self.expect(TokenKind::LeftParen)?;
        let variable: Name = self.variable()?;
        self.expect_keyword(Keyword::In)?;
        let list = self.expr()?;
        self.expect(TokenKind::Bar)?;
        self.separator = outer;
        let outer = std::mem::replace(&mut self.in_expression, true);
        let body = self.deeper(super::QUERY_DEPTH, Self::clauses)?;
        self.in_expression = outer;
        self.expect(TokenKind::RightParen)?;
        Ok(ClauseKind::Foreach { variable, list, body })
    }

    /// The `|` of a `FOREACH` whose parenthesis is token `open`: the first one with a clause behind it.
    fn body_bar(&self, open: usize) -> usize {
        let begins = |at: usize| {
            matches!(
                self.tokens[at].kind,
                TokenKind::Keyword(
                    Keyword::Create
                        | Keyword::Insert
                        | Keyword::Merge
                        | Keyword::Set
                        | Keyword::Remove
                        | Keyword::Delete
                        | Keyword::Detach
                        | Keyword::Nodetach
                        | Keyword::Foreach
                )
            )
        };
        let close = self.tokens[open].partner as usize;
        let mut at = open + 1;
        while at < close {
            if self.tokens[at].kind == TokenKind::Bar && begins(at + 1) {
                return at;
            }
            at = (self.tokens[at].partner as usize).max(at) + 1;
        }
        usize::MAX
    }
}

/// The path that a pattern is which is nothing but this path in parentheses, however many.
fn without_parentheses(mut path: PathPattern) -> PathPattern {
    while let PathShape::Chain(chain) = &mut path.shape
        && let [PathElement::Group(group)] = chain.as_mut_slice()
        && group.variable.is_none()
        && group.predicate.is_none()
        && group.quantifier.is_none()
    {
        *chain = std::mem::take(&mut group.chain);
    }
    path
}
