//! The bodies of `WITH` and `RETURN`: items, order, `SKIP`, `LIMIT`, `WHERE`.

use super::{Keyword, Parsed, Parser, TokenKind};
use crate::error::{Error, ErrorKind};
use crate::syntax::ast::{Dialect, Paging, Projection, ProjectionItem, SortItem};

impl Parser<'_> {
    pub(super) fn projection(&mut self, with: bool) -> Parsed<Projection> {
        let distinct = self.eat_keyword(Keyword::Distinct);
        let star = if self.is(TokenKind::Star) { Some(self.advance().span) } else { None };
        let items = match star {
            Some(_) if !self.eat(TokenKind::Comma) => vec![],
            _ => self.list(Self::projection_item)?,
        };
        if self.dialect == Dialect::Cypher25 && self.eat_words(&["GROUP", "BY"]) {
            let message = "GROUP BY is not supported by the embedded engine: rows are grouped by what \
                           is not aggregated";
            return Err(
                Error::new(ErrorKind::Unsupported, message).at(self.tokens[self.at - 1].span)
            );
        }
        let paging = self.paging()?;
        let predicate = if with { self.where_clause()? } else { None };
        Ok(Projection { distinct, star, items, paging, predicate })
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
