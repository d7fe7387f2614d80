//! Pairs that bring their players, as an organiser hands them out over a real server.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use othello_arena::contest::{
    Entrant, GameJob, Opening, PairJob, Plan, PlayedGame, Workers as _, WorkersNews,
};
use othello_cluster::{
    Connection, ContestId, Guests, Order, Organiser, Pack, PackRoom, PairPlayer, Party, Passenger,
    Server, Speed, Stage, Status, Undertaking, Worker, WorkerDemands,
};
use othello_rules::ByColour;
use othello_store::PlayerRecord;
use othello_test_support::nats::{NatsServer, servers};
use othello_test_support::{PATIENCE, Rng, wait_until};

fn undertaking() -> Undertaking {
    let plan: Plan = serde_json::from_str(include_str!("plan.json")).unwrap();
    let plan = Plan { entrants: Vec::new(), ..plan };
    let demands = WorkerDemands::default();
    Undertaking {
        title: "guests".to_owned(),
        order: Order { plan: plan.clone(), entrants: Vec::new(), demands },
        plan,
        packs: Vec::new(),
        records: Vec::new(),
        speed: None,
        slowest: 3.0,
        verify: None,
        barred: vec!["liar".to_owned()],
    }
}

/// Two players with these options.
fn party(options: &str) -> Party {
    let names = ["v1", "v2"];
    let packs = names.map(|name| Arc::new(Pack::new(name.as_bytes().to_vec())));
    let passenger = |at: usize| Passenger {
        name: names[at].to_owned(),
        player: names[at].to_owned(),
        options: options.to_owned(),
        pack: packs[at].digest.clone(),
        files: Default::default(),
    };
    Party {
        guests: Guests { passengers: [passenger(0), passenger(1)], show: Duration::ZERO },
        entrants: names.map(|name| Entrant::new(name, name, &PlayerRecord::default(), None)),
        records: names.map(|_| PlayerRecord::default()),
        packs,
    }
}

fn pair(place: u64) -> PairJob {
    let opening = Opening { start: None, moves: Vec::new() };
    let players = ByColour { black: 0, white: 1 };
    PairJob { place, attempt: 0, games: vec![GameJob { number: 2 * place, players, opening }] }
}

#[test]
fn a_pair_that_no_message_can_hold_is_void_and_holds_up_no_other() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let link = || Connection::open(&Server::parse(&server.url()).unwrap()).unwrap();
    let looker = link();
    let queued = || Status::read(&looker).unwrap().contests[0].queued;
    let mut organiser = Organiser::open(link(), ContestId::random(), undertaking()).unwrap();
    let too_long = "x".repeat(1 << 20);
    for (place, options) in [(0, "{}"), (1, too_long.as_str()), (2, "{}")] {
        organiser.hand_out_with_guests(pair(place), party(options));
    }
    let mut voids: Vec<PlayedGame> = Vec::new();
    wait_until("two pairs are queued and one is void", || {
        voids.extend(organiser.take(Duration::from_millis(10)).unwrap());
        !voids.is_empty() && queued() >= 2
    });
    let [PlayedGame { job, record: None, void: Some(why) }] = voids.as_slice() else {
        panic!("{voids:?}")
    };
    assert!(job.number == 2 && why.contains("longer than"), "{why}");

    organiser.call_back();
    assert_eq!(queued(), 0, "nobody plays what was called back");
    assert_eq!(organiser.barred(), ["liar"]);
    assert!(server.kept().len() > 4, "two streams, the order and two players");
    organiser.leave(PATIENCE);
    assert_eq!(server.kept(), [""; 0]);
}

