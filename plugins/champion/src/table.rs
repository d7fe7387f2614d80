//! A transposition table: what is known of positions met before. Each has one place; a deeper or newer entry
//! takes it.

use crate::board::Board;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    board: Board,
    /// The value is at least this.
    pub lower: i16,
    /// The value is at most this.
    pub upper: i16,
    /// How deep it was searched; for a solver, how many squares were empty.
    pub depth: u8,
    /// The best move found, or [`NO_MOVE`].
    pub best: u8,
    age: u8,
}

/// There was no move to remember.
pub const NO_MOVE: u8 = 64;

const VACANT: Entry = Entry {
    board: Board { own: 0, other: 0 },
    lower: i16::MIN,
    upper: i16::MAX,
    depth: 0,
    best: NO_MOVE,
    age: 0,
};

/// The table.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
    age: u8,
}

impl Table {
    /// A table of 2^`bits` entries.
    #[must_use]
    pub fn new(bits: u32) -> Table {
        Table { entries: vec![VACANT; 1 << bits], age: 0 }
    }

    /// Marks what is there as old: it may still be read, and makes way for anything new.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn get(&self, board: Board) -> Option<Entry> {
        let entry = self.entries[self.place(board)];
        (entry.board == board && board.own | board.other != 0).then_some(entry)
    }

    /// The best move that is known for a position.
    #[must_use]
    pub fn best_move(&self, board: Board) -> Option<u32> {
        self.get(board).filter(|entry| entry.best < NO_MOVE).map(|entry| u32::from(entry.best))
    }

    /// Remembers the result of a search with this window.
    pub fn put(&mut self, board: Board, depth: u8, window: (i32, i32), value: i32, best: u8) {
        let place = self.place(board);
        let age = self.age;
        let old = &mut self.entries[place];
        let known = old.board == board && old.depth == depth;
        if !known && old.age == age && old.depth > depth && old.board != board {
            return;
        }
        let (mut lower, mut upper) =
            if known { (old.lower, old.upper) } else { (i16::MIN, i16::MAX) };
        let clamped = value as i16;
        if value > window.0 {
            lower = lower.max(clamped);
        }
        if value < window.1 {
            upper = upper.min(clamped);
        }
        *old = Entry { board, lower, upper, depth, best, age };
    }

    #[inline]
    fn place(&self, board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = mixed ^ (mixed >> 29);
        (mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as usize & (self.entries.len() - 1)
    }
}
