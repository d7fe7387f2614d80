//! Ratings that go along with games as they come: the same joint fit as a contest's, begun where the last one ended,
//! so that a game more costs a step or two. Everybody has drawn one game with the middle of the scale, which keeps
//! newcomers within it and fades as they play.

use std::collections::HashMap;

use super::bradley_terry::{BradleyTerry, Meeting, score};
use super::scale::ELO_A_NAT;

/// The middle of the scale, which is held: the first of the model's players.
const MIDDLE: usize = 0;
/// So many games everybody has drawn with it.
const PRIOR_GAMES: f64 = 1.0;
/// Less information than this is none.
const NEXT_TO_NOTHING: f64 = 1e-9;

/// Ratings that go along with games as they come. Players are numbered from 0 in the order of their coming.
#[derive(Clone, Debug)]
pub struct LiveRatings {
    model: BradleyTerry,
    /// Where the meeting of two stands in the model, the one with the lower number first.
    places: HashMap<(usize, usize), usize>,
    strengths: Vec<f64>,
    /// The variance of each strength.
    variances: Vec<f64>,
    /// What all meetings of each together say.
    whole: Vec<f64>,
}

impl Default for LiveRatings {
    fn default() -> LiveRatings {
        LiveRatings {
            model: BradleyTerry::new(1, std::iter::empty()),
            places: HashMap::new(),
            strengths: vec![0.0],
            variances: vec![0.0],
            whole: vec![0.0],
        }
    }
}

impl LiveRatings {
    /// One more player; gives its number.
    pub fn add_player(&mut self) -> usize {
        let player = self.model.add_player();
        let (games, points) = (PRIOR_GAMES, PRIOR_GAMES / 2.0);
        self.model.add_meeting(Meeting { first: MIDDLE, second: player, games, points });
        self.strengths.push(0.0);
        self.variances.push(4.0 / PRIOR_GAMES);
        self.whole.push(PRIOR_GAMES / 4.0);
        player - 1
    }

    /// More games between two, and the points that the first player made of them, draws counting one half.
    pub fn add_games(&mut self, first: usize, second: usize, games: u32, points: f64) {
        let games = f64::from(games);
        let (low, high) = (first.min(second) + 1, first.max(second) + 1);
        let fresh = Meeting { first: low, second: high, games: 0.0, points: 0.0 };
        let model = &mut self.model;
        let place = *self.places.entry((low, high)).or_insert_with(|| model.add_meeting(fresh));
        let meeting = &mut model.meetings_mut()[place];
        meeting.games += games;
        meeting.points += if first + 1 == low { points } else { games - points };
    }

    /// Takes back a game between two, of which the first player made so many points.
    pub fn take_game(&mut self, first: usize, second: usize, points: f64) {
        let (low, high) = (first.min(second) + 1, first.max(second) + 1);
        if let Some(&place) = self.places.get(&(low, high)) {
            let meeting = &mut self.model.meetings_mut()[place];
            meeting.games -= 1.0;
            meeting.points -= if first + 1 == low { points } else { 1.0 - points };
        }
    }

    /// Fits the ratings to all games.
    pub fn fit(&mut self) {
        let before = std::mem::take(&mut self.strengths);
        self.strengths = self.model.fit(before, &[MIDDLE]).strengths;
        (self.whole, self.variances) = self.variances();
    }

    /// What all meetings of each together say, and how far each strength may be off. What a meeting says of one is worth
    /// less where the other is not known well itself: the two in series, as with resistors. The whole matrix would say
    /// it exactly, at a thousand times the cost.
    fn variances(&self) -> (Vec<f64>, Vec<f64>) {
        let mut whole = vec![0.0; self.strengths.len()];
        for (first, second, information) in self.model.information(&self.strengths) {
            whole[first] += information;
            whole[second] += information;
        }
        let mut own = vec![0.0; self.strengths.len()];
        for (first, second, information) in self.model.information(&self.strengths) {
            own[first] += through(&whole, second, information);
            own[second] += through(&whole, first, information);
        }
        own[MIDDLE] = f64::INFINITY;
        let variances = own.into_iter().map(|own| 1.0 / own.max(NEXT_TO_NOTHING)).collect();
        (whole, variances)
    }

    /// How far the difference of two may be off, by their numbers in the model. What they have played with each other
    /// tells of it at once; all else of each goes by way of the others. So two that meet again and again are soon known
    /// beside each other, however little is known of where the two of them stand.
    fn variance_between(&self, one: usize, other: usize) -> f64 {
        let games = self.games_between(one - 1, other - 1);
        let expected = score(self.strengths[one] - self.strengths[other]);
        let direct = games * expected * (1.0 - expected);
        let rest = |of: usize, from: usize| {
            let known = 1.0 / self.variances[of] - through(&self.whole, from, direct);
            1.0 / known.max(NEXT_TO_NOTHING)
        };
        1.0 / (direct + 1.0 / (rest(one, other) + rest(other, one)))
    }

    /// The rating of a player in Elo, counted from the middle of the scale.
    #[must_use]
    pub fn rating(&self, player: usize) -> f64 {
        ELO_A_NAT * self.strengths[player + 1]
    }

    /// Its standard error in Elo.
    #[must_use]
    pub fn error(&self, player: usize) -> f64 {
        ELO_A_NAT * self.variances[player + 1].sqrt()
    }

    /// How many games two have played with each other.
    #[must_use]
    pub fn games_between(&self, one: usize, other: usize) -> f64 {
        let (one, other) = (one + 1, other + 1);
        let met = self.places.get(&(one.min(other), one.max(other)));
        met.map_or(0.0, |&place| self.model.meetings()[place].games)
    }

