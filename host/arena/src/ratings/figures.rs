//! The figures of a match between two players: score, rating difference and its bars, and the difference in units of
//! a game's spread.

use std::fmt;

use super::bars::Interval;
use super::joint::{JointRatings, PairResult};
use super::tally::MatchTally;

/// Strength as a match shows it. Fields that no number can express (an all-win match has no finite rating
/// difference) are `None`, and [`Figures`] prints them in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The mean score of a game, between 0 and 1.
    pub score: f64,
    /// The rating difference.
    pub elo: Option<f64>,
    /// Where it lies with a probability of 95 %.
    pub interval: Interval,
    /// The difference in units of a game's spread, which does not depend on how drawish the games are.
    pub normalised_elo: Option<f64>,
    /// The probability that the first player is the stronger one.
    pub superiority: Option<f64>,
}

impl Figures {
    /// The figures of a match; none before its first game.
    #[must_use]
    pub fn of(tally: &MatchTally) -> Option<Figures> {
        let results: Vec<PairResult> = tally.results(0, 1).collect();
        if results.is_empty() {
            return None;
        }
        let ratings = JointRatings::fit(2, &results, (1, 0.0));
        let interval = ratings.interval(0);
        Some(Figures {
            score: tally.points() / tally.games() as f64,
            elo: interval.is_bounded().then(|| ratings.rating(0)),
            interval,
            normalised_elo: normalised_elo(tally),
            superiority: ratings.superiority(0, 1),
        })
    }
}

/// Over the pairs, or over single games where no pair is finished.
fn normalised_elo(tally: &MatchTally) -> Option<f64> {
    let whole = if tally.pairs.pairs() > 0 { 2 } else { 1 };
    let results = || tally.results(0, 1).filter(move |result| result.games == whole);
    let count: u64 = results().map(|result| result.count).sum();
    let mean = |of: &dyn Fn(f64) -> f64| {
        let weighted =
            |result: PairResult| result.count as f64 * of(result.points / f64::from(result.games));
        results().map(weighted).sum::<f64>() / count as f64
    };
    let score = mean(&|score| score);
    // The mean of two games varies half as much as one does.
    let spread = (f64::from(whole) * mean(&|other| (other - score).powi(2))).sqrt();
    (spread > 0.0).then(|| (score - 0.5) / spread * 800.0 / std::f64::consts::LN_10)
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.elo {
            Some(elo) => write!(f, "Elo {elo:+.1} (95 %: {:+.1})", self.interval)?,
            None if self.score > 0.5 => write!(f, "won every game, Elo {:+.1}", self.interval)?,
            None => write!(f, "lost every game, Elo {:+.1}", self.interval)?,
        }
        if let Some(normalised) = self.normalised_elo {
            write!(f, ", normalised {normalised:+.1}")?;
        }
        if let Some(superiority) = self.superiority {
            write!(f, ", superiority {:.1} %", 100.0 * superiority)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::Pentanomial;
    use super::*;

    fn figures([a, b, c, d, e]: [u64; 5]) -> Figures {
        // How the games of drawn pairs ended makes no difference to anything here.
        let (wins, draws, losses) = (2 * e + d, b + d + 2 * c, 2 * a + b);
        let pairs = Pentanomial([a, b, c, d, e]);
        let tally = MatchTally { wins, draws, losses, pairs, ..MatchTally::default() };
        Figures::of(&tally).unwrap()
    }

    fn single(wins: u64, draws: u64, losses: u64) -> Figures {
        let single = [wins, draws, losses];
        let tally = MatchTally { wins, draws, losses, single, ..MatchTally::default() };
        Figures::of(&tally).unwrap()
    }

    fn assert_near(value: Option<f64>, wanted: f64) {
        let value = value.unwrap();
        assert!((value - wanted).abs() < 0.01, "{value} instead of {wanted}");
    }

    /// The bars that the tests of fastchess expect are those of a normal distribution; ours may differ from them by the
    /// half game that each end is given, which is little among many games.
    fn assert_error(figures: Figures, wanted: f64) {
        let Interval { low: Some(low), high: Some(high) } = figures.interval else { panic!() };
        let error = (high - low) / 2.0;
        assert!((error / wanted - 1.0).abs() < 0.02, "{error} instead of {wanted}");
    }

    // The figures in the next two tests are those that the tests of fastchess expect.
    #[test]
    fn pairs_give_the_figures_of_fastchess() {
        let one = figures([34, 54, 63, 64, 75]);
        assert_near(one.normalised_elo, 57.94);
        assert_near(one.elo, 55.58);
        assert_error(one, 27.65);
        let other = figures([332, 433, 498, 333, 334]);
        assert_near(other.normalised_elo, -9.17);
        assert_near(other.elo, -8.64);
        assert_error(other, 10.33);
        assert_near(other.superiority, 0.0505);
    }

    #[test]
    fn single_games_give_the_figures_of_fastchess() {
        let figures = single(136, 111, 96);
        assert_near(figures.normalised_elo, 49.77);
        assert_near(figures.elo, 40.70);
        assert_error(figures, 30.43);
        assert_near(figures.superiority, 0.9960);
    }

    #[test]
    fn a_clean_sweep_has_one_bound_and_no_infinity() {
        let won = figures([0, 0, 0, 0, 12]);
        assert!(won.to_string().starts_with("won every game, Elo +"), "{won}");
        assert!(won.to_string().contains(" or more, superiority 100.0 %"), "{won}");
        // So seldom are so many games won in a row by a player who is no stronger than that.
        let low = won.interval.low.unwrap();
        let chance = super::super::scale::expected_score(low).powi(24);
        assert!((0.025..0.06).contains(&chance), "{low}: {chance}");
        let lost = figures([12, 0, 0, 0, 0]);
        assert!(lost.to_string().starts_with("lost every game, Elo -"), "{lost}");
        assert!((lost.interval.high.unwrap() + low).abs() < 1e-6);
    }

    #[test]
    fn pairs_that_all_end_the_same_leave_less_doubt_than_games_that_do_not() {
        let same = figures([0, 0, 9, 0, 0]);
        assert!((same.elo.unwrap()).abs() < 1e-6 && same.interval.is_bounded(), "{same}");
        let mixed = figures([3, 0, 3, 0, 3]);
        assert!(
            same.interval.high.unwrap() < mixed.interval.high.unwrap() / 2.0,
            "{same}, {mixed}"
        );
    }

    #[test]
    fn a_match_without_a_finished_pair_is_judged_by_its_games() {
        assert!((single(3, 1, 2).score - 3.5 / 6.0).abs() < 1e-12);
        assert!(Figures::of(&MatchTally::default()).is_none());
    }
}
