//! A worker: looks which contests are held, takes part in those that it can play, says why it does not take part in
//! others, and tells of itself.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::task::JoinHandle;

use crate::connection::Connection;
use crate::deliveries::Deliveries;
use crate::error::ClusterError;
use crate::hindrance::Hindrance;
use crate::message::{self, BoardsMessage, HOST, Notice, PROTOCOL, Speed, WorkerStatus};
use crate::names::{ContestId, Digest};
use crate::queue::{Engagement, GuestMeans, HeldPair, Means, Packs};
use crate::room::PackRoom;
use crate::shelf::{KEPT, Shelf};
use crate::stage::Stage;
use crate::storage::Storage;
use crate::text::shortened;

/// How often a worker shows its boards and looks for what it waits for, and how often it tells of itself.
const ROUND: Duration = Duration::from_secs(1);
const TELL: Duration = Duration::from_secs(5);
/// How often it is looked which contests are held where no bell has rung. A thousand workers that look more often have the
/// server do little else.
const LOOK: Duration = Duration::from_secs(10);
/// In how many contests a worker takes part at once, and of how many it says why it does not.
const MOST_CONTESTS: usize = 64;
const MOST_TOLD_OF: usize = 1000;
/// How long to wait before the bell is hung up again.
const PAUSE: Duration = Duration::from_millis(500);
/// How soon it is noticed that somebody stops the worker.
const NOTICE: Duration = Duration::from_millis(100);

/// A worker.
pub struct Worker<'w> {
    /// The server.
    pub link: Connection,
    /// Its name, which no other worker has.
    pub name: String,
    /// Its system, such as `linux on x86_64`.
    pub system: String,
    /// How many pairs it plays at once.
    pub threads: usize,
    /// How fast its machine is.
    pub speed: Speed,
    /// Who can play contests here.
    pub stage: &'w dyn Stage,
    /// Where packs of players are kept, among those of other workers.
    pub shelf: PathBuf,
    /// How much room they have.
    pub room: PackRoom,
    /// Set by whoever wants it to end.
    pub stop: &'w AtomicBool,
    /// Takes what is to be told, a line each.
    pub say: &'w (dyn Fn(&str) + Sync),
}

/// Where a worker stands.
struct Post<'w> {
    worker: &'w Worker<'w>,
    storage: Storage,
    engagements: BTreeMap<ContestId, Result<Engagement, Refusal>>,
    began: Instant,
    pairs: &'w AtomicU64,
    held: Sender<HeldPair>,
    shelf: Arc<Shelf>,
    deliveries: Deliveries,
}

/// A contest in which the worker does not take part.
struct Refusal {
    why: Hindrance,
    /// The notice that it refused, by its hash: another one may be taken.
    notice: Digest,
    since: Instant,
    /// What is here of its players meanwhile.
    packs: Packs,
}

