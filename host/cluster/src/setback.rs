//! What the server has refused, so that it is asked for it again later and later, and nobody is held up by it meanwhile.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::{Duration, Instant};

use crate::error::ClusterError;

/// How soon it is asked again at first, and at the latest.
const FIRST: Duration = Duration::from_millis(200);
const LATEST: Duration = Duration::from_secs(10);

/// What was refused, each until when it is not asked for again.
pub(crate) struct Setbacks<K>(HashMap<K, Setback>);

struct Setback {
    until: Instant,
    pause: Duration,
    error: ClusterError,
}

impl<K> Default for Setbacks<K> {
    fn default() -> Setbacks<K> {
        Setbacks(HashMap::new())
    }
}

impl<K: Eq + Hash> Setbacks<K> {
    /// Whether it is to be asked for now; otherwise why not.
    pub(crate) fn check(&self, what: &K) -> Result<(), ClusterError> {
        match self.0.get(what).filter(|setback| setback.until > Instant::now()) {
            Some(setback) => Err(setback.error.clone()),
            None => Ok(()),
        }
    }

    /// It was refused.
    pub(crate) fn add(&mut self, what: K, error: ClusterError) {
        let pause = self.0.get(&what).map_or(FIRST, |before| (2 * before.pause).min(LATEST));
        self.0.insert(what, Setback { until: Instant::now() + pause, pause, error });
    }

    /// It went well.
    pub(crate) fn end(&mut self, what: &K) {
        self.0.remove(what);
    }

    /// Forgets what nobody wants any more.
    pub(crate) fn retain(&mut self, is_wanted: impl Fn(&K) -> bool) {
        self.0.retain(|what, _| is_wanted(what));
    }

    /// Forgets everything: the server may be another one.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn what_is_refused_is_asked_for_later_each_time_and_nothing_else_is() {
        let mut setbacks = Setbacks::default();
        let refused = || ClusterError::Message("no room".to_owned());
        let mut pauses = Vec::new();
        for _ in 0..10 {
            setbacks.add(1, refused());
            pauses.push(setbacks.0[&1].pause);
        }
        assert_eq!(setbacks.check(&1).unwrap_err().to_string(), "no room");
        assert!(setbacks.check(&2).is_ok());
        assert_eq!((pauses[0], pauses[1], pauses[9]), (FIRST, 2 * FIRST, LATEST));
        setbacks.end(&1);
        assert!(setbacks.check(&1).is_ok());
        setbacks.add(1, refused());
        assert_eq!(setbacks.0[&1].pause, FIRST);
        setbacks.0.get_mut(&1).unwrap().until = Instant::now();
        assert!(setbacks.check(&1).is_ok(), "it is time");
    }
}
