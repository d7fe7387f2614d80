//! The 8x8 board as two `u64`s, for those to whom every nanosecond counts: legal moves, flips and
//! perft. No search and no evaluation lives here, and nothing is checked.
//!
//! Bit 0 is a1, bit 7 is h1, bit 63 is h8. `own` are the discs of the side to move, `other` those
//! of its opponent; no bit may be in both.
//!
//! ```
//! use othello_rules::{Position, bitboard::Runs};
//!
//! let (own, other) = Position::default().bitboards().unwrap_or_default();
//! let runs = Runs::new(own, other);
//! let square = runs.moves().trailing_zeros();
//! let flipped = runs.flips(square);
//! let (next_own, next_other) = (other & !flipped, own | flipped | 1 << square);
//! assert_eq!((next_own.count_ones(), next_other.count_ones()), (1, 4));
//! ```

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod machine;
mod perft;
mod rays;
mod runs;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use machine::{Machine, Portable, Work, on_each, on_fastest};
pub use perft::perft;
pub use runs::{Runs, flips, moves};
