//! The moves of a position with their promise, taken most promising first.

use othello_rules::bitboard::Machine;

use crate::board::{Board, CORNERS};
use crate::table::{NO_MOVE, Table};

/// More moves than any position has.
pub const MOST_MOVES: usize = 34;

/// A legal move and how promising it is.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// The more, the sooner it is tried.
    pub promise: i32,
    /// The square.
    pub square: u8,
    /// What it turns over.
    pub flipped: u64,
}

/// The moves of a position, `N` at the most.
pub struct Order<const N: usize> {
    moves: [Candidate; N],
    filled: usize,
    taken: usize,
}

impl<const N: usize> Order<N> {
    /// All these moves, without a promise.
    #[inline(always)]
    pub fn of<M: Machine>(machine: M, board: Board, mut moves: u64) -> Order<N> {
        let none = Candidate { promise: 0, square: NO_MOVE, flipped: 0 };
        let mut order = Order { moves: [none; N], filled: 0, taken: 0 };
        while moves != 0 && order.filled < N {
            let square = moves.trailing_zeros();
            let flipped = machine.flips(board.own, board.other, square);
            order.moves[order.filled] = Candidate { promise: 0, square: square as u8, flipped };
            order.filled += 1;
            moves &= moves - 1;
        }
        order
    }

    /// The moves, to be given promises.
    #[inline(always)]
    pub fn all(&mut self) -> &mut [Candidate] {
        &mut self.moves[..self.filled.min(N)]
    }

    /// Has what a table knows of the position after each move fetched, soon enough before all of it is asked for.
    #[inline(always)]
    pub fn fetch<M: Machine>(&mut self, machine: M, board: Board, table: &Table) {
        for one in self.all() {
            table.fetch(machine, board.after(u32::from(one.square), one.flipped));
        }
    }

    /// The move to this square, before any other; nothing where there is none.
    #[inline(always)]
    pub fn take_first(&mut self, square: u8) -> Option<Candidate> {
        let at = self.all().iter().position(|one| one.square == square)?;
        self.all().swap(0, at);
        self.taken = 1;
        self.all().first().copied()
    }

    /// The moves that were not taken yet, to be given promises.
    #[inline(always)]
    pub fn rest(&mut self) -> &mut [Candidate] {
        let taken = self.taken;
        self.all().get_mut(taken..).unwrap_or_default()
    }

    /// Puts the move back that was taken last, behind all others; false where it was put back before.
    #[inline(always)]
    pub fn put_back(&mut self, one: Candidate) -> bool {
        if one.promise == i32::MIN {
            return false;
        }
        self.taken -= 1;
        let taken = self.taken;
        self.all()[taken] = Candidate { promise: i32::MIN, ..one };
        true
    }

    /// The most promising of those that were not taken.
    #[inline(always)]
    pub fn take(&mut self) -> Option<Candidate> {
        let taken = self.taken;
        let left = self.all().get_mut(taken..)?;
        // The greatest of numbers in which the place counts for least is found without a branch, which nobody could foresee.
        let ranks = left.iter().zip(0..).map(|(one, at)| i64::from(one.promise) << 8 | (0xff - at));
        let at = 0xff - (ranks.max()? & 0xff) as usize;
        left.swap(0, at);
        let chosen = left.first().copied();
        self.taken += 1;
        chosen
    }
}

/// How many moves a side has, corners counting twice.
#[inline(always)]
#[must_use]
pub fn weighted_mobility<M: Machine>(machine: M, board: Board) -> i32 {
    let moves = machine.moves(board.own, board.other);
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// The promise of a move near the end: how free it leaves the other side, and what it does for corners and parity, where
/// `odd` are the quarters with an odd number of empty squares.
#[inline(always)]
#[must_use]
pub fn late_promise<M: Machine>(machine: M, board: Board, one: Candidate, odd: u64) -> i32 {
    let next = board.after(u32::from(one.square), one.flipped);
    let is_odd = (odd >> one.square & 1) as i32;
    let held = beside_corners(next.other).count_ones() as i32;
    2 * is_odd + 4 * held - 16 * weighted_mobility(machine, next)
}

/// The corners that a side holds, and its discs beside them on the edges.
#[inline(always)]
fn beside_corners(own: u64) -> u64 {
    let corners = own & CORNERS;
    let (left, right) = (corners & LEFT_CORNERS, corners & !LEFT_CORNERS);
    (corners | left << 1 | right >> 1 | corners << 8 | corners >> 8) & own
}

/// a1 and a8.
const LEFT_CORNERS: u64 = 0x0100_0000_0000_0001;
