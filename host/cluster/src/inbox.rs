//! What comes to the organiser, from wherever it comes: results, what workers say of themselves, their boards, and which
//! stored things they miss. Each comes by a task of its own into one queue.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use async_nats::Message;
use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::kv::Operation;
use async_nats::jetstream::message::Acker;
use futures_util::StreamExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::connection::{Connection, Task};
use crate::message::{BoardsMessage, WorkerStatus};
use crate::names::{ContestId, Digest, TaskId, is_key};
use crate::pull::{Pull, WAIT};
use crate::storage::Storage;

/// How many results are asked for at once.
const BATCH: usize = 256;
/// How many KiB of results lie here at once; the others stay on the server.
const RESULTS_HERE: usize = 64 << 10;
/// How much else lies here at once. Boards that find no room are not shown, and what else does not is told again.
const OTHERS_HERE: usize = 1024;
/// How long what nothing depends on may be.
const LONGEST_ASIDE: usize = 128 << 10;
/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// What came.
pub(crate) struct Mail {
    pub what: News,
    /// The room that it takes here until it is settled.
    _room: OwnedSemaphorePermit,
}

/// What it is about.
pub(crate) enum News {
    /// A result that says of which pair it is, if of any, and what tells the server that it is settled.
    Result(Option<TaskId>, Vec<u8>, Box<Acker>),
    /// A worker, as it is now.
    Status(Box<WorkerStatus>),
    /// The worker of this name says what can't be read, and why not.
    Unread(String, String),
    /// The worker of this name has gone.
    Gone(String),
    /// Some worker's boards.
    Boards(BoardsMessage),
    /// A stored thing that a worker did not find.
    Missing(Digest),
    /// A worker begins a pair that was handed out before.
    Begun(TaskId),
}

/// Everything that comes to an organiser.
pub(crate) struct Inbox {
    mail: Receiver<Mail>,
    sender: Sender<Mail>,
    for_results: Arc<Semaphore>,
    results: Option<Task>,
    _others: Vec<Task>,
}

impl Inbox {
    pub(crate) fn open(link: &Connection, storage: &Storage, contest: &ContestId) -> Inbox {
        let (sender, mail) = channel();
        let room = Arc::new(Semaphore::new(OTHERS_HERE));
        let aside = Arc::clone(&room);
        let listen = |subject: String, read: fn(&Message) -> Option<News>| {
            let (client, sender) = (link.client().clone(), sender.clone());
            let room = Arc::clone(&aside);
            link.spawn(async move {
                let Ok(mut messages) = client.subscribe(subject).await else { return };
                while let Some(message) = messages.next().await {
                    if message.payload.len() <= LONGEST_ASIDE
                        && let Ok(room) = Arc::clone(&room).try_acquire_owned()
                        && let Some(what) = read(&message)
                    {
                        // Who has closed the inbox ends this soon.
                        let _ = sender.send(Mail { what, _room: room });
                    }
                }
            })
        };
        let others = vec![
            listen(contest.missing(), |message| {
                let text = std::str::from_utf8(&message.payload).ok()?;
                Digest::try_from(text.to_owned()).ok().map(News::Missing)
            }),
            listen(contest.boards(), |message| {
                serde_json::from_slice(&message.payload).ok().map(News::Boards)
            }),
            listen(contest.all_begun(), |message| {
                TaskId::of_subject(&message.subject).map(News::Begun)
            }),
            link.spawn(watch_workers(storage.clone(), contest.clone(), sender.clone(), room)),
        ];
        let for_results = Arc::new(Semaphore::new(RESULTS_HERE));
        Inbox { mail, sender, for_results, results: None, _others: others }
    }

    /// Takes results from this consumer from now on.
    pub(crate) fn take_results(&mut self, link: &Connection, consumer: PullConsumer) {
        self.results = None;
        let (room, wait) = (Arc::clone(&self.for_results), link.pace().of(WAIT));
        self.results = Some(link.spawn(collect(
            Pull::new(link.context(), &consumer, RESULTS_HERE << 10, wait),
            self.sender.clone(),
            room,
        )));
    }

    /// Gives the results back that are here, to an organiser who has come after this one.
    pub(crate) fn give_back(&mut self, link: &Connection) {
        self.results = None;
        while let Ok(Mail { what, .. }) = self.mail.try_recv() {
            if let News::Result(_, _, acker) = what {
                // Otherwise they come to that one when their time is over.
                let _ = link.block_on(acker.ack_with(AckKind::Nak(None)));
            }
        }
    }

    /// The next that comes, or has come.
    pub(crate) fn next(&self, timeout: Duration) -> Option<Mail> {
        self.mail.recv_timeout(timeout).ok()
    }
}

async fn collect(mut pull: Pull, sender: Sender<Mail>, room: Arc<Semaphore>) {
    loop {
        pull.ask(BATCH).await;
        while let Some(message) = pull.next().await {
            let (message, acker) = message.split();
            let takes = (message.payload.len() >> 10).clamp(1, RESULTS_HERE) as u32;
            let Ok(room) = Arc::clone(&room).acquire_many_owned(takes).await else { return };
            let task = TaskId::of_subject(&message.subject);
            let what = News::Result(task, message.payload.to_vec(), Box::new(acker));
            if sender.send(Mail { what, _room: room }).is_err() {
                return;
            }
        }
    }
}

async fn watch_workers(
    storage: Storage,
    contest: ContestId,
    sender: Sender<Mail>,
    room: Arc<Semaphore>,
) {
    loop {
        if let Ok(mut entries) = storage.workers.watch_with_history(">").await {
            while let Some(Ok(entry)) = entries.next().await {
                if !is_key(&entry.key) {
                    continue;
                }
                let what = match entry.operation {
                    Operation::Put => {
                        match WorkerStatus::read(&entry.value) {
                            // Nobody speaks for another one.
                            Ok(status) if status.worker != entry.key => continue,
                            Ok(mut status) => {
                                // Other contests are none of this one's business, and may be many.
                                status.contests.retain(|other, _| *other == contest);
                                News::Status(Box::new(status))
                            }
                            Err(error) => News::Unread(entry.key, error.to_string()),
                        }
                    }
                    Operation::Delete | Operation::Purge => News::Gone(entry.key),
                };
                let Ok(room) = Arc::clone(&room).acquire_owned().await else { return };
                if sender.send(Mail { what, _room: room }).is_err() {
                    return;
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}
