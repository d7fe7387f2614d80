//! `CALL`: subqueries with their scope and transactions, procedures with their `YIELD`; and the bodies of
//! `EXISTS { }`, `COUNT { }` and `COLLECT { }`.

use super::{Keyword, Parsed, Parser, TokenKind};
use crate::error::Error;
use crate::syntax::ast::{
    ClauseKind, InTransactions, Match, Name, ProcedureCall, Query, Subquery, SubqueryBody,
    SubqueryScope, Yield,
};

impl Parser<'_> {
    pub(super) fn call(&mut self, optional: bool) -> Parsed<ClauseKind> {
        match self.kind(0) {
            TokenKind::LeftBrace => self.subquery(optional, SubqueryScope::ImportingWith),
            TokenKind::LeftParen => {
                let scope = self.subquery_scope()?;
                self.subquery(optional, scope)
            }
            _ => {
                self.want("\"{\"");
                self.procedure(optional)
            }
        }
    }

    fn subquery_scope(&mut self) -> Parsed<SubqueryScope> {
        self.at += 1;
        let scope = if self.eat(TokenKind::Star) {
            SubqueryScope::All
        } else if self.is(TokenKind::RightParen) {
            SubqueryScope::Variables(vec![])
        } else {
            SubqueryScope::Variables(self.list(Self::variable)?)
        };
        self.expect(TokenKind::RightParen)?;
        Ok(scope)
    }

    fn subquery(&mut self, optional: bool, scope: SubqueryScope) -> Parsed<ClauseKind> {
        let outer = (self.label_signs, std::mem::take(&mut self.in_expression));
        let query = Box::new(self.braced_query()?);
        (self.label_signs, self.in_expression) = outer;
        if let (SubqueryScope::ImportingWith, Some(span)) = (&scope, self.handed_on.take()) {
            let message = "NEXT can't stand in CALL { }; CALL () { } and CALL (x) { } take it";
            return Err(Error::syntax(span, message));
        }
        let in_transactions =
            if self.keyword(0) == Some(Keyword::In) { Some(self.in_transactions()?) } else { None };
        Ok(ClauseKind::Subquery(Subquery { optional, scope, query, in_transactions }))
    }

    pub(super) fn braced_query(&mut self) -> Parsed<Query> {
        self.expect(TokenKind::LeftBrace)?;
        let query = self.queries()?;
        self.expect(TokenKind::RightBrace)?;
        Ok(query)
    }

    fn in_transactions(&mut self) -> Parsed<InTransactions> {
        let start = self.at;
        self.at += 1;
        let mut concurrent = None;
        if self.eat_keyword(Keyword::Concurrent) {
            concurrent = Some(None);
        } else if self.keyword(0) != Some(Keyword::Transactions) {
            concurrent = Some(Some(self.expr()?));
            self.expect_keyword(Keyword::Concurrent)?;
        }
        self.expect_keyword(Keyword::Transactions)?;
        let (mut rows, mut on_error, mut report) = (None, None, None);
        loop {
            if self.eat_keyword(Keyword::Of) {
                rows = Some(self.expr()?);
                if !self.eat_keyword(Keyword::Row) {
                    self.expect_keyword(Keyword::Rows)?;
                }
            } else if self.eat_keyword(Keyword::On) {
                on_error = Some(self.on_error()?);
            } else if self.eat_keyword(Keyword::Report) {
                self.expect_keyword(Keyword::Status)?;
                self.expect_keyword(Keyword::As)?;
                report = Some(self.variable()?);
            } else {
                break;
            }
        }
        Ok(InTransactions { concurrent, rows, on_error, report, span: self.span_from(start) })
    }

    fn on_error(&mut self) -> Parsed<String> {
        self.expect_keyword(Keyword::Error)?;
        let start = self.at;
        let retry = self.eat_words(&["RETRY"]);
        if retry {
            self.eat_words(&["FOR"]);
            if matches!(self.kind(0), TokenKind::Integer | TokenKind::Float) {
                self.at += 1;
                let _ = self.eat_words(&["SEC"])
                    || self.eat_words(&["SECOND"])
                    || self.eat_words(&["SECONDS"]);
            }
        }
        if !retry || self.eat_keyword(Keyword::Then) {
            let ways = [Keyword::Continue, Keyword::Break, Keyword::Fail];
            if !ways.into_iter().any(|way| self.eat_keyword(way)) {
                return Err(self.unexpected());
            }
        }
        let words: Vec<String> = self.tokens[start..self.at]
            .iter()
            .map(|token| self.written(*token).to_uppercase())
            .collect();
        Ok(words.join(" "))
    }

    fn procedure(&mut self, optional: bool) -> Parsed<ClauseKind> {
        let name = self.dotted_name("a procedure")?;
        let mut arguments = None;
        if self.eat(TokenKind::LeftParen) {
            arguments =
                Some(if self.is(TokenKind::RightParen) { vec![] } else { self.list(Self::expr)? });
            self.expect(TokenKind::RightParen)?;
        }
        let yields = if self.eat_keyword(Keyword::Yield) { self.yields()? } else { Yield::Absent };
        Ok(ClauseKind::Procedure(ProcedureCall { optional, name, arguments, yields }))
    }

    fn yields(&mut self) -> Parsed<Yield> {
        if self.eat(TokenKind::Star) {
            return Ok(Yield::All);
        }
        let items = self.list(|parser| {
            let column = parser.name("a column of the procedure")?;
            let alias =
                if parser.eat_keyword(Keyword::As) { Some(parser.variable()?) } else { None };
            Ok((column, alias))
        })?;
        Ok(Yield::Items { items, predicate: self.where_clause()?.map(Box::new) })
    }

    /// `a.b.c`.
    pub(super) fn dotted_name(&mut self, what: &'static str) -> Parsed<Name> {
        let start = self.at;
        let mut text = String::from(self.name(what)?.text);
        while self.eat(TokenKind::Dot) {
            text.push('.');
            text.push_str(&self.name(what)?.text);
        }
        Ok(Name { text: text.into(), span: self.span_from(start) })
    }

    /// `{ query }` in an expression, which belongs to the clause around it.
    pub(super) fn query_in_expression(&mut self) -> Parsed<Query> {
        let outer = std::mem::replace(&mut self.in_expression, true);
        let query = self.braced_query();
        self.in_expression = outer;
        query
    }

    /// `{ pattern }` or `{ query }`.
    pub(super) fn subquery_body(&mut self) -> Parsed<SubqueryBody> {
        if !self.pattern_in_braces() {
            return Ok(SubqueryBody::Query(Box::new(self.query_in_expression()?)));
        }
        self.expect(TokenKind::LeftBrace)?;
        let inner = self.deeper(super::QUERY_DEPTH, |parser| {
            let (mode, patterns) = parser.patterns()?;
            let predicate = parser.where_clause()?;
            Ok(Match { optional: false, mode, patterns, hints: vec![], predicate })
        })?;
        self.expect(TokenKind::RightBrace)?;
        Ok(SubqueryBody::Pattern(Box::new(inner)))
    }

    /// Whether a pattern without `MATCH` begins behind the brace here.
    fn pattern_in_braces(&self) -> bool {
        match self.kind(1) {
            TokenKind::LeftParen => true,
            TokenKind::Keyword(
                Keyword::Any
                | Keyword::All
                | Keyword::Shortest
                | Keyword::ShortestPath
                | Keyword::AllShortestPaths
                | Keyword::Repeatable
                | Keyword::Different,
            ) => true,
            _ if self.path_mode_at(1).is_some() => true,
            _ => self.is_name(1) && self.kind(2) == TokenKind::Equal,
        }
    }
}
