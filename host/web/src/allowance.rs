//! How often each of many may do something, or how much of something they may use: so much at once, and then so much a
//! second.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many of those who did something are remembered. Whoever comes from more addresses than that has those forgotten who
/// did least, and keeps nobody out.
const MOST_REMEMBERED: usize = 10_000;

/// How often something may be done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// At once.
    pub burst: f64,
    /// A second, from then on.
    pub a_second: f64,
}

/// What each of many has left.
pub(crate) struct Allowances<K> {
    allowance: Allowance,
    left: Mutex<HashMap<K, Left>>,
}

#[derive(Clone, Copy)]
struct Left {
    times: f64,
    at: Instant,
}

impl<K: Clone + Eq + Hash> Allowances<K> {
    /// All of it for everybody.
    pub(crate) fn new(allowance: Allowance) -> Allowances<K> {
        Allowances { allowance, left: Mutex::default() }
    }

    /// Takes so much from what somebody has left, whether there is so much or not: it was used already.
    pub(crate) fn spend(&self, whose: &K, times: f64) {
        self.change(whose, |left| *left -= times);
    }

    /// What somebody has left; less than nothing for whoever has used more.
    pub(crate) fn left(&self, whose: &K) -> f64 {
        self.change(whose, |left| *left)
    }

    /// How long it takes until somebody has more than so much of it again.
    pub(crate) fn until(&self, whose: &K, least: f64) -> Duration {
        let lacking = (least - self.left(whose)).max(0.0);
        Duration::from_secs_f64(lacking / self.allowance.a_second)
    }

    /// Takes once from what somebody has left; says whether there was anything.
    pub(crate) fn take(&self, whose: &K) -> bool {
        self.take_times(whose, 1.0)
    }

    /// Whether somebody has anything left.
    pub(crate) fn has_some(&self, whose: &K) -> bool {
        self.take_times(whose, 0.0)
    }

    fn take_times(&self, whose: &K, times: f64) -> bool {
        self.change(whose, |left| {
            let enough = *left >= 1.0;
            if enough {
                *left -= times;
            }
            enough
        })
    }

    /// Changes what somebody has left by now.
    fn change<T>(&self, whose: &K, change: impl FnOnce(&mut f64) -> T) -> T {
        let Allowance { burst, a_second } = self.allowance;
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let refilled = |left: &Left| {
            (left.times + now.duration_since(left.at).as_secs_f64() * a_second).min(burst)
        };
        if all.len() >= MOST_REMEMBERED && !all.contains_key(whose) {
            let mut by_left: Vec<f64> = all.values().map(refilled).collect();
            let middle = by_left.len() / 2;
            let (_, &mut most, _) = by_left.select_nth_unstable_by(middle, f64::total_cmp);
            // Of many who did as much nobody is remembered better than the others.
            all.retain(|_, left| refilled(left) < most);
        }
        let left = all.entry(whose.clone()).or_insert(Left { times: burst, at: now });
        *left = Left { times: refilled(left), at: now };
        change(&mut left.times)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn a_flood_of_one_costs_no_other() {
        let allowances = Allowances::new(Allowance { burst: 5.0, a_second: 0.001 });
        assert_eq!((0..100).filter(|_| allowances.take(&"flood")).count(), 5);
        assert!(!allowances.has_some(&"flood"));
        assert!(allowances.has_some(&"other") && allowances.take(&"other"));
    }

    #[test]
    fn whoever_comes_from_ten_thousand_addresses_keeps_nobody_out_and_is_not_forgotten() {
        let allowances = Allowances::new(Allowance { burst: 5.0, a_second: 0.001 });
        assert!((0..5).all(|_| allowances.take(&usize::MAX)));
        for address in 0..3 * MOST_REMEMBERED {
            assert!(allowances.take(&address), "{address}");
            assert!(allowances.left.lock().unwrap().len() <= MOST_REMEMBERED);
        }
        assert!(!allowances.has_some(&usize::MAX), "who has used up all of theirs is remembered");
    }

    #[test]
    fn what_was_used_beyond_what_was_left_is_waited_for() {
        let allowances = Allowances::new(Allowance { burst: 10.0, a_second: 0.5 });
        assert_eq!(allowances.until(&"one", 0.0), Duration::ZERO);
        allowances.spend(&"one", 30.0);
        assert!(!allowances.has_some(&"one") && allowances.has_some(&"other"));
        assert_eq!(allowances.until(&"one", -20.0), Duration::ZERO);
        let wait = allowances.until(&"one", 0.0).as_secs_f64();
        assert!((35.0..=42.0).contains(&wait), "{wait}");
        assert!(allowances.left(&"one") < -15.0 && allowances.left(&"other") > 9.0);
    }
}
