//! What goes wrong with one thing alone while all others go well: a player that the store has lost, a pair that nobody
//! finishes, a worker that never comes to an end, a link on which players take long.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind, Context};
use futures_util::StreamExt;
use othello_cluster::{Connection, Server, Status};
use othello_test_support::nats::{NatsServer, servers};
use othello_test_support::proxy::{Proxy, Trouble};
use othello_test_support::{PATIENCE, wait_until};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::processes::{Process, TIMES, alone, count, games};

const STORE: &str = "OBJ_othello-objects";
/// How often a game is said to be void of a pair that nobody finishes: both with the pair, and each twice more.
const VOIDS: usize = 6;
/// How soon what was said is looked at again where nothing comes.
const SOON: Duration = Duration::from_millis(200);

/// A stranger's own connection.
pub struct Stranger {
    pub runtime: Runtime,
    pub context: Context,
}

impl Stranger {
    pub fn come(server: &NatsServer) -> Stranger {
        let runtime = Runtime::new().unwrap();
        let context = runtime
            .block_on(async { jetstream::new(async_nats::connect(server.url()).await.unwrap()) });
        Stranger { runtime, context }
    }

    /// Takes the thing of this size from the store, or its parts alone.
    fn remove(&self, size: usize, whole: bool) {
        self.runtime.block_on(async {
            let objects = self.context.get_object_store("othello-objects").await.unwrap();
            let mut all = objects.list().await.unwrap();
            while let Some(object) = all.next().await {
                let object = object.unwrap();
                if object.size != size {
                    continue;
                }
                if whole {
                    objects.delete(&object.name).await.unwrap();
                } else {
                    let parts = format!("$O.othello-objects.C.{}", object.nuid);
                    let stream = self.context.get_stream(STORE).await.unwrap();
                    assert_eq!(stream.purge().filter(parts).await.unwrap().purged, 1);
                }
                return;
            }
            panic!("nothing of this size is stored: {size}");
        });
    }

    /// Gives the first pair back until it is void for good, and says so as a worker does that begins it again; has all
    /// others wait meanwhile. Gives how often it came.
    async fn refuse_first_pair(&self, queue: &PullConsumer, organiser: &Process) -> usize {
        let (mut refused, begun) = (0, Instant::now());
        // They come as soon as they are there: who asks for each of them again waits for it long where much else is going on.
        let mut pairs = queue.messages().await.unwrap();
        while organiser.said().matches("void: ").count() < VOIDS {
            assert!(begun.elapsed() < PATIENCE, "{refused}: {}", organiser.said());
            let Ok(Some(pair)) = timeout(SOON, pairs.next()).await else { continue };
            let pair = pair.unwrap();
            let is_first = pair.subject.split('.').nth(3) == Some("0");
            if is_first && pair.info().unwrap().delivered > 1 {
                let begun = pair.subject.replace("othello.pairs.", "othello.begun.");
                self.context.client().publish(begun, "".into()).await.unwrap();
            }
            let later = if is_first { Duration::from_millis(50) } else { Duration::from_secs(30) };
            pair.ack_with(AckKind::Nak(Some(later / TIMES))).await.unwrap();
            refused += usize::from(is_first);
        }
        refused
    }

    fn queue(&self, server: &NatsServer) -> PullConsumer {
        let stream = server.kept().into_iter().find(|name| name.starts_with("othello-pairs-"));
        let consumer = self.context.get_consumer_from_stream("work", stream.unwrap());
        self.runtime.block_on(consumer).unwrap()
    }
}

fn start(
    folder: &TempDir,
    program: &Path,
    pairs: &[&str],
) -> (NatsServer, std::path::PathBuf, Process) {
    let server = NatsServer::start(program, &["-js"]);
    let (url, file) = (server.url(), folder.path().join("over.db"));
    let words = ["hold", &url, file.to_str().unwrap()];
    let organiser = Process::start(&[&words, pairs].concat());
    // Two streams, three players and the plan.
    wait_until("it is announced", || server.kept().len() >= 6);
    (server, file, organiser)
}

