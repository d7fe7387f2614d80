//! A query that would hold everything is ended at its limit, and the process itself has not grown much beyond.

mod all_joined;
mod giants;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use othello_cypher::{Engine, Error, ErrorKind, Limits, Meter, Params};

/// Counts what is held, and the most that ever was.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn grew(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(held, Ordering::Relaxed);
}

// SAFETY: it only counts, and leaves all else to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grew(layout.size());
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // A block that grows is counted as moved: for a moment both are there.
        grew(size);
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const LIMIT: usize = 16 << 20;

/// A vector that doubles holds its old and its new block for a moment, and hash tables and allocators round
/// up: that much more than the limit may be held.
const ALLOWED: usize = LIMIT * 5 / 2;

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
        let before = HELD.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        let kind = database
            .write(&query, &Params::new(), &Meter::new(limits))
            .err()
            .map(|error| error.kind());
        let most = MOST.load(Ordering::Relaxed) - before;
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
        let before = HELD.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        let prepared = Engine::new().prepare(&text, &meter);
        let most = MOST.load(Ordering::Relaxed) - before;
        if most > ALLOWED {
            let kind = prepared.err().map(|error| error.kind());
            wrong.push(format!("{kind:?}, {} MB held: {what}", most >> 20));
        }
        assert_eq!(meter.held(), 0, "{what} is charged for what it no longer holds");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
