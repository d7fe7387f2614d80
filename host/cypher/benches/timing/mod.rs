//! How long a piece of work takes at its best: the one way in which benches time what they do again and again.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// For how long it is done.
const PERIOD: Duration = Duration::from_millis(500);

/// The best time of as many runs as fit, or the first error. Letting go of what comes of them is not counted.
pub fn best<T, E>(mut work: impl FnMut() -> Result<T, E>) -> Result<Duration, E> {
    let mut best = Duration::MAX;
    let first = Instant::now();
    while first.elapsed() < PERIOD {
        let begun = Instant::now();
        let done = black_box(work()?);
        best = best.min(begun.elapsed());
        drop(done);
    }
    Ok(best)
}
