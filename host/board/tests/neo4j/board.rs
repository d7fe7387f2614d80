//! The board's own queries on a real server: set up, written to, read back, and watched.

use othello_board::graph::{self, Discs};
use othello_board::session::ServerFaultKind;
use othello_board::{Fault, Neo4j, Session};
use othello_cypher::Datum;
use othello_rules::{Colour, Size, Square};
use othello_test_support::all_are_wanted;
use othello_test_support::proxy::Trouble;

use super::trouble::{HANG, through};
use super::{empty, read, target, write};

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn start() -> Discs {
    discs(&[
        ("d4", Colour::White),
        ("e5", Colour::White),
        ("e4", Colour::Black),
        ("d5", Colour::Black),
    ])
}

fn discs(there: &[(&str, Colour)]) -> Discs {
    Discs::new(Size::new(8).unwrap(), |at| {
        there.iter().find(|(name, _)| square(name) == at).map(|&(_, colour)| colour)
    })
}

fn is_changed(fault: &Fault) -> bool {
    matches!(fault, Fault::Server(fault) if fault.kind == ServerFaultKind::Changed)
}

#[test]
fn a_move_is_written_and_read_back() {
    let Some((_server, mut session)) = empty() else { return };
    graph::set_up(&mut session, &start()).unwrap();
    graph::compare(&mut session, &start()).unwrap();
    graph::place(&mut session, Colour::Black, square("d3"), [square("d4")]).unwrap();
    graph::compare(&mut session, &after()).unwrap();
    graph::rewrite(&mut session, &start()).unwrap();
    graph::compare(&mut session, &start()).unwrap();
}

/// Places a black disc that turns over d4, and waits for what comes of it.
fn place(session: &mut Neo4j, at: &str) -> Result<(), Fault> {
    graph::place(session, Colour::Black, square(at), [square("d4")])?;
    read(session, "RETURN 1 AS x", HANG).map(drop)
}

/// The board after black has moved to d3 and d4 was turned over.
fn after() -> Discs {
    discs(&[
        ("d3", Colour::Black),
        ("d4", Colour::Black),
        ("d5", Colour::Black),
        ("e4", Colour::Black),
        ("e5", Colour::White),
    ])
}

#[test]
fn a_move_and_the_query_behind_it_are_one_round_trip() {
    let Some((_server, mut session)) = empty() else { return };
    graph::set_up(&mut session, &start()).unwrap();
    read(&mut session, "RETURN 1 AS x", HANG).unwrap();
    let discs_read = "MATCH (c:Cell {state: 'X'}) RETURN count(c) AS x";
    let before = session.round_trips();
    graph::place(&mut session, Colour::Black, square("d3"), [square("d4")]).unwrap();
    let counted = read(&mut session, discs_read, HANG).unwrap();
    // The query sees the move, though its answer was not waited for. A slow machine may have it before that.
    assert_eq!(counted.rows, [[Datum::Integer(4)]]);
    let trips = session.round_trips() - before;
    assert!((1..=2).contains(&trips), "{trips}");
    // What fails does so with its own words, and what comes behind it is not harmed.
    let wrong = read(&mut session, "RETURN 1 / 0 AS x", HANG).unwrap_err();
    assert!(matches!(wrong, Fault::Query(_)), "{wrong:?}");
    graph::compare(&mut session, &after()).unwrap();
}

#[test]
fn a_move_whose_answer_got_lost_is_written_once_wherever_that_happens() {
    let Some((server, session)) = empty() else { return };
    drop(session);
    let more = all_are_wanted("most places at which the answer to a move gets lost");
    let pieces = if more { 0..4 } else { 1..2 };
    let troubles = [Trouble::CutBefore, Trouble::CutAfter, Trouble::Garble, Trouble::Silence];
    for (trouble, pieces) in
        troubles.into_iter().flat_map(|of| pieces.clone().map(move |at| (of, at)))
    {
        let (proxy, mut session) = through(&server, trouble);
        session.clear(&mut |_| false).unwrap();
        graph::set_up(&mut session, &start()).unwrap();
        read(&mut session, "RETURN 1 AS x", HANG).unwrap();
        proxy.trouble_after(pieces);
        let mut tries = 0;
        // As a referee does it: wait, and look whether the board is what it should be. The more pieces the answers come in,
        // the later it meets the trouble.
        let mut placed = graph::place(&mut session, Colour::Black, square("d3"), [square("d4")]);
        while let Err(fault) = placed
            .and_then(|()| read(&mut session, "RETURN 1 AS x", HANG))
            .and_then(|_| graph::compare(&mut session, &after()))
        {
            let Fault::Server(fault) = fault else { panic!("{trouble:?} {pieces}: {fault:?}") };
            assert_eq!(
                fault.kind,
                ServerFaultKind::Away,
                "{trouble:?} {pieces}: {}",
                fault.message
            );
            tries += 1;
            assert!(tries < 5, "{trouble:?} {pieces}");
            session.recover(HANG).unwrap();
            placed = Ok(());
        }
    }
}

#[test]
fn somebody_elses_write_is_noticed() {
    let Some((server, mut ours)) = empty() else { return };
    graph::set_up(&mut ours, &start()).unwrap();
    let mut theirs = Neo4j::open(target(&server)).unwrap();
    place(&mut theirs, "d3").unwrap();
    assert!(is_changed(&graph::compare(&mut ours, &start()).unwrap_err()));
    let fault = place(&mut ours, "c4").unwrap_err();
    assert!(is_changed(&fault), "{fault}");
    write(&mut theirs, "CREATE (:Cell {row: 9, column: 9})");
    assert!(is_changed(&graph::compare(&mut ours, &start()).unwrap_err()));
    write(&mut theirs, "MATCH (n) DETACH DELETE n");
    assert!(is_changed(&graph::rewrite(&mut ours, &start()).unwrap_err()));
}
