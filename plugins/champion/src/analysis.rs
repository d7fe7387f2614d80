//! What a position and each of its moves are worth: all of them looked at equally deep and with nothing cut off,
//! which a game has no time for. The values follow from the discs alone: whatever was asked before, and however
//! the board is turned, they are the same.

use std::time::Instant;

use othello_rules::Symmetry;

use crate::board::{Board, squares};
use crate::clock::{Clock, Stopped};
use crate::cuts::SURE;
use crate::evaluate::DISC;
use crate::midgame::INFINITE;
use crate::search::{Limits, SearchResult, Searcher};

/// So deep it looks whatever the limits say, so that there is always an answer.
const LEAST_DEPTH: u8 = 2;

/// With so many empty squares or fewer every move is solved, if there is time.
const SOLVED_FROM: u32 = 14;

/// So deep it looks before it solves, and deeper where it can't in time.
const BEFORE_SOLVING: u8 = 6;

/// What the moves are worth, in their order.
struct Values {
    discs: Vec<f64>,
    depth: u8,
    solved: bool,
}

/// Values every move of a position; `None` where there is none. The same positions under the same limit of positions
/// have the same values; under one of time a busy machine looks less deep.
#[must_use]
pub fn analyse(board: Board, limits: Limits) -> Option<SearchResult> {
    let (turned, by) = canonical(board);
    let back = by.inverse();
    let moves: Vec<u32> = squares(turned.moves()).collect();
    let mut searcher = Searcher::new(SURE);
    let mut clock = Clock::new(limits.time.map(|time| Instant::now() + time), limits.positions);
    let values = searcher.values(&mut clock, turned, &moves, limits);
    let mut valued: Vec<(u32, f64)> =
        moves.iter().map(|&square| turned_square(square, back)).zip(values.discs).collect();
    valued.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let &(square, value) = valued.first()?;
    let first = turned_square(square, by);
    let line = match values.solved {
        true => searcher.perfect_line(turned, first),
        false => searcher.line(turned, first, false),
    };
    Some(SearchResult {
        square,
        value,
        depth: values.depth,
        solved: values.solved,
        decided: values.solved,
        positions: clock.positions(),
        longest_pause: clock.longest_pause(),
        line: line.into_iter().map(|square| turned_square(square, back)).collect(),
        moves: valued.into_iter().map(|(square, value)| (square, value, true)).collect(),
    })
}

impl Searcher {
    fn values(&mut self, clock: &mut Clock, board: Board, moves: &[u32], limits: Limits) -> Values {
        let to_the_end = plies_left(board);
        let deepest = to_the_end.min(limits.depth.unwrap_or(60));
        let mut is_unsolved = u32::from(to_the_end) <= SOLVED_FROM.min(limits.solve_from);
        let mut before: Vec<i32> = Vec::new();
        let mut values = Values { discs: Vec::new(), depth: 0, solved: false };
        for depth in 1..=deepest.max(1) {
            if depth > BEFORE_SOLVING
                && std::mem::take(&mut is_unsolved)
                && let Some(solved) = self.solved(clock, board, moves)
            {
                return solved;
            }
            let mut unbounded = Clock::new(None, None);
            let clock = if depth <= LEAST_DEPTH { &mut unbounded } else { &mut *clock };
            let Ok(layer) = self.layer(clock, board, moves, depth) else { break };
            // Whoever moves last looks better than they are. The mean with the depth before takes that out, so that
            // values don't swing from one move to the next. At the end of the game there is nothing to take out.
            let solved = depth == to_the_end;
            let other = if before.is_empty() || solved { &layer } else { &before };
            let mean = |(&a, &b): (&i32, &i32)| f64::from(a + b) / f64::from(2 * DISC);
            values = Values { discs: layer.iter().zip(other).map(mean).collect(), depth, solved };
            before = layer;
        }
        let solved = if is_unsolved { self.solved(clock, board, moves) } else { None };
        solved.unwrap_or(values)
    }

    /// What the moves are worth under perfect play, where half of what may be spent is enough for that: of what can't be
    /// solved the rest is to say about as much as of positions farther from the end.
    fn solved(&mut self, clock: &mut Clock, board: Board, moves: &[u32]) -> Option<Values> {
        let mut half = clock.half();
        let exact = self.exact(&mut half, board, moves);
        clock.add(half.positions());
        Some(Values { discs: exact.ok()?, depth: plies_left(board), solved: true })
    }

