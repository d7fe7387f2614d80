//! What does not end is ended, and what can't be ended is said.

use std::time::{Duration, Instant};

use othello_board::session::{Outcome, QueryFaultKind, ServerFaultKind};
use othello_board::{Fault, Neo4j, Session};
use othello_test_support::all_are_wanted;
use othello_test_support::neo4j::{Options, start};

use super::{empty, number, read, target, write};

const SECOND: Duration = Duration::from_secs(1);
/// Longer than anything takes that has an end, however busy the machine is.
const HANG: Duration = Duration::from_secs(120);

fn took<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let done = work();
    (done, began.elapsed())
}

/// What comes of a query on a server that is there: on a busy machine, or full of rows to sort, one may stand still now and
/// then, which is no fault of the query's.
fn judged(session: &mut dyn Session, text: &str, limit: Duration) -> Result<Outcome, Fault> {
    const TRIES: usize = 3;
    let mut answers = (0..TRIES).map(|_| read(session, text, limit));
    answers
        .find(|answer| !matches!(answer, Err(Fault::Server(_))))
        .expect("a server stands still once, and not again and again")
}

fn too_big(fault: &Fault) -> bool {
    matches!(fault, Fault::Query(fault) if fault.kind == QueryFaultKind::TooBig)
}

#[test]
fn a_runaway_is_ended_on_the_server_soon_after_its_limit() {
    let Some((_server, mut session)) = empty() else { return };
    let text = "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y \
                WITH x, y WHERE x = -1 RETURN count(*) AS n";
    let (answer, time) = took(|| judged(&mut session, text, SECOND));
    assert_eq!(answer, Err(Fault::Time { warning: None }));
    assert!(time >= SECOND && time < HANG, "{time:?}");
    let running = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH 'CYPHER 5 UNWIND range(1,' \
                   OR currentQuery STARTS WITH 'UNWIND range(1, 1000000) AS `x`' RETURN count(*) AS n";
    assert_eq!(number(&mut session, running), 0);
}

#[test]
fn a_query_that_sorts_a_cross_product_is_ended_too() {
    let Some((_server, mut session)) = empty() else { return };
    write(&mut session, "UNWIND range(1, 500) AS i CREATE (:N {i: i})");
    let text = "MATCH (a:N), (b:N), (c:N) RETURN a.i + b.i * c.i AS x ORDER BY x DESC";
    let (answer, time) = took(|| judged(&mut session, text, SECOND));
    assert!(matches!(answer, Err(Fault::Time { .. } | Fault::Query(_))), "{answer:?}");
    assert!(time < HANG, "{time:?}");
    assert!(read(&mut session, "RETURN 1 AS x", HANG).is_ok());
}

#[test]
fn a_flood_of_records_or_bytes_is_cut_off() {
    let Some((_server, mut session)) = empty() else { return };
    let records = judged(&mut session, "UNWIND range(1, 1000000) AS x RETURN x", HANG);
    let fault = records.unwrap_err();
    assert!(too_big(&fault), "{fault}");
    let bytes = judged(&mut session, "RETURN range(1, 10000000) AS x", HANG);
    let fault = bytes.unwrap_err();
    assert!(too_big(&fault), "{fault}");
    assert!(read(&mut session, "RETURN 1 AS x", HANG).is_ok());
}

#[test]
fn an_endless_expression_leaves_a_warning_that_says_what_to_do() {
    if !all_are_wanted("tests that need a Neo4j of their own") {
        return;
    }
    // It burns on after its end, so it gets a server that goes away with it.
    let Some(server) = start(&Options::default()) else { return };
    let mut session = Neo4j::open(target(&server)).unwrap();
    let text = "RETURN reduce(a = 0, x IN range(1, 20000000000) | a + x) AS x";
    let (answer, time) = took(|| read(&mut session, text, SECOND));
    let Err(Fault::Time { warning: Some(warning) }) = answer else { panic!("{answer:?}") };
    assert!(warning.contains("restart that server"), "{warning}");
    assert!(time < HANG, "{time:?}");
    assert!(read(&mut session, "RETURN 1 AS x", HANG).is_ok());
}

#[test]
fn a_killed_server_is_waited_for_and_has_what_was_written() {
    if !all_are_wanted("tests that need a Neo4j of their own") {
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_owned();
    let kept = move |port| Options { port, data: Some(folder.clone()), ..Options::default() };
    let Some(server) = start(&kept(0)) else { return };
    let port = server.port();
    let mut session = Neo4j::open(target(&server)).unwrap();
    write(&mut session, "CREATE (:Cell {row: 0, column: 0, state: 'X'})");
    drop(server);
    let fault = read(&mut session, "MATCH (c:Cell) RETURN c", HANG).unwrap_err();
    assert!(
        matches!(&fault, Fault::Server(fault) if fault.kind == ServerFaultKind::Away),
        "{fault}"
    );
    let fault = session.recover(SECOND / 2).unwrap_err();
    assert!(fault.to_string().contains("nothing listens"), "{fault}");
    let again = std::thread::spawn(move || start(&kept(port)));
    session.recover(HANG).unwrap();
    let found = read(&mut session, "MATCH (c:Cell) RETURN c.state AS state", HANG).unwrap();
    assert_eq!(found.rows.len(), 1);
    drop(again.join());
}
