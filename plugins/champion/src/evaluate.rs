//! What a position is worth: tables of patterns (edges, corners, lines, diagonals), read in every orientation
//! of the board, and mobility, each by the stage of the game. The tables are trained by `examples/train.rs`
//! from games that our own players played, and nothing here knows how.

use crate::board::Board;

/// How many units of an evaluation make a disc.
pub const DISC: i32 = 128;

/// How many stages a game has; each has tables of its own.
pub const STAGES: usize = 10;

/// How many squares the patterns of each family have, which share a table: edge with both X squares, corner
/// of 3x3, corner of 2x5, second to fourth line, diagonals of 8 to 4.
const FAMILIES: [u32; 11] = [10, 9, 10, 8, 8, 8, 8, 7, 6, 5, 4];

/// Own and the other's number of moves, each in a table of its own.
const MOBILITY: usize = 33;

/// How many features are active in any position: each adds one entry of the stage's table.
pub const FEATURES: usize = 48;

const OFFSETS: [usize; FAMILIES.len() + 1] = {
    let mut offsets = [0; FAMILIES.len() + 1];
    let mut family = 0;
    while family < FAMILIES.len() {
        offsets[family + 1] = offsets[family] + 3usize.pow(FAMILIES[family]);
        family += 1;
    }
    offsets
};

/// How many entries the table of a stage has.
pub const ENTRIES: usize = OFFSETS[FAMILIES.len()] + 2 * MOBILITY;

/// Reads ten bits as a number of base three: bit i counts 3^i.
const TERNARY: [u16; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut digit = 0;
        let mut weight = 1;
        while digit < 10 {
            if bits >> digit & 1 == 1 {
                table[bits] += weight;
            }
            weight *= 3;
            digit += 1;
        }
        bits += 1;
    }
    table
};

/// The trained tables, stage after stage, entries as little-endian 16-bit integers.
static WEIGHTS: &[u8] = include_bytes!("../weights/champion.bin");

/// The stage of a position.
#[must_use]
pub fn stage(board: Board) -> usize {
    let discs = 64 - board.empties().count_ones() as usize;
    (discs.saturating_sub(5) * STAGES / 60).min(STAGES - 1)
}

/// What the side to move can expect, in units of which [`DISC`] make a disc.
#[must_use]
pub fn evaluate(board: Board) -> i32 {
    let base = stage(board) * ENTRIES;
    let mut sum = 0;
    for entry in features(board) {
        let at = 2 * (base + entry as usize);
        if let [low, high] = WEIGHTS[at..at + 2] {
            sum += i32::from(i16::from_le_bytes([low, high]));
        }
    }
    sum.clamp(-63 * DISC, 63 * DISC)
}

/// The table entries that a position touches.
#[must_use]
pub fn features(board: Board) -> [u32; FEATURES] {
    let mut features = Features { entries: [0; FEATURES], filled: 0 };
    let (mut own, mut other) = (board.own, board.other);
    for turn in 0..4 {
        features.orientation(own, other);
        if turn < 2 {
            features.line(6, |b| diagonal(b, 0x8040_2010_0804_0201, 0), own, other);
        }
        features.line(2, |b| (b & 31) | (b >> 3 & 0x3e0), mirror(own), mirror(other));
        (own, other) = (rotate(own), rotate(other));
    }
    let mobility = OFFSETS[FAMILIES.len()];
    let moves = board.moves().count_ones() as usize;
    let replies = board.pass().moves().count_ones() as usize;
    features.push(mobility + moves.min(MOBILITY - 1));
    features.push(mobility + MOBILITY + replies.min(MOBILITY - 1));
    features.entries
}

struct Features {
    entries: [u32; FEATURES],
    filled: usize,
}

impl Features {
    /// The patterns along the first row of a board that is turned so that each of its sides comes there once.
    #[inline]
    fn orientation(&mut self, own: u64, other: u64) {
        self.line(0, |b| (b & 0xff) | (b >> 1 & 0x100) | (b >> 5 & 0x200), own, other);
        self.line(1, |b| (b & 7) | (b >> 5 & 0x38) | (b >> 10 & 0x1c0), own, other);
        self.line(2, |b| (b & 31) | (b >> 3 & 0x3e0), own, other);
        self.line(3, |b| b >> 8 & 0xff, own, other);
        self.line(4, |b| b >> 16 & 0xff, own, other);
        self.line(5, |b| b >> 24 & 0xff, own, other);
        self.line(7, |b| diagonal(b, 0x0080_4020_1008_0402, 1), own, other);
        self.line(8, |b| diagonal(b, 0x0000_8040_2010_0804, 2), own, other);
        self.line(9, |b| diagonal(b, 0x0000_0080_4020_1008, 3), own, other);
        self.line(10, |b| diagonal(b, 0x0000_0000_8040_2010, 4), own, other);
    }

