//! A worker's part in one contest: takes pairs from its queue, keeps the server told that they are being played, and
//! brings the results back. What it holds and does not finish goes to others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{Acker, PublishMessage};
use async_nats::jetstream::{AckKind, Message};
use othello_arena::contest::{PairJob, PlayedGame};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use crate::connection::{Connection, Courier, Task};
use crate::deliveries::{Delay, Deliveries};
use crate::error::ClusterError;
use crate::hindrance::Hindrance;
use crate::message::{
    GameMessage, Guests, LONGEST_PAIR, Notice, Order, PairMessage, ResultMessage,
};
use crate::names::{ContestId, Digest, TaskId, WORK};
use crate::objects::Absence;
use crate::pull::{Pull, WAIT};
use crate::room::NoRoom;
use crate::shelf::{Kind, Shelf, ShelvedPack};
use crate::stage::{PairPlayer, Stage};
use crate::storage::{PAIR_WAIT, Storage};

/// How many pairs a thread has before it: one whose result is on its way, one that it plays, and the next.
const READY: usize = 3;
/// Where pairs bring their players somebody may wait for the next: it is for whoever has a thread left.
const READY_WITH_GUESTS: usize = 1;
/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(500);
/// How many bytes the orders of all contests are in which a worker takes part.
const MOST_ORDERS: usize = 64 << 20;
/// How soon a pair is tried again of which the server has lost a player.
const WHILE_LOST: Duration = Duration::from_secs(2);

/// A contest in which a worker takes part.
pub(crate) struct Engagement {
    pub contest: ContestId,
    pub order: Digest,
    player: Arc<dyn PairPlayer>,
    over: Arc<AtomicBool>,
    /// How many bytes its order is.
    pub length: usize,
    _fetching: Task,
    /// They lie there as long as this is.
    _packs: Packs,
}

/// Packs that are in use.
pub(crate) type Packs = Vec<Arc<ShelvedPack>>;

/// A pair that this worker has from the queue.
pub(crate) struct HeldPair {
    contest: ContestId,
    task: TaskId,
    /// Whether it was handed out before.
    is_again: bool,
    pair: PairJob,
    guests: Option<Guests>,
    means: GuestMeans,
    scale: f64,
    player: Arc<dyn PairPlayer>,
    over: Arc<AtomicBool>,
    acker: Arc<Acker>,
    _progress: Task,
    _permit: OwnedSemaphorePermit,
}

/// What a worker needs for players that come with a pair.
#[derive(Clone)]
pub(crate) struct GuestMeans {
    pub storage: Storage,
    pub shelf: Arc<Shelf>,
}

/// Who plays a pair.
struct Seating {
    player: Arc<dyn PairPlayer>,
    /// They lie there as long as this is.
    _packs: Packs,
}

/// Why nobody could be seated for a pair.
enum Unseated {
    /// Somebody may be later: the server has lost a player, and its organiser was told, or there is no room for it now.
    NotYet,
    /// This machine can't play it.
    Unfit(String),
}

/// What a worker needs to take part in contests.
pub(crate) struct Means<'w> {
    pub link: &'w Connection,
    pub storage: &'w Storage,
    pub stage: &'w dyn Stage,
    pub threads: usize,
    /// How many bytes the orders of all contests are in which it takes part, and how many contests those are.
    pub orders: (usize, usize),
    pub guests: GuestMeans,
    pub deliveries: &'w mut Deliveries,
}

