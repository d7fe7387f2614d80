//! Oracle's query and its native twin choose alike, so what tuning finds with the twin holds for the query;
//! and a thought takes no longer than it may.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../examples/tune/twin.rs"]
mod twin;
#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../src/weights.rs"]
mod weights;

use std::time::Duration;

use othello_champion::board::{Board, squares};
use othello_cypher::{Database, Datum, Engine, Meter, Params};
use othello_open::Rng;
use othello_test_support::thread_time;

use weights::TUNED;

const SET_UP: &str = "\
UNWIND range(0, 63) AS i
CREATE (c:Cell {row: i / 8, column: i % 8, state: $states[i]})
WITH collect(c) AS cells
UNWIND cells AS a
UNWIND [[1, 1, 1], [1, 0, 2], [1, -1, 3], [0, 1, 4]] AS step
MATCH (b:Cell {row: a.row + step[0], column: a.column + step[1]})
CREATE (a)-[:NEIGHBOR_OF {direction: step[2]}]->(b)";

/// A board as a graph, with the side to move as X.
fn graph(board: Board) -> Database {
    let engine = Engine::shared();
    let database = Database::new(&engine);
    let state = |square: u32| match (board.own >> square & 1, board.other >> square & 1) {
        (1, _) => Datum::from("X"),
        (_, 1) => Datum::from("O"),
        _ => Datum::Null,
    };
    let params = Params::new().with("states", Datum::List((0..64).map(state).collect()));
    let set_up = engine.prepare(SET_UP, &Meter::default()).unwrap();
    database.write(&set_up, &params, &Meter::default()).unwrap();
    database
}

/// The square that the query plays on, and how much of the processor that took.
fn thought(board: Board) -> (u32, Duration) {
    let database = graph(board);
    let query = TUNED.query(1);
    let mut params = Params::new().with("symbol", "X");
    for (name, value) in &query.params {
        let datum = match value.as_i64() {
            Some(number) => Datum::Integer(number),
            None => Datum::List(
                value
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|item| Datum::Integer(item.as_i64().unwrap()))
                    .collect(),
            ),
        };
        params.set(name, datum);
    }
    let prepared = database.engine().prepare(&query.cypher, &Meter::default()).unwrap();
    let before = thread_time();
    let outcome = database.read(&prepared, &params, &Meter::default()).unwrap();
    let took = thread_time() - before;
    let [Datum::Node(cell)] = outcome.rows[0].as_slice() else { panic!("{:?}", outcome.rows) };
    let number = |key: &str| match cell.properties[key] {
        Datum::Integer(number) => number as u32,
        ref other => panic!("{other:?}"),
    };
    (8 * number("row") + number("column"), took)
}

/// The positions of a game of random moves, in which there is a move to make.
fn positions(seed: u64) -> Vec<Board> {
    let (mut rng, mut positions) = (Rng::new(seed), Vec::new());
    let _end = Board::START.walk(0, |board| {
        positions.push(board);
        let moves = board.moves();
        squares(moves).nth(rng.below(moves.count_ones() as usize))
    });
    positions
}

#[test]
fn the_query_chooses_what_its_twin_values_most() {
    for board in (1..=3).flat_map(positions) {
        let (square, _) = thought(board);
        let values = twin::values(board, &TUNED);
        let best = values.iter().map(|&(_, value)| value).max().unwrap();
        let chosen = values.iter().find(|&&(at, _)| at == square).unwrap();
        assert_eq!(chosen.1, best, "{board:?} {values:?}");
    }
}

#[test]
fn a_thought_in_the_middle_of_the_game_fits_into_a_fast_contests_move() {
    let mut times: Vec<Duration> =
        positions(9)[18..34].iter().map(|&board| thought(board).1).collect();
    times.sort_unstable();
    println!("median {:?}, worst {:?}", times[times.len() / 2], times[times.len() - 1]);
    // A release build is far below it.
    assert!(times[times.len() / 2] < Duration::from_secs(1), "{times:?}");
}
