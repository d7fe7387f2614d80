//! Visitors who come by a proxy, which says for whom it speaks: one of them with as many cookies as they like.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;

use crate::common::World;
use crate::common::served::Served;

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn forty_cookies_behind_one_address_take_nothing_from_other_addresses() {
    let world = World::new();
    // As behind a proxy, which says for whom it speaks.
    let served = Served::start(&world, &["--host-name", "games.example"]);
    let cookie = format!("othello_person_{}", served.address.port());
    let joker = |number: usize| {
        let kept = format!("{cookie}={number:032x}");
        format!("X-Forwarded-For: 192.0.2.1, 198.51.100.7\r\nCookie: {kept}\r\n")
    };
    let other = ("X-Forwarded-For", "198.51.100.7, 203.0.113.9");
    let position = json!({ "game": "othello", "size": 8, "start": "standard", "moves": [] });
    let body = |query: &str| json!({ "position": position, "query": query, "seed": 1 }).to_string();
    let endless = body("UNWIND range(1, 1000000000000) AS x WITH x WHERE x < 0 RETURN x");
    let asks = |number: usize| {
        let mut stream = served.connection();
        let head = format!(
            "POST /api/query HTTP/1.1\r\nHost: games.example\r\n{}: {}\r\n{}Content-Length: {}\r\n\r\n",
            JSON.0,
            JSON.1,
            joker(number),
            endless.len()
        );
        stream.write_all(format!("{head}{endless}").as_bytes()).unwrap();
        stream
    };
    let waiting: Vec<TcpStream> = (0..40).map(asks).collect();
    for _ in 0..5 {
        let answer = served.ask("POST", "/api/query", &[JSON, other], body("RETURN 1 AS x"));
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    drop(waiting);

    // Whoever makes games has as many cookies as they like, and one address.
    let game = r#"{"black": {"spec": "Simple"}, "white": {"spec": "Random"}}"#;
    let makes = |number: usize| {
        let kept = format!("{cookie}={number:032x}");
        let from = ("X-Forwarded-For", "198.51.100.7");
        served.ask("POST", "/api/games", &[JSON, from, ("Cookie", &kept)], game)
    };
    let made = (0..400).map(makes).take_while(|answer| answer.status == 201).count();
    assert!((60..=120).contains(&made), "{made}");
    assert_eq!(served.ask("POST", "/api/games", &[JSON, other], game).status, 201);
}
