//! A set of squares of one board, as bits in reading order. What the sets mean (discs, legal
//! moves, flips) is said by whoever holds them.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use crate::square::{Size, Square};

/// The bits of a board of any size in reading order, lowest first: bit `row * size + column`.
pub(crate) type Bits = [u64; 4];

/// A set of squares of a board of one size.
///
/// On the 8x8 board the set is a single `u64`, which [`SquareSet::to_u64`] and
/// [`SquareSet::from_u64`] exchange with the functions of [`crate::bitboard`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareSet {
    bits: Bits,
    size: Size,
}

impl SquareSet {
    /// The set without a square.
    #[must_use]
    pub const fn empty(size: Size) -> SquareSet {
        SquareSet { bits: [0; 4], size }
    }

    /// The set with all squares of the board.
    #[must_use]
    pub const fn full(size: Size) -> SquareSet {
        let mut bits = [0; 4];
        let mut left = size.area();
        let mut word = 0;
        while left > 0 {
            let here = if left < 64 { left } else { 64 };
            bits[word] = u64::MAX >> (64 - here);
            left -= here;
            word += 1;
        }
        SquareSet { bits, size }
    }

    pub(crate) const fn from_bits(bits: Bits, size: Size) -> SquareSet {
        SquareSet { bits, size }
    }

    pub(crate) const fn bits(&self) -> Bits {
        self.bits
    }

    /// The set of the 8x8 board whose bits, from a1 along the rows to h8, are these.
    #[must_use]
    pub const fn from_u64(bits: u64) -> SquareSet {
        SquareSet { bits: [bits, 0, 0, 0], size: Size::STANDARD }
    }

    /// The first 64 squares in reading order, lowest bit first: all of an 8x8 board.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.bits[0]
    }

    /// The size of the board that the squares belong to.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// How many squares it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        let [a, b, c, d] = self.bits;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.bits;
        a | b | c | d == 0
    }

    /// Whether it has this square; one that lies outside the board is in no set.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        match square.index(self.size) {
            Some(index) => self.bits[index / 64] >> (index % 64) & 1 == 1,
            None => false,
        }
    }

    /// Adds a square. One that lies outside the board changes nothing.
    pub const fn insert(&mut self, square: Square) {
        if let Some(index) = square.index(self.size) {
            self.bits[index / 64] |= 1 << (index % 64);
        }
    }

    /// Takes a square away.
    pub const fn remove(&mut self, square: Square) {
        if let Some(index) = square.index(self.size) {
            self.bits[index / 64] &= !(1 << (index % 64));
        }
    }

    /// The first square in reading order.
    #[must_use]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The squares in reading order.
    #[must_use]
    pub const fn iter(&self) -> Squares {
        Squares { left: *self }
    }

    fn combine(self, other: SquareSet, with: impl Fn(u64, u64) -> u64) -> SquareSet {
        debug_assert_eq!(self.size, other.size, "sets of two boards");
        let bits = std::array::from_fn(|word| with(self.bits[word], other.bits[word]));
        SquareSet { bits, size: self.size }
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    /// The squares of either.
    fn bitor(self, other: SquareSet) -> SquareSet {
        self.combine(other, |a, b| a | b)
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    /// The squares of both.
    fn bitand(self, other: SquareSet) -> SquareSet {
        self.combine(other, |a, b| a & b)
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;

    /// The squares of the first that are not in the second.
    fn sub(self, other: SquareSet) -> SquareSet {
        self.combine(other, |a, b| a & !b)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl IntoIterator for &SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl fmt::Display for SquareSet {
    /// Writes the squares in reading order with spaces between: `d3 c4 f5 e6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, square) in self.iter().enumerate() {
            if number > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{{{self}}}", self.size)
    }
}

/// The squares of a [`SquareSet`] in reading order.
#[derive(Clone, Debug)]
pub struct Squares {
    left: SquareSet,
}

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        for (word, bits) in self.left.bits.iter_mut().enumerate() {
            if *bits != 0 {
                let index = word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Square::from_index(index, self.left.size));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len(), Some(self.left.len()))
    }
}

impl ExactSizeIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_what_was_put_in_on_every_size() {
        for size in Size::ALL {
            let mut set = SquareSet::empty(size);
            for square in size.squares() {
                assert!(!set.contains(square));
                set.insert(square);
                assert!(set.contains(square));
            }
            assert_eq!(set, SquareSet::full(size));
            assert!(set.iter().eq(size.squares()));
            assert_eq!(set.iter().len(), size.area());
        }
    }

    #[test]
    fn sets_are_joined_cut_and_subtracted() {
        let set = |bits| SquareSet::from_u64(bits);
        assert_eq!(set(0b0110) | set(0b0011), set(0b0111));
        assert_eq!(set(0b0110) & set(0b0011), set(0b0010));
        assert_eq!(set(0b0110) - set(0b0011), set(0b0100));
        assert_eq!(set(0b0110).to_string(), "b1 c1");
    }
}
