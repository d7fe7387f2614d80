//! Which letters the terminal can show, as its language says.

use std::env;
use std::sync::LazyLock;

use othello_rules::Colour;

/// Whether only ASCII can be counted on: the user's language names an alphabet, and it is not UTF-8. A system that
/// names none is believed to be a current one.
static ASCII: LazyLock<bool> = LazyLock::new(|| {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    is_ascii(named.into_iter().find(|value| !value.is_empty()).as_deref())
});

fn is_ascii(language: Option<&str>) -> bool {
    let language = language.map(str::to_ascii_lowercase);
    language.is_some_and(|name| !name.contains("utf-8") && !name.contains("utf8"))
}

/// A side's mark as this terminal can show it: X and O where it has no discs.
pub fn mark(mark: char, colour: Colour) -> char {
    if *ASCII && !mark.is_ascii() { colour.symbol() } else { mark }
}

/// The branches of a tree: one with others below it, the last one, and the stem beside what is within one.
pub fn branches() -> [&'static str; 3] {
    if *ASCII { ["|-", "`-", "| "] } else { ["├─", "└─", "│ "] }
}

/// The dot of a square that may be chosen.
pub fn legal() -> char {
    if *ASCII { '.' } else { '·' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_without_utf_8_has_ascii_alone() {
        for ascii in ["C", "POSIX", "en_US.ISO-8859-1", "de_DE"] {
            assert!(is_ascii(Some(ascii)), "{ascii}");
        }
        for other in [None, Some("C.UTF-8"), Some("de_DE.utf8"), Some("en_US.UTF-8")] {
            assert!(!is_ascii(other), "{other:?}");
        }
    }
}
