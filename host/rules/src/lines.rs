//! Legal moves and flips on a board of any size, by walking all lines of one direction at once.
//! The 8x8 board goes to the faster `bitboard`; who is to move and why is `position`'s matter.

use crate::bitboard;
use crate::square::Size;
use crate::square_set::Bits;
use crate::word::{U256, Word};

/// The empty squares on which a disc of `own` would turn over at least one of `other`.
pub(crate) fn moves(size: Size, own: Bits, other: Bits) -> Bits {
    match size.get() {
        8 => Word::to_bits(bitboard::moves(own[0], other[0])),
        4 => moves_on::<u64, 4>(own, other),
        6 => moves_on::<u64, 6>(own, other),
        10 => moves_on::<u128, 10>(own, other),
        12 => moves_on::<U256, 12>(own, other),
        14 => moves_on::<U256, 14>(own, other),
        _ => moves_on::<U256, 16>(own, other),
    }
}

/// The discs of `other` that a disc of `own` on the square with this index would turn over.
pub(crate) fn flips(size: Size, own: Bits, other: Bits, index: usize) -> Bits {
    match size.get() {
        8 => Word::to_bits(bitboard::flips(own[0], other[0], index as u32)),
        4 => flips_on::<u64, 4>(own, other, index),
        6 => flips_on::<u64, 6>(own, other, index),
        10 => flips_on::<u128, 10>(own, other, index),
        12 => flips_on::<U256, 12>(own, other, index),
        14 => flips_on::<U256, 14>(own, other, index),
        _ => flips_on::<U256, 16>(own, other, index),
    }
}

/// The four axes as steps towards higher bits: along the row, and to the row below straight,
/// to the left and to the right. Each is walked both ways.
const fn axes(width: u32) -> [u32; 4] {
    [1, width, width - 1, width + 1]
}

/// The discs that can be flipped along an axis. Discs in the outer columns can only be flipped
/// along their own column; leaving them out also keeps a step from wrapping into the next row.
fn flippable<W: Word>(other: W, inner_columns: W, axis: u32, width: u32) -> W {
    if axis == width { other } else { other & inner_columns }
}

const fn columns(width: u32, from: u32, to: u32) -> Bits {
    let mut bits = [0; 4];
    let mut index = 0;
    while index < width * width {
        if index % width >= from && index % width < to {
            bits[index as usize / 64] |= 1 << (index % 64);
        }
        index += 1;
    }
    bits
}

fn moves_on<W: Word, const WIDTH: u32>(own: Bits, other: Bits) -> Bits {
    let (own, other) = (W::from_bits(own), W::from_bits(other));
    let inner_columns = W::from_bits(const { columns(WIDTH, 1, WIDTH - 1) });
    let board = W::from_bits(const { columns(WIDTH, 0, WIDTH) });
    let mut reached = W::ZERO;
    for axis in const { axes(WIDTH) } {
        let through = flippable(other, inner_columns, axis, WIDTH);
        let mut up = (own << axis) & through;
        let mut down = (own >> axis) & through;
        for _ in 0..WIDTH - 3 {
            up |= (up << axis) & through;
            down |= (down >> axis) & through;
        }
        reached |= up << axis | down >> axis;
    }
    (reached & board & !(own | other)).to_bits()
}

fn flips_on<W: Word, const WIDTH: u32>(own: Bits, other: Bits, index: usize) -> Bits {
    let (own, other) = (W::from_bits(own), W::from_bits(other));
    let inner_columns = W::from_bits(const { columns(WIDTH, 1, WIDTH - 1) });
    let disc = W::bit(index as u32);
    let mut flipped = W::ZERO;
    for axis in const { axes(WIDTH) } {
        let through = flippable(other, inner_columns, axis, WIDTH);
        flipped |= bracketed_run(own, through, disc, |bits| bits << axis);
        flipped |= bracketed_run(own, through, disc, |bits| bits >> axis);
    }
    flipped.to_bits()
}

/// The discs between `disc` and the next of `own` in one direction, if all there are `through`.
fn bracketed_run<W: Word>(own: W, through: W, disc: W, step: impl Fn(W) -> W) -> W {
    let mut run = W::ZERO;
    let mut next = step(disc);
    while !(next & through).is_zero() {
        run |= next;
        next = step(next);
    }
    if (next & own).is_zero() { W::ZERO } else { run }
}
