//! Visitors of the page's server that are no friends, or many, or slow: what each of them may do, and that nobody
//! takes it away from the others.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::common::served::{Served, Visitor};
use crate::common::{PATIENCE, World, wait_until};
use serde_json::{Value, json};

/// How long the server tries to tell somebody something.
const GIVEN_UP: Duration = Duration::from_secs(10);
const JSON: (&str, &str) = ("Content-Type", "application/json");

/// Waits until the server closes the connection, whatever it says before.
#[track_caller]
fn is_closed(mut stream: TcpStream, who: &str) {
    loop {
        match stream.read(&mut [0; 4096]) {
            Ok(0) => return,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return,
            Ok(_) => {}
            Err(error) => panic!("{who} is not closed: {error}"),
        }
    }
}

/// How much processor time the server has used.
pub(crate) fn processor_time(served: &Served<'_>) -> Duration {
    time_of_process(served.id()).unwrap()
}

/// How much processor time a process has used, as Linux tells it in hundredths of a second; nothing once it is gone.
pub(crate) fn time_of_process(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields = text.rsplit_once(')')?.1.split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum();
    Some(Duration::from_millis(ticks * 10))
}

/// A line about the server's process, as Linux tells it.
pub(crate) fn told_by_system(served: &Served<'_>, line: &str) -> usize {
    let text = std::fs::read_to_string(format!("/proc/{}/status", served.id())).unwrap();
    let found = text.lines().find_map(|one| one.strip_prefix(line)?.strip_prefix(':'));
    found.unwrap().split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn pages_of_others_and_names_of_others_are_refused() {
    let world = World::new();
    let served = Served::start(&world, &["--host-name", "games.example"]);
    let own = served.address.to_string();
    let port = served.address.port();
    for host in [&own, &format!("localhost:{port}"), "games.example", "GAMES.example:8443"] {
        assert_eq!(served.ask("GET", "/", &[("Host", host)], "").status, 200, "{host}");
    }
    for host in ["evil.example", &format!("evil.example:{port}"), "localhost:1", "", "x@localhost"]
    {
        let refused = served.ask("GET", "/api/about", &[("Host", host)], "");
        assert!([400, 403].contains(&refused.status), "{host}: {}", refused.head);
        assert!(!refused.body.contains("version"));
    }

    let wanted = r#"{"black": {"spec": "Simple"}, "white": {"spec": "Random"}}"#;
    let post = |name: &str, value: &str| {
        served.ask("POST", "/api/games", &[JSON, (name, value)], wanted).status
    };
    for origin in ["http://evil.example", "https://localhost.evil.example", "null", "file://"] {
        assert_eq!(post("Origin", origin), 403, "{origin}");
    }
    assert_eq!(post("Origin", &format!("http://localhost:{port}")), 403, "the Host is another one");
    assert_eq!(post("Sec-Fetch-Site", "cross-site"), 403);
    assert_eq!(post("Origin", &format!("http://{own}")), 201);
    let plain = served.ask("POST", "/api/games", &[("Content-Type", "text/plain")], wanted);
    assert_eq!(plain.status, 415, "a form of another page can send this without asking");

    let upgrade = |origin: &str| {
        let headers = [
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ("Origin", origin),
        ];
        served.ask("GET", "/api/games/aaaaaaaaaa/socket", &headers, "").status
    };
    assert_eq!(upgrade("http://evil.example"), 403);
}

#[test]
fn whoever_comes_from_elsewhere_needs_the_token_which_a_cookie_carries_on() {
    let world = World::new();
    let served = Served::start_at(&world, "0.0.0.0:0", &[]);
    let token = served.printed.split_once("?token=").expect("a token is printed").1;
    assert!(token.len() >= 32, "{token}");
    for path in
        ["/", "/api/about", "/api/games", "/api/qr?path=/", "/api/invitation", "/?token=wrong"]
    {
        assert_eq!(served.get(path).status, 401, "{path}");
    }
    let first = served.get(&format!("/game/x?token={token}&a=b"));
    assert_eq!((first.status, first.header("location")), (303, Some("/game/x?a=b")));
    let cookie = first.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite="), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(served.ask("GET", "/api/about", &[("Cookie", cookie)], "").status, 200);
    let wrong = cookie.replace(&token[..8], "00000000");
    assert_eq!(served.ask("GET", "/api/about", &[("Cookie", &wrong)], "").status, 401);
    // The picture for phones in the room lets them in, so it is shown to those alone who are in.
    let code = served.ask("GET", "/api/qr?path=/game/x", &[("Cookie", cookie)], "");
    assert_eq!(code.header("content-type"), Some("image/svg+xml"));
    // So does the address that is sent as a text: whoever gets it needs nothing else.
    let sent = served.ask("GET", "/api/invitation?path=/game/x/key", &[("Cookie", cookie)], "");
    let sent = sent.json()["address"].as_str().unwrap().to_owned();
    let path = sent.strip_prefix("http://").unwrap().split_once('/').unwrap().1.to_owned();
    assert_eq!(served.get(&format!("/{path}")).header("location"), Some("/game/x/key"), "{sent}");
    assert!(
        tungstenite::client(
            format!("ws://127.0.0.1:{}/api/games/x/socket", served.address.port()),
            served.connection()
        )
        .is_err()
    );
}

#[test]
fn everything_that_is_sent_is_bounded() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let long = "x".repeat(70_000);
    assert_eq!(served.post("/api/read", &json!({ "text": long })).status, 413);
    let mut stream = served.connection();
    let head = format!(
        "POST /api/read HTTP/1.1\r\nHost: {}\r\n{}: {}\r\nTransfer-Encoding: chunked\r\n\r\n",
        served.address, JSON.0, JSON.1
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("{:x}\r\n{long}\r\n", long.len());
    let _ = stream.write_all(chunk.as_bytes());
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 413");
    let header = served.ask("GET", "/", &[("X-Long", &"y".repeat(200_000))], "");
    assert!([0, 431].contains(&header.status), "{}", header.head);
    assert_eq!(served.get(&format!("/api/qr?path=/{}", "z".repeat(300))).status, 400);

    let links = served.game_of_players();
    let mut long_winded = served.visit(&links["watch"]);
    long_winded.say(&json!({ "type": "hello", "key": "k".repeat(5000) }));
    assert!(matches!(long_winded.closed_somehow(), None | Some(1009)));
    let mut loud = served.visit(&links["watch"]);
    for _ in 0..100 {
        if loud.socket.send(tungstenite::Message::text(r#"{"type":"step"}"#)).is_err() {
            break;
        }
    }
    assert!(matches!(loud.closed_somehow(), None | Some(4008)));
    let mut binary = served.visit(&links["watch"]);
    binary.socket.send(tungstenite::Message::binary(vec![0; 10])).unwrap();
    assert_eq!(binary.closed(), 4008);
    assert_eq!(served.get("/api/about").status, 200);
}

#[test]
fn slow_and_idle_connections_are_closed() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let links = served.game_of_players();
    let id = links["id"].as_str().unwrap();

    let idle = served.connection();
    let mut served_once = served.connection();
    write!(served_once, "GET /api/about HTTP/1.1\r\nHost: {}\r\n\r\n", served.address).unwrap();
    let mut without_body = served.connection();
    let head = format!(
        "POST /api/read HTTP/1.1\r\nHost: {}\r\n{}: {}\r\nContent-Length: 1000\r\n\r\n{{",
        served.address, JSON.0, JSON.1
    );
    without_body.write_all(head.as_bytes()).unwrap();
    let mut silent = Visitor::connect(served.address, id);
    let mut dripping = served.connection();
    let dripper = std::thread::spawn(move || {
        let begun = Instant::now();
        write!(dripping, "GET / HTTP/1.1\r\n").unwrap();
        // A header that never ends, one letter after the other.
        while dripping.write_all(b"a").is_ok() {
            assert!(begun.elapsed() < PATIENCE, "one who drips is not let go");
            std::thread::sleep(Duration::from_millis(100));
        }
    });

    for (stream, who) in
        [(idle, "idle"), (served_once, "idle after an answer"), (without_body, "no body")]
    {
        is_closed(stream, who);
    }
    assert_eq!(silent.closed(), 4008, "who says no hello");
    dripper.join().unwrap();
}

#[test]
fn what_makes_no_message_is_not_read_without_an_end() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let links = served.game_of_players();
    let mut flood = served.connection();
    let id = links["id"].as_str().unwrap();
    let (path, key) = (format!("/api/games/{id}/socket"), "dGhlIHNhbXBsZSBub25jZQ==");
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n",
        served.address
    );
    flood.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 12];
    flood.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    // The beginning of a text, and parts of it in which there is nothing.
    flood.write_all(&[0x01, 0x81, 0, 0, 0, 0, b'{']).unwrap();
    flood.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    let nothing = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
    // Some megabytes of it lie in the system's own buffers.
    let taken = (0..600).take_while(|_| flood.write_all(&nothing).is_ok()).count();
    assert!(taken < 600, "{taken} times 60 kB of nothing were read");
    assert_eq!(served.get("/api/about").status, 200);
}

