//! What results say about strength: the figures of a match, the sequential test, and the joint ratings of
//! many players. Pure arithmetic over counted results; playing and storing games happens elsewhere.

pub mod elo;
pub mod joint;
mod predict;
pub mod sprt;

pub use elo::{Figures, MatchTally, Pentanomial};
pub use joint::{JointRatings, PairResult, RatedPlayer};
pub use predict::Prediction;
pub use sprt::{Model, Sprt, SprtState, Verdict};

/// How far two standard errors reach for an interval of 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The share of a standard normal distribution below `x`.
#[must_use]
pub fn phi(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// The score that a rating difference promises.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
