//! Somebody who may write to all that the cluster is told: what comes twice, what says nothing and what is too much
//! changes nothing of what is kept.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::{self, kv};
use futures_util::StreamExt;
use othello_test_support::nats::{NatsServer, servers};
use othello_test_support::wait_until;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::processes::{Process, alone, count, games};

/// The version of the cluster's messages.
const PROTOCOL: u32 = 3;

/// Does so until it is over.
async fn disturb(client: Client, over: &AtomicBool) {
    let context = jetstream::new(client.clone());
    let contests = context.get_key_value("othello-contests").await.unwrap();
    let workers = context.get_key_value("othello-workers").await.unwrap();
    put_nonsense(&contests, &workers).await;
    let mut passing = client.subscribe("othello.*.>").await.unwrap();
    let mut seen = HashSet::new();
    while !over.load(Ordering::Relaxed) {
        let next = tokio::time::timeout(Duration::from_millis(50), passing.next()).await;
        let Ok(Some(message)) = next else { continue };
        let subject = message.subject.to_string();
        let Some((kind, _)) = subject.trim_start_matches("othello.").split_once('.') else {
            continue;
        };
        if !["pairs", "results"].contains(&kind) || !seen.insert(subject.clone()) {
            continue;
        }
        // What is said once comes again, as it was and as something else; and what nobody has asked for.
        let contest = subject.split('.').nth(2).unwrap();
        let beyond = format!("othello.{kind}.{contest}.{}.3.0", u64::MAX - seen.len() as u64);
        let own = [
            (subject.clone(), message.payload.to_vec()),
            (beyond.clone(), message.payload.to_vec()),
            (format!("othello.{kind}.{contest}.nobody"), vec![0; 1000]),
            (format!("othello.boards.{contest}"), vec![b'['; 100_000]),
            (format!("othello.missing.{contest}"), "f".repeat(64).into_bytes()),
            (format!("othello.begun.{contest}.nobody"), Vec::new()),
            (beyond.replace("othello.results", "othello.begun"), Vec::new()),
        ];
        seen.insert(beyond);
        for (subject, payload) in own {
            client.publish(subject, payload.into()).await.unwrap();
        }
    }
}

/// Contests that nobody holds, and workers that are none.
async fn put_nonsense(contests: &kv::Store, workers: &kv::Store) {
    let notice = |number: u64, protocol: u32| {
        let (contest, order) = (format!("{number:016x}"), "0".repeat(64));
        let fields = [
            format!("\"protocol\":{protocol},\"host\":\"\\u001b[2J9.9\",\"contest\":\"{contest}\""),
            format!("\"order\":\"{order}\",\"title\":\"nothing\",\"speed\":null,\"slowest\":1.0"),
            "\"barred\":[]".to_owned(),
        ];
        (contest, format!("{{{}}}", fields.join(",")))
    };
    for number in 0..80 {
        let (contest, notice) = notice(number, PROTOCOL + (number % 2) as u32);
        contests.put(contest, notice.into()).await.unwrap();
    }
    // One whose organiser's machine is much faster.
    let (contest, slow) = notice(80, PROTOCOL);
    let tenth = "{\"secs\":0,\"nanos\":1000000}";
    let fast = format!("\"speed\":{{\"search\":{tenth},\"query\":{tenth}}},\"slowest\":3.0");
    let slow = slow.replace("\"speed\":null,\"slowest\":1.0", &fast);
    let slow = slow.replace("\\u001b[2J9.9", env!("CARGO_PKG_VERSION"));
    contests.put(contest, slow.into()).await.unwrap();
    contests.put("0123", "{".into()).await.unwrap();
    for (name, status) in [("of-another-version", "{\"protocol\":99}"), ("no-status", "[[[[")] {
        workers.put(name, status.into()).await.unwrap();
    }
}

#[test]
fn what_comes_twice_or_from_nobody_changes_nothing_of_what_is_kept() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let (url, file) = (server.url(), folder.path().join("over.db"));
    let worker = Process::start(&["work", &url, "a", "2", "pause=5"]);
    let organiser = Process::start(&["hold", &url, file.to_str().unwrap(), "200"]);
    wait_until("it has begun", || count(&file) > 0);
    let over = AtomicBool::new(false);
    let said = thread::scope(|scope| {
        scope.spawn(|| {
            Runtime::new().unwrap().block_on(async {
                disturb(async_nats::connect(url.as_str()).await.unwrap(), &over).await;
            });
        });
        let said = organiser.wait();
        over.store(true, Ordering::Relaxed);
        said
    });
    assert_eq!(games(&file), alone(&folder, "200"), "{said}");
    let stranger = "of-another-version does not take part: a worker's status: it speaks version 99";
    assert!(said.contains(stranger) && said.contains("update this host"), "{said}");
    let said = worker.kill();
    let newer =
        format!("version {} of the cluster's messages, and this host {PROTOCOL}", PROTOCOL + 1);
    assert!(said.contains(&newer), "{said}");
    assert!(
        said.contains("takes 10 times as long as the organiser's, and the plan allows 3"),
        "{said}"
    );
    assert!(!said.contains('\u{1b}'), "a terminal would obey this: {said:?}");
}
