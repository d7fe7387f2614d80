//! The patterns of the board (edges, corners, lines, diagonals, in every orientation) as numbers of base three, carried
//! along from move to move instead of being read off the board each time. What a number is worth is in `evaluate`.

use othello_rules::bitboard::Machine;

use crate::board::Board;

/// How many squares the patterns of each family have, which share a table: edge with both X squares, corner
/// of 3x3, corner of 2x5, second to fourth line, diagonals of 8 to 4.
pub const FAMILIES: [u32; 11] = [10, 9, 10, 8, 8, 8, 8, 7, 6, 5, 4];

/// How many patterns there are.
pub const PATTERNS: usize = 46;

/// [`PATTERNS`], filled up to whole vectors.
pub const LANES: usize = 48;

/// The numbers of all patterns.
type Numbers = [u16; LANES];

/// Numbers of which no vector lies across two lines of the processor's memory.
#[repr(align(64))]
struct Aligned(Numbers);

/// Where the table of each family begins.
pub const OFFSETS: [usize; FAMILIES.len() + 1] = {
    let mut offsets = [0; FAMILIES.len() + 1];
    let mut family = 0;
    while family < FAMILIES.len() {
        offsets[family + 1] = offsets[family] + 3usize.pow(FAMILIES[family]);
        family += 1;
    }
    offsets
};

/// Where the table of each pattern begins.
pub const STARTS: [u32; LANES] = READ_OFF_NOTHING.0;

/// What a disc on each square adds to the numbers of the patterns; one of the other side adds twice as much.
static DISCS: [Aligned; 64] = {
    let mut discs = [const { Aligned([0; LANES]) }; 64];
    let mut square = 0;
    while square < 64 {
        discs[square].0 = read_off(1 << square).1;
        square += 1;
    }
    discs
};

const READ_OFF_NOTHING: ([u32; LANES], Numbers) = read_off(0);

/// For each pattern, where its table begins and the number of these discs in it.
const fn read_off(discs: u64) -> ([u32; LANES], Numbers) {
    // In this order along the first row of a board that is turned so that each of its sides comes there once.
    const ROW: [usize; 10] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10];
    let (mut starts, mut numbers) = ([0; LANES], [0; LANES]);
    let (mut pattern, mut turn, mut board) = (0, 0, discs);
    while turn < 4 {
        let mut at = 0;
        while at < ROW.len() + 2 {
            let (family, board) = match at {
                10 => (6, board),
                11 => (2, mirror(board)),
                _ => (ROW[at], board),
            };
            // A main diagonal comes by again after half a turn.
            if at != 10 || turn < 2 {
                starts[pattern] = OFFSETS[family] as u32;
                numbers[pattern] = ternary(gather(family, board));
                pattern += 1;
            }
            at += 1;
        }
        board = rotate(board);
        turn += 1;
    }
    assert!(pattern == PATTERNS);
    (starts, numbers)
}

/// The squares of a family's pattern along the first row, side by side.
const fn gather(family: usize, b: u64) -> u64 {
    match family {
        0 => (b & 0xff) | (b >> 1 & 0x100) | (b >> 5 & 0x200),
        1 => (b & 7) | (b >> 5 & 0x38) | (b >> 10 & 0x1c0),
        2 => (b & 31) | (b >> 3 & 0x3e0),
        3 => b >> 8 & 0xff,
        4 => b >> 16 & 0xff,
        5 => b >> 24 & 0xff,
        6 => diagonal(b, 0x8040_2010_0804_0201, 0),
        7 => diagonal(b, 0x0080_4020_1008_0402, 1),
        8 => diagonal(b, 0x0000_8040_2010_0804, 2),
        9 => diagonal(b, 0x0000_0080_4020_1008, 3),
        _ => diagonal(b, 0x0000_0000_8040_2010, 4),
    }
}

