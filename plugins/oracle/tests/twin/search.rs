//! The query `oracle.cypher` once more, on bitboards of 8x8: the same moves and values.

use crate::patterns::{SHARES, discs, numbers};
use crate::weights::{ALL, DANGER, DISC, FEW, INFINITE, Search, points, tempo};
use othello_champion::board::{Board, squares};
use othello_rules::bitboard::flips;

/// How many positions the query takes from its pile, at the most.
const STEPS: usize = 10_000;

/// What the query finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub square: u32,
    /// In points.
    pub value: i32,
}

/// What the query does in one move.
pub struct Twin {
    search: Search,
    /// Patterns that share a number: what a disc on each square adds to it, and what the states of each are worth.
    shared: Vec<(Vec<u64>, Vec<Vec<i32>>)>,
    /// The empty squares, the best first.
    spots: Vec<u32>,
    tempo: i32,
    exact: bool,
    depth: i32,
    todo: Vec<Node>,
    best: Vec<i32>,
    found: Option<Found>,
    spent: u32,
}

struct Node {
    ply: usize,
    value: i32,
    square: Option<u32>,
    /// None where all that lies below has been looked at.
    board: Option<Board>,
    passed: bool,
}

struct Move {
    square: Option<u32>,
    board: Board,
    value: i32,
}

impl Twin {
    pub fn new(board: Board, search: Search, stage: usize, luck: u64) -> Twin {
        let full = |half: Vec<i8>| -> Vec<i32> {
            let half: Vec<i32> = half.into_iter().map(i32::from).collect();
            half.iter().skip(1).rev().map(|points| -points).chain(half.iter().copied()).collect()
        };
        let tables: Vec<Vec<i32>> = points(stage).into_iter().map(full).collect();
        let shared = numbers()
            .into_iter()
            .map(|some| {
                (discs(&some, 8), some.iter().map(|one| tables[one.kind].clone()).collect())
            })
            .collect();
        let exact = board.empties().count_ones() <= search.ending;
        let mut twin = Twin {
            search,
            tempo: i32::from(tempo(stage)),
            shared,
            spots: Vec::new(),
            exact,
            depth: search.plies.min(2) as i32,
            todo: vec![root(board)],
            best: vec![-INFINITE],
            found: None,
            spent: 0,
        };
        let order = |square: u32| (u64::from(square) + 1) * luck % 1009;
        let mut spots: Vec<u32> = squares(board.empties()).collect();
        spots.sort_by_cached_key(|&square| {
            (-twin.judged(Board { own: 1 << square, other: 0 }), order(square))
        });
        twin.spots = spots;
        twin
    }

    /// The move that the query chooses.
    pub fn choose(&mut self, board: Board) -> Option<Found> {
        let last = if self.exact { ALL } else { self.search.plies as i32 };
        for _ in 0..STEPS {
            match self.todo.pop() {
                Some(_) if (3..ALL).contains(&self.depth) && self.spent >= self.search.effort => {
                    self.todo.clear();
                    self.depth = last;
                }
                Some(node) => self.step(node),
                None if self.depth >= last => break,
                None => {
                    self.depth = if self.exact { ALL } else { last.min(self.depth + 2) };
                    (self.todo, self.best) = (vec![root(board)], vec![-INFINITE]);
                }
            }
        }
        self.found
    }

    fn step(&mut self, node: Node) {
        let ply = node.ply;
        let before_last =
            if ply >= 2 { self.best[ply - 2] } else { self.best[self.best.len() - 1] };
        let Some(board) = node.board else {
            let value = -self.best[ply];
            if value > self.best[ply - 1] {
                self.best.truncate(ply - 1);
                self.best.push(value);
                if ply == 2 {
                    self.found = node.square.map(|square| Found { square, value });
                }
            }
            return;
        };
        let too_bad = self.best[ply - 1] - self.margin(self.search.doubt, ply);
        if self.best[ply - 1] >= -before_last || node.value < too_bad {
            return;
        }
        let mut moves = self.moves(board, ply);
        if !(moves.is_empty() && node.passed) {
            self.spent += moves.len() as u32 + 3;
        }
        let closed = Node { ply, value: 0, square: node.square, board: None, passed: false };
        let top = moves.iter().map(|one| one.value).max();
        let good = -self.best[ply - 1] + self.margin(self.search.sure, ply + 1);
        let enough = top.filter(|&top| ply as i32 >= self.depth || top > good);
        self.best.truncate(ply);
        self.todo.push(closed);
        if let Some(top) = enough {
            self.best.push(top);
            let best = moves.iter().find(|one| one.value == top).and_then(|one| one.square);
            if let (1, Some(square)) = (ply, best) {
                self.found = Some(Found { square, value: top });
            }
        } else if moves.is_empty() && node.passed {
            let discs = board.own.count_ones() as i32 - board.other.count_ones() as i32;
            self.best.push(DISC * discs);
        } else {
            let passed = moves.is_empty();
            if passed {
                moves.push(Move { square: None, board: board.pass(), value: INFINITE });
            }
            let least = before_last - self.margin(self.search.doubt, ply + 1);
            moves.retain(|one| passed || one.value >= least);
            moves.reverse();
            moves.sort_by_key(|one| one.value);
            self.best.push(before_last);
            self.todo.extend(moves.into_iter().map(|one| Node {
                ply: ply + 1,
                value: one.value,
                square: one.square,
                board: Some(one.board),
                passed,
            }));
        }
    }

    /// By how much a glance may be wrong about a move that was made before this ply.
    fn margin(&self, points: i32, ply: usize) -> i32 {
        points + self.search.more * (self.depth - ply as i32)
    }

    fn moves(&self, board: Board, ply: usize) -> Vec<Move> {
        let legal = board.moves();
        let first = self.found.filter(|_| ply == 1).map(|found| found.square);
        let spots: Vec<u32> =
            self.spots.iter().copied().filter(|square| legal >> square & 1 == 1).collect();
        let after = |square: u32| {
            let next = board.after(square, flips(board.own, board.other, square));
            let value = match first {
                Some(first) if first == square => INFINITE,
                _ if self.depth == ALL => 0,
                _ if next.own == 0 => 64 * DISC,
                _ => {
                    let missing = FEW - next.own.count_ones() as i32;
                    DANGER * missing.max(0) - self.judged(next)
                }
            };
            Move { square: Some(square), board: next, value }
        };
        spots.into_iter().map(after).collect()
    }

    /// What a board is worth to the side to move, at a glance.
    fn judged(&self, board: Board) -> i32 {
        let of = |(discs, points): &(Vec<u64>, Vec<Vec<i32>>)| {
            let sum = |board| squares(board).map(|at| discs[at as usize]).sum::<u64>();
            let number = discs.iter().sum::<u64>() + sum(board.own) - sum(board.other);
            let states = points.iter().zip(SHARES);
            states.map(|(points, share)| points[(number / share % SHARES[1]) as usize]).sum::<i32>()
        };
        self.tempo + self.shared.iter().map(of).sum::<i32>()
    }
}

fn root(board: Board) -> Node {
    Node { ply: 1, value: INFINITE, square: None, board: Some(board), passed: false }
}
