//! The last squares of a game, solved without memory: odd regions first, and the very last disc counted and not played.

use othello_rules::bitboard::{Machine, Work};

use crate::board::{Board, QUADRANTS};

/// Less than any score: nothing was tried yet.
const NOTHING: i32 = -65;

/// The squares next to each square.
static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let here = 1u64 << square;
        let beside =
            here | (here & !0x8080_8080_8080_8080) << 1 | (here & !0x0101_0101_0101_0101) >> 1;
        neighbours[square] = (beside | beside << 8 | beside >> 8) & !here;
        square += 1;
    }
    neighbours
};

/// The diagonals through each square: falling from a1 towards h8, and rising.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (rows, columns) = (other / 8 - square as i32 / 8, other % 8 - square as i32 % 8);
            if rows == columns {
                diagonals[square][0] |= 1 << other;
            }
            if rows == -columns {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// How many discs a move to each place of a line turns, of which the side to move holds these and the other the rest. What
/// is not of the board counts as the other's and has no end.
static TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let above = (own as u32) >> (place + 1);
            let below = (own as u32) & ((1 << place) - 1);
            let mut count = 0;
            if above != 0 {
                count += above.trailing_zeros();
            }
            if below != 0 {
                count += place as u32 - 1 - (31 - below.leading_zeros());
            }
            turned[place][own] = count as u8;
            own += 1;
        }
        place += 1;
    }
    turned
};

/// The quarter of the board that each square is in.
static QUARTERS: [u64; 64] = {
    let mut quarters = [0; 64];
    let mut square = 0;
    while square < 64 {
        quarters[square] = QUADRANTS[square / 32 * 2 + square % 8 / 4];
        square += 1;
    }
    quarters
};

/// The score of a position with two to seven empty squares for the side to move, so far as it matters to the null window
/// above `alpha`; `visited` counts the positions.
pub fn solve_few<M: Machine>(machine: M, board: Board, alpha: i32, visited: &mut u64) -> i32 {
    machine.run(Few { board, odd: odd_quadrants(board.empties()), alpha, visited })
}

/// A call of [`few`].
struct Few<'a> {
    board: Board,
    odd: u64,
    alpha: i32,
    visited: &'a mut u64,
}

impl Work for Few<'_> {
    type Output = i32;

    #[inline(always)]
    fn on<M: Machine>(self, machine: M) -> i32 {
        few(machine, self.board, self.odd, self.alpha, self.visited)
    }
}

/// As [`solve_few`], where `odd` are the quarters with an odd number of empty squares.
#[inline(always)]
fn few<M: Machine>(machine: M, board: Board, odd: u64, alpha: i32, visited: &mut u64) -> i32 {
    *visited += 1;
    let empties = board.empties();
    let four_left = empties.count_ones() == 4;
    let mut best = NOTHING;
    for mut part in [empties & odd, empties & !odd] {
        while part != 0 {
            let square = part.trailing_zeros();
            part &= part - 1;
            let Some(next) = tried(machine, board, square) else { continue };
            let (odd, alpha_next) = (odd ^ QUARTERS[square as usize & 63], -alpha - 1);
            let score = if four_left {
                -three(machine, next, odd, alpha_next, visited)
            } else {
                -machine.run(Few { board: next, odd, alpha: alpha_next, visited })
            };
            if score > best {
                best = score;
                if score > alpha {
                    return best;
                }
            }
        }
    }
    if best != NOTHING {
        best
    } else if machine.moves(board.other, board.own) == 0 {
        board.final_score()
    } else {
        -machine.run(Few { board: board.pass(), odd, alpha: -alpha - 1, visited })
    }
}

/// The position after a move to this square, if it turns anything.
#[inline(always)]
fn tried<M: Machine>(machine: M, board: Board, square: u32) -> Option<Board> {
    if NEIGHBOURS[square as usize & 63] & board.other == 0 {
        return None;
    }
    let flipped = machine.flips(board.own, board.other, square);
    (flipped != 0).then(|| board.after(square, flipped))
}