impl Means<'_> {
    /// Gets ready for a contest and begins to take its pairs. What is here of it is among those packs, and stays where not
    /// all is here yet.
    pub(crate) fn engage(
        &mut self,
        notice: &Notice,
        scale: f64,
        pairs: Sender<HeldPair>,
        packs: &mut Packs,
    ) -> Result<Engagement, Hindrance> {
        let contest = &notice.contest;
        // It is read at once, and need not lie there any more.
        let order = self.pack(contest, &notice.order, Kind::Plan, &mut Vec::new());
        let order = order.map(|pack| std::fs::read(&pack.file))?;
        let order = order.map_err(|error| format!("the contest's plan: {error}"))?;
        let (order, length) = Order::read(&order).map_err(|error| error.to_string())?;
        if self.orders.0 + length > MOST_ORDERS {
            return Err(Hindrance::Enough(self.orders.1));
        }
        let players = order.entrants.iter().map(|one| (&one.pack, Kind::Player));
        let files = order.entrants.iter().flat_map(|one| one.files.values());
        let mut paths: Vec<PathBuf> = Vec::with_capacity(order.entrants.len());
        for (digest, kind) in players.chain(files.map(|file| (file, Kind::OptionFile))) {
            paths.push(self.pack(contest, digest, kind, packs)?.file.clone());
        }
        let player = unbroken(|| self.stage.open(&order, &paths, scale))?;
        let consumer = self.link.block_on(async {
            let consumer =
                self.storage.context.get_consumer_from_stream(WORK, contest.pairs_stream());
            consumer.await.map_err(|error| ClusterError::of("give its queue")(&error).to_string())
        })?;
        let over = Arc::new(AtomicBool::new(false));
        let wait = self.link.pace().of(WAIT);
        let ready = if order.takes_guests() { READY_WITH_GUESTS } else { READY };
        let fetch = Fetch {
            pull: Pull::new(
                self.link.context(),
                &consumer,
                ready * self.threads * 2 * LONGEST_PAIR,
                wait,
            ),
            contest: contest.clone(),
            order: Arc::new(order),
            scale,
            player: Arc::clone(&player),
            over: Arc::clone(&over),
            room: Arc::new(Semaphore::new(ready * self.threads)),
            pairs,
            guests: self.guests.clone(),
        };
        let fetching = self.link.spawn(fetch.run());
        Ok(Engagement {
            contest: contest.clone(),
            order: notice.order.clone(),
            player,
            over,
            length,
            _fetching: fetching,
            _packs: std::mem::take(packs),
        })
    }

    /// What is stored under this hash, on the shelf here and among those that are in use.
    fn pack(
        &mut self,
        contest: &ContestId,
        digest: &Digest,
        kind: Kind,
        packs: &mut Packs,
    ) -> Result<Arc<ShelvedPack>, Hindrance> {
        let shelf = Arc::clone(&self.guests.shelf);
        let shelved = match shelf.get(digest, kind) {
            Some(pack) => Ok(pack),
            None => {
                let landing = || shelf.landing(kind);
                let landed = self.deliveries.get(self.link, self.storage, digest, landing);
                if landed == Err(Delay::Lost) {
                    miss(self.link, contest, digest);
                }
                landed.and_then(|landed| shelf.put(digest, landed).map_err(Delay::NoRoom))
            }
        };
        match shelved {
            Ok(pack) => {
                if !packs.iter().any(|known| Arc::ptr_eq(known, &pack)) {
                    packs.push(Arc::clone(&pack));
                }
                Ok(pack)
            }
            Err(Delay::NoRoom(NoRoom::Full { all })) => {
                let own: u64 = packs.iter().map(|pack| pack.bytes()).sum();
                // Whoever waits holds up nobody else who waits.
                packs.clear();
                let is_alone = own >= shelf.taken();
                Err(if is_alone { NoRoom::Many { all } } else { NoRoom::Full { all } }.into())
            }
            Err(delay) => Err(delay.into()),
        }
    }
}

/// Gets ready for what a stranger wants. Whatever that is, this worker goes on.
fn unbroken<T>(get_ready: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let ready = catch_unwind(AssertUnwindSafe(get_ready));
    ready.unwrap_or_else(|_| Err("this host broke off over it, by a fault of its own".to_owned()))
}

