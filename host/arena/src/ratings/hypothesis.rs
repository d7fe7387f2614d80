//! What counted scores say of a hypothesis about strength: how much likelihood it costs them, even if everything
//! but the strength is as they like it best. Which of two hypotheses to believe is the sequential test's business.
//!
//! The likeliest distribution q under a linear condition, that the mean of some values h of the outcomes is zero,
//! is q = p / (1 + t h) for the shares p and a Lagrange multiplier t, and costs the mean of ln(1 + t h), which t
//! makes as great as it can be. "The mean lies t standard deviations above one half" is not linear, but all of
//! its tangents are: the nearest one is looked for.

use serde::{Deserialize, Serialize};

use super::scale::expected_score;

/// What stands in for a count of zero, so that no outcome is ruled out by not having been seen yet.
const UNSEEN: f64 = 0.001;

/// How many tangents are looked at before the best one is gone after, and how often that is narrowed down.
const TANGENTS: usize = 24;
const NARROWINGS: usize = 40;

/// How often a multiplier is improved at most; halving its bracket alone takes so many times to the last bit.
const IMPROVEMENTS: usize = 200;

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

/// How often each score came, as shares: the outcomes' scores lie evenly between 0 and 1, three for a game and
/// five for the mean of a pair of games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares<const N: usize> {
    total: f64,
    shares: [f64; N],
}

impl<const N: usize> Shares<N> {
    /// The shares of these counts; none where nothing was counted.
    pub fn of(counts: [u64; N]) -> Option<Shares<N>> {
        let seen = counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total = seen.iter().sum();
        let shares = seen.map(|count| count / total);
        counts.iter().any(|&count| count > 0).then_some(Shares { total, shares })
    }

    /// By how much the likelihood's logarithm falls if the strength is to be so much and nothing else matters.
    pub fn cost(&self, model: Model, elo: f64) -> f64 {
        let cost = match model {
            Model::Logistic => self.cost_of_mean(expected_score(elo)),
            Model::Normalised => {
                let games = (N - 1) as f64 / 2.0;
                self.cost_of_t(elo * std::f64::consts::LN_10 / 800.0 * games.sqrt())
            }
        };
        self.total * cost
    }

    /// The outcomes' scores, counted from an even one.
    fn scores() -> [f64; N] {
        std::array::from_fn(|at| at as f64 / (N - 1) as f64 - 0.5)
    }

    fn mean(&self, values: [f64; N]) -> f64 {
        self.shares.iter().zip(values).map(|(share, value)| share * value).sum()
    }

    fn cost_of_mean(&self, mean: f64) -> f64 {
        self.cost_of_values(Self::scores().map(|score| score + 0.5 - mean))
    }

    /// What it costs that the mean of these values is to be zero; infinite where it can't be.
    fn cost_of_values(&self, values: [f64; N]) -> f64 {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || most <= 0.0 {
            return f64::INFINITY;
        }
        // The slope of the cost falls from one pole to the other; Newton's steps that leave the bracket are
        // replaced by halving it.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut multiplier = 0.0;
        for _ in 0..IMPROVEMENTS {
            let quotients = values.map(|value| value / positive(1.0 + multiplier * value));
            let slope = self.mean(quotients);
            if slope > 0.0 {
                low = multiplier;
            } else {
                high = multiplier;
            }
            let newton = multiplier + slope / self.mean(quotients.map(|each| each * each));
            let next =
                if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
            let moved = (next - multiplier).abs();
            multiplier = next;
            if moved <= 1e-15 * multiplier.abs() {
                break;
            }
        }
        self.mean(values.map(|value| positive(1.0 + multiplier * value).ln()))
    }

    /// What it costs that the mean is to lie `t` standard deviations above one half.
    fn cost_of_t(&self, t: f64) -> f64 {
        if t < 0.0 {
            let mut mirrored = *self;
            mirrored.shares.reverse();
            return mirrored.cost_of_t(-t);
        }
        if t == 0.0 {
            return self.cost_of_mean(0.5);
        }
        // With scores counted from one half, the mean is to be `tau` times the root of the mean square.
        let tau = t / t.hypot(1.0);
        let (mean, square) = (self.mean(Self::scores()), self.mean(Self::scores().map(|x| x * x)));
        let above = mean * mean - tau * tau * square;
        let cost = |root: f64| self.cost_of_tangent(tau, root);
        if mean > 0.0 && above > 0.0 {
            // The mean is to fall: the condition holds on a convex set, whose tangents all cost less than it.
            let least = tau * square / (mean + above.sqrt());
            let most = (mean + above.sqrt()) / tau;
            -least_of(least, most.min(0.5), |root| -cost(root))
        } else {
            // The mean is to rise: whatever meets a tangent meets the condition. A tangent can be met where
            // it lets some score above one half count for it.
            let reach = tau / (1.0 + 1.0 / t.hypot(1.0));
            let scores = Self::scores().into_iter().filter(|&score| score > 0.0);
            let tangents = scores.map(|x| least_over(x * reach, (x / reach).min(0.5), cost));
            tangents.fold(f64::INFINITY, f64::min)
        }
    }

