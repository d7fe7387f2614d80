//! A sequential test while a contest runs. Pairs count in the order of their places and not in that in which
//! they finish, so that the verdict is the same however many games are played at once.

use othello_store::{Occurrences, StoreError};

use super::schedule::{PairNumber, Results};
use crate::ratings::{Pentanomial, Repeats, Sprt, SprtState, Verdict, pairs_left};

/// When so many pairs, or as many as there are openings, brought nothing that was not played before, no more come.
const REPEATED_PAIRS: u64 = 200;

/// A sequential test of the first contestant against the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequential {
    sprt: Sprt,
    /// How many pairs in a row may be repeated.
    patience: u64,
    /// The first pair that has not been counted.
    next: PairNumber,
    pairs: Pentanomial,
    repeats: Repeats,
    /// How many pairs came since one that was new.
    since_new: u64,
    state: SprtState,
}

impl Sequential {
    /// A test that has seen nothing, on so many openings where that is known.
    #[must_use]
    pub fn new(sprt: Sprt, openings: Option<usize>) -> Sequential {
        let pairs = Pentanomial::default();
        Sequential {
            sprt,
            patience: REPEATED_PAIRS.max(openings.unwrap_or_default() as u64),
            next: 0,
            pairs,
            repeats: Repeats::default(),
            since_new: 0,
            state: sprt.state(&pairs, 1.0),
        }
    }

    /// Counts what is finished without a gap, and stops where the test does. How often each pair was played, `played`
    /// knows.
    pub(super) fn advance(
        &mut self,
        results: &Results,
        played: &mut Occurrences,
    ) -> Result<(), StoreError> {
        while !self.is_over()
            && let Some(score) = results.get(self.next)
        {
            let of_first = if score.first == 0 { score.half_points } else { 4 - score.half_points };
            self.pairs.0[of_first.min(4) as usize] += 1;
            let before = played.add(score.games.get())?;
            self.repeats.add(before);
            self.since_new = if before == 0 { 0 } else { self.since_new + 1 };
            self.next += 1;
            self.state = self.sprt.state(&self.pairs, self.repeats.evidence());
        }
        Ok(())
    }

    /// Where the test stands.
    #[must_use]
    pub fn state(&self) -> SprtState {
        self.state
    }

    /// The pairs that it has counted.
    #[must_use]
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// How many of them differ.
    #[must_use]
    pub fn repeats(&self) -> Repeats {
        self.repeats
    }

    /// The test.
    #[must_use]
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// Between which numbers of games more it is likely to decide; none where nothing can be said.
    #[must_use]
    pub fn games_left(&self) -> Option<(u64, u64)> {
        let left = pairs_left(&self.sprt, &self.pairs, self.repeats.evidence());
        left.map(|(least, most)| (2 * least, 2 * most))
    }

    /// Whether it has decided; what comes after its last pair does not count then.
    #[must_use]
    pub(crate) fn is_decided(&self) -> bool {
        self.state.verdict() != Verdict::GoOn
    }

    /// Whether nothing new comes any more: what the openings allow was played.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.since_new >= self.patience
    }

    /// Whether it has decided, or never will.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_decided() || self.is_exhausted()
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves_hash::MovesHash;
    use super::super::schedule::PairScore;
    use super::*;
    use crate::ratings::Model;

    #[test]
    fn a_gap_holds_the_verdict_up_and_what_follows_the_verdict_does_not_count() {
        let sprt = Sprt::new(Model::Logistic, [0.0, 50.0], [0.05, 0.05]).unwrap();
        let win = |place: PairNumber| {
            // Who comes first alternates, as it does in a schedule.
            let (first, second) = if place.is_multiple_of(2) { (0, 1) } else { (1, 0) };
            let games = MovesHash::of(&place.to_string());
            let half_points = if first == 0 { 3 } else { 1 };
            (place, PairScore { first, second, half_points, games })
        };
        let mut results = Results::default();
        for (place, score) in (1..500).map(win) {
            results.insert(place, score);
        }
        let (mut test, mut played) = (Sequential::new(sprt, None), Occurrences::new().unwrap());
        test.advance(&results, &mut played).unwrap();
        assert_eq!(test.pairs().pairs(), 0);
        results.insert(0, win(0).1);
        test.advance(&results, &mut played).unwrap();
        assert!(test.is_decided());
        let decided = test.pairs();
        assert!(decided.pairs() < 500 && decided.0[3] == decided.pairs());
        test.advance(&results, &mut played).unwrap();
        assert_eq!(test.pairs(), decided);
    }

    #[test]
    fn pairs_that_were_played_before_prove_nothing_and_end_the_test() {
        let sprt = Sprt::new(Model::Logistic, [0.0, 10.0], [0.05, 0.05]).unwrap();
        let mut results = Results::default();
        for place in 0..5000 {
            let games = MovesHash::of(&(place % 24).to_string());
            let half_points = [4, 2, 3][(place % 3) as usize];
            results.insert(place, PairScore { first: 0, second: 1, half_points, games });
        }
        let mut test = Sequential::new(sprt, Some(24));
        test.advance(&results, &mut Occurrences::new().unwrap()).unwrap();
        assert!(test.is_exhausted() && !test.is_decided(), "{:?}", test.state());
        assert_eq!((test.repeats().different, test.pairs().pairs()), (24, 24 + REPEATED_PAIRS));
        let mut each_once = Pentanomial::default();
        (0..24).for_each(|place| each_once.add(2, [2, 0, 1][place % 3]));
        let evidence = test.state().llr / sprt.state(&each_once, 1.0).llr;
        assert!((0.9..1.1).contains(&evidence), "{evidence}");
    }
}
