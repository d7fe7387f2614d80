//! How far a difference between two players may be off: the bars of 95 %, which look at how much likelihood a
//! difference costs even if everybody else's strength is as it likes it best. Bars made so lie where the
//! evidence does, also where a standard error says nothing because somebody won nearly everything.
//!
//! Games are counted, so that results come in steps, and half a step decides whether bars of few games hold what they
//! promise: each end is sought after half a game more that speaks for it. And where one side has nothing to win or
//! to lose any more, all of the 5 % lie on the other.

use std::fmt;

use super::bradley_terry::{BradleyTerry, Fit};
use super::scale::{Z95, Z95_ONE_SIDED, phi};

/// What more in games speaks for the end of a bar.
const HALF_A_GAME: f64 = 0.5;
/// What would be so surprising is out of the question, whatever else is not known: e to the power of -25.
const PLAIN_SURPRISE: f64 = 25.0;
/// How exactly an end is sought, in standard errors.
const EXACTNESS: f64 = 1e-4;
const MOST_TRIES: usize = 60;

/// Where something lies with a probability of 95 %: unbounded where an end is missing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Interval {
    /// The same with another function of its ends, which must not turn them round.
    pub(super) fn map(self, of: impl Fn(f64) -> f64) -> Interval {
        Interval { low: self.low.map(&of), high: self.high.map(&of) }
    }

    /// Whether it holds a value.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low.is_none_or(|low| low <= value) && self.high.is_none_or(|high| value <= high)
    }

    /// Whether both ends are there.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.low.is_some() && self.high.is_some()
    }
}

/// With the sign and the decimals that are asked for: `+12.0 to +40.5`, `312 or more`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = |value: &f64| fmt::Display::fmt(value, f);
        match (&self.low, &self.high) {
            (Some(low), Some(high)) => {
                number(low)?;
                f.write_str(" to ")?;
                fmt::Display::fmt(high, f)
            }
            (Some(low), None) => {
                number(low)?;
                f.write_str(" or more")
            }
            (None, Some(high)) => {
                number(high)?;
                f.write_str(" or less")
            }
            (None, None) => f.write_str("unknown"),
        }
    }
}

/// What the bars are made from.
#[derive(Clone, Debug)]
pub(super) struct Bars {
    pub model: BradleyTerry,
    /// The likeliest strengths.
    pub strengths: Vec<f64>,
    /// How much more the results vary than those of coins would.
    pub dispersion: f64,
}

impl Bars {
    /// By how much one player is stronger than another.
    pub fn interval(&self, of: usize, over: usize) -> Interval {
        Interval { low: self.low(of, over), high: self.low(over, of).map(|low| -low) }
    }

    /// The probability that one player is stronger than another; none where nothing connects them.
    pub fn superiority(&self, of: usize, over: usize) -> Option<f64> {
        if self.strengths[of] < self.strengths[over] {
            return Some(1.0 - self.superiority(over, of)?);
        }
        let connected = self.model.has_scored(of, over) || self.model.has_scored(over, of);
        connected.then(|| phi(self.profile(&self.model, of, over).standard_errors(0.0)))
    }

    /// By how much it is stronger at least; none where it may be weaker by as much as you like.
    fn low(&self, of: usize, over: usize) -> Option<f64> {
        if !self.model.has_scored(of, over) {
            return None;
        }
        let profile = self.profile(&self.model, of, over);
        let wide = profile.low(Z95);
        // If not even the worst of all results would have shown that the difference is less than this, then only
        // results that are too good can mislead here. Most often that is plain to see.
        let mut strengths = self.strengths.clone();
        strengths[of] = strengths[over] + wide;
        let surprise = self.model.surprise_of_losing_all(of, &strengths) / self.dispersion;
        if surprise > PLAIN_SURPRISE {
            return Some(wide);
        }
        let worst = self.model.with_sweep(over, of);
        if !worst.has_scored(over, of) {
            return Some(wide);
        }
        let worst = self.profile(&worst, over, of);
        if worst.standard_errors(-wide) >= Z95 {
            return Some(wide);
        }
        Some(profile.low(Z95_ONE_SIDED).min(-worst.low(Z95)))
    }

    fn profile(&self, model: &BradleyTerry, of: usize, over: usize) -> Profile {
        let model = model.with_win(over, of, HALF_A_GAME);
        let peak = model.fit(self.strengths.clone(), &[over]);
        Profile { model, of, over, peak, dispersion: self.dispersion }
    }
}

/// The likelihood of a difference between two players, after half a game that speaks against the first.
struct Profile {
    model: BradleyTerry,
    of: usize,
    over: usize,
    peak: Fit,
    dispersion: f64,
}

impl Profile {
    fn likeliest(&self) -> f64 {
        self.peak.strengths[self.of] - self.peak.strengths[self.over]
    }

    /// How many standard errors a difference lies below the likeliest one; zero for one above it.
    fn standard_errors(&self, difference: f64) -> f64 {
        if difference >= self.likeliest() {
            return 0.0;
        }
        let mut strengths = self.peak.strengths.clone();
        strengths[self.of] = strengths[self.over] + difference;
        let fit = self.model.fit(strengths, &[self.of, self.over]);
        let lost = (self.peak.log_likelihood - fit.log_likelihood).max(0.0);
        (2.0 * lost / self.dispersion).sqrt()
    }

    /// The difference that lies so many standard errors below the likeliest one. How many they are grows nearly
    /// as the distance does, so that the secant finds it.
    fn low(&self, standard_errors: f64) -> f64 {
        let errors =
            |distance: f64| self.standard_errors(self.likeliest() - distance) - standard_errors;
        let (mut near, mut far) = ((0.0, -standard_errors), None);
        let variance = [self.of, self.over].map(|player| 1.0 / self.peak.curvature[player]);
        let likely = (self.dispersion * variance.iter().sum::<f64>()).sqrt();
        let mut distance = (standard_errors * likely).clamp(1e-6, 2.0);
        for _ in 0..MOST_TRIES {
            let at = (distance, errors(distance));
            if at.1.abs() < EXACTNESS {
                break;
            }
            if at.1 > 0.0 {
                far = Some(at);
            } else {
                near = at;
            }
            distance = match far {
                None => distance * (standard_errors / (at.1 + standard_errors)).clamp(1.001, 8.0),
                Some(far) => {
                    let secant = near.0 - near.1 * (far.0 - near.0) / (far.1 - near.1);
                    // An end of the bracket that never moves is brought in.
                    let margin = 0.01 * (far.0 - near.0);
                    secant.clamp(near.0 + margin, far.0 - margin)
                }
            };
        }
        self.likeliest() - distance
    }
}
