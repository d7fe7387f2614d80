//! A ladder whose games are played by workers elsewhere: over a real server, with a host that plays nothing itself, and
//! with everything killed that can be.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use othello_arena::contest::{GameJob, Plan, PlayedGame};
use othello_cluster::{
    Connection, Guests, Order, PairPlayer, Server, Speed, Stage, Worker as ClusterWorker,
};
use othello_rules::{ByColour, Colour, Game, Move};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord};
use othello_test_support::FIRST_LEGAL_CELL;
use othello_test_support::nats::{NatsServer, servers};
use serde_json::Value;

use crate::cluster::Worker;
use crate::common::served::Served;
use crate::common::{World, wait_for, wait_until};
use crate::ladders::{join, said};

const LEGAL: &str = include_str!("../host/web/queries/legal.cypher");

/// A ladder whose games are played over this server, and none here.
fn ladder_over<'w>(world: &'w World, url: &str) -> (Served<'w>, String) {
    Served::ladder(world, &["--title", "Afternoon", "--size", "6", "--over", url])
}

fn games(served: &Served<'_>) -> u64 {
    served.get("/api/ladder").json()["games"].as_u64().unwrap()
}

fn wait_for_games(served: &Served<'_>, what: &str, more: u64) -> u64 {
    let before = games(served);
    wait_for(what, || Some(games(served)).filter(|&games| games >= before + more))
}

/// What the organiser's page says of the machines elsewhere.
fn elsewhere(served: &Served<'_>, introduction: &str) -> Value {
    let key = said(introduction, "organiser:").split_once("key=").unwrap().1;
    let bearer = format!("Bearer {key}");
    let office = served.ask("GET", "/api/ladder/organiser", &[("Authorization", &bearer)], "");
    office.json()["elsewhere"].clone()
}

/// All games of the feed, by their pairs.
fn pairs(served: &Served<'_>) -> BTreeMap<u64, Vec<Value>> {
    let (mut after, mut pairs): (_, BTreeMap<u64, Vec<Value>>) = (0, BTreeMap::new());
    loop {
        let feed = served.get(&format!("/api/ladder/feed?after={after}")).body;
        if feed.trim().is_empty() {
            return pairs;
        }
        for line in feed.lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            after = game["game"].as_u64().unwrap();
            pairs.entry(game["pair"].as_u64().unwrap()).or_default().push(game);
        }
    }
}

#[test]
fn a_ladder_that_plays_nothing_itself_goes_on_whoever_is_killed_and_counts_each_game_once() {
    let Some(program) = servers().first() else { return };
    let mut server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let work =
        |name: &str| Worker::start(&world, &[&url, "--name", name, "-j", "1", "--partial-jail"]);
    let (mut served, introduction) = ladder_over(&world, &url);
    let code = said(&introduction, "code:").to_owned();
    let keys = ["Ann", "Bob", "Cleo"].map(|name| join(&served, name, &code));
    // Before anybody works versions are checked, and the organiser is told why nothing is played.
    wait_until("it is said that nobody works", || {
        elsewhere(&served, &introduction)["said"].to_string().contains("nobody takes part yet")
    });
    assert_eq!((games(&served), elsewhere(&served, &introduction)["out"].as_u64()), (0, Some(0)));

    let first = work("first");
    let _second = work("second");
    for (number, key) in keys.iter().enumerate() {
        let query = world.file(&format!("{number}.cypher"), &format!("{LEGAL}// {number}\n"));
        let ran = world.run(["ladder", "submit", &served.printed, &query, "--as", key]).exits(0);
        for words in ["it was accepted", "against ", "rated "] {
            assert!(ran.out.contains(words), "{words}: {}", ran.out);
        }
    }
    let status = world.run(["work", "status", &url]).exits(0).out;
    assert!(status.contains("the ladder \"Afternoon\""), "{status}");
    wait_until("boards can be watched", || {
        let boards = served.get("/api/ladder").json()["boards"].clone();
        boards.as_array().unwrap().iter().any(|board| board["black"] != "")
    });
    let boards = served.get("/api/ladder").json()["boards"].to_string();
    assert!(!boards.contains("\"v1\""), "people know each other by name: {boards}");

    // kill -9 of a worker, of the ladder with games out, and of the server.
    drop(first);
    wait_for_games(&served, "games are played after a worker was killed", 10);
    served.end();
    let before = {
        let ran = world.run(["ladder", "export", "taken", "--file", "ladder.db"]).exits(0);
        ran.out.split_whitespace().find_map(|word| word.parse::<u64>().ok()).unwrap()
    };
    assert!(before > 0);
    let (served, _) = ladder_over(&world, &url);
    let _third = work("third");
    wait_for_games(&served, "games are played after the ladder was killed", 10);
    let status = world.run(["work", "status", &url, "--json"]).exits(0).out;
    let status: Value = serde_json::from_str(&status).unwrap();
    assert_eq!(status["contests"].as_array().unwrap().len(), 1, "{status}");
    server.kill();
    thread::sleep(Duration::from_millis(500));
    assert_eq!(served.get("/api/ladder").status, 200, "its pages are there without the server");
    server.start_again();
    wait_for_games(&served, "games are played after the server was killed", 10);
    server.kill();
    server.lose_everything();
    server.start_again();
    wait_for_games(&served, "games are played after the server has lost everything", 10);

    check_pairs(&served);
}

