//! Random numbers in contests and in their figures: everything follows from a seed.

/// A small generator of random numbers (Steele, Lea and Flood's SplitMix64): openings, seeds and imagined
/// results need no better one.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// What openings are drawn from.
    pub const OPENINGS: u64 = 1;
    /// What the seeds of games are drawn from.
    pub const GAMES: u64 = 2;
    /// What openings of some plies more are drawn from.
    pub const LONGER_OPENINGS: u64 = 3;
    /// What games that are only imagined are drawn from.
    pub(crate) const IMAGINED: u64 = 4;

    /// Numbers for one use of a seed, which have nothing to do with those for another.
    #[must_use]
    pub fn new(seed: u64, what_for: u64) -> Rng {
        let mut rng = Rng(seed ^ what_for.rotate_left(32));
        rng.next();
        rng
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mixed(self.0)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        as_unit(self.next())
    }

    /// A draw of the standard normal distribution, by Box and Muller's method.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }
}

/// How far apart the states of the generator are.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number of that place in a seed's sequence, without those before it.
pub(crate) fn numbered(seed: u64, place: u64) -> u64 {
    mixed(seed.wrapping_add(place.wrapping_add(1).wrapping_mul(STEP)))
}

/// A number from 0 to 1 that follows from a seed and a place, and from nothing else.
#[must_use]
pub fn chance(seed: u64, place: u64) -> f64 {
    as_unit(numbered(seed, place))
}

/// Spreads a change of any bit over all of them.
fn mixed(state: u64) -> u64 {
    let mut mixed = state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn as_unit(number: u64) -> f64 {
    (number >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_have_the_mean_and_variance_that_they_should() {
        let mut rng = Rng::new(1, Rng::IMAGINED);
        let draws: Vec<f64> = (0..20_000).map(|_| rng.normal()).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.03, "{mean}, {variance}");
    }
}
