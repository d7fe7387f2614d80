//! A ladder whose games are played by workers elsewhere: over a real server, with a host that plays nothing itself, and
//! with everything killed that can be.

pub mod liar;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use othello_test_support::FIRST_LEGAL_CELL;
use othello_test_support::nats::{NatsServer, servers};
use serde_json::{Value, json};

use crate::cluster::Worker;
use crate::common::served::Served;
use crate::common::{World, wait_for, wait_until};
use crate::ladders::{join, said};
use liar::{HONEST_GAMES, beside_a_liar, speed};

const LEGAL: &str = include_str!("../host/web/queries/legal.cypher");
const JSON: (&str, &str) = ("Content-Type", "application/json");

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

/// The organiser's page, or what it says once this was done.
fn office(served: &Served<'_>, introduction: &str, act: Option<Value>) -> Value {
    let key = said(introduction, "organiser:").split_once("key=").unwrap().1;
    let bearer = format!("Bearer {key}");
    let headers = [JSON, ("Authorization", bearer.as_str())];
    let method = if act.is_some() { "POST" } else { "GET" };
    let body = act.map(|act| act.to_string()).unwrap_or_default();
    served.ask(method, "/api/ladder/organiser", &headers, body).json()
}

/// What the organiser's page says of the machines elsewhere.
fn elsewhere(served: &Served<'_>, introduction: &str) -> Value {
    office(served, introduction, None)["elsewhere"].clone()
}

/// Somebody with a version that was accepted; gives who it is.
fn takes_part(served: &Served<'_>, introduction: &str, name: &str) -> Value {
    let key = join(served, name, said(introduction, "code:"));
    let bearer = format!("Bearer {key}");
    let headers = [JSON, ("Authorization", bearer.as_str())];
    let query = json!({ "query": format!("{LEGAL}// {name}\n") }).to_string();
    assert_eq!(served.ask("POST", "/api/ladder/versions", &headers, query).status, 201);
    wait_for("it is accepted", || {
        let me = served.ask("GET", "/api/ladder/me", &headers[1..], "").json();
        (me["versions"][0]["verdict"] == "accepted").then(|| me["id"].clone())
    })
}

fn wait_for_phase(served: &Served<'_>, phase: &str) -> Value {
    wait_for(phase, || Some(served.get("/api/ladder").json()).filter(|it| it["phase"] == phase))
}

