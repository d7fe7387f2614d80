//! The server of the page, met by visitors that speak its protocol: games, seats, and who may do what.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::served::{Served, Visitor};
use crate::common::{World, wait_until};
use serde_json::{Value, json};

#[test]
fn the_page_and_what_the_server_offers_are_there() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let page = served.get("/game/whatever");
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");

    let about = served.get("/api/about").json();
    let games: Vec<_> =
        about["games"].as_array().unwrap().iter().map(|game| &game["name"]).collect();
    assert_eq!(games, ["othello", "reversi", "tictactoe"]);
    let examples: Vec<_> = about["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["examples"].as_array().unwrap().len())
        .collect();
    assert_eq!(examples, [3, 3, 2]);
    let players = served.get("/api/players").json();
    let class = |name: &str| {
        let all = players["players"].as_array().unwrap();
        all.iter().find(|player| player["name"] == name).unwrap()["class"].clone()
    };
    assert_eq!((class("Simple"), class("Human")), (json!("blind"), json!("person")));
}

#[test]
fn two_people_play_a_whole_game_in_their_seats_while_somebody_watches() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let elsewhere = json!({ "spec": "Human", "here": false });
    let links = served.game(
        &json!({ "black": elsewhere, "white": { "spec": "Bob=Human", "here": false }, "size": 4 }),
    );
    let mut black = served.visit(&links["black"]);
    let mut white = served.visit(&links["white"]);
    let mut watcher = served.visit(&links["watch"]);
    assert_eq!(black.state["you"], json!({ "organiser": false, "seats": ["black"] }));
    assert_eq!(watcher.state["you"]["seats"], json!([]));
    assert_eq!(watcher.state["links"], json!(null));

    black.turn_of("black");
    white.turn_of("black");
    white.play("a2");
    assert!(white.refused().contains("other side's turn"));
    watcher.say(&json!({ "type": "play", "ply": 0, "square": "a2" }));
    assert!(watcher.refused().contains("can't move"));
    black.play("a1");
    assert!(black.refused().starts_with("a1 is not legal; these are: "));

    while black.state["end"].is_null() {
        black.until(|state| !state["clocks"]["running"].is_null() || !state["end"].is_null());
        let colour = black.state["clocks"]["running"].as_str().unwrap_or_default().to_owned();
        let plies = black.plies();
        match colour.as_str() {
            "black" => black.play_any(),
            "white" => {
                white.at(plies);
                white.turn_of("white");
                white.play_any();
            }
            _ => break,
        }
        black.until(|state| {
            state["plies"].as_array().unwrap().len() > plies || !state["end"].is_null()
        });
    }
    watcher.until(|state| !state["end"].is_null());
    assert_eq!(watcher.state["end"]["by"], "discs");
    assert_eq!(watcher.state["plies"], black.state["plies"]);
    assert_eq!(watcher.state["position"]["phase"], "over");
}

#[test]
fn players_go_on_step_by_step_or_by_themselves_and_undo_takes_back() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let links = served.game_of_players();
    let mut organiser = served.visit(&links["organiser"]);
    organiser.until(|state| state["pace"]["waiting"] == true);
    for plies in 1..=3 {
        organiser.say(&json!({ "type": "step" }));
        organiser.at(plies);
    }
    let third = organiser.state["plies"][2].clone();
    organiser.say(&json!({ "type": "undo" }));
    organiser.at(2);
    assert_eq!(organiser.state["redo"], json!([third["move"]]));
    assert_eq!(organiser.state["rounds"].as_array().unwrap().len(), 2);
    organiser.say(&json!({ "type": "redo" }));
    organiser.at(3);
    assert_eq!(organiser.state["plies"][2], third);
    assert_eq!(organiser.state["rounds"].as_array().unwrap().len(), 3);
    organiser.say(&json!({ "type": "pace", "auto": true, "delay_ms": 0 }));
    organiser.until(|state| !state["end"].is_null());
    organiser.say(&json!({ "type": "go-to", "plies": 10 }));
    organiser
        .until(|state| state["end"].is_null() && state["plies"].as_array().unwrap().len() >= 10);
    organiser.until(|state| !state["end"].is_null());
    let mut watcher = served.visit(&links["watch"]);
    watcher.say(&json!({ "type": "step" }));
    assert!(watcher.refused().contains("only who made the game"));
}

#[test]
fn people_move_as_soon_as_it_is_their_turn_whatever_the_pace_of_players() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let people = json!({ "spec": "Human" });
    let links = served.game(&json!({ "black": people, "white": people, "delay_ms": 60_000 }));
    let mut visitor = served.visit(&links["organiser"]);
    for plies in 1..=6 {
        visitor.play_any();
        visitor.at(plies);
    }
}

#[test]
fn a_second_click_never_becomes_a_later_move() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let links =
        served.game(&json!({ "black": { "spec": "Human" }, "white": { "spec": "Simple" } }));
    let mut black = served.visit(&links["organiser"]);
    // By connections of their own: whichever click comes second, its connection hears that it was refused.
    let mut hasty = [(); 2].map(|()| served.visit(&links["organiser"]));
    black.turn_of("black");
    hasty[0].play("d3");
    hasty[1].play("c4");
    black.at(2);
    black.turn_of("black");
    let legal = black.state["position"]["legal"].as_array().unwrap().clone();
    let first = black.state["plies"][0]["move"].clone();
    let other = legal.iter().find(|&square| square != "c4" && square != "d3");
    let mine = other.unwrap().as_str().unwrap();
    black.play(mine);
    black.at(4);
    assert!(first == "d3" || first == "c4", "{first}");
    assert_eq!(black.state["plies"][2]["move"], mine);
}

