//! The lexer: cuts a text into tokens and finds the partner of every bracket. A text never makes it fail: what is
//! not a token becomes [`TokenKind::Bad`], so that an error further to the left is reported first.

use super::escapes::Plain;
use super::letters::{Letters, is_space};
use super::token::{Keyword, Token, TokenKind};
use crate::error::{Error, Span};
use crate::meter::{Charge, Meter};

/// The tokens of a text.
pub(super) struct Tokens {
    /// In order; the last one is [`TokenKind::End`].
    pub list: Vec<Token>,
    /// Why the last token but one is a bad one.
    pub error: Option<Error>,
    /// Whether a character of them may be written as an escape.
    pub escapes: bool,
}

/// Cuts a text into tokens, up to and including the first bad one. Fails where the meter has run out.
pub(super) fn tokens(text: &str, meter: &Meter) -> Result<Tokens, Error> {
    match Plain::of(text) {
        Ok(None) => plain_tokens(text, meter),
        Ok(Some(plain)) => {
            let _copy = Charge::new(meter, text.len())?;
            let Tokens { mut list, error, .. } = plain_tokens(&plain.text, meter)?;
            list.iter_mut().for_each(|token| token.span = plain.place_before(token.span));
            let error = error.map(|error| match error.span() {
                Some(span) => error.at(plain.place_before(span)),
                None => error,
            });
            Ok(Tokens { list, error, escapes: true })
        }
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let token = |kind| Token { kind, span, partner: 0 };
            let list = vec![token(TokenKind::Bad), token(TokenKind::End)];
            Ok(Tokens { list, error: Some(error), escapes: false })
        }
    }
}

/// The tokens of a text without escapes.
fn plain_tokens(text: &str, meter: &Meter) -> Result<Tokens, Error> {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        // Short texts are seldom longer than this in tokens, and so are not moved.
        list: Vec::with_capacity(text.len() / 4 + 64),
        open: vec![],
    };
    let error = lexer.run(meter)?.err();
    let here = lexer.at as u32;
    if let Some(error) = &error {
        lexer.push(TokenKind::Bad, error.span().map_or(here, |span| span.start) as usize);
    }
    let end = text.len() as u32;
    lexer.list.push(Token { kind: TokenKind::End, span: Span { start: end, end }, partner: 0 });
    Ok(Tokens { list: lexer.list, error, escapes: false })
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    list: Vec<Token>,
    /// The numbers of the opening brackets that are not closed yet.
    open: Vec<u32>,
}

