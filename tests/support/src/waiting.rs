//! Waiting for what another process does.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// Whatever takes longer hangs, however busy the machine is. Nothing is judged by the clock on the wall beside it.
pub const PATIENCE: Duration = Duration::from_secs(240);

/// Waits for something that is to come, and hands it over as it was found: asked once more, it may be gone.
///
/// # Panics
/// Where it does not come.
#[track_caller]
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "it never came to this: {what}");
        sleep(Duration::from_millis(10));
    }
}

/// Waits until something is so.
///
/// # Panics
/// Where it never is.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    wait_for(what, || is_so().then_some(()));
}
