//! Type names behind `::`: `INTEGER NOT NULL`, `LIST<STRING | INTEGER>`, `ZONED DATETIME`, `ANY PROPERTY VALUE`.

use super::{Keyword, Parsed, Parser, TokenKind};
use crate::syntax::ast::{BaseType, Dialect, TypeAlternative, TypeName};
use crate::syntax::scalar;
use crate::vector::CoordinateType;

/// The words of each type; where one is the beginning of another, the longer one comes first.
const TYPES: &[(&[&str], BaseType)] = &[
    (&["NOTHING"], BaseType::Nothing),
    (&["NULL"], BaseType::Null),
    (&["BOOLEAN"], BaseType::Boolean),
    (&["BOOL"], BaseType::Boolean),
    (&["STRING"], BaseType::String),
    (&["VARCHAR"], BaseType::String),
    (&["INTEGER"], BaseType::Integer),
    (&["INT"], BaseType::Integer),
    (&["SIGNED", "INTEGER"], BaseType::Integer),
    (&["FLOAT"], BaseType::Float),
    (&["DATE"], BaseType::Date),
    (&["LOCAL", "TIME"], BaseType::LocalTime),
    (&["TIME", "WITHOUT", "TIMEZONE"], BaseType::LocalTime),
    (&["TIME", "WITHOUT", "TIME", "ZONE"], BaseType::LocalTime),
    (&["ZONED", "TIME"], BaseType::ZonedTime),
    (&["TIME", "WITH", "TIMEZONE"], BaseType::ZonedTime),
    (&["TIME", "WITH", "TIME", "ZONE"], BaseType::ZonedTime),
    (&["LOCAL", "DATETIME"], BaseType::LocalDateTime),
    (&["TIMESTAMP", "WITHOUT", "TIMEZONE"], BaseType::LocalDateTime),
    (&["TIMESTAMP", "WITHOUT", "TIME", "ZONE"], BaseType::LocalDateTime),
    (&["ZONED", "DATETIME"], BaseType::ZonedDateTime),
    (&["TIMESTAMP", "WITH", "TIMEZONE"], BaseType::ZonedDateTime),
    (&["TIMESTAMP", "WITH", "TIME", "ZONE"], BaseType::ZonedDateTime),
    (&["DURATION"], BaseType::Duration),
    (&["POINT"], BaseType::Point),
    (&["NODE"], BaseType::Node),
    (&["VERTEX"], BaseType::Node),
    (&["RELATIONSHIP"], BaseType::Relationship),
    (&["EDGE"], BaseType::Relationship),
    (&["MAP"], BaseType::Map),
    (&["PATH"], BaseType::Path),
    (&["PATHS"], BaseType::Path),
    (&["PROPERTY", "VALUE"], BaseType::Property),
];

