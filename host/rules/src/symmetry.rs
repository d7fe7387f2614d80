//! The eight ways to turn and mirror a board. What is the same under them is for others to say.

use crate::position::Position;
use crate::square::{Size, Square};
use crate::square_set::SquareSet;

/// One of the eight symmetries of the square board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// Leaves everything where it is.
    Identity,
    /// A quarter turn clockwise: a1 goes to the upper right.
    QuarterTurn,
    /// A half turn: a1 goes to the lower right.
    HalfTurn,
    /// A quarter turn counter-clockwise: a1 goes to the lower left.
    ThreeQuarterTurn,
    /// Left and right exchanged.
    MirrorColumns,
    /// Top and bottom exchanged.
    MirrorRows,
    /// Mirrored at the diagonal through a1: rows and columns exchanged.
    MainDiagonal,
    /// Mirrored at the diagonal through the upper right.
    AntiDiagonal,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::ThreeQuarterTurn,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::MainDiagonal,
        Symmetry::AntiDiagonal,
    ];

    /// The one that takes everything back to where it was.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            own_inverse => own_inverse,
        }
    }

    /// Where a square goes on a board of this size; `None` if it lies outside the board.
    #[must_use]
    pub fn square(self, square: Square, size: Size) -> Option<Square> {
        square.index(size)?;
        let (row, column, last) = (square.row(), square.column(), size.get() - 1);
        let (row, column) = match self {
            Symmetry::Identity => (row, column),
            Symmetry::QuarterTurn => (column, last - row),
            Symmetry::HalfTurn => (last - row, last - column),
            Symmetry::ThreeQuarterTurn => (last - column, row),
            Symmetry::MirrorColumns => (row, last - column),
            Symmetry::MirrorRows => (last - row, column),
            Symmetry::MainDiagonal => (column, row),
            Symmetry::AntiDiagonal => (last - column, last - row),
        };
        Square::new(row, column)
    }

    /// Where the squares of a set go.
    #[must_use]
    pub fn set(self, squares: SquareSet) -> SquareSet {
        let mut turned = SquareSet::empty(squares.size());
        for square in squares.iter().filter_map(|square| self.square(square, squares.size())) {
            turned.insert(square);
        }
        turned
    }

    /// Where the squares of an 8x8 board go, as bits from a1 to h8.
    #[must_use]
    pub const fn bits(self, squares: u64) -> u64 {
        match self {
            Symmetry::Identity => squares,
            Symmetry::QuarterTurn => transposed(squares).swap_bytes().reverse_bits(),
            Symmetry::HalfTurn => squares.reverse_bits(),
            Symmetry::ThreeQuarterTurn => transposed(squares).swap_bytes(),
            Symmetry::MirrorColumns => squares.swap_bytes().reverse_bits(),
            Symmetry::MirrorRows => squares.swap_bytes(),
            Symmetry::MainDiagonal => transposed(squares),
            Symmetry::AntiDiagonal => transposed(squares).reverse_bits(),
        }
    }

    /// The position with all its discs turned or mirrored; the side to move stays the same.
    #[must_use]
    pub fn position(self, position: Position) -> Position {
        position.rearranged(|discs| self.set(discs))
    }
}

/// Rows and columns exchanged: first within blocks of two by two squares, then of such blocks, then of the quarters.
const fn transposed(squares: u64) -> u64 {
    const fn exchanged(squares: u64, mask: u64, by: u32) -> u64 {
        let differ = (squares ^ (squares >> by)) & mask;
        squares ^ differ ^ (differ << by)
    }
    let squares = exchanged(squares, 0x00aa_00aa_00aa_00aa, 7);
    let squares = exchanged(squares, 0x0000_cccc_0000_cccc, 14);
    exchanged(squares, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_go_where_their_squares_go() {
        for by in Symmetry::ALL {
            for at in 0..64 {
                let square = Size::STANDARD.squares().nth(at).unwrap();
                let gone = by.square(square, Size::STANDARD).unwrap();
                let index = usize::from(gone.row()) * 8 + usize::from(gone.column());
                assert_eq!(by.bits(1 << at), 1 << index, "{by:?} {square}");
            }
        }
    }
}
