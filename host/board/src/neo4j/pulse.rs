//! Whether a server answers at all while a query runs on it, and whether the query still runs: asked over a second
//! connection, so that a server that stood still, or an answer that got lost, is not taken for a query without end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::ending;
use super::gauge::Gauge;
use super::link::Way;
use super::target::Target;
use super::wire::Wire;

/// How long a query runs before anybody asks.
const FIRST: Duration = Duration::from_millis(700);
/// How long to wait between two questions.
const PAUSE: Duration = Duration::from_millis(400);
/// How long one question may take before it is asked again over a new connection.
const QUESTION: Duration = Duration::from_secs(3);
/// How often in a row a query is not found before its answer counts as lost: it may be on its way.
const MISSED: usize = 3;

/// A second connection, and how long the server was silent on it.
#[derive(Default)]
pub(super) struct Pulse {
    wire: Option<Wire>,
    heard: Option<Instant>,
    longest: Duration,
}

/// Why a query need not be waited for any longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alarm {
    /// The server answers nobody.
    Silent,
    /// The query runs no more, and its answer did not come.
    Lost,
}

impl Pulse {
    /// Asks for the queries with these marks again and again until there is an alarm: the server has been silent for so
    /// long, or all of them are gone. Bytes that still come on their connection, which `gauge` counts, are a sign of life
    /// and an answer on its way.
    pub(super) async fn watch(
        &mut self,
        (way, gauge): (&Arc<Way>, &Gauge),
        target: &Target,
        marks: &[&str],
        most: Duration,
    ) -> Alarm {
        (self.heard, self.longest) = (None, Duration::ZERO);
        tokio::time::sleep(FIRST).await;
        self.heard = Some(Instant::now());
        let (mut missed, mut taken) = (0, gauge.taken());
        while self.silence() < most {
            let left = most.saturating_sub(self.silence());
            let asked = runs(&mut self.wire, way, target, marks);
            match tokio::time::timeout(left.min(QUESTION), asked).await {
                Ok(Some(runs)) => {
                    self.hear();
                    missed = if runs { 0 } else { missed + 1 };
                }
                Ok(None) | Err(_) => self.wire = None,
            }
            let come = gauge.taken();
            if come != taken {
                self.hear();
                (missed, taken) = (0, come);
            }
            if missed == MISSED {
                return Alarm::Lost;
            }
            tokio::time::sleep(PAUSE).await;
        }
        Alarm::Silent
    }

    fn hear(&mut self) {
        self.longest = self.silence();
        self.heard = Some(Instant::now());
    }

    /// The longest time for which it was silent while the last query ran.
    pub(super) fn silence(&self) -> Duration {
        self.longest.max(self.heard.map_or(Duration::ZERO, |heard| heard.elapsed()))
    }
}

/// Whether one of the queries runs; nothing where nobody answers.
async fn runs(
    wire: &mut Option<Wire>,
    way: &Arc<Way>,
    target: &Target,
    marks: &[&str],
) -> Option<bool> {
    if wire.is_none() {
        *wire = Wire::open(Arc::clone(way), target).await.ok();
    }
    ending::find(wire.as_ref()?, marks).await.map(|found| !found.is_empty())
}
