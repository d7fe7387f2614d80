//! Counting lines of play on 8x8, the proof and the speedometer of the move generator. The last
//! ply is counted and not played, many positions side by side.

use super::machine::{Machine, Work, on_fastest};
use super::runs::{INNER, moves_in_place};

/// How many lines of play there are of `depth` plies. A pass counts as a ply, and a game that ends
/// earlier as one line.
#[must_use]
pub fn perft(own: u64, other: u64, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => lines_of_one_ply(own, other),
        _ => on_fastest(Lines { own, other, depth }),
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

/// Counts the lines of two plies or more, with what that takes.
#[derive(Clone)]
struct Lines {
    own: u64,
    other: u64,
    depth: u32,
}

impl Work for Lines {
    type Output = u64;

    #[inline(always)]
    fn on<M: Machine>(self, machine: M) -> u64 {
        let Lines { own, other, depth } = self;
        let mut count = Count {
            own: [0; BATCH],
            other: [0; BATCH],
            waiting: 0,
            discs: [0; MOST_MOVES],
            lines: 0,
        };
        machine.run(Walk { count: &mut count, own, other, depth });
        machine.run(Flush(&mut count));
        count.lines
    }
}

/// A count under way.
struct Count {
    /// The positions one ply before the last that wait to have their moves counted.
    own: [u64; BATCH],
    other: [u64; BATCH],
    waiting: usize,
    /// The moves of one position, each as the bit of its square.
    discs: [u64; MOST_MOVES],
    /// The lines counted so far.
    lines: u64,
}

/// Counts the lines of two plies or more.
struct Walk<'a> {
    count: &'a mut Count,
    own: u64,
    other: u64,
    depth: u32,
}

impl Work for Walk<'_> {
    type Output = ();

    #[inline(always)]
    fn on<M: Machine>(self, machine: M) {
        let Walk { count, own, other, depth } = self;
        let turnable = Turnable::of(own, other);
        if turnable.moves == 0 {
            if depth == 2 {
                count.lines += lines_of_one_ply(other, own);
            } else if machine.moves(other, own) == 0 {
                count.lines += 1;
            } else {
                machine.run(Walk { count, own: other, other: own, depth: depth - 1 });
            }
        } else if depth == 2 {
            count.collect(machine, &turnable, own, other);
        } else {
            let mut left = turnable.moves;
            while left != 0 {
                let square = left.trailing_zeros();
                left &= left - 1;
                let flipped = machine.flips(own, other, square);
                let (own, other) = (other & !flipped, own | flipped | 1 << square);
                machine.run(Walk { count, own, other, depth: depth - 1 });
            }
        }
    }
}

/// Counts the moves of the positions that wait.
struct Flush<'a>(&'a mut Count);

impl Work for Flush<'_> {
    type Output = ();

    // Without a branch, so that it becomes a vector loop; filled up to whole vectors with empty boards, each of which
    // counts as one line.
    #[inline(always)]
    fn on<M: Machine>(self, _: M) {
        let Count { own, other, waiting, lines, .. } = self.0;
        let end = waiting.next_multiple_of(8).min(BATCH);
        own[*waiting..end].fill(0);
        other[*waiting..end].fill(0);
        let mut sum = 0;
        for (&own, &other) in own[..end].iter().zip(&other[..end]) {
            sum += lines_of_one_ply(own, other);
        }
        *lines += sum - (end - *waiting) as u64;
        *waiting = 0;
    }
}

impl Count {
    /// Puts the position after each move among those that wait.
    #[inline(always)]
    fn collect<M: Machine>(&mut self, machine: M, turnable: &Turnable, own: u64, other: u64) {
        if self.waiting > BATCH - MOST_MOVES {
            machine.run(Flush(self));
        }
        let (mut number, mut left) = (0, turnable.moves);
        while left != 0 {
            self.discs[number % MOST_MOVES] = left & left.wrapping_neg();
            number += 1;
            left &= left - 1;
        }
        // Several moves side by side, and a few that are none up to whole vectors, whose positions count for nothing.
        let end = number.next_multiple_of(4).min(MOST_MOVES);
        let waiting = self.waiting.min(BATCH - MOST_MOVES);
        let into = self.own[waiting..][..end].iter_mut().zip(&mut self.other[waiting..][..end]);
        for (&disc, (next_own, next_other)) in self.discs[..end].iter().zip(into) {
            let flipped = turnable.flips(disc);
            *next_own = other & !flipped;
            *next_other = own | flipped | disc;
        }
        self.waiting = waiting + number;
    }
}

/// The discs that the side to move can turn over, by the way along which a line of such leads to one of its own.
struct Turnable {
    up: [[u64; 2]; 4],
    down: [[u64; 2]; 4],
    /// The legal moves.
    moves: u64,
}

/// How many bits a step along each axis is.
const AXES: [u32; 4] = [1, 7, 8, 9];

impl Turnable {
    #[inline(always)]
    fn of(own: u64, other: u64) -> Turnable {
        let mut turnable = Turnable { up: [[0; 2]; 4], down: [[0; 2]; 4], moves: 0 };
        for (at, axis) in AXES.into_iter().enumerate() {
            let through = if axis == 8 { other } else { other & INNER };
            let pairs_up = through & (through << axis);
            let pairs_down = pairs_up >> axis;
            let mut up = through & (own >> axis);
            let mut down = through & (own << axis);
            up |= through & (up >> axis);
            down |= through & (down << axis);
            up |= pairs_down & (up >> (2 * axis));
            down |= pairs_up & (down << (2 * axis));
            up |= pairs_down & (up >> (2 * axis));
            down |= pairs_up & (down << (2 * axis));
            turnable.moves |= up >> axis | down << axis;
            // With those that have another one before them.
            turnable.up[at] = [up, up & (up << axis)];
            turnable.down[at] = [down, down & (down >> axis)];
        }
        turnable.moves &= !(own | other);
        turnable
    }

    /// What a move to the square of this one bit turns over.
    #[inline(always)]
    fn flips(&self, disc: u64) -> u64 {
        let mut flipped = 0;
        for (at, axis) in AXES.into_iter().enumerate() {
            let [[up, up_two], [down, down_two]] = [self.up[at], self.down[at]];
            let mut above = up & (disc << axis);
            let mut below = down & (disc >> axis);
            above |= up & (above << axis);
            below |= down & (below >> axis);
            above |= up_two & (above << (2 * axis));
            below |= down_two & (below >> (2 * axis));
            above |= up_two & (above << (2 * axis));
            below |= down_two & (below >> (2 * axis));
            flipped |= above | below;
        }
        flipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::on_each;

    #[test]
    fn every_kind_of_processor_counts_the_same() {
        let (own, other) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        let counts = on_each(&Lines { own, other, depth: 9 });
        assert!(counts.iter().all(|lines| *lines == 3_005_288), "{counts:?}");
    }
}
