//! Characters that differ in case alone, as Java compares them: by the capital of each, made small again.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// The capital of a character where that is one character.
pub(super) fn upper(char: char) -> char {
    // Those with an iota below have a capital of their own; the full mapping writes the iota beside.
    match char {
        '\u{1f80}'..='\u{1faf}' if u32::from(char) & 8 == 0 => {
            char::from_u32(u32::from(char) + 8).unwrap_or(char)
        }
        '\u{1fb3}' => '\u{1fbc}',
        '\u{1fc3}' => '\u{1fcc}',
        '\u{1ff3}' => '\u{1ffc}',
        _ => only(char.to_uppercase()).unwrap_or(char),
    }
}

/// The small letter of a character where that is one character.
pub(super) fn lower(char: char) -> char {
    if char == '\u{130}' { 'i' } else { only(char.to_lowercase()).unwrap_or(char) }
}

fn only(mut chars: impl Iterator<Item = char>) -> Option<char> {
    chars.next().filter(|_| chars.next().is_none())
}

/// What all characters have in common that differ in case alone.
pub(super) fn folded(char: char) -> char {
    lower(upper(char))
}

/// A character whose case can be changed.
struct Cased {
    char: char,
    upper: char,
    folded: char,
}

/// All of them, by what they have in common.
static CASED: LazyLock<Vec<Cased>> = LazyLock::new(|| {
    let changing = regex_syntax::parse(r"\p{Changes_When_Casemapped}").map(|hir| hir.into_kind());
    let Ok(HirKind::Class(Class::Unicode(changing))) = changing else { return Vec::new() };
    let chars = changing.iter().flat_map(|range| range.start()..=range.end());
    let cased = |char| Cased { char, upper: upper(char), folded: folded(char) };
    let mut all: Vec<_> = chars.map(cased).collect();
    all.sort_by_key(|cased| (cased.folded, cased.char));
    all
});

/// How many steps it is to look through all of them.
pub(super) const STEPS: usize = 64;

/// The characters that have this in common.
pub(super) fn alike(common: char) -> impl Iterator<Item = char> {
    let from = CASED.partition_point(|cased| cased.folded < common);
    let these = CASED[from..].iter().take_while(move |cased| cased.folded == common);
    these.map(|cased| cased.char)
}

/// The characters of a range, and those of which the capital or its small letter is in it.
pub(super) fn range(first: char, last: char) -> ClassUnicode {
    let within = |char: &Cased| {
        (first..=last).contains(&char.upper) || (first..=last).contains(&char.folded)
    };
    let more = CASED.iter().filter(|cased| within(cased)).map(|cased| cased.char);
    let more = more.map(|char| ClassUnicodeRange::new(char, char));
    ClassUnicode::new(std::iter::once(ClassUnicodeRange::new(first, last)).chain(more))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_differs_in_case_alone_is_alike() {
        let alike = |char| alike(folded(char)).collect::<String>();
        assert_eq!(alike('K'), "Kk\u{212a}");
        assert_eq!(alike('s'), "Ss\u{17f}");
        assert_eq!(alike('σ'), "Σςσ");
        assert_eq!(alike('\u{1f80}'), "\u{1f80}\u{1f88}");
        assert_eq!(alike('1'), "");
        assert!(range('a', 'c').iter().any(|range| range.start() == 'A' && range.end() == 'C'));
    }
}
