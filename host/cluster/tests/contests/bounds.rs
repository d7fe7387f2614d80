//! Somebody who may write whatever they like to what workers and organisers read: nobody's memory or disk is filled by it,
//! who refuses something says why, and all others are played.

use std::path::Path;
use std::time::Duration;

use async_nats::jetstream::{Context, kv};
use data_encoding::BASE64URL;
use othello_cluster::{Connection, Server, Status};
use othello_test_support::nats::{NatsServer, servers};
use othello_test_support::proxy::{Proxy, Trouble};
use othello_test_support::wait_until;
use tempfile::TempDir;

use crate::losses::Stranger;
use crate::processes::{Process, alone, count, games};

/// The longest that a server takes of one message, and something that long.
const LONGEST: usize = 1 << 20;

fn of_folder(folder: &Path) -> u64 {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(it) if it.is_dir() => of_folder(&entry.path()),
        it => it.map_or(0, |it| it.len()),
    });
    sizes.sum()
}

#[test]
fn players_that_are_too_large_for_a_worker_are_refused_in_words_and_played_by_others() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let (url, file) = (server.url(), folder.path().join("over.db"));
    let shelf = |name: &str| format!("shelf={}", folder.path().join(name).display());
    let work =
        |name: &str, bound: &str| Process::start(&["work", &url, name, "1", bound, &shelf(name)]);
    let small = work("small", "one=400");
    let narrow = work("narrow", "all=1000");
    let organiser = Process::start(&["hold", &url, file.to_str().unwrap(), "12", "pack=500"]);
    let refused = "a player has 0.5 MiB, and this worker takes 0 MiB of one (--player-size)";
    let full = "its players take more than the 1 MiB that this worker keeps of players \
         (--player-disk)";
    let looker = Connection::open(&Server::parse(&url).unwrap()).unwrap();
    wait_until("both say why not", || {
        let workers = Status::read(&looker).unwrap().workers;
        let said: Vec<_> = workers.iter().flat_map(|worker| worker.contests.values()).collect();
        [refused, full].iter().all(|words| said.contains(&&Some((*words).to_owned())))
    });
    let _large = work("large", "all=100000");
    let said = organiser.wait();
    assert!(said.contains(refused) && said.contains(full), "{said}");
    assert_eq!(games(&file), alone(&folder, "12"));
    for said in [small.kill(), narrow.kill()] {
        assert!(said.contains("does not play random games: "), "{said}");
    }
    for name in ["small", "narrow"] {
        assert!(of_folder(&folder.path().join(name)) < 1000 << 10, "{name}");
    }
}

#[test]
fn contest_after_contest_takes_no_more_of_a_workers_disk_than_it_gives() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let (url, shelf) = (server.url(), folder.path().join("shelf"));
    let own = format!("shelf={}", shelf.display());
    let bound = 1700u64;
    let all = format!("all={bound}");
    let worker = Process::start(&["work", &url, "a", "1", &all, &own]);
    for (number, size) in ["pack=300", "pack=310", "pack=320"].into_iter().enumerate() {
        let file = folder.path().join(format!("{number}.db"));
        let organiser = Process::start(&["hold", &url, file.to_str().unwrap(), "3", size]);
        organiser.wait();
        assert_eq!(count(&file), 6);
        let taken = of_folder(&shelf);
        assert!(taken > 900 << 10 && taken <= bound << 10, "{taken}");
    }
    worker.kill();
    // Who comes after it has the players of the last contest, and none comes twice.
    let parts = server.overhear("$JS.API.DIRECT.GET.OBJ_othello-objects");
    let next = Process::start(&["work", &url, "b", "1", &all, &own]);
    let file = folder.path().join("again.db");
    Process::start(&["hold", &url, file.to_str().unwrap(), "3", "pack=320"]).wait();
    drop(next);
    // The order alone: where it is, what it is, and looks for it.
    let asked = parts.try_iter().count();
    assert!(asked < 16, "a player has six parts, and there are three: {asked}");
}

/// Says of something in the store that it is what it is not.
async fn lie(context: &Context, word: &str) {
    let info = |name: &str, size: u64| {
        format!(
            "{{\"name\":\"{name}\",\"bucket\":\"othello-objects\",\"nuid\":\"{word}\",\"size\":{size},\"chunks\":1}}"
        )
    };
    for (number, size) in [u64::MAX, 1 << 40, 10_000_000, 3].into_iter().enumerate() {
        let (name, order) = (format!("{number:064x}"), format!("{number:016x}"));
        let whole = format!("$O.othello-objects.M.{}", BASE64URL.encode(name.as_bytes()));
        context.publish(whole, info(&name, size).into()).await.unwrap().await.unwrap();
        let notice = format!(
            "{{\"protocol\":3,\"host\":\"{}\",\"contest\":\"{order}\",\"order\":\"{name}\",\"title\":\"lie {number} \
             {word}\",\"speed\":null,\"slowest\":1.0,\"barred\":[]}}",
            env!("CARGO_PKG_VERSION")
        );
        let contests = context.get_key_value("othello-contests").await.unwrap();
        contests.put(order, notice.into()).await.unwrap();
    }
}

