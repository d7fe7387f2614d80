//! A knockout bracket: the first seeded meets the last, and whoever loses is out. A meeting that is even after
//! its pairs goes on for a few more, and then the better seeded one goes through.

use super::pair::{Contestant, PairNumber};
use super::places::{Place, Score, rank};
use super::results::Results;
use super::rounds::{Meeting, Open, Round};

/// How many pairs more an even meeting may take.
pub(super) const EXTRA_PAIRS: u64 = 4;

/// A bracket.
#[derive(Clone, Copy)]
pub(crate) struct Bracket {
    pub(crate) contestants: usize,
    /// How many pairs two that meet play, if they are not even then.
    pub(crate) pairs: u64,
}

impl Bracket {
    /// All rounds up to the first one that is not decided.
    pub(crate) fn rounds(self, results: &Results) -> Vec<Round> {
        self.played(results).0
    }

    /// The rounds, and the columns of the bracket: who begins, and then who goes on, each beside the two that met.
    pub(crate) fn played(self, results: &Results) -> (Vec<Round>, Vec<Vec<Option<Contestant>>>) {
        let mut left: Vec<Option<Contestant>> = self.seeded();
        let mut columns = vec![left.clone()];
        let mut first_place = 0;
        let mut rounds: Vec<Round> = Vec::new();
        while left.len() > 1 {
            let number = rounds.len() as u32;
            let mut round = Round::default();
            let mut winners = Vec::with_capacity(left.len() / 2);
            for (at, two) in left.chunks_exact(2).enumerate() {
                let place = first_place + at as u64 * (self.pairs + EXTRA_PAIRS);
                match (two[0], two[1]) {
                    (Some(one), Some(other)) => {
                        let meeting =
                            self.meeting([one.min(other), one.max(other)], place, number, results);
                        winners.push(meeting.winner);
                        round.meetings.push(meeting);
                    }
                    (lucky, None) | (None, lucky) => {
                        round.byes.extend(lucky);
                        winners.push(lucky);
                    }
                }
            }
            let decided = winners.iter().all(Option::is_some);
            rounds.push(round);
            columns.push(winners.clone());
            if !decided {
                break;
            }
            first_place += winners.len() as u64 * (self.pairs + EXTRA_PAIRS);
            left = winners;
        }
        (rounds, columns)
    }

    /// Everybody's place: who came further is before; those who lost in the same round share one, but for the two of
    /// the last round.
    pub(crate) fn places(self, results: &Results) -> Vec<Place> {
        let rounds = self.rounds(results);
        let lost_in: Vec<Option<usize>> = (0..self.contestants)
            .map(|who| {
                rounds.iter().position(|round| {
                    round.meetings.iter().any(|meeting| {
                        meeting.players.contains(&who)
                            && meeting.winner.is_some_and(|winner| winner != who)
                    })
                })
            })
            .collect();
        let count = self.seeded().len().ilog2() as usize;
        rank(self.contestants, |who| lost_in[who].unwrap_or(count))
            .into_iter()
            .map(|(rank, contestant)| Place {
                rank,
                contestant,
                score: Score::Knockout { lost_in: lost_in[contestant], rounds: count },
            })
            .collect()
    }

    /// The bracket's first row: 1 meets the last, and 1 and 2 can meet in the final only. Places that nobody
    /// holds let their neighbour through.
    fn seeded(self) -> Vec<Option<Contestant>> {
        let mut row = vec![0];
        while row.len() < self.contestants {
            let size = 2 * row.len();
            row = row.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
        }
        row.into_iter().map(|seed| (seed < self.contestants).then_some(seed)).collect()
    }

    fn meeting(
        self,
        players: [Contestant; 2],
        place: PairNumber,
        round: u32,
        results: &Results,
    ) -> Meeting {
        let mut meeting = Meeting::new(players);
        let sum = results.sum(place, self.pairs + EXTRA_PAIRS);
        meeting.count(&sum);
        let done = sum.without_gap();
        let numbers = match meeting.leader() {
            _ if done < self.pairs => 0..self.pairs,
            None if done < self.pairs + EXTRA_PAIRS => done..done + 1,
            _ => 0..0,
        };
        meeting.open = (!numbers.is_empty()).then(|| Open {
            round,
            place,
            opening: u64::from(round) * (self.pairs + EXTRA_PAIRS),
            numbers,
            first: players,
            second: [players[1], players[0]],
        });
        meeting.winner = meeting.is_over().then(|| meeting.leader().unwrap_or(players[0]));
        meeting
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pair, PairScore};
    use super::*;

    fn play(
        contestants: usize,
        mut half_points: impl FnMut(Pair) -> u32,
    ) -> (Results, Vec<Vec<Pair>>) {
        let bracket = Bracket { contestants, pairs: 1 };
        let (mut results, mut rounds) = (Results::default(), Vec::new());
        let open =
            |results: &Results| bracket.rounds(results).pop().filter(|round| !round.is_over());
        while let Some(round) = open(&results) {
            let round: Vec<Pair> =
                round.open().filter(|pair| !results.is_finished(pair.place)).collect();
            for pair in &round {
                let half_points = half_points(*pair);
                results.insert(pair.place, PairScore::of(*pair, half_points));
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
    fn who_lost_the_final_is_second_and_those_who_lost_in_one_round_share_a_place() {
        let (results, _) = play(6, the_better_seeded_wins);
        let bracket = Bracket { contestants: 6, pairs: 1 };
        let ranks: Vec<_> =
            bracket.places(&results).iter().map(|it| (it.rank, it.contestant)).collect();
        assert_eq!(ranks, [(1, 0), (2, 1), (3, 2), (3, 3), (5, 4), (5, 5)]);
        let none = bracket.places(&Results::default());
        assert!(none.iter().all(|place| place.rank == 1), "{none:?}");
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