    #[inline]
    fn line(&mut self, family: usize, bits: impl Fn(u64) -> u64, own: u64, other: u64) {
        let ternary = |board| TERNARY[(bits(board) & 1023) as usize] as usize;
        self.push(OFFSETS[family] + ternary(own) + 2 * ternary(other));
    }

    #[inline]
    fn push(&mut self, entry: usize) {
        self.entries[self.filled] = entry as u32;
        self.filled += 1;
    }
}

/// The squares of a diagonal, gathered by a multiplication into one byte, from `first` on.
#[inline]
fn diagonal(board: u64, mask: u64, first: u32) -> u64 {
    (board & mask).wrapping_mul(0x0101_0101_0101_0101) >> (56 + first)
}

/// The board turned by a quarter.
#[inline]
fn rotate(board: u64) -> u64 {
    transpose(board).swap_bytes()
}

/// Left and right exchanged.
#[inline]
fn mirror(board: u64) -> u64 {
    board.swap_bytes().reverse_bits()
}

/// Rows and columns exchanged.
#[inline]
fn transpose(mut board: u64) -> u64 {
    let mut swap = (board ^ (board >> 7)) & 0x00aa_00aa_00aa_00aa;
    board ^= swap ^ (swap << 7);
    swap = (board ^ (board >> 14)) & 0x0000_cccc_0000_cccc;
    board ^= swap ^ (swap << 14);
    swap = (board ^ (board >> 28)) & 0x0000_0000_f0f0_f0f0;
    board ^ swap ^ (swap << 28)
}

/// For each entry the one that stands for it and for its mirror image: training counts both as one.
#[must_use]
pub fn canonical_entries() -> Vec<u32> {
    const REVERSED: [&[usize]; 11] = [
        &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8],
        &[0, 3, 6, 1, 4, 7, 2, 5, 8],
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        &[7, 6, 5, 4, 3, 2, 1, 0],
        &[7, 6, 5, 4, 3, 2, 1, 0],
        &[7, 6, 5, 4, 3, 2, 1, 0],
        &[7, 6, 5, 4, 3, 2, 1, 0],
        &[6, 5, 4, 3, 2, 1, 0],
        &[5, 4, 3, 2, 1, 0],
        &[4, 3, 2, 1, 0],
        &[3, 2, 1, 0],
    ];
    let mut canonical: Vec<u32> = (0..ENTRIES as u32).collect();
    for (family, order) in REVERSED.iter().enumerate() {
        for code in 0..3usize.pow(FAMILIES[family]) {
            let digit = |place: usize| code / 3usize.pow(place as u32) % 3;
            let image: usize = order
                .iter()
                .enumerate()
                .map(|(to, &from)| digit(from) * 3usize.pow(to as u32))
                .sum();
            canonical[OFFSETS[family] + code] = (OFFSETS[family] + code.min(image)) as u32;
        }
    }
    canonical
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Board = Board { own: 0x0000_1018_0f00_4100, other: 0x0102_0424_7010_0204 };

    fn sorted_canonical(board: Board) -> Vec<u32> {
        let canonical = canonical_entries();
        let mut entries: Vec<u32> =
            features(board).iter().map(|&entry| canonical[entry as usize]).collect();
        entries.sort_unstable();
        entries
    }

    #[test]
    fn a_position_and_its_mirror_images_touch_the_same_entries() {
        let wanted = sorted_canonical(SOME);
        for change in [mirror, transpose, rotate, u64::swap_bytes] {
            let image = Board { own: change(SOME.own), other: change(SOME.other) };
            assert_eq!(sorted_canonical(image), wanted);
        }
    }

    #[test]
    fn every_feature_is_filled_and_within_its_table() {
        let entries = features(SOME);
        let mobility = OFFSETS[FAMILIES.len()] as u32;
        assert!(entries.iter().all(|&entry| (entry as usize) < ENTRIES));
        assert_eq!(entries.iter().filter(|&&entry| entry >= mobility).count(), 2);
        assert_eq!(WEIGHTS.len(), 2 * STAGES * ENTRIES);
    }

    // FFO endgame test suite, position 40: with 20 empty squares Black is to move and wins by 38.
    #[test]
    fn a_won_position_is_worth_more_than_it_is_to_the_loser() {
        let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";
        let of = |symbol| {
            text.chars().enumerate().fold(0, |bits, (at, c)| bits | u64::from(c == symbol) << at)
        };
        let board = Board { own: of('X'), other: of('O') };
        assert!(evaluate(board) > 10 * DISC, "{}", evaluate(board));
        assert!(evaluate(board.pass()) < evaluate(board), "{}", evaluate(board.pass()));
    }
}
