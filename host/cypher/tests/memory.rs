//! A query that would hold everything is ended at its limit, and the process itself has not grown much beyond.

mod all_joined;
mod counting;
mod giants;
#[path = "../examples/attack/make/mod.rs"]
#[allow(dead_code, reason = "only texts that repeat a piece are made here")]
mod make;
mod runaways;

use std::sync::{Mutex, PoisonError};

use counting::{Counting, most_held};
use othello_cypher::{Engine, Error, ErrorKind, Limits, Meter, Params};

#[global_allocator]
static COUNTING: Counting = Counting;

const LIMIT: usize = 16 << 20;

/// Hash tables and allocators round up, and the tree of a text is charged by the piece: that much more than the limit
/// may be held.
const ALLOWED: usize = LIMIT * 5 / 4;

/// What is held is counted for the whole process, so the tests take turns.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

#[test]
fn no_query_holds_much_more_than_it_may() -> Result<(), Error> {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let engine = Engine::new();
    let database = all_joined::database(&engine)?;
    let mut wrong = Vec::new();
    for text in [
        "RETURN range(1, 100000000)",
        "UNWIND range(1, 100000000) AS x RETURN x",
        "UNWIND range(1, 100000000) AS x RETURN x, 'a text that is longer than what fits inline' + x",
        "UNWIND range(1, 100000000) AS x RETURN collect(x)",
        "UNWIND range(1, 100000000) AS x RETURN collect({x: x})",
        "UNWIND range(1, 100000000) AS x RETURN DISTINCT x",
        "UNWIND range(1, 100000000) AS x RETURN count(DISTINCT x)",
        "UNWIND range(1, 100000000) AS x RETURN x AS k, count(*), sum(x), collect(x)",
        "UNWIND range(1, 100000000) AS x RETURN percentileDisc(x, 0.5)",
        "UNWIND range(1, 100000000) AS x RETURN x ORDER BY -x",
        "UNWIND range(1, 100000000) AS x RETURN [x, x, x] AS l ORDER BY l LIMIT 1000000",
        "RETURN reduce(text = 'a', x IN range(1, 100) | text + text)",
        "RETURN reduce(list = [1], x IN range(1, 100) | list + list)",
        "RETURN [x IN range(1, 100000000) | [x]]",
        "MATCH p = (a)-[*]-(b) RETURN p",
        "MATCH (a)((x)-[r]-(y))+(b) RETURN x, r, y",
        "MATCH p = SHORTEST 10000000 (a {i: 1})-[]-+(b {i: 12}) RETURN p",
        "MATCH (a), (b), (c), (d), (e), (f) RETURN collect([a, b, c, d, e, f])",
        "UNWIND range(1, 100000000) AS x CREATE (:New {x: x})",
        "UNWIND range(1, 100000000) AS x MERGE (n:New {x: -1}) RETURN n, x",
        "WITH reduce(t = 'ab', x IN range(1, 18) | t + t) AS t RETURN split(t, 'b')",
        "WITH reduce(t = 'ab', x IN range(1, 18) | t + t) AS t RETURN replace(t, 'a', t)",
        "WITH range(1, 100000) AS list UNWIND range(1, 100000) AS x RETURN x, list",
    ] {
        let query = engine.prepare(text, &Meter::default())?;
        let limits = Limits { memory: LIMIT, ..Limits::default() };
        let meter = Meter::new(limits);
        let (outcome, most) = most_held(|| database.write(&query, &Params::new(), &meter));
        let kind = outcome.err().map(|error| error.kind());
        if kind != Some(ErrorKind::OutOfMemory) || most > ALLOWED {
            wrong.push(format!("{kind:?}, {} MB held: {text}", most >> 20));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}

#[test]
fn no_text_holds_much_more_than_it_may_while_it_is_understood() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut wrong = Vec::new();
    for (what, text) in giants::giants() {
        let meter = Meter::new(Limits { memory: LIMIT, ..Limits::default() });
        let (prepared, most) = most_held(|| Engine::new().prepare(&text, &meter));
        if most > ALLOWED {
            let kind = prepared.err().map(|error| error.kind());
            wrong.push(format!("{kind:?}, {} MB held: {what}", most >> 20));
        }
        assert_eq!(meter.held(), 0, "{what} is charged for what it no longer holds");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_a_text_holds_while_it_is_understood_is_charged() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let prepare = |text: &str, memory| {
        let meter = Meter::new(Limits { memory, ..Limits::default() });
        most_held(|| Engine::new().prepare(text, &meter))
    };
    let mut wrong = Vec::new();
    for text in [8 << 10, 64 << 10].into_iter().flat_map(make::repeat::all) {
        let (_, most) = prepare(&text, usize::MAX);
        // A fifth less than it holds is too little for it. A few kilobytes are charged at once.
        let (prepared, _) = prepare(&text, most / 5 * 4);
        let kind = prepared.err().map(|error| error.kind());
        if most > 256 << 10 && kind != Some(ErrorKind::OutOfMemory) {
            wrong.push(format!("{kind:?} with less than {} kB: {text:.80}", most >> 10));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
