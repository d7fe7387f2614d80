//! What the server keeps: streams, buckets and the store of players. They are made where they are missing, by whoever
//! comes first.
//!
//! A bucket is made as the stream that it is: the client asks a server about its account first, and can't read the
//! answer of 2.9.

use std::future::ready;
use std::time::Duration;

use async_nats::jetstream::consumer::{self, AckPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::{Config, DiscardPolicy, Stream};
use async_nats::jetstream::{Context, kv};
use futures_util::{StreamExt, TryStreamExt};

use crate::error::ClusterError;
use crate::message::{LONGEST, LONGEST_PAIR, Notice};
use crate::names::{CONTESTS, ContestId, DESK, OBJECTS, WORK, WORKERS, is_key};
use crate::pace::Pace;
use crate::streams::{is_unknown, made, message_size, queue, taken_away};

/// How long a worker is taken to be there after it was heard of.
pub(crate) const ALIVE: Duration = Duration::from_secs(30);
/// How soon a pair is handed out again whose worker is not heard of.
pub(crate) const PAIR_WAIT: Duration = Duration::from_secs(10);
/// How often a pair is handed out: a server counts also what nobody gets while too few of its cluster are up, so that its
/// number says nothing of workers.
const ALWAYS: i64 = -1;
/// How soon the organiser gets a result again that it has not settled.
const RESULT_WAIT: Duration = Duration::from_secs(60);
/// How many results may be with the organiser at once, and how many pairs with workers.
const RESULTS_AT_ONCE: i64 = 2048;
const PAIRS_AT_ONCE: i64 = 100_000;
/// How much of a bucket is looked at.
const MOST_ENTRIES: usize = 10_000;
/// No subject of ours is longer.
const LONGEST_SUBJECT: usize = 256;
/// How long the parts are of what is stored. What else a connection carries waits for one of them.
pub(crate) const PART: usize = 64 << 10;
/// The longest message of the store: a part, or what says that something is whole.
const LONGEST_OF_STORE: usize = 2 * PART;

/// What all contests share on a server.
#[derive(Clone)]
pub(crate) struct Storage {
    pub context: Context,
    pub contests: kv::Store,
    pub workers: kv::Store,
    pub objects: ObjectStore,
    pub pace: Pace,
}

impl Storage {
    /// Opens what is there, and makes the rest.
    pub(crate) async fn open(context: &Context, pace: Pace) -> Result<Storage, ClusterError> {
        let bucket = |bucket: &str, max_age| Config {
            name: format!("KV_{bucket}"),
            subjects: vec![format!("$KV.{bucket}.>")],
            max_messages_per_subject: 1,
            max_age,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            discard: DiscardPolicy::New,
            max_message_size: message_size(LONGEST),
            ..Config::default()
        };
        let objects = Config {
            name: format!("OBJ_{OBJECTS}"),
            subjects: vec![format!("$O.{OBJECTS}.C.>"), format!("$O.{OBJECTS}.M.>")],
            allow_rollup: true,
            allow_direct: true,
            discard: DiscardPolicy::New,
            max_message_size: message_size(LONGEST_OF_STORE),
            ..Config::default()
        };
        for config in [bucket(CONTESTS, Duration::ZERO), bucket(WORKERS, ALIVE), objects] {
            made(context, config).await?;
        }
        Ok(Storage { pace, ..Storage::of(context).await? })
    }

    /// Makes the bucket of notices anew, in which nothing can be put any more. Other contests announce themselves again.
    pub(crate) async fn make_notices_anew(&self) -> Result<(), ClusterError> {
        let failed = ClusterError::of("take a bucket away");
        let taken = taken_away(&self.context, &format!("KV_{CONTESTS}")).await;
        taken.map_err(|error| failed(&error))?;
        Storage::open(&self.context, self.pace).await.map(drop)
    }

    /// The streams that all contests share.
    pub(crate) fn shared() -> [String; 3] {
        [format!("KV_{CONTESTS}"), format!("KV_{WORKERS}"), format!("OBJ_{OBJECTS}")]
    }

    /// Opens what is there; nothing where nobody has made it yet, and nothing is made.
    pub(crate) async fn look(context: &Context) -> Result<Option<Storage>, ClusterError> {
        let failed = ClusterError::of("say what it keeps");
        for bucket in [format!("KV_{WORKERS}"), format!("OBJ_{OBJECTS}")] {
            match context.get_stream(bucket).await {
                Err(error) if is_unknown(&error) => return Ok(None),
                found => found.map(drop).map_err(|error| failed(&error))?,
            }
        }
        Storage::of(context).await.map(Some)
    }

    async fn of(context: &Context) -> Result<Storage, ClusterError> {
        let failed = ClusterError::of("open a bucket");
        Ok(Storage {
            context: context.clone(),
            pace: Pace::default(),
            contests: context.get_key_value(CONTESTS).await.map_err(|error| failed(&error))?,
            workers: context.get_key_value(WORKERS).await.map_err(|error| failed(&error))?,
            objects: context.get_object_store(OBJECTS).await.map_err(|error| failed(&error))?,
        })
    }

    /// The keys of a bucket that are ours, as far as anybody needs them.
    pub(crate) async fn keys(bucket: &kv::Store) -> Result<Vec<String>, ClusterError> {
        let failed = ClusterError::of("read a bucket");
        let keys = bucket.keys().await.map_err(|error| failed(&error))?;
        let keys = keys.try_filter(|key| ready(is_key(key))).take(MOST_ENTRIES);
        keys.try_collect().await.map_err(|error| failed(&error))
    }

    /// What stands under a key; nothing where nothing does any more. Whoever reads all of a bucket holds one at a time,
    /// since together they may be as much as somebody likes.
    pub(crate) async fn entry(
        bucket: &kv::Store,
        key: &str,
    ) -> Result<Option<Vec<u8>>, ClusterError> {
        let value = bucket.get(key).await;
        let value = value.map_err(|error| ClusterError::of("read a bucket")(&error))?;
        Ok(value.map(|value| value.to_vec()))
    }

    /// What workers are told of a contest, if it is there and can be read.
    pub(crate) async fn notice(&self, contest: &ContestId) -> Option<Notice> {
        let notice = self.contests.get(contest.to_string()).await.ok()??;
        Notice::read(&notice).ok()
    }

    /// Takes away what is there of one contest, but for what is stored for others as well.
    pub(crate) async fn take_away(&self, contest: &ContestId) -> Result<(), ClusterError> {
        let failed = ClusterError::of("take away what is there of a contest");
        let notice = self.notice(contest).await;
        // From now on nobody engages in it.
        let purged = self.contests.purge(contest.to_string()).await;
        purged.map_err(|error| failed(&error))?;
        if let Some(notice) = notice {
            // Who still wants it says so, and its organiser stores it again.
            self.delete(notice.order.as_str()).await?;
        }
        for stream in [contest.pairs_stream(), contest.results_stream()] {
            taken_away(&self.context, &stream).await.map_err(|error| failed(&error))?;
        }
        self.take_away_all(&contest.own_prefix()).await
    }

    /// The queue of a contest and the consumer that all workers share.
    pub(crate) async fn pairs(&self, contest: &ContestId) -> Result<Stream, ClusterError> {
        let name = contest.pairs_stream();
        let stream = made(&self.context, queue(name, contest.pairs(), LONGEST_PAIR)).await?;
        let consumer = pull::Config {
            durable_name: Some(WORK.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.pace.of(PAIR_WAIT),
            max_deliver: ALWAYS,
            max_ack_pending: PAIRS_AT_ONCE,
            ..pull::Config::default()
        };
        let failed = ClusterError::of("make the workers' consumer");
        let there = stream.get_or_create_consumer(WORK, consumer.clone()).await;
        let there = there.map_err(|error| failed(&error))?;
        if !hands_out_as(&there.cached_info().config, &consumer) {
            // Whoever has made or changed it does not want what we want.
            let _ = stream.delete_consumer(WORK).await;
            stream.create_consumer(consumer).await.map_err(|error| failed(&error))?;
        }
        Ok(stream)
    }

    /// The results of a contest.
    pub(crate) async fn results(&self, contest: &ContestId) -> Result<Stream, ClusterError> {
        let config = queue(contest.results_stream(), contest.results(), LONGEST);
        made(&self.context, config).await
    }

    /// The organiser's consumer. One of an organiser before is put in its place: what that one had and did not settle
    /// comes at once.
    pub(crate) async fn desk(
        &self,
        contest: &ContestId,
        own: &str,
    ) -> Result<PullConsumer, ClusterError> {
        let stream = self.results(contest).await?;
        // There may be none.
        let _ = stream.delete_consumer(DESK).await;
        let config = pull::Config {
            durable_name: Some(DESK.to_owned()),
            description: Some(own.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.pace.of(RESULT_WAIT),
            max_ack_pending: RESULTS_AT_ONCE,
            ..pull::Config::default()
        };
        let failed = ClusterError::of("make the organiser's consumer");
        stream.create_consumer(config).await.map_err(|error| failed(&error))
    }

    /// The subjects of all messages in a stream, but for those that are longer than any of ours.
    pub(crate) async fn subjects(stream: &Stream, all: &str) -> Result<Vec<String>, ClusterError> {
        let failed = ClusterError::of("look into a queue");
        let mut info = stream.info_with_subjects(all).await.map_err(|error| failed(&error))?;
        let mut subjects = Vec::new();
        while let Some(next) = info.next().await {
            let subject = next.map_err(|error| failed(&error))?.0;
            subjects.extend(Some(subject).filter(|it| it.len() <= LONGEST_SUBJECT));
        }
        Ok(subjects)
    }
}

/// Whether a consumer hands out as another one does.
fn hands_out_as(consumer: &consumer::Config, wanted: &pull::Config) -> bool {
    consumer.ack_policy == wanted.ack_policy
        && consumer.ack_wait == wanted.ack_wait
        && consumer.max_deliver == wanted.max_deliver
        && consumer.max_ack_pending == wanted.max_ack_pending
        && consumer.deliver_policy == wanted.deliver_policy
        && consumer.filter_subject.is_empty()
        && !consumer.headers_only
        && consumer.deliver_subject.is_none()
}
