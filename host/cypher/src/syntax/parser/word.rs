//! Words of the language as names of variables: what stands behind a word shows which of the two it is.

use super::{Keyword, Parser, TokenKind};

impl Parser<'_> {
    /// Whether the keyword here is a word of the language and no variable, by what stands behind it.
    pub(super) fn is_word(&mut self) -> bool {
        let looks_so = !self.is_plain_variable();
        self.readings.is_word(self.at, looks_so)
    }

    /// Likewise of one that looks like a word of the language in any case.
    pub(super) fn is_word_at(&mut self, at: usize) -> bool {
        self.readings.is_word(at, true)
    }

    /// Whether the keyword here is used as a variable, which shows in what stands behind it.
    pub(super) fn is_plain_variable(&self) -> bool {
        let Some(keyword) = self.keyword(0) else { return false };
        let is_value = matches!(
            keyword,
            Keyword::Null
                | Keyword::True
                | Keyword::False
                | Keyword::Inf
                | Keyword::Infinity
                | Keyword::Nan
        );
        // Behind these stands an operand, else.
        let is_prefix =
            matches!(keyword, Keyword::Case | Keyword::Not | Keyword::Distinct | Keyword::All);
        let ends = matches!(
            self.kind(1),
            TokenKind::RightParen
                | TokenKind::RightBracket
                | TokenKind::RightBrace
                | TokenKind::Comma
                | TokenKind::Dot
                | TokenKind::Equal
                | TokenKind::End
                | TokenKind::Keyword(Keyword::As)
        );
        // No map and no query begins so.
        let is_projected = self.kind(1) == TokenKind::LeftBrace && self.kind(2) == TokenKind::Dot;
        let is_tested = matches!(keyword, Keyword::Contains | Keyword::In | Keyword::Is)
            && self.kind(1) == TokenKind::Keyword(Keyword::Then);
        is_projected
            || is_tested
            || (ends && !is_value)
            || (is_prefix && self.goes_on_behind_operand(1))
    }

    /// Whether what stands so many tokens ahead goes on behind an operand and can't begin one.
    fn goes_on_behind_operand(&self, ahead: usize) -> bool {
        use TokenKind as T;
        let behind = self.kind(ahead + 1);
        match self.kind(ahead) {
            T::Slash | T::Percent | T::Caret | T::Bar | T::BarBar | T::Colon | T::ColonColon => {
                true
            }
            T::Less | T::LessOrEqual | T::Greater | T::GreaterOrEqual | T::NotEqual => true,
            T::RegexMatch => true,
            // Behind the star of a projection stands no operand.
            T::Star if matches!(self.keyword(0), Some(Keyword::Distinct | Keyword::All)) => {
                matches!(
                    behind,
                    T::Integer | T::Float | T::Text | T::Dollar | T::LeftParen | T::Identifier
                )
            }
            T::Star => true,
            // Words that may be names as well; what stands behind these would not stand behind a name.
            T::Keyword(Keyword::Where | Keyword::And | Keyword::Or | Keyword::Xor) => {
                let ends = matches!(behind, T::Keyword(Keyword::When | Keyword::As));
                (self.is_name(ahead + 1) && !ends)
                    || matches!(behind, T::Integer | T::Float | T::Text | T::Dollar | T::LeftParen)
            }
            T::Keyword(Keyword::Contains | Keyword::In) => match behind {
                T::Identifier | T::Quoted | T::Text | T::Dollar => true,
                // Elsewhere it is an element of the variable `in`.
                T::LeftBracket => self.keyword(0) == Some(Keyword::Case),
                _ => false,
            },
            T::Keyword(Keyword::Is) => {
                matches!(behind, T::Keyword(Keyword::Null | Keyword::Not))
            }
            T::Keyword(Keyword::Order) => behind == T::Keyword(Keyword::By),
            T::Keyword(Keyword::Skip | Keyword::Offset | Keyword::Limit) => {
                matches!(behind, T::Integer | T::Dollar)
            }
            T::Keyword(Keyword::Return) => true,
            _ => false,
        }
    }

    /// Whether a word that begins a clause stands where an expression is missing: what follows it could
    /// not follow a variable.
    pub(super) fn is_stray_clause(&self, keyword: Keyword) -> bool {
        let begins = matches!(
            keyword,
            Keyword::Match
                | Keyword::Return
                | Keyword::With
                | Keyword::Where
                | Keyword::Unwind
                | Keyword::Order
                | Keyword::Limit
                | Keyword::Skip
                | Keyword::Create
                | Keyword::Merge
                | Keyword::Set
                | Keyword::Delete
                | Keyword::Union
                | Keyword::And
                | Keyword::Or
                | Keyword::Xor
        );
        begins
            && match self.kind(1) {
                TokenKind::Identifier
                | TokenKind::Quoted
                | TokenKind::Integer
                | TokenKind::Float
                | TokenKind::Text
                | TokenKind::Dollar => true,
                TokenKind::Keyword(next) => {
                    matches!(next, Keyword::Distinct | Keyword::By | Keyword::Not | Keyword::Exists)
                }
                TokenKind::LeftParen => keyword == Keyword::Match,
                _ => false,
            }
    }
}
