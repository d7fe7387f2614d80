//! Names of players: which can be shown to others, which are the same, and which are near.

use crate::quote::one_line;
use std::cmp::Reverse;
use std::fmt;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};

/// The longest name that listings have place for, in letters.
const LONGEST: usize = 60;

/// How many marks may stand on one letter.
const MOST_MARKS: usize = 3;

/// The players that come with the host: no other may look like one of them.
const SHIPPED: [&str; 22] = [
    "Alpha Beta",
    "Bottom Right",
    "Center",
    "Champion",
    "Corners",
    "Deep Heuristic",
    "Deep Negative Heuristic",
    "Deep Score",
    "Edge",
    "Edge Exclusive",
    "Greedy",
    "Human",
    "Minimax",
    "Minmax Score",
    "Oracle",
    "Perfect",
    "Quiet",
    "Random",
    "Shallow Score",
    "Simple",
    "Top Left",
    "Othello Host",
];

/// A name that may stand in listings and results: letters, digits and marks of the writer's own scripts, the
/// punctuation of ASCII and spaces; not a mixture of scripts that can be taken for another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeName(String);

/// Why a text is not a safe name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing is left of it.
    #[error("a name has letters or digits")]
    Empty,
    /// Letters of several scripts that are taken for each other.
    #[error("the name {0:?} mixes letters of different scripts that look alike")]
    MixedScripts(String),
    /// It can be taken for a player that comes with the host.
    #[error("the name {0:?} looks like that of {1}")]
    Imitates(String, &'static str),
}

impl SafeName {
    /// Leaves out what can't be seen or is not of the alphabet, and looks at the rest.
    ///
    /// # Errors
    /// Where nothing is left, or it can be taken for another name.
    pub fn parse(text: &str) -> Result<SafeName, NameError> {
        let name = one_line(&letters_of_names(text), LONGEST);
        if !name.chars().any(char::is_alphanumeric) {
            return Err(NameError::Empty);
        }
        let letters: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
        if !letters.check_restriction_level(RestrictionLevel::ModeratelyRestrictive) {
            return Err(NameError::MixedScripts(name));
        }
        let shape = shape(&name);
        let imitated = SHIPPED.iter().find(|shipped| shape == self::shape(shipped));
        match imitated {
            Some(shipped) if !same_name(&name, shipped) => Err(NameError::Imitates(name, shipped)),
            _ => Ok(SafeName(name)),
        }
    }

    /// Whether a player that comes with the host is called so.
    pub(crate) fn is_shipped(&self) -> bool {
        SHIPPED.iter().any(|shipped| same_name(&self.0, shipped))
    }

    /// What the eye makes of it: the same for all names that can be taken for each other.
    #[must_use]
    pub fn shape(&self) -> String {
        shape(&self.0)
    }
}

impl fmt::Display for SafeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The letters of a text that a name may have.
fn letters_of_names(text: &str) -> String {
    let mut marks = 0;
    text.chars()
        .filter(|letter| {
            let allowed =
                *letter == ' ' || letter.is_ascii_graphic() || letter.identifier_allowed();
            // What is allowed in a name and neither a letter, a digit nor of ASCII is a mark on a letter.
            let is_mark = !letter.is_ascii() && !letter.is_alphanumeric();
            marks = if is_mark { marks + 1 } else { 0 };
            allowed && marks <= MOST_MARKS
        })
        .collect()
}

/// What the eye makes of a name, the same for all that look alike.
fn shape(name: &str) -> String {
    folded(&skeleton(&folded(name)).collect::<String>())
}

/// Whether two names are the same: case, spaces and dashes aside.
pub(crate) fn same_name(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

fn folded(name: &str) -> String {
    name.chars()
        .filter(|letter| !matches!(letter, ' ' | '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// At most three names that somebody may have meant, the nearest first.
pub(crate) fn near_names<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let name = folded(name);
    let mut near: Vec<(f64, &str)> = names
        .map(|one| (strsim::jaro_winkler(&name, &folded(one)), one))
        .filter(|(nearness, _)| *nearness > 0.75)
        .collect();
    near.sort_by_key(|(nearness, name)| (Reverse((nearness * 1e6) as u64), *name));
    near.dedup_by(|later, first| later.1 == first.1);
    near.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn safe(text: &str) -> Result<String, String> {
        SafeName::parse(text).map(|name| name.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn case_spaces_and_dashes_make_no_difference() {
        assert!(same_name("Deep Heuristic", "deep-heuristic"));
        assert!(same_name("top_left", "TopLeft"));
        assert!(!same_name("Edge", "Edge Exclusive"));
    }

    #[test]
    fn the_near_names_come_nearest_first() {
        let names = ["Random", "Simple", "Center", "Sample", "Edge"];
        assert_eq!(near_names("simpel", names.into_iter()), ["Simple", "Sample"]);
        assert!(near_names("xyz", names.into_iter()).is_empty());
    }

    #[test]
    fn names_of_many_scripts_are_safe() {
        for name in [
            "Simple",
            "Deep Blue 2.0",
            "Łódź",
            "Müller's (3rd)",
            "Чемпион",
            "Οδυσσέας",
            "囲碁の子",
            "शतरंज",
            "오델로 bot",
        ] {
            assert_eq!(safe(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn what_cannot_be_seen_is_left_out_of_a_name() {
        assert_eq!(safe("Cor\u{200b}ner\u{202e}\u{2066} \u{feff}Two").as_deref(), Ok("Corner Two"));
        assert_eq!(safe("\u{1b}[31mRed\u{7}").as_deref(), Ok("[31mRed"));
        assert_eq!(safe(&format!("Z{}algo", "\u{301}".repeat(50))).unwrap().chars().count(), 8);
        for nothing in ["", "\u{200d}", "\u{202e}\u{202c}", "...", "\u{301}"] {
            assert_eq!(safe(nothing).unwrap_err(), "a name has letters or digits", "{nothing:?}");
        }
    }

    #[test]
    fn a_name_that_can_be_taken_for_another_is_refused() {
        // The і is Cyrillic, as is the С; the others only look like what they are not.
        for name in ["Sіmple", "Сhampion", "Οracle"] {
            let error = safe(name).unwrap_err();
            assert!(error.contains("mixes letters of different scripts"), "{name}: {error}");
        }
        for name in ["0racle", "Mіnіmах", "ЕԁɡΕ", "Sirnple", "Rаndоm"] {
            assert!(safe(name).is_err(), "{name}");
        }
        assert!(safe("0racle").unwrap_err().contains("looks like that of Oracle"));
        assert_eq!(safe("simple").as_deref(), Ok("simple"), "a name like it is the name itself");
    }
}