/// Fills the buckets: keys that are none, and as much as a server takes under others.
async fn fill(context: &Context, contests: &kv::Store, workers: &kv::Store) {
    for bucket in ["othello-contests", "othello-workers"] {
        for key in ["\u{1b}[2J", "..", "a.b", "%00", "*x"] {
            // A server may take none of them.
            let Ok(answer) = context.publish(format!("$KV.{bucket}.{key}"), "x".into()).await
            else {
                continue;
            };
            drop(answer.await);
        }
    }
    let long = vec![b' '; LONGEST - 4096];
    let refused = contests.put("ffffffffffffffff", long.into()).await;
    assert!(refused.is_err(), "no entry of ours is so long");
    let names: Vec<String> = (0..10_000).map(|number| format!("\"{number:058}\"")).collect();
    for number in 100..200u64 {
        let contest = format!("{number:016x}");
        let notice = format!(
            "{{\"protocol\":3,\"host\":\"0\",\"contest\":\"{contest}\",\"order\":\"{}\",\"title\":\"full\",\"speed\":null,\
             \"slowest\":1.0,\"barred\":[{}]}}",
            "0".repeat(64),
            names.join(",")
        );
        contests.put(contest, notice.into()).await.unwrap();
        workers.put(format!("made-up-{number}"), vec![b'['; 600_000].into()).await.unwrap();
    }
}

/// Sends a part that is empty as soon as it is taken: a server names a stream a moment before it takes anything for it.
async fn empty_part(context: &Context) {
    for _ in 0..200 {
        let part = context.publish("$O.othello-objects.C.empty", "".into()).await.unwrap();
        if part.await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the store takes nothing");
}

/// Whether a worker has set up all that a stranger finds on a server.
fn is_set_up(server: &NatsServer) -> bool {
    ["OBJ_othello-objects", "KV_othello-contests", "KV_othello-workers"]
        .iter()
        .all(|stream| server.has_stream(stream))
}

#[test]
fn whoever_fills_the_buckets_and_lies_about_the_store_fills_no_worker_and_hides_no_contest() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let (url, file) = (server.url(), folder.path().join("over.db"));
    let own = format!("shelf={}", folder.path().join("shelf").display());
    let worker = Process::start(&["work", &url, "a", "1", &own]);
    let stranger = Stranger::come(&server);
    wait_until("all is there", || is_set_up(&server));
    stranger.runtime.block_on(async {
        let context = &stranger.context;
        // Without an end: no part is long.
        empty_part(context).await;
        for _ in 1..200 {
            let part = context.publish("$O.othello-objects.C.empty", "".into()).await.unwrap();
            part.await.unwrap();
        }
        for word in ["empty", ">", "*", "a b", "../../etc", ""] {
            lie(context, word).await;
        }
        let contests = context.get_key_value("othello-contests").await.unwrap();
        let workers = context.get_key_value("othello-workers").await.unwrap();
        fill(context, &contests, &workers).await;
    });
    let organiser = Process::start(&["hold", &url, file.to_str().unwrap(), "30"]);
    let mut most = 0;
    wait_until("all of it is played", || {
        most = most.max(worker.resident());
        count(&file) == 60
    });
    let said = organiser.wait();
    assert!(!said.contains('\u{1b}'), "{said:?}");
    assert_eq!(games(&file), alone(&folder, "30"));
    // 100 entries of 0.6 MiB in each bucket are 120 MiB.
    assert!(most < 80 << 10, "{most} KiB");
    assert!(of_folder(&folder.path().join("shelf")) < 1 << 20);
    let said = worker.kill();
    assert!(!said.contains('\u{1b}'), "{said:?}");
}

#[test]
fn an_upload_that_is_cut_is_never_taken_as_whole_and_goes_on_where_it_was() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let (url, file) = (server.url(), folder.path().join("over.db"));
    let worker = Process::start(&["work", &url, "a", "1"]);
    wait_until("all is there", || is_set_up(&server));
    let parts = server.overhear("$O.othello-objects.C.>");
    let whole = server.overhear("$O.othello-objects.M.>");
    // A player has 32 parts and a bit.
    let slow = Proxy::start(server.port, Trouble::Slow(2_000_000), usize::MAX);
    let words =
        |url: &str| ["hold", url, file.to_str().unwrap(), "12", "pack=2048"].map(str::to_owned);
    let hold = |url: &str| {
        let words = words(url);
        Process::start(&words.each_ref().map(String::as_str))
    };
    let cut = hold(&format!("nats://127.0.0.1:{}", slow.port));
    let mut first = 0;
    wait_until("one player is there and a part of the next", || {
        first += parts.try_iter().count();
        first > 40
    });
    cut.kill();
    assert_eq!(whole.try_iter().count(), 1, "the other one is not whole");
    let organiser = hold(&url);
    organiser.wait();
    assert_eq!(games(&file), alone(&folder, "12"));
    let second = parts.try_iter().count();
    // Three players and the order, each part once but for what was on its way.
    let all = 3 * 33 + 1;
    assert!(first + second <= all + 3, "{first} parts, then {second}");
    let said = worker.kill();
    assert!(!said.contains("lost"), "nothing was ever taken for what it is not: {said}");
    assert_eq!(server.kept(), [""; 0]);
}
