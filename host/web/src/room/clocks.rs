//! The clocks of both sides, as of the last change.

use std::time::{Duration, Instant};

use othello_rules::{ByColour, Colour};

use crate::protocol::{self, milliseconds};

/// What is left to both sides; nothing where time is not limited.
pub(crate) type TimeLeft = ByColour<Option<Duration>>;

/// The clocks.
#[derive(Debug)]
pub(crate) struct Clocks {
    /// What each side's clock begins with.
    total: TimeLeft,
    left: TimeLeft,
    /// Whose clock runs since when.
    running: Option<(Colour, Instant)>,
    /// How long the move may take.
    limit: Option<Duration>,
}

impl Clocks {
    /// The clocks before the first move.
    pub fn new(total: TimeLeft) -> Clocks {
        Clocks { total, left: total, running: None, limit: None }
    }

    /// What is left to a side of which nothing else is known.
    pub(crate) fn or_total(&self, left: TimeLeft) -> TimeLeft {
        left.zip(self.total).map(|(left, total)| left.or(total))
    }

    /// Both clocks stand, with so much left.
    pub(crate) fn stand_at(&mut self, left: TimeLeft) {
        *self = Clocks { left: self.or_total(left), running: None, limit: None, ..*self };
    }

    /// A side's clock runs from now on.
    pub fn run(&mut self, colour: Colour, left: TimeLeft, limit: Option<Duration>) {
        *self = Clocks { left, running: Some((colour, Instant::now())), limit, ..*self };
    }

    /// No clock runs any more; the one that ran has run until now.
    pub fn stop(&mut self) {
        if let Some((colour, since)) = self.running.take() {
            let left = &mut self.left[colour];
            *left = left.map(|left| left.saturating_sub(since.elapsed()));
        }
    }

    /// What was left when they were last heard of.
    pub fn time_left(&self) -> TimeLeft {
        self.left
    }

    /// Whether one runs.
    pub(crate) fn run_now(&self) -> bool {
        self.running.is_some()
    }

    /// The clocks as the page gets them.
    pub fn message(&self) -> protocol::Clocks {
        let gone = self.running.map_or(Duration::ZERO, |(_, since)| since.elapsed());
        let running = self.running.map(|(colour, _)| colour);
        let left = |colour: Colour| {
            let gone = if running == Some(colour) { gone } else { Duration::ZERO };
            self.left[colour].map(|left| milliseconds(left.saturating_sub(gone)))
        };
        protocol::Clocks {
            black: left(Colour::Black),
            white: left(Colour::White),
            running: running.map(protocol::Colour::from),
            limit: self.limit.map(|limit| milliseconds(limit.saturating_sub(gone))),
        }
    }
}

/// A time in milliseconds, as it is set.
pub(crate) fn whole_milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_stopped_has_run_until_then() {
        let total = ByColour::from_fn(|_| Some(Duration::from_millis(20)));
        let mut clocks = Clocks::new(total);
        clocks.run(Colour::Black, total, None);
        std::thread::sleep(Duration::from_millis(25));
        clocks.stop();
        let message = clocks.message();
        assert_eq!((message.black, message.white), (Some(0.0), Some(20.0)));
        assert!(message.running.is_none());
    }
}