/// All games of the feed, by their pairs.
fn pairs(served: &Served<'_>) -> BTreeMap<u64, Vec<Value>> {
    let (mut after, mut pairs): (_, BTreeMap<u64, Vec<Value>>) = (0, BTreeMap::new());
    loop {
        // Whoever reads too often is told to wait, and a busy ladder's feed is long.
        let feed = wait_for("the feed may be read", || {
            let answer = served.get(&format!("/api/ladder/feed?after={after}"));
            (answer.status == 200).then_some(answer.body)
        });
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
    let second = work("second");
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
    let third = work("third");
    wait_for_games(&served, "games are played after the ladder was killed", 10);
    let status = world.run(["work", "status", &url, "--json"]).exits(0).out;
    let status: Value = serde_json::from_str(&status).unwrap();
    assert_eq!(status["contests"].as_array().unwrap().len(), 1, "{status}");
    server.kill();
    assert_eq!(served.get("/api/ladder").status, 200, "its pages are there without the server");
    server.start_again();
    wait_for_games(&served, "games are played after the server was killed", 10);
    server.kill();
    server.lose_everything();
    server.start_again();
    wait_for_games(&served, "games are played after the server has lost everything", 10);

    // Nothing is told of while something is played.
    drop((second, third));
    check_pairs(&served);
}

/// Each game counts once, and the two of a pair are one opening with the colours exchanged.
fn check_pairs(served: &Served<'_>) {
    wait_until("table, count and feed tell of the same games, each of them once", || {
        let ladder = served.get("/api/ladder").json();
        let games = ladder["games"].as_u64().unwrap();
        let table = ladder["table"].as_array().unwrap();
        let of_all: u64 = table.iter().map(|place| place["games"].as_u64().unwrap()).sum();
        let told = pairs(served).values().map(Vec::len).sum::<usize>() as u64;
        (told, of_all) == (games, 2 * games)
    });
    let pairs = pairs(served);
    let side = |game: &Value, colour: &str| game[colour]["version"].clone();
    let opening = |game: &Value| game["moves"].as_str().unwrap()[..8].to_owned();
    for both in pairs.values() {
        if let [one, other] = both.as_slice() {
            assert_eq!(side(one, "black"), side(other, "white"));
            assert_eq!(side(one, "white"), side(other, "black"));
            assert_eq!(opening(one), opening(other));
        }
    }
    // Those whose other game is out, and there are no more than that.
    let half = pairs.values().filter(|both| both.len() == 1).count();
    assert!(half <= 8, "{half} of {} pairs are half played", pairs.len());
    let table = served.get("/api/ladder").json()["table"].clone();
    let placed = table.as_array().unwrap().iter().filter(|place| place["rank"].is_u64());
    assert!(placed.count() >= 3, "{table}");
}

fn wait_until_it_is_named(served: &Served<'_>, introduction: &str) {
    wait_until("it is named", || {
        let said = elsewhere(served, introduction)["said"].to_string();
        said.contains("liar reported a wrong result (its moves lead to another result)")
    });
}

#[test]
fn a_worker_that_lies_to_a_ladder_is_named_and_none_of_its_games_counts() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let speed = speed(&world, &url);
    let (served, introduction) = ladder_over(&world, &url);
    takes_part(&served, &introduction, "Ann");
    beside_a_liar(&world, &url, speed, HONEST_GAMES, |games_of_liar| {
        wait_until_it_is_named(&served, &introduction);
        assert!(games_of_liar.load(Ordering::Relaxed) > HONEST_GAMES);
        let table = served.get("/api/ladder").json();
        assert_eq!((table["games"].as_u64(), &table["latest"]), (Some(0), &Value::Array(vec![])));
        // What it had is played by others, and it gets nothing more.
        let _honest =
            Worker::start(&world, &[&url, "--name", "honest", "-j", "1", "--partial-jail"]);
        wait_for_games(&served, "somebody honest plays", 4);
        let is_barred = || {
            let said = world.run(["work", "status", &url]).exits(0).out;
            said.contains("liar does not play") && said.contains("barred")
        };
        wait_until("it says that it plays no more", is_barred);
        // It is so for whoever takes the file up as well, however the host and the server's store ended.
        drop(served);
        let (served, _) = ladder_over(&world, &url);
        wait_for_games(&served, "the honest one goes on", 4);
        wait_until("the liar does not play there either", is_barred);
    });
}

#[test]
fn a_final_over_workers_comes_to_its_end_whoever_lies_is_killed_or_forgotten_in_it() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let speed = speed(&world, &url);
    let over = ["--title", "Cup", "--size", "6", "--final", "round-robin", "--over", &url];
    let (served, introduction) = Served::ladder(&world, &over);
    let people = ["Ann", "Bob", "Cleo"].map(|name| takes_part(&served, &introduction, name));
    office(&served, &introduction, Some(json!({ "act": "close" })));
    let played = || served.get("/api/ladder").json()["final_round"]["played"].as_u64().unwrap();
    beside_a_liar(&world, &url, speed, HONEST_GAMES, |_| {
        wait_until_it_is_named(&served, &introduction);
        assert_eq!(played(), 0, "what followed from a lie is played again");
        let work = |name: &str| {
            Worker::start(&world, &[&url, "--name", name, "-j", "1", "--partial-jail"])
        };
        let (first, _second) = (work("first"), work("second"));
        wait_until("a game of it is over", || played() > 0);
        drop(first);
        let forget = json!({ "act": "forget", "person": people[2] });
        office(&served, &introduction, Some(forget));
        let over = wait_for_phase(&served, "over");
        assert_eq!((&over["final_round"]["played"], &over["games"]), (&json!(6), &json!(6)));
        let places = over["final_round"]["places"].as_array().unwrap();
        assert_eq!(places.len(), 2, "nobody sees who was forgotten: {places:?}");
        let pairs = pairs(&served);
        assert_eq!((pairs.len(), pairs.values().map(Vec::len).sum::<usize>()), (3, 6));
        for both in pairs.values() {
            assert_eq!(both[0]["black"]["version"], both[1]["white"]["version"]);
            let is_lost = |game: &&Value| game["forfeit"]["reason"] == "absent";
            let colour = |game: &Value| game["forfeit"]["by"].as_str().unwrap().to_owned();
            for lost in both.iter().filter(is_lost) {
                let name = &lost[&colour(lost)]["person"];
                assert!(name.as_str().unwrap().starts_with("somebody"), "{lost}");
            }
        }
    });
}

