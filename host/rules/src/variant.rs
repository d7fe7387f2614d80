//! Which game is played and how its board begins. The rules themselves are in `position`.

use std::fmt;
use std::str::FromStr;

use crate::colour::{ByColour, Colour};
use crate::square::Size;
use crate::square_set::SquareSet;

/// The game that is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Variant {
    /// Begins with two discs of each colour crosswise in the centre.
    #[default]
    Othello,
    /// Begins with an empty board: the first four discs go to the four centre squares and turn
    /// nothing over; from then on it is played as Othello is.
    Reversi,
}

/// How the four discs of Othello lie at the beginning. Reversi has no use for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Start {
    /// White in the upper left and lower right of the centre (d4 and e5), Black on the other two.
    #[default]
    Standard,
    /// Black in the upper left and lower right of the centre, White on the other two.
    Mirrored,
}

impl Start {
    /// Both starts, the standard one first.
    pub const ALL: [Start; 2] = [Start::Standard, Start::Mirrored];

    /// The first four discs on a board of this size.
    pub(crate) fn discs(self, size: Size) -> ByColour<SquareSet> {
        let mut discs = ByColour::from_fn(|_| SquareSet::empty(size));
        let [upper_left, upper_right, lower_left, lower_right] = size.centre();
        let falling = match self {
            Start::Standard => Colour::White,
            Start::Mirrored => Colour::Black,
        };
        discs[falling].insert(upper_left);
        discs[falling].insert(lower_right);
        discs[!falling].insert(upper_right);
        discs[!falling].insert(lower_left);
        discs
    }
}

impl Variant {
    /// Both games, Othello first.
    pub const ALL: [Variant; 2] = [Variant::Othello, Variant::Reversi];
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Variant::Othello => "othello",
            Variant::Reversi => "reversi",
        })
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Start::Standard => "standard",
            Start::Mirrored => "mirrored",
        })
    }
}

/// An unknown name, with the names there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseNameError {
    kind: &'static str,
    text: String,
    choices: &'static str,
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} {:?}; choose {}", self.kind, self.text, self.choices)
    }
}

impl std::error::Error for ParseNameError {}

impl FromStr for Variant {
    type Err = ParseNameError;

    /// Reads `othello` or `reversi` in any case.
    fn from_str(text: &str) -> Result<Variant, ParseNameError> {
        parse_name(&Variant::ALL, "game", text, "othello or reversi")
    }
}

impl FromStr for Start {
    type Err = ParseNameError;

    /// Reads `standard` or `mirrored` in any case.
    fn from_str(text: &str) -> Result<Start, ParseNameError> {
        parse_name(&Start::ALL, "start", text, "standard or mirrored")
    }
}

/// The one of `all` that writes itself as `text` does, cases aside.
fn parse_name<T: Copy + fmt::Display>(
    all: &[T],
    kind: &'static str,
    text: &str,
    choices: &'static str,
) -> Result<T, ParseNameError> {
    all.iter()
        .copied()
        .find(|one| one.to_string().eq_ignore_ascii_case(text))
        .ok_or_else(|| ParseNameError { kind, text: text.to_owned(), choices })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_starts_are_read_as_they_are_written() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().to_uppercase().parse(), Ok(variant));
        }
        for start in Start::ALL {
            assert_eq!(start.to_string().parse(), Ok(start));
        }
        assert_eq!(
            "sideways".parse::<Start>().unwrap_err().to_string(),
            "no start \"sideways\"; choose standard or mirrored"
        );
    }
}
