//! The parser: recursive descent over tokens, precedence climbing for expressions. This file holds what all
//! of it shares: looking at tokens, bounds of depth, and errors that say what was expected. A text is parsed
//! once without a thought for errors; only one that fails is parsed again, with its words read otherwise, and at last
//! taking notes for the message.

mod atom;
mod case;
mod clause;
mod columns;
mod comprehension;
mod expected;
mod expr;
mod label;
mod label_signs;
mod next;
mod path;
mod pattern;
mod projection;
mod readings;
mod setting;
mod statement;
mod subquery;
mod types;
mod update;
mod word;

use std::borrow::Cow;

use expected::Expected;
use hashbrown::HashSet;
use label_signs::LabelSigns;
use readings::Readings;

use super::ast::{Dialect, Expr, Name, Statement};
use super::escapes::without_escapes;
use super::lexer::{self, Tokens};
use super::scalar;
use super::token::{Keyword, Token, TokenKind};
use crate::error::{Error, ErrorKind, Span};
use crate::meter::{Charge, Meter, Parts};
use crate::stack::deeper;

/// The longest text that is read.
pub const MAX_TEXT: usize = 1 << 20;

/// How deep the tree may be. Everybody who walks it does so by recursion and relies on this bound.
pub const MAX_DEPTH: u32 = 1000;

/// What a query inside of a query adds to the depth: as much as the levels of the tree between the two.
const QUERY_DEPTH: u32 = 10;

type Parsed<T> = Result<T, Error>;

/// Reads a statement.
///
/// # Errors
/// Where the text is not Cypher, too long, or nested too deeply, or the meter has run out.
pub fn parse(text: &str, meter: &Meter) -> Result<Statement, Error> {
    Tree::read(text, meter).map(|tree| tree.statement)
}

/// A statement that was read, and stays charged to the meter for as long as this lives.
#[derive(Debug)]
pub struct Tree {
    /// What was read.
    pub statement: Statement,
    _parts: Parts,
}

impl Tree {
    /// Reads a statement.
    ///
    /// # Errors
    /// Those of [`parse`].
    pub fn read(text: &str, meter: &Meter) -> Result<Tree, Error> {
        must_be_short(text)?;
        Tree::read_any(text, meter)
    }

    /// Reads a statement however long its text is, which somebody here has printed.
    pub(in crate::syntax) fn read_any(text: &str, meter: &Meter) -> Result<Tree, Error> {
        let (statement, parts) = parse_as(text, meter, |parser| parser.statement())?;
        Ok(Tree { statement, _parts: parts })
    }
}

