//! The workers that are there, as the organiser of one contest knows them: how many games they have room for, who was
//! barred, and what is to be told of them.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use crate::message::{PROTOCOL, WorkerStatus, other_protocol};
use crate::names::ContestId;
use crate::storage::ALIVE;

/// How many games lie ready for each thread of a worker: a pair that is played and two that wait.
const READY: usize = 6;
/// What lies ready before anybody is there.
const READY_FOR_NOBODY: usize = 16;
/// So many games without a result, one after the other, and the worker's machine is at fault.
const VOIDS_IN_A_ROW: u32 = 8;
/// How long nobody may be there before it is said.
const LONELY: Duration = Duration::from_secs(5);

/// The workers that are there.
pub(crate) struct Crew {
    contest: ContestId,
    workers: BTreeMap<String, (WorkerStatus, Instant)>,
    voids: HashMap<String, u32>,
    barred: Vec<String>,
    news: Vec<String>,
    lonely: Option<Instant>,
}

impl Crew {
    pub(crate) fn new(contest: ContestId) -> Crew {
        Crew {
            contest,
            workers: BTreeMap::new(),
            voids: HashMap::new(),
            barred: Vec::new(),
            news: Vec::new(),
            lonely: Some(Instant::now()),
        }
    }

    /// Takes in what a worker says of itself.
    pub(crate) fn see(&mut self, status: WorkerStatus) {
        let stand = status.contests.get(&self.contest).cloned();
        let before = self.workers.get(&status.worker);
        let known = before.and_then(|(before, _)| before.contests.get(&self.contest)).cloned();
        let name = &status.worker;
        match &stand {
            _ if stand == known => {}
            Some(None) => {
                let threads = status.threads;
                let at_once = if threads == 1 { "one pair" } else { "pairs" };
                self.news.push(match threads {
                    1 => format!("{name} takes part, {at_once} at a time"),
                    _ => format!("{name} takes part, {threads} {at_once} at a time"),
                });
                self.lonely = None;
            }
            Some(Some(why)) => self.news.push(format!("{name} does not take part: {why}")),
            None => {}
        }
        if status.protocol != PROTOCOL && before.is_none() {
            self.news.push(format!("{name}: {}", other_protocol(status.protocol)));
        }
        self.workers.insert(name.clone(), (status, Instant::now()));
    }

    /// Looks who has not been heard of for long.
    pub(crate) fn look_round(&mut self) {
        let gone = |(_, heard): &(WorkerStatus, Instant)| heard.elapsed() > ALIVE;
        let names: Vec<_> = self
            .workers
            .iter()
            .filter(|(_, one)| gone(one))
            .map(|(name, _)| name.clone())
            .collect();
        for name in names {
            if let Some((status, _)) = self.workers.remove(&name)
                && status.contests.get(&self.contest) == Some(&None)
            {
                self.news.push(format!("{name} is gone; its pairs go to others"));
            }
        }
        if self.threads() > 0 {
            self.lonely = None;
        } else if self.lonely.get_or_insert_with(Instant::now).elapsed() > LONELY {
            self.lonely = Some(Instant::now() + Duration::from_secs(60));
            self.news.push(
                "nobody takes part yet; on each machine that is to: othello-host work URL"
                    .to_owned(),
            );
        }
    }

    /// How many games may be out at once.
    pub(crate) fn room(&self) -> usize {
        (READY * self.threads()).max(READY_FOR_NOBODY)
    }

    fn threads(&self) -> usize {
        let takes_part = |status: &&WorkerStatus| {
            status.contests.get(&self.contest) == Some(&None) && !self.is_barred(&status.worker)
        };
        let statuses = self.workers.values().map(|(status, _)| status);
        statuses.filter(takes_part).map(|status| status.threads.min(1024)).sum()
    }

    /// Notes whether a worker's games have results. True where they have had none for so long that it is barred.
    pub(crate) fn count(&mut self, worker: &str, voids: usize, results: usize) -> bool {
        if results > 0 {
            self.voids.remove(worker);
            return false;
        }
        let in_a_row = self.voids.entry(worker.to_owned()).or_default();
        *in_a_row += u32::try_from(voids).unwrap_or(u32::MAX);
        *in_a_row >= VOIDS_IN_A_ROW
    }

    pub(crate) fn bar(&mut self, worker: &str) {
        if !self.is_barred(worker) {
            self.barred.push(worker.to_owned());
        }
    }

    pub(crate) fn is_barred(&self, worker: &str) -> bool {
        self.barred.iter().any(|barred| barred == worker)
    }

    pub(crate) fn barred(&self) -> &[String] {
        &self.barred
    }

    pub(crate) fn say(&mut self, what: String) {
        self.news.push(what);
    }

    pub(crate) fn news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }
}
