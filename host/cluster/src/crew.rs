//! The workers that are there, as the organiser of one contest knows them: how many games they have room for, who was
//! barred, and what is to be told of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::message::{MOST_WORKERS, WorkerStatus};
use crate::names::{ContestId, Digest};
use crate::storage::ALIVE;

/// How many games lie ready for each thread of a worker: a pair that is played and two that wait.
const READY: usize = 6;
/// How many lie ready at most, however many workers somebody makes up.
const MOST_READY: usize = 1 << 16;
/// What lies ready before anybody is there.
const READY_FOR_NOBODY: usize = 16;
/// How many lie ready for each thread where pairs bring their players, since others may come meanwhile and are not to wait
/// for many: one game that is played and one that waits. For nobody none does.
const READY_WITH_GUESTS: usize = 2;
/// So many games without a result, one after the other, and the worker's machine is at fault.
const VOIDS_IN_A_ROW: u32 = 8;
/// How long nobody may be there before it is said.
const LONELY: Duration = Duration::from_secs(5);

/// The workers that are there.
pub(crate) struct Crew {
    contest: ContestId,
    /// Whether pairs bring their players.
    takes_guests: bool,
    workers: BTreeMap<String, (WorkerStatus, Instant)>,
    voids: HashMap<String, VoidsInARow>,
    barred: Vec<String>,
    /// Those that say what can't be read.
    unread: HashSet<String>,
    news: Vec<String>,
    lonely: Option<Instant>,
}

/// Games of a worker without a result, one after the other.
#[derive(Default)]
struct VoidsInARow {
    games: u32,
    /// The guests that were in each of them: it may be their fault.
    suspects: Option<Vec<Digest>>,
}

impl Crew {
    pub(crate) fn new(contest: ContestId, takes_guests: bool) -> Crew {
        Crew {
            contest,
            takes_guests,
            workers: BTreeMap::new(),
            voids: HashMap::new(),
            barred: Vec::new(),
            unread: HashSet::new(),
            news: Vec::new(),
            lonely: Some(Instant::now()),
        }
    }

    /// Takes in what a worker says of itself.
    pub(crate) fn see(&mut self, status: WorkerStatus) {
        if self.workers.len() >= MOST_WORKERS && !self.workers.contains_key(&status.worker) {
            return;
        }
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
        self.workers.insert(name.clone(), (status, Instant::now()));
    }

    /// Takes in that a worker of this name says something that can't be read, as one of another version does.
    pub(crate) fn wonder_at(&mut self, worker: &str, why: &str) {
        if self.unread.len() < MOST_WORKERS && self.unread.insert(worker.to_owned()) {
            self.news.push(format!("{worker} does not take part: {why}"));
        }
    }

    /// Takes in that a worker has gone.
    pub(crate) fn lose(&mut self, worker: &str) {
        self.unread.remove(worker);
        if let Some((status, _)) = self.workers.remove(worker)
            && status.contests.get(&self.contest) == Some(&None)
        {
            self.news.push(format!("{worker} is gone; its pairs go to others"));
        }
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
        names.iter().for_each(|name| self.lose(name));
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
        if self.takes_guests {
            return (READY_WITH_GUESTS * self.threads()).min(MOST_READY);
        }
        (READY * self.threads()).clamp(READY_FOR_NOBODY, MOST_READY)
    }

    /// How many games are played at once.
    pub(crate) fn threads(&self) -> usize {
        let takes_part = |status: &&WorkerStatus| {
            status.contests.get(&self.contest) == Some(&None) && !self.is_barred(&status.worker)
        };
        let statuses = self.workers.values().map(|(status, _)| status);
        statuses.filter(takes_part).map(|status| status.threads.min(1024)).sum()
    }

    /// Notes whether a worker's games have results. True where they have had none for so long that it is barred; where one
    /// guest was in all of them the worker is not to blame.
    pub(crate) fn count(
        &mut self,
        worker: &str,
        voids: usize,
        results: usize,
        guests: &[&Digest],
    ) -> bool {
        if results > 0 {
            self.voids.remove(worker);
            return false;
        }
        let in_a_row = self.voids.entry(worker.to_owned()).or_default();
        in_a_row.games += u32::try_from(voids).unwrap_or(u32::MAX);
        in_a_row.suspects = Some(match in_a_row.suspects.take() {
            None => guests.iter().copied().cloned().collect(),
            Some(before) => before.into_iter().filter(|one| guests.contains(&one)).collect(),
        });
        in_a_row.games >= VOIDS_IN_A_ROW && in_a_row.suspects.iter().all(Vec::is_empty)
    }

    pub(crate) fn takes_guests(&self) -> bool {
        self.takes_guests
    }

    pub(crate) fn bar(&mut self, worker: &str) {
        if !self.is_barred(worker) && self.barred.len() < MOST_WORKERS {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{PROTOCOL, Speed};

    #[test]
    fn what_can_t_be_read_of_a_worker_is_told_once_and_so_many_workers_are_known() {
        let mut crew = Crew::new(ContestId::random(), false);
        (0..3).for_each(|_| crew.wonder_at("ann", "it speaks version 99"));
        assert_eq!(crew.news(), ["ann does not take part: it speaks version 99"]);
        crew.lose("ann");
        crew.wonder_at("ann", "it speaks version 98");
        assert_eq!(crew.news().len(), 1, "another one has come under its name");
        crew.barred = vec!["somebody".to_owned(); MOST_WORKERS];
        crew.bar("one more");
        assert_eq!(crew.barred().len(), MOST_WORKERS, "they stand in every notice");
    }

    #[test]
    fn whoever_makes_up_workers_makes_nobody_hand_out_everything() {
        for takes_guests in [false, true] {
            let contest = ContestId::random();
            let mut crew = Crew::new(contest.clone(), takes_guests);
            for number in 0..2 * MOST_WORKERS {
                crew.see(WorkerStatus {
                    protocol: PROTOCOL,
                    host: String::new(),
                    worker: format!("w{number}"),
                    system: String::new(),
                    threads: usize::MAX,
                    speed: Speed { search: Duration::ZERO, query: Duration::ZERO },
                    pairs: 0,
                    seconds: 0,
                    contests: BTreeMap::from([(contest.clone(), None)]),
                });
            }
            assert_eq!((crew.room(), crew.workers.len()), (MOST_READY, MOST_WORKERS));
        }
    }

    #[test]
    fn a_worker_is_barred_for_games_without_results_unless_one_guest_was_in_all_of_them() {
        let mut crew = Crew::new(ContestId::random(), true);
        let guests: Vec<Digest> = (0..20u8).map(|number| Digest::of(&[number])).collect();
        let bad = &guests[0];
        for other in &guests[1..] {
            assert!(!crew.count("worker", 1, 0, &[bad, other]), "the guest may be to blame");
        }
        assert!(crew.count("worker", 1, 0, &[&guests[3], &guests[4]]), "and now it can't be");
        assert!(!crew.count("worker", 0, 1, &[&guests[3], &guests[4]]));
        let barred = |number: usize| [&guests[2 * number], &guests[2 * number + 1]];
        let counted = (0..8).map(|number| crew.count("worker", 1, 0, &barred(number)));
        assert_eq!(counted.filter(|&barred| barred).count(), 1, "the eighth in a row");
        let counted = (0..8).map(|_| crew.count("of a contest", 1, 0, &[]));
        assert_eq!(counted.filter(|&barred| barred).count(), 1);
    }
}