fn must_be_short(text: &str) -> Parsed<()> {
    if text.len() > MAX_TEXT {
        let message = format!("the query is {} bytes long; {MAX_TEXT} are allowed", text.len());
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    Ok(())
}

/// Reads an expression of Cypher 25 that stands alone, charged until its parts are dropped.
pub(crate) fn parse_expression(text: &str, meter: &Meter) -> Result<(Expr, Parts), Error> {
    must_be_short(text)?;
    parse_as(text, meter, |parser| {
        parser.dialect = Dialect::Cypher25;
        let expr = parser.expr()?;
        parser.expect(TokenKind::End)?;
        Ok(expr)
    })
}

fn parse_as<T>(
    text: &str,
    meter: &Meter,
    whole: impl Fn(&mut Parser<'_>) -> Parsed<T>,
) -> Result<(T, Parts), Error> {
    meter.check()?;
    let tokens = lexer::tokens(text, meter)?;
    let _tokens = Charge::new(meter, tokens.list.capacity() * size_of::<Token>())?;
    let read = |readings: &mut Readings, expected| {
        let mut parser = Parser::new(text, &tokens, meter, expected);
        parser.readings = std::mem::take(readings);
        parser.parts.take_copies_of(meter, text)?;
        let tree = whole(&mut parser);
        *readings = parser.readings;
        readings.end(parser.at);
        tree.map(|tree| (tree, parser.parts))
    };
    let mut readings = Readings::default();
    match read(&mut readings, None) {
        Err(error) if error.detail() == Some(expected::UNEXPECTED) => {}
        read => return read,
    }
    while readings.go_back() {
        if let Ok(tree) = read(&mut readings, None) {
            return Ok(tree);
        }
    }
    read(&mut Readings::default(), Some(Expected::default()))
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    meter: &'t Meter,
    /// What the tree takes so far.
    parts: Parts,
    /// Why the bad token is a bad one.
    bad: Option<&'t Error>,
    at: usize,
    /// How deep the parser is at the moment.
    depth: u32,
    /// How high the highest expression is that was parsed since somebody last set this to zero.
    tallest: u32,
    /// The token that separates the parts of the comprehension that is being read, and is no label's `|`.
    separator: usize,
    /// Whether tokens may have escapes in them.
    escapes: bool,
    /// The last `|:` between types, which may stand in the plainest of relationships only.
    old_bar: Option<Span>,
    /// How labels are written in the clause that is being read.
    label_signs: LabelSigns,
    /// How those are that it gives or takes away.
    given_signs: LabelSigns,
    /// The last `NEXT` of the query that was read last, if it has any.
    handed_on: Option<Span>,
    /// Where relationships have been named.
    relationships: Vec<Span>,
    /// Where the `CASE`s are that have tests, once somebody has asked.
    cases: Option<HashSet<usize>>,
    /// Whether what is being read stands in a clause and begins none of its own.
    in_expression: bool,
    dialect: Dialect,
    /// How words are read that may be names as well.
    readings: Readings,
    /// What was looked for at the place that the parser got to; only where an error is being explained.
    expected: Option<Expected>,
}

impl<'t> Parser<'t> {
    fn new(
        text: &'t str,
        tokens: &'t Tokens,
        meter: &'t Meter,
        expected: Option<Expected>,
    ) -> Parser<'t> {
        Parser {
            text,
            tokens: &tokens.list,
            meter,
            parts: Parts::default(),
            bad: tokens.error.as_ref(),
            at: 0,
            depth: 0,
            tallest: 0,
            separator: usize::MAX,
            escapes: tokens.escapes,
            old_bar: None,
            label_signs: LabelSigns::default(),
            given_signs: LabelSigns::default(),
            handed_on: None,
            relationships: vec![],
            cases: None,
            in_expression: false,
            dialect: Dialect::default(),
            readings: Readings::default(),
            expected,
        }
    }

    fn token(&self, ahead: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + ahead).min(last)]
    }

    fn kind(&self, ahead: usize) -> TokenKind {
        self.token(ahead).kind
    }

    fn keyword(&self, ahead: usize) -> Option<Keyword> {
        match self.kind(ahead) {
            TokenKind::Keyword(keyword) => Some(keyword),
            _ => None,
        }
    }

    fn advance(&mut self) -> Token {
        let token = self.token(0);
        self.at += 1;
        token
    }

    /// Whether the next token is of this kind. The question is remembered as an expectation.
    fn is(&mut self, kind: TokenKind) -> bool {
        let found = self.kind(0) == kind;
        if !found && let Some(expected) = &mut self.expected {
            expected.note(self.at, kind.describe());
        }
        found
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.is(kind);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, kind: TokenKind) -> Parsed<Token> {
        if self.is(kind) { Ok(self.advance()) } else { Err(self.unexpected()) }
    }

    fn is_keyword(&mut self, keyword: Keyword) -> bool {
        self.is(TokenKind::Keyword(keyword))
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        self.eat(TokenKind::Keyword(keyword))
    }

    fn expect_keyword(&mut self, keyword: Keyword) -> Parsed<Span> {
        Ok(self.expect(TokenKind::Keyword(keyword))?.span)
    }

    /// A token as it is meant: without escapes.
    fn written(&self, token: Token) -> Cow<'t, str> {
        let text = token.span.of(self.text);
        if self.escapes { without_escapes(text) } else { text.into() }
    }

    /// Whether the words of the following tokens are these, in any case.
    fn are_words(&self, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(ahead, word)| {
            let token = self.token(ahead);
            matches!(token.kind, TokenKind::Identifier | TokenKind::Keyword(_))
                && self.written(token).eq_ignore_ascii_case(word)
        })
    }

    fn eat_words(&mut self, words: &[&'static str]) -> bool {
        let found = self.are_words(words);
        if found {
            self.at += words.len();
        } else if let Some(first) = words.first() {
            self.want(first);
        }
        found
    }

    /// Notes something in words that could stand here.
    fn want(&mut self, what: &'static str) {
        if let Some(expected) = &mut self.expected {
            expected.note(self.at, what);
        }
    }

    /// The place of everything from token `start` to the one before the next.
    fn span_from(&self, start: usize) -> Span {
        let last = self.at.saturating_sub(1).max(start);
        self.tokens[start].span.to(self.tokens[last].span)
    }

    fn is_name(&self, ahead: usize) -> bool {
        matches!(
            self.kind(ahead),
            TokenKind::Identifier | TokenKind::Quoted | TokenKind::Keyword(_)
        )
    }

    /// Whether this word stands there, which is no keyword.
    fn is_identifier(&self, ahead: usize, word: &str) -> bool {
        self.kind(ahead) == TokenKind::Identifier
            && self.token(ahead).span.of(self.text).eq_ignore_ascii_case(word)
    }

    /// Counts a part of the tree: the time to read it, and the room for it.
    fn count_part(&mut self, bytes: usize) -> Parsed<()> {
        self.meter.tick()?;
        self.parts.take_in_tree(self.meter, bytes)
    }

    fn name(&mut self, what: &'static str) -> Parsed<Name> {
        self.count_part(size_of::<Name>())?;
        if !self.is_name(0) {
            self.want(what);
            return Err(self.unexpected());
        }
        let token = self.advance();
        let written = self.written(token);
        let text = match token.kind {
            TokenKind::Quoted => scalar::quoted_name(&written).into(),
            _ => written.into(),
        };
        Ok(Name { text, span: token.span })
    }

    fn variable(&mut self) -> Parsed<Name> {
        self.name("a variable")
    }

    /// One or more of something, with commas between them.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(TokenKind::Comma) {
            self.meter.tick()?;
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Goes one or more levels deeper, on a new piece of stack where the old one is used up.
    fn deeper<T>(&mut self, levels: u32, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth + levels > MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.meter.tick()?;
        self.depth += levels;
        let result = deeper(|| inner(self));
        self.depth -= levels;
        result
    }

    fn too_deep(&self) -> Error {
        let message = format!("the query is nested too deeply; {MAX_DEPTH} levels are allowed");
        Error::new(ErrorKind::TooLarge, message).at(self.token(0).span)
    }

    /// Refuses in Cypher 5 what only Cypher 25 has.
    fn newer(&self, span: Span, what: &str) -> Parsed<()> {
        if self.dialect == Dialect::Cypher25 {
            return Ok(());
        }
        let message = format!("{what} Cypher 25; begin the query with CYPHER 25 to use it");
        Err(Error::syntax(span, message))
    }

    /// The next token can't stand here.
    fn unexpected(&self) -> Error {
        let token = self.token(0);
        if token.kind == TokenKind::Bad
            && let Some(bad) = self.bad
        {
            return bad.clone();
        }
        let word = token.span.of(self.text);
        if token.kind == TokenKind::ArrowLine {
            let message =
                format!("{word:?} can draw a relationship, but it is no minus; that is written -");
            return Error::syntax(token.span, message).because("InvalidUnicodeCharacter");
        }
        let message = match &self.expected {
            Some(expected) => expected.message(self.at, token.kind, word),
            None => String::new(),
        };
        Error::syntax(token.span, message).because(expected::UNEXPECTED)
    }
}