impl Lexer<'_> {
    /// Cuts off all tokens; the inner result is the error of the first bad one.
    fn run(&mut self, meter: &Meter) -> Result<Result<(), Error>, Error> {
        loop {
            meter.tick()?;
            match self.token() {
                Ok(true) => {}
                Ok(false) => return Ok(Ok(())),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Cuts off one token; false at the end of the text.
    fn token(&mut self) -> Result<bool, Error> {
        self.skip_space()?;
        let Some(&byte) = self.bytes.get(self.at) else { return Ok(false) };
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'0'..=b'9' => self.number()?,
            b'.' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => self.number()?,
            b'\'' | b'"' => self.string(byte)?,
            b'`' => self.quoted_name()?,
            128.. => self.beyond_ascii()?,
            _ => self.sign(byte)?,
        }
        Ok(true)
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// The character at `at`, which lies on the border of a character.
    fn character(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = Span { start: start as u32, end: self.at as u32 };
        self.list.push(Token { kind, span, partner: 0 });
    }

    fn fail(&self, start: usize, detail: &'static str, message: impl Into<String>) -> Error {
        Error::syntax(Span { start: start as u32, end: self.at as u32 }, message).because(detail)
    }

    fn skip_space(&mut self) -> Result<(), Error> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c | 0x1c..=0x1f => self.at += 1,
                b'/' if self.peek(1) == Some(b'/') => {
                    let rest = &self.bytes[self.at..];
                    self.at +=
                        rest.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(rest.len());
                }
                b'/' if self.peek(1) == Some(b'*') => {
                    let start = self.at;
                    let Some(length) = self.text[start + 2..].find("*/") else {
                        self.at = start + 2;
                        return Err(self.fail(
                            start,
                            "UnexpectedSyntax",
                            "this comment is not closed by */",
                        ));
                    };
                    self.at = start + 2 + length + 2;
                }
                128.. => match self.character() {
                    Some(character) if is_space(character, self.is_newer()) => {
                        self.at += character.len_utf8();
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        Ok(())
    }

    fn skip_word(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9' => self.at += 1,
                b'$' | 1..=8 | 0x0e..=0x1b | 0x7f if !self.is_newer() => self.at += 1,
                128.. => match self.character() {
                    Some(character) if Letters::of(self.is_newer()).go_on_with(character) => {
                        self.at += character.len_utf8();
                    }
                    _ => break,
                },
                _ => break,
            }
        }
    }

    /// Whether the text begins by choosing Cypher 25, which has fewer characters in words.
    fn is_newer(&self) -> bool {
        let is = |token: &Token, word: &str| token.span.of(self.text).eq_ignore_ascii_case(word);
        let mut chosen = self.list.iter().take(4).zip(self.list.iter().take(4).skip(1));
        chosen.any(|(word, version)| is(word, "CYPHER") && is(version, "25"))
    }

    fn word(&mut self) {
        let start = self.at;
        self.skip_word();
        let kind = Keyword::of(&self.text[start..self.at])
            .map_or(TokenKind::Identifier, TokenKind::Keyword);
        self.push(kind, start);
    }

    /// Numbers are cut generously, with whatever letters hang on to them, and understood by the parser.
    fn number(&mut self) -> Result<(), Error> {
        let start = self.at;
        let radix =
            self.bytes[start] == b'0' && matches!(self.peek(1), Some(b'x' | b'X' | b'o' | b'O'));
        let mut float = false;
        self.skip_digits();
        if !radix {
            if self.peek(0) == Some(b'.') && self.peek(1).is_some_and(|next| next.is_ascii_digit())
            {
                float = true;
                self.at += 1;
                self.skip_digits();
            }
            let sign = usize::from(matches!(self.peek(1), Some(b'+' | b'-')));
            if matches!(self.peek(0), Some(b'e' | b'E'))
                && self.peek(1 + sign).is_some_and(|next| next.is_ascii_digit())
            {
                float = true;
                self.at += 1 + sign;
                self.skip_digits();
            }
        }
        self.skip_word();
        self.push(if float { TokenKind::Float } else { TokenKind::Integer }, start);
        Ok(())
    }

    fn skip_digits(&mut self) {
        while matches!(self.peek(0), Some(b'0'..=b'9' | b'_')) {
            self.at += 1;
        }
    }

    fn string(&mut self, quote: u8) -> Result<(), Error> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                None => {
                    let by = quote as char;
                    return Err(
                        self.not_closed(start, &format!("this string is not closed by {by}"))
                    );
                }
                Some(b'\\') => self.at += 2,
                Some(&byte) => {
                    self.at += 1;
                    if byte == quote {
                        break;
                    }
                }
            }
        }
        self.push(TokenKind::Text, start);
        Ok(())
    }

    fn quoted_name(&mut self) -> Result<(), Error> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                None => {
                    return Err(self.not_closed(start, "this name is not closed by a back quote"));
                }
                Some(b'`') if self.peek(1) == Some(b'`') => self.at += 2,
                Some(b'`') => break,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        self.push(TokenKind::Quoted, start);
        Ok(())
    }

    /// The error of what begins here and ends nowhere. Only its first character is underlined.
    fn not_closed(&mut self, start: usize, message: &str) -> Error {
        self.at = start + 1;
        self.fail(start, "UnexpectedSyntax", message)
    }

    fn beyond_ascii(&mut self) -> Result<(), Error> {
        let start = self.at;
        let character = self.character().unwrap_or_default();
        if Letters::of(self.is_newer()).begin_with(character) {
            self.word();
            return Ok(());
        }
        self.at += character.len_utf8();
        let kind = match character {
            '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => {
                TokenKind::ArrowLine
            }
            '\u{27e8}' | '\u{3008}' | '\u{fe64}' | '\u{ff1c}' => TokenKind::Less,
            '\u{27e9}' | '\u{3009}' | '\u{fe65}' | '\u{ff1e}' => TokenKind::Greater,
            _ => {
                return Err(self.fail(start, "InvalidUnicodeCharacter", meaningless(character)));
            }
        };
        self.push(kind, start);
        Ok(())
    }

    fn sign(&mut self, byte: u8) -> Result<(), Error> {
        use TokenKind::{
            Ampersand, BangEqual, Bar, BarBar, Caret, Colon, ColonColon, Comma, Dollar, Dot,
            DotDot, Equal, Exclamation, Greater, GreaterOrEqual, LeftBrace, LeftBracket, LeftParen,
            Less, LessOrEqual, Minus, NotEqual, Percent, Plus, PlusEqual, RegexMatch, RightBrace,
            RightBracket, RightParen, Semicolon, Slash, Star,
        };
        let start = self.at;
        let (kind, length) = match (byte, self.peek(1)) {
            (b'(', _) => (LeftParen, 1),
            (b')', _) => (RightParen, 1),
            (b'[', _) => (LeftBracket, 1),
            (b']', _) => (RightBracket, 1),
            (b'{', _) => (LeftBrace, 1),
            (b'}', _) => (RightBrace, 1),
            (b',', _) => (Comma, 1),
            (b'.', Some(b'.')) => (DotDot, 2),
            (b'.', _) => (Dot, 1),
            (b':', Some(b':')) => (ColonColon, 2),
            (b':', _) => (Colon, 1),
            (b';', _) => (Semicolon, 1),
            (b'|', Some(b'|')) => (BarBar, 2),
            (b'|', _) => (Bar, 1),
            (b'&', _) => (Ampersand, 1),
            (b'!', Some(b'=')) => (BangEqual, 2),
            (b'!', _) => (Exclamation, 1),
            (b'%', _) => (Percent, 1),
            (b'$', _) => (Dollar, 1),
            (b'+', Some(b'=')) => (PlusEqual, 2),
            (b'+', _) => (Plus, 1),
            (b'-', _) => (Minus, 1),
            (b'*', _) => (Star, 1),
            (b'/', _) => (Slash, 1),
            (b'^', _) => (Caret, 1),
            (b'=', Some(b'~')) => (RegexMatch, 2),
            (b'=', _) => (Equal, 1),
            (b'<', Some(b'>')) => (NotEqual, 2),
            (b'<', Some(b'=')) => (LessOrEqual, 2),
            (b'<', _) => (Less, 1),
            (b'>', Some(b'=')) => (GreaterOrEqual, 2),
            (b'>', _) => (Greater, 1),
            _ => {
                self.at += 1;
                return Err(self.fail(start, "UnexpectedSyntax", meaningless(byte as char)));
            }
        };
        self.at += length;
        self.pair(kind);
        self.push(kind, start);
        Ok(())
    }

    /// Notes an opening bracket, or gives the last one that is open its partner if they fit.
    fn pair(&mut self, kind: TokenKind) {
        let opening = match kind {
            TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                self.open.push(self.list.len() as u32);
                return;
            }
            TokenKind::RightParen => TokenKind::LeftParen,
            TokenKind::RightBracket => TokenKind::LeftBracket,
            TokenKind::RightBrace => TokenKind::LeftBrace,
            _ => return,
        };
        if let Some(&last) = self.open.last()
            && self.list[last as usize].kind == opening
        {
            self.list[last as usize].partner = self.list.len() as u32;
            self.open.pop();
        }
    }
}

/// What is said of a character that no query has, with what is mostly meant by it.
fn meaningless(character: char) -> String {
    let meant = match character {
        '#' => "; a comment begins with //",
        '\u{2018}'..='\u{201f}' => "; a string stands between straight quotes, ' or \"",
        _ => "",
    };
    format!("the character {character:?} means nothing outside of strings and back quotes{meant}")
}
