//! A knockout bracket: the first seeded meets the last, and whoever loses is out. A meeting that is even after
//! its pairs goes on for a few more, and then the better seeded one goes through.

use super::pair::{Contestant, Pair, PairNumber};
use super::results::Results;

/// How many pairs more an even meeting may take.
const EXTRA_PAIRS: u64 = 4;

/// A bracket.
pub(crate) struct Bracket {
    contestants: usize,
    pairs: u64,
}

/// A meeting of two that may still be going on.
struct Meeting {
    pairs: Vec<Pair>,
    winner: Option<Contestant>,
}

impl Bracket {
    pub fn new(contestants: usize, pairs: u64) -> Bracket {
        Bracket { contestants, pairs }
    }

    /// What is left to play of the first round that is not decided; `None` when there is a winner.
    pub(crate) fn open_round(&self, results: &Results) -> Option<Vec<Pair>> {
        let mut left: Vec<Option<Contestant>> = self.seeded();
        let mut first_place = 0;
        let mut round = 0;
        while left.len() > 1 {
            let meetings: Vec<Meeting> = left
                .chunks_exact(2)
                .enumerate()
                .map(|(at, two)| {
                    let place = first_place + at as u64 * (self.pairs + EXTRA_PAIRS);
                    self.meeting(two, place, round, results)
                })
                .collect();
            if meetings.iter().any(|meeting| meeting.winner.is_none()) {
                return Some(meetings.into_iter().flat_map(|meeting| meeting.pairs).collect());
            }
            first_place += meetings.len() as u64 * (self.pairs + EXTRA_PAIRS);
            left = meetings.into_iter().map(|meeting| meeting.winner).collect();
            round += 1;
        }
        None
    }

    /// The bracket's first row: 1 meets the last, and 1 and 2 can meet in the final only. Places that nobody
    /// holds let their neighbour through.
    fn seeded(&self) -> Vec<Option<Contestant>> {
        let mut row = vec![0];
        while row.len() < self.contestants {
            let size = 2 * row.len();
            row = row.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
        }
        row.into_iter().map(|seed| (seed < self.contestants).then_some(seed)).collect()
    }

    fn meeting(
        &self,
        two: &[Option<Contestant>],
        place: PairNumber,
        round: u32,
        results: &Results,
    ) -> Meeting {
        let (one, other) = match (two[0], two[1]) {
            (Some(one), Some(other)) => (one.min(other), one.max(other)),
            (lucky, None) | (None, lucky) => return Meeting { pairs: Vec::new(), winner: lucky },
        };
        let mut balance = 0;
        let mut pairs = Vec::new();
        for number in 0..self.pairs + EXTRA_PAIRS {
            if number >= self.pairs && (balance != 0 || !pairs.is_empty()) {
                break;
            }
            let swap = number % 2 == 1;
            let (first, second) = if swap { (other, one) } else { (one, other) };
            match results.get(place + number) {
                Some(score) => {
                    let lead = i64::from(score.half_points) - 2;
                    balance += if score.first == one { lead } else { -lead };
                }
                None => pairs.push(Pair {
                    place: place + number,
                    round,
                    first,
                    second,
                    opening: u64::from(round) * (self.pairs + EXTRA_PAIRS) + number,
                }),
            }
        }
        let winner = pairs.is_empty().then_some(if balance < 0 { other } else { one });
        Meeting { pairs, winner }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PairScore;
    use super::*;

    fn play(
        contestants: usize,
        mut half_points: impl FnMut(Pair) -> u32,
    ) -> (Results, Vec<Vec<Pair>>) {
        let bracket = Bracket::new(contestants, 1);
        let (mut results, mut rounds) = (Results::default(), Vec::new());
        while let Some(round) = bracket.open_round(&results) {
            for pair in &round {
                let half_points = half_points(*pair);
                let score = PairScore { first: pair.first, second: pair.second, half_points };
                results.insert(pair.place, score);
            }
            rounds.push(round);
        }
        (results, rounds)
    }

    fn the_better_seeded_wins(pair: Pair) -> u32 {
        if pair.first < pair.second { 4 } else { 0 }
    }

    #[test]
    fn the_first_two_meet_in_the_final_only() {
        let (results, rounds) = play(8, the_better_seeded_wins);
        assert_eq!((results.finished(), rounds.len()), (7, 3));
        let met =
            |round: &[Pair]| -> Vec<_> { round.iter().map(|p| (p.first, p.second)).collect() };
        assert_eq!(met(&rounds[0]), [(0, 7), (3, 4), (1, 6), (2, 5)]);
        assert_eq!(met(&rounds[2]), [(0, 1)]);
    }

    #[test]
    fn the_first_seeded_sit_out_where_the_bracket_is_not_full() {
        let (results, rounds) = play(5, the_better_seeded_wins);
        assert_eq!(results.finished(), 4);
        assert_eq!(rounds[0].len(), 1);
        assert_eq!((rounds[0][0].first, rounds[0][0].second), (3, 4));
    }

    #[test]
    fn an_even_meeting_goes_on_and_then_the_better_seeded_goes_through() {
        let (results, _) = play(2, |_| 2);
        assert_eq!(results.finished(), 1 + EXTRA_PAIRS);
        let mut games = 0;
        let (results, rounds) = play(2, |pair| {
            games += 1;
            if games < 3 { 2 } else { u32::from(pair.first == 1) * 4 }
        });
        assert_eq!((results.finished(), rounds.len()), (3, 3));
    }
}
