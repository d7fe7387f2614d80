//! Moments as the file keeps them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Milliseconds since the beginning of 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Moment(pub i64);

impl Moment {
    /// This moment.
    #[must_use]
    pub fn now() -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Moment(milliseconds(since))
    }

    /// The moment so much later.
    #[must_use]
    pub fn plus(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(milliseconds(time)))
    }

    /// The moment so much earlier.
    pub(crate) fn minus(self, time: Duration) -> Moment {
        Moment(self.0.saturating_sub(milliseconds(time)))
    }

    /// How long it is since an earlier moment.
    #[must_use]
    pub fn since(self, earlier: Moment) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or_default())
    }
}

/// A time in milliseconds.
pub(crate) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
