//! A board as anybody may set it up or write it down, before anything is checked. What may be
//! played on is a `Position`.

use std::fmt;
use std::str::FromStr;

use crate::colour::{ByColour, Colour};
use crate::square::{Size, Square};
use crate::square_set::SquareSet;
use crate::variant::Variant;

/// Discs on a board and a side to move, free to be edited.
///
/// As text it is the board by rows, `X` for Black, `O` for White and `-` for an empty square,
/// then a space and the side to move. White space between the squares is ignored when it is read,
/// `.` and `_` are empty squares too, and the text may leave out the side: then Black is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The game by whose rules it will be played on.
    pub variant: Variant,
    /// The side to move.
    pub to_move: Colour,
    discs: ByColour<SquareSet>,
}

impl Setup {
    /// An empty board of Othello with Black to move.
    #[must_use]
    pub fn empty(size: Size) -> Setup {
        let discs = ByColour::from_fn(|_| SquareSet::empty(size));
        Setup { variant: Variant::Othello, to_move: Colour::Black, discs }
    }

    /// A board with these discs; no square is in both sets.
    pub(crate) const fn of(variant: Variant, to_move: Colour, discs: ByColour<SquareSet>) -> Setup {
        Setup { variant, to_move, discs }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.discs.black.size()
    }

    /// The discs of each colour; no square is in both sets.
    #[must_use]
    pub const fn discs(&self) -> ByColour<SquareSet> {
        self.discs
    }

    /// Whose disc lies on a square.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.discs[colour].contains(square))
    }

    /// Puts a disc on a square or empties it. A square outside the board changes nothing.
    pub fn set(&mut self, square: Square, disc: Option<Colour>) {
        for colour in Colour::ALL {
            self.discs[colour].remove(square);
        }
        if let Some(colour) = disc {
            self.discs[colour].insert(square);
        }
    }

    /// The board by rows: `X` for Black, `O` for White, `-` for an empty square.
    #[must_use]
    pub fn board(&self) -> String {
        self.size().squares().map(|square| self.get(square).map_or('-', Colour::symbol)).collect()
    }
}

impl fmt::Display for Setup {
    /// Writes one line; with `{:#}`, a board with its coordinates and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "{} {}", self.board(), self.to_move.symbol());
        }
        let width = usize::from(self.size().get());
        let letters: String = ('a'..='z').take(width).flat_map(|letter| [' ', letter]).collect();
        writeln!(f, "  {letters}")?;
        for (row, line) in self.board().as_bytes().chunks(width).enumerate() {
            write!(f, "{:>2}", row + 1)?;
            for &symbol in line {
                write!(f, " {}", char::from(symbol))?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move", self.to_move)
    }
}

/// Why a text can't be read as a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseBoardError {
    /// It has a number of squares that no board has.
    Squares(usize),
    /// It has a character that stands for no disc, at this place among the squares from 0.
    Symbol(char, usize),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::Squares(count) => write!(
                f,
                "no board has {count} squares; 8x8 has 64, and boards are even from 4x4 to 16x16"
            ),
            ParseBoardError::Symbol(symbol, at) => {
                write!(f, "{symbol:?} in place {} is no square; write X, O or -", at + 1)
            }
        }
    }
}

impl std::error::Error for ParseBoardError {}

impl FromStr for Setup {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Setup, ParseBoardError> {
        // A board has an even number of squares, so an odd number of symbols ends with the side.
        let longest = Size::ALL.map(Size::area).into_iter().max().unwrap_or_default() + 1;
        let symbols: Vec<char> =
            text.chars().filter(|symbol| !symbol.is_whitespace()).take(longest + 1).collect();
        let (squares, side) = match symbols.split_last() {
            Some((&side, squares)) if squares.len().is_multiple_of(2) => (squares, Some(side)),
            _ => (&symbols[..], None),
        };
        let size = Size::of_area(squares.len()).ok_or(ParseBoardError::Squares(squares.len()))?;
        let mut setup = Setup::empty(size);
        for (at, (square, &symbol)) in size.squares().zip(squares).enumerate() {
            match Colour::from_symbol(symbol) {
                Some(colour) => setup.discs[colour].insert(square),
                None if matches!(symbol, '-' | '.' | '_') => {}
                None => return Err(ParseBoardError::Symbol(symbol, at)),
            }
        }
        if let Some(side) = side {
            setup.to_move =
                Colour::from_symbol(side).ok_or(ParseBoardError::Symbol(side, squares.len()))?;
        }
        Ok(setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn a_board_is_read_and_written_in_one_line() {
        let setup: Setup = format!("{START} O").parse().unwrap();
        assert_eq!(setup.to_string(), format!("{START} O"));
        assert_eq!(setup.get("d4".parse().unwrap()), Some(Colour::White));
        assert_eq!(START.parse::<Setup>().unwrap().to_move, Colour::Black);
    }

    #[test]
    fn a_board_is_read_from_lines_with_any_marks_for_empty_squares() {
        let setup: Setup = ". . _ _\n- o x -\n- * O -\n. . . .\nw".parse().unwrap();
        assert_eq!(setup.to_string(), "-----OX--XO----- O");
        assert_eq!(
            format!("{setup:#}"),
            "   a b c d\n 1 - - - -\n 2 - O X -\n 3 - X O -\n 4 - - - -\nWhite to move"
        );
    }

    #[test]
    fn a_text_that_is_no_board_says_why() {
        let error = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
        assert_eq!(error("-----OX--XO--?--"), "'?' in place 14 is no square; write X, O or -");
        assert_eq!(error("-----OX--XO-----Z"), "'Z' in place 17 is no square; write X, O or -");
        for text in ["", "X", "OX", &"-".repeat(63), &"-".repeat(258), &"-".repeat(100_000)] {
            assert!(error(text).starts_with("no board has "), "{text}");
        }
    }
}
