//! A transposition table: what is known of positions met before. Each has two places; what is older or less deep makes
//! way. Threads share one without locks: what two of them have written at the same time is not found any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// One's own discs and those of the other side, each mixed with the entry, and the entry. Words of different entries
/// don't match. Nothing but zeros is a place that is free, since no board of a game is without discs.
type Place = [AtomicU64; 3];

/// A place as it was at one moment, or at several.
#[derive(Clone, Copy)]
struct Snapshot {
    board: Board,
    entry: u64,
}

impl Snapshot {
    #[inline(always)]
    fn of([own, other, entry]: &Place) -> Snapshot {
        let entry = entry.load(Ordering::Relaxed);
        let discs = |mixed: &AtomicU64| mixed.load(Ordering::Relaxed) ^ entry;
        Snapshot { board: Board { own: discs(own), other: discs(other) }, entry }
    }

    #[inline(always)]
    fn write(self, [own, other, entry]: &Place) {
        own.store(self.board.own ^ self.entry, Ordering::Relaxed);
        other.store(self.board.other ^ self.entry, Ordering::Relaxed);
        entry.store(self.entry, Ordering::Relaxed);
    }

    #[inline(always)]
    fn is_of(self, board: Board) -> bool {
        self.board == board
    }
}

impl Entry {
    #[inline(always)]
    fn of(snapshot: Snapshot) -> Entry {
        let [a, b, c, d, depth, sureness, best, age] = snapshot.entry.to_le_bytes();
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
    buckets: Arc<Box<[[Place; 2]]>>,
    age: u8,
}

impl Table {
    /// A table of 2^`bits` entries.
    #[must_use]
    pub fn new(bits: u32) -> Table {
        Table { buckets: Arc::new(bytemuck::zeroed_slice_box(1 << (bits - 1))), age: 0 }
    }

    /// A table that has all its memory at once, where [`Table::new`] gets it bit by bit as it fills: what a search of a
    /// few milliseconds has no time for.
    #[must_use]
    pub fn ready(bits: u32) -> Table {
        let table = Table::new(bits);
        // No position has an age alone, so this is a place that is free, as before.
        table.buckets.iter().for_each(|[first, _]| first[2].store(1, Ordering::Relaxed));
        table
    }

    /// Marks what is there as old: it may still be read, and makes way for anything new.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of a position.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, board: Board) -> Option<Entry> {
        let bucket = self.bucket(board).iter().map(Snapshot::of);
        let mut known = bucket.filter(|place| place.is_of(board));
        known.next().map(Entry::of)
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
        let bucket = self.bucket(board);
        let known = [Snapshot::of(&bucket[0]), Snapshot::of(&bucket[1])];
        let rank = |place: Snapshot| {
            let entry = Entry::of(place);
            (!place.is_of(board), entry.age == age, entry.draft.depth, entry.draft.sureness)
        };
        let at = usize::from(rank(known[1]) < rank(known[0]));
        let write = |entry: Entry| Snapshot { board, entry: entry.packed() }.write(&bucket[at]);
        let (mut lower, mut upper, mut best) = (i16::MIN, i16::MAX, best);
        if known[at].is_of(board) {
            let old = Entry::of(known[at]);
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
    fn bucket(&self, board: Board) -> &[Place; 2] {
        &self.buckets[(board.key() >> 32) as usize & (self.buckets.len() - 1)]
    }
}
