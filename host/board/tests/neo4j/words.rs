//! What is wrong is said in words that tell what to do.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::Duration;

use othello_board::neo4j::{Target, Uri};
use othello_board::session::{
    Meter, Params, Policy, QueryFaultKind, ServerFaultKind, player_limits,
};
use othello_board::{Fault, Neo4j, Secret, Session};
use othello_test_support::neo4j::{Options, certificates, shared, start};
use othello_test_support::{all_are_wanted, wait_for};

use super::{empty, read, target};

/// What a user is told who connects so.
fn fault_of(target: Target) -> (ServerFaultKind, String) {
    match Neo4j::open(target).map(|_| ()) {
        Err(Fault::Server(fault)) => (fault.kind, fault.message),
        other => panic!("{other:?}"),
    }
}

fn at(uri: &str) -> Target {
    Target {
        uri: Uri::parse(uri).unwrap(),
        user: "neo4j".to_owned(),
        password: Secret::new("correct-horse-battery"),
        database: None,
        ca: None,
    }
}

fn expect(target: Target, kind: ServerFaultKind, words: &[&str]) {
    let (found, said) = fault_of(target);
    for word in words {
        assert!(said.contains(word), "{word:?} is not in {said:?}");
    }
    assert_eq!(found, kind, "{said}");
}

#[test]
fn a_wrong_password_is_tried_once_and_said() {
    let Some(server) = shared() else { return };
    for _ in 0..4 {
        let wrong = Target { password: Secret::new("hunter2"), ..target(&server) };
        let (kind, said) = fault_of(wrong);
        assert_eq!(kind, ServerFaultKind::Unusable);
        assert!(!said.contains("hunter2"), "{said}");
        if said.contains("locked") {
            panic!("fewer tries than asked for should have been made: {said}");
        }
        assert!(said.contains("refuses the user neo4j"), "{said}");
        // A right one clears the server's count of wrong ones, if no more than one was sent.
        Neo4j::open(target(&server)).unwrap();
    }
}

#[test]
fn an_unknown_database_is_named() {
    let Some(server) = shared() else { return };
    let target = Target { database: Some("nonesuch".to_owned()), ..target(&server) };
    expect(target, ServerFaultKind::Unusable, &["no database \"nonesuch\"", "SHOW DATABASES"]);
}

#[test]
fn the_servers_own_database_is_no_place_for_a_board_and_nobody_waits_for_it() {
    let Some(server) = shared() else { return };
    for name in ["system", "System"] {
        let target = Target { database: Some(name.to_owned()), ..target(&server) };
        expect(target, ServerFaultKind::Unusable, &[name, "can't be played on", "called neo4j"]);
    }
}

#[test]
fn a_port_where_nothing_listens_is_named() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let uri = format!("neo4j://127.0.0.1:{port}");
    expect(at(&uri), ServerFaultKind::Away, &["nothing listens", &uri]);
}

#[test]
fn an_unknown_host_is_named() {
    let target = at("neo4j://no-such-host.invalid");
    expect(target, ServerFaultKind::Away, &["no host \"no-such-host.invalid\""]);
}

#[test]
fn a_browsers_port_is_not_taken_for_a_bolt_port() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let uri = format!("bolt://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let _ = stream.read(&mut [0; 64]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    expect(at(&uri), ServerFaultKind::Unusable, &["not Neo4j's Bolt port", "7474"]);
}

#[test]
fn tls_to_a_plain_port_says_which_scheme_is_without() {
    let Some(server) = shared() else { return };
    let port = server.port();
    let target = at(&format!("bolt+ssc://127.0.0.1:{port}"));
    let plain = format!("bolt://127.0.0.1:{port}");
    let (_, said) = fault_of(target);
    assert!(said.contains("does not speak TLS") && said.contains(&plain), "{said}");
}

