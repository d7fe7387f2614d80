//! Whole statements: prefixes, commands, unions, conditional queries.

use super::{Keyword, Parsed, Parser, QUERY_DEPTH, TokenKind};
use crate::error::{Error, Span};
use crate::syntax::ast::{Body, Clause, Dialect, Mode, Query, SingleQuery, Statement};

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let mut mode = Mode::default();
        let mut settings = vec![];
        loop {
            match self.keyword(0) {
                Some(Keyword::Explain) => self.set_mode(&mut mode, Mode::Explain)?,
                Some(Keyword::Profile) => self.set_mode(&mut mode, Mode::Profile)?,
                Some(Keyword::Cypher) => {
                    self.at += 1;
                    self.options(&mut settings)?;
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        let body = match self.command() {
            Some(command) => command,
            None => Body::Query(self.queries()?),
        };
        self.eat(TokenKind::Semicolon);
        if !self.is(TokenKind::End) {
            return Err(self.unexpected());
        }
        Ok(Statement { dialect: self.dialect, settings, mode, body })
    }

    /// A command is recognised by its first words; what follows them is not looked at.
    fn command(&mut self) -> Option<Body> {
        const NOUNS: &[&str] = &[
            "ALIAS",
            "BTREE",
            "COMPOSITE",
            "CONSTRAINT",
            "DATABASE",
            "FULLTEXT",
            "IMMUTABLE",
            "INDEX",
            "LOOKUP",
            "OR",
            "POINT",
            "RANGE",
            "ROLE",
            "TEXT",
            "USER",
            "VECTOR",
        ];
        let second_is_noun =
            NOUNS.iter().any(|noun| self.written(self.token(1)).eq_ignore_ascii_case(noun));
        let is_command = match self.keyword(0)? {
            Keyword::Create => second_is_noun && self.kind(2) != TokenKind::Equal,
            Keyword::Show
            | Keyword::Terminate
            | Keyword::Alter
            | Keyword::Grant
            | Keyword::Deny
            | Keyword::Revoke => true,
            Keyword::Rename | Keyword::Drop | Keyword::Stop | Keyword::Deallocate => true,
            Keyword::Reallocate | Keyword::Dryrun | Keyword::Enable => true,
            _ => false,
        };
        if !is_command {
            return None;
        }
        let start = self.at;
        self.at += 1;
        let mut name = self.written(self.tokens[start]).to_uppercase();
        while self.at < start + 4
            && matches!(self.kind(0), TokenKind::Keyword(_) | TokenKind::Identifier)
        {
            let word = self.advance();
            let word = self.written(word).to_uppercase();
            name = format!("{name} {word}");
            if !matches!(
                word.as_str(),
                "RANGE"
                    | "TEXT"
                    | "POINT"
                    | "VECTOR"
                    | "FULLTEXT"
                    | "LOOKUP"
                    | "BTREE"
                    | "OR"
                    | "REPLACE"
            ) {
                break;
            }
        }
        let span = self.span_from(start);
        while !matches!(self.kind(0), TokenKind::End | TokenKind::Bad | TokenKind::Semicolon) {
            self.at += 1;
        }
        Some(Body::Command { name, span })
    }

    pub(super) fn query(&mut self) -> Parsed<Query> {
        self.deeper(QUERY_DEPTH, |parser| {
            if parser.keyword(0) == Some(Keyword::When) {
                return parser.conditional();
            }
            let mut members = vec![parser.member()?];
            let mut kind: Option<(bool, Span)> = None;
            while parser.is_keyword(Keyword::Union) {
                let start = parser.at;
                parser.at += 1;
                let all = parser.eat_keyword(Keyword::All);
                if !all {
                    parser.eat_keyword(Keyword::Distinct);
                }
                let span = parser.span_from(start);
                let first = *kind.get_or_insert((all, span));
                if first.0 != all {
                    let message = "UNION and UNION ALL may not be mixed in one query; put one of them into CALL { }";
                    return Err(Error::syntax(span, message).because("InvalidClauseComposition"));
                }
                members.push(parser.member()?);
            }
            match kind {
                Some((all, span)) => Ok(Query::Union { members, all, span }),
                None => Ok(members.remove(0)),
            }
        })
    }

    fn conditional(&mut self) -> Parsed<Query> {
        let span = self.token(0).span;
        let mut branches = vec![];
        while self.eat_keyword(Keyword::When) {
            let condition = self.expr()?;
            self.expect_keyword(Keyword::Then)?;
            branches.push((condition, self.branch()?));
        }
        let otherwise =
            if self.eat_keyword(Keyword::Else) { Some(Box::new(self.branch()?)) } else { None };
        Ok(Query::When { branches, otherwise, span })
    }

    fn branch(&mut self) -> Parsed<Query> {
        if self.kind(0) == TokenKind::LeftBrace { self.braced_query() } else { self.member() }
    }

    /// A member of a union: clauses, or in Cypher 25 a query in braces.
    fn member(&mut self) -> Parsed<Query> {
        if self.kind(0) == TokenKind::LeftBrace && self.dialect == Dialect::Cypher25 {
            return self.braced_query();
        }
        let start = self.at;
        let clauses = self.clauses()?;
        Ok(Query::Single(SingleQuery { clauses, span: self.span_from(start) }))
    }

    /// One clause after the other, at least one.
    pub(super) fn clauses(&mut self) -> Parsed<Vec<Clause>> {
        let mut clauses = vec![];
        while let Some(clause) = self.clause()? {
            clauses.push(clause);
        }
        if clauses.is_empty() { Err(self.unexpected()) } else { Ok(clauses) }
    }
}
