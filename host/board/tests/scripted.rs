//! What servers do that no real one can be made to do at will: they answer slowly, hang up on one query each time,
//! begin again unnoticed, and say more than anybody asked for. Each is a script.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod script;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use othello_board::session::{
    HostQuery, Meter, Params, Policy, QueryFaultKind, RepeatableWrite, ServerFault,
    ServerFaultKind, player_limits,
};
use othello_board::{Fault, Neo4j, Session};
use othello_cypher::Datum;
use script::{Reply, Request, Script, Server, one, text};

/// Longer than anything takes that has an end, however busy the machine is.
const HANG: Duration = Duration::from_secs(120);

/// Answers whatever is asked, but for the one query that a closure answers otherwise.
struct Usual<F>(F);

impl<F: Fn(&Request<'_>) -> Option<Reply> + Send + Sync + 'static> Script for Usual<F> {
    fn answer(&self, request: &Request<'_>) -> Reply {
        (self.0)(request).unwrap_or_else(|| Reply::Table(one("x")))
    }
}

fn usual(answer: impl Fn(&Request<'_>) -> Option<Reply> + Send + Sync + 'static) -> Server {
    Server::start(Arc::new(Usual(answer)))
}

fn read(session: &mut Neo4j, text: &str) -> Result<Vec<Vec<Datum>>, Fault> {
    let meter = Meter::new(player_limits(None, 0));
    let query = session.prepare(text, &Policy::default(), &meter)?;
    session.read(&query, &Params::default(), &meter).map(|outcome| outcome.rows)
}

#[track_caller]
fn away<T: std::fmt::Debug>(result: Result<T, Fault>) -> String {
    match result {
        Err(Fault::Server(ServerFault { kind: ServerFaultKind::Away, message })) => message,
        other => panic!("{other:?}"),
    }
}

/// What is asked again and again while a query runs, and finds nothing of it.
fn is_pulse(request: &Request<'_>) -> bool {
    request.has("metaData.othello IN $marks")
}

#[test]
fn an_answer_that_still_comes_is_waited_for_however_slowly() {
    // A piece comes at each look at the server's transactions, where the query is not to be found any more.
    let (signals, received) = channel();
    let (received, looks) = (Mutex::new(Some(received)), AtomicUsize::new(0));
    let signals: Mutex<Option<Sender<()>>> = Mutex::new(Some(signals));
    let server = usual(move |request| {
        if is_pulse(request) {
            let mut signals = signals.lock().unwrap();
            if let Some(signals) = &*signals {
                signals.send(()).unwrap();
            }
            // In the end all comes at once.
            if looks.fetch_add(1, Ordering::Relaxed) == 6 {
                *signals = None;
            }
            return Some(Reply::Table((vec!["id"], Vec::new())));
        }
        let slow = request.has("slow").then(|| received.lock().unwrap().take());
        slow.flatten().map(Reply::Piecemeal)
    });
    let mut session = server.open("bolt").unwrap();
    let rows = read(&mut session, "RETURN 'slow' AS x").unwrap();
    assert_eq!(rows, [[Datum::Text("x".repeat(1024))]]);
}

#[test]
fn a_long_query_is_sent_at_once() {
    // Acknowledging what came of one may take 40 ms, which is not waited for. A busy machine may be slow now and then.
    let server = usual(|_| None);
    let mut session = server.open("bolt").unwrap();
    for length in [100, 4_000, 7_900, 8_150, 8_192, 20_000, 65_500, 66_000, 200_000, 440_000] {
        let text = format!("RETURN '{}' AS x", "x".repeat(length));
        let meter = Meter::new(player_limits(None, 0));
        let query = session.prepare(&text, &Policy::default(), &meter).unwrap();
        let took = (0..20).map(|_| {
            let begun = Instant::now();
            session.read(&query, &Params::default(), &meter).unwrap();
            begun.elapsed()
        });
        let took = took.min().unwrap();
        assert!(took < Duration::from_millis(25), "{length} letters took {took:?}");
    }
}

#[test]
fn an_answer_of_which_nothing_comes_is_lost_and_the_second_time_by_the_query() {
    let forever: Mutex<Vec<Sender<()>>> = Mutex::default();
    let server = usual(move |request| {
        if is_pulse(request) {
            return Some(Reply::Table((vec!["id"], Vec::new())));
        }
        request.has("lost").then(|| {
            let (signals, received) = channel();
            forever.lock().unwrap().push(signals);
            Reply::Piecemeal(received)
        })
    });
    let mut session = server.open("bolt").unwrap();
    assert!(away(read(&mut session, "RETURN 'lost' AS x")).contains("did not arrive"));
    session.recover(HANG).unwrap();
    assert_eq!(read(&mut session, "RETURN 'lost' AS x"), Err(Fault::Time { warning: None }));
}

#[test]
fn a_query_that_breaks_its_connection_again_and_again_has_itself_to_blame() {
    let server = usual(|request| request.has("break").then_some(Reply::Close));
    let mut session = server.open("bolt").unwrap();
    for _ in 0..2 {
        assert!(away(read(&mut session, "RETURN 'break' AS x")).contains("was lost"));
        session.recover(HANG).unwrap();
        // As the arena does it: the board is read back before the query is run again.
        session.write(&HostQuery::new("MATCH (c:Cell) RETURN c.row AS row")).unwrap();
    }
    match read(&mut session, "RETURN 'break' AS x") {
        Err(Fault::Query(fault)) => {
            assert_eq!(fault.kind, QueryFaultKind::Wrong);
            assert!(fault.message.contains("each time that this query ran"), "{}", fault.message);
        }
        other => panic!("{other:?}"),
    }
    assert!(read(&mut session, "RETURN 1 AS x").is_ok());
}

#[test]
fn a_connection_that_breaks_now_and_then_is_nobodys_fault() {
    let asked = AtomicUsize::new(0);
    let breaks = move |request: &Request<'_>| {
        let number = request.has("often").then(|| asked.fetch_add(1, Ordering::Relaxed))?;
        (number % 3 != 2).then_some(Reply::Close)
    };
    let server = usual(breaks);
    let mut session = server.open("bolt").unwrap();
    for _ in 0..3 {
        for _ in 0..2 {
            away(read(&mut session, "RETURN 'often' AS x"));
            session.recover(HANG).unwrap();
        }
        assert!(read(&mut session, "RETURN 'often' AS x").is_ok());
    }
}

/// A server on which nothing lies, and which tells how often it was held.
struct Holding {
    /// What it does on the first attempts to hold it; lets it be held afterwards.
    first: Mutex<Vec<Reply>>,
    held: AtomicUsize,
    /// Under which name, until somebody ends that.
    holder: Mutex<Option<String>>,
}

impl Script for Holding {
    fn answer(&self, request: &Request<'_>) -> Reply {
        if request.has("RETURN held") {
            if let Some(reply) = self.first.lock().unwrap().pop() {
                return reply;
            }
            self.held.fetch_add(1, Ordering::Relaxed);
            let name = request.mark("lease").map(|name| String::from_utf8(name).unwrap());
            *self.holder.lock().unwrap() = name;
            return Reply::Open(one("held"));
        }
        if request.has("metaData.lease") {
            let row = |name: &String| vec![text("neo4j"), vec![1], text(name)];
            let rows = self.holder.lock().unwrap().iter().map(row).collect();
            return Reply::Table((vec!["database", "began", "lease"], rows));
        }
        if request.has("SHOW CONSTRAINTS") {
            return Reply::Table((vec!["name"], Vec::new()));
        }
        if request.has("AS nodes") {
            let row = (0..COUNTS.len()).map(|_| vec![0]).collect();
            return Reply::Table((COUNTS.to_vec(), vec![row]));
        }
        Reply::Table(one(if request.writes() { RepeatableWrite::CHANGED } else { "x" }))
    }
}

/// What a database is counted by.
const COUNTS: [&str; 4] = ["nodes", "cells", "rels", "nb"];

fn holding(first: Vec<Reply>) -> (Server, Arc<Holding>) {
    let (held, holder) = Default::default();
    let script = Arc::new(Holding { first: Mutex::new(first), held, holder });
    (Server::start(Arc::clone(&script)), script)
}

fn post(session: &mut Neo4j) -> Result<(), Fault> {
    let otherwise = ServerFault { kind: ServerFaultKind::Changed, message: "changed".to_owned() };
    let query = HostQuery::new("MATCH (c:Cell) SET c.state = 'X' RETURN count(c) AS changed");
    session.post(&RepeatableWrite { query, changes: 1, otherwise })?;
    read(session, "RETURN 1 AS x").map(drop)
}

#[test]
fn a_server_that_began_again_between_two_moves_is_held_anew_before_anything_it_says_counts() {
    let (server, script) = holding(Vec::new());
    let mut session = server.open("bolt").unwrap();
    session.clear(&mut |_| false).unwrap();
    post(&mut session).unwrap();
    assert_eq!(script.held.load(Ordering::Relaxed), 1);
    for held in 2..4 {
        server.hang_up();
        // The driver would mend this by itself, and say nothing.
        away(read(&mut session, "RETURN 1 AS x"));
        session.recover(HANG).unwrap();
        assert_eq!(script.held.load(Ordering::Relaxed), held);
        post(&mut session).unwrap();
    }
}

#[test]
fn a_hold_that_the_server_ends_is_noticed_at_a_move_and_taken_again() {
    let (server, script) = holding(Vec::new());
    let mut session = server.open("bolt").unwrap();
    session.clear(&mut |_| false).unwrap();
    *script.holder.lock().unwrap() = None;
    // It is asked for now and then.
    std::thread::sleep(Duration::from_millis(3_100));
    assert!(away(post(&mut session)).contains("the hold on"));
    session.recover(HANG).unwrap();
    assert_eq!(script.held.load(Ordering::Relaxed), 2);
    post(&mut session).unwrap();
}

#[test]
fn a_server_that_refuses_to_be_held_is_told_from_one_that_was_not_reached() {
    let (server, script) = holding(vec![Reply::Failure("Neo.ClientError.Security.Forbidden")]);
    let mut session = server.open("bolt").unwrap();
    session.clear(&mut |_| false).unwrap();
    post(&mut session).unwrap();
    assert_eq!(script.held.load(Ordering::Relaxed), 0);

    let (server, script) = holding(vec![Reply::Close]);
    let mut session = server.open("bolt").unwrap();
    away(session.clear(&mut |_| false));
    session.recover(HANG).unwrap();
    session.clear(&mut |_| false).unwrap();
    assert_eq!(script.held.load(Ordering::Relaxed), 1);
}

#[test]
fn whatever_a_server_says_unasked_is_cut_off() {
    type Place = fn(&Request<'_>) -> bool;
    let places: [(&str, Place); 4] = [
        ("its first words", |request| request.is_hello()),
        ("its first answer", |request| request.has("RETURN 1")),
        ("the hold", |request| request.has("RETURN held")),
        ("a query", |request| request.has("RETURN 5")),
    ];
    for (name, place) in places {
        let sent = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&sent);
        let server =
            usual(move |request| place(request).then(|| Reply::Flood(Arc::clone(&counted))));
        let session = server.open("bolt").and_then(|mut session| {
            read(&mut session, "RETURN 5 AS x")?;
            session.clear(&mut |_| false)
        });
        assert!(session.is_err(), "{name}");
        // What the system holds for both ends comes on top of it.
        assert!(sent.load(Ordering::Relaxed) < 32 << 20, "{name}: {sent:?}");
    }
}
