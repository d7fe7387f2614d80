//! A transposition table: what is known of positions met before. Each has four places side by side; what is older or less
//! deep makes way. Threads share one without locks: what two of them have written at the same time is not found any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use othello_rules::bitboard::Machine;

use crate::board::Board;

/// How much a search takes for granted: the deeper and the surer a value, the more it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draft {
    /// How sure it is: the level of the cuts that were allowed; see `cuts`.
    pub sureness: u8,
    /// How deep it was searched; for a solver, how many squares were empty.
    pub depth: u8,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value is at least this.
    pub lower: i16,
    /// The value is at most this.
    pub upper: i16,
    /// What these bounds rest on.
    pub draft: Draft,
    /// The best move found, or [`NO_MOVE`].
    pub best: u8,
    age: u8,
}

/// There was no move to remember.
pub const NO_MOVE: u8 = 64;

/// How many words a bucket has: four places of two, which are what the processor fetches from memory at once.
const BUCKET: usize = 8;

/// How many words a page of memory has at the least.
const PAGE: usize = 512;

/// A place as it was at one moment, or at two: the key of its board mixed with its entry, and the entry. Words of different
/// entries don't match. Nothing but zeros is a place that is free.
#[derive(Clone, Copy)]
struct Place {
    key: u64,
    entry: u64,
}

impl Place {
    #[inline(always)]
    fn of([mixed, entry]: &[AtomicU64; 2]) -> Place {
        let entry = entry.load(Ordering::Relaxed);
        Place { key: mixed.load(Ordering::Relaxed) ^ entry, entry }
    }

    #[inline(always)]
    fn write(self, [mixed, entry]: &[AtomicU64; 2]) {
        mixed.store(self.key ^ self.entry, Ordering::Relaxed);
        entry.store(self.entry, Ordering::Relaxed);
    }
}

impl Entry {
    #[inline(always)]
    fn of(place: Place) -> Entry {
        let [a, b, c, d, depth, sureness, best, age] = place.entry.to_le_bytes();
        Entry {
            lower: i16::from_le_bytes([a, b]),
            upper: i16::from_le_bytes([c, d]),
            draft: Draft { sureness, depth },
            best,
            age,
        }
    }

    #[inline(always)]
    fn packed(self) -> u64 {
        let ([a, b], [c, d]) = (self.lower.to_le_bytes(), self.upper.to_le_bytes());
        let Draft { sureness, depth } = self.draft;
        u64::from_le_bytes([a, b, c, d, depth, sureness, self.best, self.age])
    }

    /// The value that this leaves a search with this window, if it leaves but one answer.
    #[inline(always)]
    #[must_use]
    pub fn cutoff(self, (alpha, beta): (i32, i32)) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower >= beta || lower == upper {
            Some(lower)
        } else {
            (upper <= alpha).then_some(upper)
        }
    }
}

/// The table. A clone of it is the same memory.
#[derive(Clone, Debug)]
pub struct Table {
    /// Zeros at first, which cost nothing until they are written to.
    words: Arc<Box<[AtomicU64]>>,
    /// Where the first bucket begins, so that none lies across two lines of the processor's memory.
    start: usize,
    /// How many buckets there are, less one.
    mask: usize,
    age: u8,
}

impl Table {
    /// A table of 2^`bits` entries.
    #[must_use]
    pub fn new(bits: u32) -> Table {
        let buckets = 1 << (bits - 2);
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box((buckets + 1) * BUCKET);
        let start = (words.as_ptr() as usize).wrapping_neg() / size_of::<AtomicU64>() % BUCKET;
        Table { words: Arc::new(words), start, mask: buckets - 1, age: 0 }
    }

    /// A table that has all its memory at once, where [`Table::new`] gets it bit by bit as it fills: what a search of a
    /// few milliseconds has no time for.
    #[must_use]
    pub fn ready(bits: u32) -> Table {
        let table = Table::new(bits);
        // Writing is what gets a page, whatever is written.
        table.words.iter().step_by(PAGE).for_each(|word| word.store(0, Ordering::Relaxed));
        table
    }

    /// Marks what is there as old: it may still be read, and makes way for anything new.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Has what is known of a position fetched, which takes longer than to find out what is worth asking for next.
    #[inline(always)]
    pub fn fetch<M: Machine>(&self, machine: M, board: Board) {
        machine.fetch(&self.bucket(board.key())[0]);
    }

    /// What is known of a position.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, board: Board) -> Option<Entry> {
        let key = board.key();
        let mut places = self.bucket(key).iter().map(Place::of);
        places.find(|place| place.key == key).map(Entry::of)
    }

    /// The best move that is known for a position.
    #[must_use]
    pub fn best_move(&self, board: Board) -> Option<u32> {
        self.get(board).filter(|entry| entry.best < NO_MOVE).map(|entry| u32::from(entry.best))
    }

    /// Remembers the result of a search with this window. What was known with more behind it stays.
    #[inline(always)]
    pub fn put(&self, board: Board, draft: Draft, window: (i32, i32), value: i32, best: u8) {
        let age = self.age;
        let key = board.key();
        let bucket = self.bucket(key);
        let rank = |place: Place| {
            let entry = Entry::of(place);
            (place.key != key, entry.age == age, entry.draft.depth, entry.draft.sureness)
        };
        let (mut at, mut known) = (0, Place::of(&bucket[0]));
        for (other, words) in bucket.iter().enumerate().skip(1) {
            let place = Place::of(words);
            if rank(place) < rank(known) {
                (at, known) = (other, place);
            }
        }
        let write = |entry: Entry| Place { key, entry: entry.packed() }.write(&bucket[at]);
        let (mut lower, mut upper, mut best) = (i16::MIN, i16::MAX, best);
        if known.key == key {
            let old = Entry::of(known);
            if best == NO_MOVE {
                best = old.best;
            }
            if old.draft > draft && (old.age == age || old.draft.depth == draft.depth) {
                // The move is the newer one, the bounds are the surer ones.
                return write(Entry { best, age, ..old });
            }
            if old.draft == draft {
                (lower, upper) = (old.lower, old.upper);
            }
        }
        let clamped = value as i16;
        if value > window.0 {
            lower = lower.max(clamped);
        }
        if value < window.1 {
            upper = upper.min(clamped);
        }
        write(Entry { lower, upper, draft, best, age });
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let at = self.start + ((key >> 32) as usize & self.mask) * BUCKET;
        self.words[at..at + BUCKET].as_chunks().0
    }
}
