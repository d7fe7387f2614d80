//! The rounds of a contest that has some: who meets whom in them, what came of it so far, and who has nobody to meet.

use std::ops::Range;

use super::pair::{Contestant, Pair, PairNumber};
use super::results::MeetingSum;

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
    pub(super) open: Option<Open>,
}

/// Pairs of a meeting that may be played, those that are finished among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Open {
    pub round: u32,
    /// Where the meeting's first pair stands, and the number of its opening.
    pub place: PairNumber,
    pub opening: u64,
    /// Which of the meeting's pairs these are.
    pub numbers: Range<u64>,
    /// Who has Black first in an even pair, and in an odd one.
    pub first: [Contestant; 2],
    /// The other one.
    pub second: [Contestant; 2],
}

impl Open {
    pub fn pairs(&self) -> impl Iterator<Item = Pair> {
        let Open { round, place, opening, first, second, .. } = *self;
        self.numbers.clone().map(move |number| {
            let of = |who: [Contestant; 2]| who[(number % 2) as usize];
            let (first, second) = (of(first), of(second));
            Pair { place: place + number, round, first, second, opening: opening + number }
        })
    }
}

impl Meeting {
    /// A meeting of these two, of which nothing is played and nothing planned.
    pub(super) fn new(players: [Contestant; 2]) -> Meeting {
        Meeting { players, half_points: [0; 2], winner: None, open: None }
    }

    /// Counts what its pairs came to.
    pub(super) fn count(&mut self, sum: &MeetingSum) {
        self.half_points = sum.half_points;
        if sum.players[0] != self.players[0] {
            self.half_points.reverse();
        }
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.open.is_none()
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

    /// The pairs that may be played, those that are finished among them.
    pub(super) fn open(&self) -> impl Iterator<Item = Pair> {
        self.meetings.iter().filter_map(|meeting| meeting.open.as_ref()).flat_map(Open::pairs)
    }
}
