//! What a position is worth: tables of patterns, read in every orientation of the board, and mobility, each by the
//! stage of the game. The tables are trained by `examples/train.rs` from games that our own players played, and
//! nothing here knows how.

use othello_rules::bitboard::{Machine, Portable};

use crate::board::Board;
use crate::patterns::{FAMILIES, LANES, Node, OFFSETS, PATTERNS, STARTS};

/// How many units of an evaluation make a disc.
pub const DISC: i32 = 128;

/// How many stages a game has; each has tables of its own.
pub const STAGES: usize = 10;

/// Own and the other's number of moves, each in a table of its own.
const MOBILITY: usize = 33;

/// How many features are active in any position: each adds one entry of the stage's table.
pub const FEATURES: usize = LANES;

/// How many entries the table of a stage has.
pub const ENTRIES: usize = OFFSETS[FAMILIES.len()] + 2 * MOBILITY;

/// The trained tables, stage after stage, entries as little-endian 16-bit integers.
static WEIGHTS: &[u8] = include_bytes!("../weights/champion.bin");

/// The last stage that games are trained in; later positions, which are solved and not searched, are taken for such.
const LAST_TRAINED: usize = 8;

/// The stage of a position with so many discs.
#[inline(always)]
#[must_use]
pub fn stage(discs: usize) -> usize {
    (discs.saturating_sub(5) * STAGES / 60).min(LAST_TRAINED)
}

/// What an entry is worth in a stage.
#[must_use]
pub fn weight(stage: usize, entry: usize) -> i16 {
    let (entries, _) = WEIGHTS.as_chunks::<2>();
    i16::from_le_bytes(entries[stage * ENTRIES + entry])
}

/// What the side to move can expect, in units of which [`DISC`] make a disc.
#[inline(always)]
#[must_use]
pub fn evaluate<M: Machine>(machine: M, node: &Node) -> i32 {
    let discs = node.board.own | node.board.other;
    let (entries, _) = WEIGHTS.as_chunks::<2>();
    // Behind the last stage that is read there is another.
    let table = &entries[stage(discs.count_ones() as usize) * ENTRIES..];
    let sum = machine.total(table, &active(machine, node));
    sum.clamp(-63 * DISC, 63 * DISC)
}

/// The table entries that a position touches.
#[inline(always)]
fn active<M: Machine>(machine: M, node: &Node) -> [u32; FEATURES] {
    let numbers = node.numbers();
    let mut active = [0; FEATURES];
    for (at, entry) in active.iter_mut().enumerate() {
        *entry = STARTS[at] + u32::from(numbers[at]);
    }
    for (entry, moves) in active[PATTERNS..].iter_mut().zip(mobility(machine, node.board)) {
        *entry = moves as u32;
    }
    active
}

/// The entries of both sides' numbers of moves.
#[inline(always)]
fn mobility<M: Machine>(machine: M, board: Board) -> [usize; 2] {
    let moves = |own, other| (machine.moves(own, other).count_ones() as usize).min(MOBILITY - 1);
    let start = OFFSETS[FAMILIES.len()];
    [start + moves(board.own, board.other), start + MOBILITY + moves(board.other, board.own)]
}

/// The table entries that a position touches.
#[must_use]
pub fn features(board: Board) -> [u32; FEATURES] {
    active(Portable, &Node::of(board))
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
    use crate::patterns::{mirror, rotate, transpose};

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
        let [own, other] = [board, board.pass()].map(|side| evaluate(Portable, &Node::of(side)));
        assert!(own > 10 * DISC && other < own, "{own} {other}");
    }
}