#[test]
fn a_player_that_the_server_does_not_take_is_offered_more_and_more_seldom_and_holds_up_no_other() {
    let Some(program) = servers().first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("server.conf");
    fs::write(&config, "jetstream { max_file_store: 3MB }\n").unwrap();
    let server = NatsServer::start(program, &["-js", "-c", &config.display().to_string()]);
    let link = || Connection::open(&Server::parse(&server.url()).unwrap()).unwrap();
    let looker = link();
    let queued = || Status::read(&looker).unwrap().contests[0].queued;
    let mut organiser = Organiser::open(link(), ContestId::random(), undertaking()).unwrap();
    let stored = server.overhear("$O.othello-objects.C.>");
    let deleted = server.overhear("$JS.API.STREAM.MSG.DELETE.OBJ_othello-objects");
    let mut rng = Rng(1);
    let bytes: Vec<u8> = (0..4 << 20).map(|_| rng.below(256) as u8).collect();
    let large = Arc::new(Pack::new(bytes));
    let mut too_large = party("{}");
    too_large.guests.passengers[0].pack = large.digest.clone();
    too_large.packs[0] = Arc::clone(&large);
    let large = large.digest.to_string();
    organiser.hand_out_with_guests(pair(0), party("{}"));
    organiser.hand_out_with_guests(pair(1), too_large);
    let (begun, mut turns, mut said) = (Instant::now(), 0, Vec::new());
    // Longer than until the first look at what the server has: that all else is well says nothing of this.
    while turns < 100 || begun.elapsed() < Duration::from_secs(4) {
        assert!(organiser.take(Duration::from_millis(20)).unwrap().is_empty());
        said.extend(organiser.news());
        turns += 1;
        if turns == 50 {
            organiser.hand_out_with_guests(pair(2), party("{}"));
        }
    }
    assert_eq!(queued(), 2, "the others are there: {said:?}");
    let said: Vec<_> =
        said.iter().filter(|news| format!("{news:?}").contains("store a player")).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    // Each try sends one part more than the server takes, and all that it has taken are deleted. The first wait is 0.2 s,
    // and each one after it twice as long.
    let sent = stored.try_iter().filter(|subject| subject.ends_with(&large)).count();
    let tries = sent - deleted.try_iter().count();
    let most = 1.0 + (1.0 + begun.elapsed().as_secs_f64() / 0.2).log2();
    assert!(tries >= 2 && (tries as f64) <= most, "{tries} tries, {most} at most");
    // Nothing of it is left there that others might want the room of.
    let whole = server.kept().iter().filter(|name| name.starts_with("$O.")).count();
    assert_eq!(whole, 3, "the order and two players");
    organiser.leave(PATIENCE);
    assert_eq!(server.kept(), [""; 0]);
}

/// Gets ready for everything, and plays nothing.
struct Idle;

impl Stage for Idle {
    fn open(&self, _: &Order, _: &[PathBuf], _: f64) -> Result<Arc<dyn PairPlayer>, String> {
        Ok(Arc::new(Idle))
    }
}

impl PairPlayer for Idle {
    fn play(&self, _: usize, game: &GameJob) -> PlayedGame {
        PlayedGame { job: game.clone(), record: None, void: Some("it is idle".to_owned()) }
    }

    fn for_guests(&self, _: &Guests, packs: &[PathBuf]) -> Result<Arc<dyn PairPlayer>, String> {
        assert!(packs.iter().all(|pack| pack.is_file()));
        Ok(Arc::new(Idle))
    }
}

#[test]
fn a_guest_for_whom_a_worker_has_no_room_is_void_with_the_reason_and_leaves_nothing_there() {
    let Some(program) = servers().first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let server = NatsServer::start(program, &["-js"]);
    let link = || Connection::open(&Server::parse(&server.url()).unwrap()).unwrap();
    let unpacked = |pack: &Path, _| match fs::read(pack) {
        Ok(bytes) if bytes.starts_with(b"bomb") => Err("it holds more than 9 MiB".to_owned()),
        _ => Ok(0),
    };
    let (stop, instant) = (AtomicBool::new(false), Duration::from_millis(10));
    let worker = Worker {
        link: link(),
        name: "small".to_owned(),
        system: "any".to_owned(),
        threads: 1,
        speed: Speed { search: instant, query: instant },
        stage: &Idle,
        shelf: folder.path().to_owned(),
        room: PackRoom { one: 1 << 20, all: 1 << 30, unpacked: Arc::new(unpacked) },
        stop: &stop,
        say: &|_| {},
    };
    let mut organiser = Organiser::open(link(), ContestId::random(), undertaking()).unwrap();
    let with = |bytes: Vec<u8>| {
        let (pack, mut party) = (Arc::new(Pack::new(bytes)), party("{}"));
        party.guests.passengers[1].pack = pack.digest.clone();
        party.packs[1] = pack;
        party
    };
    let parties = [with(vec![0; 3 << 19]), with(b"bomb".to_vec()), party("{}")];
    for (place, party) in parties.into_iter().enumerate() {
        organiser.hand_out_with_guests(pair(place as u64), party);
    }
    let mut said: Vec<WorkersNews> = Vec::new();
    let mut voids: Vec<PlayedGame> = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| worker.run().unwrap());
        wait_until("all three come back", || {
            voids.extend(organiser.take(Duration::from_millis(50)).unwrap());
            organiser.settled();
            said.extend(organiser.news());
            voids.len() >= 3
        });
        stop.store(true, Ordering::Relaxed);
    });
    voids.sort_by_key(|game| game.job.number);
    let whys: Vec<_> = voids.iter().map(|game| game.void.as_deref().unwrap()).collect();
    let large = "a player has 1.5 MiB, and this worker takes 1 MiB of one (--player-size)";
    assert_eq!(whys, [large, "it holds more than 9 MiB", "it is idle"], "{said:?}");
    drop(worker);
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    organiser.leave(PATIENCE);
    assert_eq!(server.kept(), [""; 0]);
}
