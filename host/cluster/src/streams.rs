//! How a stream is made and kept, by whoever comes first, of whatever several servers it may be.

use std::error::Error;
use std::time::Duration;

use async_nats::jetstream::context::{
    CreateStreamError, CreateStreamErrorKind, DeleteStreamError, DeleteStreamErrorKind,
    GetStreamError, GetStreamErrorKind,
};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, ErrorCode};
use tokio::time::sleep;

use crate::error::ClusterError;

/// What the streams of a contest may hold. A limit in bytes would be set aside by the server for each.
const MOST_MESSAGES: i64 = 200_000;
/// How many servers of a cluster keep everything: one of them may die.
const COPIES: usize = 3;
/// What a server says where its cluster can't do something now.
const UNAVAILABLE: usize = 503;
/// How often a stream is asked for that a server refuses, and how long after each time.
const TRIES_TO_MAKE: u32 = 5;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);
/// What a server adds to a message.
const HEADERS: usize = 8 << 10;

/// A stream in which each message is worked on once, and each subject stands once.
pub(crate) fn queue(name: String, subjects: String, longest: usize) -> Config {
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
pub(crate) fn message_size(longest: usize) -> i32 {
    i32::try_from(longest + HEADERS).unwrap_or(i32::MAX)
}

/// Takes a stream away, if there is one.
pub(crate) async fn taken_away(context: &Context, name: &str) -> Result<(), DeleteStreamError> {
    match context.delete_stream(name).await {
        Err(error) if !is_missing(&error) => Err(error),
        _ => Ok(()),
    }
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

/// Whether a server has a stream and can store nothing in it: of one that was made just as it was taken away the files may
/// be gone.
pub(crate) fn stores_nothing(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(answer) = error.downcast_ref::<async_nats::jetstream::Error>() {
            return answer.error_code() == ErrorCode::STREAM_STORE_FAILED;
        }
        cause = error.source();
    }
    false
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

/// Makes a stream again what it should be. Where it can't be changed, and not only at this moment, it is made anew: what it
/// held is put there again by those who have it.
async fn repaired(
    context: &Context,
    num_replicas: usize,
    wanted: Config,
) -> Result<Stream, ClusterError> {
    let failed = ClusterError::of("make a stream what it should be");
    let wanted = Config { num_replicas, ..wanted };
    match context.update_stream(wanted.clone()).await {
        Ok(_) => {}
        Err(refused) if is_for_good(&refused) => {
            context.delete_stream(&wanted.name).await.map_err(|error| failed(&error))?;
            context.create_stream(wanted.clone()).await.map_err(|error| failed(&error))?;
        }
        Err(error) => return Err(failed(&error)),
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
pub(crate) async fn made(context: &Context, wanted: Config) -> Result<Stream, ClusterError> {
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

/// Whether the server has said no and will say so again, other than one whose cluster has nobody to decide.
fn is_for_good(error: &CreateStreamError) -> bool {
    matches!(error.kind(), CreateStreamErrorKind::JetStream(error) if error.code() != UNAVAILABLE)
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
    fn a_stream_is_made_anew_only_where_it_can_never_be_changed() {
        let refused = |code, number| {
            let said =
                format!("{{\"code\": {code}, \"err_code\": {number}, \"description\": \"\"}}");
            CreateStreamError::new(CreateStreamErrorKind::JetStream(
                serde_json::from_str(&said).unwrap(),
            ))
        };
        assert!(is_for_good(&refused(500, 10052)), "another retention");
        assert!(!is_for_good(&refused(503, 10008)), "nobody leads the cluster");
        assert!(!is_for_good(&CreateStreamError::new(CreateStreamErrorKind::TimedOut)));
    }

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
                        max_message_size: message_size(1 << 20),
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

    #[derive(Debug, thiserror::Error)]
    #[error("ack error")]
    struct Around(#[source] async_nats::jetstream::Error);

    #[test]
    fn what_a_server_can_not_store_is_told_by_its_own_answer_however_deep_it_lies() {
        let answer = |code: u64| {
            let answer = format!(r#"{{"code":503,"err_code":{code},"description":"as it is"}}"#);
            Around(serde_json::from_str(&answer).unwrap())
        };
        assert!(stores_nothing(&answer(10077)));
        assert!(!stores_nothing(&answer(10071)));
        assert!(!stores_nothing(&std::fmt::Error));
    }
}
