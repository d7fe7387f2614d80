//! The query `oracle.cypher` once more, on bitboards of 8x8: the same values, and so the same choices. A test
//! holds the two against each other.

use crate::weights::Weights;
use othello_champion::board::{Board, squares};
use othello_rules::bitboard::flips;

/// The value of each move.
pub fn values(board: Board, weights: &Weights) -> Vec<(u32, i32)> {
    let worth = worth(board, weights);
    let disc = match board.empties().count_ones() {
        21.. => weights.discs[0],
        11.. => weights.discs[1],
        _ => weights.discs[2],
    };
    let ahead = board.own.count_ones() as i32 - board.other.count_ones() as i32;
    let gain = |square: u32, turned: u64| -> i32 {
        let around: i32 = squares(turned).map(|at| 2 * worth[at as usize] + 2 * disc).sum();
        around + worth[square as usize] + disc
    };
    squares(board.moves())
        .map(|square| {
            let turned = flips(board.own, board.other, square);
            let gained = gain(square, turned);
            let after = board.after(square, turned);
            let replies = after.moves();
            let freedom = |board: Board| weights.freedom * board.moves().count_ones() as i32;
            if replies == 0 {
                let again = after.pass();
                let lead = ahead + 2 * turned.count_ones() as i32 + 1;
                let value = if again.moves() == 0 {
                    100_000 * lead.signum() + lead
                } else {
                    gained + freedom(again) + weights.pass
                };
                return (square, value);
            }
            let worst = squares(replies)
                .map(|reply| {
                    let lost = flips(after.own, after.other, reply);
                    gained - gain(reply, lost) + freedom(after.after(reply, lost))
                })
                .min()
                .unwrap_or_default();
            (square, worst - weights.replies * replies.count_ones() as i32)
        })
        .collect()
}

fn worth(board: Board, weights: &Weights) -> [i32; 64] {
    let occupied = board.own | board.other;
    std::array::from_fn(|square| {
        let (row, column) = (square / 8, square % 8);
        let (down, across) = (row.min(7 - row), column.min(7 - column));
        let corner = if row > 3 { 56 } else { 0 } + if column > 3 { 7 } else { 0 };
        let open = occupied >> corner & 1 == 0;
        let kind = match (down.min(across), down.max(across)) {
            (0, 0) => 0,
            (0, 1) if open => 1,
            (0, 1 | 2) => 2,
            (0, _) => 3,
            (1, 1) if open => 4,
            (1, 1) => 7,
            (1, 2) => 5,
            (1, _) => 6,
            (2, 2) => 7,
            (2, _) => 8,
            _ => 9,
        };
        weights.squares[kind]
    })
}
