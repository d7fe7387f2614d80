//! The sequential probability ratio test: is the first player stronger by `elo1` rather than by `elo0`? It
//! stops as soon as the results of the pairs so far say so. The log-likelihood ratio compares the two
//! distributions of pair scores that explain the counts best under either hypothesis.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::hypothesis::{Model, Shares};
use super::tally::Pentanomial;

/// No hypothesis is further from an even match: at this distance one game in a hundred thousand is lost.
const MOST_ELO: f64 = 2000.0;

/// Nor are two closer to each other: to tell these apart takes thousands of millions of games.
const LEAST_ELO: f64 = 0.01;

/// A test and what it may get wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// A test as a file has it.
#[derive(Deserialize)]
struct Unchecked {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl TryFrom<Unchecked> for Sprt {
    type Error = SprtError;

    fn try_from(test: Unchecked) -> Result<Sprt, SprtError> {
        Sprt::new(test.model, [test.elo0, test.elo1], [test.alpha, test.beta])
    }
}

/// Why there is no such test.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A hypothesis that no results could tell from others.
    #[error("elo{number}={elo}: elo0 and elo1 lie between -{MOST_ELO} and {MOST_ELO}")]
    Elo {
        /// Which hypothesis.
        number: usize,
        /// What it says.
        elo: f64,
    },
    /// The second hypothesis is not above the first.
    #[error("elo0={elo0} must be less than elo1={elo1}")]
    Order {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// The hypotheses are as good as one.
    #[error(
        "elo0={elo0} and elo1={elo1} are nearly the same: {LEAST_ELO} is the least that a test can tell apart"
    )]
    Close {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// A probability of a mistake that nobody could want.
    #[error("{name}={value}: alpha and beta lie between 0 and 0.5")]
    Mistakes {
        /// Which mistake.
        name: &'static str,
        /// How often it was to be made.
        value: f64,
    },
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
    /// A test of two hypotheses about strength in the unit of the model, and of how often the second may be accepted
    /// although the first holds, and the other way round.
    ///
    /// # Errors
    /// Where no results could tell the hypotheses apart, or the mistakes are no probabilities below one half.
    pub fn new(
        model: Model,
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
    ) -> Result<Sprt, SprtError> {
        for (number, elo) in [elo0, elo1].into_iter().enumerate() {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                return Err(SprtError::Elo { number, elo });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        // One billionth less, since the difference of two decimal numbers is not exact.
        if elo1 - elo0 < LEAST_ELO * (1.0 - 1e-9) {
            return Err(SprtError::Close { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Mistakes { name, value });
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The hypothesis that nothing, or too little, was gained.
    #[must_use]
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The hypothesis that so much was gained.
    #[must_use]
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// How often `elo1` may be accepted although `elo0` holds.
    #[must_use]
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// How often `elo0` may be accepted although `elo1` holds.
    #[must_use]
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// Where the test stands after these pairs, each of which is worth this share of one as evidence: less than 1 where
    /// some were played before.
    #[must_use]
    pub fn state(&self, pairs: &Pentanomial, evidence: f64) -> SprtState {
        SprtState {
            llr: evidence * self.log_likelihood_ratio(pairs.0),
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// Of pairs, which have five scores, or of single games, which have three.
    fn log_likelihood_ratio<const N: usize>(&self, counts: [u64; N]) -> f64 {
        let Some(shares) = Shares::of(counts) else { return 0.0 };
        shares.cost(self.model, self.elo0) - shares.cost(self.model, self.elo1)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(model, [elo0, elo1], [0.05, 0.05]).unwrap()
    }

    fn assert_llr(sprt: Sprt, pairs: [u64; 5], wanted: f64) {
        let llr = sprt.state(&Pentanomial(pairs), 1.0).llr;
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
        let logistic = test(0.5, 2.5, Model::Logistic);
        let logistic = logistic.log_likelihood_ratio([21184, 40708, 21404]);
        assert!((logistic + 1.57).abs() < 0.02, "{logistic}");
        let normalised = test(-1.75, 0.25, Model::Normalised);
        let normalised = normalised.log_likelihood_ratio([10650, 20431, 10871]);
        assert!((normalised - 2.30).abs() < 0.02, "{normalised}");
    }

    #[test]
    fn a_test_without_games_goes_on() {
        let state = test(0.0, 10.0, Model::Logistic).state(&Pentanomial::default(), 1.0);
        assert_eq!(state.verdict(), Verdict::GoOn);
        assert_eq!(state.to_string(), "LLR 0.00 (-2.94, 2.94)");
    }

    #[test]
    fn a_clear_gain_accepts_elo1_and_a_clear_loss_elo0() {
        let sprt = test(0.0, 10.0, Model::Logistic);
        assert_eq!(
            sprt.state(&Pentanomial([5, 10, 20, 80, 90]), 1.0).verdict(),
            Verdict::AcceptElo1
        );
        assert_eq!(
            sprt.state(&Pentanomial([90, 80, 20, 10, 5]), 1.0).verdict(),
            Verdict::AcceptElo0
        );
    }

    #[test]
    fn a_far_hypothesis_gets_a_figure_and_an_impossible_one_a_word() {
        let far = test(0.0, 300.0, Model::Normalised);
        let even = far.state(&Pentanomial([10, 20, 40, 20, 10]), 1.0);
        assert!(even.llr.is_finite() && even.verdict() == Verdict::AcceptElo0, "{even:?}");
        let impossible =
            |elos, mistakes| Sprt::new(Model::Normalised, elos, mistakes).unwrap_err().to_string();
        assert_eq!(
            impossible([0.0, 5000.0], [0.05, 0.05]),
            "elo1=5000: elo0 and elo1 lie between -2000 and 2000"
        );
        assert!(impossible([f64::NAN, 5.0], [0.05, 0.05]).starts_with("elo0=NaN: "));
        assert_eq!(impossible([19.0, 10.0], [0.05, 0.05]), "elo0=19 must be less than elo1=10");
        assert_eq!(
            impossible([5.0, 5.001], [0.05, 0.05]),
            "elo0=5 and elo1=5.001 are nearly the same: 0.01 is the least that a test can tell apart"
        );
        assert!(Sprt::new(Model::Logistic, [-0.29, -0.28], [0.05, 0.05]).is_ok());
        assert_eq!(
            impossible([0.0, 10.0], [0.05, 0.5]),
            "beta=0.5: alpha and beta lie between 0 and 0.5"
        );
    }

    #[test]
    fn a_file_can_hold_no_impossible_test() {
        let test = test(0.0, 10.0, Model::Normalised);
        let text = serde_json::to_string(&test).unwrap();
        assert_eq!(serde_json::from_str::<Sprt>(&text).unwrap(), test);
        let error = serde_json::from_str::<Sprt>(&text.replace("10.0", "1e9")).unwrap_err();
        assert!(error.to_string().contains("elo1=1000000000: "), "{error}");
    }
}
