//! The figures of a match between two players: score, rating difference and its error, all from the counts
//! of pairs of games. A pair is one opening played with both colours, so its two games are not independent and
//! the pair, not the game, is what varies.

use std::fmt;

use super::scale::{Z95, elo_of_score, phi};

/// How often a pair of games ended with 0, 1/2, 1, 3/2 and 2 points for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair by the points of its two games, each in halves (0, 1 or 2).
    pub fn add(&mut self, first_half_points: u8, second_half_points: u8) {
        let points = usize::from(first_half_points.min(2) + second_half_points.min(2));
        self.0[points] += 1;
    }

    /// How many pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// Everything that is counted in a match, seen from the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchTally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Finished pairs.
    pub pairs: Pentanomial,
    /// Games that the first player forfeited; they are among the losses.
    pub forfeits: u64,
    /// Games that the second player forfeited; they are among the wins.
    pub forfeits_by_opponent: u64,
}

impl MatchTally {
    /// Games that have a result.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same match seen from the second player.
    #[must_use]
    pub fn turned(&self) -> MatchTally {
        let Pentanomial([a, b, c, d, e]) = self.pairs;
        MatchTally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: Pentanomial([e, d, c, b, a]),
            forfeits: self.forfeits_by_opponent,
            forfeits_by_opponent: self.forfeits,
        }
    }

    /// The figures: over the pairs, or over single games where no pair is finished.
    #[must_use]
    pub fn figures(&self) -> Option<Figures> {
        if self.pairs.pairs() > 0 {
            Some(Figures::of(&self.pairs.0, &[0.0, 0.25, 0.5, 0.75, 1.0], Unit::Pairs))
        } else if self.games() > 0 {
            Some(Figures::of(&[self.losses, self.draws, self.wins], &[0.0, 0.5, 1.0], Unit::Games))
        } else {
            None
        }
    }

    /// The share of games that were drawn.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Pairs,
    Games,
}

/// Strength as a match shows it. Fields that no number can express (an all-win match has no finite rating
/// difference) are `None`, and [`Figures`] prints them in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The mean score of a game, between 0 and 1.
    pub score: f64,
    /// The standard error of the score.
    pub standard_error: f64,
    /// The rating difference.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub elo_error: Option<f64>,
    /// The difference in units of a game's spread, which does not depend on how drawish the games are.
    pub normalised_elo: Option<f64>,
    /// The probability that the first player is the stronger one.
    pub superiority: Option<f64>,
}

impl Figures {
    fn of(counts: &[u64], scores: &[f64], unit: Unit) -> Figures {
        let total = counts.iter().sum::<u64>() as f64;
        let weighted = || counts.iter().map(|&count| count as f64 / total).zip(scores);
        let score: f64 = weighted().map(|(share, points)| share * points).sum();
        let variance: f64 =
            weighted().map(|(share, points)| share * (points - score).powi(2)).sum();
        let standard_error = (variance / total).sqrt();
        let spread = if unit == Unit::Pairs { (2.0 * variance).sqrt() } else { variance.sqrt() };
        let upper = elo_of_score(score + Z95 * standard_error);
        let lower = elo_of_score(score - Z95 * standard_error);
        Figures {
            score,
            standard_error,
            elo: elo_of_score(score),
            // Without any variance there is nothing to estimate an error from.
            elo_error: match (lower, upper) {
                (Some(lower), Some(upper)) if variance > 0.0 => Some((upper - lower) / 2.0),
                _ => None,
            },
            normalised_elo: (spread > 0.0)
                .then(|| (score - 0.5) / spread * 800.0 / std::f64::consts::LN_10),
            superiority: (standard_error > 0.0).then(|| phi((score - 0.5) / standard_error)),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => write!(f, "Elo {elo:+.1} +/- {error:.1}")?,
            (Some(elo), None) if self.standard_error > 0.0 => {
                write!(f, "Elo {elo:+.1}, too few games for an error")?;
            }
            (Some(elo), None) => write!(f, "Elo {elo:+.1}, every pair ended the same")?,
            (None, _) if self.score > 0.5 => write!(f, "won every game, no upper bound on Elo")?,
            (None, _) => write!(f, "lost every game, no lower bound on Elo")?,
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
    use super::*;

    fn tally(pairs: [u64; 5]) -> MatchTally {
        MatchTally { pairs: Pentanomial(pairs), ..MatchTally::default() }
    }

    fn assert_near(value: Option<f64>, wanted: f64) {
        let value = value.unwrap();
        assert!((value - wanted).abs() < 0.01, "{value} instead of {wanted}");
    }

    // The figures in the next two tests are those that the tests of fastchess expect.
    #[test]
    fn pairs_give_the_figures_of_fastchess() {
        let figures = tally([34, 54, 63, 64, 75]).figures().unwrap();
        assert_near(figures.normalised_elo, 57.94);
        assert_near(figures.elo, 55.58);
        assert_near(figures.elo_error, 27.65);
        let figures = tally([332, 433, 498, 333, 334]).figures().unwrap();
        assert_near(figures.normalised_elo, -9.17);
        assert_near(figures.elo, -8.64);
        assert_near(figures.elo_error, 10.33);
        assert_near(figures.superiority, 0.0505);
    }

    #[test]
    fn single_games_give_the_figures_of_fastchess() {
        let single = MatchTally { wins: 136, losses: 96, draws: 111, ..MatchTally::default() };
        let figures = single.figures().unwrap();
        assert_near(figures.normalised_elo, 49.77);
        assert_near(figures.elo, 40.70);
        assert_near(figures.elo_error, 30.43);
        assert_near(figures.superiority, 0.9960);
    }

    #[test]
    fn a_clean_sweep_is_told_in_words_and_not_as_infinity() {
        let figures = tally([0, 0, 0, 0, 12]).figures().unwrap();
        assert_eq!(figures.to_string(), "won every game, no upper bound on Elo");
        let figures = tally([7, 0, 0, 0, 0]).figures().unwrap();
        assert_eq!(figures.to_string(), "lost every game, no lower bound on Elo");
    }

    #[test]
    fn nothing_but_draws_is_an_even_match_without_an_error() {
        let figures = tally([0, 0, 9, 0, 0]).figures().unwrap();
        assert_eq!(figures.to_string(), "Elo +0.0, every pair ended the same");
    }

    #[test]
    fn a_match_without_a_finished_pair_is_judged_by_its_games() {
        let single = MatchTally { wins: 3, draws: 1, losses: 2, ..MatchTally::default() };
        let figures = single.figures().unwrap();
        assert!((figures.score - 3.5 / 6.0).abs() < 1e-12);
        assert!(MatchTally::default().figures().is_none());
    }
}
