//! The scale that ratings are told on, and the normal distribution: what scores, Elo and probabilities have to do
//! with each other.

/// How many standard errors an interval of 95 % reaches to both sides.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// How many standard errors it reaches where all of the 5 % lie on one side.
pub(super) const Z95_ONE_SIDED: f64 = 1.644_853_626_951_472;

/// A unit of the logistic scale in Elo: 400 points are a factor of ten.
pub(super) const ELO_A_NAT: f64 = 400.0 / std::f64::consts::LN_10;

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

/// The rating difference that explains a mean score; none where no finite one does.
#[must_use]
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO_A_NAT * (score / (1.0 - score)).ln())
}
