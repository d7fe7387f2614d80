//! What is counted of the games between two players: results, pairs, forfeits, and how many of the games differ.
//! What the counts say of strength is the ratings' business.

use std::iter::Sum;

use super::joint::PairResult;

/// How often a pair of games ended with 0, 1/2, 1, 3/2 and 2 points for the first player. A pair is one opening
/// played with both colours, so its two games are not independent and the pair, not the game, is what varies.
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

/// How many of some games are different ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    /// Games, repeated ones among them.
    pub games: u64,
    /// Different games.
    pub different: u64,
    /// The sum of the squares of how often each of them came.
    squares: u64,
}

impl Repeats {
    /// Counts a game that came so often before.
    pub fn add(&mut self, before: u64) {
        self.games += 1;
        self.different += u64::from(before == 0);
        self.squares += 2 * before + 1;
    }

    /// What share of a game each of them is worth as evidence: a game that is played again says nothing new. A mean
    /// in which some results weigh more than others is as uncertain as one of (sum of weights)^2 / (sum of their
    /// squares) that weigh the same (Kish, Survey Sampling, 1965).
    #[must_use]
    pub fn evidence(&self) -> f64 {
        if self.squares == 0 { 1.0 } else { self.games as f64 / self.squares as f64 }
    }
}

impl Sum for Repeats {
    fn sum<I: Iterator<Item = Repeats>>(all: I) -> Repeats {
        all.fold(Repeats::default(), |one, other| Repeats {
            games: one.games + other.games,
            different: one.different + other.different,
            squares: one.squares + other.squares,
        })
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
    /// Wins, draws and losses of games that belong to no finished pair.
    pub single: [u64; 3],
    /// Games that the first player forfeited; they are among the losses.
    pub forfeits: u64,
    /// Games that the second player forfeited; they are among the wins.
    pub forfeits_by_opponent: u64,
    /// How many of the games are different, where their moves are known.
    pub repeats: Repeats,
}

impl MatchTally {
    /// Games that have a result.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first player's points, draws counting one half.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same match seen from the second player.
    #[must_use]
    pub fn turned(&self) -> MatchTally {
        let mut turned = *self;
        (turned.wins, turned.losses) = (self.losses, self.wins);
        (turned.forfeits, turned.forfeits_by_opponent) = (self.forfeits_by_opponent, self.forfeits);
        turned.pairs.0.reverse();
        turned.single.reverse();
        turned
    }

    /// The share of games that were drawn.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The results between two players as the ratings take them: pairs, and the games that belong to none.
    pub fn results(&self, first: usize, second: usize) -> impl Iterator<Item = PairResult> {
        let evidence = self.repeats.evidence();
        let of_pairs = self.pairs.0.into_iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]);
        let of_games = self.single.into_iter().zip([1.0, 0.5, 0.0]);
        let all = of_pairs.map(|it| (2, it)).chain(of_games.map(|it| (1, it)));
        all.filter(|(_, (count, _))| *count > 0).map(move |(games, (count, points))| PairResult {
            first,
            second,
            games,
            points,
            count,
            evidence,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_came_before_is_no_more_evidence() {
        let mut repeats = Repeats::default();
        assert_eq!(repeats.evidence().to_bits(), 1f64.to_bits());
        (0..24).for_each(|_| repeats.add(0));
        assert_eq!(repeats.evidence().to_bits(), 1f64.to_bits());
        for before in 1..10 {
            (0..24).for_each(|_| repeats.add(before));
        }
        assert_eq!((repeats.games, repeats.different), (240, 24));
        assert!((repeats.evidence() * 240.0 - 24.0).abs() < 1e-9);
    }

    #[test]
    fn a_match_is_turned_round_with_everything_in_it() {
        let tally = MatchTally {
            wins: 5,
            draws: 1,
            losses: 1,
            pairs: Pentanomial([0, 0, 1, 0, 2]),
            single: [0, 1, 0],
            forfeits: 1,
            ..MatchTally::default()
        };
        let turned = tally.turned();
        assert_eq!((turned.wins, turned.losses, turned.forfeits_by_opponent), (1, 5, 1));
        assert_eq!(turned.pairs.0, [2, 0, 1, 0, 0]);
        assert_eq!(turned.turned(), tally);
        assert!((tally.points() - 5.5).abs() < 1e-12);
    }
}
