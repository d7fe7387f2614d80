//! Oracle's query and its native twin choose alike, so what `examples/against` finds with the twin holds for the query; and a
//! thought takes no longer than it may.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../../src/patterns.rs"]
mod patterns;
mod search;
#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../../src/weights.rs"]
mod weights;

use std::time::Duration;

use othello_champion::board::{Board, squares};
use othello_cypher::{Database, Datum, Engine, Meter, Params};
use othello_open::Rng;
use othello_player_api::Value;
use othello_test_support::thread_time;

use search::Twin;
use weights::{DISC, SEARCH, luck, query, stage};

const SEED: u64 = 5;

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

/// The square that the query plays on, what it says that is worth in discs, and how much of the processor that took.
fn thought(board: Board) -> (u32, f64, Duration) {
    let database = graph(board);
    let query = query(8, ply(board), SEARCH, SEED);
    let mut params = Params::new().with("symbol", "X");
    for (name, value) in &query.params {
        params.set(name, datum(value));
    }
    let prepared = database.engine().prepare(&query.cypher, &Meter::default()).unwrap();
    let before = thread_time();
    let outcome = database.read(&prepared, &params, &Meter::default()).unwrap();
    let took = thread_time() - before;
    let [Datum::Node(cell), Datum::Float(value)] = outcome.rows[0].as_slice() else {
        panic!("{:?}", outcome.rows)
    };
    let number = |key: &str| match cell.properties[key] {
        Datum::Integer(number) => number as u32,
        ref other => panic!("{other:?}"),
    };
    (8 * number("row") + number("column"), *value, took)
}

fn datum(value: &Value) -> Datum {
    match value {
        Value::Array(items) => Datum::List(items.iter().map(datum).collect()),
        Value::Object(entries) => {
            Datum::Map(entries.iter().map(|(key, value)| (key.into(), datum(value))).collect())
        }
        value => Datum::Integer(value.as_i64().unwrap()),
    }
}

fn ply(board: Board) -> u32 {
    60 - board.empties().count_ones()
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
fn the_parts_of_the_board_fit_into_seven_integers() {
    let numbers = patterns::numbers();
    let parts: usize = numbers.iter().map(Vec::len).sum();
    assert_eq!((numbers.len(), parts), (7, 34));
    for some in &numbers {
        // A board full of one's own discs has the digit 2 everywhere.
        let most = 2 * patterns::discs(some, 8).iter().sum::<u64>();
        assert!(i64::try_from(most).is_ok(), "{most}");
    }
}

#[test]
fn the_query_chooses_what_its_twin_chooses_and_values_it_alike() {
    for board in (1..=3).flat_map(positions) {
        let (square, value, _) = thought(board);
        let found =
            Twin::new(board, SEARCH, stage(8, ply(board)), luck(SEED)).choose(board).unwrap();
        let worth = f64::from(found.value) / f64::from(DISC);
        assert_eq!((square, value), (found.square, worth), "{board:?}");
    }
}

/// The most discs ahead that the side to move can end with, by looking at everything.
fn ending(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        let lead = board.own.count_ones() as i32 - board.other.count_ones() as i32;
        return if passed.moves() == 0 { lead } else { -ending(passed) };
    }
    squares(moves).map(|square| -ending(board.play(square))).max().unwrap()
}

#[test]
fn an_ending_of_seven_squares_or_fewer_is_played_exactly() {
    let endings =
        (10..=13).flat_map(positions).filter(|at| at.empties().count_ones() <= SEARCH.ending);
    let mut judged = 0;
    for board in endings {
        let (square, value, _) = thought(board);
        let most = ending(board);
        assert_eq!((value, -ending(board.play(square))), (f64::from(most), most));
        judged += 1;
    }
    assert!(judged > 20, "only {judged} endings");
}

#[test]
fn a_thought_in_the_middle_of_the_game_fits_into_a_fast_contests_move() {
    let mut times: Vec<Duration> =
        positions(9)[18..34].iter().map(|&board| thought(board).2).collect();
    times.sort_unstable();
    println!("median {:?}, worst {:?}", times[times.len() / 2], times[times.len() - 1]);
    // A release build is far below it.
    assert!(times[times.len() / 2] < Duration::from_secs(1), "{times:?}");
}
