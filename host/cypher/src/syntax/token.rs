//! Tokens: the words and signs that a text is made of, each with its place. How they are found is the lexer's.

use crate::error::Span;

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
    /// For an opening bracket, the number of the token that closes it; 0 where none does.
    pub partner: u32,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word that is no keyword.
    Identifier,
    /// A word that is a keyword in some places. Almost everywhere it may be a name as well.
    Keyword(Keyword),
    /// A name in back quotes.
    Quoted,
    /// `1`, `0xff`, `0o17`.
    Integer,
    /// `1.5`, `1e3`.
    Float,
    /// `'text'` or `"text"`.
    Text,
    /// `(`.
    LeftParen,
    /// `)`.
    RightParen,
    /// `[`.
    LeftBracket,
    /// `]`.
    RightBracket,
    /// `{`.
    LeftBrace,
    /// `}`.
    RightBrace,
    /// `,`.
    Comma,
    /// `.`.
    Dot,
    /// `..`.
    DotDot,
    /// `:`.
    Colon,
    /// `::`.
    ColonColon,
    /// `;`.
    Semicolon,
    /// `|`.
    Bar,
    /// `||`.
    BarBar,
    /// `&`.
    Ampersand,
    /// `!`.
    Exclamation,
    /// `%`.
    Percent,
    /// `$`.
    Dollar,
    /// `+`.
    Plus,
    /// `+=`.
    PlusEqual,
    /// `-`.
    Minus,
    /// A dash that is not `-` and draws a relationship as well.
    ArrowLine,
    /// `*`.
    Star,
    /// `/`.
    Slash,
    /// `^`.
    Caret,
    /// `=`.
    Equal,
    /// `=~`.
    RegexMatch,
    /// `<>`.
    NotEqual,
    /// `!=`, which Cypher does not have.
    BangEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// Something that is not a token; the lexer knows why.
    Bad,
    /// The end of the text.
    End,
}

impl TokenKind {
    /// How an error speaks of what it expected.
    pub(super) fn describe(self) -> &'static str {
        match self {
            TokenKind::Identifier | TokenKind::Quoted => "a name",
            TokenKind::Keyword(keyword) => keyword.text(),
            TokenKind::Integer => "an integer",
            TokenKind::Float => "a number",
            TokenKind::Text => "a string",
            TokenKind::LeftParen => "\"(\"",
            TokenKind::RightParen => "\")\"",
            TokenKind::LeftBracket => "\"[\"",
            TokenKind::RightBracket => "\"]\"",
            TokenKind::LeftBrace => "\"{\"",
            TokenKind::RightBrace => "\"}\"",
            TokenKind::Comma => "\",\"",
            TokenKind::Dot => "\".\"",
            TokenKind::DotDot => "\"..\"",
            TokenKind::Colon => "\":\"",
            TokenKind::ColonColon => "\"::\"",
            TokenKind::Semicolon => "\";\"",
            TokenKind::Bar => "\"|\"",
            TokenKind::BarBar => "\"||\"",
            TokenKind::Ampersand => "\"&\"",
            TokenKind::Exclamation => "\"!\"",
            TokenKind::Percent => "\"%\"",
            TokenKind::Dollar => "\"$\"",
            TokenKind::Plus => "\"+\"",
            TokenKind::PlusEqual => "\"+=\"",
            TokenKind::Minus | TokenKind::ArrowLine => "\"-\"",
            TokenKind::Star => "\"*\"",
            TokenKind::Slash => "\"/\"",
            TokenKind::Caret => "\"^\"",
            TokenKind::Equal => "\"=\"",
            TokenKind::RegexMatch => "\"=~\"",
            TokenKind::NotEqual => "\"<>\"",
            TokenKind::BangEqual => "\"!=\"",
            TokenKind::Less => "\"<\"",
            TokenKind::LessOrEqual => "\"<=\"",
            TokenKind::Greater => "\">\"",
            TokenKind::GreaterOrEqual => "\">=\"",
            TokenKind::Bad => "nothing",
            TokenKind::End => "the end of the query",
        }
    }
}

macro_rules! keywords {
    ($($name:ident $text:literal)*) => {
        /// The words that mean something to the grammar.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub(super) enum Keyword { $($name),* }

        /// All of them.
        const KEYWORDS: &[(&str, Keyword)] = &[$(($text, Keyword::$name)),*];

        impl Keyword {
            /// The word in capitals.
            pub(super) fn text(self) -> &'static str {
                match self { $(Keyword::$name => $text),* }
            }
        }
    };
}

