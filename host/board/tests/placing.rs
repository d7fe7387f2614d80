//! A move is written to the engine without a query: what comes of it is what the query would have made.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

#[path = "support/by_query.rs"]
mod by_query;

use othello_board::graph::{self, Discs};
use othello_board::session::{HostQuery, ServerFaultKind};
use othello_board::{Embedded, Fault, Session};
use othello_rules::{Colour, Game, Move, Position, Size, Square, Start, Variant};

use by_query::ByQuery;

/// Both ways, side by side.
struct Both(Embedded, ByQuery<Box<Embedded>>);

impl Both {
    fn new(position: &Position) -> Both {
        let mut both = Both(Embedded::new(), ByQuery(Box::default()));
        let discs = Discs::new(position.size(), |square| position.get(square));
        both.each(|session| graph::set_up(session, &discs).unwrap());
        both
    }

    fn each<T>(&mut self, mut work: impl FnMut(&mut dyn Session) -> T) -> [T; 2] {
        [work(&mut self.0), work(&mut self.1)]
    }

    /// Whether the move was written, which both say alike; and the graphs are alike afterwards.
    #[track_caller]
    fn place(&mut self, colour: Colour, square: Square, flips: &[Square]) -> bool {
        let [direct, by_query] =
            self.each(|session| graph::place(session, colour, square, flips.iter().copied()));
        assert_eq!(direct, by_query, "{colour} {square} {flips:?}");
        let graphs = self.each(|session| {
            let all = "MATCH (n) OPTIONAL MATCH (n)-[r]->(m) RETURN n, r, m ORDER BY id(n), id(r)";
            session.write(&HostQuery::new(all)).unwrap()
        });
        assert_eq!(graphs[0], graphs[1], "{colour} {square} {flips:?}");
        match direct {
            Ok(()) => true,
            Err(Fault::Server(fault)) if fault.kind == ServerFaultKind::Changed => false,
            Err(fault) => panic!("{fault:?}"),
        }
    }

    fn write(&mut self, text: &str) {
        self.each(|session| session.write(&HostQuery::new(text)).unwrap());
    }
}

fn squares(text: &str) -> Vec<Square> {
    text.split_whitespace().map(|square| square.parse().unwrap()).collect()
}

#[test]
fn a_move_without_a_query_makes_the_board_that_the_query_makes() {
    let mut chance = 0x0DD5_EED5_u64;
    let mut below = |bound: usize| {
        // Marsaglia's "xorshift".
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        (chance % bound as u64) as usize
    };
    for width in [4, 6, 8, 10] {
        let initial = Position::new(Variant::Othello, Size::new(width).unwrap(), Start::Standard);
        let (mut game, mut both) = (Game::from_position(initial), Both::new(&initial));
        while !game.position().is_over() {
            let position = *game.position();
            let legal: Vec<Square> = position.legal_moves().iter().collect();
            let Some(&square) = legal.get(below(legal.len().max(1))) else {
                game.play(Move::Pass).unwrap();
                continue;
            };
            let flips: Vec<Square> = position.flips(square).iter().collect();
            assert!(both.place(position.to_move(), square, &flips));
            // A square that is taken, and discs that are not the other side's, are no move to write.
            assert!(!both.place(position.to_move(), square, &flips));
            game.play(square).unwrap();
        }
    }
}

#[test]
fn a_board_that_somebody_else_changed_is_refused_in_both_ways_and_stays_as_it_is() {
    for change in [
        "MATCH (c:Cell {row: 3, column: 3}) SET c.state = 'X'",
        "MATCH (c:Cell {row: 3, column: 3}) SET c.state = 'OX'",
        "MATCH (c:Cell {row: 3, column: 3}) SET c.state = 1",
        "MATCH (c:Cell {row: 3, column: 3}) REMOVE c.state",
        "MATCH (c:Cell {row: 3, column: 3}) REMOVE c.row",
        "MATCH (c:Cell {row: 3, column: 3}) SET c.column = '3'",
        "MATCH (c:Cell {row: 3, column: 3}) REMOVE c:Cell",
        "MATCH (c:Cell {row: 2, column: 3}) SET c.state = 'O'",
        "MATCH (c:Cell {row: 2, column: 3}) DETACH DELETE c",
        "CREATE (:Cell {row: 2, column: 3})",
        "CREATE (:Cell {row: 3, column: 3, state: 'O'})",
        "MATCH (c:Cell) DETACH DELETE c",
    ] {
        let mut both = Both::new(&Position::default());
        both.write(change);
        assert!(!both.place(Colour::Black, squares("d3")[0], &squares("d4")), "{change}");
    }
    // Nothing is amiss where the change is elsewhere.
    let mut both = Both::new(&Position::default());
    both.write("MATCH (c:Cell {row: 0, column: 0}) SET c.state = 'X', c:Corner");
    assert!(both.place(Colour::Black, squares("d3")[0], &squares("d4")));
}
