//! How long a sequential test is likely to take, before it begins and while it runs: the test is run on imagined
//! pairs of games.

use super::scale::expected_score;
use super::sprt::{Sprt, Verdict};
use super::tally::Pentanomial;
use crate::rng::Rng;

/// How often the rest of a test is imagined, and after how many pairs something is known of what they are like.
const RESTS: usize = 200;
const FEW_PAIRS: u64 = 16;

/// What imagined tests came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Half of the tests took no more pairs than this.
    pub median: u64,
    /// Nine of ten took no more than this.
    pub most: u64,
    /// The share of tests that accepted `elo1`.
    pub accepts_elo1: f64,
}

impl Prediction {
    /// A test that goes on for so many pairs is given up.
    pub const LONGEST: u64 = 1_000_000;

    /// Runs so many tests on players that differ by `elo` and draw this share of their games; the two games
    /// of a pair are taken to be independent.
    #[must_use]
    pub fn of(sprt: &Sprt, elo: f64, draws: f64, tests: usize, seed: u64) -> Prediction {
        let mut rng = Rng::new(seed, Rng::IMAGINED);
        let game = Imagined::new(elo, draws);
        let runs = (0..tests.max(1)).map(|_| run(sprt, &game, &mut rng));
        let mut runs: Vec<(u64, bool)> = runs.collect();
        runs.sort_unstable();
        let accepted = runs.iter().filter(|(_, accepted)| *accepted).count();
        Prediction {
            median: runs[(runs.len() - 1) / 2].0,
            most: runs[(runs.len() - 1) * 9 / 10].0,
            accepts_elo1: accepted as f64 / runs.len() as f64,
        }
    }
}

/// Between which numbers of pairs more half of all tests decide that stand where this one does; none where it has
/// decided or seen too few. The log-likelihood ratio walks on as it did so far, at a pace that is known only as well
/// as these pairs can tell.
#[must_use]
pub fn pairs_left(sprt: &Sprt, pairs: &Pentanomial, evidence: f64) -> Option<(u64, u64)> {
    let state = sprt.state(pairs, evidence);
    let count = pairs.pairs();
    if count < FEW_PAIRS || state.verdict() != Verdict::GoOn {
        return None;
    }
    let steps: [f64; 5] = std::array::from_fn(|at| {
        let mut more = *pairs;
        more.0[at] += 1;
        sprt.state(&more, evidence).llr - state.llr
    });
    let mean_of = |values: [f64; 5]| {
        let sum: f64 = values.iter().zip(pairs.0).map(|(value, count)| value * count as f64).sum();
        sum / count as f64
    };
    let mean = mean_of(steps);
    let deviation = mean_of(steps.map(|step| (step - mean).powi(2))).sqrt();
    let mut rng = Rng::new(1, Rng::IMAGINED);
    let rest = |_| {
        let pace = mean + deviation / (count as f64).sqrt() * rng.normal();
        let (mut llr, mut number) = (state.llr, 0);
        while state.lower < llr && llr < state.upper && number < Prediction::LONGEST {
            let next = (number / 20).max(1);
            llr += next as f64 * pace + (next as f64).sqrt() * deviation * rng.normal();
            number += next;
        }
        number
    };
    let mut rests: Vec<u64> = (0..RESTS).map(rest).collect();
    rests.sort_unstable();
    Some((rests[RESTS / 4], rests[RESTS * 3 / 4]))
}

/// The odds of one game.
struct Imagined {
    loss: f64,
    draw: f64,
}

impl Imagined {
    fn new(elo: f64, draws: f64) -> Imagined {
        let score = expected_score(elo);
        // Nobody can win less than never.
        let draw = draws.min(2.0 * score).min(2.0 * (1.0 - score));
        Imagined { loss: 1.0 - score - draw / 2.0, draw }
    }

    /// What so many pairs come to.
    fn pairs(&self, count: u64, rng: &mut Rng) -> Pentanomial {
        let Imagined { loss, draw } = *self;
        let win = 1.0 - loss - draw;
        let shares =
            [loss * loss, 2.0 * loss * draw, draw * draw + 2.0 * loss * win, 2.0 * draw * win];
        let (mut left, mut share_left) = (count, 1.0);
        let mut pairs = Pentanomial::default();
        // The pairs of each score are a part of those that have none of the scores before it.
        for (share, pairs) in shares.into_iter().zip(&mut pairs.0) {
            *pairs = successes(left, (share / share_left).clamp(0.0, 1.0), rng);
            left -= *pairs;
            share_left -= share;
        }
        pairs.0[4] = left;
        pairs
    }
}

/// How many of so many tries succeed, each with this chance.
fn successes(tries: u64, chance: f64, rng: &mut Rng) -> u64 {
    /// With a larger variance than this, a binomial distribution is a normal one for every purpose here.
    const LARGE: f64 = 100.0;
    if chance > 0.5 {
        return tries - successes(tries, 1.0 - chance, rng);
    }
    let (mean, variance) = (tries as f64 * chance, tries as f64 * chance * (1.0 - chance));
    if variance > LARGE {
        return (mean + variance.sqrt() * rng.normal()).round().clamp(0.0, tries as f64) as u64;
    }
    if chance <= 0.0 {
        return 0;
    }
    // From one success to the next one, over the tries between them.
    let between = |rng: &mut Rng| (1.0 - rng.unit()).ln() / (-chance).ln_1p();
    let (mut at, mut found) = (0.0, 0);
    loop {
        at += between(rng).floor() + 1.0;
        if at > tries as f64 {
            return found;
        }
        found += 1;
    }
}

