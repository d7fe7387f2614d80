//! What comes to the organiser, from wherever it comes: results, what workers say of themselves, their boards, and which
//! stored things they miss. Each comes by a task of its own into one queue.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use async_nats::Message;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::kv::Operation;
use async_nats::jetstream::message::Acker;
use futures_util::StreamExt;

use crate::connection::{Connection, Task};
use crate::message::{BoardsMessage, LONGEST, WorkerStatus};
use crate::names::{ContestId, Digest};
use crate::storage::Storage;

/// How many results are asked for at once, and how long the server may wait for more.
const BATCH: usize = 256;
const WAIT: Duration = Duration::from_secs(2);
/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// What came.
pub(crate) enum Mail {
    /// A result, and what tells the server that it is settled.
    Result(Vec<u8>, Box<Acker>),
    /// A worker, as it is now.
    Status(Box<WorkerStatus>),
    /// The worker of this name has gone.
    Gone(String),
    /// Some worker's boards.
    Boards(BoardsMessage),
    /// A stored thing that a worker did not find.
    Missing(Digest),
    /// A pair was handed out so often that the server gives up on it.
    Undeliverable,
}

/// Everything that comes to an organiser.
pub(crate) struct Inbox {
    mail: Receiver<Mail>,
    sender: Sender<Mail>,
    results: Option<Task>,
    _others: Vec<Task>,
}

impl Inbox {
    pub(crate) fn open(link: &Connection, storage: &Storage, contest: &ContestId) -> Inbox {
        let (sender, mail) = channel();
        let listen = |subject: String, read: fn(&Message) -> Option<Mail>| {
            let (client, sender) = (link.client().clone(), sender.clone());
            link.spawn(async move {
                let Ok(mut messages) = client.subscribe(subject).await else { return };
                while let Some(message) = messages.next().await {
                    if message.payload.len() <= LONGEST
                        && let Some(mail) = read(&message)
                    {
                        // Who has closed the inbox ends this soon.
                        let _ = sender.send(mail);
                    }
                }
            })
        };
        let others = vec![
            listen(contest.missing(), |message| {
                let text = std::str::from_utf8(&message.payload).ok()?;
                Digest::try_from(text.to_owned()).ok().map(Mail::Missing)
            }),
            listen(contest.boards(), |message| {
                serde_json::from_slice(&message.payload).ok().map(Mail::Boards)
            }),
            listen(contest.advisory(), |_| Some(Mail::Undeliverable)),
            link.spawn(watch_workers(storage.clone(), sender.clone())),
        ];
        Inbox { mail, sender, results: None, _others: others }
    }

    /// Takes results from this consumer from now on.
    pub(crate) fn take_results(&mut self, link: &Connection, consumer: PullConsumer) {
        self.results = None;
        self.results = Some(link.spawn(collect(consumer, self.sender.clone())));
    }

    /// The next that comes, or has come.
    pub(crate) fn next(&self, timeout: Duration) -> Option<Mail> {
        self.mail.recv_timeout(timeout).ok()
    }
}

async fn collect(consumer: PullConsumer, sender: Sender<Mail>) {
    loop {
        let batch = consumer.batch().max_messages(BATCH).expires(WAIT).messages().await;
        if let Ok(mut batch) = batch {
            while let Some(Ok(message)) = batch.next().await {
                let (message, acker) = message.split();
                if sender.send(Mail::Result(message.payload.to_vec(), Box::new(acker))).is_err() {
                    return;
                }
            }
        } else {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn watch_workers(storage: Storage, sender: Sender<Mail>) {
    loop {
        if let Ok(mut entries) = storage.workers.watch_with_history(">").await {
            while let Some(Ok(entry)) = entries.next().await {
                let mail = match entry.operation {
                    Operation::Put => {
                        // What can't be read is of another version, and tells nothing here.
                        let Ok(status) = WorkerStatus::read(&entry.value) else { continue };
                        Mail::Status(Box::new(status))
                    }
                    Operation::Delete | Operation::Purge => Mail::Gone(entry.key),
                };
                if sender.send(mail).is_err() {
                    return;
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}