/// Tells the organiser that something is missing.
fn miss(link: &Connection, contest: &ContestId, digest: &Digest) {
    // It is told again the next time.
    let _ = link.block_on(link.client().publish(contest.missing(), digest.to_string().into()));
}

impl Engagement {
    /// Breaks everything off.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.player.cancel();
    }

    pub(crate) fn player(&self) -> &dyn PairPlayer {
        self.player.as_ref()
    }
}

impl Drop for Engagement {
    fn drop(&mut self) {
        self.end();
    }
}

/// Takes pairs from one queue.
struct Fetch {
    pull: Pull,
    contest: ContestId,
    order: Arc<Order>,
    scale: f64,
    player: Arc<dyn PairPlayer>,
    over: Arc<AtomicBool>,
    room: Arc<Semaphore>,
    pairs: Sender<HeldPair>,
    guests: GuestMeans,
}

impl Fetch {
    async fn run(mut self) {
        loop {
            let Ok(first) = Arc::clone(&self.room).acquire_owned().await else { return };
            let mut permits = vec![first];
            while let Ok(more) = Arc::clone(&self.room).try_acquire_owned() {
                permits.push(more);
            }
            self.pull.ask(permits.len()).await;
            while let Some(message) = self.pull.next().await {
                let Some(permit) = permits.pop() else { break };
                let Some(held) = self.hold(message, permit).await else { continue };
                if self.pairs.send(held).is_err() {
                    return;
                }
            }
        }
    }

    async fn hold(&self, message: Message, permit: OwnedSemaphorePermit) -> Option<HeldPair> {
        let is_again = message.info().is_ok_and(|info| info.delivered > 1);
        let (message, acker) = message.split();
        let Some(task) = self.contest.pair_of(&message.subject) else {
            // Nobody has asked for it.
            let _ = acker.ack_with(AckKind::Term).await;
            return None;
        };
        let read = PairMessage::read(&message.payload);
        let read = read.and_then(|it| it.pair(&self.order).map(|pair| (it, pair)));
        let Some((message, pair)) = read.ok().filter(|(it, _)| it.task == task) else {
            // Somebody else may make more of it; in the end it counts as void.
            if is_again {
                begin_again(&self.guests.storage, &self.contest, task).await;
            }
            let _ = acker.ack_with(AckKind::Nak(Some(PAUSE))).await;
            return None;
        };
        let acker = Arc::new(acker);
        let progress =
            tokio::spawn(keep(Arc::clone(&acker), self.guests.storage.pace.of(PAIR_WAIT) / 4));
        Some(HeldPair {
            contest: self.contest.clone(),
            task,
            is_again,
            pair,
            guests: message.guests,
            means: self.guests.clone(),
            scale: self.scale,
            player: Arc::clone(&self.player),
            over: Arc::clone(&self.over),
            acker,
            _progress: progress.into(),
            _permit: permit,
        })
    }
}

/// Tells the server again and again that a pair is in work.
async fn keep(acker: Arc<Acker>, each: Duration) {
    loop {
        tokio::time::sleep(each).await;
        // While the server is away nobody else gets the pair either.
        let _ = acker.ack_with(AckKind::Progress).await;
    }
}

/// Tells the organiser that a pair is begun that was handed out before: one that nobody finishes has to end some time.
async fn begin_again(storage: &Storage, contest: &ContestId, task: TaskId) {
    // Where it is not heard the pair is tried once more.
    let _ = storage.context.client().publish(contest.begun(task), [].as_slice().into()).await;
}

