//! What results say about strength: the figures of a match, the sequential test, and the joint ratings of
//! many players. Pure arithmetic over counted results; playing and storing games happens elsewhere.

pub mod elo;
mod hypothesis;
pub mod joint;
mod predict;
mod scale;
pub mod sprt;

pub use elo::{Figures, MatchTally, Pentanomial};
pub use hypothesis::Model;
pub use joint::{JointRatings, PairResult, RatedPlayer};
pub use predict::Prediction;
pub use scale::{Z95, elo_of_score, expected_score, phi};
pub use sprt::{Sprt, SprtError, SprtState, Verdict};
