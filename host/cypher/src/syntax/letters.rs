//! Which characters make words beyond ASCII, and which are white space, in both versions of the language. Neo4j has
//! Java's letters of Unicode 13, of those that UTF-16 writes as one.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// What may begin a word, and what may stand in one, in Cypher 5.
const BEGINS: &str = r"[\p{L}\p{Nl}\p{Pc}&&\p{age:13.0}&&[\x80-\x{ffff}]]";
const GOES_ON: &str =
    r"[[\p{L}\p{Nl}\p{Pc}\p{Sc}\p{Mn}\p{Mc}\p{Nd}\p{Cc}\p{Cf}]&&\p{age:13.0}&&[\x80-\x{ffff}]]";
/// What Cypher 25 no longer has in them.
const NO_LONGER: &str = r"[\p{Cc}\p{Cf}¢£¤¥\x{2e2f}]";

static OLDER: LazyLock<Letters> =
    LazyLock::new(|| Letters { begins: class(BEGINS, None), goes_on: class(GOES_ON, None) });
static NEWER: LazyLock<Letters> = LazyLock::new(|| Letters {
    begins: class(BEGINS, Some(NO_LONGER)),
    goes_on: class(GOES_ON, Some(NO_LONGER)),
});

/// The characters of words beyond ASCII.
pub(super) struct Letters {
    begins: ClassUnicode,
    goes_on: ClassUnicode,
}

impl Letters {
    /// Those of Cypher 25, or of Cypher 5.
    pub fn of(newer: bool) -> &'static Letters {
        if newer { &NEWER } else { &OLDER }
    }

    /// Whether a character may begin a word.
    pub fn begin_with(&self, character: char) -> bool {
        has(&self.begins, character)
    }

    /// Whether a character may stand in a word behind another one.
    pub fn go_on_with(&self, character: char) -> bool {
        has(&self.goes_on, character)
    }
}

fn has(class: &ClassUnicode, character: char) -> bool {
    let ranges: &[ClassUnicodeRange] = class.ranges();
    let behind = ranges.partition_point(|range| range.start() <= character);
    behind.checked_sub(1).is_some_and(|last| character <= ranges[last].end())
}

/// The class that a pattern is, without those of another one.
fn class(pattern: &str, without: Option<&str>) -> ClassUnicode {
    let read = |pattern: &str| match regex_syntax::parse(pattern).map(|hir| hir.into_kind()) {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        _ => ClassUnicode::empty(),
    };
    let mut class = read(pattern);
    if let Some(without) = without {
        class.difference(&read(without));
    }
    class
}

/// White space beyond ASCII.
pub(super) fn is_space(character: char, newer: bool) -> bool {
    match character {
        '\u{85}' => newer,
        _ => matches!(
            character,
            '\u{a0}' | '\u{1680}' | '\u{2000}'
                ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of Unicode's characters beyond ASCII may begin a word and stand in one, by the lexers of Neo4j 2026.08.1.
    #[test]
    fn as_many_characters_make_words_as_to_a_server() {
        let counts = [false, true].map(|newer| {
            let letters = Letters::of(newer);
            let beyond = || '\u{80}'..='\u{ffff}';
            assert!(!letters.go_on_with('𐐷'), "UTF-16 writes it as two");
            let begin = beyond().filter(|character| letters.begin_with(*character)).count();
            (begin, beyond().filter(|character| letters.go_on_with(*character)).count())
        });
        assert_eq!(counts, [OLDER_COUNT, NEWER_COUNT]);
    }

    /// All that a lexer has, without the 53 and 63 of ASCII, and the dollar and 24 of ASCII that only Cypher 5 has.
    const OLDER_COUNT: (usize, usize) = (48_984 - 53, 50_794 - 63 - 1 - 23);
    const NEWER_COUNT: (usize, usize) = (48_983 - 53, 50_692 - 63);
}