    /// A move of a position that is solved, and the best play behind it: to the end of the game, unless it was solved so
    /// early that what is remembered of it breaks off.
    fn perfect_line(&mut self, mut board: Board, first: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let mut best = Some(first);
        while let Some(square) = best {
            line.push(square);
            board = board.play(square);
            if board.moves() == 0 {
                board = board.pass();
            }
            best = self.perfect_move(board).filter(|square| board.moves() >> square & 1 == 1);
        }
        line
    }

    fn perfect_move(&mut self, board: Board) -> Option<u32> {
        if u32::from(plies_left(board)) > SOLVED_FROM {
            return self.midgame.table.best_move(board);
        }
        let moves: Vec<u32> = squares(board.moves()).collect();
        let exact = self.exact(&mut Clock::new(None, None), board, &moves).ok()?;
        let valued = moves.into_iter().zip(exact).reduce(|a, b| if b.1 > a.1 { b } else { a });
        valued.map(|(square, _)| square)
    }

    /// The value of each move so many plies deep.
    fn layer(
        &mut self,
        clock: &mut Clock,
        board: Board,
        moves: &[u32],
        depth: u8,
    ) -> Result<Vec<i32>, Stopped> {
        let mut value = |&square: &u32| {
            let next = board.play(square);
            self.midgame.search(clock, next, depth - 1, (-INFINITE, INFINITE)).map(|value| -value)
        };
        moves.iter().map(&mut value).collect()
    }

    /// The result of each move under perfect play.
    fn exact(
        &mut self,
        clock: &mut Clock,
        board: Board,
        moves: &[u32],
    ) -> Result<Vec<f64>, Stopped> {
        let mut value = |&square: &u32| {
            let next = board.play(square);
            Ok(f64::from(-self.endgame.solve(&mut self.midgame, clock, next, 0)?))
        };
        moves.iter().map(&mut value).collect()
    }
}

/// How many plies there are to the end of the game at the most.
fn plies_left(board: Board) -> u8 {
    u8::try_from(board.empties().count_ones()).unwrap_or(60)
}

/// The one of the eight ways to turn a board that stands for all of them, and how it is turned.
fn canonical(board: Board) -> (Board, Symmetry) {
    let turn = |by: Symmetry| (Board { own: by.bits(board.own), other: by.bits(board.other) }, by);
    let first = (board, Symmetry::Identity);
    Symmetry::ALL.map(turn).into_iter().fold(first, |least, one| {
        if (one.0.own, one.0.other) < (least.0.own, least.0.other) { one } else { least }
    })
}

