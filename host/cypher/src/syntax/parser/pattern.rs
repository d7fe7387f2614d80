//! What paths consist of: chains of nodes and relationships, quantified parts, `shortestPath`.

use super::{Keyword, Parsed, Parser, TokenKind};
use crate::error::Error;
use crate::syntax::ast::{
    Arrow, Dialect, Expr, ExprKind, GroupPattern, Name, NodePattern, PathElement, PathPattern,
    PathShape, Quantifier, RelationshipLength, RelationshipPattern, Selector,
};
use crate::syntax::scalar;

impl Parser<'_> {
    /// `shortestPath(...)` and `allShortestPaths(...)`.
    pub(super) fn shortest_path(&mut self) -> Parsed<PathShape> {
        let all = self.keyword(0) == Some(Keyword::AllShortestPaths);
        self.at += 1;
        self.expect(TokenKind::LeftParen)?;
        let mut chain = self.chain(true)?;
        self.expect(TokenKind::RightParen)?;
        // One hop is a way like any other: its variable is a list.
        for element in &mut chain {
            if let PathElement::Relationship(relationship) = element
                && relationship.length == RelationshipLength::One
            {
                relationship.length = RelationshipLength::Variable { min: Some(1), max: Some(1) };
            }
        }
        Ok(PathShape::Shortest { all, chain })
    }

    /// Nodes, relationships and quantified parts, as far as they go.
    pub(super) fn chain(&mut self, quantifiers: bool) -> Parsed<Vec<PathElement>> {
        // Most have one node, and it is a large one.
        let mut chain = Vec::with_capacity(1);
        loop {
            self.count_part(size_of::<PathElement>())?;
            if self.at_group() {
                chain.push(PathElement::Group(self.deeper(4, Self::group)?));
            } else {
                chain.push(PathElement::Node(self.node()?));
                while self.at_relationship() {
                    self.count_part(2 * size_of::<PathElement>())?;
                    chain.push(PathElement::Relationship(self.relationship(quantifiers)?));
                    chain.push(PathElement::Node(self.node()?));
                }
            }
            if !quantifiers || !self.is(TokenKind::LeftParen) {
                return Ok(unwrapped_beside_quantified(chain));
            }
        }
    }

    /// Whether the parenthesis here opens a path and no node.
    fn at_group(&self) -> bool {
        self.kind(0) == TokenKind::LeftParen
            && match self.kind(1) {
                TokenKind::LeftParen => true,
                TokenKind::Keyword(Keyword::ShortestPath | Keyword::AllShortestPaths) => {
                    self.kind(2) == TokenKind::LeftParen
                }
                _ => self.is_name(1) && self.kind(2) == TokenKind::Equal,
            }
    }

    fn group(&mut self) -> Parsed<GroupPattern> {
        let start = self.at;
        self.at += 1;
        let variable = self.path_variable()?;
        if let Some(Keyword::ShortestPath | Keyword::AllShortestPaths) = self.keyword(0) {
            let message =
                "shortestPath and allShortestPaths may not stand inside of a parenthesised path";
            return Err(Error::syntax(self.token(0).span, message));
        }
        let chain = self.chain(true)?;
        let predicate = self.where_clause()?.map(Box::new);
        self.expect(TokenKind::RightParen)?;
        let quantifier = self.quantifier()?;
        Ok(GroupPattern { variable, chain, predicate, quantifier, span: self.span_from(start) })
    }

    /// `{m,n}`, `{n}`, `+`, `*`, if one stands here.
    fn quantifier(&mut self) -> Parsed<Option<Quantifier>> {
        let start = self.at;
        let (min, max) = if self.eat(TokenKind::Plus) {
            (1, None)
        } else if self.eat(TokenKind::Star) {
            (0, None)
        } else if self.eat(TokenKind::LeftBrace) {
            let min = self.bound()?;
            let max = if self.eat(TokenKind::Comma) { self.bound()? } else { min };
            if min.is_none() && self.tokens[self.at - 1].kind == TokenKind::LeftBrace {
                return Err(self.unexpected());
            }
            self.expect(TokenKind::RightBrace)?;
            (min.unwrap_or(0), max)
        } else {
            return Ok(None);
        };
        Ok(Some(Quantifier { min, max, span: self.span_from(start) }))
    }

    fn bound(&mut self) -> Parsed<Option<u64>> {
        if !self.is(TokenKind::Integer) {
            return Ok(None);
        }
        let token = self.advance();
        let written = self.written(token);
        if written.contains(['x', 'X', 'o', 'O']) {
            let message =
                format!("{written:?} can't be a length or bound; write it with the digits 0 to 9");
            return Err(Error::syntax(token.span, message).because("InvalidNumberLiteral"));
        }
        let value = scalar::integer(&written, false, token.span)?;
        Ok(u64::try_from(value).ok())
    }

    fn node(&mut self) -> Parsed<NodePattern> {
        let start = self.at;
        self.expect(TokenKind::LeftParen)?;
        let inside = self.element(TokenKind::RightParen)?;
        self.expect(TokenKind::RightParen)?;
        Ok(NodePattern {
            variable: inside.variable,
            labels: inside.labels,
            properties: inside.properties,
            predicate: inside.predicate,
            span: self.span_from(start),
        })
    }

    /// Whether a relationship begins here.
    fn at_relationship(&mut self) -> bool {
        let here = self.kind(0);
        let line = |kind| matches!(kind, TokenKind::Minus | TokenKind::ArrowLine);
        let found = line(here) || (here == TokenKind::Less && line(self.kind(1)));
        if !found {
            self.want("a relationship");
        }
        found
    }

    fn arrow_line(&mut self) -> Parsed<()> {
        if !self.eat(TokenKind::ArrowLine) {
            self.expect(TokenKind::Minus)?;
        }
        Ok(())
    }

    fn relationship(&mut self, quantifiers: bool) -> Parsed<RelationshipPattern> {
        let start = self.at;
        let left = self.eat(TokenKind::Less);
        self.arrow_line()?;
        let mut inside = Element::default();
        if self.eat(TokenKind::LeftBracket) {
            inside = self.element(TokenKind::RightBracket)?;
            self.note_relationship(inside.variable.as_ref());
            self.expect(TokenKind::RightBracket)?;
        }
        self.arrow_line()?;
        let right = self.eat(TokenKind::Greater);
        let direction = match (left, right) {
            (true, false) => Arrow::Left,
            (false, true) => Arrow::Right,
            _ => Arrow::Either,
        };
        let quantifier = if quantifiers { self.quantifier()? } else { None };
        let span = self.span_from(start);
        let length = match (inside.length, quantifier) {
            (RelationshipLength::One, Some(quantifier)) => {
                RelationshipLength::Quantified(quantifier)
            }
            (RelationshipLength::Variable { .. }, Some(_)) => {
                let message = "a variable-length relationship -[*]- can't have a quantifier as well; write one or the other";
                return Err(Error::syntax(span, message));
            }
            (length, None) | (length, Some(_)) => length,
        };
        Ok(RelationshipPattern {
            variable: inside.variable,
            types: inside.labels,
            properties: inside.properties,
            predicate: inside.predicate,
            direction,
            length,
            span,
        })
    }

    /// What stands between the brackets of a node or relationship that `close` closes.
    fn element(&mut self, close: TokenKind) -> Parsed<Element> {
        let mut element = Element::default();
        self.old_bar = None;
        if self.is_element_variable(close) {
            element.variable = Some(self.variable()?);
        } else {
            self.want("a variable");
        }
        if self.at_labels() {
            element.labels = Some(self.labels(close == TokenKind::RightBracket)?);
        }
        let old_bar = self.old_bar.take();
        if close == TokenKind::RightBracket {
            element.length = self.variable_length()?;
        }
        if self.is(TokenKind::LeftBrace) || self.is(TokenKind::Dollar) {
            element.properties = Some(self.atom()?);
        }
        element.predicate = self.where_clause()?.map(Box::new);
        let plain = element.variable.is_none()
            && element.properties.is_none()
            && element.predicate.is_none()
            && element.length == RelationshipLength::One;
        if let Some(span) = old_bar
            && !plain
        {
            let message = "types are separated by \"|\" alone, not by \"|:\"";
            return Err(Error::syntax(span, message));
        }
        Ok(element)
    }

    /// `WHERE` and `IS` may be variables too; what follows them decides.
    fn is_element_variable(&self, close: TokenKind) -> bool {
        use TokenKind::{Colon, LeftBrace};
        let next = self.kind(1);
        let tail = matches!(next, Colon | TokenKind::Keyword(Keyword::Where | Keyword::Is));
        match self.keyword(0) {
            Some(Keyword::Where) => {
                next == close || tail || (next == LeftBrace && self.dialect == Dialect::Cypher5)
            }
            Some(Keyword::Is) => next == close || tail || next == LeftBrace,
            _ => self.is_name(0),
        }
    }

    /// `*`, `*2`, `*1..3`, `*..3`.
    fn variable_length(&mut self) -> Parsed<RelationshipLength> {
        if !self.eat(TokenKind::Star) {
            return Ok(RelationshipLength::One);
        }
        if self.kind(0) == TokenKind::Minus {
            let message = "a length can't be negative";
            return Err(
                Error::syntax(self.token(0).span, message).because("InvalidRelationshipPattern")
            );
        }
        let min = self.bound()?;
        let max = if self.eat(TokenKind::DotDot) { self.bound()? } else { min };
        Ok(RelationshipLength::Variable { min, max })
    }

    /// A pattern among expressions: no selector, no quantifier, at least one relationship.
    pub(super) fn pattern_expression(
        &mut self,
        variable: Option<Name>,
        start: usize,
    ) -> Parsed<PathPattern> {
        let chain = self.deeper(4, |parser| parser.chain(false))?;
        if matches!(chain.last(), Some(PathElement::Relationship(_))) || matches!(chain[..], [_]) {
            return Err(self.unexpected());
        }
        if matches!(self.kind(0), TokenKind::LeftBrace) || self.is_bare_quantifier() {
            let message = "a pattern among expressions can't have a quantifier; put it into EXISTS { }, COUNT { } or COLLECT { }";
            return Err(Error::syntax(self.token(0).span, message).because("UnexpectedSyntax"));
        }
        let selector = Selector::All;
        Ok(PathPattern {
            variable,
            selector,
            acyclic: false,
            shape: PathShape::Chain(chain),
            span: self.span_from(start),
        })
    }

    /// Whether a `+` or `*` that belongs to the relationship before it stands here: `-->+(b)`.
    fn is_bare_quantifier(&self) -> bool {
        matches!(self.kind(0), TokenKind::Plus | TokenKind::Star)
            && matches!(self.tokens[self.at - 1].kind, TokenKind::Greater | TokenKind::Minus)
    }

    /// Whether a path pattern begins at the parenthesis here, and no expression. The parenthesis must hold
    /// what a node may hold, and a relationship and another node must follow; no text can be both and mean
    /// something both ways.
    pub(super) fn pattern_ahead(&self, ahead: usize) -> bool {
        let open = self.token(ahead);
        if open.kind != TokenKind::LeftParen || open.partner == 0 {
            return false;
        }
        let open = self.at + ahead;
        self.is_node(open) && self.relationship_ahead(self.tokens[open].partner as usize + 1)
    }

    /// Whether the parentheses that token `open` opens hold what a node may hold: a variable, labels, a
    /// property map, a predicate; never two names in a row.
    fn is_node(&self, open: usize) -> bool {
        use TokenKind::{
            Ampersand, Bar, Colon, Dollar, Exclamation, LeftBrace, LeftParen, Percent,
        };
        let close = self.tokens[open].partner as usize;
        let mut at = open + 1;
        let mut name_before = false;
        let mut first = true;
        while at < close {
            let token = self.tokens[at];
            let is_name = matches!(
                token.kind,
                TokenKind::Identifier | TokenKind::Quoted | TokenKind::Keyword(_)
            );
            let next = self.tokens[at + 1].kind;
            match token.kind {
                TokenKind::Keyword(Keyword::Where) if first || name_before || at > open + 1 => {
                    return true;
                }
                TokenKind::Keyword(Keyword::Is) if name_before => {
                    let test = [Keyword::Null, Keyword::Not, Keyword::Typed, Keyword::Normalized];
                    if next == TokenKind::ColonColon
                        || test.iter().any(|word| next == TokenKind::Keyword(*word))
                    {
                        return false;
                    }
                    name_before = false;
                }
                _ if is_name && !name_before => name_before = true,
                Colon | Ampersand | Bar | Exclamation | Dollar => name_before = false,
                LeftParen if !first => name_before = true,
                LeftBrace | Percent => name_before = true,
                _ => return false,
            }
            first = false;
            at = (token.partner as usize).max(at) + 1;
        }
        true
    }

    fn relationship_ahead(&self, mut at: usize) -> bool {
        let kind = |at: usize| self.tokens.get(at).map_or(TokenKind::End, |token| token.kind);
        let line = |at: usize| matches!(kind(at), TokenKind::Minus | TokenKind::ArrowLine);
        let left = kind(at) == TokenKind::Less;
        at += usize::from(left);
        if !line(at) {
            return false;
        }
        at += 1;
        if kind(at) == TokenKind::LeftBracket {
            let partner = self.tokens[at].partner as usize;
            return partner != 0 && line(partner + 1);
        }
        line(at) && matches!((left, kind(at + 1)), (_, TokenKind::LeftParen | TokenKind::Greater))
    }
}

