//! Who plays whom: match, round robin, gauntlet, Swiss and knockout. The unit is a pair: one opening, both
//! colours. What is to be played follows from the format, the seeding and the results so far, and from nothing
//! else, so a contest that was interrupted goes on as if it had not been.

mod knockout;
mod pair;
mod places;
mod results;
mod rounds;
mod swiss;

use knockout::{Bracket, EXTRA_PAIRS};
pub use pair::{Contestant, Pair, PairNumber};
pub use places::{Place, Score};
pub use results::{PairScore, Results};
pub use rounds::{Meeting, Round};
use serde::{Deserialize, Serialize};
use swiss::Swiss;

/// How a contest is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody against everybody; with two contestants, a match.
    RoundRobin,
    /// The first so many against all the others.
    Gauntlet {
        /// How many challengers.
        challengers: usize,
    },
    /// So many rounds, each between contestants who did about equally well.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// Who loses is out.
    Knockout,
}

impl Format {
    /// Whether there are rounds, which follow from what the pairs of those before came to.
    #[must_use]
    pub fn has_rounds(&self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Knockout)
    }

    /// How many places a meeting takes in which two play so many pairs, where the next rounds follow from what all of
    /// them came to together.
    #[must_use]
    pub(super) fn places_of_a_meeting(&self, pairs: u64) -> Option<u64> {
        match self {
            Format::RoundRobin | Format::Gauntlet { .. } => None,
            Format::Swiss { .. } => Some(pairs),
            Format::Knockout => Some(pairs + EXTRA_PAIRS),
        }
    }
}

/// How far pairs may be ahead of the first one that is not finished, since what they came to has to be remembered.
const MOST_AHEAD: u64 = 1 << 16;

/// How many pairs a contest may have: their games have numbers, and a file's plan says what it likes.
const MOST_PAIRS: u64 = 1 << 53;

/// A contest's plan.
#[derive(Clone, Debug)]
pub struct Schedule {
    format: Format,
    contestants: usize,
    pairs: u64,
}

/// What is to be done now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These may be played, in any order and at once.
    Play(Vec<Pair>),
    /// Nothing can be begun before what is being played is finished.
    Wait,
    /// All is played.
    Over,
}

/// Why a contest can't be held.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Nobody to play against.
    #[error("a contest needs two players or more, and this one has {0}")]
    TooFew(usize),
    /// The gauntlet has nobody left.
    #[error("a gauntlet of {challengers} challengers needs more than {contestants} players")]
    NobodyLeft {
        /// Those who challenge.
        challengers: usize,
        /// All.
        contestants: usize,
    },
    /// Nothing to play.
    #[error("a contest needs at least one pair of games a meeting, and at least one round")]
    Nothing,
    /// More than anybody plays, and than can be counted.
    #[error(
        "{0} pairs of games a meeting are more than anybody plays; hold a contest of fewer games"
    )]
    TooManyPairs(u64),
    /// More rounds than opponents.
    #[error(
        "{rounds} rounds: in a Swiss contest of {contestants} players everybody has met everybody after round {most}"
    )]
    TooManyRounds {
        /// Those asked for.
        rounds: u32,
        /// Everybody once.
        most: u32,
        /// All.
        contestants: usize,
    },
}

impl Schedule {
    /// A contest of so many contestants, in which two that meet play so many pairs.
    ///
    /// # Errors
    /// Where that is no contest.
    pub fn new(format: Format, contestants: usize, pairs: u64) -> Result<Schedule, ScheduleError> {
        if contestants < 2 {
            return Err(ScheduleError::TooFew(contestants));
        }
        let meetings = (contestants as u64).saturating_mul(contestants as u64);
        match format {
            _ if pairs == 0 => return Err(ScheduleError::Nothing),
            _ if pairs.saturating_mul(meetings) > MOST_PAIRS => {
                return Err(ScheduleError::TooManyPairs(pairs));
            }
            Format::Gauntlet { challengers } if challengers >= contestants => {
                return Err(ScheduleError::NobodyLeft { challengers, contestants });
            }
            Format::Gauntlet { challengers: 0 } | Format::Swiss { rounds: 0 } => {
                return Err(ScheduleError::Nothing);
            }
            Format::Swiss { rounds } => {
                let most = swiss::most_rounds(contestants);
                if rounds > most {
                    return Err(ScheduleError::TooManyRounds { rounds, most, contestants });
                }
            }
            _ => {}
        }
        Ok(Schedule { format, contestants, pairs })
    }

