//! The two colours, and `ByColour`, which holds one thing for each of them. Nothing here knows a
//! board or a rule.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// One of the two sides. Black moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// The side that moves first; its discs are written `X`.
    Black,
    /// The side that moves second; its discs are written `O`.
    White,
}

impl Colour {
    /// Both colours, Black first.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// How a disc of this colour is written: `'X'` for Black, `'O'` for White.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Colour::Black => 'X',
            Colour::White => 'O',
        }
    }

    /// The colour whose disc is written so: `X`, `x`, `*`, `B` or `b` for Black, `O`, `o`, `0`,
    /// `W` or `w` for White.
    #[must_use]
    pub const fn from_symbol(symbol: char) -> Option<Colour> {
        match symbol {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Colour::Black),
            'O' | 'o' | '0' | 'W' | 'w' => Some(Colour::White),
            _ => None,
        }
    }
}

impl Not for Colour {
    type Output = Colour;

    fn not(self) -> Colour {
        self.opponent()
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "Black",
            Colour::White => "White",
        })
    }
}

/// A text that names no colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseColourError {
    text: String,
}

impl fmt::Display for ParseColourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no colour {:?}; write black (or X) or white (or O)", self.text)
    }
}

impl std::error::Error for ParseColourError {}

impl FromStr for Colour {
    type Err = ParseColourError;

    /// Reads `black` or `white` in any case, or one symbol as [`Colour::from_symbol`] does.
    fn from_str(text: &str) -> Result<Colour, ParseColourError> {
        let mut symbols = text.chars();
        match (symbols.next(), symbols.next()) {
            (Some(symbol), None) => Colour::from_symbol(symbol),
            _ if text.eq_ignore_ascii_case("black") => Some(Colour::Black),
            _ if text.eq_ignore_ascii_case("white") => Some(Colour::White),
            _ => None,
        }
        .ok_or_else(|| ParseColourError { text: text.to_owned() })
    }
}

/// One `T` for each colour, indexed by [`Colour`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColour<T> {
    /// What belongs to Black.
    pub black: T,
    /// What belongs to White.
    pub white: T,
}

impl<T> ByColour<T> {
    /// Makes one `T` for each colour, Black's first.
    pub fn from_fn(mut make: impl FnMut(Colour) -> T) -> ByColour<T> {
        let black = make(Colour::Black);
        ByColour { black, white: make(Colour::White) }
    }

    /// Turns both into something else.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColour<U> {
        let black = change(self.black);
        ByColour { black, white: change(self.white) }
    }

    /// Both by reference.
    pub const fn as_ref(&self) -> ByColour<&T> {
        ByColour { black: &self.black, white: &self.white }
    }

    /// Both by mutable reference.
    pub const fn as_mut(&mut self) -> ByColour<&mut T> {
        ByColour { black: &mut self.black, white: &mut self.white }
    }

    /// Pairs what belongs to each colour with what `other` has for it.
    pub fn zip<U>(self, other: ByColour<U>) -> ByColour<(T, U)> {
        ByColour { black: (self.black, other.black), white: (self.white, other.white) }
    }

    /// The same two things with the colours exchanged.
    #[must_use]
    pub fn swapped(self) -> ByColour<T> {
        ByColour { black: self.white, white: self.black }
    }

    /// Black's, then White's.
    pub fn iter(&self) -> std::array::IntoIter<&T, 2> {
        self.as_ref().into_iter()
    }

    /// Black's, then White's, each with its colour.
    pub fn with_colours(self) -> std::array::IntoIter<(Colour, T), 2> {
        [(Colour::Black, self.black), (Colour::White, self.white)].into_iter()
    }
}

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;

    fn index(&self, colour: Colour) -> &T {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        match colour {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}

impl<T> IntoIterator for ByColour<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        [self.black, self.white].into_iter()
    }
}

impl<'a, T> IntoIterator for &'a ByColour<T> {
    type Item = &'a T;
    type IntoIter = std::array::IntoIter<&'a T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_read_by_name_and_by_symbol() {
        for text in ["black", "Black", "X", "x", "*"] {
            assert_eq!(text.parse(), Ok(Colour::Black), "{text}");
        }
        for text in ["white", "WHITE", "O", "o"] {
            assert_eq!(text.parse(), Ok(Colour::White), "{text}");
        }
        let error = "red".parse::<Colour>().unwrap_err();
        assert_eq!(error.to_string(), "no colour \"red\"; write black (or X) or white (or O)");
    }

    #[test]
    fn what_belongs_to_a_colour_is_found_by_it() {
        let mut names = ByColour::from_fn(|colour| colour.to_string());
        names[Colour::White].push('!');
        assert_eq!(names[Colour::Black], "Black");
        assert_eq!(names.as_ref().map(String::len).into_iter().sum::<usize>(), 11);
        assert_eq!(names.swapped().black, "White!");
    }
}