/// What nodes and relationships have in common.
struct Element {
    variable: Option<Name>,
    labels: Option<crate::syntax::ast::LabelExpr>,
    length: RelationshipLength,
    properties: Option<Expr>,
    predicate: Option<Box<Expr>>,
}

impl Default for Element {
    fn default() -> Element {
        Element {
            variable: None,
            labels: None,
            length: RelationshipLength::One,
            properties: None,
            predicate: None,
        }
    }
}

impl Parser<'_> {
    /// A bare pattern, `shortestPath` included, as an expression.
    pub(super) fn pattern_atom(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let kind = match self.keyword(0) {
            Some(Keyword::ShortestPath | Keyword::AllShortestPaths) => {
                let shape = self.deeper(4, Self::shortest_path)?;
                let span = self.span_from(start);
                let pattern = PathPattern {
                    variable: None,
                    selector: Selector::All,
                    acyclic: false,
                    shape,
                    span,
                };
                ExprKind::ShortestPath(Box::new(pattern))
            }
            _ => ExprKind::Pattern(Box::new(self.pattern_expression(None, start)?)),
        };
        Ok(Expr { kind, span: self.span_from(start) })
    }
}

/// The same chain, without parentheses that stand beside a quantified part, have no quantifier and say nothing else, be
/// it within others like them.
fn unwrapped_beside_quantified(mut chain: Vec<PathElement>) -> Vec<PathElement> {
    while chain.iter().any(says_nothing) {
        let quantified: Vec<bool> = chain.iter().map(is_quantified).collect();
        let is_beside = |at: usize| {
            quantified.get(at + 1) == Some(&true)
                || at.checked_sub(1).is_some_and(|before| quantified[before])
        };
        let unwrapped: Vec<bool> =
            (0..chain.len()).map(|at| is_beside(at) && says_nothing(&chain[at])).collect();
        if !unwrapped.contains(&true) {
            break;
        }
        let mut elements = Vec::with_capacity(chain.len());
        for (element, unwrapped) in chain.into_iter().zip(unwrapped) {
            match element {
                PathElement::Group(group) if unwrapped => elements.extend(group.chain),
                element => elements.push(element),
            }
        }
        chain = elements;
    }
    chain
}

fn is_quantified(element: &PathElement) -> bool {
    matches!(element, PathElement::Group(group) if group.quantifier.is_some())
}

fn says_nothing(element: &PathElement) -> bool {
    matches!(element, PathElement::Group(group)
        if group.quantifier.is_none() && group.variable.is_none() && group.predicate.is_none())
}