#[test]
fn five_hundred_watchers_cost_a_queue_each_and_all_see_every_move() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let links = served.game_of_players();
    let mut organiser = served.visit(&links["organiser"]);
    organiser.until(|state| state["pace"]["waiting"] == true);
    let before = told_by_system(&served, "VmRSS");
    let mut watchers: Vec<_> = (0..500).map(|_| served.visit(&links["watch"])).collect();
    organiser.until(|state| state["present"]["watchers"] == 500);
    let used = processor_time(&served);
    organiser.say(&json!({ "type": "step" }));
    organiser.at(1);
    for watcher in &mut watchers {
        watcher.at(1);
        assert_eq!(watcher.state["plies"], organiser.state["plies"]);
    }
    let used = processor_time(&served) - used;
    let grown = told_by_system(&served, "VmRSS").saturating_sub(before);
    eprintln!("the server took {used:?} to tell all of a move, and grew by {grown} kB");
    assert!(used < Duration::from_secs(2), "{used:?}");
    assert!(grown < 500 * 50, "{grown} kB for 500 watchers");
    assert!(told_by_system(&served, "Threads") < 64);
    drop(watchers);
    organiser.until(|state| state["present"]["watchers"] == 0);
}

#[test]
fn a_visitor_that_does_not_read_is_dropped_and_slows_nobody() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let links = served.game(&json!({
        "black": { "spec": "Simple" }, "white": { "spec": "Random" }, "auto": true, "size": 12,
    }));
    let mut organiser = served.visit(&links["organiser"]);
    let deaf = served.visit(&links["watch"]);
    organiser.until(|state| !state["end"].is_null() && state["present"]["watchers"] == 1);
    let begun = Instant::now();
    let mut hide = false;
    // All rounds are told each time, until no more of them can be sent to somebody who does not read.
    while organiser.state["present"]["watchers"] == 1 {
        assert!(begun.elapsed() < PATIENCE, "who does not read is not let go");
        hide = !hide;
        let asked = Instant::now();
        organiser.say(&json!({ "type": "queries", "hide": hide }));
        organiser.until(|state| state["hide_queries"] == hide);
        // Whoever waited for the deaf one would wait until the server gives it up.
        assert!(asked.elapsed() < GIVEN_UP, "others wait: {:?}", asked.elapsed());
        std::thread::sleep(Duration::from_millis(60));
    }
    drop(deaf);
}