/// Three empty squares: the one that is alone in its quarter comes first.
#[inline(always)]
fn three<M: Machine>(
    machine: M,
    mut board: Board,
    odd: u64,
    mut alpha: i32,
    visited: &mut u64,
) -> i32 {
    *visited += 1;
    let empties = board.empties();
    let alone = empties & odd;
    // With three alone, or three together, any order will do.
    let first = if alone == 0 { empties } else { alone };
    let first = first & first.wrapping_neg();
    let rest = empties ^ first;
    let second = rest & rest.wrapping_neg();
    let squares = [first, second, rest ^ second].map(u64::trailing_zeros);
    let mut sign = 1;
    for _side in 0..2 {
        let mut best = NOTHING;
        for at in 0..3 {
            let Some(next) = tried(machine, board, squares[at]) else { continue };
            let (a, b) = (squares[usize::from(at == 0)], squares[2 - usize::from(at == 2)]);
            let score = -two(machine, next, (a, b), -alpha - 1, visited);
            if score > alpha {
                return sign * score;
            }
            best = best.max(score);
        }
        if best != NOTHING {
            return sign * best;
        }
        board = board.pass();
        alpha = -alpha - 1;
        sign = -sign;
    }
    board.final_score()
}

#[inline(always)]
fn two<M: Machine>(
    machine: M,
    mut board: Board,
    (first, second): (u32, u32),
    mut alpha: i32,
    visited: &mut u64,
) -> i32 {
    *visited += 1;
    let mut sign = 1;
    for _side in 0..2 {
        let mut best = NOTHING;
        if let Some(next) = tried(machine, board, first) {
            best = -one(next, second, -alpha - 1);
            if best > alpha {
                return sign * best;
            }
        }
        if let Some(next) = tried(machine, board, second) {
            best = best.max(-one(next, first, -alpha - 1));
        }
        if best != NOTHING {
            return sign * best;
        }
        board = board.pass();
        alpha = -alpha - 1;
        sign = -sign;
    }
    board.final_score()
}

/// One empty square: the score follows from how many discs are turned there.
#[inline(always)]
fn one(board: Board, square: u32, alpha: i32) -> i32 {
    let own = board.own.count_ones() as i32;
    let gained = turned(board.own, square);
    if gained > 0 {
        return 2 * (own + gained + 1) - 64;
    }
    // What it is if nobody can move there; it is less if the other side can.
    let difference = 2 * own - 63;
    let most = difference + difference.signum();
    if most <= alpha {
        return most;
    }
    let lost = turned(board.other, square);
    if lost > 0 { 2 * (own - lost) - 64 } else { most }
}

/// How many discs a move to the only empty square turns.
#[inline(always)]
fn turned(own: u64, square: u32) -> i32 {
    let square = square & 63;
    let (row, column) = ((square / 8) as usize, (square % 8) as usize);
    let [falling, rising] = DIAGONALS[square as usize];
    let line = |discs: u64| (discs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
    let along_row = (own >> (8 * row)) as usize & 0xff;
    let file = (own >> column) & 0x0101_0101_0101_0101;
    let along_file = (file.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    i32::from(TURNED[column][along_row])
        + i32::from(TURNED[row][along_file])
        + i32::from(TURNED[column][line(own & falling)])
        + i32::from(TURNED[column][line(own & rising)])
}

/// The squares of the quarters that have an odd number of empty squares.
#[inline(always)]
pub fn odd_quadrants(empties: u64) -> u64 {
    let mut odd = 0;
    for quadrant in QUADRANTS {
        odd |= quadrant * u64::from((empties & quadrant).count_ones() & 1);
    }
    odd
}

#[cfg(test)]
mod tests {
    use othello_rules::bitboard::flips;

    use super::*;

    #[test]
    fn the_last_disc_turns_what_it_would_turn_if_it_were_played() {
        let mut chance = 1u64;
        for square in (0..64).cycle().take(6400) {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let own = (chance ^ chance >> 31) & !(1 << square);
            let other = !own & !(1 << square);
            let board = Board { own, other };
            assert_eq!(
                turned(own, square),
                flips(own, other, square).count_ones() as i32,
                "{board:?}"
            );
        }
    }
}
