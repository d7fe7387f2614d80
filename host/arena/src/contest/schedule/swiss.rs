//! Swiss contests: in every round those who did about equally well meet, nobody meets the same one twice, and with an
//! odd number one of the last who has not yet had it sits out with a full score. Pairings and places count the same
//! points.

use super::pair::{Contestant, PairNumber};
use super::places::{Place, Score, rank};
use super::results::Results;
use super::rounds::{Meeting, Open, Round};

/// How many rounds can be played without anybody meeting the same one twice.
pub(crate) fn most_rounds(contestants: usize) -> u32 {
    (contestants - 1 + contestants % 2) as u32
}

/// A Swiss contest.
#[derive(Clone, Copy)]
pub(crate) struct Swiss {
    pub(crate) contestants: usize,
    /// How many pairs two that meet play.
    pub(crate) pairs: u64,
    pub(crate) rounds: u32,
}

impl Swiss {
    /// All rounds up to the first one that is not finished.
    pub(crate) fn rounds(self, results: &Results) -> Vec<Round> {
        let pairs_a_round = (self.contestants / 2) as u64 * self.pairs;
        let mut standing = Standing::new(self);
        let mut rounds = Vec::new();
        for number in 0..self.rounds {
            let first_place = u64::from(number) * pairs_a_round;
            let mut places = first_place..first_place + pairs_a_round;
            if !places.all(|place| results.is_finished(place)) {
                rounds.push(standing.pair_up(number, first_place, results));
                break;
            }
            let round = self.finished_round(first_place, results);
            standing.count(&round);
            rounds.push(round);
        }
        rounds
    }

    /// A round as its results have it.
    fn finished_round(self, first_place: PairNumber, results: &Results) -> Round {
        let meetings = (0..self.contestants as u64 / 2).map(|at| {
            let sum = results.sum(first_place + at * self.pairs, self.pairs);
            let mut meeting = Meeting::new(sum.players);
            meeting.count(&sum);
            meeting
        });
        let meetings: Vec<Meeting> = meetings.collect();
        Round { byes: self.left_over(&meetings), meetings }
    }

    /// Who meets nobody in these meetings.
    fn left_over(self, meetings: &[Meeting]) -> Vec<Contestant> {
        let meets = |who: &Contestant| meetings.iter().any(|meeting| meeting.players.contains(who));
        (0..self.contestants).filter(|who| !meets(who)).collect()
    }

    /// What a round without an opponent is worth: every game of it.
    fn half_points_of_a_bye(self) -> u64 {
        4 * self.pairs
    }

    /// Everybody's place. Equal points are told apart by Buchholz, the points of one's opponents, and then by what those
    /// who are still level made of each other, where all of them have met. Whoever sits out counts as having met
    /// somebody with as many points as itself (FIDE Handbook C.07, the dummy opponent).
    pub(crate) fn places(self, results: &Results) -> Vec<Place> {
        let rounds = self.rounds(results);
        let mut points = vec![0; self.contestants];
        let mut byes = vec![0; self.contestants];
        let mut against = vec![vec![None; self.contestants]; self.contestants];
        for round in &rounds {
            for meeting in &round.meetings {
                let [one, other] = meeting.players;
                for (at, (who, opponent)) in [(one, other), (other, one)].into_iter().enumerate() {
                    points[who] += u64::from(meeting.half_points[at]);
                    let made: &mut Option<u64> = &mut against[who][opponent];
                    *made = Some(made.unwrap_or_default() + u64::from(meeting.half_points[at]));
                }
            }
            for &who in &round.byes {
                points[who] += self.half_points_of_a_bye();
                byes[who] += 1;
            }
        }
        let buchholz = |who: usize| {
            let met = (0..self.contestants).filter(|&other| against[who][other].is_some());
            met.map(|other| points[other]).sum::<u64>() + u64::from(byes[who]) * points[who]
        };
        let buchholz: Vec<u64> = (0..self.contestants).map(buchholz).collect();
        let level = |one: usize, other: usize| {
            (points[one], buchholz[one]) == (points[other], buchholz[other])
        };
        let of_each_other = |who: usize| {
            let group: Vec<usize> =
                (0..self.contestants).filter(|&other| level(who, other)).collect();
            let all_met = group.iter().all(|&one| {
                group.iter().all(|&other| one == other || against[one][other].is_some())
            });
            let made = group.iter().filter_map(|&other| against[who][other]);
            if all_met { made.sum() } else { 0 }
        };
        let keys: Vec<_> = (0..self.contestants)
            .map(|who| (points[who], buchholz[who], of_each_other(who)))
            .collect();
        rank(self.contestants, |who| keys[who])
            .into_iter()
            .map(|(rank, contestant)| Place {
                rank,
                contestant,
                score: Score::Swiss {
                    half_points: points[contestant],
                    buchholz: buchholz[contestant],
                    byes: byes[contestant],
                },
            })
            .collect()
    }
}