#[test]
fn certificates_are_checked_unless_the_user_says_otherwise() {
    if !all_are_wanted("tests that need a Neo4j of their own") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let Some(()) = certificates(folder.path()) else { return };
    let tls = Some(folder.path().to_owned());
    let Some(server) = start(&Options { tls, ..Options::default() }) else { return };
    let uri = |scheme: &str| at(&format!("{scheme}://127.0.0.1:{}", server.port()));
    let one = |mut session: Neo4j| {
        read(&mut session, "RETURN 1 AS x", Duration::from_secs(120)).unwrap();
    };
    // A server that has only just begun may let a connection go.
    one(wait_for("the server lets somebody in", || Neo4j::open(uri("neo4j+ssc")).ok()));
    let ca = Some(folder.path().join("ca.crt"));
    one(Neo4j::open(Target { ca: ca.clone(), ..uri("bolt+s") }).unwrap());
    one(Neo4j::open(Target { ca, ..at(&format!("neo4j+s://localhost:{}", server.port())) })
        .unwrap());
    expect(uri("bolt+s"), ServerFaultKind::Unusable, &["is not trusted", "--ca", "+ssc"]);
    expect(uri("bolt"), ServerFaultKind::Away, &["encryption", "bolt+s://"]);
    let missing = Target { ca: Some(folder.path().join("none.crt")), ..uri("bolt+s") };
    expect(missing, ServerFaultKind::Unusable, &["cannot read the certificates", "none.crt"]);
    std::fs::write(folder.path().join("empty.crt"), "nothing").unwrap();
    let empty = Target { ca: Some(folder.path().join("empty.crt")), ..uri("bolt+s") };
    expect(empty, ServerFaultKind::Unusable, &["no certificate in"]);
}

#[test]
fn the_server_refuses_a_write_that_the_front_end_could_not_read() {
    let Some((_server, mut session)) = empty() else { return };
    let mut policy = Policy::default();
    policy.trust();
    let text = "CYPHER runtime = slotted CREATE (n:Left) FINISH";
    let meter = Meter::new(player_limits(None, 0));
    let checked = match session.prepare(text, &policy, &meter) {
        Ok(checked) => checked,
        // Once the front end reads it, it refuses it before the server can.
        Err(Fault::Query(fault)) => return assert_eq!(fault.kind, QueryFaultKind::Write),
        Err(other) => panic!("{other:?}"),
    };
    let fault = session.read(&checked, &Params::default(), &meter).unwrap_err();
    assert!(
        matches!(&fault, Fault::Query(fault) if fault.kind == QueryFaultKind::Write),
        "{fault}"
    );
}

#[test]
fn a_key_that_the_server_quotes_is_taken_out() {
    let Some((_server, mut session)) = empty() else { return };
    let meter = Meter::new(player_limits(None, 0));
    let mut policy = Policy::default();
    policy.allow("db.index.*".parse().unwrap());
    let text = "CALL db.index.fulltext.queryNodes($apiKey, 'x') YIELD node RETURN node";
    let checked = session.prepare(text, &policy, &meter).unwrap();
    let mut params = Params::default();
    params.set_key(Secret::new("sk-proj-very-secret"));
    let fault = session.read(&checked, &params, &meter).unwrap_err();
    let said = fault.to_string();
    assert!(said.contains("***") && !said.contains("secret"), "{said}");
}

#[test]
fn a_failing_query_has_the_servers_code() {
    let Some((_server, mut session)) = empty() else { return };
    for (text, code) in [
        ("RETURN 1 / 0 AS x", "Neo.ClientError.Statement.ArithmeticError"),
        ("UNWIND [1, 'a'] AS x RETURN x * 2 AS y", "Neo.ClientError.Statement.TypeError"),
        ("RETURN $missing AS x", "Neo.ClientError.Statement.ParameterMissing"),
    ] {
        let fault = read(&mut session, text, Duration::from_secs(120)).unwrap_err();
        let Fault::Query(fault) = fault else { panic!("{text}: {fault:?}") };
        assert_eq!((fault.code.as_str(), fault.kind), (code, QueryFaultKind::Wrong), "{text}");
    }
}
