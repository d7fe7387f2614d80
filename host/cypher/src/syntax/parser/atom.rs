//! Atoms of expressions: literals, parameters, names, calls, maps, subqueries.

use smol_str::SmolStr;

use super::{Keyword, Parsed, Parser, TokenKind};
use crate::syntax::ast::{Dialect, Expr, ExprKind, FunctionCall, Literal, MapProjectionItem, Name};
use crate::syntax::scalar;

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let kind = match self.kind(0) {
            TokenKind::Integer | TokenKind::Float => ExprKind::Literal(self.number(false)?),
            TokenKind::Text => {
                let token = self.advance();
                ExprKind::Literal(Literal::String(scalar::string(&self.written(token))))
            }
            TokenKind::Dollar => {
                self.at += 1;
                ExprKind::Parameter(self.parameter_name()?)
            }
            TokenKind::LeftBracket => self.bracketed()?,
            TokenKind::LeftBrace => ExprKind::Map(self.map()?),
            TokenKind::LeftParen if self.pattern_ahead(0) => return self.pattern_atom(),
            TokenKind::LeftParen => {
                self.at += 1;
                let inner = self.expr()?;
                self.expect(TokenKind::RightParen)?;
                inner.kind
            }
            TokenKind::Keyword(Keyword::Case) => {
                let begins = self.begins_case()?;
                if self.readings.is_word(self.at, begins) { self.case()? } else { self.named()? }
            }
            TokenKind::Keyword(keyword) if !self.is_plain_variable() => {
                self.keyword_atom(keyword)?
            }
            TokenKind::Identifier | TokenKind::Quoted | TokenKind::Keyword(_) => self.named()?,
            _ => {
                self.want("an expression");
                return Err(self.unexpected());
            }
        };
        Ok(Expr { kind, span: self.span_from(start) })
    }

    fn parameter_name(&mut self) -> Parsed<SmolStr> {
        if self.kind(0) == TokenKind::Integer {
            let token = self.advance();
            return Ok(self.written(token).into());
        }
        Ok(self.name("the name of a parameter")?.text)
    }

    fn number(&mut self, negative: bool) -> Parsed<Literal> {
        let token = self.advance();
        let text = self.written(token);
        if token.kind == TokenKind::Integer {
            return Ok(Literal::Integer(scalar::integer(&text, negative, token.span)?));
        }
        let value = scalar::float(&text, token.span)?;
        Ok(Literal::Float(if negative { -value } else { value }))
    }

    pub(super) fn negative_number(&mut self) -> Parsed<Expr> {
        let start = self.at;
        self.at += 1;
        let literal = self.number(true)?;
        Ok(Expr { kind: ExprKind::Literal(literal), span: self.span_from(start) })
    }

    fn keyword_atom(&mut self, keyword: Keyword) -> Parsed<ExprKind> {
        let next = self.kind(1);
        let literal = match keyword {
            Keyword::Null => Literal::Null,
            Keyword::True => Literal::Bool(true),
            Keyword::False => Literal::Bool(false),
            Keyword::Inf | Keyword::Infinity => Literal::Float(f64::INFINITY),
            Keyword::Nan => Literal::Float(f64::NAN),
            Keyword::Exists if next == TokenKind::LeftBrace => {
                self.at += 1;
                return Ok(ExprKind::Exists(self.subquery_body()?));
            }
            Keyword::Count if next == TokenKind::LeftBrace => {
                self.at += 1;
                return Ok(ExprKind::Count(self.subquery_body()?));
            }
            Keyword::Collect if next == TokenKind::LeftBrace => {
                self.at += 1;
                return Ok(ExprKind::Collect(Box::new(self.query_in_expression()?)));
            }
            Keyword::Count if next == TokenKind::LeftParen && self.kind(2) == TokenKind::Star => {
                self.at += 3;
                self.expect(TokenKind::RightParen)?;
                return Ok(ExprKind::CountStar);
            }
            Keyword::All | Keyword::Any | Keyword::None | Keyword::Single
                if self.is_quantifier() =>
            {
                return self.list_quantifier(keyword);
            }
            Keyword::Reduce if next == TokenKind::LeftParen && self.kind(3) == TokenKind::Equal => {
                return self.reduce(false);
            }
            Keyword::ShortestPath | Keyword::AllShortestPaths if next == TokenKind::LeftParen => {
                return Ok(self.pattern_atom()?.kind);
            }
            Keyword::Trim if next == TokenKind::LeftParen => return self.trim(),
            Keyword::Normalize if next == TokenKind::LeftParen => return self.normalize(),
            _ if self.is_stray_clause(keyword) => {
                // To the servers this is a function; behind CASE there would have to be a WHEN as well.
                let before = self.at.checked_sub(1).map(|before| self.tokens[before].kind);
                if next == TokenKind::LeftParen && before != Some(TokenKind::Keyword(Keyword::Case))
                {
                    self.readings.settle();
                }
                self.want("an expression");
                return Err(self.unexpected());
            }
            _ => return self.named(),
        };
        if next == TokenKind::LeftParen {
            return self.named();
        }
        self.at += 1;
        Ok(ExprKind::Literal(literal))
    }

    /// A variable, a map projection, or a call.
    fn named(&mut self) -> Parsed<ExprKind> {
        if self.dialect == Dialect::Cypher25
            && self.are_words(&["allReduce"])
            && self.kind(1) == TokenKind::LeftParen
            && self.kind(3) == TokenKind::Equal
        {
            return self.reduce(true);
        }
        let mut ahead = 1;
        while self.kind(ahead) == TokenKind::Dot && self.is_name(ahead + 1) {
            ahead += 2;
        }
        if self.kind(ahead) == TokenKind::LeftParen {
            return self.function_call();
        }
        let name = self.variable()?;
        if self.kind(0) == TokenKind::LeftBrace {
            return self.map_projection(name);
        }
        Ok(ExprKind::Variable(name.text))
    }

    fn function_call(&mut self) -> Parsed<ExprKind> {
        let name = self.dotted_name("a function")?;
        self.expect(TokenKind::LeftParen)?;
        // Before the closing parenthesis these are no variables: there are no arguments.
        let is_last = self.kind(1) == TokenKind::RightParen;
        let distinct = self.is_keyword(Keyword::Distinct) && (is_last || self.is_word_at(self.at));
        self.at += usize::from(distinct);
        let all = !distinct
            && self.keyword(0) == Some(Keyword::All)
            && self.kind(1) != TokenKind::LeftParen
            && (is_last || self.is_word());
        self.at += usize::from(all);
        let arguments = if !distinct && self.is(TokenKind::RightParen) {
            vec![]
        } else {
            let is_vector =
                self.dialect == Dialect::Cypher25 && name.text.eq_ignore_ascii_case("vector");
            let mut number = 0;
            self.list(|parser| {
                number += 1;
                if is_vector && number == 3 { parser.vector_coordinates() } else { parser.expr() }
            })?
        };
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Function(FunctionCall { name, distinct, arguments }))
    }

    /// The last argument of `vector([1, 2], 2, SIGNED INTEGER NOT NULL)`, as one word.
    fn vector_coordinates(&mut self) -> Parsed<Expr> {
        let start = self.at;
        match self.coordinate_type()? {
            Some(of) => {
                let kind = ExprKind::Variable(of.name().into());
                Ok(Expr { kind, span: self.span_from(start) })
            }
            None => self.expr(),
        }
    }

    /// `trim(s)`, and `trim(LEADING 'x' FROM s)`, which is `trim('LEADING', 'x', s)` written in words.
    fn trim(&mut self) -> Parsed<ExprKind> {
        let side = self.keyword(2).filter(|side| {
            matches!(side, Keyword::Both | Keyword::Leading | Keyword::Trailing)
                && self.kind(3) != TokenKind::RightParen
                && self.is_word_at(self.at + 2)
        });
        let start = self.at;
        let name = self.name("a function")?;
        self.at += 1 + usize::from(side.is_some());
        let mut arguments = vec![];
        if !(self.is_keyword(Keyword::From) && self.is_word_at(self.at)) {
            arguments.push(self.expr()?);
        }
        let in_words = if side.is_some() {
            self.expect_keyword(Keyword::From)?;
            true
        } else {
            self.eat_keyword(Keyword::From)
        };
        if in_words {
            let side = Literal::String(side.unwrap_or(Keyword::Both).text().to_owned());
            let span = self.span_from(start);
            arguments.insert(0, Expr { kind: ExprKind::Literal(side), span });
            arguments.push(self.expr()?);
        }
        while !in_words && self.eat(TokenKind::Comma) {
            arguments.push(self.expr()?);
        }
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Function(FunctionCall { name, distinct: false, arguments }))
    }

    /// `normalize(s, NFD)`: the bare name of the form becomes a string.
    fn normalize(&mut self) -> Parsed<ExprKind> {
        let name = self.name("a function")?;
        self.at += 1;
        let mut arguments = vec![self.expr()?];
        if self.eat(TokenKind::Comma) {
            let token = self.token(0);
            if self.normal_form().is_none() {
                for form in ["NFC", "NFD", "NFKC", "NFKD"] {
                    self.want(form);
                }
                return Err(self.unexpected());
            }
            let form = Literal::String(self.written(token).to_uppercase());
            arguments.push(Expr { kind: ExprKind::Literal(form), span: token.span });
        }
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Function(FunctionCall { name, distinct: false, arguments }))
    }

    pub(super) fn map(&mut self) -> Parsed<Vec<(Name, Expr)>> {
        self.expect(TokenKind::LeftBrace)?;
        if self.eat(TokenKind::RightBrace) {
            return Ok(vec![]);
        }
        let entries = self.list(|parser| {
            let key = parser.name("a key")?;
            parser.expect(TokenKind::Colon)?;
            Ok((key, parser.expr()?))
        })?;
        self.expect(TokenKind::RightBrace)?;
        Ok(entries)
    }

    fn map_projection(&mut self, subject: Name) -> Parsed<ExprKind> {
        self.at += 1;
        let subject = Box::new(Expr { kind: ExprKind::Variable(subject.text), span: subject.span });
        if self.eat(TokenKind::RightBrace) {
            return Ok(ExprKind::MapProjection { subject, items: vec![] });
        }
        let items = self.list(|parser| {
            if parser.eat(TokenKind::Dot) {
                if parser.eat(TokenKind::Star) {
                    return Ok(MapProjectionItem::All);
                }
                return Ok(MapProjectionItem::Property(parser.name("a property")?));
            }
            let name = parser.name("an item such as .key, .*, key: value or a variable")?;
            if parser.eat(TokenKind::Colon) {
                return Ok(MapProjectionItem::Entry(name, parser.expr()?));
            }
            Ok(MapProjectionItem::Variable(name))
        })?;
        self.expect(TokenKind::RightBrace)?;
        Ok(ExprKind::MapProjection { subject, items })
    }
}
