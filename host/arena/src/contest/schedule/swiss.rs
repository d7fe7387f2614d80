//! Swiss pairings: in every round those who did about equally well meet, nobody meets the same one twice, and
//! with an odd number one of the last who has not yet had it sits out with a full score.

use super::pair::{Contestant, Pair, PairNumber};
use super::results::{PairScore, Results};

/// How many rounds can be played without anybody meeting the same one twice.
pub(crate) fn most_rounds(contestants: usize) -> u32 {
    (contestants - 1 + contestants % 2) as u32
}

/// The pairs of the first round that is not finished; `None` when all rounds are.
pub(crate) fn rounds(
    contestants: usize,
    pairs: u64,
    rounds: u32,
    results: &Results,
) -> Option<Vec<Pair>> {
    let meetings_a_round = (contestants / 2) as u64;
    let pairs_a_round = meetings_a_round * pairs;
    let mut standing = Standing::new(contestants, pairs);
    for round in 0..rounds {
        let first_place = u64::from(round) * pairs_a_round;
        let finished: Vec<PairScore> = (first_place..first_place + pairs_a_round)
            .filter_map(|place| results.get(place))
            .collect();
        if (finished.len() as u64) < pairs_a_round {
            return Some(standing.pair_up(round, first_place));
        }
        standing.count(&finished);
    }
    None
}

struct Standing {
    half_points: Vec<u64>,
    met: Vec<Vec<bool>>,
    sat_out: Vec<bool>,
    pairs: u64,
}

impl Standing {
    fn new(contestants: usize, pairs: u64) -> Standing {
        Standing {
            half_points: vec![0; contestants],
            met: vec![vec![false; contestants]; contestants],
            sat_out: vec![false; contestants],
            pairs,
        }
    }

    fn count(&mut self, round: &[PairScore]) {
        let mut played = vec![false; self.half_points.len()];
        for score in round {
            self.half_points[score.first] += u64::from(score.half_points);
            self.half_points[score.second] += u64::from(4 - score.half_points);
            self.met[score.first][score.second] = true;
            self.met[score.second][score.first] = true;
            played[score.first] = true;
            played[score.second] = true;
        }
        for (contestant, _) in played.iter().enumerate().filter(|(_, played)| !**played) {
            self.half_points[contestant] += 4 * self.pairs;
            self.sat_out[contestant] = true;
        }
    }

    fn pair_up(&self, round: u32, first_place: PairNumber) -> Vec<Pair> {
        let mut order: Vec<Contestant> = (0..self.half_points.len()).collect();
        order.sort_by_key(|&contestant| {
            (std::cmp::Reverse(self.half_points[contestant]), contestant)
        });
        self.meetings(order, round)
            .into_iter()
            .enumerate()
            .flat_map(|(at, (one, other))| {
                // Who begins with Black alternates with the rounds and down the table.
                let swap = (round as usize + at) % 2 == 1;
                let (first, second) = if swap { (other, one) } else { (one, other) };
                (0..self.pairs).map(move |pair| Pair {
                    place: first_place + at as u64 * self.pairs + pair,
                    round,
                    first,
                    second,
                    opening: u64::from(round) * self.pairs + pair,
                })
            })
            .collect()
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
    use super::super::{Format, Next, Schedule};
    use super::*;

    fn play(contestants: usize, count: u32) -> Results {
        let schedule = Schedule::new(Format::Swiss { rounds: count }, contestants, 1).unwrap();
        let mut results = Results::default();
        while let Next::Play(pairs) = schedule.next(&results, &|_| false, usize::MAX) {
            for pair in pairs {
                let half_points = if pair.first < pair.second { 4 } else { 0 };
                let score = PairScore { first: pair.first, second: pair.second, half_points };
                results.insert(pair.place, score);
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
        let results = play(16, 4);
        let points = super::super::half_points(16, &results);
        assert!(points[1..].iter().all(|&other| other < points[0]));
    }
}