    /// What it costs to meet the tangent at the distributions with this root of the mean square.
    fn cost_of_tangent(&self, tau: f64, root: f64) -> f64 {
        self.cost_of_values(Self::scores().map(|x| 2.0 * root * x - tau * (x * x + root * root)))
    }
}

/// Rounding must not carry a share over its pole.
fn positive(denominator: f64) -> f64 {
    denominator.max(f64::MIN_POSITIVE)
}

/// The least value of a function between two positive bounds: the best of many places, and from there downhill.
fn least_over(low: f64, high: f64, function: impl Fn(f64) -> f64) -> f64 {
    let step = (high / low).powf(1.0 / TANGENTS as f64);
    let place = |number: usize| low * step.powf(number as f64 + 0.5);
    let best = (0..TANGENTS)
        .map(place)
        .min_by(|&a, &b| function(a).total_cmp(&function(b)))
        .unwrap_or(low);
    least_of((best / step).max(low), (best * step).min(high), function)
}

/// The least value of a function between two bounds that falls first and rises then, by the golden section.
fn least_of(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    const SECTION: f64 = 0.618_033_988_749_894_8;
    let mut left = high - SECTION * (high - low);
    let mut right = low + SECTION * (high - low);
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..NARROWINGS {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - SECTION * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + SECTION * (high - low);
            at_right = function(right);
        }
    }
    at_left.min(at_right)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    /// The logarithm of the likelihood of the shares under the likeliest distribution that a hypothesis leaves, by
    /// plain numerical optimisation: distributions of any shape are tilted until the hypothesis holds for them, and
    /// the shape is improved until no simplex around it is better.
    struct Slow<'a, const N: usize> {
        shares: &'a Shares<N>,
        model: Model,
        elo: f64,
    }

    impl<const N: usize> Slow<'_, N> {
        /// From the shares' own shape, and from shapes in which some inner outcome is common or rare.
        fn cost(&self) -> f64 {
            let shape = self.shape_of_shares();
            let moved = |(at, by): (usize, f64)| {
                let mut shape = shape.clone();
                shape[at] += by;
                shape
            };
            let moves = (0..shape.len()).flat_map(|at| [-12.0, 12.0, 24.0].map(|by| (at, by)));
            let starts = moves.map(moved).chain([shape.clone()]);
            let costs = starts.map(|start| simplex(start, &|shape| self.cost_of(shape)));
            self.shares.total * costs.fold(f64::INFINITY, f64::min)
        }

        /// The inner logarithms, once the line through the outer ones is taken away.
        fn shape_of_shares(&self) -> Vec<f64> {
            let logs = self.shares.shares.map(f64::ln);
            let slope = (logs[N - 1] - logs[0]) / (N - 1) as f64;
            (1..N - 1).map(|at| logs[at] - logs[0] - slope * at as f64).collect()
        }

        /// The cost of the cheapest tilt: there can be several that meet the hypothesis.
        fn cost_of(&self, shape: &[f64]) -> f64 {
            let excess = |tilt: f64| self.excess(&self.tilted(shape, tilt));
            let tilts: Vec<f64> = (-30..=30).map(|step| (f64::from(step) * 0.3).sinh()).collect();
            let excesses: Vec<f64> = tilts.iter().map(|&tilt| excess(tilt)).collect();
            let crossings = (1..tilts.len()).filter(|&at| excesses[at - 1] * excesses[at] <= 0.0);
            let costs = crossings.map(|at| {
                let (mut low, mut high) = (tilts[at - 1], tilts[at]);
                for _ in 0..60 {
                    let tilt = f64::midpoint(low, high);
                    if (excess(tilt) > 0.0) == (excesses[at] > 0.0) {
                        high = tilt;
                    } else {
                        low = tilt;
                    }
                }
                let logs = self.tilted(shape, f64::midpoint(low, high));
                let gain = |(share, log): (&f64, &f64)| share * (share.ln() - log);
                self.shares.shares.iter().zip(&logs).map(gain).sum()
            });
            costs.fold(f64::INFINITY, f64::min)
        }

        /// The logarithms of a distribution.
        fn tilted(&self, shape: &[f64], tilt: f64) -> [f64; N] {
            let logs: [f64; N] = std::array::from_fn(|at| {
                let inner = at.checked_sub(1).and_then(|at| shape.get(at)).unwrap_or(&0.0);
                inner + tilt * at as f64 / (N - 1) as f64
            });
            let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = logs.iter().map(|log| (log - most).exp()).sum();
            logs.map(|log| log - most - sum.ln())
        }

        /// How far a distribution is above the hypothesis.
        fn excess(&self, logs: &[f64; N]) -> f64 {
            let share = |at: usize| logs[at].exp();
            let score = |at: usize| at as f64 / (N - 1) as f64;
            let mean: f64 = (0..N).map(|at| share(at) * score(at)).sum();
            let variance: f64 = (0..N).map(|at| share(at) * (score(at) - mean).powi(2)).sum();
            match self.model {
                Model::Logistic => mean - 1.0 / (1.0 + 10f64.powf(-self.elo / 400.0)),
                Model::Normalised => {
                    let spread_of_a_game = (variance * (N - 1) as f64 / 2.0).sqrt();
                    mean - 0.5 - self.elo / (800.0 / std::f64::consts::LN_10) * spread_of_a_game
                }
            }
        }
    }

    /// Nelder and Mead's method, begun anew around what it found until that is no better.
    fn simplex(start: Vec<f64>, function: &dyn Fn(&[f64]) -> f64) -> f64 {
        let (mut best, mut value) = (start, f64::INFINITY);
        for _ in 0..20 {
            let (next, at_next) = one_simplex(&best, function);
            let gained = value - at_next;
            (best, value) = (next, at_next);
            if gained < 1e-13 {
                break;
            }
        }
        value
    }

    fn one_simplex(start: &[f64], function: &dyn Fn(&[f64]) -> f64) -> (Vec<f64>, f64) {
        let with_value = |point: Vec<f64>| {
            let value = function(&point);
            (point, value)
        };
        let corner = |at: usize| {
            let mut point = start.to_vec();
            if let Some(moved) = at.checked_sub(1) {
                point[moved] += 0.5;
            }
            with_value(point)
        };
        let mut corners: Vec<_> = (0..=start.len()).map(corner).collect();
        for _ in 0..400 {
            corners.sort_by(|a, b| a.1.total_cmp(&b.1));
            let last = corners.len() - 1;
            if corners[last].1 - corners[0].1 < 1e-15 {
                break;
            }
            let centre = |at: usize| {
                corners[..last].iter().map(|(point, _)| point[at]).sum::<f64>() / last as f64
            };
            let towards = |reach: f64| {
                let (worst, _) = &corners[last];
                let moved = worst.iter().enumerate();
                let moved = moved.map(|(at, x)| centre(at) + reach * (centre(at) - x));
                with_value(moved.collect())
            };
            let mirrored = towards(1.0);
            let next = if mirrored.1 < corners[0].1 {
                let further = towards(2.0);
                if further.1 < mirrored.1 { further } else { mirrored }
            } else if mirrored.1 < corners[last - 1].1 {
                mirrored
            } else {
                towards(-0.5)
            };
            if next.1 < corners[last].1 {
                corners[last] = next;
            } else {
                let best = corners[0].0.clone();
                for corner in &mut corners[1..] {
                    let halved = corner.0.iter().zip(&best).map(|(a, b)| f64::midpoint(*a, *b));
                    *corner = with_value(halved.collect());
                }
            }
        }
        corners.swap_remove(0)
    }

    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![1 => Just(0), 3 => (0.0..5.0).prop_map(|log| 10f64.powf(log) as u64)]
    }

    fn model() -> impl Strategy<Value = Model> {
        prop_oneof![Just(Model::Logistic), Just(Model::Normalised)]
    }

    /// Always the same cases: a plain search now and then stops short of the best, and a test may not fail now and then.
    fn config(cases: u32) -> ProptestConfig {
        let rng_seed = RngSeed::Fixed(1);
        ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
    }

    fn assert_near_slow<const N: usize>(counts: [u64; N], model: Model, elo: f64) {
        let Some(shares) = Shares::of(counts) else { return };
        let (fast, slow) = (shares.cost(model, elo), Slow { shares: &shares, model, elo }.cost());
        let far = (fast - slow).abs() / (1.0 + slow);
        assert!(far < 1e-4, "{counts:?}, {model:?} {elo}: {fast} instead of {slow}");
    }

    proptest! {
        #![proptest_config(config(4000))]

        #[test]
        fn every_hypothesis_costs_something_finite(
            pairs in prop::array::uniform5(count()),
            games in prop::array::uniform3(count()),
            model in model(),
            elo in -2000.0..2000.0,
        ) {
            let costs = [
                Shares::of(pairs).map(|shares| shares.cost(model, elo)),
                Shares::of(games).map(|shares| shares.cost(model, elo)),
            ];
            for cost in costs.into_iter().flatten() {
                prop_assert!(cost.is_finite() && cost > -1e-6, "{cost}");
            }
        }
    }

    proptest! {
        #![proptest_config(config(12))]

        #[test]
        fn a_hypothesis_costs_what_plain_optimisation_finds(
            pairs in prop::array::uniform5(count()),
            games in prop::array::uniform3(count()),
            model in model(),
            elo in -1500.0..1500.0,
        ) {
            assert_near_slow(pairs, model, elo);
            assert_near_slow(games, model, elo);
        }
    }
}
