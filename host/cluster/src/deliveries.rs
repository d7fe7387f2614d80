//! Players on their way to a worker's machine, beside everything else that it does: over a slow link that takes long, and
//! whoever waits says how far they have come.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::connection::{Connection, Task};
use crate::names::Digest;
use crate::objects::{Absence, Incoming, Step};
use crate::room::NoRoom;
use crate::shelf::Arriving;
use crate::storage::Storage;

/// How many things are on their way at once.
const AT_ONCE: usize = 4;
/// How long nothing may come of one before another one may take its place, and before that is said.
const STANDSTILL: Duration = Duration::from_secs(20);
/// How long one is brought that nobody asks for any more.
const UNWANTED: Duration = Duration::from_secs(30);
/// How long to wait before a part is asked for again, and how often it is looked whether a thing has come.
const PAUSE: Duration = Duration::from_millis(500);
const NOTICE: Duration = Duration::from_millis(10);
/// How long something that comes soon is waited for.
const SOON: Duration = Duration::from_secs(1);

/// What is on its way.
#[derive(Default)]
pub(crate) struct Deliveries(HashMap<Digest, Delivery>);

struct Delivery {
    state: Arc<Mutex<State>>,
    asked: Instant,
    _bringing: Task,
}

struct State {
    arrived: (usize, Option<usize>),
    moved: Instant,
    /// Where the whole thing has landed, or why it does not come.
    end: Option<Result<Arriving, Absence>>,
}

/// Why something is not here yet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Delay {
    /// The server does not have it.
    Lost,
    /// There is no room for it here.
    NoRoom(NoRoom),
    /// So much has come, of so much, and nothing for so many seconds.
    OnTheWay { arrived: usize, size: Option<usize>, standstill: u64 },
    /// Others are on their way.
    Queued,
}

impl Deliveries {
    /// What is stored under its hash, if it comes soon; else it is asked for again later.
    pub(crate) fn get(
        &mut self,
        link: &Connection,
        storage: &Storage,
        digest: &Digest,
        landing: impl FnOnce() -> Arriving,
    ) -> Result<Arriving, Delay> {
        if !self.0.contains_key(digest) && !self.has_place() {
            return Err(Delay::Queued);
        }
        // What was begun before is not waited for here.
        let mut patience = Duration::ZERO;
        let delivery = self.0.entry(digest.clone()).or_insert_with(|| {
            patience = SOON;
            Delivery::begin(link, storage, digest, landing())
        });
        delivery.asked = Instant::now();
        let Some(end) = delivery.wait(patience) else { return Err(delivery.delay()) };
        self.0.remove(digest);
        end.map_err(|absence| match absence {
            Absence::Lost => Delay::Lost,
            Absence::NoRoom(why) => Delay::NoRoom(why),
        })
    }

    /// Whether one more may be on its way. What stands still makes place.
    fn has_place(&mut self) -> bool {
        if self.0.len() < AT_ONCE {
            return true;
        }
        let still = self.0.iter().map(|(digest, one)| (one.state().moved.elapsed(), digest));
        let stillest = still.filter(|(since, _)| *since > STANDSTILL).max();
        let Some(stillest) = stillest.map(|(_, digest)| digest.clone()) else { return false };
        self.0.remove(&stillest).is_some()
    }

    /// Ends what nobody asks for any more.
    pub(crate) fn tidy(&mut self) {
        self.0.retain(|_, delivery| delivery.asked.elapsed() < UNWANTED);
    }
}

impl Delivery {
    fn begin(link: &Connection, storage: &Storage, digest: &Digest, landing: Arriving) -> Delivery {
        let now = Instant::now();
        let state = Arc::new(Mutex::new(State { arrived: (0, None), moved: now, end: None }));
        let incoming = Incoming::new(digest.to_string(), digest.clone(), landing);
        let bringing = link.spawn(bring(incoming, storage.clone(), Arc::clone(&state)));
        Delivery { state, asked: now, _bringing: bringing }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its end, if it comes that soon.
    fn wait(&self, patience: Duration) -> Option<Result<Arriving, Absence>> {
        let until = Instant::now() + patience;
        loop {
            let end = self.state().end.take();
            if end.is_some() || Instant::now() >= until {
                return end;
            }
            std::thread::sleep(NOTICE);
        }
    }

    fn delay(&self) -> Delay {
        let State { arrived: (arrived, size), moved, .. } = *self.state();
        let still = moved.elapsed();
        let standstill = if still > STANDSTILL { still.as_secs() } else { 0 };
        Delay::OnTheWay { arrived, size, standstill }
    }
}

/// Asks for part after part, also while the server is away.
async fn bring(mut incoming: Incoming<Arriving>, storage: Storage, state: Arc<Mutex<State>>) {
    let state = || state.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let step = incoming.step(&storage).await;
        match step {
            Ok(Step::Part) => {
                let mut state = state();
                (state.arrived, state.moved) = (incoming.arrived(), Instant::now());
            }
            Ok(Step::Nothing) => tokio::time::sleep(PAUSE).await,
            Ok(Step::Whole) => return state().end = Some(Ok(incoming.landing())),
            Err(absence) => {
                // What has come of it takes no room any more.
                drop(incoming);
                return state().end = Some(Err(absence));
            }
        }
    }
}

impl Delay {
    /// Whether somebody who was told the one has to be told the other.
    pub(crate) fn is_news_after(&self, before: &Delay) -> bool {
        std::mem::discriminant(self) != std::mem::discriminant(before)
    }
}

impl std::fmt::Display for Delay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mebibytes = |bytes: usize| bytes as f64 / f64::from(1 << 20);
        match self {
            Delay::NoRoom(why) => return why.fmt(f),
            Delay::Lost => f.write_str("the server has lost a player or the plan")?,
            Delay::Queued => f.write_str("players of other contests are on their way")?,
            Delay::OnTheWay { arrived, size, standstill } => {
                f.write_str("a player is on its way")?;
                if let Some(size) = size {
                    let (arrived, size) = (mebibytes(*arrived), mebibytes(*size));
                    write!(f, ", {arrived:.1} of {size:.1} MiB so far")?;
                }
                if *standstill > 0 {
                    write!(f, "; nothing has come for {standstill} s")?;
                }
            }
        }
        f.write_str("; it is waited for")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_waited_for_is_said_with_how_far_it_has_come() {
        let on_the_way =
            |arrived, standstill| Delay::OnTheWay { arrived, size: Some(8 << 20), standstill };
        let said = on_the_way(3 << 19, 0).to_string();
        assert_eq!(said, "a player is on its way, 1.5 of 8.0 MiB so far; it is waited for");
        let said = on_the_way(0, 40).to_string();
        assert!(said.ends_with("8.0 MiB so far; nothing has come for 40 s; it is waited for"));
        assert!(!on_the_way(1, 0).is_news_after(&on_the_way(0, 0)));
        assert!(on_the_way(1, 0).is_news_after(&Delay::Lost));
    }
}