/// What the pairing of a round follows from.
struct Standing {
    swiss: Swiss,
    half_points: Vec<u64>,
    met: Vec<Vec<bool>>,
    sat_out: Vec<bool>,
}

impl Standing {
    fn new(swiss: Swiss) -> Standing {
        let contestants = swiss.contestants;
        Standing {
            swiss,
            half_points: vec![0; contestants],
            met: vec![vec![false; contestants]; contestants],
            sat_out: vec![false; contestants],
        }
    }

    fn count(&mut self, round: &Round) {
        for Meeting { players: [one, other], half_points, .. } in &round.meetings {
            self.half_points[*one] += u64::from(half_points[0]);
            self.half_points[*other] += u64::from(half_points[1]);
            self.met[*one][*other] = true;
            self.met[*other][*one] = true;
        }
        for &who in &round.byes {
            self.half_points[who] += self.swiss.half_points_of_a_bye();
            self.sat_out[who] = true;
        }
    }

    fn pair_up(&self, round: u32, first_place: PairNumber, results: &Results) -> Round {
        let mut order: Vec<Contestant> = (0..self.half_points.len()).collect();
        order.sort_by_key(|&contestant| {
            (std::cmp::Reverse(self.half_points[contestant]), contestant)
        });
        let pairs = self.swiss.pairs;
        let meetings = self.meetings(order, round).into_iter().enumerate();
        let meetings: Vec<Meeting> = meetings
            .map(|(at, (one, other))| {
                // Who begins with Black alternates with the rounds and down the table.
                let swap = (round as usize + at) % 2 == 1;
                let (first, second) = if swap { (other, one) } else { (one, other) };
                let place = first_place + at as u64 * pairs;
                let sum = results.sum(place, pairs);
                let mut meeting = Meeting::new([one, other]);
                meeting.count(&sum);
                meeting.open = (sum.without_gap() < pairs).then(|| Open {
                    round,
                    place,
                    opening: u64::from(round) * pairs,
                    numbers: 0..pairs,
                    first: [first; 2],
                    second: [second; 2],
                });
                meeting
            })
            .collect();
        Round { byes: self.swiss.left_over(&meetings), meetings }
    }

    fn meetings(&self, order: Vec<Contestant>, round: u32) -> Vec<(Contestant, Contestant)> {
        let mut byes: Vec<Option<Contestant>> = vec![None];
        if order.len() % 2 == 1 {
            byes = order
                .iter()
                .rev()
                .filter(|&&who| !self.sat_out[who])
                .map(|&who| Some(who))
                .collect();
        }
        for bye in byes {
            let left: Vec<Contestant> =
                order.iter().copied().filter(|&who| Some(who) != bye).collect();
            let mut meetings = Vec::with_capacity(left.len() / 2);
            if round == 0 {
                let (upper, lower) = left.split_at(left.len() / 2);
                return upper.iter().copied().zip(lower.iter().copied()).collect();
            }
            let mut patience = 100_000;
            if self.without_rematch(&left, &mut meetings, &mut patience) {
                return meetings;
            }
        }
        // Late in a long contest it can happen that only rematches are left.
        order.chunks_exact(2).map(|two| (two[0], two[1])).collect()
    }