/// Each game counts once, and the two of a pair are one opening with the colours exchanged.
fn check_pairs(served: &Served<'_>) {
    let pairs = pairs(served);
    let side = |game: &Value, colour: &str| game[colour]["version"].clone();
    let opening = |game: &Value| game["moves"].as_str().unwrap()[..8].to_owned();
    for both in pairs.values() {
        assert!(both.len() <= 2, "{both:?}");
        if let [one, other] = both.as_slice() {
            assert_eq!(side(one, "black"), side(other, "white"));
            assert_eq!(side(one, "white"), side(other, "black"));
            assert_eq!(opening(one), opening(other));
        }
    }
    let half = pairs.values().filter(|both| both.len() == 1).count();
    assert!(half <= 8, "{half} of {} pairs are half played", pairs.len());
    let table = served.get("/api/ladder").json()["table"].clone();
    let placed = table.as_array().unwrap().iter().filter(|place| place["rank"].is_u64());
    assert!(placed.count() >= 3, "{table}");
}

/// Stops a worker of this process, whatever becomes of the test.
struct Stop<'s>(&'s AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Plays any moves, and after so many games turns results round.
struct Liar {
    plan: Plan,
    scale: f64,
    games: Arc<AtomicU64>,
}

const HONEST_GAMES: u64 = 4;

impl Stage for Liar {
    fn open(
        &self,
        order: &Order,
        _: &[PathBuf],
        scale: f64,
    ) -> Result<Arc<dyn PairPlayer>, String> {
        let (plan, games) = (order.plan.clone(), Arc::clone(&self.games));
        Ok(Arc::new(Liar { plan, scale, games }))
    }
}

impl PairPlayer for Liar {
    fn play(&self, _: usize, job: &GameJob) -> PlayedGame {
        let mut game = Game::from_position(self.plan.setup().unwrap().position().unwrap());
        job.opening.moves.iter().for_each(|&ply| game.play(ply).unwrap());
        while !game.position().is_over() {
            let first = game.position().legal_moves().into_iter().next();
            game.play(first.map_or(Move::Pass, Move::Place)).unwrap();
        }
        let mut winner = game.position().outcome().and_then(|outcome| outcome.winner());
        if self.games.fetch_add(1, Ordering::Relaxed) >= HONEST_GAMES {
            winner = winner.map_or(Some(Colour::Black), |winner| Some(!winner));
        }
        let record = GameRecord {
            began: SystemTime::now(),
            took: Duration::from_millis(1),
            game: self.plan.game.clone(),
            size: self.plan.size.into(),
            start: self.plan.start.clone(),
            position: None,
            seed: self.plan.seed_of(job.number).get(),
            players: ByColour::<PlayerRecord>::default(),
            specs: ByColour::default(),
            names: ByColour::default(),
            ending: Ending::Played { winner },
            discs: game.position().count(),
            moves: game.moves().iter().map(Move::to_string).collect(),
            database: String::new(),
            time: self.plan.time.scaled(self.scale).to_string(),
            held_up: false,
            outputs: ByColour::default(),
            contest_place: i64::try_from(job.number).ok().map(ContestPlace),
            source: None,
            series: None,
            rounds: Vec::new(),
        };
        PlayedGame { job: job.clone(), record: Some(record), void: None }
    }

    fn for_guests(&self, _: &Guests, _: &[PathBuf]) -> Result<Arc<dyn PairPlayer>, String> {
        let (plan, games) = (self.plan.clone(), Arc::clone(&self.games));
        Ok(Arc::new(Liar { plan, scale: self.scale, games }))
    }
}

