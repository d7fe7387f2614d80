//! The sequential probability ratio test: is the first player stronger by `elo1` rather than by `elo0`? It
//! stops as soon as the results of the pairs so far say so. The log-likelihood ratio compares the two
//! distributions of pair scores that explain the counts best under either hypothesis.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::elo::Pentanomial;
use super::expected_score;

/// The scores of a pair of games, as a mean of the two.
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What stands in for a count of zero, so that no outcome is ruled out by not having been seen yet.
const UNSEEN: f64 = 0.001;

/// In which unit a hypothesis speaks of strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Elo as everybody knows it.
    #[default]
    Logistic,
    /// Elo by the spread of a game, which makes the length of a test independent of how drawish games are.
    Normalised,
}

/// A test and what it may get wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The hypothesis that nothing, or too little, was gained.
    pub elo0: f64,
    /// The hypothesis that so much was gained.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` holds.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` holds.
    pub beta: f64,
    /// The unit of `elo0` and `elo1`.
    pub model: Model,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The log-likelihood ratio: the larger, the more `elo1` is believed.
    pub llr: f64,
    /// At or below this, `elo0` is accepted.
    pub lower: f64,
    /// At or above this, `elo1` is accepted.
    pub upper: f64,
}

/// What a test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first player is stronger by about `elo1` or more.
    AcceptElo1,
    /// It is not: it gains no more than about `elo0`.
    AcceptElo0,
    /// Nothing yet.
    GoOn,
}

impl Sprt {
    /// Where the test stands after these pairs.
    #[must_use]
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        SprtState {
            llr: self.log_likelihood_ratio(&pairs.0, &PAIR_SCORES),
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    fn log_likelihood_ratio(&self, counts: &[u64], scores: &[f64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let seen = |&count: &u64| if count == 0 { UNSEEN } else { count as f64 };
        let total: f64 = counts.iter().map(seen).sum();
        let shares: Vec<f64> = counts.iter().map(|count| seen(count) / total).collect();
        let games_a_unit = if scores.len() == PAIR_SCORES.len() { 2.0f64 } else { 1.0 };
        let explain = |elo: f64| match self.model {
            Model::Logistic => fit_mean(&shares, scores, expected_score(elo)),
            Model::Normalised => {
                let t = elo * std::f64::consts::LN_10 / 800.0 * games_a_unit.sqrt();
                fit_t_value(&shares, scores, t)
            }
        };
        let (under0, under1) = (explain(self.elo0), explain(self.elo1));
        let gain = |(share, (p0, p1)): (&f64, (&f64, &f64))| share * (p1 / p0).ln();
        total * shares.iter().zip(under0.iter().zip(&under1)).map(gain).sum::<f64>()
    }
}

impl SprtState {
    /// What follows.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.llr >= self.upper {
            Verdict::AcceptElo1
        } else if self.llr <= self.lower {
            Verdict::AcceptElo0
        } else {
            Verdict::GoOn
        }
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LLR {:.2} ({:.2}, {:.2})", self.llr, self.lower, self.upper)
    }
}

/// The distribution closest to `shares` (by likelihood) whose mean is `mean`.
///
/// With a Lagrange multiplier t it is p / (1 + t (a - mean)), and t is the root of a falling function between
/// two poles, found by halving.
fn fit_mean(shares: &[f64], values: &[f64], mean: f64) -> Vec<f64> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / (most - mean), 1.0 / (mean - least));
    for _ in 0..100 {
        let t = f64::midpoint(low, high);
        let slope: f64 =
            shares.iter().zip(values).map(|(p, a)| p * (a - mean) / (1.0 + t * (a - mean))).sum();
        if slope > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = f64::midpoint(low, high);
    shares.iter().zip(values).map(|(p, a)| p / (1.0 + t * (a - mean))).collect()
}

/// The distribution closest to `shares` whose mean lies `t` standard deviations above one half.
///
/// The condition is made linear around the distribution found so far and solved again until it stands still.
fn fit_t_value(shares: &[f64], values: &[f64], t: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / values.len() as f64; values.len()];
    for _ in 0..100 {
        let mean: f64 = fitted.iter().zip(values).map(|(p, a)| p * a).sum();
        let deviation =
            fitted.iter().zip(values).map(|(p, a)| p * (a - mean).powi(2)).sum::<f64>().sqrt();
        let linear: Vec<f64> = values
            .iter()
            .map(|a| a - 0.5 - t * deviation * (1.0 + ((mean - a) / deviation).powi(2)) / 2.0)
            .collect();
        let next = fit_mean(shares, &linear, 0.0);
        let moved = next.iter().zip(&fitted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fitted = next;
        if moved < 1e-12 {
            break;
        }
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn assert_llr(sprt: Sprt, pairs: [u64; 5], wanted: f64) {
        let llr = sprt.state(&Pentanomial(pairs)).llr;
        assert!((llr - wanted).abs() < 0.01 * (1.0 + wanted.abs()), "{llr} instead of {wanted}");
    }

    // The ratios in the next three tests are those that the tests of fastchess expect.
    #[test]
    fn normalised_pentanomial_ratios_are_those_of_fastchess() {
        assert_llr(test(0.0, 2.0, Model::Normalised), [365, 16618, 36229, 16974, 390], 2.25);
        assert_llr(test(-1.75, 0.25, Model::Normalised), [127, 4883, 10712, 5150, 104], 3.01);
    }

    #[test]
    fn logistic_pentanomial_ratios_are_those_of_fastchess() {
        assert_llr(test(0.5, 2.5, Model::Logistic), [223, 9863, 21279, 10037, 246], -3.07);
        assert_llr(test(0.0, 2.0, Model::Logistic), [871, 26175, 55983, 26678, 821], -4.98);
    }

    #[test]
    fn single_games_give_the_ratios_of_fastchess_too() {
        let of =
            |sprt: Sprt, counts: [u64; 3]| sprt.log_likelihood_ratio(&counts, &[0.0, 0.5, 1.0]);
        let logistic = of(test(0.5, 2.5, Model::Logistic), [21184, 40708, 21404]);
        assert!((logistic + 1.57).abs() < 0.02, "{logistic}");
        let normalised = of(test(-1.75, 0.25, Model::Normalised), [10650, 20431, 10871]);
        assert!((normalised - 2.30).abs() < 0.02, "{normalised}");
    }

    #[test]
    fn a_test_without_games_goes_on() {
        let state = test(0.0, 10.0, Model::Logistic).state(&Pentanomial::default());
        assert_eq!(state.verdict(), Verdict::GoOn);
        assert_eq!(state.to_string(), "LLR 0.00 (-2.94, 2.94)");
    }

    #[test]
    fn a_clear_gain_accepts_elo1_and_a_clear_loss_elo0() {
        let sprt = test(0.0, 10.0, Model::Logistic);
        assert_eq!(sprt.state(&Pentanomial([5, 10, 20, 80, 90])).verdict(), Verdict::AcceptElo1);
        assert_eq!(sprt.state(&Pentanomial([90, 80, 20, 10, 5])).verdict(), Verdict::AcceptElo0);
    }
}