    /// The highest one left meets the next below whom it has not met, such that the rest works out too.
    fn without_rematch(
        &self,
        left: &[Contestant],
        meetings: &mut Vec<(Contestant, Contestant)>,
        patience: &mut u32,
    ) -> bool {
        let Some((&highest, others)) = left.split_first() else { return true };
        for &other in others.iter().filter(|&&other| !self.met[highest][other]) {
            if *patience == 0 {
                return false;
            }
            *patience -= 1;
            let rest: Vec<Contestant> =
                others.iter().copied().filter(|&who| who != other).collect();
            meetings.push((highest, other));
            if self.without_rematch(&rest, meetings, patience) {
                return true;
            }
            meetings.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Next, PairScore, Schedule};
    use super::*;

    fn play(contestants: usize, count: u32) -> Results {
        let schedule = Schedule::new(Format::Swiss { rounds: count }, contestants, 1).unwrap();
        let mut results = Results::default();
        while let Next::Play(pairs) = schedule.next(&results, &|_| false, usize::MAX) {
            for pair in pairs {
                let half_points = if pair.first < pair.second { 4 } else { 0 };
                results.insert(pair.place, PairScore::of(pair, half_points));
            }
        }
        results
    }

    #[test]
    fn nobody_meets_the_same_one_twice() {
        for contestants in 2..=17 {
            let rounds = most_rounds(contestants).min(5);
            let results = play(contestants, rounds);
            let mut met: Vec<_> = results
                .scores()
                .map(|score| (score.first.min(score.second), score.first.max(score.second)))
                .collect();
            let all = met.len();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), all, "{contestants} contestants");
            assert_eq!(all, rounds as usize * (contestants / 2));
        }
    }

    #[test]
    fn with_an_odd_number_nobody_sits_out_twice() {
        let results = play(7, 5);
        for contestant in 0..7 {
            let played = results
                .scores()
                .filter(|s| s.first == contestant || s.second == contestant)
                .count();
            assert!(played >= 4, "{contestant} played {played} of 5 rounds");
        }
    }

    #[test]
    fn the_best_has_the_most_points_in_the_end() {
        let schedule = Schedule::new(Format::Swiss { rounds: 4 }, 16, 1).unwrap();
        let places = schedule.places(&play(16, 4)).unwrap();
        assert_eq!((places[0].rank, places[0].contestant, places[1].rank), (1, 0, 2));
        let Score::Swiss { half_points: 16, byes: 0, .. } = places[0].score else { panic!() };
    }

    #[test]
    fn places_count_the_points_of_a_round_without_an_opponent_as_pairings_do() {
        let mut rng = crate::rng::Rng::new(1, crate::rng::Rng::IMAGINED);
        for contestants in [3, 5, 7, 9, 11] {
            let swiss = Swiss { contestants, pairs: 2, rounds: 2 };
            let mut results = Results::default();
            while let Some(round) = swiss.rounds(&results).pop().filter(|round| !round.is_over()) {
                for pair in round.open() {
                    let half_points = rng.below(5) as u32;
                    results.insert(pair.place, PairScore::of(pair, half_points));
                }
            }
            let mut standing = Standing::new(swiss);
            swiss.rounds(&results).iter().for_each(|round| standing.count(round));
            let places = swiss.places(&results);
            for place in &places {
                let Score::Swiss { half_points, byes, .. } = place.score else { panic!() };
                assert_eq!(half_points, standing.half_points[place.contestant]);
                assert_eq!(byes > 0, standing.sat_out[place.contestant]);
            }
            let all: u64 = standing.half_points.iter().sum();
            // Every round gives out as many points as if everybody had played.
            assert_eq!(all, 2 * 4 * 2 * (contestants / 2) as u64 + 2 * 4 * 2);
            assert!(places.is_sorted_by_key(|place| place.rank));
        }
    }

    #[test]
    fn equal_points_are_told_apart_by_the_opponents_and_then_by_the_game_of_the_two() {
        // Everybody meets everybody, so that Buchholz is the same for equal points.
        let swiss = Swiss { contestants: 4, pairs: 1, rounds: 3 };
        let mut results = Results::default();
        while let Some(round) = swiss.rounds(&results).pop().filter(|round| !round.is_over()) {
            for pair in round.open() {
                // 3 beats 0, everybody else loses to the better seeded.
                let upset = pair.first.min(pair.second) == 0 && pair.first.max(pair.second) == 3;
                let first_wins = (pair.first < pair.second) != upset;
                let half_points = if first_wins { 4 } else { 0 };
                results.insert(pair.place, PairScore::of(pair, half_points));
            }
        }
        let order: Vec<_> =
            swiss.places(&results).iter().map(|place| (place.rank, place.contestant)).collect();
        // 0 and 1 have two wins each, and 0 beat 1; 2 and 3 have one each, and 2 beat 3.
        assert_eq!(order, [(1, 0), (2, 1), (3, 2), (4, 3)]);
    }
}
