//! Joint ratings of many players from all their games at once, with their bars. A match is the case of two, so that
//! it says the same of the same games.

use super::bars::{Bars, Interval};
use super::bradley_terry::{BradleyTerry, Meeting, score};
use super::scale::ELO_A_NAT;

/// What results are taken to vary by before any are seen: as coins do, with as much weight as four even games have.
/// It fades as games come.
const PRIOR_VARIANCE: f64 = 1.0;

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
    /// What share of one each of them is worth as evidence: less than 1 where games were repeated.
    pub evidence: f64,
}

/// A player's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedPlayer {
    /// The player, as an index.
    pub player: usize,
    /// The rating; none where only one bound of it is known, or nothing at all.
    pub rating: Option<f64>,
    /// Where a drawing puts it: at its rating, or else at its only bound.
    pub drawn_at: f64,
    /// Where it lies with a probability of 95 %, relative to the anchor.
    pub interval: Interval,
    /// Games played.
    pub games: u64,
    /// Points made.
    pub points: f64,
    /// The probability of being stronger than the next one in the table.
    pub superiority: Option<f64>,
}

/// The ratings of players.
#[derive(Clone, Debug)]
pub struct JointRatings {
    bars: Bars,
    anchor: (usize, f64),
    games: Vec<u64>,
    points: Vec<f64>,
}

impl JointRatings {
    /// Fits the ratings of `players` players to the results, with `anchor` held at its value.
    #[must_use]
    pub fn fit(players: usize, results: &[PairResult], anchor: (usize, f64)) -> JointRatings {
        let parts = results.iter().map(|result| {
            let weight = result.evidence * result.count as f64;
            Meeting {
                first: result.first,
                second: result.second,
                games: weight * f64::from(result.games),
                points: weight * result.points,
            }
        });
        let model = BradleyTerry::new(players, parts);
        let strengths = model.fit(vec![0.0; players], &[anchor.0]).strengths;
        let mut games = vec![0; players];
        let mut points = vec![0.0; players];
        for result in results {
            let count = result.count as f64;
            games[result.first] += u64::from(result.games) * result.count;
            games[result.second] += u64::from(result.games) * result.count;
            points[result.first] += count * result.points;
            points[result.second] += count * (f64::from(result.games) - result.points);
        }
        let rated = games.iter().filter(|&&games| games > 0).count();
        let dispersion = dispersion(results, &strengths, rated);
        JointRatings { bars: Bars { model, strengths, dispersion }, anchor, games, points }
    }

    /// The rating of a player.
    #[must_use]
    pub fn rating(&self, player: usize) -> f64 {
        let strengths = &self.bars.strengths;
        self.anchor.1 + ELO_A_NAT * (strengths[player] - strengths[self.anchor.0])
    }

    /// Where it lies with a probability of 95 %, relative to the anchor.
    #[must_use]
    pub fn interval(&self, player: usize) -> Interval {
        let (anchor, rating) = self.anchor;
        if player == anchor {
            return Interval { low: Some(rating), high: Some(rating) };
        }
        self.bars.interval(player, anchor).map(|nats| rating + ELO_A_NAT * nats)
    }

    /// The probability that one player is stronger than another; none where no games connect them.
    #[must_use]
    pub fn superiority(&self, player: usize, over: usize) -> Option<f64> {
        self.bars.superiority(player, over)
    }

    /// All players, the strongest first.
    #[must_use]
    pub fn table(&self) -> Vec<RatedPlayer> {
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        order.sort_by(|&a, &b| self.rating(b).total_cmp(&self.rating(a)));
        let place = |(place, &player): (usize, &usize)| {
            let interval = self.interval(player);
            let likeliest = self.rating(player);
            RatedPlayer {
                player,
                rating: interval.is_bounded().then_some(likeliest),
                drawn_at: interval.low.xor(interval.high).unwrap_or(likeliest),
                interval,
                games: self.games[player],
                points: self.points[player],
                superiority: order.get(place + 1).and_then(|&next| self.superiority(player, next)),
            }
        };
        order.iter().enumerate().map(place).collect()
    }
}

/// How much more the results vary than those of coins would: draws, and openings that favour one colour in both games
/// of a pair, make it less than 1; players who are well on some days make it more.
fn dispersion(results: &[PairResult], strengths: &[f64], rated: usize) -> f64 {
    let (mut varied, mut as_coins, mut units) = (0.0, 0.0, 0.0);
    for result in results {
        let weight = result.evidence * result.count as f64;
        let expected = score(strengths[result.first] - strengths[result.second]);
        let games = f64::from(result.games);
        varied += weight * (result.points - games * expected).powi(2);
        as_coins += weight * games * expected * (1.0 - expected);
        units += weight;
    }
    // The ratings follow the results, so that these vary less around them.
    let free = units - rated.saturating_sub(1) as f64;
    let varied = if free < 1.0 { as_coins } else { varied * units / free };
    (varied + PRIOR_VARIANCE) / (as_coins + PRIOR_VARIANCE)
}

#[cfg(test)]
mod tests {
    use super::super::scale::expected_score;
    use super::*;
    use crate::rng::Rng;

    fn result(first: usize, second: usize, games: u32, points: f64) -> PairResult {
        PairResult { first, second, games, points, count: 1, evidence: 1.0 }
    }

    fn error(interval: Interval) -> f64 {
        (interval.high.unwrap() - interval.low.unwrap()) / 2.0
    }