impl Parser<'_> {
    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        self.deeper(2, |parser| {
            let start = parser.at;
            let mut alternatives = parser.type_alternative()?;
            while parser.at != parser.separator && parser.eat(TokenKind::Bar) {
                alternatives.append(&mut parser.type_alternative()?);
            }
            Ok(TypeName { alternatives, span: parser.span_from(start) })
        })
    }

    /// One alternative, or several where it is `ANY<A | B>`.
    fn type_alternative(&mut self) -> Parsed<Vec<TypeAlternative>> {
        let start = self.at;
        if self.keyword(0) == Some(Keyword::Any) {
            if let Some(alternatives) = self.any_type()? {
                return Ok(alternatives);
            }
            let not_null = self.not_null()?;
            return Ok(vec![
                self.list_suffixes(start, TypeAlternative { base: BaseType::Any, not_null })?,
            ]);
        }
        let base = match self.keyword_of_list() {
            true => {
                self.at += 1;
                BaseType::List(Box::new(self.angled()?))
            }
            false => self.plain_type()?,
        };
        let not_null = self.not_null()?;
        Ok(vec![self.list_suffixes(start, TypeAlternative { base, not_null })?])
    }

    fn keyword_of_list(&mut self) -> bool {
        self.want("LIST");
        (self.are_words(&["LIST"]) || self.are_words(&["ARRAY"])) && self.kind(1) == TokenKind::Less
    }

    fn angled(&mut self) -> Parsed<TypeName> {
        self.expect(TokenKind::Less)?;
        let outer = std::mem::replace(&mut self.separator, usize::MAX);
        let inner = self.type_name()?;
        self.separator = outer;
        // `LIST<LIST<INTEGER>>` is cut well, for there is no token `>>`; `>=` can't follow a type.
        self.expect(TokenKind::Greater)?;
        Ok(inner)
    }

    /// What follows `ANY`; `None` where it is the type of everything.
    fn any_type(&mut self) -> Parsed<Option<Vec<TypeAlternative>>> {
        self.at += 1;
        let _ = self.are_words(&["VALUE"]) && self.eat_words(&["VALUE"]);
        if self.kind(0) == TokenKind::Less {
            return Ok(Some(self.angled()?.alternatives));
        }
        let named = [["NODE"], ["VERTEX"], ["RELATIONSHIP"], ["EDGE"], ["MAP"], ["PROPERTY"]];
        if named.iter().any(|words| self.are_words(words)) {
            return Ok(Some(self.type_alternative()?));
        }
        Ok(None)
    }

    fn plain_type(&mut self) -> Parsed<BaseType> {
        if self.dialect == Dialect::Cypher25
            && let Some(newer) = self.newer_type()?
        {
            return Ok(newer);
        }
        for (words, base) in TYPES {
            if self.eat_words(words) {
                return Ok(base.clone());
            }
        }
        self.want("a type");
        Err(self.unexpected())
    }

    /// A type that Cypher 25 alone has.
    fn newer_type(&mut self) -> Parsed<Option<BaseType>> {
        Ok(Some(match () {
            () if self.eat_words(&["UUID"]) => BaseType::Uuid,
            () if self.eat_words(&["INTEGER64"]) => BaseType::Integer,
            () if self.eat_words(&["INT64"]) => BaseType::Integer,
            () if self.eat_words(&["FLOAT64"]) => BaseType::Float,
            () if self.eat_words(&["VECTOR"]) => {
                BaseType::Vector { of: self.angled_coordinates()?, dimension: self.dimension()? }
            }
            () => return Ok(None),
        }))
    }

    /// `<INTEGER8>` behind `VECTOR`; what stands there else is a comparison.
    fn angled_coordinates(&mut self) -> Parsed<Option<CoordinateType>> {
        let start = self.at;
        if self.eat(TokenKind::Less)
            && let Some(of) = self.coordinate_type()?
            && self.eat(TokenKind::Greater)
        {
            return Ok(Some(of));
        }
        self.at = start;
        Ok(None)
    }

    /// `(3)` behind `VECTOR`.
    fn dimension(&mut self) -> Parsed<Option<u64>> {
        if self.kind(0) != TokenKind::LeftParen || self.kind(1) != TokenKind::Integer {
            return Ok(None);
        }
        self.at += 1;
        let token = self.advance();
        let dimension = scalar::integer(&self.written(token), false, token.span)?;
        self.expect(TokenKind::RightParen)?;
        Ok(u64::try_from(dimension).ok())
    }

    /// The type of a vector's coordinates, which hold no null.
    pub(super) fn coordinate_type(&mut self) -> Parsed<Option<CoordinateType>> {
        let signed = self.are_words(&["SIGNED", "INTEGER"]);
        let token = self.token(usize::from(signed));
        if !matches!(token.kind, TokenKind::Identifier | TokenKind::Keyword(_)) {
            return Ok(None);
        }
        let Some(of) = CoordinateType::named(&self.written(token)) else { return Ok(None) };
        self.at += 1 + usize::from(signed);
        self.not_null()?;
        Ok(Some(of))
    }

    fn not_null(&mut self) -> Parsed<bool> {
        if self.eat(TokenKind::Exclamation) {
            return Ok(true);
        }
        if self.keyword(0) == Some(Keyword::Not) && self.keyword(1) == Some(Keyword::Null) {
            self.at += 2;
            return Ok(true);
        }
        Ok(false)
    }

    /// `INTEGER LIST NOT NULL`, the other way to write a list.
    fn list_suffixes(&mut self, start: usize, mut of: TypeAlternative) -> Parsed<TypeAlternative> {
        let mut levels = 0;
        while self.are_words(&["LIST"]) || self.are_words(&["ARRAY"]) {
            let inner = TypeName { alternatives: vec![of], span: self.span_from(start) };
            self.at += 1;
            levels += 2;
            if self.depth + levels > super::MAX_DEPTH {
                return Err(self.too_deep());
            }
            of = TypeAlternative {
                base: BaseType::List(Box::new(inner)),
                not_null: self.not_null()?,
            };
        }
        Ok(of)
    }
}
