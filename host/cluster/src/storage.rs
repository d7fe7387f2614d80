//! What the server keeps: streams, buckets and the store of players. They are made where they are missing, by whoever
//! comes first.
//!
//! A bucket is made as the stream that it is: the client asks a server about its account first, and can't read the
//! answer of 2.9.

use std::future::ready;
use std::time::Duration;

use async_nats::jetstream::consumer::{self, AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{
    CreateStreamError, CreateStreamErrorKind, DeleteStreamError, DeleteStreamErrorKind,
    GetStreamError, GetStreamErrorKind,
};
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, ErrorCode, kv};
use futures_util::{StreamExt, TryStreamExt};
use tokio::time::sleep;

use crate::error::ClusterError;
use crate::message::{LONGEST, LONGEST_PAIR, Notice};
use crate::names::{CONTESTS, ContestId, DESK, OBJECTS, WORK, WORKERS, is_key};
use crate::pace::Pace;

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
/// What the streams of a contest may hold. A limit in bytes would be set aside by the server for each.
const MOST_MESSAGES: i64 = 200_000;
/// How many servers of a cluster keep everything: one of them may die.
const COPIES: usize = 3;
/// How often a stream is asked for that a server refuses, and how long after each time.
const TRIES_TO_MAKE: u32 = 5;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);
/// How much of a bucket is looked at.
const MOST_ENTRIES: usize = 10_000;
/// No subject of ours is longer.
const LONGEST_SUBJECT: usize = 256;
/// What a server adds to a message.
const HEADERS: usize = 8 << 10;
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
            match self.context.delete_stream(stream).await {
                Err(error) if !is_missing(&error) => return Err(failed(&error)),
                _ => {}
            }
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

/// A stream in which each message is worked on once, and each subject stands once.
fn queue(name: String, subjects: String, longest: usize) -> Config {
    Config {
        name,
        subjects: vec![subjects],
        retention: RetentionPolicy::WorkQueue,
        max_messages: MOST_MESSAGES,
        max_message_size: message_size(longest),
        discard: DiscardPolicy::New,
        ..Config::default()
    }
}

/// What a stream takes of which messages are so long.
fn message_size(longest: usize) -> i32 {
    i32::try_from(longest + HEADERS).unwrap_or(i32::MAX)
}

/// Whether a stream can't be deleted since there is none.
fn is_missing(error: &DeleteStreamError) -> bool {
    let DeleteStreamErrorKind::JetStream(error) = error.kind() else { return false };
    error.error_code() == ErrorCode::STREAM_NOT_FOUND
}

/// Whether there is no such stream.
pub(crate) fn is_unknown(error: &GetStreamError) -> bool {
    let GetStreamErrorKind::JetStream(error) = error.kind() else { return false };
    error.error_code() == ErrorCode::STREAM_NOT_FOUND
}

