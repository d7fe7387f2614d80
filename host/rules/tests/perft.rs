//! The number of lines of play from the beginning, depth by depth, against published tables. A
//! pass counts as a ply and a finished game as one line.
#![allow(clippy::unwrap_used)]

use othello_rules::{Position, Size, Start, Variant, bitboard};

/// 8x8, as found by several independent Othello programs. The bench goes to depth 11.
const ON_8X8: [u64; 10] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284];
const ON_4X4: [u64; 12] =
    [4, 12, 44, 128, 424, 1_256, 3_624, 9_116, 20_044, 36_540, 50_704, 57_436];
const ON_6X6: [u64; 10] = [4, 12, 56, 244, 1_364, 7_604, 47_740, 308_716, 2_114_912, 14_976_792];
const ON_10X10_DEPTH_7: u64 = 55_180;
const ON_10X10_DEPTH_8: u64 = 392_268;

fn start(width: usize, start: Start) -> Position {
    Position::new(Variant::Othello, Size::new(width).unwrap(), start)
}

fn counts(position: Position, depths: usize) -> Vec<u64> {
    (1..=depths).map(|depth| position.perft(depth as u32)).collect()
}

#[test]
fn the_table_of_4x4_is_met_to_its_end() {
    assert_eq!(counts(start(4, Start::Standard), 12), ON_4X4);
}

#[test]
fn the_table_of_6x6_is_met_by_either_start() {
    assert_eq!(counts(start(6, Start::Standard), 10), ON_6X6);
    assert_eq!(counts(start(6, Start::Mirrored), 8), ON_6X6[..8]);
}

#[test]
fn the_table_of_8x8_is_met_by_positions_and_by_bitboards() {
    let position = start(8, Start::Standard);
    assert_eq!(counts(position, 8), ON_8X8[..8]);
    let (own, other) = position.bitboards().unwrap();
    let fast: Vec<u64> = (0..=10).map(|depth| bitboard::perft(own, other, depth)).collect();
    assert_eq!(fast[0], 1);
    assert_eq!(fast[1..], ON_8X8);
}

#[test]
fn the_table_of_10x10_is_met() {
    let position = start(10, Start::Standard);
    assert_eq!(position.perft(7), ON_10X10_DEPTH_7);
    assert_eq!(position.perft(8), ON_10X10_DEPTH_8);
}

#[test]
fn up_to_depth_4_no_game_feels_the_edge_of_a_board_of_8x8_or_more() {
    // Within four plies no disc gets farther than four squares from the centre, so the wider
    // boards have the lines of 8x8.
    for width in [8, 10, 12, 14, 16] {
        assert_eq!(counts(start(width, Start::Mirrored), 4), ON_8X8[..4], "{width}");
    }
}
