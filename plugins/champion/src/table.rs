//! A transposition table: what is known of positions met before. Each has two places; what is older or less deep makes
//! way.

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

/// One's own discs, those of the other side, and the entry: nothing but zeros is a place that is free.
type Place = [u64; 3];

impl Entry {
    #[inline(always)]
    fn of(place: &Place) -> Entry {
        let [a, b, c, d, depth, sureness, best, age] = place[2].to_le_bytes();
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

/// The table.
#[derive(Debug)]
pub struct Table {
    /// Zeros at first, which cost nothing until they are written to.
    buckets: Vec<[Place; 2]>,
    age: u8,
}

impl Table {
    /// A table of 2^`bits` entries.
    #[must_use]
    pub fn new(bits: u32) -> Table {
        Table { buckets: vec![[[0; 3]; 2]; 1 << (bits - 1)], age: 0 }
    }

    /// A table that has all its memory at once, where [`Table::new`] gets it bit by bit as it fills: what a search of a
    /// few milliseconds has no time for.
    #[must_use]
    pub fn ready(bits: u32) -> Table {
        let mut table = Table::new(bits);
        // No position has an age alone, so this is a place that is free, as before.
        table.buckets.iter_mut().for_each(|[first, _]| first[2] = 1);
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
        let bucket = &self.buckets[self.bucket(board)];
        bucket.iter().find(|place| is_of(place, board)).map(Entry::of)
    }

    /// The best move that is known for a position.
    #[must_use]
    pub fn best_move(&self, board: Board) -> Option<u32> {
        self.get(board).filter(|entry| entry.best < NO_MOVE).map(|entry| u32::from(entry.best))
    }

    /// Remembers the result of a search with this window. What was known with more behind it stays.
    #[inline(always)]
    pub fn put(&mut self, board: Board, draft: Draft, window: (i32, i32), value: i32, best: u8) {
        let age = self.age;
        let at = self.bucket(board);
        let bucket = &mut self.buckets[at];
        let rank = |place: &Place| {
            let entry = Entry::of(place);
            (!is_of(place, board), entry.age == age, entry.draft.depth, entry.draft.sureness)
        };
        let place = usize::from(rank(&bucket[1]) < rank(&bucket[0]));
        let place = &mut bucket[place];
        let (mut lower, mut upper, mut best) = (i16::MIN, i16::MAX, best);
        if is_of(place, board) {
            let old = Entry::of(place);
            if best == NO_MOVE {
                best = old.best;
            }
            if old.draft > draft && (old.age == age || old.draft.depth == draft.depth) {
                // The move is the newer one, the bounds are the surer ones.
                place[2] = Entry { best, age, ..old }.packed();
                return;
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
        let entry = Entry { lower, upper, draft, best, age };
        *place = [board.own, board.other, entry.packed()];
    }

    #[inline(always)]
    fn bucket(&self, board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = mixed ^ (mixed >> 29);
        (mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as usize & (self.buckets.len() - 1)
    }
}

#[inline(always)]
fn is_of(place: &Place, board: Board) -> bool {
    place[0] == board.own && place[1] == board.other && board.own | board.other != 0
}
