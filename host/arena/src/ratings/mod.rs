//! What results say about strength: the figures of a match, the sequential test, and the joint ratings of
//! many players. Pure arithmetic over counted results; playing and storing games happens elsewhere.

mod bars;
mod bradley_terry;
mod figures;
mod hypothesis;
mod joint;
mod live;
mod predict;
mod scale;
mod sprt;
mod tally;

pub use bars::Interval;
pub use figures::Figures;
pub use hypothesis::Model;
pub use joint::{JointRatings, PairResult, RatedPlayer};
pub use live::LiveRatings;
pub use predict::{Prediction, pairs_left};
pub use scale::{elo_of_score, expected_score, phi};
pub use sprt::{Sprt, SprtError, SprtState, Verdict};
pub use tally::{MatchTally, Pentanomial, Repeats};
