//! Joint ratings of many players from all their games at once: the Bradley-Terry model by maximum likelihood,
//! with one virtual draw between each two players that met, so that a clean sweep stays finite, and error bars
//! by drawing the pairs of games anew.

use super::scale::{Z95, phi};
use crate::rng::Rng;

/// The result of a pair of games, or of a single game, between two players, and how often it came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairResult {
    /// The first player, as an index.
    pub first: usize,
    /// The second player.
    pub second: usize,
    /// How many games it stands for.
    pub games: u32,
    /// How many points of these the first player made, draws counting one half.
    pub points: f64,
    /// How many such pairs or games there were.
    pub count: u64,
}

/// A player's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedPlayer {
    /// The player, as an index.
    pub player: usize,
    /// The rating.
    pub rating: f64,
    /// Half the width of its 95 % interval, relative to the anchor.
    pub error: f64,
    /// Games played.
    pub games: u64,
    /// Points made.
    pub points: f64,
    /// The probability of being stronger than the next one in the table.
    pub superiority: Option<f64>,
}

/// A fit and the fits of its resamples.
#[derive(Clone, Debug)]
pub struct JointRatings {
    ratings: Vec<f64>,
    resampled: Vec<Vec<f64>>,
    games: Vec<u64>,
    points: Vec<f64>,
}

/// How many games and points there are between each two players: all that the fit looks at.
struct Table {
    players: usize,
    games: Vec<f64>,
    points: Vec<f64>,
}

/// A rating unit of the logistic scale: 400 points are a factor of ten.
const POINTS_A_NAT: f64 = 400.0 / std::f64::consts::LN_10;

impl JointRatings {
    /// Fits the ratings of `players` players to the results, with `anchor` held at its value, and fits them
    /// again to `resamples` random redrawings of the results, all from `seed`. Each redrawing takes every
    /// result as often as chance will have it, which on average is as often as it came.
    #[must_use]
    pub fn fit(
        players: usize,
        results: &[PairResult],
        anchor: (usize, f64),
        resamples: usize,
        seed: u64,
    ) -> JointRatings {
        let table = Table::of(players, results.iter().map(|result| (result, result.count as f64)));
        let mut ratings = table.fit(&vec![0.0; players]);
        let mut chance = Rng::new(seed, Rng::RESAMPLES);
        let mut resampled: Vec<Vec<f64>> = (0..resamples)
            .map(|_| {
                let drawn = results.iter().map(|result| (result, chance.poisson(result.count)));
                Table::of(players, drawn).fit(&ratings)
            })
            .collect();
        for fit in std::iter::once(&mut ratings).chain(&mut resampled) {
            let shift = anchor.1 - fit[anchor.0];
            fit.iter_mut().for_each(|rating| *rating += shift);
        }
        let mut games = vec![0; players];
        let mut points = vec![0.0; players];
        for result in results {
            let count = result.count as f64;
            games[result.first] += u64::from(result.games) * result.count;
            games[result.second] += u64::from(result.games) * result.count;
            points[result.first] += count * result.points;
            points[result.second] += count * (f64::from(result.games) - result.points);
        }
        JointRatings { ratings, resampled, games, points }
    }

    /// The rating of a player.
    #[must_use]
    pub fn rating(&self, player: usize) -> f64 {
        self.ratings[player]
    }

    /// The probability that one player is stronger than another.
    #[must_use]
    pub fn superiority(&self, player: usize, over: usize) -> Option<f64> {
        let deviation = deviation(self.resampled.iter().map(|fit| fit[player] - fit[over]))?;
        (deviation > 0.0).then(|| phi((self.ratings[player] - self.ratings[over]) / deviation))
    }

    /// All players, the strongest first.
    #[must_use]
    pub fn table(&self) -> Vec<RatedPlayer> {
        let mut order: Vec<usize> = (0..self.ratings.len()).collect();
        order.sort_by(|&a, &b| self.ratings[b].total_cmp(&self.ratings[a]));
        let place = |(place, &player): (usize, &usize)| RatedPlayer {
            player,
            rating: self.ratings[player],
            error: Z95 * deviation(self.resampled.iter().map(|fit| fit[player])).unwrap_or(0.0),
            games: self.games[player],
            points: self.points[player],
            superiority: order.get(place + 1).and_then(|&next| self.superiority(player, next)),
        };
        order.iter().enumerate().map(place).collect()
    }
}

