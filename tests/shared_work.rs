//! What takes long on the page's server, where many share the machine: it ends with its visitor, gives others their
//! turn, and is shared by those who ask the same.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use crate::common::served::Served;
use crate::common::{World, wait_until};
use crate::visitors::{descendants, processor_time, runs, time_of_process, told_by_system};
use serde_json::{Value, json};

/// Asks, and does not wait for the answer.
fn ask(served: &Served<'_>, path: &str, body: &str) -> TcpStream {
    let mut stream = served.connection();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        served.address,
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    stream
}

#[test]
fn a_query_ends_when_its_visitor_goes_and_keeps_its_place_until_then() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let position = json!({ "game": "othello", "size": 8, "start": "standard", "moves": [] });
    let body = |query: &str| json!({ "position": position, "query": query, "seed": 1 }).to_string();
    let endless = body("UNWIND range(1, 1000000000000) AS x WITH x WHERE x < 0 RETURN x");
    let threads = told_by_system(&served, "Threads");
    let memory = told_by_system(&served, "VmRSS");
    for _ in 0..40 {
        drop(ask(&served, "/api/query", &endless));
    }
    // Each of them could run for five seconds of its own, and four at once: somebody who comes after them is answered
    // at once all the same, since nobody waits for those any more.
    wait_until("nothing is worked on", || {
        let before = processor_time(&served);
        std::thread::sleep(Duration::from_millis(200));
        processor_time(&served) - before < Duration::from_millis(50)
    });
    let spent = processor_time(&served);
    assert!(spent < Duration::from_secs(4), "{spent:?}");
    assert!(told_by_system(&served, "Threads") <= threads + 6);
    assert!(told_by_system(&served, "VmRSS") <= memory + 32 * 1024);
    let answer = served.post("/api/query", &serde_json::from_str(&body("RETURN 1 AS x")).unwrap());
    assert_eq!(answer.status, 200, "{}", answer.body);
}

#[test]
fn an_evaluation_ends_when_nobody_waits_for_it_any_more() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    // Five million positions, for two who ask the same.
    let body = json!({ "position": { "moves": ["f5"] }, "seconds": 5 }).to_string();
    let mut askers =
        vec![ask(&served, "/api/evaluate", &body), ask(&served, "/api/evaluate", &body)];
    let mut busy = None;
    let thinks = |process: &u32| {
        time_of_process(*process).is_some_and(|time| time > Duration::from_millis(300))
    };
    wait_until("somebody thinks", || {
        busy = descendants(served.id()).into_iter().find(thinks);
        busy.is_some()
    });
    let evaluator = busy.unwrap();
    askers.pop();
    let before = time_of_process(evaluator).unwrap();
    wait_until("it thinks on for the other one", || {
        time_of_process(evaluator).is_none_or(|time| time > before + Duration::from_millis(300))
    });
    let mut last = time_of_process(evaluator).expect("one of them still waits");
    askers.pop();
    let gone = last;
    wait_until("it ends", || {
        last = time_of_process(evaluator).unwrap_or(last);
        !runs(evaluator)
    });
    assert!(last - gone < Duration::from_millis(1500), "{:?}", last - gone);
    // Whoever asks now gets an answer of its own.
    let soon = json!({ "position": { "moves": ["f5"] }, "seconds": 0.05 });
    assert_eq!(served.post("/api/evaluate", &soon).status, 200);
}

/// What is known of a game that is looked at.
fn review(served: &Served<'_>, moves: &[&str]) -> Value {
    let answer = served.post("/api/review", &json!({ "moves": moves }));
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

#[test]
fn the_games_of_a_class_are_looked_at_in_turn_and_leave_room_for_queries() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let games: [&[&str]; 6] = [&["d3"], &["c4"], &["f5"], &["e6"], &["d3", "c3"], &["d3", "e3"]];
    // All of them are wanted at once, the last ones after the first.
    let first: Vec<Value> = games.iter().map(|moves| review(&served, moves)).collect();
    assert_eq!(first[0]["before"], 0);
    assert!(first.iter().all(|review| review["scores"].as_array().unwrap().len() <= 3));
    // Whoever runs a query meanwhile waits for none of them.
    let query = json!({ "position": { "moves": [] }, "query": "RETURN 1 AS x", "seed": 1 });
    assert_eq!(served.post("/api/query", &query).status, 200);
    let mut left = vec![usize::MAX; games.len()];
    wait_until("all were looked at", || {
        for (moves, before) in games.iter().zip(&mut left) {
            let review = review(&served, moves);
            let now = review["left"].as_u64().unwrap() as usize;
            assert!(now <= *before, "what is known is kept: {review}");
            *before = now;
        }
        left.iter().all(|&left| left == 0)
    });
    // What is known is told again at once, and is the same.
    let spent = processor_time(&served);
    let again = review(&served, games[0]);
    assert!(again["scores"].as_array().unwrap().iter().all(|score| !score.is_null()), "{again}");
    assert!(processor_time(&served) - spent < Duration::from_millis(500));
}
