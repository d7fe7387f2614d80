//! Endings solved: alike on every machine, and as a plain search solves them.

use super::*;
use crate::board::squares;
use crate::cuts::PLAYING;

fn solved<M: Machine>(machine: M, sureness: u8, board: Board) -> (i32, u64) {
    let (mut midgame, mut clock) = (Midgame::new(PLAYING), Clock::new(None, None));
    let mut endgame = Endgame { sureness, ..Endgame::new() };
    let node = Node::of(board);
    let score =
        closed_in(0, |alpha| endgame.any(machine, (&mut midgame, &mut clock), &node, alpha));
    (score.unwrap(), clock.positions())
}

#[test]
fn every_kind_of_processor_finds_the_same_by_the_same_positions() {
    let board = Board::START.walk(17, |board| squares(board.moves()).last()).unwrap();
    for sureness in [0, SURE] {
        let portable = solved(Portable, sureness, board);
        let same = |avx2| solved(avx2, sureness, board) == portable;
        assert!(portable.1 > 1000 && Avx2::detect().is_none_or(same), "{portable:?}");
    }
}