impl HeldPair {
    /// Plays it, on this thread, and begins to bring the result back, which says later whether it was brought.
    pub(crate) fn play(
        self,
        link: &Connection,
        worker: &str,
        thread: usize,
    ) -> Option<JoinHandle<bool>> {
        let games = self.pair.games.iter();
        let played: Vec<PlayedGame> = match self.seat(link) {
            Ok(Seating { player, _packs }) => {
                if self.is_again {
                    link.block_on(begin_again(&self.means.storage, &self.contest, self.task));
                }
                games
                    .map_while(|game| {
                        let wanted = !self.over.load(Ordering::Relaxed);
                        wanted.then(|| player.play(thread, game))
                    })
                    .collect()
            }
            Err(Unseated::NotYet) => {
                let again = AckKind::Nak(Some(WHILE_LOST));
                let _ = link.block_on(self.acker.ack_with(again));
                return None;
            }
            Err(Unseated::Unfit(why)) => games
                .map(|job| PlayedGame { job: job.clone(), record: None, void: Some(why.clone()) })
                .collect(),
        };
        if self.over.load(Ordering::Relaxed) {
            // What was broken off is no result.
            let _ = link.block_on(self.acker.ack_with(AckKind::Nak(None)));
            return None;
        }
        let payload = self.result(worker, played, link.longest())?;
        Some(link.begin(self.bring(link.courier(), payload)))
    }

    /// Seats those who play it.
    fn seat(&self, link: &Connection) -> Result<Seating, Unseated> {
        let Some(guests) = &self.guests else {
            return Ok(Seating { player: Arc::clone(&self.player), _packs: Vec::new() });
        };
        let GuestMeans { storage, shelf } = &self.means;
        let pack = |digest: &Digest| {
            if let Some(pack) = shelf.get(digest, Kind::Guest) {
                return Ok(pack);
            }
            let name = self.contest.own(digest);
            let fetched = storage.fetch(&name, digest, shelf.landing(Kind::Guest));
            let landed = link.block_on(fetched);
            if landed == Err(Absence::Lost) {
                miss(link, &self.contest, digest);
            }
            let put = landed.and_then(|landed| Ok(shelf.put(digest, landed)?));
            put.map_err(|absence| match absence {
                Absence::NoRoom(why) if !why.may_be_over() => Unseated::Unfit(why.to_string()),
                Absence::NoRoom(_) | Absence::Lost => Unseated::NotYet,
            })
        };
        let packs = guests.passengers.iter().map(|one| pack(&one.pack));
        let packs: Vec<_> = packs.collect::<Result<_, _>>()?;
        let files: Vec<_> = packs.iter().map(|pack| pack.file.clone()).collect();
        let player =
            unbroken(|| self.player.for_guests(guests, &files)).map_err(Unseated::Unfit)?;
        Ok(Seating { player, _packs: packs })
    }

    /// Gives it back for others.
    pub(crate) fn give_back(self, link: &Connection) {
        // Who does not hear of it hands it out again when its time is over.
        let _ = link.block_on(self.acker.ack_with(AckKind::Nak(None)));
    }

    fn result(&self, worker: &str, played: Vec<PlayedGame>, longest: usize) -> Option<Vec<u8>> {
        let games = played.into_iter().map(GameMessage::of).collect();
        let message = ResultMessage::new(self.task, worker, self.scale, games);
        // Nobody keeps what guests have asked and said.
        message.packed(self.guests.is_none(), longest).ok()
    }

    async fn bring(self, courier: Courier, payload: Vec<u8>) -> bool {
        loop {
            let publish = PublishMessage::build()
                .payload(payload.clone().into())
                .expected_last_subject_sequence(0);
            let sent =
                courier.context().send_publish(self.contest.result(self.task), publish).await;
            let done = match sent {
                Ok(answer) => answer.await.map(drop),
                Err(error) => Err(error),
            };
            // Where the sequence is another one, somebody was sooner.
            let refused =
                done.err().filter(|error| error.kind() != PublishErrorKind::WrongLastSequence);
            courier.was_brought(refused.as_ref().map(ToString::to_string).as_deref());
            if refused.is_none() {
                // Where that is not heard the pair is played again, and counts once.
                let _ = self.acker.ack().await;
                return true;
            }
            if self.over.load(Ordering::Relaxed) {
                return false;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
