//! A real Neo4j that goes away, and one that is only starting, by the real binary: in log-in, in warm-up, and in
//! mid-game; and who only seems to be one.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::Stdio;

use crate::common::{World, wait_until};
use crate::servers::{empty, moves, with};
use othello_test_support::FIRST_LEGAL_CELL;
use othello_test_support::neo4j::{Options, Server, start};
use othello_test_support::proxy::{Proxy, Trouble};

/// Players whose moves are the same whatever nodes the server gave the cells: a board that was set up again has others.
fn two_that_order_their_results() -> (String, String) {
    let quiet = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/quiet.cypher");
    (format!("One={quiet}"), format!("Other={quiet}"))
}

#[test]
fn a_peer_that_says_nothing_is_told_of_and_holds_nobody_up_for_ever() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let uri = format!("bolt://{}", listener.local_addr().unwrap());
    let world = World::new();
    let mut command = world.command();
    command.args(["Simple", "Random", &uri, "neo4j", "none", "neo4j"]).stderr(Stdio::piped());
    let mut host = command.spawn().unwrap();
    let said = BufReader::new(host.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(said.contains(&format!("waiting for {uri}: ")), "{said}");
    assert!(said.contains("did not answer within"), "{said}");
}

#[test]
fn a_connection_that_is_cut_in_log_in_or_warm_up_is_waited_for_and_told_once() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let (one, other) = two_that_order_their_results();
    let play = |trouble, at| {
        let proxy = Proxy::start(server.port(), trouble, at);
        let uri = format!("bolt://127.0.0.1:{}", proxy.port);
        let Server { user, password, database, .. } = &*server;
        let place = [uri.as_str(), user, password, database];
        let game = ["--json", "--size", "4", &one, &other];
        let ran = world.run(game.into_iter().chain(place)).exits(0);
        (moves(&ran.out), proxy.passed(), ran.err, uri)
    };
    let (expected, pieces, said, _) = play(Trouble::CutBefore, usize::MAX);
    assert!(!said.contains("waiting for"), "{said}");
    let mut told = 0;
    for at in 0..pieces / 5 {
        let trouble = if at % 2 == 0 { Trouble::CutBefore } else { Trouble::CutAfter };
        let (played, _, said, uri) = play(trouble, at);
        assert_eq!(played, expected, "{trouble:?} at {at} of {pieces}");
        let lines = said.matches(&format!("waiting for {uri}: ")).count();
        assert!(lines <= 1, "{trouble:?} at {at} of {pieces}: {said}");
        told += lines;
        // The first words of all: nobody can tell this from a server that is starting.
        assert!(at > 0 || said.contains("it may still be starting"), "{said}");
    }
    assert!(told > 5, "{told} of {}", pieces / 5);
}

#[test]
fn a_lost_connection_costs_only_waiting_wherever_it_happens() {
    let world = World::new();
    let Some(server) = empty(&world) else { return };
    let (one, other) = two_that_order_their_results();
    let play = |trouble, at, kind: &str| {
        let proxy = Proxy::start(server.port(), trouble, at);
        let uri = format!("bolt://127.0.0.1:{}", proxy.port);
        let Server { user, password, database, .. } = &*server;
        let ran = world
            .run(
                ["--json", "--size", "4", "--referee", kind, "--reconnect", "90s", &one, &other]
                    .into_iter()
                    .chain([uri.as_str(), user, password, database]),
            )
            .exits(0);
        (moves(&ran.out), proxy.passed())
    };
    for kind in ["native", "both"] {
        let (expected, pieces) = play(Trouble::CutBefore, usize::MAX, kind);
        let troubles = [Trouble::CutBefore, Trouble::CutAfter, Trouble::Garble, Trouble::Silence];
        // What comes before is logging in and warming up.
        for (number, at) in (pieces / 5..pieces).step_by(pieces / 16).enumerate() {
            let trouble = troubles[number % troubles.len()];
            let (played, _) = play(trouble, at, kind);
            assert_eq!(played, expected, "{trouble:?} at {at} of {pieces}, {kind}");
        }
    }
}

#[test]
fn a_server_that_dies_in_mid_game_is_waited_for_and_the_game_goes_on() {
    let world = World::new();
    let data = world.path("server");
    let options = |port| Options { port, data: Some(data.clone()), ..Options::default() };
    let Some(server) = start(&options(0)) else { return };
    let query = FIRST_LEGAL_CELL;
    let answer = world.file("answer", &serde_json::json!({ "cypher": query }).to_string());
    // Its second answer comes when the server is gone, whatever else the machine has to do.
    let in_time =
        "echo >>asked; test $(wc -l <asked) -lt 2 || until test -e gone; do sleep 0.05; done";
    let slow = world.program("Slow", &format!("{in_time}; cat {answer}; echo"));
    let more = ["--size", "4", "--reconnect", "600s", "--no-jail"];
    let mut command = world.command();
    command.args(with(&server, &["-q", &slow, "Simple"], &more));
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let game = command.spawn().unwrap();
    let asked = || std::fs::read(world.path("asked")).map_or(0, |lines| lines.len());
    wait_until("a player is asked in mid-game", || asked() == 2);
    let port = server.port();
    drop(server);
    world.file("gone", "");
    let _again = start(&options(port)).unwrap();
    let ended = game.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(["Slow\n", "Simple\n", "draw\n"].contains(&&*String::from_utf8_lossy(&ended.stdout)));
}