/// How many pairs a test took, and whether it accepted `elo1`. A long test is looked at in steps of a
/// twentieth of its length, since its ratio changes slowly.
fn run(sprt: &Sprt, game: &Imagined, rng: &mut Rng) -> (u64, bool) {
    let mut pairs = Pentanomial::default();
    let mut number = 0;
    while number < Prediction::LONGEST {
        let step = (number / 20).max(1);
        let more = game.pairs(step, rng);
        pairs.0.iter_mut().zip(more.0).for_each(|(pairs, more)| *pairs += more);
        number += step;
        match sprt.state(&pairs, 1.0).verdict() {
            Verdict::GoOn => {}
            verdict => return (number, verdict == Verdict::AcceptElo1),
        }
    }
    (Prediction::LONGEST, false)
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;

    fn predict(elo: f64) -> Prediction {
        let sprt = Sprt::new(Model::Logistic, [0.0, 20.0], [0.05, 0.05]).unwrap();
        Prediction::of(&sprt, elo, 0.04, 300, 7)
    }

    // Wald, Sequential Analysis (1947): the probability of the wrong verdict is alpha or beta.
    #[test]
    fn a_test_is_wrong_as_often_as_it_may_be() {
        let (nothing_gained, all_gained) = (predict(0.0), predict(20.0));
        assert!(nothing_gained.accepts_elo1 < 0.09, "{nothing_gained:?}");
        assert!(all_gained.accepts_elo1 > 0.91, "{all_gained:?}");
    }

    // Wald's approximation of the expected length under the first hypothesis:
    // ((1 - alpha) ln(beta / (1 - alpha)) + alpha ln((1 - beta) / alpha)) / E[ratio of a pair], with the
    // mean ratio -(m1 - m0)^2 / (2 v) of nearly normal pairs: m1 - m0 = 0.02877, v = 0.12.
    #[test]
    fn a_test_takes_about_as_long_as_wald_says() {
        let expected = 2.65 / (0.028_77f64.powi(2) / (2.0 * 0.12));
        let median = predict(0.0).median as f64;
        assert!((0.4..1.2).contains(&(median / expected)), "{median} instead of about {expected}");
        assert!(predict(10.0).median as f64 > median);
        assert!((predict(60.0).median as f64) < median);
    }

    #[test]
    fn pairs_are_imagined_as_often_as_their_games_say() {
        let mut rng = Rng::new(3, Rng::IMAGINED);
        for (elo, draws) in [(0.0, 0.04), (35.0, 0.5), (-400.0, 0.1), (1500.0, 0.0)] {
            let game = Imagined::new(elo, draws);
            let [l, d, w] = [game.loss, game.draw, 1.0 - game.loss - game.draw];
            let shares = [l * l, 2.0 * l * d, d * d + 2.0 * l * w, 2.0 * d * w, w * w];
            for (times, count) in [(40_000, 1), (2_000, 20), (40, 1_000), (4, 100_000)] {
                let mut all = Pentanomial::default();
                for _ in 0..times {
                    let some = game.pairs(count, &mut rng);
                    assert_eq!(some.pairs(), count);
                    all.0.iter_mut().zip(some.0).for_each(|(all, some)| *all += some);
                }
                for (seen, share) in all.0.into_iter().zip(shares) {
                    let (expected, pairs) = (share * all.pairs() as f64, all.pairs() as f64);
                    let error = (pairs * share * (1.0 - share)).sqrt();
                    let far = (seen as f64 - expected).abs();
                    assert!(far < 4.5 * error + 1.0, "{elo}, {draws}, {count}: {seen}, {expected}");
                }
            }
        }
    }

    #[test]
    fn a_test_that_decides_nothing_in_reach_is_given_up_soon() {
        let sprt = Sprt::new(Model::Logistic, [0.0, 0.01], [0.05, 0.05]).unwrap();
        let prediction = Prediction::of(&sprt, 0.0, 0.04, 50, 7);
        assert!(prediction.median > Prediction::LONGEST / 2, "{prediction:?}");
    }

    #[test]
    fn the_rest_of_a_test_takes_as_long_as_its_pace_says() {
        let sprt = Sprt::new(Model::Logistic, [0.0, 20.0], [0.05, 0.05]).unwrap();
        let clear = Pentanomial([1, 8, 14, 17, 5]);
        let state = sprt.state(&clear, 1.0);
        let straight = (state.upper - state.llr) / (state.llr / 45.0);
        let (least, most) = pairs_left(&sprt, &clear, 1.0).unwrap();
        assert!((least as f64) < straight && straight < most as f64, "{least} {straight} {most}");
        let even = Pentanomial([3, 10, 18, 11, 3]);
        let (_, longer) = pairs_left(&sprt, &even, 1.0).unwrap();
        assert!(longer > most, "{longer} and {most}");
        assert_eq!(pairs_left(&sprt, &Pentanomial([0, 0, 0, 0, 15]), 1.0), None);
        assert_eq!(pairs_left(&sprt, &Pentanomial([0, 0, 0, 200, 200]), 1.0), None);
    }
}
