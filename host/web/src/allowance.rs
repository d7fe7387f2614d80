//! How often each of many may do something: so often at once, and then so often a second.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// So many of those who did something are remembered.
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

    /// Takes once from what somebody has left; says whether there was anything.
    pub(crate) fn take(&self, whose: &K) -> bool {
        self.take_times(whose, 1.0)
    }

    /// Whether somebody has anything left.
    pub(crate) fn has_some(&self, whose: &K) -> bool {
        self.take_times(whose, 0.0)
    }

    fn take_times(&self, whose: &K, times: f64) -> bool {
        let Allowance { burst, a_second } = self.allowance;
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let refilled = |left: &Left| {
            (left.times + now.duration_since(left.at).as_secs_f64() * a_second).min(burst)
        };
        if all.len() >= MOST_REMEMBERED {
            all.retain(|_, left| refilled(left) < burst);
        }
        if all.len() >= MOST_REMEMBERED && !all.contains_key(whose) {
            return false;
        }
        let left = all.entry(whose.clone()).or_insert(Left { times: burst, at: now });
        *left = Left { times: refilled(left), at: now };
        let enough = left.times >= 1.0;
        if enough {
            left.times -= times;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_costs_no_other() {
        let allowances = Allowances::new(Allowance { burst: 5.0, a_second: 0.001 });
        assert_eq!((0..100).filter(|_| allowances.take(&"flood")).count(), 5);
        assert!(!allowances.has_some(&"flood"));
        assert!(allowances.has_some(&"other") && allowances.take(&"other"));
    }
}
