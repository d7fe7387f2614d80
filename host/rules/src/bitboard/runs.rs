//! Legal moves and flips by the runs of discs that lead from one's own: see [`Runs`].

use super::rays::RAYS;

/// Columns b to g: the only discs that can be turned over along a row or a diagonal. Without the
/// outer columns no shift along those lines can wrap into another row unnoticed.
pub(super) const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares on which a disc of `own` would turn over at least one of `other`.
#[must_use]
pub const fn moves(own: u64, other: u64) -> u64 {
    moves_in_place(own, other)
}

/// [`moves`] for the loop in which the compiler is to see all of it.
#[inline(always)]
pub(super) const fn moves_in_place(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    let reached =
        along_rows(own, inner) | along(own, inner, 7) | along(own, other, 8) | along(own, inner, 9);
    reached & !(own | other)
}

/// The squares just behind a run of `through` that begins next to a disc of `own`, both ways along
/// an axis that is so many bits wide. A run has six discs at most, walked in steps of 1, 1, 2, 2.
#[inline(always)]
const fn along(own: u64, through: u64, axis: u32) -> u64 {
    let pairs_up = through & (through << axis);
    let pairs_down = pairs_up >> axis;
    let mut up = through & (own << axis);
    let mut down = through & (own >> axis);
    up |= through & (up << axis);
    down |= through & (down >> axis);
    up |= pairs_up & (up << (2 * axis));
    down |= pairs_down & (down >> (2 * axis));
    up |= pairs_up & (up << (2 * axis));
    down |= pairs_down & (down >> (2 * axis));
    (up << axis) | (down >> axis)
}

/// As [`along`], for rows. To the right an addition does the walking: its carry runs through the
/// discs and comes to rest behind them.
#[inline(always)]
const fn along_rows(own: u64, inner: u64) -> u64 {
    let right = inner + (inner & (own << 1));
    let pairs = inner & (inner >> 1);
    let mut left = inner & (own >> 1);
    left |= inner & (left >> 1);
    left |= pairs & (left >> 2);
    left |= pairs & (left >> 2);
    right | (left >> 1)
}

/// The discs of `other` that a disc of `own` on this empty square (0 is a1, 63 is h8) would turn
/// over. Who plays several moves from one position gets them faster from [`Runs`].
///
/// # Panics
/// If the square is above 63.
#[must_use]
#[inline]
pub fn flips(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[square as usize];
    let (own_both, other_both) = (both_ways_up(own), both_ways_up(other));
    let mut flipped = [0; 2];
    for axis in 0..3 {
        for way in 0..2 {
            let ray = rays.mask[axis][way];
            // The carry passes all discs next to the square and rests on the first that differs.
            let carried = !rays.top[axis][way].wrapping_sub(other_both[way] & ray);
            let end = carried & ray & own_both[way];
            flipped[way] |= end.saturating_sub(1) & ray;
        }
    }
    let (disc, inner) = (1 << square, other & INNER);
    let right_end = inner.wrapping_add(disc << 1) & own;
    let left_end = highest_bit(!inner & (disc - 1)) & own;
    flipped[0]
        | flipped[1].swap_bytes()
        | right_end.saturating_sub(disc << 1)
        | (left_end << 1).wrapping_neg() & (disc - 1)
}

/// A board and its mirror image with the rows in opposite order, so that what runs down in the one
/// runs up in the other and both can be walked in the same way, side by side in one register.
const fn both_ways_up(board: u64) -> [u64; 2] {
    [board, board.swap_bytes()]
}

/// The highest bit of `bits` alone; 0 if there is none.
const fn highest_bit(bits: u64) -> u64 {
    if bits == 0 { 0 } else { 1 << bits.ilog2() }
}

/// The runs of discs that the side to move can turn over in each direction: all its moves at once
/// and, for little more, the flips of each.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    /// For the axes of 7, 8 and 9 bits: what is turned over upwards by a disc below it, and,
    /// mirrored by rows, what is turned over downwards.
    up: [[u64; 2]; 3],
    /// What is turned over by a disc to the left of it.
    right: u64,
    /// What is turned over by a disc to the right of it.
    left: u64,
    /// The squares behind the runs of `up`, in the same two ways.
    behind: [u64; 2],
    /// The squares behind the runs of `right` and `left`.
    beside: u64,
    empty: u64,
}

impl Runs {
    /// Looks along all lines of a position.
    // Not inlined, since the vector code that this becomes depends on its being compiled alone.
    #[must_use]
    #[inline(never)]
    pub fn new(own: u64, other: u64) -> Runs {
        let (own_both, other_both) = (both_ways_up(own), both_ways_up(other));
        let inner_both = other_both.map(|board| board & INNER);
        let up = [
            runs_up(own_both, inner_both, 7),
            runs_up(own_both, other_both, 8),
            runs_up(own_both, inner_both, 9),
        ];
        let behind = std::array::from_fn(|way| up[0][way] >> 7 | up[1][way] >> 8 | up[2][way] >> 9);
        let inner = other & INNER;
        let [right] = runs_up([own], [inner], 1);
        let mut left = inner & (own << 1);
        let pairs = inner & (inner << 1);
        left |= inner & (left << 1);
        left |= pairs & (left << 2);
        left |= pairs & (left << 2);
        let beside = right >> 1 | left << 1;
        Runs { up, right, left, behind, beside, empty: !(own | other) }
    }

    /// The legal moves.
    #[must_use]
    #[inline]
    pub const fn moves(&self) -> u64 {
        (self.behind[0] | self.behind[1].swap_bytes() | self.beside) & self.empty
    }

    /// The discs that a move to this empty square (0 is a1, 63 is h8) turns over.
    ///
    /// # Panics
    /// If the square is above 63.
    #[must_use]
    #[inline]
    pub fn flips(&self, square: u32) -> u64 {
        self.joined(self.off_row(square), square)
    }

    /// The flips outside the square's own row, once as they lie and once mirrored by rows.
    #[inline(always)]
    fn off_row(&self, square: u32) -> [u64; 2] {
        let rays = &RAYS[square as usize];
        let mut flipped = [0; 2];
        for axis in 0..3 {
            for (way, flipped) in flipped.iter_mut().enumerate() {
                let runs = self.up[axis][way] & rays.mask[axis][way];
                *flipped |= runs & rays.top[axis][way].wrapping_sub(runs);
            }
        }
        flipped
    }

    /// All flips, of which those outside the row are known.
    #[inline(always)]
    const fn joined(&self, off_row: [u64; 2], square: u32) -> u64 {
        let disc = 1 << square;
        let right = self.right & !self.right.wrapping_add(disc << 1);
        let left_end = highest_bit(!self.left & (disc - 1) | 1);
        let left = (disc - 1) & (left_end << 1).wrapping_neg();
        off_row[0] | off_row[1].swap_bytes() | right | left
    }
}

/// The discs of `through` from which a line of such discs leads up to one of `own`.
#[inline(always)]
fn runs_up<const N: usize>(own: [u64; N], through: [u64; N], axis: u32) -> [u64; N] {
    std::array::from_fn(|way| {
        let (own, through) = (own[way], through[way]);
        let pairs = through & (through >> axis);
        let mut runs = through & (own >> axis);
        runs |= through & (runs >> axis);
        runs |= pairs & (runs >> (2 * axis));
        runs | pairs & (runs >> (2 * axis))
    })
}
