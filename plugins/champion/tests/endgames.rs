//! The solver is right where plain search can check it, and on a published position.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use othello_champion::board::{Board, squares};
use othello_champion::clock::Clock;
use othello_champion::cuts::SURE;
use othello_champion::endgame::Endgame;
use othello_champion::midgame::Midgame;
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
    Board::START.walk(empties, |board| {
        let moves = board.moves();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let skip = (seed >> 33) as usize % moves.count_ones() as usize;
        squares(moves).nth(skip)
    })
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

/// The score of a position by the plainest cut there is, with nothing remembered and moves as they come.
fn cut(board: Board, alpha: i32, beta: i32) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let over = board.pass().moves() == 0;
        return if over { board.final_score() } else { -cut(board.pass(), -beta, -alpha) };
    }
    let mut best = -64;
    for square in squares(moves) {
        best = best.max(-cut(board.play(square), -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

#[test]
fn the_solver_agrees_with_a_plain_one_where_it_remembers_and_orders() {
    for board in (100..130).filter_map(|seed| late(seed, 11)) {
        assert_eq!(solved(board).0, f64::from(cut(board, -64, 64)), "{board:?}");
    }
}

// Far enough from the end that it looks first with cuts that are not sure.
#[test]
fn a_search_that_is_not_sure_before_the_sure_one_changes_no_score() {
    for board in (200..206).filter_map(|seed| late(seed, 18)) {
        let (value, square) = solved(board);
        let (mut endgame, mut clock) = (Endgame::new(), Clock::new(None, None));
        let mut midgame = Midgame::new(SURE);
        let mut score =
            |board| endgame.solve(&mut midgame, &mut clock, board, -64).map(f64::from).unwrap();
        assert_eq!(score(board), value, "{board:?}");
        assert_eq!(-score(board.play(square)), value, "{board:?}");
    }
}

#[test]
fn endings_have_the_same_scores_with_one_thread_and_with_four() {
    for board in (300..306).filter_map(|seed| late(seed, 18)) {
        let (value, _) = solved(board);
        let limits = Limits { solve_from: 64, threads: 4, ..Limits::default() };
        let found = Searcher::default().find(board, limits).unwrap();
        assert_eq!((found.value, found.solved), (value, true), "{board:?}");
        // Of moves that are worth the same any may come first.
        assert_eq!(-solved_either_way(board.play(found.square)), value, "{board:?}");
    }
}

/// The score of a position in which the side to move may have to pass.
fn solved_either_way(board: Board) -> f64 {
    match (board.moves(), board.pass().moves()) {
        (0, 0) => f64::from(board.final_score()),
        (0, _) => -solved(board.pass()).0,
        _ => solved(board).0,
    }
}

#[test]
fn a_limit_of_positions_is_shared_out_over_the_threads() {
    let board = late(400, 30).unwrap();
    let limits = |threads| Limits { positions: Some(80_000), threads, ..Limits::default() };
    for threads in [1, 3, 8] {
        let found = Searcher::default().find(board, limits(threads)).unwrap();
        // What is counted late are the last plies of a search.
        assert!(found.positions < 80_000 + 1000 * u64::from(threads), "{}", found.positions);
        assert!(board.moves() >> found.square & 1 == 1);
    }
    let moves = |threads| Searcher::default().find(board, limits(threads)).unwrap().moves;
    assert_eq!(moves(1), moves(1));
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