#[test]
fn only_the_holder_of_a_seat_moves_its_discs() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let elsewhere = json!({ "spec": "Human", "here": false });
    let links = served.game(&json!({ "black": elsewhere, "white": elsewhere }));
    let mut black = served.visit(&links["black"]);
    let mut white = served.visit(&links["white"]);
    let mut organiser = served.visit(&links["organiser"]);
    let mut watcher = served.visit(&links["watch"]);
    black.turn_of("black");
    let play = json!({ "type": "play", "ply": 0, "square": "d3", "colour": "black" });
    for (visitor, why) in [
        (&mut white, "somebody else's"),
        (&mut organiser, "somebody else's"),
        (&mut watcher, "somebody else's"),
    ] {
        for message in [&play, &json!({ "type": "resign", "colour": "black" })] {
            visitor.say(message);
            let refused = visitor.refused();
            assert!(refused.contains(why), "{refused}");
        }
    }
    assert!(watcher.state["links"].is_null() && black.state["links"].is_null());
    let state = served.get(&format!("/api/games/{}", links["id"].as_str().unwrap()));
    let keys = [&links["black"], &links["white"], &links["organiser"]];
    for key in keys.map(|link| link.as_str().unwrap().rsplit_once('/').unwrap().1.to_owned()) {
        assert!(!state.body.contains(&key), "a key is told to those who watch");
    }
    let mut thief = Visitor::connect(served.address, links["id"].as_str().unwrap());
    thief.say(&json!({ "type": "hello", "key": "0".repeat(32) }));
    assert_eq!(thief.closed(), 4003);
    black.say(&play);
    black.at(1);
}

