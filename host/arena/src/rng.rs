//! Rng in contests and in their figures: everything follows from a seed.

/// A small generator of random numbers (Steele, Lea and Flood's SplitMix64): openings, seeds and redrawn
/// results need no better one.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// What openings are drawn from.
    pub const OPENINGS: u64 = 1;
    /// What the seeds of games are drawn from.
    pub const GAMES: u64 = 2;
    /// What redrawn results are drawn from.
    pub const RESAMPLES: u64 = 3;
    /// What games that are only imagined are drawn from.
    pub const IMAGINED: u64 = 4;

    /// Numbers for one use of a seed, which have nothing to do with those for another.
    #[must_use]
    pub fn new(seed: u64, what_for: u64) -> Rng {
        let mut chance = Rng(seed ^ what_for.rotate_left(32));
        chance.next();
        chance
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// How often something comes that is expected so often: a draw of Poisson's distribution. For large
    /// numbers the normal one is as good.
    pub fn poisson(&mut self, expected: u64) -> f64 {
        let expected = expected as f64;
        if expected > 30.0 {
            return (expected + expected.sqrt() * self.normal()).round().max(0.0);
        }
        let (limit, mut product, mut count) = ((-expected).exp(), self.unit(), 0.0);
        while product > limit {
            product *= self.unit();
            count += 1.0;
        }
        count
    }

    /// A draw of the standard normal distribution, by Box and Muller's method.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_have_the_mean_and_variance_that_they_should() {
        for expected in [1, 5, 30, 31, 400] {
            let mut chance = Rng::new(1, expected);
            let draws: Vec<f64> = (0..20_000).map(|_| chance.poisson(expected)).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let squares: f64 = draws.iter().map(|draw| (draw - mean).powi(2)).sum();
            let variance = squares / draws.len() as f64;
            assert!((mean / expected as f64 - 1.0).abs() < 0.03, "{expected}: mean {mean}");
            assert!((variance / expected as f64 - 1.0).abs() < 0.06, "{expected}: {variance}");
        }
    }
}
