//! How long everybody waits for everybody else. Whoever tries a cluster has all of it wait less, so that what dies is
//! noticed sooner; organiser and workers have to have the same pace.

use std::time::Duration;

/// How many times as soon as usual something is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace(u32);

impl Default for Pace {
    fn default() -> Pace {
        Pace(1)
    }
}

impl Pace {
    /// So many times as soon as usual.
    #[must_use]
    pub fn times(times: u32) -> Pace {
        Pace(times.max(1))
    }

    /// How long is waited where it is usually so long.
    pub(crate) fn of(self, usual: Duration) -> Duration {
        usual / self.0
    }
}