#[test]
fn a_page_runs_no_programs_and_files_of_its_choice() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let mark = world.path("mark").display().to_string();
    world.file("mine.cypher", "MATCH (cell:Cell) RETURN cell");
    for protocol in ["cypher", "referee", "nboard", "gtp"] {
        for spec in
            [format!("{protocol}:touch mark"), format!("A={protocol}:sh -c 'echo > {mark}'")]
        {
            let wanted = json!({ "black": { "spec": spec }, "white": { "spec": "Random" } });
            let refused = served.post("/api/games", &wanted);
            assert_eq!(refused.status, 400, "{spec}");
            assert!(refused.body.contains("is not a player's name"), "{}", refused.body);
        }
    }
    for spec in ["mine.cypher", "./mine.cypher", "libother.so:Other", "/etc/passwd"] {
        let wanted = json!({ "black": { "spec": spec }, "white": { "spec": "Random" } });
        assert_eq!(served.post("/api/games", &wanted).status, 400, "{spec}");
    }
    assert!(!world.path("mark").exists());
    for path in ["/page/../Cargo.toml", "/page/..%2f..%2fCargo.toml", "/page//etc/passwd"] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
}

#[test]
fn hostile_names_stay_texts_and_the_policy_allows_no_code_beside_the_pages_own() {
    let world = World::new();
    let served = Served::start(&world, &[]);
    let name = "<img onerror>]PW[x](;<script>";
    let spec = format!("{name}=Human");
    let links = served.game(&json!({ "black": { "spec": spec }, "white": { "spec": "Random" } }));
    let id = links["id"].as_str().unwrap();
    for path in ["/api/games".to_owned(), format!("/api/games/{id}")] {
        let answer = served.get(&path);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(answer.body.contains(name));
    }
    let record = served.get(&format!("/api/games/{id}/record?format=ggf"));
    assert_eq!(record.header("content-type"), Some("text/plain; charset=utf-8"));
    assert_eq!(record.header("x-content-type-options"), Some("nosniff"));
    let read = served.post("/api/read", &json!({ "text": record.body })).json();
    assert_eq!(read["names"], json!({ "black": name, "white": "Random" }));

    // The page is the same for all addresses of a kind, and nothing of an address is written into it.
    let page = served.get("/game/%3Cscript%3Ealert(1)%3C/script%3E");
    let plain = served.get("/game/another");
    assert!(page.status == 404 || page.body == plain.body);
    for answer in
        [&plain, &served.get("/api/about"), &served.get("/nothing"), &served.get("/page/main.js")]
    {
        let policy = answer.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(policy.contains(part), "no {part} in {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("http"));
    }
    assert!(
        !plain.body.contains("<script>")
            && !plain.body.contains(" onclick")
            && !plain.body.contains(" style=")
    );
}

/// The processes that this one has started, and those that they have.
pub(crate) fn descendants(process: u32) -> Vec<u32> {
    let mut found = vec![process];
    let all: Vec<(u32, u32)> = std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            Some((number, parent))
        })
        .collect();
    let mut at = 0;
    while at < found.len() {
        let parent = found[at];
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(number, _)| number));
        at += 1;
    }
    found.split_off(1)
}

/// Whether a process runs; one that has ended and that nobody has asked about does not.
pub(crate) fn runs(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

#[test]
fn an_interruption_ends_the_server_and_all_its_players_at_once() {
    let world = World::new();
    let mut served = Served::start(&world, &[]);
    let wanted = json!({ "black": { "spec": "Simple" }, "white": { "spec": "Human" } });
    let games: Vec<Value> = (0..3).map(|_| served.game(&wanted)).collect();
    let mut visitors: Vec<_> =
        games.iter().map(|links| served.visit(&links["organiser"])).collect();
    for visitor in &mut visitors {
        visitor.say(&json!({ "type": "step" }));
        visitor.at(1);
    }
    let players = descendants(served.id());
    assert!(players.len() >= 3, "{players:?}");
    // The visitors stay: a server that waited for them would never end.
    assert_eq!(served.interrupt(), Some(130));
    wait_until("all players end", || !players.iter().any(|&player| runs(player)));
    drop(visitors);
    assert!(TcpStream::connect(served.address).is_err());
}
