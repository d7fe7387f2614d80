//! The bodies of `WITH` and `RETURN`: items, order, `SKIP`, `LIMIT`, `WHERE`.

use super::{Keyword, LabelSigns, Parsed, Parser, TokenKind};
use crate::syntax::ast::{Dialect, Expr, Paging, Projection, ProjectionItem, SortItem};

impl Parser<'_> {
    pub(super) fn projection(&mut self, with: bool) -> Parsed<Projection> {
        let distinct = self.is_keyword(Keyword::Distinct) && self.is_word();
        self.at += usize::from(distinct);
        if !distinct && self.dialect == Dialect::Cypher25 && self.says_all() {
            self.at += 1;
        }
        let star = if self.is(TokenKind::Star) { Some(self.advance().span) } else { None };
        let items = match star {
            Some(_) if !self.eat(TokenKind::Comma) => vec![],
            _ => self.list(Self::projection_item)?,
        };
        if !self.in_expression {
            // What stands behind the columns may write labels in the other way.
            self.label_signs = LabelSigns::default();
        }
        let group_by = self.group_by()?;
        let paging = self.paging()?;
        let predicate = if with { self.where_clause()? } else { None };
        Ok(Projection { distinct, star, items, group_by, paging, predicate })
    }

    /// Whether `ALL` stands here as the opposite of `DISTINCT`, and not for a variable or `all(x IN ...)`.
    fn says_all(&mut self) -> bool {
        let is_quantifier = self.kind(1) == TokenKind::LeftParen
            && self.is_name(2)
            && self.kind(3) == TokenKind::Keyword(Keyword::In);
        self.keyword(0) == Some(Keyword::All) && !is_quantifier && self.is_word()
    }

    fn projection_item(&mut self) -> Parsed<ProjectionItem> {
        let expr = self.expr()?;
        let alias = if self.eat_keyword(Keyword::As) {
            Some(self.name("a name for the column")?)
        } else {
            None
        };
        Ok(ProjectionItem { expr, alias })
    }

    fn group_by(&mut self) -> Parsed<Option<Vec<Expr>>> {
        if self.dialect == Dialect::Cypher5 || !self.eat_words(&["GROUP", "BY"]) {
            return Ok(None);
        }
        // By all that is no aggregate, which is what is done where nothing is said.
        if self.is_keyword(Keyword::All) && self.kind(1) != TokenKind::LeftParen {
            self.at += 1;
            return Ok(None);
        }
        // A pattern may begin with a node without anything, too.
        let goes_on = matches!(self.kind(2), TokenKind::Minus | TokenKind::Less);
        if self.is(TokenKind::LeftParen) && self.kind(1) == TokenKind::RightParen && !goes_on {
            self.at += 2;
            return Ok(Some(Vec::new()));
        }
        self.list(Self::expr).map(Some)
    }

    pub(super) fn paging(&mut self) -> Parsed<Paging> {
        let mut paging = Paging::default();
        if self.is_keyword(Keyword::Order) {
            self.at += 1;
            self.expect_keyword(Keyword::By)?;
            paging.order = self.list(Self::sort_item)?;
        }
        if self.eat_keyword(Keyword::Skip) || self.eat_keyword(Keyword::Offset) {
            paging.skip = Some(self.expr()?);
        }
        if self.eat_keyword(Keyword::Limit) {
            paging.limit = Some(self.expr()?);
        }
        Ok(paging)
    }

    fn sort_item(&mut self) -> Parsed<SortItem> {
        let expr = self.expr()?;
        let descending = self.eat_keyword(Keyword::Desc) || self.eat_keyword(Keyword::Descending);
        if !descending && !self.eat_keyword(Keyword::Asc) {
            self.eat_keyword(Keyword::Ascending);
        }
        Ok(SortItem { expr, descending })
    }
}
