//! Counting lines of play on 8x8, the proof and the speedometer of the move generator. The last
//! ply is counted and not played, many positions side by side.

use super::runs::{Runs, moves, moves_in_place};

/// How many lines of play there are of `depth` plies. A pass counts as a ply, and a game that ends
/// earlier as one line.
#[must_use]
pub fn perft(own: u64, other: u64, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => lines_of_one_ply(own, other),
        _ => {
            let mut count = Count {
                own: [0; BATCH],
                other: [0; BATCH],
                waiting: 0,
                off_row: [[0; 2]; MOST_MOVES],
                lines: 0,
            };
            count.walk(own, other, depth);
            count.flush();
            count.lines
        }
    }
}

/// One for each move; a pass and the end of the game are one line as well.
#[inline(always)]
fn lines_of_one_ply(own: u64, other: u64) -> u64 {
    let moves = moves_in_place(own, other);
    u64::from(moves.count_ones()) + u64::from(moves == 0)
}

/// How many positions are collected before their moves are counted.
const BATCH: usize = 256;

/// More moves than any position has.
const MOST_MOVES: usize = 64;

/// A count under way.
struct Count {
    /// The positions one ply before the last that wait to have their moves counted.
    own: [u64; BATCH],
    other: [u64; BATCH],
    waiting: usize,
    /// For each move of one position, half of what it turns over; see [`Count::collect`].
    off_row: [[u64; 2]; MOST_MOVES],
    /// The lines counted so far.
    lines: u64,
}

impl Count {
    /// Counts the lines of two plies or more.
    fn walk(&mut self, own: u64, other: u64, depth: u32) {
        let runs = Runs::new(own, other);
        if runs.moves() == 0 {
            if depth == 2 {
                self.lines += lines_of_one_ply(other, own);
            } else if moves(other, own) == 0 {
                self.lines += 1;
            } else {
                self.walk(other, own, depth - 1);
            }
        } else if depth == 2 {
            self.collect(&runs, own, other);
        } else {
            for square in bits(runs.moves()) {
                let flipped = runs.flips(square);
                self.walk(other & !flipped, own | flipped | 1 << square, depth - 1);
            }
        }
    }

    /// Puts the position after each move among those that wait.
    fn collect(&mut self, runs: &Runs, own: u64, other: u64) {
        if self.waiting > BATCH - MOST_MOVES {
            self.flush();
        }
        // Two passes, because the compiler makes vector code of the first when its results go to
        // memory. The remainders are there to spare the bounds checks.
        for (number, square) in bits(runs.moves()).enumerate() {
            self.off_row[number % MOST_MOVES] = runs.off_row(square);
        }
        for (number, square) in bits(runs.moves()).enumerate() {
            let flipped = runs.joined(self.off_row[number % MOST_MOVES], square);
            self.own[self.waiting % BATCH] = other & !flipped;
            self.other[self.waiting % BATCH] = own | flipped | 1 << square;
            self.waiting += 1;
        }
    }

    /// Counts the moves of the positions that wait.
    // Not inlined and without a branch, so that it becomes a vector loop; filled up to whole
    // vectors with empty boards, each of which counts as one line.
    #[inline(never)]
    fn flush(&mut self) {
        let end = self.waiting.next_multiple_of(4).min(BATCH);
        self.own[self.waiting..end].fill(0);
        self.other[self.waiting..end].fill(0);
        let positions = self.own[..end].iter().zip(&self.other[..end]);
        let lines: u64 = positions.map(|(&own, &other)| lines_of_one_ply(own, other)).sum();
        self.lines += lines - (end - self.waiting) as u64;
        self.waiting = 0;
    }
}

/// The places of the ones, lowest first.
fn bits(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        lowest
    })
}