#[test]
fn games_that_are_out_when_the_last_worker_ends_are_played_by_the_ladder_itself() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let cup = ["--title", "Cup", "--size", "4", "--final", "round-robin", "-j", "1"];
    let over = [&cup[..], &["--over", &url]].concat();
    let (served, introduction) = Served::ladder(&world, &over);
    for name in ["Ann", "Bob", "Cleo"] {
        takes_part(&served, &introduction, name);
    }
    let worker = Worker::start(&world, &[&url, "--name", "only", "-j", "1", "--partial-jail"]);
    wait_until("it takes part", || elsewhere(&served, &introduction)["at_once"] == 1);
    office(&served, &introduction, Some(json!({ "act": "close" })));
    wait_until("games are out", || elsewhere(&served, &introduction)["out"] == 2);
    worker.interrupt();
    let over = wait_for_phase(&served, "over");
    assert_eq!(over["final_round"]["played"], 6);
    let news = elsewhere(&served, &introduction);
    assert_eq!((&news["out"], &news["at_once"]), (&json!(0), &json!(0)), "{news}");
}

#[test]
fn nothing_of_a_ladder_is_on_the_server_after_ctrl_c_or_once_the_next_one_is_there() {
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let (world, url) = (World::new(), server.url());
    let _worker = Worker::start(&world, &[&url, "--name", "only", "-j", "1", "--partial-jail"]);
    let (mut served, introduction) = ladder_over(&world, &url);
    takes_part(&served, &introduction, "Ann");
    let nothing: [String; 0] = [];
    for _ in 0..3 {
        wait_for_games(&served, "games are played", 2);
        // The streams, the order and two versions at least.
        assert!(server.kept().len() > 4, "{:?}", server.kept());
        assert_eq!(served.interrupt(), Some(130));
        assert_eq!(server.kept(), nothing);
        served = ladder_over(&world, &url).0;
    }
    // One that is killed leaves all of it, and the next one takes that away.
    wait_for_games(&served, "games are played", 2);
    let mut left = server.kept();
    // The rules lie under their hash alone, and those of the next one are the same.
    let hash_alone = |name: &String| name.rsplit('.').next().is_some_and(|it| it.len() == 64);
    assert_eq!(left.extract_if(.., |name| hash_alone(name)).count(), 1);
    served.end();
    let mut served = ladder_over(&world, &url).0;
    assert!(left.iter().all(|name| !server.kept().contains(name)), "{left:?}");
    assert_eq!(served.interrupt(), Some(130));
    assert_eq!(server.kept(), nothing);
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

    // One to be beaten whose file is gone: nobody could fetch it.
    let Some(program) = servers().first() else { return };
    let server = NatsServer::start(program, &["-js"]);
    let boss = world.file("boss.cypher", LEGAL);
    drop(Served::ladder(&world, &["--title", "Club", "--boss", &boss]));
    std::fs::remove_file(&boss).unwrap();
    let again = ["ladder", "--addr", "127.0.0.1:0", "--file", "ladder.db", "--over", &server.url()];
    world.run(again).exits(2).says("boss.cypher").says("or play without --over");
    assert_eq!(server.kept(), [""; 0]);
}
