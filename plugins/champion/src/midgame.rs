//! The search while the end is far: principal variation search with a transposition table, moves ordered by
//! what earlier and shallower searches found.

use crate::board::{Board, CORNERS, squares};
use crate::clock::{Clock, Stopped};
use crate::evaluate::{DISC, evaluate};
use crate::table::{NO_MOVE, Table};

/// More than any value.
pub const INFINITE: i32 = 65 * DISC;

/// From this depth on moves are ordered by a look at what follows them.
const ORDERED_FROM: u8 = 2;

/// A searcher with its memory.
#[derive(Debug)]
pub struct Midgame {
    /// What it remembers.
    pub table: Table,
}

impl Midgame {
    /// A searcher with an empty memory.
    #[must_use]
    pub fn new() -> Midgame {
        Midgame { table: Table::new(18) }
    }

    /// The value of a position for the side to move, within a window.
    ///
    /// # Errors
    /// When the clock says so.
    pub fn search(
        &mut self,
        clock: &mut Clock,
        board: Board,
        depth: u8,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        clock.count()?;
        let moves = board.moves();
        if moves == 0 {
            let passed = board.pass();
            return if passed.moves() == 0 {
                Ok(board.final_score() * DISC)
            } else {
                self.search(clock, passed, depth, (-beta, -alpha)).map(|value| -value)
            };
        }
        if depth == 0 {
            return Ok(evaluate(board));
        }
        if depth < ORDERED_FROM {
            return self.shallow(clock, board, moves, depth, (alpha, beta));
        }
        let known = self.table.get(board);
        if let Some(entry) = known.filter(|entry| entry.depth == depth) {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }
        let first = known.map_or(NO_MOVE, |entry| entry.best);
        let mut order = Order::new();
        for square in squares(moves) {
            order.push(square, board.play(square), first, depth);
        }
        self.best_of(clock, board, depth, (alpha, beta), &mut order)
    }

    fn best_of(
        &mut self,
        clock: &mut Clock,
        board: Board,
        depth: u8,
        (alpha, beta): (i32, i32),
        order: &mut Order,
    ) -> Result<i32, Stopped> {
        let (mut best, mut best_move, mut low) = (-INFINITE, NO_MOVE, alpha);
        let mut is_first = true;
        while let Some((square, next)) = order.pop() {
            let value = if is_first {
                -self.search(clock, next, depth - 1, (-beta, -low))?
            } else {
                let probe = -self.search(clock, next, depth - 1, (-low - 1, -low))?;
                if probe > low && probe < beta {
                    -self.search(clock, next, depth - 1, (-beta, -probe))?
                } else {
                    probe
                }
            };
            is_first = false;
            if value > best {
                (best, best_move) = (value, square as u8);
                low = low.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.table.put(board, depth, (alpha, beta), best, best_move);
        Ok(best)
    }

    fn shallow(
        &mut self,
        clock: &mut Clock,
        board: Board,
        moves: u64,
        depth: u8,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let (mut best, mut low) = (-INFINITE, alpha);
        for part in [moves & CORNERS, moves & !CORNERS] {
            for square in squares(part) {
                let value = -self.search(clock, board.play(square), depth - 1, (-beta, -low))?;
                if value > best {
                    best = value;
                    low = low.max(value);
                    if value >= beta {
                        return Ok(best);
                    }
                }
            }
        }
        Ok(best)
    }
}

impl Default for Midgame {
    fn default() -> Self {
        Midgame::new()
    }
}

/// Moves with their promise, taken most promising first.
struct Order {
    moves: [(i32, u8, Board); 34],
    filled: usize,
}

impl Order {
    fn new() -> Order {
        Order { moves: [(0, NO_MOVE, Board { own: 0, other: 0 }); 34], filled: 0 }
    }

    fn push(&mut self, square: u32, next: Board, first: u8, depth: u8) {
        let promise = if u32::from(first) == square {
            i32::MAX
        } else if depth > ORDERED_FROM {
            -evaluate(next) - DISC / 2 * weighted_mobility(next)
        } else {
            -weighted_mobility(next)
        };
        self.moves[self.filled] = (promise, square as u8, next);
        self.filled += 1;
    }

    fn pop(&mut self) -> Option<(u32, Board)> {
        let left = &mut self.moves[..self.filled];
        let best = (0..left.len()).max_by_key(|&at| left[at].0)?;
        let (_, square, next) = left[best];
        left[best] = left[left.len() - 1];
        self.filled -= 1;
        Some((u32::from(square), next))
    }
}

/// How many moves a side has, corners counting twice.
#[must_use]
pub fn weighted_mobility(board: Board) -> i32 {
    let moves = board.moves();
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}
