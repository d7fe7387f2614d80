//! Probabilistic cuts: a shallow search that is far outside the window tells, nearly surely, what the deep one would. How
//! far is enough follows from how much the two differed in positions that `examples/regress.rs` measured.

use crate::evaluate::DISC;

/// For each level of sureness, how many standard deviations outside the window are enough.
const DEVIATIONS: [f64; SURE as usize] = [0.8, 1.5, 2.0, 2.7];

/// The level of the midgame in a game.
pub const PLAYING: u8 = 0;

/// The level on which nothing is cut.
pub const SURE: u8 = 4;

/// The least depth that is worth a shallower search before it.
pub const CUT_FROM: u8 = 3;

/// How deep to look instead of `depth` plies.
#[inline]
#[must_use]
pub fn probe_depth(depth: u8) -> u8 {
    2 * (depth / 4) + (depth & 1)
}

/// How deep to look instead of solving so many empty squares.
#[inline]
#[must_use]
pub fn probe_depth_of_solving(empties: u32) -> u8 {
    (2 * (empties / 8)) as u8
}

/// How far outside its window, in units of the evaluation, the shallower search has to be for a cut.
#[must_use]
pub fn margin(sureness: u8, empties: u32, depth: u8) -> i32 {
    let (depth, probe) = (f64::from(depth), f64::from(probe_depth(depth)));
    scaled(
        sureness,
        (MIDGAME[0] + MIDGAME[1] * f64::from(empties) + MIDGAME[2] * depth + MIDGAME[3] * probe)
            .exp(),
    )
}

/// As [`margin`], for solving.
#[must_use]
pub fn margin_of_solving(sureness: u8, empties: u32) -> i32 {
    let (depth, probe) = (f64::from(empties), f64::from(probe_depth_of_solving(empties)));
    scaled(sureness, (SOLVING[0] + SOLVING[1] * depth + SOLVING[2] * probe).exp())
}

fn scaled(sureness: u8, deviation: f64) -> i32 {
    (DEVIATIONS[usize::from(sureness)] * deviation * f64::from(DISC)) as i32
}

/// The logarithm of the standard deviation in discs: a constant, and what each empty square, each ply of depth and each
/// ply of the shallower search add.
const MIDGAME: [f64; 4] = [1.6689, -0.0213, 0.1213, -0.2337];

/// The same for solving, where the empty squares are the depth.
const SOLVING: [f64; 3] = [2.6326, -0.0148, -0.0877];
