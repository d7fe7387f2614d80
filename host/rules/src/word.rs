//! Machine words wide enough for the boards that are not 8x8, so that one text of the algorithm
//! serves all of them. Nothing here knows what a disc is.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

use crate::square_set::Bits;

/// A row of bits that can hold a whole board.
pub(crate) trait Word:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;

    /// Takes the lowest bits, as many as fit.
    fn from_bits(bits: Bits) -> Self;

    fn to_bits(self) -> Bits;

    /// The word with only this bit set.
    fn bit(index: u32) -> Self;

    fn is_zero(self) -> bool {
        self == Self::ZERO
    }
}

impl Word for u64 {
    const ZERO: u64 = 0;

    fn from_bits(bits: Bits) -> u64 {
        bits[0]
    }

    fn to_bits(self) -> Bits {
        [self, 0, 0, 0]
    }

    fn bit(index: u32) -> u64 {
        1 << index
    }
}

impl Word for u128 {
    const ZERO: u128 = 0;

    fn from_bits(bits: Bits) -> u128 {
        u128::from(bits[1]) << 64 | u128::from(bits[0])
    }

    fn to_bits(self) -> Bits {
        [self as u64, (self >> 64) as u64, 0, 0]
    }

    fn bit(index: u32) -> u128 {
        1 << index
    }
}

/// 256 bits, which is what the boards from 12x12 to 16x16 need.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct U256 {
    low: u128,
    high: u128,
}

impl Word for U256 {
    const ZERO: U256 = U256 { low: 0, high: 0 };

    fn from_bits([a, b, c, d]: Bits) -> U256 {
        U256 { low: u128::from_bits([a, b, 0, 0]), high: u128::from_bits([c, d, 0, 0]) }
    }

    fn to_bits(self) -> Bits {
        let ([a, b, ..], [c, d, ..]) = (self.low.to_bits(), self.high.to_bits());
        [a, b, c, d]
    }

    fn bit(index: u32) -> U256 {
        if index < 128 {
            U256 { low: 1 << index, high: 0 }
        } else {
            U256 { low: 0, high: 1 << (index - 128) }
        }
    }
}

impl BitAnd for U256 {
    type Output = U256;

    fn bitand(self, other: U256) -> U256 {
        U256 { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitOr for U256 {
    type Output = U256;

    fn bitor(self, other: U256) -> U256 {
        U256 { low: self.low | other.low, high: self.high | other.high }
    }
}

impl BitOrAssign for U256 {
    fn bitor_assign(&mut self, other: U256) {
        *self = *self | other;
    }
}

impl Not for U256 {
    type Output = U256;

    fn not(self) -> U256 {
        U256 { low: !self.low, high: !self.high }
    }
}

/// Shifts are those from one square to its neighbour: from 1 to 17 bits, never the whole half.
impl Shl<u32> for U256 {
    type Output = U256;

    fn shl(self, by: u32) -> U256 {
        U256 { low: self.low << by, high: self.high << by | self.low >> (128 - by) }
    }
}

impl Shr<u32> for U256 {
    type Output = U256;

    fn shr(self, by: u32) -> U256 {
        U256 { low: self.low >> by | self.high << (128 - by), high: self.high >> by }
    }
}
