//! What the pairs of a contest came to. A long contest has many, so each is kept in few bytes, and those that nobody
//! asks for any more can be forgotten.

use std::collections::{BTreeMap, BTreeSet};

use super::super::moves_hash::MovesHash;
use super::pair::{Contestant, PairNumber};

/// How many places are kept together.
const BLOCK: u64 = 64;

/// A finished pair: the points of its first contestant in halves, from 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairScore {
    /// Who had Black in the first game.
    pub first: Contestant,
    /// The other one.
    pub second: Contestant,
    /// Half points of the first contestant.
    pub half_points: u32,
    /// Which games they were.
    pub games: MovesHash,
}

#[cfg(test)]
impl PairScore {
    /// That of a pair of which nothing but its points matters.
    pub fn of(pair: super::Pair, half_points: u32) -> PairScore {
        PairScore {
            first: pair.first,
            second: pair.second,
            half_points,
            games: MovesHash::default(),
        }
    }
}

/// The finished pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// What meetings came to, where nobody asks for single pairs.
    sums: Option<Sums>,
    /// Places are dense but for the odd gap, and a file that somebody else wrote may have any.
    blocks: BTreeMap<u64, [Option<PackedScore>; BLOCK as usize]>,
    finished: u64,
    gap: PairNumber,
    /// Before this, nothing but that they are finished is known of pairs.
    forgotten: PairNumber,
}

/// A score in few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedScore {
    first: u32,
    second: u32,
    half_points: u8,
    games: MovesHash,
}

/// What meetings came to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sums {
    /// How many places a meeting takes.
    places: u64,
    /// Those that have a finished pair, by their number.
    meetings: BTreeMap<u64, MeetingSum>,
}

/// What the pairs of a meeting came to together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MeetingSum {
    /// Who met, the better seeded first.
    pub players: [Contestant; 2],
    /// The half points of either.
    pub half_points: [u32; 2],
    /// How many of the meeting's first pairs are finished without a gap, and which behind the gap.
    without_gap: u64,
    ahead: BTreeSet<u64>,
}

impl MeetingSum {
    fn is_finished(&self, number: u64) -> bool {
        number < self.without_gap || self.ahead.contains(&number)
    }

    /// Adds a pair; whether it was not there before.
    fn add(&mut self, number: u64, score: PairScore) -> bool {
        if self.is_finished(number) {
            return false;
        }
        self.players = [score.first.min(score.second), score.first.max(score.second)];
        let mut half_points = [score.half_points, 4 - score.half_points.min(4)];
        if score.first != self.players[0] {
            half_points.reverse();
        }
        for (sum, half_points) in self.half_points.iter_mut().zip(half_points) {
            *sum += half_points;
        }
        self.ahead.insert(number);
        while self.ahead.remove(&self.without_gap) {
            self.without_gap += 1;
        }
        true
    }

    /// How many of the meeting's first pairs are finished without a gap.
    pub fn without_gap(&self) -> u64 {
        self.without_gap
    }
}

impl Results {
    /// Keeps no more than what meetings came to that take so many places each.
    #[must_use]
    pub(in super::super) fn of_meetings(places: u64) -> Results {
        let sums = Sums { places: places.max(1), meetings: BTreeMap::new() };
        Results { sums: Some(sums), ..Results::default() }
    }

    /// What the meeting that begins at this place came to, which takes so many.
    pub(super) fn sum(&self, place: PairNumber, places: u64) -> MeetingSum {
        if let Some(sums) = &self.sums {
            return sums.meetings.get(&(place / sums.places)).cloned().unwrap_or_default();
        }
        let mut sum = MeetingSum::default();
        for number in 0..places {
            if let Some(score) = self.get(place + number) {
                sum.add(number, score);
            }
        }
        sum
    }

    /// Keeps what a pair came to, and gives what it came to before, where that is kept.
    pub fn insert(&mut self, place: PairNumber, score: PairScore) -> Option<PairScore> {
        if let Some(sums) = &mut self.sums {
            let meeting = sums.meetings.entry(place / sums.places).or_default();
            self.finished += u64::from(meeting.add(place % sums.places, score));
            return None;
        }
        if place < self.forgotten {
            return None;
        }
        let block = self.blocks.entry(place / BLOCK).or_insert([None; BLOCK as usize]);
        let before = block[(place % BLOCK) as usize].replace(PackedScore {
            first: score.first as u32,
            second: score.second as u32,
            half_points: score.half_points as u8,
            games: score.games,
        });
        self.finished += u64::from(before.is_none());
        while self.is_finished(self.gap) {
            self.gap += 1;
        }
        before.map(PackedScore::score)
    }

