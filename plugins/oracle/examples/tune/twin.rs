//! The query `oracle.cypher` once more, on bitboards of 8x8: the same moves and values. A test holds the two against each
//! other.

use crate::weights::{ENDING, PLIES, WIDTH, Weights};
use othello_champion::board::{Board, squares};
use othello_rules::bitboard::flips;

/// More than any value.
const INFINITE: i32 = 1_000_000_000;

/// The move that the query chooses, and its value.
pub fn choose(board: Board, weights: &Weights, luck: u64) -> (u32, i32) {
    let twin = Twin::new(board, weights, luck);
    let root = Node { board, ply: 1, sum: 0, choice: 0, passed: false };
    let mut chosen = (0, -INFINITE);
    for (square, next) in twin.nexts(&root, &twin.moves(board)) {
        let value = -twin.value(&next, -INFINITE, -chosen.1);
        if value > chosen.1 {
            chosen = (square, value);
        }
    }
    chosen
}

struct Twin<'w> {
    weights: &'w Weights,
    worth: [i32; 64],
    /// The empty squares, the best first.
    spots: Vec<u32>,
    depth: u32,
}

struct Node {
    board: Board,
    ply: u32,
    /// What the side to move has gained.
    sum: i32,
    /// The moves that the other side had.
    choice: i32,
    passed: bool,
}

/// A move: its square, what it turns over, and what it gains.
struct Move {
    square: u32,
    turned: u64,
    gain: i32,
}

impl Twin<'_> {
    fn new(board: Board, weights: &Weights, luck: u64) -> Twin<'_> {
        let worth = worth(board, weights);
        let empties = board.empties().count_ones();
        let mut spots: Vec<u32> = squares(board.empties()).collect();
        let order = |square: u32| (u64::from(square) + 1) * luck % 1009;
        spots.sort_by_key(|&square| (-worth[square as usize], order(square)));
        let depth = if empties <= ENDING { 2 * empties } else { PLIES };
        Twin { weights, worth, spots, depth }
    }

    fn moves(&self, board: Board) -> Vec<Move> {
        let legal = board.moves();
        let spots = self.spots.iter().filter(|&&square| legal >> square & 1 == 1);
        spots
            .map(|&square| {
                let turned = flips(board.own, board.other, square);
                let around: i32 = squares(turned).map(|at| 2 * self.worth[at as usize]).sum();
                Move { square, turned, gain: around + self.worth[square as usize] }
            })
            .collect()
    }

    /// The positions after the moves.
    fn nexts(&self, node: &Node, moves: &[Move]) -> Vec<(u32, Node)> {
        let width = if node.ply == self.depth { WIDTH } else { moves.len() };
        let next = |made: &Move| {
            let board = node.board.after(made.square, made.turned);
            let (sum, choice) = (-node.sum - made.gain, moves.len() as i32);
            (made.square, Node { board, ply: node.ply + 1, sum, choice, passed: false })
        };
        moves.iter().take(width).map(next).collect()
    }

    fn value(&self, node: &Node, alpha: i32, beta: i32) -> i32 {
        let moves = self.moves(node.board);
        let Some(most) = moves.iter().map(|made| made.gain).max() else {
            if node.passed {
                let Board { own, other } = node.board;
                return 100_000 * (own.count_ones() as i32 - other.count_ones() as i32);
            }
            let board = node.board.pass();
            let next = Node { board, ply: node.ply + 1, sum: -node.sum, choice: 0, passed: true };
            return alpha.max(-self.value(&next, -beta, -alpha));
        };
        if node.ply > self.depth {
            let choice = self.weights.own * moves.len() as i32 - self.weights.others * node.choice;
            return node.sum + choice + most;
        }
        let mut best = alpha;
        for (_, next) in self.nexts(node, &moves) {
            if best >= beta {
                break;
            }
            best = best.max(-self.value(&next, -beta, -best));
        }
        best
    }
}

fn worth(board: Board, weights: &Weights) -> [i32; 64] {
    let occupied = board.own | board.other;
    let disc = match board.empties().count_ones() {
        21.. => weights.discs[0],
        11.. => weights.discs[1],
        _ => weights.discs[2],
    };
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
        disc + weights.squares[kind]
    })
}