#[test]
fn a_worker_that_lies_to_a_ladder_is_named_and_none_of_its_games_counts() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let honest = Worker::start(&world, &[&url, "--name", "honest", "-j", "1", "--partial-jail"]);
    let status = || world.run(["work", "status", &url, "--json"]).exits(0).out;
    wait_until("a worker is there", || status().contains("\"worker\":\"honest\""));
    // It is as fast as the honest one, or its clock would be the first thing to be found wrong.
    let known: Value = serde_json::from_str(&status()).unwrap();
    let speed: Speed = serde_json::from_value(known["workers"][0]["speed"].clone()).unwrap();
    drop(honest);

    let (served, introduction) = ladder_over(&world, &url);
    let (stop, games_of_liar) = (AtomicBool::new(false), Arc::new(AtomicU64::new(0)));
    let plan: Plan = serde_json::from_str(include_str!("../host/cluster/tests/plan.json")).unwrap();
    let stage = Liar { plan, scale: 1.0, games: Arc::clone(&games_of_liar) };
    let liar = ClusterWorker {
        link: Connection::open(&Server::parse(&url).unwrap()).unwrap(),
        name: "liar".to_owned(),
        system: "any".to_owned(),
        threads: 1,
        speed,
        stage: &stage,
        cache: world.path("liar"),
        guests: world.path("liar/guests"),
        stop: &stop,
        say: &|_| {},
    };
    let key = join(&served, "Ann", said(&introduction, "code:"));
    let bearer = format!("Bearer {key}");
    let headers = [("Content-Type", "application/json"), ("Authorization", bearer.as_str())];
    let query = serde_json::json!({ "query": LEGAL }).to_string();
    assert_eq!(served.ask("POST", "/api/ladder/versions", &headers, query).status, 201);
    thread::scope(|scope| {
        let _stop = Stop(&stop);
        scope.spawn(|| liar.run().unwrap());
        wait_until("it is named", || {
            let said = elsewhere(&served, &introduction)["said"].to_string();
            said.contains("liar reported a wrong result (its moves lead to another result)")
        });
        assert!(games_of_liar.load(Ordering::Relaxed) > HONEST_GAMES);
        let table = served.get("/api/ladder").json();
        assert_eq!((table["games"].as_u64(), &table["latest"]), (Some(0), &Value::Array(vec![])));
        // What it had is played by others, and it gets nothing more.
        let _honest =
            Worker::start(&world, &[&url, "--name", "honest", "-j", "1", "--partial-jail"]);
        wait_for_games(&served, "somebody honest plays", 4);
        wait_until("it says that it plays no more", || {
            let said = world.run(["work", "status", &url]).exits(0).out;
            said.contains("liar does not play") && said.contains("barred")
        });
    });
}

#[test]
#[cfg(target_os = "linux")]
fn strangers_programs_of_a_ladder_go_to_workers_with_the_whole_jail_alone() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let over = ["--title", "Course", "--size", "6", "--allow-code", "--over", &url];
    let (served, introduction) = Served::ladder(&world, &over);
    let _partial = Worker::start(&world, &[&url, "--name", "partial", "--partial-jail"]);
    let status = || world.run(["work", "status", &url]).exits(0).out;
    wait_until("the worker without it says so", || {
        status().contains("partial does not play") && status().contains("whole jail alone")
    });
    let _whole = Worker::start(&world, &[&url, "--name", "whole", "-j", "1"]);
    let key = join(&served, "Ann", said(&introduction, "code:"));
    let answer = FIRST_LEGAL_CELL.replace('\n', " ").replace('$', "\\$");
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         *describe*) echo '{{\"name\": \"Bot\"}}';;\n*create*) echo '{{}}';;\n\
         *) echo \"{answer}\";;\nesac; done\n"
    );
    world.file("folder/bot.sh", &script);
    world.file("folder/player.toml", "command = [\"sh\", \"bot.sh\"]\n");
    world.run(["players", "pack", "folder", "--output", "bot.othello"]).exits(0);
    let file = world.file("alone", &script);
    for file in ["bot.othello", file.as_str()] {
        let ran = world.run(["ladder", "submit", &served.printed, file, "--as", &key]).exits(0);
        assert!(ran.out.contains("it was accepted") && ran.out.contains("against "), "{}", ran.out);
    }
}

#[test]
fn what_a_ladder_over_workers_lacks_is_said_with_the_way_out() {
    let world = World::new();
    let ladder = |more: &[&str]| {
        let words = ["ladder", "--title", "Club", "--addr", "127.0.0.1:0", "--file", "club.db"];
        world.run(words.iter().chain(more))
    };
    ladder(&["--over", "nats://127.0.0.1:9"]).exits(1).says("no NATS server answers");
    ladder(&["--over", "http://ann:secret@here"]).exits(2).says("write nats://host:4222");
    ladder(&["--creds", "x"]).exits(2).says("no --over says for which server");
    ladder(&["--ca", "x"]).exits(2).says("--over");
    world.run(["games", "new", "mine"]).exits(0);
    let own = ["ladder", "--title", "Own", "--addr", "127.0.0.1:0", "--file", "own.db"];
    let own = own.iter().chain(&["--game", "mine", "--over", "nats://127.0.0.1:9"]);
    world.run(own).exits(2).says("mine does not travel; workers know the built-in games alone");
}