    #[test]
    fn two_players_get_the_difference_that_their_score_promises() {
        let joint = JointRatings::fit(2, &[result(0, 1, 100, 75.0)], (1, 0.0));
        // 400 log10(3), but for the virtual draw.
        let promised = 400.0 * (75.005f64 / 25.005).log10();
        assert!((joint.rating(0) - promised).abs() < 1e-6, "{}", joint.rating(0));
        let turned = JointRatings::fit(2, &[result(0, 1, 100, 75.0)], (0, 0.0));
        let (one, other) = (joint.interval(0), turned.interval(1));
        assert!((one.low.unwrap() + other.high.unwrap()).abs() < 1e-3, "{one} and {other}");
    }

    #[test]
    fn a_result_that_came_often_counts_as_often_and_a_repeated_one_as_evidence_once() {
        let one_by_one: Vec<_> = (0..8).map(|i| result(0, 1, 2, [2.0, 1.0][i % 2])).collect();
        let counted = [2.0, 1.0].map(|points| PairResult { count: 4, ..result(0, 1, 2, points) });
        let again = counted.map(|result| PairResult { count: 40, evidence: 0.1, ..result });
        let fits = [&one_by_one[..], &counted, &again]
            .map(|results| JointRatings::fit(2, results, (1, 0.0)));
        for fit in &fits[1..] {
            assert!((fit.rating(0) - fits[0].rating(0)).abs() < 1e-6);
            assert!((error(fit.interval(0)) - error(fits[0].interval(0))).abs() < 1e-2);
        }
        assert_eq!(fits[2].table()[0].games, 160);
    }

    #[test]
    fn who_won_everything_is_rated_by_what_that_proves() {
        let swept = [result(0, 1, 20, 20.0), result(1, 2, 20, 11.0)];
        let table = JointRatings::fit(3, &swept, (2, 100.0)).table();
        assert_eq!(table[0].player, 0);
        let Interval { low: Some(low), high: None } = table[0].interval else {
            panic!("{:?}", table[0]);
        };
        assert!(low > 200.0 && (table[0].drawn_at - low).abs() < 1e-9, "{:?}", table[0]);
        assert_eq!(table[0].rating, None);
        assert!(table[1].interval.is_bounded() && table[1].rating.is_some(), "{:?}", table[1]);
        assert_eq!(table[2].interval, Interval { low: Some(100.0), high: Some(100.0) });
    }

    #[test]
    fn nothing_is_known_of_those_whom_no_games_connect() {
        let apart = [result(0, 1, 20, 9.0), result(2, 3, 20, 15.0)];
        let joint = JointRatings::fit(4, &apart, (0, 0.0));
        assert_eq!(joint.interval(2), Interval { low: None, high: None });
        assert_eq!(joint.superiority(0, 3), None);
        assert!(joint.superiority(2, 3).is_some_and(|p| p > 0.9));
        assert!(joint.table().iter().all(|rated| rated.drawn_at.is_finite()));
        let rated =
            joint.table().into_iter().filter_map(|rated| rated.rating.map(|_| rated.player));
        let mut rated: Vec<_> = rated.collect();
        rated.sort_unstable();
        assert_eq!(rated, [0, 1]);
    }

    #[test]
    fn the_expected_points_of_a_fit_are_the_points_made() {
        let results = [
            result(0, 1, 40, 31.0),
            result(1, 2, 40, 22.5),
            result(2, 0, 40, 9.0),
            result(3, 1, 7, 1.0),
        ];
        let joint = JointRatings::fit(4, &results, (2, 100.0));
        assert!((joint.rating(2) - 100.0).abs() < 1e-9);
        for player in 0..4 {
            let (mut expected, mut made) = (0.0, 0.0);
            for r in &results {
                let score = expected_score(joint.rating(r.first) - joint.rating(r.second));
                let games = f64::from(r.games) + 0.01;
                if r.first == player {
                    expected += games * score;
                    made += r.points + 0.005;
                } else if r.second == player {
                    expected += games * (1.0 - score);
                    made += games - r.points - 0.005;
                }
            }
            assert!((expected - made).abs() < 1e-6, "player {player}: {expected} and {made}");
        }
    }

    #[test]
    fn bars_shrink_with_the_square_root_of_the_games() {
        let error_of = |pairs: usize| {
            let pairs = (0..pairs).map(|i| result(0, 1, 2, [2.0, 1.0, 1.0, 0.0][i % 4]));
            let results: Vec<PairResult> = pairs.collect();
            error(JointRatings::fit(2, &results, (1, 0.0)).interval(0))
        };
        let ratio = error_of(100) / error_of(1600);
        assert!((3.8..4.3).contains(&ratio), "{ratio}");
    }

    #[test]
    fn the_table_begins_with_the_strongest_and_tells_superiority_over_the_next() {
        let results: Vec<_> =
            (0..50).flat_map(|_| [result(0, 1, 2, 0.5), result(1, 2, 2, 1.5)]).collect();
        let table = JointRatings::fit(3, &results, (0, 0.0)).table();
        assert_eq!(table[0].player, 1);
        assert!(table[0].superiority.is_some_and(|p| p > 0.99), "{:?}", table[0]);
        assert_eq!(table[2].superiority, None);
    }

    // The bench "coverage" looks at many more.
    #[test]
    fn bars_of_few_games_hold_a_large_difference() {
        let mut rng = Rng::new(1, Rng::IMAGINED);
        let mut held = 0;
        for _ in 0..400 {
            let truth = 1200.0 * rng.unit();
            let won = (0..20).filter(|_| rng.unit() < expected_score(truth)).count();
            let joint = JointRatings::fit(2, &[result(0, 1, 20, won as f64)], (1, 0.0));
            held += usize::from(joint.interval(0).contains(truth));
        }
        assert!((372..=392).contains(&held), "{held} of 400");
    }
}
