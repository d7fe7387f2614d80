//! One ply of a game: a disc put on a square, or a pass; and why one is refused.

use std::fmt;
use std::str::FromStr;

use crate::colour::Colour;
use crate::square::{ParseSquareError, Size, Square};
use crate::square_set::SquareSet;

/// What a side does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Puts a disc on a square.
    Place(Square),
    /// Passes, which is allowed only to the side that has no square to go to.
    Pass,
}

impl Move {
    /// The square that a disc is put on; `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }

    /// Whether a text is one of the ways to write a pass: `--`, `pa`, `ps` or `pass`.
    pub(crate) fn is_pass(text: &str) -> bool {
        ["--", "pa", "ps", "pass"].iter().any(|pass| text.eq_ignore_ascii_case(pass))
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    /// Writes `d3`, or `--` for a pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad("--"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseSquareError;

    /// Reads `d3` or `D3`, and `--`, `pa`, `ps` or `pass` in any case.
    fn from_str(text: &str) -> Result<Move, ParseSquareError> {
        if Move::is_pass(text) { Ok(Move::Pass) } else { text.parse().map(Move::Place) }
    }
}

/// Why a ply is against the rules. Its text says what would be allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The square lies outside the board.
    NotOnBoard {
        /// The square that was asked for.
        square: Square,
        /// The size of the board.
        size: Size,
    },
    /// There is a disc on the square already.
    Occupied {
        /// The square that was asked for.
        square: Square,
        /// Whose disc lies there.
        by: Colour,
    },
    /// The square is empty, but nothing would be turned over.
    FlipsNothing {
        /// The square that was asked for.
        square: Square,
        /// The side to move.
        colour: Colour,
        /// The squares that it may go to.
        legal: SquareSet,
    },
    /// The first four discs of Reversi belong on the four centre squares.
    NotInCentre {
        /// The square that was asked for.
        square: Square,
        /// The centre squares that are still empty.
        legal: SquareSet,
    },
    /// The side to move has no square to go to and can only pass.
    MustPass {
        /// The side to move.
        colour: Colour,
    },
    /// A pass by a side that has a square to go to.
    MayNotPass {
        /// The side to move.
        colour: Colour,
        /// The squares that it may go to.
        legal: SquareSet,
    },
    /// Neither side has a square to go to.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::NotOnBoard { square, size } => {
                write!(f, "{square} is not on the {size} board")
            }
            IllegalMove::Occupied { square, by } => {
                write!(f, "{square} is taken by a disc of {by}")
            }
            IllegalMove::FlipsNothing { square, colour, legal } => {
                write!(f, "{square} turns nothing over for {colour}; legal: {legal}")
            }
            IllegalMove::NotInCentre { square, legal } => {
                write!(f, "{square} is not in the centre, which is filled first; legal: {legal}")
            }
            IllegalMove::MustPass { colour } => {
                write!(f, "{colour} has no legal square and can only pass")
            }
            IllegalMove::MayNotPass { colour, legal } => {
                write!(f, "{colour} may not pass while it can move; legal: {legal}")
            }
            IllegalMove::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for IllegalMove {}
