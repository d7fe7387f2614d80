//! What belongs to the user is left alone.

use othello_board::graph::{self, Discs};
use othello_board::session::{Clearing, ServerFaultKind};
use othello_board::{Fault, Neo4j, Session};
use othello_rules::Size;

use super::{empty, number, target, write};

const NODES: &str = "MATCH (n) RETURN count(n) AS n";

fn empty_board(size: u8) -> Discs {
    Discs::new(Size::new(size.into()).unwrap(), |_| None)
}

/// What is found when nobody consents; nothing where no consent is needed.
fn board_content(session: &mut Neo4j) -> Option<String> {
    match session.clear(&mut |_| false) {
        Ok(()) => None,
        Err(Fault::Server(fault)) => {
            assert_eq!(fault.kind, ServerFaultKind::Occupied, "{}", fault.message);
            Some(fault.message)
        }
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_board_of_ours_may_go_without_asking() {
    let Some((_server, mut session)) = empty() else { return };
    for size in [4, 6, 8, 16] {
        graph::set_up(&mut session, &empty_board(size)).unwrap();
        assert_eq!(number(&mut session, NODES), i64::from(size) * i64::from(size));
        assert_eq!(board_content(&mut session), None);
        assert_eq!(number(&mut session, NODES), 0);
    }
}

#[test]
fn what_only_looks_like_a_board_stays() {
    let Some((_server, mut session)) = empty() else { return };
    let almost = [
        "MATCH (c:Cell {row: 0, column: 0}) SET c:Mine",
        "MATCH (c:Cell {row: 0, column: 0}) SET c.note = 'dear to me'",
        "MATCH (c:Cell {row: 0, column: 0}) SET c.state = 'Y'",
        "MATCH (c:Cell {row: 0, column: 0}) SET c.row = 1",
        "MATCH (:Cell {row: 0, column: 0})-[r]->(:Cell {row: 0, column: 1}) SET r.since = 1999",
        "MATCH (:Cell {row: 0, column: 0})-[r]->(:Cell {row: 0, column: 1}) SET r.direction = 1",
        "MATCH (c:Cell {row: 0, column: 0}) CREATE (c)-[:LIKES]->(c)",
        "CREATE (:Cell {row: 4, column: 0})",
        "CREATE ()",
    ];
    for change in almost {
        graph::set_up(&mut session, &empty_board(4)).unwrap();
        write(&mut session, change);
        let before = number(&mut session, NODES);
        let said = board_content(&mut session);
        assert!(said.is_some_and(|said| said.contains("--clear-database")), "{change}");
        assert_eq!(number(&mut session, NODES), before, "{change}");
        session.clear(&mut |_| true).unwrap();
        assert_eq!(number(&mut session, NODES), 0);
    }
}

#[test]
fn what_was_found_is_told_by_labels_and_a_large_graph_goes_in_batches() {
    let Some((server, mut session)) = empty() else { return };
    write(&mut session, "UNWIND range(1, 25000) AS i CREATE (:Person {i: i})");
    write(&mut session, "MATCH (p:Person) WHERE p.i <= 7 CREATE (:Film), () SET p:Actor");
    write(&mut session, "MATCH (p:Person {i: 1}), (q:Person) CREATE (p)-[:KNOWS]->(q)");
    let said = board_content(&mut session).unwrap();
    for words in
        ["25014 nodes", "25000 relationships", "25000 :Person", "7 :Film", "7 without a label"]
    {
        assert!(said.contains(words), "{words:?} is not in {said:?}");
    }
    assert!(said.contains(&target(&server).uri.to_string()) && said.contains("neo4j"), "{said}");
    assert_eq!(number(&mut session, NODES), 25_014);
    // It is told how far it is, may be broken off at any point, and goes on with what is left.
    let mut told = Vec::new();
    let stopped = session.clear(&mut |clearing| match clearing {
        Clearing::Found(_) => true,
        Clearing::Gone(gone, all) => {
            told.push((gone, all));
            gone < 40_000
        }
    });
    let Err(Fault::Server(fault)) = stopped else { panic!("{stopped:?}") };
    assert!(
        fault.message.contains("of 50014 nodes and relationships are gone"),
        "{}",
        fault.message
    );
    let gone: Vec<_> = told.iter().map(|(gone, _)| *gone).collect();
    assert_eq!(gone, [10_000, 20_000, 25_000, 35_000, 45_000]);
    assert_eq!(number(&mut session, NODES), 5_014);
    session.clear(&mut |_| true).unwrap();
    assert_eq!(number(&mut session, NODES), 0);
}

#[test]
fn an_index_of_the_users_is_named_and_stays() {
    let Some((_server, mut session)) = empty() else { return };
    assert_eq!(session.remarks(), Vec::<String>::new());
    write(&mut session, "CREATE INDEX by_state FOR (c:Cell) ON (c.state)");
    write(&mut session, "CREATE CONSTRAINT place FOR (c:Cell) REQUIRE (c.row, c.column) IS UNIQUE");
    let said = session.remarks();
    session.clear(&mut |_| false).unwrap();
    graph::set_up(&mut session, &empty_board(4)).unwrap();
    session.clear(&mut |_| false).unwrap();
    assert_eq!(session.remarks(), said);
    write(&mut session, "DROP CONSTRAINT place");
    write(&mut session, "DROP INDEX by_state");
    assert!(matches!(&said[..], [one] if one.contains("the index by_state on state")), "{said:?}");
}

#[test]
fn a_database_that_somebody_plays_on_is_left_to_them_until_they_are_gone() {
    let Some((server, mut first)) = empty() else { return };
    graph::set_up(&mut first, &empty_board(4)).unwrap();
    let mut second = Neo4j::open(target(&server)).unwrap();
    for _ in 0..2 {
        match second.clear(&mut |_| true) {
            Err(Fault::Server(fault)) => {
                assert_eq!(fault.kind, ServerFaultKind::Occupied, "{}", fault.message);
                let said = fault.message;
                for words in ["is being played on by", "process", "since 20", "TERMINATE"] {
                    assert!(said.contains(words), "{words:?} is not in {said:?}");
                }
            }
            other => panic!("{other:?}"),
        }
        // Whoever has it may clear it as often as they like, after a lost connection as well.
        assert_eq!(number(&mut first, NODES), 16);
        first.recover(std::time::Duration::from_secs(60)).unwrap();
        first.clear(&mut |_| false).unwrap();
        graph::set_up(&mut first, &empty_board(4)).unwrap();
    }
    drop(first);
    second.clear(&mut |_| false).unwrap();
    assert_eq!(number(&mut second, NODES), 0);
}

#[test]
fn a_constraint_under_which_no_board_can_be_set_up_is_named_before_the_game() {
    let Some((_server, mut session)) = empty() else { return };
    write(&mut session, "CREATE CONSTRAINT one_a_row FOR (c:Cell) REQUIRE c.row IS UNIQUE");
    let said = board_content(&mut session);
    write(&mut session, "DROP CONSTRAINT one_a_row");
    assert!(said.is_some_and(|said| said.contains("one_a_row on row")));
    write(&mut session, "CREATE CONSTRAINT place FOR (c:Cell) REQUIRE (c.row, c.column) IS UNIQUE");
    let said = board_content(&mut session);
    write(&mut session, "DROP CONSTRAINT place");
    assert_eq!(said, None);
}