/// Whether a stream keeps messages as another one does. How much room it has may be somebody's own wish.
fn keeps_as(stream: &Config, wanted: &Config) -> bool {
    let kept = |config: &Config| {
        let Config { subjects, retention, discard, max_age, allow_direct, no_ack, sealed, .. } =
            config;
        let each = (config.max_messages_per_subject.max(0), config.max_message_size);
        (subjects.clone(), *retention, *discard, *max_age, *allow_direct, *no_ack, *sealed, each)
    };
    let is_its_own = stream.mirror.is_none() && stream.sources.is_none();
    is_its_own && kept(stream) == kept(wanted)
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

/// Makes a stream again what it should be. Where it can't be changed it is made anew: what it held is put there again by
/// those who have it.
async fn repaired(
    context: &Context,
    num_replicas: usize,
    wanted: Config,
) -> Result<Stream, ClusterError> {
    let failed = ClusterError::of("make a stream what it should be");
    let wanted = Config { num_replicas, ..wanted };
    if context.update_stream(wanted.clone()).await.is_err() {
        context.delete_stream(&wanted.name).await.map_err(|error| failed(&error))?;
        context.create_stream(wanted.clone()).await.map_err(|error| failed(&error))?;
    }
    context.get_stream(&wanted.name).await.map_err(|error| failed(&error))
}

/// Whether a cluster has too few servers for as many copies. One that only answers late may still make them.
fn are_too_few(error: &CreateStreamError) -> bool {
    let CreateStreamErrorKind::JetStream(error) = error.kind() else { return false };
    [ErrorCode::CLUSTER_NO_PEERS, ErrorCode::INSUFFICIENT_RESOURCES].contains(&error.error_code())
}

/// Makes a stream unless it is there. Of several who make it at once a server may refuse all but one, and show it to the
/// others a moment later.
async fn made(context: &Context, wanted: Config) -> Result<Stream, ClusterError> {
    let mut tries = 1..TRIES_TO_MAKE;
    loop {
        if let Ok(stream) = context.get_stream(&wanted.name).await {
            return kept(context, stream, wanted).await;
        }
        match created(context, &wanted).await {
            Err(refused) if is_refused(&refused) && tries.next().is_some() => {
                sleep(BETWEEN_TRIES).await;
            }
            created => return created.map_err(|error| ClusterError::of("make a stream")(&error)),
        }
    }
}

/// A stream that was there, as it should be.
async fn kept(context: &Context, stream: Stream, wanted: Config) -> Result<Stream, ClusterError> {
    let config = &stream.cached_info().config;
    if !keeps_as(config, &wanted) {
        return repaired(context, config.num_replicas, wanted).await;
    }
    let copies = copies(context);
    if config.num_replicas < copies {
        // What can't be copied is there all the same.
        let copied = Config { num_replicas: copies, ..config.clone() };
        let _ = context.update_stream(copied).await;
    }
    Ok(stream)
}

/// A cluster keeps as many copies as one of its servers can die of; where it has too few servers for that, or too few are
/// up, it keeps one, and the others are made as soon as somebody looks again.
async fn created(context: &Context, wanted: &Config) -> Result<Stream, CreateStreamError> {
    let copies = copies(context);
    let copied = Config { num_replicas: copies, ..wanted.clone() };
    match context.create_stream(copied).await {
        Err(error) if copies > 1 && are_too_few(&error) => {
            context.create_stream(wanted.clone()).await
        }
        created => created,
    }
}

fn copies(context: &Context) -> usize {
    if context.client().server_info().cluster.is_some() { COPIES } else { 1 }
}

/// Whether the server has said no, and did not just stay silent.
fn is_refused(error: &CreateStreamError) -> bool {
    matches!(error.kind(), CreateStreamErrorKind::JetStream(_))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use std::sync::Barrier;
    use std::thread;

    use othello_test_support::nats::{NatsServer, servers};

    use super::*;
    use crate::connection::Connection;
    use crate::server::Server;

    /// How many make a stream at once, and how many streams: of two, one would be refused now and then.
    const AT_ONCE: usize = 8;
    const STREAMS: usize = 80;

    #[test]
    fn all_who_make_a_stream_at_once_have_it() {
        for program in servers() {
            let nats = NatsServer::start(program, &["-js"]);
            let (server, barrier) = (Server::parse(&nats.url()).unwrap(), Barrier::new(AT_ONCE));
            let make_all = || {
                let link = Connection::open(&server).unwrap();
                let make = |number: usize| {
                    let config = Config {
                        name: format!("words-{number}"),
                        subjects: vec![format!("words.{number}.>")],
                        max_message_size: message_size(LONGEST),
                        ..Config::default()
                    };
                    barrier.wait();
                    link.block_on(made(link.context(), config)).err()
                };
                (0..STREAMS).filter_map(make).collect::<Vec<ClusterError>>()
            };
            let refused: Vec<_> = thread::scope(|scope| {
                let all: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(make_all)).collect();
                all.into_iter().flat_map(|one| one.join().unwrap()).collect()
            });
            assert!(refused.is_empty(), "{refused:?}");
        }
    }
}
