//! The exact solver for the last two dozen squares: every line to the end, with the transposition table,
//! moves that leave few replies first, parity near the end, and stable discs as a bound.

use othello_rules::bitboard::flips;

use crate::board::{Board, CORNERS, QUADRANTS, squares};
use crate::clock::{Clock, Stopped};
use crate::evaluate::{DISC, evaluate};
use crate::midgame::weighted_mobility;
use crate::table::{NO_MOVE, Table};

/// More than any score.
pub const MOST: i32 = 64;

/// Below this many empty squares positions are neither remembered nor ordered by replies.
const FEW: u32 = 7;

/// From this many empty squares on the trained evaluation helps to order moves.
const MANY: u32 = 12;

/// A solver with its memory.
#[derive(Debug)]
pub struct Endgame {
    /// What it remembers.
    pub table: Table,
}

impl Endgame {
    /// A solver with an empty memory.
    #[must_use]
    pub fn new() -> Endgame {
        Endgame { table: Table::new(20) }
    }

    /// The score of a position in discs for the side to move, within a window, both sides playing perfectly.
    ///
    /// # Errors
    /// When the clock says so.
    pub fn solve(
        &mut self,
        clock: &mut Clock,
        board: Board,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let empties = board.empties().count_ones();
        if empties < FEW {
            return few(clock, board, alpha, beta);
        }
        clock.count()?;
        let moves = board.moves();
        if moves == 0 {
            let passed = board.pass();
            return if passed.moves() == 0 {
                Ok(board.final_score())
            } else {
                self.solve(clock, passed, (-beta, -alpha)).map(|score| -score)
            };
        }
        if let Some(score) = stability_cutoff(board, alpha) {
            return Ok(score);
        }
        let known = self.table.get(board);
        if let Some(entry) = known {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }
        let mut order =
            self.order(board, moves, known.map_or(NO_MOVE, |entry| entry.best), empties);
        if let Some(score) = self.known_refutation(&order, beta, empties) {
            return Ok(score);
        }
        self.best_of(clock, board, (alpha, beta), &mut order)
    }

    fn best_of(
        &mut self,
        clock: &mut Clock,
        board: Board,
        (alpha, beta): (i32, i32),
        order: &mut [(i32, u8, Board)],
    ) -> Result<i32, Stopped> {
        let (mut best, mut best_move, mut low) = (-MOST - 1, NO_MOVE, alpha);
        for at in 0..order.len() {
            let top = (at..order.len()).max_by_key(|&other| order[other].0).unwrap_or(at);
            order.swap(at, top);
            let (_, square, next) = order[at];
            let score = if at == 0 {
                -self.solve(clock, next, (-beta, -low))?
            } else {
                let probe = -self.solve(clock, next, (-low - 1, -low))?;
                if probe > low && probe < beta {
                    -self.solve(clock, next, (-beta, -probe))?
                } else {
                    probe
                }
            };
            if score > best {
                (best, best_move) = (score, square);
                low = low.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        let depth = board.empties().count_ones() as u8;
        self.table.put(board, depth, (alpha, beta), best, best_move);
        Ok(best)
    }

    /// The moves with their promise: few replies, odd regions, a good look to the evaluation.
    fn order(&self, board: Board, moves: u64, first: u8, empties: u32) -> Vec<(i32, u8, Board)> {
        let odd = odd_quadrants(board.empties());
        squares(moves)
            .map(|square| {
                let next = board.play(square);
                let mut promise = -weighted_mobility(next) * 16;
                if CORNERS >> square & 1 == 1 {
                    promise += 12;
                }
                if odd >> square & 1 == 1 {
                    promise += 4;
                }
                if empties >= MANY {
                    promise = promise * DISC / 32 - look_ahead(next, empties);
                }
                if u32::from(first) == square {
                    promise = i32::MAX;
                }
                (promise, square as u8, next)
            })
            .collect()
    }

    /// A reply that the memory already knows to be good enough.
    fn known_refutation(&self, order: &[(i32, u8, Board)], beta: i32, empties: u32) -> Option<i32> {
        if empties < FEW + 3 {
            return None;
        }
        order
            .iter()
            .filter_map(|(_, _, next)| self.table.get(*next))
            .map(|entry| -i32::from(entry.upper))
            .find(|&score| score >= beta)
    }
}

impl Default for Endgame {
    fn default() -> Self {
        Endgame::new()
    }
}

/// What the evaluation expects of a position, one ply deep where there is much at stake.
fn look_ahead(board: Board, empties: u32) -> i32 {
    let moves = board.moves();
    if empties < MANY + 4 || moves == 0 {
        return evaluate(board);
    }
    squares(moves).map(|square| -evaluate(board.play(square))).max().unwrap_or(0)
}

/// Discs that can't be lost bound the other side's score.
fn stability_cutoff(board: Board, alpha: i32) -> Option<i32> {
    // With a modest window the bound would need more stable discs than a board mostly has.
    if alpha < 10 {
        return None;
    }
    let stable = Board::stable(board.other, board.own).count_ones() as i32;
    let most = MOST - 2 * stable;
    (most <= alpha).then_some(most)
}

/// The squares of the quarters that have an odd number of empty squares.
fn odd_quadrants(empties: u64) -> u64 {
    QUADRANTS
        .into_iter()
        .filter(|quadrant| (empties & quadrant).count_ones() & 1 == 1)
        .fold(0, |odd, quadrant| odd | quadrant)
}

/// The last squares, without memory.
fn few(clock: &mut Clock, board: Board, alpha: i32, beta: i32) -> Result<i32, Stopped> {
    clock.count()?;
    let empties = board.empties();
    match empties.count_ones() {
        0 => return Ok(board.final_score()),
        1 => return Ok(last(board, empties.trailing_zeros())),
        _ => {}
    }
    let (mut best, mut low) = (-MOST - 1, alpha);
    let odd = odd_quadrants(empties);
    for part in [empties & odd, empties & !odd] {
        for square in squares(part) {
            let flipped = flips(board.own, board.other, square);
            if flipped == 0 {
                continue;
            }
            let score = -few(clock, board.after(square, flipped), -beta, -low)?;
            if score > best {
                best = score;
                low = low.max(score);
                if score >= beta {
                    return Ok(best);
                }
            }
        }
    }
    if best >= -MOST {
        return Ok(best);
    }
    let passed = board.pass();
    if passed.moves() == 0 {
        Ok(board.final_score())
    } else {
        few(clock, passed, -beta, -alpha).map(|score| -score)
    }
}

/// One empty square: the score follows from what can be turned there.
fn last(board: Board, square: u32) -> i32 {
    let own = board.own.count_ones() as i32;
    let gained = flips(board.own, board.other, square).count_ones() as i32;
    if gained > 0 {
        return 2 * (own + gained + 1) - 64;
    }
    let lost = flips(board.other, board.own, square).count_ones() as i32;
    if lost > 0 {
        return 2 * (own - lost) - 64;
    }
    board.final_score()
}
