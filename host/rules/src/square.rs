//! Squares by row and column, and the sizes that a board may have. Whether a disc may go to a
//! square is not decided here.

use std::fmt;
use std::str::FromStr;

/// The widest grid whose columns still have a letter each.
const WIDEST: u8 = 26;

/// A square of a grid of up to 26 rows and columns; `a1` is row 0, column 0, in the upper left.
///
/// Squares are ordered by rows, as they are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    row: u8,
    column: u8,
}

impl Square {
    /// The square at this row and column, both counted from 0, if both are below 26.
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Option<Square> {
        if row < WIDEST && column < WIDEST { Some(Square { row, column }) } else { None }
    }

    /// The square whose place in reading order on a board of this size is `index`. The caller
    /// sees to it that the index is below the number of squares.
    pub(crate) const fn from_index(index: usize, size: Size) -> Square {
        let width = size.get() as usize;
        Square { row: (index / width) as u8, column: (index % width) as u8 }
    }

    /// The row, counted from 0 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The column, counted from 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The place in reading order on a board of this size, or `None` if it lies outside.
    #[must_use]
    pub const fn index(self, size: Size) -> Option<usize> {
        let width = size.get();
        if self.row < width && self.column < width {
            Some(self.row as usize * width as usize + self.column as usize)
        } else {
            None
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.column), self.row + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseSquareError {
    text: String,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no square {:?}; write the column's letter and the row's number: d3", self.text)
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `d3` or `D3`: the column's letter, then the row's number from 1.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let square = match text.as_bytes() {
            [letter, digits @ ..] if letter.is_ascii_alphabetic() => row_from_digits(digits)
                .map(|row| Square { row, column: letter.to_ascii_lowercase() - b'a' }),
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError { text: text.to_owned() })
    }
}

/// A row from its number: one or two digits, no zero in front, at most 26.
const fn row_from_digits(digits: &[u8]) -> Option<u8> {
    let number = match *digits {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0'),
        _ => return None,
    };
    if number <= WIDEST { Some(number - 1) } else { None }
}

/// The width of a board: an even number from 4 to 16.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// The ordinary board of 8x8.
    pub const STANDARD: Size = Size(8);

    /// All sizes, smallest first.
    pub const ALL: [Size; 7] = [Size(4), Size(6), Size(8), Size(10), Size(12), Size(14), Size(16)];

    /// The size of this width.
    ///
    /// # Errors
    /// Any width but an even one from 4 to 16.
    pub const fn new(width: usize) -> Result<Size, SizeError> {
        if width >= 4 && width <= 16 && width.is_multiple_of(2) {
            Ok(Size(width as u8))
        } else {
            Err(SizeError { width })
        }
    }

    /// The size of a board with so many squares.
    pub(crate) fn of_area(area: usize) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.area() == area)
    }

    /// The number of rows, which is also the number of columns.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of squares.
    #[must_use]
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Every square in reading order.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..self.area()).map(move |index| Square::from_index(index, self))
    }

    /// The four squares in the middle: upper left, upper right, lower left, lower right.
    #[must_use]
    pub const fn centre(self) -> [Square; 4] {
        let (near, far) = (self.0 / 2 - 1, self.0 / 2);
        [
            Square { row: near, column: near },
            Square { row: near, column: far },
            Square { row: far, column: near },
            Square { row: far, column: far },
        ]
    }
}

impl Default for Size {
    fn default() -> Size {
        Size::STANDARD
    }
}

impl fmt::Display for Size {
    /// Writes `8x8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{0}x{0}", self.0))
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A width that no board has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeError {
    width: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no board is {0}x{0}; sizes are the even numbers from 4 to 16", self.width)
    }
}

impl std::error::Error for SizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_read_in_either_case_and_written_in_lower_case() {
        let square: Square = "D3".parse().unwrap();
        assert_eq!((square.row(), square.column()), (2, 3));
        assert_eq!(square, "d3".parse().unwrap());
        assert_eq!(square.to_string(), "d3");
        assert_eq!("z26".parse(), Ok(Square::new(25, 25).unwrap()));
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "d", "3", "d0", "d03", "d27", "d3 ", "é3", "dd", "d100", "3d"] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
        assert_eq!(Square::new(26, 0), None);
    }

    #[test]
    fn every_square_finds_its_way_back_from_its_index() {
        for size in Size::ALL {
            for (index, square) in size.squares().enumerate() {
                assert_eq!(square.index(size), Some(index));
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
        assert_eq!(Square::new(0, 8).unwrap().index(Size::STANDARD), None);
    }

    #[test]
    fn only_even_sizes_from_4_to_16_exist() {
        let sizes: Vec<_> = (0..40).filter_map(|width| Size::new(width).ok()).collect();
        assert_eq!(sizes, Size::ALL);
        assert_eq!(
            Size::new(9).unwrap_err().to_string(),
            "no board is 9x9; sizes are the even numbers from 4 to 16"
        );
    }
}
