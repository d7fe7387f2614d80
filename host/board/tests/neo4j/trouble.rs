//! What goes wrong on the way to a server is nobody's loss: it is found out soon, said with the server's name, and
//! over once the way is free again.

use std::time::{Duration, Instant};

use othello_board::neo4j::{Target, Uri};
use othello_board::session::{HostQuery, RepeatableWrite, ServerFault, ServerFaultKind};
use othello_board::{Fault, Neo4j, Session};
use othello_cypher::Datum;
use othello_test_support::neo4j::Server;
use othello_test_support::proxy::{Proxy, Trouble};

use super::{empty, read, target};

const LIMIT: Duration = Duration::from_secs(3);
/// Longer than the player may take, and than the host waits for it.
const STILL: Duration = Duration::from_secs(8);
/// Longer than anything takes that has an end, however busy the machine is.
pub(crate) const HANG: Duration = Duration::from_secs(120);

/// A session whose way meets this trouble when it is told to.
pub(crate) fn through(server: &Server, trouble: Trouble) -> (Proxy, Neo4j) {
    let proxy = Proxy::start(server.port(), trouble, usize::MAX);
    let uri = Uri::parse(&format!("bolt://127.0.0.1:{}", proxy.port)).unwrap();
    let session = Neo4j::open(Target { uri, ..target(server) }).unwrap();
    (proxy, session)
}

#[test]
fn whatever_happens_on_the_way_costs_no_player_its_time() {
    let Some((server, _session)) = empty() else { return };
    for trouble in [
        Trouble::CutBefore,
        Trouble::CutAfter,
        Trouble::Garble,
        Trouble::Silence,
        Trouble::Pause(STILL),
    ] {
        let (proxy, mut session) = through(&server, trouble);
        let uri = format!("127.0.0.1:{}", proxy.port);
        read(&mut session, "RETURN 1 AS x", HANG).unwrap();
        proxy.trouble_next();
        let began = Instant::now();
        match read(&mut session, "RETURN 2 AS x", LIMIT) {
            Err(Fault::Server(fault)) => {
                assert_eq!(fault.kind, ServerFaultKind::Away, "{trouble:?}: {}", fault.message);
                assert!(fault.message.contains(&uri), "{trouble:?}: {}", fault.message);
            }
            // The driver itself may have dialled again before anything was sent.
            Ok(outcome) => assert_eq!(outcome.rows, [[Datum::Integer(2)]], "{trouble:?}"),
            other => panic!("{trouble:?}: {other:?}"),
        }
        assert!(began.elapsed() < HANG, "{trouble:?}");
        session.recover(HANG).unwrap();
        let outcome = read(&mut session, "RETURN 2 AS x", HANG).unwrap();
        assert_eq!(outcome.rows, [[Datum::Integer(2)]], "{trouble:?}");
    }
}

#[test]
fn a_query_that_kills_its_own_connection_again_and_again_has_itself_to_blame() {
    let Some((_server, mut session)) = empty() else { return };
    // Procedures are for the user to allow; whoever is allowed this one ends all connections that there are.
    let kill = "CALL dbms.listConnections() YIELD connectionId AS id \
                CALL dbms.killConnection(id) YIELD message RETURN message AS cell";
    let began = Instant::now();
    let mut tries = 0;
    loop {
        match read(&mut session, kill, LIMIT) {
            Err(Fault::Server(fault)) if fault.kind == ServerFaultKind::Away && tries < 4 => {
                tries += 1;
                session.recover(HANG).unwrap();
                // As the arena does it before the query is run again.
                session.write(&HostQuery::new("RETURN 1 AS x")).unwrap();
            }
            Err(Fault::Query(_) | Fault::Time { .. }) => break,
            other => panic!("{tries}: {other:?}"),
        }
    }
    assert!(tries <= 3 && began.elapsed() < HANG, "{tries}");
    // It has ended the hold on the database as well.
    session.recover(HANG).unwrap();
    assert!(read(&mut session, "RETURN 1 AS x", HANG).is_ok());
}

#[test]
fn a_hold_whose_transaction_is_ended_is_taken_again_and_nobody_else_gets_in() {
    let Some((server, mut session)) = empty() else { return };
    let mut other = Neo4j::open(target(&server)).unwrap();
    let occupied = |other: &mut Neo4j| match other.clear(&mut |_| false) {
        Err(Fault::Server(fault)) => fault.kind == ServerFaultKind::Occupied,
        _ => false,
    };
    assert!(occupied(&mut other));
    let end = "SHOW TRANSACTIONS YIELD transactionId, metaData WHERE metaData.lease IS NOT NULL \
               RETURN collect(transactionId) AS ids";
    let ids = read(&mut other, end, HANG).unwrap().rows.remove(0).remove(0);
    let ended = HostQuery::new("TERMINATE TRANSACTIONS $ids YIELD message").param("ids", ids);
    other.write(&ended).unwrap();
    // Now and then it is asked for, at a move.
    std::thread::sleep(Duration::from_millis(3_100));
    let otherwise = ServerFault { kind: ServerFaultKind::Changed, message: "changed".to_owned() };
    let query = HostQuery::new("RETURN 1 AS changed");
    let write = RepeatableWrite { query, changes: 1, otherwise };
    let noticed = session.post(&write);
    assert!(
        matches!(&noticed, Err(Fault::Server(fault)) if fault.kind == ServerFaultKind::Away),
        "{noticed:?}"
    );
    session.recover(HANG).unwrap();
    session.post(&write).unwrap();
    assert!(occupied(&mut other));
}

#[test]
fn a_query_without_a_limit_whose_answer_got_lost_is_not_waited_for_for_ever() {
    let Some((server, _session)) = empty() else { return };
    for trouble in [Trouble::Garble, Trouble::Silence] {
        let (proxy, mut session) = through(&server, trouble);
        proxy.trouble_next();
        let fault = session.write(&HostQuery::new("RETURN 2 AS x"));
        assert!(matches!(fault, Err(Fault::Server(_))), "{trouble:?}: {fault:?}");
        session.recover(HANG).unwrap();
    }
}