#[test]
fn taking_back_needs_the_others_consent() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let links = served.game(&json!({
        "black": { "spec": "Human", "here": false }, "white": { "spec": "Human", "here": false },
    }));
    let mut black = served.visit(&links["black"]);
    let mut white = served.visit(&links["white"]);
    black.turn_of("black");
    black.play("d3");
    black.at(1);
    for (number, accept) in [(1, false), (2, true)] {
        black.say(&json!({ "type": "undo" }));
        white.until(|state| state["offer"]["number"] == number);
        assert_eq!(white.state["offer"]["from"], "black");
        black.say(&json!({ "type": "answer", "number": number, "accept": true }));
        assert!(black.refused().contains("no such question"));
        white.say(&json!({ "type": "answer", "number": number, "accept": accept }));
        white.until(|state| state["offer"].is_null());
        black.until(|state| state["offer"].is_null());
    }
    black.at(0);
    black.turn_of("black");
    white.say(&json!({ "type": "resign" }));
    black.until(|state| !state["end"].is_null());
    assert_eq!(black.state["end"]["reason"], "resignation");
    assert_eq!(black.state["end"]["winner"], "black");
}

#[test]
fn a_game_survives_a_restart_of_the_server_in_the_middle() {
    let world = World::new();
    let mut served = Served::start(&world, &[]);
    let links = served.game(&json!({
        "black": { "spec": "Human" }, "white": { "spec": "Simple" }, "time": { "clock": "10m" },
    }));
    let mut black = served.visit(&links["organiser"]);
    black.turn_of("black");
    black.play("d3");
    black.at(2);
    black.turn_of("black");
    let (plies, rounds) = (black.state["plies"].clone(), black.state["rounds"].clone());
    served.end();

    let served = Served::start(&world, &[]);
    let mut black = served.visit(&links["organiser"]);
    assert_eq!(black.state["plies"], plies);
    assert_eq!(black.state["rounds"], rounds);
    black.turn_of("black");
    assert!(black.state["clocks"]["black"].as_f64().unwrap() < 600_000.0);
    black.play_any();
    black.at(4);
}

/// The file of a live game.
fn saved(world: &World, links: &Value) -> PathBuf {
    world.path(&format!("data/othello-host/live/{}.json", links["id"].as_str().unwrap()))
}

/// A game in which a person is to move after two plies.
fn begun<'w>(served: &Served<'w>) -> (Value, Visitor) {
    let wanted = json!({ "black": { "spec": "Human" }, "white": { "spec": "Simple" } });
    let links = served.game(&wanted);
    let mut black = served.visit(&links["organiser"]);
    black.turn_of("black");
    black.play("d3");
    black.at(2);
    black.turn_of("black");
    (links, black)
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_saved_goes_on_and_a_restart_finds_what_was_saved_last() {
    let world = World::new();
    let mut served = Served::start(&world, &[]);
    let (links, mut black) = begun(&served);
    let plies = black.state["plies"].clone();
    // Where the next file would be written there is a folder.
    fs::create_dir(saved(&world, &links).with_extension("new")).unwrap();
    black.play_any();
    black.at(4);
    black.turn_of("black");
    served.end();

    let served = Served::start(&world, &[]);
    let mut black = served.visit(&links["organiser"]);
    assert_eq!(black.state["plies"], plies);
    black.turn_of("black");
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_is_written_only_when_it_has_changed() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let (links, mut black) = begun(&served);
    let written = || fs::metadata(saved(&world, &links)).unwrap().modified().unwrap();
    let before = written();
    let mut watcher = served.visit(&links["watch"]);
    black.until(|state| state["present"]["watchers"] == 1);
    watcher.say(&json!({ "type": "stop" }));
    watcher.refused();
    drop(watcher);
    black.until(|state| state["present"]["watchers"] == 0);
    black.play("a1");
    black.refused();
    assert_eq!(written(), before);
    black.say(&json!({ "type": "pace", "auto": true, "delay_ms": 250 }));
    black.until(|state| state["pace"]["delay_ms"] == 250);
    assert!(written() > before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_hangs_holds_up_only_what_has_to_be_on_it() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let (links, mut black) = begun(&served);
    let address = format!("/api/games/{}", links["id"].as_str().unwrap());
    // Who opens a pipe to write waits until somebody reads.
    let pipe = saved(&world, &links).with_extension("new");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    black.play_any();
    let plies = || served.get(&address).json()["plies"].as_array().unwrap().len();
    wait_until("the game goes on", || plies() == 4);
    let watcher = served.visit(&links["watch"]);
    assert_eq!(watcher.plies(), 4);
    assert_eq!(served.get("/api/games").status, 200);
    // Nobody was told so far, since a restart would not know of it.
    black.say(&json!({ "type": "play", "ply": 2, "square": "d3" }));
    assert!(black.refused().contains("gone on meanwhile"));
    assert_eq!(black.plies(), 2);
    fs::read(&pipe).unwrap();
    black.at(4);
}