impl Worker<'_> {
    /// Works until it is stopped; gives how many pairs it has played.
    ///
    /// # Errors
    /// Where the server can't be used.
    pub fn run(&self) -> Result<u64, ClusterError> {
        let storage = self.link.settle(|| Storage::open(self.link.context(), self.link.pace()))?;
        let workers = storage.workers.clone();
        let shelf = Shelf::open(&self.shelf, self.room.clone());
        let shelf = shelf
            .map_err(|error| ClusterError::System(format!("{}: {error}", self.shelf.display())))?;
        let (held, waiting) = channel();
        let (waiting, pairs) = (Mutex::new(waiting), AtomicU64::new(0));
        let done = thread::scope(|scope| {
            let mut threads = Vec::new();
            for thread in 0..self.threads.max(1) {
                let (waiting, pairs) = (&waiting, &pairs);
                let builder = thread::Builder::new().name(format!("contest {thread}"));
                let work = move || self.play(thread, waiting, pairs);
                let started = builder.spawn_scoped(scope, work);
                threads.push(started.map_err(|error| ClusterError::System(error.to_string()))?);
            }
            let (engagements, began) = (BTreeMap::new(), Instant::now());
            let pairs = &pairs;
            let deliveries = Deliveries::default();
            let mut post =
                Post { worker: self, storage, engagements, began, pairs, held, shelf, deliveries };
            post.stand();
            Ok(())
        });
        // What nobody has begun goes to others at once.
        let waiting = waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
        waiting.try_iter().for_each(|held| held.give_back(&self.link));
        // Whoever looks sees soon that nobody is there, and nothing comes any more.
        let _ = self.link.block_on(workers.purge(self.name.clone()));
        self.link.flush();
        // The threads have ended, and so the last pairs are brought.
        done.map(|()| pairs.load(Ordering::Relaxed))
    }

    fn play(&self, thread: usize, waiting: &Mutex<Receiver<HeldPair>>, pairs: &AtomicU64) {
        let mut on_its_way = None;
        // The next pair is played while the result of one is brought, and no more than one.
        let arrive = |bringing: Option<JoinHandle<bool>>| {
            let brought = bringing.is_some_and(|it| self.link.block_on(it).unwrap_or(false));
            pairs.fetch_add(brought.into(), Ordering::Relaxed);
        };
        while !self.is_stopped() {
            let held = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(NOTICE);
            match held {
                Ok(held) => {
                    let bringing = held.play(&self.link, &self.name, thread);
                    arrive(std::mem::replace(&mut on_its_way, bringing));
                }
                Err(RecvTimeoutError::Timeout) => arrive(on_its_way.take()),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        arrive(on_its_way);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Post<'_> {
    fn stand(&mut self) {
        let worker = self.worker;
        let bell = Arc::new(AtomicBool::new(false));
        let _ringing = worker.link.spawn(ring(self.storage.clone(), Arc::clone(&bell)));
        let mut told: Option<(Instant, WorkerStatus)> = None;
        let mut looked: Option<Instant> = None;
        while !worker.is_stopped() {
            worker.link.news().iter().for_each(|news| (worker.say)(news));
            let has_rung = bell.swap(false, Ordering::Relaxed);
            let is_long_ago = looked.is_none_or(|looked| looked.elapsed() > LOOK);
            if has_rung || is_long_ago || self.is_waiting() {
                // A server that is away is told of elsewhere.
                looked = self.look().is_ok().then(Instant::now);
            }
            let status = self.status();
            let is_due = told.as_ref().is_none_or(|(when, before)| {
                when.elapsed() > TELL || before.contests != status.contests
            });
            if is_due {
                self.tell(&status);
                told = Some((Instant::now(), status));
            }
            self.show_boards();
            self.shelf.tidy(KEPT);
            self.deliveries.tidy();
            let until = Instant::now() + ROUND;
            while Instant::now() < until && !worker.is_stopped() && !bell.load(Ordering::Relaxed) {
                thread::sleep(NOTICE);
            }
        }
        self.engagements.values().flatten().for_each(Engagement::end);
    }

    /// Whether something is waited for that the server has lost.
    fn is_waiting(&self) -> bool {
        self.engagements.values().any(|one| one.as_ref().is_err_and(Refusal::may_be_over))
    }

    /// Looks which contests are held.
    fn look(&mut self) -> Result<(), ClusterError> {
        let (link, contests) = (&self.worker.link, self.storage.contests.clone());
        let mut held = HashSet::new();
        for key in link.block_on(Storage::keys(&contests))? {
            let Ok(contest) = key.parse::<ContestId>() else { continue };
            let entry = link.block_on(Storage::entry(&contests, &key))?;
            let Some(bytes) = entry else { continue };
            let digest = Digest::of(&bytes);
            match Notice::read(&bytes) {
                Ok(notice) if notice.contest == contest => self.consider(notice, digest),
                Ok(_) => {}
                Err(why) => self.refuse_unread(&contest, why.to_string(), digest),
            }
            held.insert(contest);
            if self.worker.is_stopped() {
                return Ok(());
            }
        }
        self.engagements.retain(|contest, _| held.contains(contest));
        Ok(())
    }

    fn consider(&mut self, notice: Notice, digest: Digest) {
        let is_barred = notice.barred.contains(&self.worker.name);
        let is_settled = match self.engagements.get(&notice.contest) {
            Some(Ok(engagement)) => engagement.order == notice.order && !is_barred,
            Some(Err(refusal)) => refusal.notice == digest && !refusal.may_be_over(),
            None => false,
        };
        if is_settled || self.has_heard_of_enough(&notice.contest) {
            return;
        }
        let worker = self.worker;
        // What has come of its players lies there until it has looked again.
        let mut packs = match self.engagements.get_mut(&notice.contest) {
            Some(Err(refusal)) => std::mem::take(&mut refusal.packs),
            _ => Vec::new(),
        };
        let engaged = self.may_take_part(&notice).and_then(|scale| {
            let mut means = Means {
                link: &worker.link,
                storage: &self.storage,
                stage: worker.stage,
                threads: worker.threads,
                orders: self.orders(&notice.contest),
                guests: GuestMeans {
                    storage: self.storage.clone(),
                    shelf: Arc::clone(&self.shelf),
                },
                deliveries: &mut self.deliveries,
            };
            means.engage(&notice, scale, self.held.clone(), &mut packs)
        });
        let before = self.engagements.get(&notice.contest);
        let was_told =
            |why: &Hindrance| matches!(before, Some(Err(old)) if !why.is_news_after(&old.why));
        match &engaged {
            Ok(_) => (worker.say)(&format!("plays {}", notice.title)),
            Err(why) if was_told(why) => {}
            Err(why) => {
                let not = if matches!(why, Hindrance::Delay(_)) {
                    "does not play yet"
                } else {
                    "does not play"
                };
                (worker.say)(&shortened(&format!("{not} {}: {why}", notice.title)));
            }
        }
        let contest = notice.contest.clone();
        let engaged = engaged.map_err(|why| {
            packs.retain(|_| matches!(why, Hindrance::Delay(_)));
            Refusal { why, notice: digest, since: Instant::now(), packs }
        });
        self.engagements.insert(contest, engaged);
    }

    /// How many bytes the orders of other contests are in which it takes part, and how many those are.
    fn orders(&self, but: &ContestId) -> (usize, usize) {
        let others = self.engagements.iter().filter(|(contest, _)| *contest != but);
        let lengths = others.filter_map(|(_, engaged)| Some(engaged.as_ref().ok()?.length));
        lengths.fold((0, 0), |(length, many), one| (length + one, many + 1))
    }

    /// Whether a contest is one more than anybody holds.
    fn has_heard_of_enough(&self, contest: &ContestId) -> bool {
        self.engagements.len() >= MOST_TOLD_OF && !self.engagements.contains_key(contest)
    }

    /// By how much the limits of time are scaled here, where there is a place left.
    fn may_take_part(&self, notice: &Notice) -> Result<f64, Hindrance> {
        let others = self
            .engagements
            .iter()
            .filter(|(contest, engaged)| **contest != notice.contest && engaged.is_ok());
        if others.count() >= MOST_CONTESTS {
            return Err(Hindrance::Enough(MOST_CONTESTS));
        }
        Ok(self.scale(notice)?)
    }

    /// By how much the limits of time are scaled here, where this worker may take part.
    fn scale(&self, notice: &Notice) -> Result<f64, String> {
        if notice.host != HOST {
            return Err(format!(
                "it is held by version {} of the host, and this one is {HOST}; the same version plays the same games",
                notice.host
            ));
        }
        if notice.barred.contains(&self.worker.name) {
            return Err("its results were wrong or none, so that it is barred".to_owned());
        }
        let Some(speed) = notice.speed else { return Ok(1.0) };
        let scale = self.worker.speed.slowness_against(speed);
        if scale > notice.slowest {
            return Err(format!(
                "this machine takes {scale} times as long as the organiser's, and the plan allows {}; \
                 --slowest there allows more, and --work makes time no matter",
                notice.slowest
            ));
        }
        Ok(scale)
    }

    /// A contest of another version, of which nothing is known but its name.
    fn refuse_unread(&mut self, contest: &ContestId, why: String, notice: Digest) {
        if self.has_heard_of_enough(contest) {
            return;
        }
        let why = Hindrance::Refusal(why);
        if !matches!(self.engagements.get(contest), Some(Err(old)) if old.why == why) {
            (self.worker.say)(&format!("does not play contest {contest}: {why}"));
            let refusal = Refusal { why, notice, since: Instant::now(), packs: Vec::new() };
            self.engagements.insert(contest.clone(), Err(refusal));
        }
    }

    fn status(&self) -> WorkerStatus {
        let worker = self.worker;
        let stand = |engaged: &Result<Engagement, Refusal>| match engaged {
            Ok(_) => None,
            Err(refusal) => Some(shortened(&refusal.why.to_string())),
        };
        WorkerStatus {
            protocol: PROTOCOL,
            host: HOST.to_owned(),
            worker: worker.name.clone(),
            system: worker.system.clone(),
            threads: worker.threads,
            speed: worker.speed,
            pairs: self.pairs.load(Ordering::Relaxed),
            seconds: self.began.elapsed().as_secs(),
            contests: self.engagements.iter().map(|(id, one)| (id.clone(), stand(one))).collect(),
        }
    }

    fn tell(&self, status: &WorkerStatus) {
        let without_reasons = || {
            let mut status = status.clone();
            status.contests.retain(|_, why| why.is_none());
            message::encode(&status)
        };
        // However much strangers have it refuse, those whose contests it plays hear of it.
        let Ok(bytes) = message::encode(status).or_else(|_| without_reasons()) else { return };
        let told = self.storage.workers.put(&self.worker.name, bytes.into());
        // It is told again soon.
        let _ = self.worker.link.block_on(told);
    }

    /// Lets those who look on see the boards; nothing depends on it.
    fn show_boards(&self) {
        for engagement in self.engagements.values().flatten() {
            let boards = engagement.player().boards();
            let boards = BoardsMessage { worker: self.worker.name.clone(), boards };
            if let (false, Ok(bytes)) = (boards.boards.is_empty(), message::encode(&boards)) {
                let shown =
                    self.worker.link.client().publish(engagement.contest.boards(), bytes.into());
                let _ = self.worker.link.block_on(shown);
            }
        }
    }
}

/// Rings whenever a contest begins, changes or ends, and when that can't be heard of for a while.
async fn ring(storage: Storage, bell: Arc<AtomicBool>) {
    loop {
        if let Ok(mut changes) = storage.contests.watch_all().await {
            while let Some(Ok(_)) = changes.next().await {
                bell.store(true, Ordering::Relaxed);
            }
        }
        bell.store(true, Ordering::Relaxed);
        tokio::time::sleep(PAUSE).await;
    }
}

impl Refusal {
    /// What was lost may be there again.
    fn may_be_over(&self) -> bool {
        self.since.elapsed() > 2 * ROUND && self.why.may_be_over()
    }
}
