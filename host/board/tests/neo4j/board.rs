//! The board's own queries on a real server: set up, written to, read back, and watched.

use othello_board::graph::{self, Discs};
use othello_board::session::ServerFaultKind;
use othello_board::{Fault, Neo4j};
use othello_rules::{Colour, Size, Square};

use super::{empty, target, write};

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
    let after = discs(&[
        ("d3", Colour::Black),
        ("d4", Colour::Black),
        ("d5", Colour::Black),
        ("e4", Colour::Black),
        ("e5", Colour::White),
    ]);
    graph::compare(&mut session, &after).unwrap();
    graph::rewrite(&mut session, &start()).unwrap();
    graph::compare(&mut session, &start()).unwrap();
}

#[test]
fn somebody_elses_write_is_noticed() {
    let Some((server, mut ours)) = empty() else { return };
    graph::set_up(&mut ours, &start()).unwrap();
    let mut theirs = Neo4j::open(target(&server)).unwrap();
    graph::place(&mut theirs, Colour::Black, square("d3"), [square("d4")]).unwrap();
    assert!(is_changed(&graph::compare(&mut ours, &start()).unwrap_err()));
    let fault = graph::place(&mut ours, Colour::Black, square("c4"), [square("d4")]).unwrap_err();
    assert!(is_changed(&fault), "{fault}");
    write(&mut theirs, "CREATE (:Cell {row: 9, column: 9})");
    assert!(is_changed(&graph::compare(&mut ours, &start()).unwrap_err()));
    write(&mut theirs, "MATCH (n) DETACH DELETE n");
    assert!(is_changed(&graph::rewrite(&mut ours, &start()).unwrap_err()));
}