/// Where a square goes.
fn turned_square(square: u32, by: Symmetry) -> u32 {
    by.bits(1 << square).trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits =
        Limits { time: None, positions: Some(60_000), depth: None, solve_from: 60, threads: 1 };

    /// A board reached by moves that follow from the seed, with somebody to move.
    fn board(mut seed: u64, plies: u32) -> Option<Board> {
        Board::START.walk(60 - plies, |board| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let moves = board.moves();
            squares(moves).nth((seed >> 33) as usize % moves.count_ones() as usize)
        })
    }

    fn turned(board: Board, by: Symmetry) -> Board {
        Board { own: by.bits(board.own), other: by.bits(board.other) }
    }

    #[test]
    fn symmetric_moves_have_the_same_value() {
        let start = analyse(board(0, 0).unwrap(), LIMITS).unwrap();
        assert_eq!(start.moves.len(), 4);
        assert!(start.moves.iter().all(|one| one.1 == start.value), "{start:?}");
    }

    #[test]
    fn a_turned_board_has_its_values_turned_and_the_best_move_the_best_value() {
        let boards = (0..12).step_by(2).filter_map(|seed| board(seed, 4 + 4 * seed as u32));
        for board in boards {
            let found = analyse(board, LIMITS).unwrap();
            assert!(found.moves.iter().all(|one| one.1 <= found.value), "{found:?}");
            for by in Symmetry::ALL {
                let mut again = analyse(turned(board, by), LIMITS).unwrap();
                assert_eq!(
                    (again.value, again.depth),
                    (found.value, found.depth),
                    "{board:?} {by:?}"
                );
                let mut expected = found.moves.clone();
                expected.iter_mut().for_each(|one| one.0 = turned_square(one.0, by));
                expected.sort_by_key(|one| one.0);
                again.moves.sort_by_key(|one| one.0);
                assert_eq!(again.moves, expected, "{board:?} {by:?}");
            }
        }
    }

    #[test]
    fn what_was_asked_before_changes_no_value() {
        let asked = board(5, 20).unwrap();
        let alone = analyse(asked, LIMITS).unwrap();
        let _ = analyse(board(6, 21).unwrap(), LIMITS);
        assert_eq!(analyse(asked, LIMITS).unwrap().moves, alone.moves);
    }

    /// The score of a game that goes on like this, for whoever moves first.
    fn played(mut board: Board, line: &[u32]) -> Option<f64> {
        let mut sign = 1.0;
        for &square in line {
            if board.moves() == 0 {
                (board, sign) = (board.pass(), -sign);
            }
            assert!(board.moves() >> square & 1 == 1, "{board:?} {square}");
            (board, sign) = (board.play(square), -sign);
        }
        let is_over = board.moves() == 0 && board.pass().moves() == 0;
        is_over.then(|| sign * f64::from(board.final_score()))
    }

    #[test]
    fn the_line_of_a_solved_position_leads_to_the_end_and_to_its_score() {
        let boards: Vec<Board> =
            (0..20).filter_map(|seed| board(seed, 46 + seed as u32 % 13)).collect();
        assert!(boards.len() > 9, "{}", boards.len());
        for board in boards {
            let found = analyse(board, Limits { positions: None, ..LIMITS }).unwrap();
            assert_eq!(played(board, &found.line), Some(found.value), "{board:?} {found:?}");
        }
    }

    #[test]
    fn a_search_to_the_end_finds_what_is_solved_and_says_so() {
        for board in (0..6).filter_map(|seed| board(seed, 51)) {
            let unbounded = Limits { positions: None, ..LIMITS };
            let solved = analyse(board, unbounded).unwrap();
            let searched = analyse(board, Limits { solve_from: 0, ..unbounded }).unwrap();
            assert!(searched.solved && searched.moves == solved.moves, "{searched:?} {solved:?}");
        }
    }

    #[test]
    fn what_is_not_solved_near_the_end_is_looked_at_nearly_as_deep_as_before_it() {
        for seed in 0..6 {
            let Some(near) = board(seed, 46) else { continue };
            let depth = |solve_from| {
                let limits = Limits { positions: Some(200_000), solve_from, ..LIMITS };
                analyse(near, limits).unwrap().depth
            };
            assert!(depth(60) + 3 >= depth(0), "{near:?} {} {}", depth(60), depth(0));
        }
    }

    #[test]
    fn what_is_studied_for_as_long_as_usual_is_nearly_always_solved_with_fourteen_empty_squares() {
        // A quarter of a second is thought to be enough for them.
        let limits = Limits { positions: Some(1_000_000), ..LIMITS };
        let boards: Vec<Board> = (0..24).filter_map(|seed| board(seed, 46)).collect();
        let solved = boards.iter().filter(|&&board| analyse(board, limits).unwrap().solved);
        assert!(boards.len() > 15 && 10 * solved.count() >= 8 * boards.len());
    }

    #[test]
    fn every_move_is_solved_where_the_end_is_near() {
        let near = (0..).find_map(|seed| board(seed, 50)).unwrap();
        let found = analyse(near, Limits { positions: None, ..LIMITS }).unwrap();
        assert!(found.solved);
        for &(square, value, _) in &found.moves {
            let next = near.play(square);
            let reply = if next.moves() == 0 { next.pass() } else { next };
            let sign = if next.moves() == 0 { 1.0 } else { -1.0 };
            if reply.moves() != 0 {
                let solved = Searcher::default().find(reply, Limits { positions: None, ..LIMITS });
                assert_eq!(value, sign * solved.unwrap().value);
            }
        }
    }
}
