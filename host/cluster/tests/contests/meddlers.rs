//! Somebody who may do everything with the server, by mistake or on purpose: what is there of a contest and not as it
//! should be is put right, and two hosts with one contest's file don't play it both.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{Config, ConsumerErrorKind, Stream};
use async_nats::jetstream::{Context, ErrorCode};
use othello_test_support::nats::{NatsServer, servers};
use othello_test_support::wait_until;
use tempfile::TempDir;

use crate::losses::Stranger;
use crate::processes::{Process, alone, count, games};

/// What somebody does to a contest.
#[derive(Clone, Copy, Debug)]
enum Mischief {
    TakeDesk,
    TakeQueue,
    HandOutOnce,
    Silence,
    TakeBucket,
    TakeStore,
    Forget,
    Seal,
    Claim,
}

const ALL: [Mischief; 9] = [
    Mischief::TakeDesk,
    Mischief::TakeQueue,
    Mischief::HandOutOnce,
    Mischief::Silence,
    Mischief::TakeBucket,
    Mischief::TakeStore,
    Mischief::Forget,
    Mischief::Seal,
    Mischief::Claim,
];

async fn change(context: &Context, name: &str, change: impl FnOnce(Config) -> Config) {
    let mut stream = context.get_stream(name).await.unwrap();
    let config = stream.info().await.unwrap().config.clone();
    context.update_stream(change(config)).await.unwrap();
}

/// How often the server is asked. It fails now and then while it keeps something of a consumer whose folder comes or goes.
const TRIES: usize = 5;

/// Takes a consumer away, whether or not it is there.
async fn take_away(stream: &Stream, name: &str) {
    for _ in 0..TRIES {
        let Err(error) = stream.delete_consumer(name).await else { return };
        if let ConsumerErrorKind::JetStream(error) = error.kind()
            && error.error_code() == ErrorCode::CONSUMER_NOT_FOUND
        {
            return;
        }
    }
    panic!("{name} stays");
}

/// Puts a consumer in the place of the one that is there.
async fn replace(stream: &Stream, name: &str, config: pull::Config) {
    for _ in 0..TRIES {
        take_away(stream, name).await;
        if stream.create_consumer(config.clone()).await.is_ok() {
            return;
        }
    }
    panic!("{name} can't be put there");
}

async fn meddle(context: &Context, contest: &str, mischief: Mischief) {
    let (pairs, results) =
        (format!("othello-pairs-{contest}"), format!("othello-results-{contest}"));
    match mischief {
        Mischief::TakeDesk => {
            let stream = context.get_stream(results).await.unwrap();
            take_away(&stream, "desk").await;
        }
        Mischief::TakeQueue => drop(context.delete_stream(pairs).await.unwrap()),
        Mischief::HandOutOnce => {
            let stream = context.get_stream(pairs).await.unwrap();
            let config = pull::Config {
                durable_name: Some("work".to_owned()),
                ack_policy: AckPolicy::Explicit,
                ack_wait: Duration::from_secs(3600),
                max_deliver: 1,
                ..pull::Config::default()
            };
            replace(&stream, "work", config).await;
        }
        Mischief::Silence => {
            let notices = context.get_key_value("othello-contests").await.unwrap();
            notices.purge(contest).await.unwrap();
        }
        Mischief::TakeBucket => drop(context.delete_stream("KV_othello-contests").await.unwrap()),
        Mischief::TakeStore => drop(context.delete_stream("OBJ_othello-objects").await.unwrap()),
        Mischief::Forget => {
            let max_age = Duration::from_secs(1);
            change(context, &results, |config| Config {
                max_age,
                duplicate_window: max_age,
                ..config
            })
            .await;
        }
        Mischief::Seal => change(context, &pairs, |config| Config { sealed: true, ..config }).await,
        Mischief::Claim => {
            let notices = context.get_key_value("othello-contests").await.unwrap();
            notices.put(contest, "{\"protocol\":99}".into()).await.unwrap();
        }
    }
}

#[test]
fn what_somebody_takes_away_or_changes_is_put_right_and_each_pair_counts_once() {
    for program in servers() {
        let folder = TempDir::new().unwrap();
        let server = NatsServer::start(program, &["-js"]);
        let (url, file) = (server.url(), folder.path().join("over.db"));
        let _worker = Process::start(&["work", &url, "a", "2", "pause=20"]);
        let organiser = Process::start(&["hold", &url, file.to_str().unwrap(), "2000"]);
        wait_until("some games are played", || count(&file) > 10);
        let kept = server.kept();
        let contest = kept.iter().find_map(|name| name.strip_prefix("othello-pairs-")).unwrap();
        let stranger = Stranger::come(&server);
        for mischief in ALL {
            stranger.runtime.block_on(meddle(&stranger.context, contest, mischief));
            // More than what lies ready and is on its way.
            let wanted = count(&file) + 60;
            wait_until(&format!("it goes on after {mischief:?}"), || count(&file) > wanted);
        }
        let said = organiser.kill();
        assert!(said.contains("the server had lost the contest"), "{said}");
        let played = games(&file);
        let mut places: Vec<i64> = played.iter().map(|game| game.0).collect();
        places.dedup();
        assert_eq!(places.len(), played.len(), "each once");
    }
}

fn copy(from: &Path, to: &Path) {
    for ending in ["", "-wal"] {
        let [from, to] = [from, to].map(|file| format!("{}{ending}", file.display()));
        let _ = fs::copy(from, to);
    }
}

#[test]
fn of_two_hosts_with_one_contest_the_later_one_goes_on_and_the_other_says_so() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let (url, file, other) =
        (server.url(), folder.path().join("over.db"), folder.path().join("copy.db"));
    let _worker = Process::start(&["work", &url, "a", "2", "pause=20"]);
    let hold = |file: &Path| Process::start(&["hold", &url, file.to_str().unwrap(), "300"]);
    let first = hold(&file);
    wait_until("some games are played", || count(&file) > 20);
    first.signal("-STOP");
    sleep(Duration::from_millis(100));
    copy(&file, &other);
    let later = hold(&other);
    let before = count(&other);
    wait_until("the later one goes on", || count(&other) > before + 20);
    first.signal("-CONT");
    let (went_well, said) = first.end();
    assert!(!went_well && said.contains("another host has taken the contest over"), "{said}");
    later.wait();
    assert_eq!(games(&other), alone(&folder, "300"));
}
