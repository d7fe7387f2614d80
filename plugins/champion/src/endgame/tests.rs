//! Endings solved: alike on every machine, and as a plain search solves them.

use othello_rules::bitboard::on_each;

use super::*;
use crate::board::squares;
use crate::cuts::PLAYING;

/// A position that is solved, and how surely.
#[derive(Clone)]
struct Solved(Board, u8);

impl Work for Solved {
    type Output = (i32, u64);

    fn on<M: Machine>(self, machine: M) -> (i32, u64) {
        let (mut midgame, mut clock) = (Midgame::new(PLAYING), Clock::new(None, None));
        let mut endgame = Endgame { sureness: self.1, ..Endgame::new() };
        let node = Node::of(self.0);
        let score =
            closed_in(0, |alpha| endgame.any(machine, &mut midgame, &mut clock, &node, alpha));
        (score.unwrap(), clock.positions())
    }
}

#[test]
fn every_kind_of_processor_finds_the_same_by_the_same_positions() {
    let board = Board::START.walk(17, |board| squares(board.moves()).last()).unwrap();
    for sureness in [0, SURE] {
        let solved = on_each(&Solved(board, sureness));
        let first = solved[0];
        assert!(first.1 > 1000 && solved.iter().all(|other| *other == first), "{solved:?}");
    }
}
