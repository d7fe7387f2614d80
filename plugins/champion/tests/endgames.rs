//! The solver is right where plain search can check it, and on a published position.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use othello_champion::board::{Board, squares};
use othello_champion::search::{Limits, Searcher};

/// The score of a position by trying everything.
fn plain(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        return if board.pass().moves() == 0 { board.final_score() } else { -plain(board.pass()) };
    }
    squares(moves).map(|square| -plain(board.play(square))).max().unwrap()
}

/// A position with few empty squares, reached by moves that follow from the seed.
fn late(mut seed: u64, empties: u32) -> Option<Board> {
    let mut board = Board { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
    while board.empties().count_ones() > empties {
        let moves = board.moves();
        if moves == 0 {
            if board.pass().moves() == 0 {
                return None;
            }
            board = board.pass();
            continue;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let skip = (seed >> 33) as usize % moves.count_ones() as usize;
        board = board.play(squares(moves).nth(skip)?);
    }
    (board.moves() != 0).then_some(board)
}

fn solved(board: Board) -> (f64, u32) {
    let limits = Limits { solve_from: 64, ..Limits::default() };
    let found = Searcher::default().find(board, limits).unwrap();
    assert!(found.solved);
    (found.value, found.square)
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    for board in (0..60).filter_map(|seed| late(seed, 9)) {
        let (value, square) = solved(board);
        assert_eq!(value, f64::from(plain(board)), "{board:?}");
        assert_eq!(-plain(board.play(square)), plain(board), "{board:?}");
    }
}

// FFO endgame test suite, position 40: 20 empty squares, Black is to move and wins by 38 with a2.
#[test]
fn the_fortieth_ffo_position_is_solved() {
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";
    let of = |symbol| {
        text.chars().enumerate().fold(0, |bits, (at, c)| bits | u64::from(c == symbol) << at)
    };
    let board = Board { own: of('X'), other: of('O') };
    assert_eq!(solved(board), (38.0, 8));
}
