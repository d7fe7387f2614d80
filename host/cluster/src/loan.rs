//! Since when pairs are with workers, and how long each may be before another worker gets it as well. Whoever has a pair
//! tells the server again and again that it is in work, and may do so for ever: one that hangs, or does not want others
//! to play. How long a pair takes nobody knows before, so the limit follows from how long others took, and is twice as
//! long each time.

use std::time::{Duration, Instant};

use crate::pace::Pace;

/// How long a pair may be with a worker while nobody knows how long pairs take.
const FIRST: Duration = Duration::from_secs(600);
/// How many times as long as usual it may be there, and how short a limit is at least.
const TIMES_USUAL: u32 = 8;
const SHORTEST: Duration = Duration::from_secs(30);
/// How often a limit is doubled.
const MOST_DOUBLINGS: u32 = 16;
/// How much of what is usual each pair makes up.
const WEIGHT: u32 = 8;

/// A pair that is in the queue, or with a worker.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loan {
    /// Its number in the queue, once it is there.
    sequence: Option<u64>,
    /// Since when it has been with a worker, and when it was first.
    since: Option<Instant>,
    first: Option<Instant>,
    /// How often it was over its limit.
    overdue: u32,
}

/// How long pairs take.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    usual: Option<Duration>,
    pace: Pace,
}

impl Loan {
    /// It is in the queue under this number.
    pub(crate) fn is_queued(&mut self, sequence: u64) {
        self.sequence = Some(sequence);
        self.since = None;
    }

    /// Its number in the queue.
    pub(crate) fn sequence(&self) -> Option<u64> {
        self.sequence
    }

    /// The queue has handed out everything up to this number.
    pub(crate) fn see(&mut self, handed_out: u64, now: Instant) {
        if self.sequence.is_some_and(|sequence| sequence <= handed_out) {
            self.since.get_or_insert(now);
            self.first.get_or_insert(now);
        }
    }

    /// Nobody has it now.
    pub(crate) fn is_back(&mut self) {
        (self.since, self.first) = (None, None);
    }

    /// Whether it has been with a worker for too long.
    pub(crate) fn is_overdue(&self, patience: &Patience, now: Instant) -> bool {
        let held = self.since.map(|since| now.saturating_duration_since(since));
        held.is_some_and(|held| held > patience.limit(self.overdue))
    }

    /// Another worker gets it as well.
    pub(crate) fn call_in(&mut self) {
        self.overdue += 1;
        (self.sequence, self.since) = (None, None);
    }

    /// Whether more than one worker may have it.
    pub(crate) fn is_with_many(&self) -> bool {
        self.overdue > 0
    }
}

impl Patience {
    /// At this pace nobody knows yet how long pairs take.
    pub(crate) fn new(pace: Pace) -> Patience {
        Patience { usual: None, pace }
    }

    /// A pair is over. One that nobody had when it was last looked went out after that.
    pub(crate) fn learn(&mut self, loan: &Loan, looked: Instant, now: Instant) {
        let took = now.saturating_duration_since(loan.first.unwrap_or(looked));
        // One that took long on a machine that slept for a night changes little, and not for ever.
        let usual = self.usual.unwrap_or(took);
        self.usual = Some((usual * (WEIGHT - 1) + took) / WEIGHT);
    }

    /// How long a pair may be with a worker that was over its limit so often.
    pub(crate) fn limit(&self, overdue: u32) -> Duration {
        let first =
            self.usual.map_or(FIRST, |usual| (usual * TIMES_USUAL).max(self.pace.of(SHORTEST)));
        first.saturating_mul(1 << overdue.min(MOST_DOUBLINGS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_pair_is_overdue_later_each_time_and_only_while_somebody_has_it() {
        let (mut loan, patience, now) = (Loan::default(), Patience::default(), Instant::now());
        let is_overdue = |loan: &Loan, after| loan.is_overdue(&patience, now + after);
        loan.is_queued(7);
        loan.see(6, now);
        assert!(!is_overdue(&loan, seconds(1_000_000)), "nobody has it");
        loan.see(9, now);
        assert!(!is_overdue(&loan, FIRST) && is_overdue(&loan, FIRST + seconds(1)));
        loan.see(9, now + FIRST);
        assert!(is_overdue(&loan, FIRST + seconds(1)), "it has been there since the first time");
        loan.call_in();
        assert!(!is_overdue(&loan, 2 * FIRST) && loan.sequence().is_none());
        loan.is_queued(12);
        loan.see(12, now + FIRST);
        assert!(!is_overdue(&loan, 3 * FIRST) && is_overdue(&loan, 3 * FIRST + seconds(1)));
        loan.is_back();
        assert!(!is_overdue(&loan, seconds(1_000_000)));
    }

    #[test]
    fn limits_follow_from_how_long_pairs_take_and_no_single_one_moves_them_much() {
        let (mut patience, now) = (Patience::default(), Instant::now());
        patience.learn(&Loan::default(), now, now + seconds(1));
        assert_eq!(patience.limit(0), SHORTEST, "nobody had it a second before");
        let mut takes = |time: u64| {
            let mut loan = Loan::default();
            loan.is_queued(1);
            loan.see(1, now);
            patience.learn(&loan, now, now + seconds(time));
            patience.limit(0)
        };
        (0..100).for_each(|_| _ = takes(100));
        let usual = takes(100).as_secs();
        assert!((799..=800).contains(&usual), "{usual}");
        assert!(takes(36_000) < seconds(40_000), "somebody slept for ten hours");
        (0..100).for_each(|_| _ = takes(100));
        assert!(takes(100) < seconds(850));
        assert!(Patience::default().limit(1000) > seconds(1_000_000));
    }
}