/// The squares of a diagonal, gathered by a multiplication into one byte, from `first` on.
const fn diagonal(board: u64, mask: u64, first: u32) -> u64 {
    (board & mask).wrapping_mul(0x0101_0101_0101_0101) >> (56 + first)
}

/// Reads ten bits as a number of base three: bit i counts 3^i.
const fn ternary(bits: u64) -> u16 {
    let (mut number, mut weight, mut digit) = (0, 1u16, 0);
    while digit < 10 {
        if bits >> digit & 1 == 1 {
            number += weight;
        }
        weight = weight.wrapping_mul(3);
        digit += 1;
    }
    number
}

/// The board turned by a quarter.
pub(crate) const fn rotate(board: u64) -> u64 {
    transpose(board).swap_bytes()
}

/// Left and right exchanged.
pub(crate) const fn mirror(board: u64) -> u64 {
    board.swap_bytes().reverse_bits()
}

/// Rows and columns exchanged.
pub(crate) const fn transpose(mut board: u64) -> u64 {
    let mut swap = (board ^ (board >> 7)) & 0x00aa_00aa_00aa_00aa;
    board ^= swap ^ (swap << 7);
    swap = (board ^ (board >> 14)) & 0x0000_cccc_0000_cccc;
    board ^= swap ^ (swap << 14);
    swap = (board ^ (board >> 28)) & 0x0000_0000_f0f0_f0f0;
    board ^ swap ^ (swap << 28)
}

/// A position with the numbers of its patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Node {
    own: Numbers,
    other: Numbers,
    /// The position.
    pub board: Board,
}

impl Node {
    /// A position, its patterns read off.
    #[must_use]
    pub fn of(board: Board) -> Node {
        Node { own: sum_of(board.own), other: sum_of(board.other), board }
    }

    /// The numbers of the patterns, those beyond [`PATTERNS`] being 0.
    #[inline(always)]
    #[must_use]
    pub fn numbers(&self) -> [u16; LANES] {
        let mut numbers = [0; LANES];
        for (at, number) in numbers.iter_mut().enumerate() {
            *number = self.own[at] + 2 * self.other[at];
        }
        numbers
    }

    /// The position after a legal move, seen from the other side.
    #[inline(always)]
    #[must_use]
    pub fn play<M: Machine>(&self, machine: M, square: u32) -> Node {
        self.after(square, machine.flips(self.board.own, self.board.other, square))
    }

    /// The position after a move that turns `flipped`, seen from the other side.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: u32, flipped: u64) -> Node {
        let turned = sum_of(flipped);
        let Aligned(disc) = &DISCS[square as usize & 63];
        let mut next =
            Node { own: turned, other: turned, board: self.board.after(square, flipped) };
        for at in 0..LANES {
            next.own[at] = self.other[at] - turned[at];
            next.other[at] = self.own[at] + turned[at] + disc[at];
        }
        next
    }

    /// The same discs, seen from the other side.
    #[inline(always)]
    #[must_use]
    pub fn pass(&self) -> Node {
        Node { own: self.other, other: self.own, board: self.board.pass() }
    }
}

#[inline(always)]
fn sum_of(mut discs: u64) -> Numbers {
    let mut sum = [0; LANES];
    while discs != 0 {
        let Aligned(disc) = &DISCS[discs.trailing_zeros() as usize];
        for at in 0..LANES {
            sum[at] += disc[at];
        }
        discs &= discs - 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use othello_rules::bitboard::Portable;

    use super::*;
    use crate::board::squares;

    #[test]
    fn what_is_carried_along_is_what_the_board_shows() {
        let mut node = Node::of(Board::START);
        let mut plies = 0;
        while let Some(square) = squares(node.board.moves()).last() {
            node = node.play(Portable, square);
            assert_eq!(node, Node::of(node.board));
            assert_eq!(node.pass(), Node::of(node.board.pass()));
            plies += 1;
        }
        assert!(plies > 10, "{plies}");
    }
}
