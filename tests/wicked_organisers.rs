//! Organisers who mean harm, and a worker that believes them within its limits: whatever plan, players and pairs they
//! hand out, it says why it does not play, or plays, and goes on to the next.

use std::time::Duration;

use othello_arena::GameClock;
use othello_arena::contest::{Entrant, GameJob, Opening, PairJob, Plan, Workers as _};
use othello_cluster::{
    Connection, ContestId, Order, Organiser, Pack, Passenger, Server, Undertaking, WorkerDemands,
};
use othello_rules::{ByColour, Move};
use othello_store::PlayerRecord;
use othello_test_support::nats::{NatsServer, servers};

use crate::cluster::Worker;
use crate::common::{World, wait_until};
use crate::contests::{args, count};

const FOR_EVER: Duration = Duration::from_secs(u64::MAX);

/// A contest of two players that are in this pack, changed so.
fn undertaking(pack: &[u8], player: &str, change: impl FnOnce(&mut Order)) -> Undertaking {
    let pack = Pack::new(pack.to_vec());
    let names = ["A", "B"];
    let entrant = |name: &str| Entrant::new(name, name, &PlayerRecord::default(), None);
    let passenger = |name: &str| Passenger {
        name: name.to_owned(),
        player: player.to_owned(),
        options: "{}".to_owned(),
        pack: pack.digest.clone(),
        files: Default::default(),
    };
    let plan = Plan::of_othello(names.map(entrant).to_vec());
    let entrants = names.map(passenger).to_vec();
    let mut order = Order { plan: plan.clone(), entrants, demands: WorkerDemands::default() };
    change(&mut order);
    Undertaking {
        title: "harm".to_owned(),
        plan,
        order,
        packs: vec![pack],
        records: vec![PlayerRecord::default(); 2],
        speed: None,
        slowest: 3.0,
        verify: None,
        barred: Vec::new(),
    }
}

/// Contests that no worker can play.
fn wicked(pack: &[u8]) -> Vec<(&'static str, Undertaking)> {
    let of = |change: fn(&mut Order)| undertaking(pack, "Own", change);
    let mut cut = pack.to_vec();
    cut.truncate(pack.len() / 2);
    vec![
        ("no pack", undertaking(&[0x1f; 5000], "Own", |_| {})),
        ("half a pack", undertaking(&cut, "Own", |_| {})),
        ("a player of another place", undertaking(pack, "../../../../etc/passwd", |_| {})),
        ("a command", undertaking(pack, "X=cypher:touch harm", |_| {})),
        ("no options", of(|order| order.entrants[0].options = "[[[[".to_owned())),
        ("no game", of(|order| order.plan.game = "/etc".to_owned())),
        ("no board", of(|order| order.plan.size = 255)),
        ("no start", of(|order| order.plan.start = "X".repeat(1 << 20))),
        ("a folder", of(|order| order.plan.folder = Some("/".into()))),
        ("everything allowed", of(|order| order.plan.allow = vec!["\u{1b}[2J".to_owned()])),
        ("a move without end", of(|order| order.plan.time.per_move = Some(FOR_EVER))),
        ("a first move without end", {
            of(|order| {
                order.plan.time.per_move = Some(Duration::from_secs(1));
                order.plan.time.first_move = FOR_EVER;
            })
        }),
    ]
}

/// Contests that a worker may play, and not to anybody's harm.
fn odd(pack: &[u8]) -> Vec<(&'static str, Undertaking)> {
    let of = |change: fn(&mut Order)| undertaking(pack, "Own", change);
    vec![
        ("a margin without end", {
            of(|order| {
                order.plan.time.per_move = Some(Duration::from_secs(1));
                order.plan.time.margin = Some(FOR_EVER);
            })
        }),
        ("an increment without end", {
            of(|order| {
                order.plan.time.per_move = Some(Duration::from_secs(1));
                let total = Duration::from_secs(60);
                order.plan.time.game = Some(GameClock { total, increment: FOR_EVER });
            })
        }),
        ("usual", of(|_| {})),
    ]
}

fn pair(place: u64, moves: &str) -> PairJob {
    let opening = Opening { start: None, moves: Move::sequence(moves).unwrap() };
    let players = ByColour { black: 0, white: 1 };
    let game = |number, players| GameJob { number, players, opening: opening.clone() };
    let games = vec![game(2 * place, players), game(2 * place + 1, players.swapped())];
    PairJob { place, attempt: 0, games }
}

#[test]
fn a_worker_outlives_whatever_organisers_hand_out() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let own = world.file("own.cypher", "// Own\nMATCH (cell:Cell) RETURN cell LIMIT 1");
    world.run(["players", "pack", &own, "-o", "own.othello"]).exits(0);
    let pack = std::fs::read(world.path("own.othello")).unwrap();
    let _worker = Worker::start(&world, &[&url, "--name", "patient", "-j", "2", "--partial-jail"]);
    let open = |undertaking| {
        let link = Connection::open(&Server::parse(&url).unwrap()).unwrap();
        let contest = ContestId::random();
        (contest.clone(), Organiser::open(link, contest, undertaking).unwrap())
    };
    let status = || world.run(["work", "status", &url]).exits(0).out;
    let held: Vec<_> =
        wicked(&pack).into_iter().map(|(what, undertaking)| (what, open(undertaking))).collect();
    for (what, (contest, _)) in &held {
        let refused = format!("patient does not play {contest}: ");
        wait_until(&format!("{what} is refused"), || status().contains(&refused));
    }
    assert!(!status().contains('\u{1b}'));
    held.into_iter().for_each(|(_, (_, organiser))| organiser.leave(Duration::from_secs(5)));
    assert!(!world.path("harm").exists());
    for (what, undertaking) in odd(&pack) {
        let (_, mut organiser) = open(undertaking);
        // What no rules allow, what goes on when it is over, and what does not begin.
        for (place, moves) in ["a1a1a1", &"f5d6".repeat(40), "", "--"].into_iter().enumerate() {
            organiser.hand_out(pair(place as u64, moves)).unwrap();
        }
        let mut played = 0;
        wait_until(&format!("the games of {what} come back"), || {
            played += organiser.take(Duration::from_millis(200)).unwrap().len();
            organiser.settled();
            played >= 8 || status().contains("patient does not play")
        });
        organiser.leave(Duration::from_secs(5));
    }
    let over = format!("match Simple Random --games 2 -q --file after.db --over {url}");
    world.run(args(&over)).exits(0);
    assert_eq!(count(&world.path("after.db")), 2);
}
