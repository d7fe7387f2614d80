//! The query `oracle.cypher` once more, on bitboards of 8x8: the same moves and values.

use crate::patterns::{SHARES, discs, numbers};
use crate::weights::{ALL, DANGER, DISC, FEW, INFINITE, Search, points};
use othello_champion::board::{Board, squares};
use othello_rules::bitboard::flips;

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
    depth: i32,
    found: Option<Found>,
    spent: u32,
}

/// Time is short.
struct Short;

/// A position, and what was found below it.
struct Node {
    /// Where the last move was made; none after a pass, and before any.
    square: Option<u32>,
    /// What it is worth at a glance to the side that moved there.
    value: i32,
    board: Board,
    /// The positions after each move, the best first, once it was looked at.
    moves: Option<Vec<Node>>,
}

impl Node {
    fn of(square: Option<u32>, value: i32, board: Board) -> Node {
        Node { square, value, board, moves: None }
    }
}

/// What the side to move is sure of, and more than which the other side won't let it come to.
#[derive(Clone, Copy)]
struct Window {
    least: i32,
    most: i32,
}

impl Twin {
    pub fn new(board: Board, search: Search, stage: usize, luck: u64) -> Twin {
        let tables: Vec<Vec<i32>> =
            points(stage).into_iter().map(|one| one.into_iter().map(i32::from).collect()).collect();
        let shared = numbers()
            .into_iter()
            .map(|some| {
                (discs(&some, 8), some.iter().map(|one| tables[one.kind].clone()).collect())
            })
            .collect();
        let mut twin = Twin { search, shared, spots: Vec::new(), depth: 1, found: None, spent: 0 };
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
        let exact = board.empties().count_ones() <= self.search.ending;
        let last = if exact { ALL } else { self.search.plies as i32 };
        let mut root = Node::of(None, 0, board);
        loop {
            let all = Window { least: -INFINITE, most: INFINITE };
            if self.look(&mut root, 1, all).is_err() || self.depth >= last {
                return self.found;
            }
            self.depth = if exact { ALL } else { self.depth + 1 };
        }
    }

    /// What a position is worth to the side to move, as far as it matters.
    fn look(&mut self, node: &mut Node, ply: i32, window: Window) -> Result<i32, Short> {
        self.keep_time()?;
        let Node { square, board, .. } = *node;
        let moves = node.moves.get_or_insert_with(|| self.moves(ply, square, board));
        self.keep_time()?;
        if moves.is_empty() {
            return Ok(DISC * (board.own.count_ones() as i32 - board.other.count_ones() as i32));
        }
        let left = self.depth - ply;
        let margin = |points| points + self.search.more * (left - 1);
        if moves[0].square.is_some() {
            let top = moves.iter().map(|one| one.value).max().unwrap_or_default();
            if left <= 0 || top > window.most + margin(self.search.sure) {
                return Ok(top);
            }
        }
        let doubt = margin(self.search.doubt);
        let mut least = window.least;
        for at in 0..moves.len() {
            if least >= window.most || moves[at].value < least - doubt {
                break;
            }
            self.spent += 1;
            let next = Window { least: -window.most, most: -least };
            let value = -self.look(&mut moves[at], ply + 1, next)?;
            if value > least {
                least = value;
                moves[..=at].rotate_right(1);
                if let (1, Some(square)) = (ply, moves[0].square) {
                    self.found = Some(Found { square, value });
                }
            }
        }
        Ok(least)
    }

    fn keep_time(&self) -> Result<(), Short> {
        let is_short = (2..ALL).contains(&self.depth) && self.spent >= self.search.effort;
        if is_short { Err(Short) } else { Ok(()) }
    }

    /// The positions after each move from a board that the last move on this square led to, the best first.
    fn moves(&mut self, ply: i32, square: Option<u32>, board: Board) -> Vec<Node> {
        let legal = board.moves();
        let spots = self.spots.iter().copied().filter(|square| legal >> square & 1 == 1);
        let mut moves: Vec<Node> = spots.map(|square| self.after(board, square)).collect();
        self.spent += moves.len() as u32 + 3;
        moves.sort_by_key(|one| -one.value);
        if moves.is_empty() && square.is_some() {
            moves.push(Node::of(None, INFINITE, board.pass()));
        }
        if let (1, Some(Node { square: Some(square), value, .. })) = (ply, moves.first()) {
            self.found = Some(Found { square: *square, value: *value });
        }
        moves
    }

    fn after(&self, board: Board, square: u32) -> Node {
        let next = board.after(square, flips(board.own, board.other, square));
        let value = if next.own == 0 {
            64 * DISC
        } else {
            let missing = FEW - next.own.count_ones() as i32;
            DANGER * missing.max(0) + self.judged(next.pass())
        };
        Node::of(Some(square), value, next)
    }

    /// What a board is worth at a glance to the side that has just moved, whose discs are `own` here.
    fn judged(&self, board: Board) -> i32 {
        let of = |(discs, points): &(Vec<u64>, Vec<Vec<i32>>)| {
            let sum = |board| squares(board).map(|at| discs[at as usize]).sum::<u64>();
            let number = discs.iter().sum::<u64>() + sum(board.own) - sum(board.other);
            let states = points.iter().zip(SHARES);
            states.map(|(points, share)| points[(number / share % SHARES[1]) as usize]).sum::<i32>()
        };
        self.shared.iter().map(of).sum()
    }
}