    /// Forgets what the pairs came to that are finished without a gap, whole blocks of them. It stays known that they are
    /// finished.
    pub(crate) fn forget(&mut self) {
        let before = self.gap / BLOCK;
        while self.blocks.first_key_value().is_some_and(|(block, _)| *block < before) {
            self.blocks.pop_first();
        }
        self.forgotten = before * BLOCK;
    }

    /// What a pair came to, if it is finished and was not forgotten.
    #[must_use]
    pub fn get(&self, place: PairNumber) -> Option<PairScore> {
        let block = self.blocks.get(&(place / BLOCK))?;
        block[(place % BLOCK) as usize].map(PackedScore::score)
    }

    /// Whether a pair is finished.
    #[must_use]
    pub(crate) fn is_finished(&self, place: PairNumber) -> bool {
        match &self.sums {
            Some(Sums { places, meetings }) => meetings
                .get(&(place / places))
                .is_some_and(|meeting| meeting.is_finished(place % places)),
            None => place < self.forgotten || self.get(place).is_some(),
        }
    }

    /// How many pairs are finished.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// The first place that is not finished.
    #[must_use]
    pub fn gap(&self) -> PairNumber {
        self.gap
    }

    /// The place after the last one that is finished.
    #[must_use]
    pub fn end(&self) -> PairNumber {
        let last = self.blocks.last_key_value().and_then(|(block, scores)| {
            let at = scores.iter().rposition(Option::is_some)?;
            Some(block.saturating_mul(BLOCK).saturating_add(at as u64 + 1))
        });
        last.unwrap_or_default().max(self.forgotten)
    }

    /// What the finished pairs came to that were not forgotten, in the order of their places.
    pub fn scores(&self) -> impl DoubleEndedIterator<Item = PairScore> {
        self.blocks.values().flatten().flatten().copied().map(PackedScore::score)
    }
}

impl PackedScore {
    fn score(self) -> PairScore {
        PairScore {
            first: self.first as Contestant,
            second: self.second as Contestant,
            half_points: u32::from(self.half_points),
            games: self.games,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(half_points: u32) -> PairScore {
        PairScore { first: 3, second: 1, half_points, games: MovesHash::default() }
    }

    #[test]
    fn pairs_are_kept_in_whatever_order_they_come_and_however_far_apart() {
        let mut results = Results::default();
        for place in [1, 64, 0, u64::MAX, 3] {
            assert_eq!(results.insert(place, score((place % 5) as u32)), None);
        }
        assert_eq!((results.finished(), results.gap(), results.end()), (5, 2, u64::MAX));
        let half_points: Vec<_> = results.scores().map(|score| score.half_points).collect();
        assert_eq!(half_points, [0, 1, 3, 4, (u64::MAX % 5) as u32]);
        assert_eq!((results.get(64), results.get(65)), (Some(score(4)), None));
    }

    #[test]
    fn pairs_that_were_forgotten_are_finished_all_the_same_and_take_no_room() {
        let mut results = Results::default();
        for place in (0..100_000).map(|place| place ^ 1) {
            results.insert(place, score(4));
            results.forget();
            assert!(results.blocks.len() <= 2);
        }
        assert_eq!((results.finished(), results.gap(), results.end()), (100_000, 100_000, 100_000));
        assert!(results.is_finished(77) && !results.is_finished(100_000));
        assert_eq!((results.get(77), results.insert(77, score(0))), (None, None));
        assert_eq!(results.finished(), 100_000);
    }

    #[test]
    fn of_meetings_no_more_is_kept_than_what_they_came_to() {
        let (mut single, mut sums) = (Results::default(), Results::of_meetings(5_000));
        for place in (0..20_000u64).map(|place| place ^ 3) {
            let score = PairScore {
                first: (place % 2) as usize,
                second: (place % 2) as usize ^ 1,
                ..score((place % 5) as u32)
            };
            assert!(!sums.is_finished(place));
            single.insert(place, score);
            sums.insert(place, score);
            sums.insert(place, score);
            let kept = sums.sums.as_ref().unwrap().meetings.values();
            assert!(
                sums.is_finished(place)
                    && kept.map(|meeting| meeting.ahead.len()).sum::<usize>() < 4
            );
        }
        for place in [0, 5_000, 15_000] {
            assert_eq!(single.sum(place, 5_000), sums.sum(place, 5_000));
        }
        assert_eq!((sums.finished(), sums.sum(0, 5_000).without_gap()), (20_000, 5_000));
        assert!(sums.blocks.is_empty());
    }

    #[test]
    fn a_pair_counts_once() {
        let mut results = Results::default();
        results.insert(0, score(4));
        assert_eq!(results.insert(0, score(2)), Some(score(4)));
        assert_eq!((results.finished(), results.gap(), results.get(0)), (1, 1, Some(score(2))));
    }
}