    /// How many pairs there will be, where that does not depend on results.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        let meetings = match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => self.meetings().len() as u64,
            Format::Swiss { rounds } => u64::from(rounds) * (self.contestants / 2) as u64,
            Format::Knockout => return None,
        };
        Some(meetings * self.pairs)
    }

    /// What may be begun: at most `most` pairs that are neither finished nor `begun`.
    #[must_use]
    pub fn next(&self, results: &Results, begun: &dyn Fn(PairNumber) -> bool, most: usize) -> Next {
        let open = |place: PairNumber| !results.is_finished(place) && !begun(place);
        match &self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => self.next_of_all(results, open, most),
            Format::Swiss { .. } | Format::Knockout => {
                let round = self.rounds(results).pop().filter(|round| !round.is_over());
                self.next_of_round(round, open, most)
            }
        }
    }

    /// The rounds of a contest that has some, up to the first one that is not over.
    #[must_use]
    pub fn rounds(&self, results: &Results) -> Vec<Round> {
        match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => Vec::new(),
            Format::Swiss { rounds } => self.swiss(rounds).rounds(results),
            Format::Knockout => self.bracket().rounds(results),
        }
    }

    /// Everybody's place, the first one first, where the contest has an order of its own; else ratings tell it.
    #[must_use]
    pub fn places(&self, results: &Results) -> Option<Vec<Place>> {
        match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => None,
            Format::Swiss { rounds } => Some(self.swiss(rounds).places(results)),
            Format::Knockout => Some(self.bracket().places(results)),
        }
    }

    /// The columns of a knockout's bracket: who begins, in the order of the bracket, with nobody where a place is
    /// empty; and who goes on from each two, with nobody where that is open.
    #[must_use]
    pub fn columns(&self, results: &Results) -> Option<Vec<Vec<Option<Contestant>>>> {
        (self.format == Format::Knockout).then(|| self.bracket().played(results).1)
    }

    fn swiss(&self, rounds: u32) -> Swiss {
        Swiss { contestants: self.contestants, pairs: self.pairs, rounds }
    }

    fn bracket(&self) -> Bracket {
        Bracket { contestants: self.contestants, pairs: self.pairs }
    }

    /// Who met or will meet whom, each meeting once.
    fn meetings(&self) -> Vec<(Contestant, Contestant)> {
        let challengers = match self.format {
            Format::Gauntlet { challengers } => challengers,
            _ => self.contestants,
        };
        let mut meetings = Vec::new();
        for first in 0..challengers {
            let from = if challengers == self.contestants { first + 1 } else { challengers };
            meetings.extend((from..self.contestants).map(|second| (first, second)));
        }
        meetings
    }

    /// Every meeting plays its first pair before any plays its second, so that a table is fair at any time.
    fn next_of_all(
        &self,
        results: &Results,
        open: impl Fn(PairNumber) -> bool,
        most: usize,
    ) -> Next {
        let meetings = self.meetings();
        let count = meetings.len() as u64;
        let total = count * self.pairs;
        let ready: Vec<Pair> = (results.gap()..total.min(results.gap() + MOST_AHEAD))
            .filter(|&place| open(place))
            .take(most)
            .map(|place| {
                let (first, second) = meetings[(place % count) as usize];
                let round = place / count;
                // Who has Black first alternates, which matters to who is asked about an odd last game.
                let (first, second) =
                    if round.is_multiple_of(2) { (first, second) } else { (second, first) };
                Pair { place, round: round as u32, first, second, opening: round }
            })
            .collect();
        match (ready.is_empty(), results.finished() >= total) {
            (false, _) => Next::Play(ready),
            (true, true) => Next::Over,
            (true, false) => Next::Wait,
        }
    }

    /// The pairs of the round that is open; `None` when there is no further round.
    fn next_of_round(
        &self,
        round: Option<Round>,
        open: impl Fn(PairNumber) -> bool,
        most: usize,
    ) -> Next {
        let Some(round) = round else { return Next::Over };
        let ready: Vec<Pair> = round.open().filter(|pair| open(pair.place)).take(most).collect();
        if ready.is_empty() { Next::Wait } else { Next::Play(ready) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Plays a whole contest in which the better seeded always wins, in an order that `pick` chooses.
    fn play(schedule: &Schedule, mut pick: impl FnMut(usize) -> usize) -> Results {
        let mut results = Results::default();
        loop {
            match schedule.next(&results, &|_| false, usize::MAX) {
                Next::Play(pairs) => {
                    let pair = pairs[pick(pairs.len())];
                    let half_points = if pair.first < pair.second { 4 } else { 0 };
                    let score = PairScore::of(pair, half_points);
                    assert!(results.insert(pair.place, score).is_none(), "{pair:?} twice");
                }
                Next::Wait => panic!("nothing is being played, and nothing can be begun"),
                Next::Over => return results,
            }
        }
    }

    fn meetings(results: &Results) -> BTreeMap<(Contestant, Contestant), u32> {
        let mut meetings = BTreeMap::new();
        for score in results.scores() {
            let key = (score.first.min(score.second), score.first.max(score.second));
            *meetings.entry(key).or_default() += 1;
        }
        meetings
    }

    fn formats() -> [(Format, usize); 5] {
        [
            (Format::RoundRobin, 5),
            (Format::Gauntlet { challengers: 2 }, 6),
            (Format::Swiss { rounds: 4 }, 9),
            (Format::Knockout, 8),
            (Format::Knockout, 11),
        ]
    }

    #[test]
    fn the_order_in_which_games_finish_changes_nothing() {
        for (format, contestants) in formats() {
            let schedule = Schedule::new(format, contestants, 2).unwrap();
            let forward = play(&schedule, |_| 0);
            let backward = play(&schedule, |count| count - 1);
            let mixed = play(&schedule, |count| count / 2);
            assert_eq!(forward, backward, "{schedule:?}");
            assert_eq!(forward, mixed, "{schedule:?}");
            if let Some(total) = schedule.total() {
                assert_eq!(forward.finished(), total, "{schedule:?}");
            }
        }
    }

    #[test]
    fn a_round_robin_lets_everybody_meet_everybody_equally_often() {
        let schedule = Schedule::new(Format::RoundRobin, 6, 3).unwrap();
        let meetings = meetings(&play(&schedule, |_| 0));
        assert_eq!(meetings.len(), 15);
        assert!(meetings.values().all(|&count| count == 3));
    }

    #[test]
    fn a_gauntlet_lets_challengers_meet_all_others_and_not_each_other() {
        let schedule = Schedule::new(Format::Gauntlet { challengers: 2 }, 5, 1).unwrap();
        let met: Vec<_> = meetings(&play(&schedule, |_| 0)).into_keys().collect();
        assert_eq!(met, [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]);
    }

    #[test]
    fn what_is_being_played_is_not_handed_out_again() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 1).unwrap();
        let results = Results::default();
        let Next::Play(pairs) = schedule.next(&results, &|place| place == 1, 10) else { panic!() };
        assert_eq!(pairs.iter().map(|pair| pair.place).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(schedule.next(&results, &|_| true, 10), Next::Wait);
    }

    #[test]
    fn a_pair_that_is_not_finished_is_not_left_behind_by_more_than_can_be_remembered() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 1_000_000).unwrap();
        let begun = |place| place == 0;
        let Next::Play(pairs) = schedule.next(&Results::default(), &begun, usize::MAX) else {
            panic!()
        };
        assert_eq!(pairs.last().map(|pair| pair.place), Some(MOST_AHEAD - 1));
        assert_eq!(schedule.next(&Results::default(), &|place| place < MOST_AHEAD, 1), Next::Wait);
    }

    #[test]
    fn nonsense_is_refused_with_the_way_out() {
        let refused = |format, contestants, pairs| {
            Schedule::new(format, contestants, pairs).unwrap_err().to_string()
        };
        assert!(refused(Format::RoundRobin, 1, 1).contains("two players or more"));
        assert!(refused(Format::RoundRobin, 2, 0).contains("at least one pair"));
        for pairs in [u64::MAX, u64::MAX / 2 + 1, 1 << 52] {
            let words = refused(Format::Knockout, 3, pairs);
            assert!(words.contains("more than anybody plays"), "{words}");
        }
        assert!(refused(Format::Gauntlet { challengers: 3 }, 3, 1).contains("more than 3 players"));
        assert!(refused(Format::Swiss { rounds: 9 }, 4, 1).contains("after round 3"));
    }
}
