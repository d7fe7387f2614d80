//! People: their names, which nobody can take for another's, and the secret that is all of their account. What they
//! submit is not known here.

use std::fmt;

use othello_players::{NameError, SafeName};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::LadderError;
use crate::moment::Moment;

/// The longest name, in letters: it has to be read from the last row.
const LONGEST_NAME: usize = 24;
/// Words that a joker would like to be called.
const RESERVED: [&str; 8] =
    ["organiser", "organizer", "admin", "host", "othello host", "teacher", "draw", "nobody"];
/// How those are called, with a number, who were forgotten. Nobody else is, or else nobody could be forgotten whose
/// number that is.
const FORGOTTEN: &str = "somebody";
/// Letters of codes and keys, without those that are taken for others.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// How many of these a key has: 130 bits.
const KEY_LETTERS: usize = 26;
/// How many a room's code has: it keeps out who is not in the room, and limits of tries see to the rest.
const CODE_LETTERS: usize = 6;

/// Numbers a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PersonId(pub i64);

/// A name that others can read and nobody takes for somebody else's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonName {
    text: String,
    shape: String,
}

impl PersonName {
    /// Reads what somebody typed.
    ///
    /// # Errors
    /// Where it can't be shown, can be taken for another, or is a word of the ladder's own.
    pub fn parse(text: &str) -> Result<PersonName, LadderError> {
        let safe = SafeName::parse(text).map_err(|error: NameError| {
            LadderError::Name(format!("{error}; choose another one"))
        })?;
        let (name, shape) = (safe.to_string(), safe.shape());
        if name.chars().count() > LONGEST_NAME {
            return Err(LadderError::Name(format!("a name has at most {LONGEST_NAME} letters")));
        }
        let is_word = |word: &str| SafeName::parse(word).is_ok_and(|it| it.shape() == shape);
        let forgotten = PersonName::of_host(FORGOTTEN).shape;
        if RESERVED.into_iter().any(is_word) || shape.starts_with(&forgotten) {
            return Err(LadderError::Name(format!("nobody can be called {name:?} here")));
        }
        Ok(PersonName { text: name, shape })
    }

    /// A name that the ladder gives itself, or that stands in its file.
    pub(crate) fn of_host(text: &str) -> PersonName {
        let shape = SafeName::parse(text).map_or_else(|_| text.to_owned(), |safe| safe.shape());
        PersonName { text: text.to_owned(), shape }
    }

    /// How somebody of this number is called who was forgotten, where some names are taken still: in an older file of
    /// those who called themselves so.
    pub(crate) fn of_forgotten(id: PersonId, is_taken: impl Fn(&PersonName) -> bool) -> PersonName {
        let name = |tries: u32| match tries {
            0 => PersonName::of_host(&format!("{FORGOTTEN} {}", id.0)),
            more => PersonName::of_host(&format!("{FORGOTTEN} {} {more}", id.0)),
        };
        let free = (0..u32::MAX).map(name).find(|name| !is_taken(name));
        free.unwrap_or_else(|| name(u32::MAX))
    }

    /// What the eye makes of it: the same for names that can be taken for each other.
    #[must_use]
    pub fn shape(&self) -> &str {
        &self.shape
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The secret in somebody's link. It is given out once and kept as a hash alone, and never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A new one.
    ///
    /// # Errors
    /// Where the system gives no random numbers.
    pub fn random() -> Result<Key, LadderError> {
        letters::<KEY_LETTERS>().map(Key)
    }

    /// What somebody shows.
    #[must_use]
    pub fn of(text: &str) -> Key {
        Key(text.trim().to_owned())
    }

    /// For the one who may have it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it. A key has more bits than anybody tries, so that one round will do.
    #[must_use]
    pub fn hash(&self) -> KeyHash {
        KeyHash(sha256(self.0.as_bytes()))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// The SHA-256 of a key in hexadecimal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct KeyHash(pub(crate) String);

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash(..)")
    }
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Its number.
    pub id: PersonId,
    /// The name.
    pub name: PersonName,
    /// What is kept of the key; none for those who play for the host, and who left.
    pub(crate) key: Option<KeyHash>,
    /// When they came.
    pub joined: Moment,
    /// Whether it is one of the host's own, to be beaten.
    pub boss: bool,
    /// Whether they take part no more.
    pub removed: bool,
    /// Whether they may not submit for now.
    pub muted: bool,
}

impl Person {
    /// Whether they were forgotten: nobody has the key of somebody who comes back, and so nobody does.
    #[must_use]
    pub fn is_forgotten(&self) -> bool {
        !self.boss && self.key.is_none()
    }
}

/// A new code for a room.
pub(crate) fn random_code() -> Result<String, LadderError> {
    letters::<CODE_LETTERS>()
}

fn letters<const N: usize>() -> Result<String, LadderError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| LadderError::Broken(error.to_string()))?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// The SHA-256 of some bytes in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_as_it_was_typed_or_refused_with_the_reason() {
        assert_eq!(PersonName::parse("  Łucja 2 ").unwrap().as_str(), "Łucja 2");
        for (wrong, why) in [
            ("", "letters or digits"),
            ("\u{202e}", "letters or digits"),
            ("ADMIN", "nobody can be called"),
            ("Orgаniser", "mixes letters"),
            ("abcdefghijklmnopqrstuvwxyz", "at most 24 letters"),
            ("0racle", "looks like"),
            ("Somebody 4", "nobody can be called"),
            ("s0mebody-4", "nobody can be called"),
        ] {
            let error = PersonName::parse(wrong).unwrap_err().to_string();
            assert!(error.contains(why), "{wrong:?}: {error}");
        }
        // Markup is a text like any other, and whoever shows it says so.
        assert_eq!(PersonName::parse("<b>Bo</b>").unwrap().as_str(), "<b>Bo</b>");
    }

    #[test]
    fn names_that_look_alike_have_one_shape() {
        let shape = |name| PersonName::parse(name).unwrap().shape().to_owned();
        assert_eq!(shape("Anna Lee"), shape("anna-lee"));
        assert_eq!(shape("Bill"), shape("Bi1l"));
        assert_ne!(shape("Anna"), shape("Hanna"));
    }

    #[test]
    fn keys_are_never_the_same_and_never_printed() {
        let (one, other) = (Key::random().unwrap(), Key::random().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.hash(), Key::of(&format!(" {} ", one.reveal())).hash());
        let printed = format!("{one:?} {:?}", one.hash());
        assert!(!printed.contains(one.reveal()) && !printed.contains(&one.hash().0));
    }
}
