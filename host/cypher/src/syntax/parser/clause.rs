//! Clauses that read: which clause begins here, `MATCH`, `UNWIND`, `LOAD CSV`, `USE` and the small ones.

use super::{Keyword, LabelSigns, Parsed, Parser, TokenKind};
use crate::syntax::ast::{Clause, ClauseKind, Dialect, Hint, HintKind, Match, MatchMode};

impl Parser<'_> {
    /// The clause that begins here, if one does.
    pub(super) fn clause(&mut self) -> Parsed<Option<Clause>> {
        self.count_part(size_of::<Clause>())?;
        let start = self.at;
        let Some(keyword) = self.keyword(0) else {
            self.want_clause();
            return Ok(None);
        };
        self.at += 1;
        if !self.in_expression {
            self.label_signs = LabelSigns::default();
            self.given_signs = LabelSigns::default();
        }
        let kind = match keyword {
            Keyword::Match => self.match_clause(false)?,
            Keyword::Optional => self.optional()?,
            Keyword::With => ClauseKind::With(self.projection(true)?),
            Keyword::Return => ClauseKind::Return(self.projection(false)?),
            Keyword::Unwind => self.unwind()?,
            Keyword::For if self.dialect != Dialect::Cypher5 => self.for_each()?,
            Keyword::Call => self.call(false)?,
            Keyword::Create => ClauseKind::Create(self.list(Self::created_path)?),
            Keyword::Insert => ClauseKind::Create(self.inserted()?),
            Keyword::Merge => self.merge()?,
            Keyword::Set => ClauseKind::Set(self.list(Self::set_item)?),
            Keyword::Remove => ClauseKind::Remove(self.list(Self::remove_item)?),
            Keyword::Delete => self.delete(false)?,
            Keyword::Detach => {
                self.expect_keyword(Keyword::Delete)?;
                self.delete(true)?
            }
            Keyword::Nodetach => {
                self.expect_keyword(Keyword::Delete)?;
                self.delete(false)?
            }
            Keyword::Foreach => self.foreach()?,
            Keyword::Finish => ClauseKind::Finish,
            Keyword::Let => ClauseKind::Let(self.list(|parser| {
                let name = parser.variable()?;
                parser.expect(TokenKind::Equal)?;
                Ok((name, parser.expr()?))
            })?),
            Keyword::Filter => {
                self.eat_keyword(Keyword::Where);
                ClauseKind::Filter(self.expr()?)
            }
            Keyword::Order | Keyword::Skip | Keyword::Offset | Keyword::Limit => {
                self.at -= 1;
                ClauseKind::OrderBy(self.paging()?)
            }
            Keyword::Load => self.load_csv()?,
            Keyword::Use => self.use_clause()?,
            _ => {
                self.at -= 1;
                self.want_clause();
                return Ok(None);
            }
        };
        Ok(Some(Clause { kind, span: self.span_from(start) }))
    }

    fn want_clause(&mut self) {
        const CLAUSES: &[&str] = &[
            "MATCH",
            "OPTIONAL MATCH",
            "WITH",
            "RETURN",
            "UNWIND",
            "CALL",
            "CREATE",
            "MERGE",
            "SET",
            "REMOVE",
            "DELETE",
            "FOREACH",
            "DETACH",
            "OPTIONAL",
            "INSERT",
            "FINISH",
            "FILTER",
            "LET",
            "LOAD",
            "ORDER",
            "SKIP",
            "LIMIT",
            "USE",
        ];
        for clause in CLAUSES {
            self.want(clause);
        }
        if self.dialect != Dialect::Cypher5 {
            self.want("FOR");
        }
    }

    fn optional(&mut self) -> Parsed<ClauseKind> {
        if self.eat_keyword(Keyword::Match) {
            self.match_clause(true)
        } else {
            self.expect_keyword(Keyword::Call)?;
            self.call(true)
        }
    }

    fn match_clause(&mut self, optional: bool) -> Parsed<ClauseKind> {
        let (mode, patterns) = self.patterns()?;
        let mut hints = vec![];
        while self.is_keyword(Keyword::Using) {
            hints.push(self.hint()?);
        }
        let predicate = self.where_clause()?;
        Ok(ClauseKind::Match(Match { optional, mode, patterns, hints, predicate }))
    }

    /// A match mode and paths, as they stand after `MATCH` and in the braces of `EXISTS` and `COUNT`.
    pub(super) fn patterns(&mut self) -> Parsed<(MatchMode, Vec<crate::syntax::ast::PathPattern>)> {
        let start = self.at;
        let mode = self.match_mode();
        if self.at > start {
            self.newer(self.span_from(start), "match modes are")?;
        }
        Ok((mode, self.matched_paths(mode)?))
    }

    fn match_mode(&mut self) -> MatchMode {
        let words: &[(&[&'static str], MatchMode)] = &[
            (&["REPEATABLE", "ELEMENT", "BINDINGS"], MatchMode::RepeatableElements),
            (&["REPEATABLE", "ELEMENTS"], MatchMode::RepeatableElements),
            (&["REPEATABLE", "ELEMENT"], MatchMode::RepeatableElements),
            (&["DIFFERENT", "RELATIONSHIP", "BINDINGS"], MatchMode::DifferentRelationships),
            (&["DIFFERENT", "RELATIONSHIPS"], MatchMode::DifferentRelationships),
            (&["DIFFERENT", "RELATIONSHIP"], MatchMode::DifferentRelationships),
        ];
        for (words, mode) in words {
            if self.are_words(words) {
                self.at += words.len();
                return *mode;
            }
        }
        MatchMode::default()
    }

    pub(super) fn where_clause(&mut self) -> Parsed<Option<crate::syntax::ast::Expr>> {
        if self.eat_keyword(Keyword::Where) { Ok(Some(self.expr()?)) } else { Ok(None) }
    }

    fn hint(&mut self) -> Parsed<Hint> {
        let start = self.at;
        self.at += 1;
        if self.eat_keyword(Keyword::Join) {
            self.expect_keyword(Keyword::On)?;
            let variables = self.list(Self::variable)?;
            return Ok(Hint { kind: HintKind::Join, variables, span: self.span_from(start) });
        }
        let scan = self.eat_keyword(Keyword::Scan);
        let mut words = "USING ".to_owned();
        if !scan {
            for kind in [Keyword::Text, Keyword::Range, Keyword::Point] {
                if self.eat_keyword(kind) {
                    words = words + kind.text() + " ";
                }
            }
            self.expect_keyword(Keyword::Index)?;
            words.push_str("INDEX ");
            if self.keyword(0) == Some(Keyword::Seek) && self.is_name(1) {
                self.at += 1;
                words.push_str("SEEK ");
            }
        }
        let variables = vec![self.variable()?];
        self.expect(TokenKind::Colon)?;
        let label = self.name("a label")?;
        if scan {
            let kind = HintKind::Scan { label };
            return Ok(Hint { kind, variables, span: self.span_from(start) });
        }
        self.expect(TokenKind::LeftParen)?;
        let keys = self.list(|parser| parser.name("a property"))?;
        self.expect(TokenKind::RightParen)?;
        let kind = HintKind::Index { words, label, keys };
        Ok(Hint { kind, variables, span: self.span_from(start) })
    }

    fn unwind(&mut self) -> Parsed<ClauseKind> {
        let list = self.expr()?;
        self.expect_keyword(Keyword::As)?;
        Ok(ClauseKind::Unwind { list, variable: self.variable()? })
    }

    /// `FOR x IN list`, which is another way to say `UNWIND list AS x`.
    fn for_each(&mut self) -> Parsed<ClauseKind> {
        let variable = self.variable()?;
        self.expect_keyword(Keyword::In)?;
        Ok(ClauseKind::Unwind { list: self.expr()?, variable })
    }

    fn load_csv(&mut self) -> Parsed<ClauseKind> {
        self.expect_keyword(Keyword::Csv)?;
        let headers = self.eat_keyword(Keyword::With);
        if headers {
            self.expect_keyword(Keyword::Headers)?;
        }
        self.expect_keyword(Keyword::From)?;
        let source = self.expr()?;
        self.expect_keyword(Keyword::As)?;
        let variable = self.variable()?;
        let terminator =
            if self.eat_keyword(Keyword::FieldTerminator) { Some(self.expr()?) } else { None };
        Ok(ClauseKind::LoadCsv { variable, source, headers, terminator })
    }

    fn use_clause(&mut self) -> Parsed<ClauseKind> {
        if self.keyword(0) == Some(Keyword::Graph) && self.is_name(1) {
            self.at += 1;
        }
        Ok(ClauseKind::Use(self.postfix()?))
    }
}