#[test]
fn a_player_that_the_store_has_lost_is_stored_again_whether_it_is_gone_or_its_parts_are() {
    let Some(program) = servers().first() else { return };
    // Each waits far more than it does.
    thread::scope(|scope| {
        for whole in [true, false] {
            scope.spawn(move || {
                let folder = TempDir::new().unwrap();
                let (server, file, organiser) = start(&folder, program, &["30"]);
                Stranger::come(&server).remove(3, whole);
                let worker = Process::start(&["work", &server.url(), "a", "2"]);
                let said = organiser.wait();
                assert!(
                    said.contains("the server had lost a player; it was stored again"),
                    "{said}"
                );
                assert_eq!(games(&file), alone(&folder, "30"));
                let said = worker.kill();
                assert!(said.contains("the server has lost a player"), "{said}");
            });
        }
    });
}

#[test]
fn a_pair_that_nobody_finishes_however_often_is_void_while_others_are_played() {
    for program in servers() {
        let folder = TempDir::new().unwrap();
        let (server, file, organiser) = start(&folder, program, &["9"]);
        let stranger = Stranger::come(&server);
        let queue = stranger.queue(&server);
        let refused = stranger.runtime.block_on(stranger.refuse_first_pair(&queue, &organiser));
        let _worker = Process::start(&["work", &server.url(), "a", "1"]);
        let said = organiser.wait();
        // Nine times both of its games, and twice more nine times each of them; and again before the organiser has heard.
        assert!((45..90).contains(&refused), "{refused}: {said}");
        assert!(said.contains("void: no worker finished it, however often"), "{said}");
        let (over, mut alone) = (games(&file), alone(&folder, "9"));
        alone.retain(|game| game.0 > 1);
        assert_eq!(over, alone, "all others have their results: {said}");
    }
}

#[test]
fn a_pair_that_is_given_back_or_lost_on_its_way_however_often_is_not_void() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let (server, file, organiser) = start(&folder, program, &["9"]);
    let stranger = Stranger::come(&server);
    let queue = stranger.queue(&server);
    stranger.runtime.block_on(async {
        for _ in 0..200 {
            // Nobody begins it: so it is counted too where a server has nobody to hand it to.
            let mut asked = queue.batch().max_messages(1).messages().await.unwrap();
            let pair = asked.next().await.expect("it is handed out again").unwrap();
            pair.ack_with(AckKind::Nak(None)).await.unwrap();
        }
    });
    let begun = server.overhear("othello.begun.>");
    let _worker = Process::start(&["work", &server.url(), "a", "1"]);
    let said = organiser.wait();
    assert_eq!(games(&file), alone(&folder, "9"), "{said}");
    assert!(!said.contains("void"), "{said}");
    assert!(
        begun.try_iter().count() >= 1,
        "a worker says that it begins again what others have had"
    );
}

#[test]
fn pairs_of_a_worker_that_never_ends_and_says_so_for_ever_go_to_others_and_count_once() {
    for program in servers() {
        let folder = TempDir::new().unwrap();
        let server = NatsServer::start(program, &["-js"]);
        let (url, file) = (server.url(), folder.path().join("over.db"));
        let _stuck = Process::start(&["work", &url, "stuck", "1", "pause=100000000"]);
        let _worker = Process::start(&["work", &url, "a", "1", "pause=20"]);
        let organiser = Process::start(&["hold", &url, file.to_str().unwrap(), "60"]);
        let said = organiser.wait();
        assert!(said.contains("stuck takes part"), "{said}");
        assert!(said.contains("for very long"), "{said}");
        assert_eq!(games(&file), alone(&folder, "60"));
    }
}

#[test]
fn players_come_over_a_slow_link_that_is_cut_and_whoever_waits_says_how_far_they_are() {
    let Some(program) = servers().first() else { return };
    let folder = TempDir::new().unwrap();
    let (server, file, organiser) = start(&folder, program, &["12", "pack=400"]);
    let cut = Proxy::start(server.port, Trouble::CutAfter, usize::MAX);
    let slow = Proxy::start(cut.port, Trouble::Slow(200_000), usize::MAX);
    let url = format!("nats://127.0.0.1:{}", slow.port);
    let worker = Process::start(&["work", &url, "a", "1"]);
    let looker = Connection::open(&Server::parse(&server.url()).unwrap()).unwrap();
    wait_until("some of it has come", || {
        let workers = Status::read(&looker).unwrap().workers;
        let mut said = workers.iter().flat_map(|worker| worker.contests.values().flatten());
        said.any(|why| why.contains("MiB so far") && !why.contains("0.0 of"))
    });
    cut.trouble_next();
    organiser.wait();
    assert_eq!(games(&file), alone(&folder, "12"));
    assert_eq!(count(&file), 24);
    let said = worker.kill();
    assert!(said.contains("does not play yet") && said.contains("MiB so far"), "{said}");
}
