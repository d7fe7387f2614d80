//! A sequential test while a contest runs. Pairs count in the order of their places and not in that in which
//! they finish, so that the verdict is the same however many games are played at once.

use super::schedule::{PairNumber, Results};
use crate::ratings::{Pentanomial, Sprt, SprtState, Verdict, pairs_left};

/// A sequential test of the first contestant against the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequential {
    sprt: Sprt,
    /// The first pair that has not been counted.
    next: PairNumber,
    pairs: Pentanomial,
    state: SprtState,
}

impl Sequential {
    /// A test that has seen nothing.
    #[must_use]
    pub fn new(sprt: Sprt) -> Sequential {
        let pairs = Pentanomial::default();
        Sequential { sprt, next: 0, pairs, state: sprt.state(&pairs) }
    }

    /// Counts what is finished without a gap, and stops where the test does.
    pub fn advance(&mut self, results: &Results) {
        while self.state.verdict() == Verdict::GoOn
            && let Some(score) = results.get(self.next)
        {
            let of_first = if score.first == 0 { score.half_points } else { 4 - score.half_points };
            self.pairs.0[of_first.min(4) as usize] += 1;
            self.next += 1;
            self.state = self.sprt.state(&self.pairs);
        }
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

    /// The test.
    #[must_use]
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// Between which numbers of games more it is likely to decide; none where nothing can be said.
    #[must_use]
    pub fn games_left(&self) -> Option<(u64, u64)> {
        pairs_left(&self.sprt, &self.pairs).map(|(least, most)| (2 * least, 2 * most))
    }

    /// Whether it has decided; what comes after its last pair does not count then.
    #[must_use]
    pub(crate) fn is_decided(&self) -> bool {
        self.state.verdict() != Verdict::GoOn
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::PairScore;
    use super::*;
    use crate::ratings::Model;

    #[test]
    fn a_gap_holds_the_verdict_up_and_what_follows_the_verdict_does_not_count() {
        let sprt = Sprt::new(Model::Logistic, [0.0, 50.0], [0.05, 0.05]).unwrap();
        let win = |place: PairNumber| {
            // Who comes first alternates, as it does in a schedule.
            let (first, second) = if place.is_multiple_of(2) { (0, 1) } else { (1, 0) };
            (place, PairScore { first, second, half_points: if first == 0 { 3 } else { 1 } })
        };
        let mut results = Results::default();
        for (place, score) in (1..500).map(win) {
            results.insert(place, score);
        }
        let mut test = Sequential::new(sprt);
        test.advance(&results);
        assert_eq!(test.pairs().pairs(), 0);
        results.insert(0, win(0).1);
        test.advance(&results);
        assert!(test.is_decided());
        let decided = test.pairs();
        assert!(decided.pairs() < 500 && decided.0[3] == decided.pairs());
        test.advance(&results);
        assert_eq!(test.pairs(), decided);
    }
}