keywords! {
    All "ALL" AllShortestPaths "ALLSHORTESTPATHS" Alter "ALTER" And "AND" Any "ANY" Array "ARRAY" As "AS"
    Asc "ASC" Ascending "ASCENDING" Both "BOTH" Break "BREAK" By "BY" Call "CALL" Case "CASE"
    Collect "COLLECT" Concurrent "CONCURRENT" Contains "CONTAINS" Continue "CONTINUE" Count "COUNT"
    Create "CREATE" Csv "CSV" Cypher "CYPHER" Deallocate "DEALLOCATE" Delete "DELETE" Deny "DENY" Desc "DESC"
    Descending "DESCENDING" Detach "DETACH" Different "DIFFERENT" Distinct "DISTINCT" Drop "DROP"
    Dryrun "DRYRUN" Element "ELEMENT" Elements "ELEMENTS" Else "ELSE" Enable "ENABLE" End "END" Ends "ENDS"
    Error "ERROR" Exists "EXISTS" Explain "EXPLAIN" Fail "FAIL" False "FALSE" FieldTerminator "FIELDTERMINATOR"
    Filter "FILTER" Finish "FINISH" For "FOR" Foreach "FOREACH" From "FROM" Grant "GRANT" Graph "GRAPH" Group "GROUP"
    Groups "GROUPS" Headers "HEADERS" In "IN" Index "INDEX" Inf "INF" Infinity "INFINITY" Insert "INSERT"
    Is "IS" Join "JOIN" Leading "LEADING" Let "LET" Limit "LIMIT" Load "LOAD" Match "MATCH" Merge "MERGE"
    Nan "NAN" Next "NEXT" Nfc "NFC" Nfd "NFD" Nfkc "NFKC" Nfkd "NFKD" Nodetach "NODETACH" None "NONE"
    Normalize "NORMALIZE" Normalized "NORMALIZED" Not "NOT" Null "NULL" Of "OF" Offset "OFFSET" On "ON"
    Optional "OPTIONAL" Or "OR" Order "ORDER" Path "PATH" Paths "PATHS" Point "POINT" Profile "PROFILE"
    Range "RANGE" Reallocate "REALLOCATE" Reduce "REDUCE" Relationship "RELATIONSHIP"
    Relationships "RELATIONSHIPS" Remove "REMOVE" Rename "RENAME" Repeatable "REPEATABLE" Report "REPORT"
    Return "RETURN" Revoke "REVOKE" Row "ROW" Rows "ROWS" Scan "SCAN" Seek "SEEK" Set "SET" Shortest "SHORTEST"
    ShortestPath "SHORTESTPATH" Show "SHOW" Single "SINGLE" Skip "SKIP" Start "START" Starts "STARTS"
    Status "STATUS" Stop "STOP" Terminate "TERMINATE" Text "TEXT" Then "THEN" Trailing "TRAILING"
    Transactions "TRANSACTIONS" Trim "TRIM" True "TRUE" Typed "TYPED" Union "UNION" Unwind "UNWIND" Use "USE"
    Using "USING" When "WHEN" Where "WHERE" With "WITH" Xor "XOR" Yield "YIELD"
}

/// How many places the table has in which words are looked up: enough that most are free, and a name is found to be
/// no keyword at once.
const PLACES: usize = 1024;

/// Where a word is looked up first, whatever its case.
const fn place(word: &[u8]) -> usize {
    let [first, .., last] = word else { return 0 };
    let middle = word[word.len() / 2];
    (word.len() * 67 + letter(*first) * 7 + letter(middle) * 37 + letter(*last) * 131) % PLACES
}

/// A letter's number, the same for capitals.
const fn letter(byte: u8) -> usize {
    (byte & 31) as usize
}

/// For each place the number of a keyword, counted from one; those whose place is taken stand in the next free one.
const TABLE: [u8; PLACES] = {
    assert!(KEYWORDS.len() < u8::MAX as usize);
    let mut table = [0; PLACES];
    let mut number = 0;
    while number < KEYWORDS.len() {
        let mut at = place(KEYWORDS[number].0.as_bytes());
        while table[at] != 0 {
            at = (at + 1) % PLACES;
        }
        number += 1;
        table[at] = number as u8;
    }
    table
};

impl Keyword {
    /// The keyword that a word is, whatever its case.
    pub(super) fn of(word: &str) -> Option<Keyword> {
        let mut at = place(word.as_bytes());
        loop {
            let number = usize::from(TABLE[at]).checked_sub(1)?;
            let (text, keyword) = KEYWORDS[number];
            if text.eq_ignore_ascii_case(word) {
                return Some(keyword);
            }
            at = (at + 1) % PLACES;
        }
    }
}

/// The words that mean something to the grammar, in capitals: what can be offered to somebody who types.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|(text, _)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found_in_any_case() {
        for (text, keyword) in KEYWORDS {
            assert_eq!(Keyword::of(text), Some(*keyword));
            assert_eq!(Keyword::of(&text.to_lowercase()), Some(*keyword));
        }
        for word in ["", "a", "MATCHES", "MATC", "M\u{c1}TCH", "12"] {
            assert_eq!(Keyword::of(word), None, "{word}");
        }
        assert_eq!(Keyword::of("a word that is longer than any keyword"), None);
    }
}
