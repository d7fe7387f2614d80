//! The rounds of a contest that has some: who meets whom in them, what came of it so far, and who has nobody to meet.

use super::pair::{Contestant, Pair};
use super::results::{PairScore, Results};

/// A round, played or to be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Who meets whom.
    pub meetings: Vec<Meeting>,
    /// Who has nobody to meet in it.
    pub byes: Vec<Contestant>,
}

/// A meeting of two in a round, and what came of it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Who meets.
    pub players: [Contestant; 2],
    /// The half points of either.
    pub half_points: [u32; 2],
    /// Who goes on, where somebody does.
    pub winner: Option<Contestant>,
    /// What is left to play of it, as far as that is known.
    pub(crate) open: Vec<Pair>,
}

impl Meeting {
    /// A meeting of these two, of which nothing is played and nothing planned.
    pub(super) fn new(players: [Contestant; 2]) -> Meeting {
        Meeting { players, half_points: [0; 2], winner: None, open: Vec::new() }
    }

    /// Takes in what a pair came to, or what is to be played.
    pub(super) fn take(&mut self, pair: Pair, results: &Results) {
        match results.get(pair.place) {
            Some(score) => self.count(score),
            None => self.open.push(pair),
        }
    }

    /// Counts a pair.
    pub(super) fn count(&mut self, score: PairScore) {
        let of_first = score.half_points;
        let points = match score.first == self.players[0] {
            true => [of_first, 4 - of_first],
            false => [4 - of_first, of_first],
        };
        for (sum, points) in self.half_points.iter_mut().zip(points) {
            *sum += points;
        }
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// Who is ahead.
    #[must_use]
    pub fn leader(&self) -> Option<Contestant> {
        let [one, other] = self.half_points;
        match one.cmp(&other) {
            std::cmp::Ordering::Greater => Some(self.players[0]),
            std::cmp::Ordering::Less => Some(self.players[1]),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Round {
    /// Whether nothing is left to play in it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.meetings.iter().all(Meeting::is_over)
    }
}