impl Table {
    /// Of results with how often each of them counts.
    fn of<'r>(players: usize, results: impl Iterator<Item = (&'r PairResult, f64)>) -> Table {
        let mut table = Table {
            players,
            games: vec![0.0; players * players],
            points: vec![0.0; players * players],
        };
        for (result, count) in results {
            let (there, back) =
                (result.first * players + result.second, result.second * players + result.first);
            let (games, points) = (count * f64::from(result.games), count * result.points);
            table.games[there] += games;
            table.games[back] += games;
            table.points[there] += points;
            table.points[back] += games - points;
        }
        for (games, points) in table.games.iter_mut().zip(&mut table.points) {
            if *games > 0.0 {
                *games += 1.0;
                *points += 0.5;
            }
        }
        table
    }

    /// Newton's method a player at a time: each player's rating is moved to where its expected points are its
    /// points, given the others, until nobody moves. The likelihood has one peak, so the order does not matter.
    fn fit(&self, start: &[f64]) -> Vec<f64> {
        let mut strength: Vec<f64> = start.iter().map(|rating| rating / POINTS_A_NAT).collect();
        for _ in 0..10_000 {
            let mut moved = 0.0f64;
            for player in 0..self.players {
                let step = self.newton_step(player, &strength);
                strength[player] += step;
                moved = moved.max(step.abs());
            }
            if moved < 1e-9 {
                break;
            }
        }
        strength.iter().map(|nats| nats * POINTS_A_NAT).collect()
    }

    fn newton_step(&self, player: usize, strength: &[f64]) -> f64 {
        let row = player * self.players..(player + 1) * self.players;
        let (mut gradient, mut curvature) = (0.0, 0.0);
        for ((games, points), other) in
            self.games[row.clone()].iter().zip(&self.points[row]).zip(strength)
        {
            if *games > 0.0 {
                let expected = 1.0 / (1.0 + (other - strength[player]).exp());
                gradient += points - games * expected;
                curvature += games * expected * (1.0 - expected);
            }
        }
        // Far from the peak the curvature vanishes and a full step would overshoot.
        if curvature > 0.0 { (gradient / curvature).clamp(-2.0, 2.0) } else { 0.0 }
    }
}

fn deviation(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(first: usize, second: usize, games: u32, points: f64) -> PairResult {
        PairResult { first, second, games, points, count: 1 }
    }

    #[test]
    fn two_players_get_the_difference_that_their_score_and_one_virtual_draw_promise() {
        let joint = JointRatings::fit(2, &[result(0, 1, 99, 74.5)], (1, 0.0), 0, 1);
        // 75 points of 100: 400 log10(3).
        assert!((joint.rating(0) - 190.848_501_887_9).abs() < 1e-6, "{}", joint.rating(0));
    }

    #[test]
    fn a_result_that_came_often_counts_as_often() {
        let one_by_one: Vec<_> = (0..8).map(|i| result(0, 1, 2, [2.0, 1.0][i % 2])).collect();
        let counted = [2.0, 1.0].map(|points| PairResult { count: 4, ..result(0, 1, 2, points) });
        let rating =
            |results: &[PairResult]| JointRatings::fit(2, results, (1, 0.0), 0, 1).rating(0);
        assert!((rating(&one_by_one) - rating(&counted)).abs() < 1e-9);
        let errors = [&one_by_one[..], &counted[..]]
            .map(|results| JointRatings::fit(2, results, (1, 0.0), 2000, 1).table()[0].error);
        assert!((errors[0] / errors[1] - 1.0).abs() < 0.1, "{errors:?}");
    }

    #[test]
    fn a_clean_sweep_stays_finite() {
        let joint = JointRatings::fit(2, &[result(0, 1, 20, 20.0)], (1, 0.0), 0, 1);
        // 20.5 points of 21: 400 log10(41).
        assert!((joint.rating(0) - 645.113_542_6).abs() < 1e-3, "{}", joint.rating(0));
    }

    #[test]
    fn the_expected_points_of_a_fit_are_the_points_made() {
        let results = [
            result(0, 1, 40, 31.0),
            result(1, 2, 40, 22.5),
            result(2, 0, 40, 9.0),
            result(3, 1, 7, 1.0),
        ];
        let joint = JointRatings::fit(4, &results, (2, 100.0), 0, 1);
        assert!((joint.rating(2) - 100.0).abs() < 1e-9);
        for player in 0..4 {
            let (mut expected, mut made) = (0.0, 0.0);
            for r in &results {
                let score =
                    super::super::expected_score(joint.rating(r.first) - joint.rating(r.second));
                let games = f64::from(r.games) + 1.0;
                if r.first == player {
                    expected += games * score;
                    made += r.points + 0.5;
                } else if r.second == player {
                    expected += games * (1.0 - score);
                    made += games - r.points - 0.5;
                }
            }
            assert!((expected - made).abs() < 1e-6, "player {player}: {expected} and {made}");
        }
    }

    #[test]
    fn error_bars_shrink_with_the_square_root_of_the_games_and_repeat_with_the_seed() {
        let many = |pairs: usize| -> Vec<PairResult> {
            (0..pairs).map(|i| result(0, 1, 2, [2.0, 1.0, 1.0, 0.0][i % 4])).collect()
        };
        let error_of = |pairs: usize| {
            let joint = JointRatings::fit(2, &many(pairs), (1, 0.0), 400, 7);
            joint.table().iter().find(|rated| rated.player == 0).unwrap().error
        };
        let ratio = error_of(100) / error_of(1600);
        assert!((3.0..5.0).contains(&ratio), "{ratio}");
        assert_eq!(error_of(100).to_bits(), error_of(100).to_bits());
    }

    #[test]
    fn the_table_begins_with_the_strongest_and_tells_superiority_over_the_next() {
        let results: Vec<_> =
            (0..50).flat_map(|_| [result(0, 1, 2, 0.5), result(1, 2, 2, 1.5)]).collect();
        let table = JointRatings::fit(3, &results, (0, 0.0), 200, 3).table();
        assert_eq!(table[0].player, 1);
        assert!(table[0].superiority.is_some_and(|p| p > 0.99), "{:?}", table[0]);
        assert_eq!(table[2].superiority, None);
    }
}