    /// What one more game between two is worth for telling which is the stronger: by how much, in nats, it can be
    /// expected to better the choice of the one that is thought stronger.
    #[must_use]
    pub fn worth_of_a_game(&self, one: usize, other: usize) -> f64 {
        let difference = self.strengths[one + 1] - self.strengths[other + 1];
        let variance = self.variance_between(one + 1, other + 1);
        let expected = score(difference);
        let information = expected * (1.0 - expected);
        let moves = variance * (variance * information / (1.0 + variance * information));
        let spread = moves.sqrt().max(NEXT_TO_NOTHING);
        let distance = -difference.abs() / spread;
        let density = (-distance * distance / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        spread * (density + distance * super::scale::phi(distance))
    }
}

/// What a meeting says of one by way of this other, where the meetings of each together say so much.
fn through(whole: &[f64], other: usize, information: f64) -> f64 {
    if other == MIDDLE {
        return information;
    }
    let rest = (whole[other] - information).max(NEXT_TO_NOTHING);
    information * rest / (information + rest)
}

#[cfg(test)]
mod tests {
    use super::super::{JointRatings, PairResult};
    use super::*;
    use crate::ratings::scale::expected_score;
    use crate::rng::Rng;

    /// Games between players whose strengths are 40 Elo apart.
    fn games(players: usize, games: usize) -> Vec<(usize, usize, f64)> {
        let mut rng = Rng::new(3, Rng::IMAGINED);
        let mut game = || {
            let first = rng.below(players);
            let second = (first + 1 + rng.below(players - 1)) % players;
            let chance = expected_score(40.0 * (first as f64 - second as f64));
            (first, second, f64::from(u8::from(rng.unit() < chance)))
        };
        (0..games).map(|_| game()).collect()
    }

    fn live(players: usize, games: &[(usize, usize, f64)]) -> LiveRatings {
        let mut live = LiveRatings::default();
        for _ in 0..players {
            live.add_player();
        }
        for &(first, second, points) in games {
            live.add_games(first, second, 1, points);
        }
        live.fit();
        live
    }

    #[test]
    fn two_that_have_met_again_and_again_are_told_apart_sooner_by_games_with_others() {
        // Two who hardly know anybody else, and two more who have played a lot.
        let mut live = live(4, &[]);
        live.add_games(2, 3, 200, 100.0);
        live.add_games(0, 1, 200, 100.0);
        live.add_games(0, 2, 4, 2.0);
        live.fit();
        assert!(live.error(0) > 3.0 * ELO_A_NAT / 10.0, "{}", live.error(0));
        let (again, elsewhere) = (live.worth_of_a_game(0, 1), live.worth_of_a_game(0, 2));
        assert!(elsewhere > 3.0 * again, "{elsewhere} and {again}");
    }

    #[test]
    fn ratings_that_go_along_are_those_of_a_contest_with_the_same_games() {
        let games = games(12, 4000);
        let live = live(12, &games);
        let results = games.iter().map(|&(first, second, points)| PairResult {
            first,
            second,
            games: 1,
            points,
            count: 1,
            evidence: 1.0,
        });
        let joint = JointRatings::fit(12, &results.collect::<Vec<_>>(), (0, 0.0));
        for player in 1..12 {
            let (one, other) = (live.rating(player) - live.rating(0), joint.rating(player));
            assert!((one - other).abs() < 4.0, "{player}: {one} and {other}");
        }
    }

    #[test]
    fn a_fit_after_every_game_ends_where_one_fit_of_all_games_does() {
        let games = games(8, 300);
        let all = live(8, &games);
        let mut along = live(8, &[]);
        for &(first, second, points) in &games {
            along.add_games(first, second, 1, points);
            along.fit();
        }
        for player in 0..8 {
            assert!((all.rating(player) - along.rating(player)).abs() < 0.01);
        }
    }

    #[test]
    fn games_that_are_taken_back_leave_no_trace() {
        let (games, lies) = (games(8, 300), games(8, 400)[300..].to_vec());
        let mut along = live(8, &[games.clone(), lies.clone()].concat());
        lies.iter().for_each(|&(first, second, points)| along.take_game(first, second, points));
        along.fit();
        let honest = live(8, &games);
        for player in 0..8 {
            assert!((honest.rating(player) - along.rating(player)).abs() < 0.01);
            assert!((honest.error(player) - along.error(player)).abs() < 0.01);
        }
    }

    #[test]
    fn the_truth_lies_within_two_errors_nearly_always() {
        let games = games(20, 1500);
        let live = live(20, &games);
        let middle = (0..20).map(|player| live.rating(player)).sum::<f64>() / 20.0;
        let off = |player: usize| live.rating(player) - middle - 40.0 * (player as f64 - 9.5);
        let within = (0..20).filter(|&player| off(player).abs() < 2.0 * live.error(player)).count();
        assert!(within >= 17, "{within} of 20");
        assert!((0..20).all(|player| (15.0..80.0).contains(&live.error(player))));
    }

    #[test]
    fn a_game_between_equals_who_are_little_known_is_worth_most() {
        let mut live = live(4, &[]);
        (0..40).for_each(|game| live.add_games(0, 1, 1, f64::from(game % 2)));
        live.fit();
        // Nobody knows a thing of player 3, who may well be their equal.
        assert!(live.worth_of_a_game(3, 0) > live.worth_of_a_game(0, 1));
        (0..40).for_each(|_| live.add_games(2, 1, 1, 1.0));
        live.fit();
        assert!(live.worth_of_a_game(0, 1) > live.worth_of_a_game(2, 1));
    }
}
