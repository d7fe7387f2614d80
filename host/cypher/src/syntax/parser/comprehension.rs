//! What brings a variable of its own into an expression: comprehensions, `all(x IN ...)`, `reduce`.

use super::expr::Level;
use super::{Keyword, Parsed, Parser, TokenKind};
use crate::syntax::ast::{Expr, ExprKind, ListQuantifier, Name};

impl Parser<'_> {
    /// A list, a list comprehension or a pattern comprehension.
    pub(super) fn bracketed(&mut self) -> Parsed<ExprKind> {
        let open = self.at;
        let outer = self.separator;
        self.at += 1;
        let result = if self.is_name(0) && self.keyword(1) == Some(Keyword::In) {
            self.separator = self.separator_behind(open);
            self.list_comprehension()
        } else if self.is_name(0) && self.kind(1) == TokenKind::Equal && self.pattern_ahead(2) {
            self.separator = self.separator_behind(open);
            let start = self.at;
            let variable = self.variable()?;
            self.at += 1;
            self.pattern_comprehension(Some(variable), start)
        } else if self.pattern_ahead(0) {
            self.separator = self.separator_behind(open);
            self.pattern_or_list()
        } else {
            self.list_literal()
        };
        self.separator = outer;
        result
    }

    fn list_literal(&mut self) -> Parsed<ExprKind> {
        let items = if self.is(TokenKind::RightBracket) { vec![] } else { self.list(Self::expr)? };
        self.expect(TokenKind::RightBracket)?;
        Ok(ExprKind::List(items))
    }

    /// The `|` that separates the parts of the comprehension whose bracket is token `open`: the first one
    /// directly in the bracket that no label stands before, else the last one, as in `[x IN xs WHERE x:A | x]`.
    pub(super) fn separator_behind(&self, open: usize) -> usize {
        let close = self.tokens[open].partner as usize;
        let mut last = usize::MAX;
        let mut at = open + 1;
        let mut angles = 0usize;
        while at < close {
            let token = self.tokens[at];
            if token.kind == TokenKind::Less && self.opens_type(at) {
                angles += 1;
            } else if token.kind == TokenKind::Greater {
                angles = angles.saturating_sub(1);
            } else if token.kind == TokenKind::Bar && angles == 0 {
                last = at;
                if !self.is_label_before(at) {
                    break;
                }
            }
            at = (token.partner as usize).max(at) + 1;
        }
        last
    }

    /// Whether the `<` here belongs to a type such as `LIST<INTEGER | STRING>`.
    fn opens_type(&self, at: usize) -> bool {
        let word = self.written(self.tokens[at - 1]);
        ["LIST", "ARRAY", "ANY", "VALUE"].iter().any(|of| word.eq_ignore_ascii_case(of))
    }

    fn is_label_before(&self, at: usize) -> bool {
        use TokenKind::{Ampersand, Bar, Colon, Exclamation, Percent, RightParen};
        matches!(self.tokens[at - 1].kind, RightParen | Percent)
            || matches!(
                self.tokens[at - 2].kind,
                Colon | Ampersand | Bar | Exclamation | TokenKind::Keyword(Keyword::Is)
            )
    }

    fn list_comprehension(&mut self) -> Parsed<ExprKind> {
        let variable = self.variable()?;
        self.at += 1;
        let list = Box::new(self.expr()?);
        let predicate = self.where_clause()?.map(Box::new);
        let map = if self.eat(TokenKind::Bar) { Some(Box::new(self.expr()?)) } else { None };
        self.expect(TokenKind::RightBracket)?;
        Ok(ExprKind::ListComprehension { variable, list, predicate, map })
    }

    fn pattern_comprehension(&mut self, variable: Option<Name>, start: usize) -> Parsed<ExprKind> {
        let pattern = Box::new(self.pattern_expression(variable, start)?);
        let predicate = self.where_clause()?.map(Box::new);
        self.expect(TokenKind::Bar)?;
        let map = Box::new(self.expr()?);
        self.expect(TokenKind::RightBracket)?;
        Ok(ExprKind::PatternComprehension { pattern, predicate, map })
    }

    /// `[(a)-->(b) | a.x]`, or a list whose first element is a bare pattern.
    fn pattern_or_list(&mut self) -> Parsed<ExprKind> {
        let start = self.at;
        if self.separator != usize::MAX {
            return self.pattern_comprehension(None, start);
        }
        let first = self.pattern_atom()?;
        let mut items = vec![self.infixes(first, start, Level::Or)?];
        if self.eat(TokenKind::Comma) {
            items.extend(self.list(Self::expr)?);
        } else if self.kind(0) != TokenKind::RightBracket {
            self.want("\"|\"");
        }
        self.expect(TokenKind::RightBracket)?;
        Ok(ExprKind::List(items))
    }

    /// Whether `(x IN` follows, so that `all` and its like are no function.
    pub(super) fn is_quantifier(&self) -> bool {
        self.kind(1) == TokenKind::LeftParen
            && self.is_name(2)
            && self.keyword(3) == Some(Keyword::In)
    }

    pub(super) fn list_quantifier(&mut self, keyword: Keyword) -> Parsed<ExprKind> {
        let kind = match keyword {
            Keyword::All => ListQuantifier::All,
            Keyword::Any => ListQuantifier::Any,
            Keyword::None => ListQuantifier::None,
            _ => ListQuantifier::Single,
        };
        self.at += 2;
        let variable = self.variable()?;
        self.at += 1;
        let list = Box::new(self.expr()?);
        let predicate = self.where_clause()?.map(Box::new);
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Quantifier { kind, variable, list, predicate })
    }

    /// `reduce` or, with a predicate at its end, `allReduce`.
    pub(super) fn reduce(&mut self, all: bool) -> Parsed<ExprKind> {
        let outer = self.separator;
        self.separator = self.separator_behind(self.at + 1);
        self.at += 2;
        let accumulator = self.variable()?;
        self.expect(TokenKind::Equal)?;
        let init: Box<Expr> = Box::new(self.expr()?);
        self.expect(TokenKind::Comma)?;
        let variable = self.variable()?;
        self.expect_keyword(Keyword::In)?;
        let list = Box::new(self.expr()?);
        self.expect(TokenKind::Bar)?;
        let step = Box::new(self.expr()?);
        let every = if all {
            self.expect(TokenKind::Comma)?;
            Some(Box::new(self.expr()?))
        } else {
            None
        };
        self.expect(TokenKind::RightParen)?;
        self.separator = outer;
        Ok(ExprKind::Reduce { accumulator, init, variable, list, step, every })
    }
}
