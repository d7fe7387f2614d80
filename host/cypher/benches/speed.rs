//! How fast the engine answers what the players and the host ask, on one core, beside what is aimed at.
//! `cargo bench -p othello-cypher --bench speed` prints the table; every figure is the best of many runs.

mod timing;

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use othello_cypher::{Database, Datum, Engine, Error, Meter, Outcome, Params};
use othello_test_support::LEGAL_PLACES;

const SET_UP: &str = "\
UNWIND range(0, $size * $size - 1) AS i
CREATE (c:Cell {row: i / $size, column: i % $size, state: $states[i]})
WITH collect(c) AS cells
UNWIND $links AS link
WITH cells[link[0]] AS a, cells[link[1]] AS b, link[2] AS direction
CREATE (a)-[:NEIGHBOR_OF {direction: direction}]->(b)";

const PLACE: &str = "\
UNWIND $cells AS c
MATCH (n:Cell {row: c[0], column: c[1]})
SET n.state = $symbol";

/// Two hops over the whole board, for what a row costs.
const HOPS: &str = "\
MATCH (a:Cell)-[r:NEIGHBOR_OF]->(b:Cell)-[s:NEIGHBOR_OF]->(c:Cell)
WHERE a.row <= c.row AND r.direction = s.direction
RETURN count(*) AS hops";

/// A player that looks at its moves, at the replies to each, and at what is left then, in the graph itself.
const TWO_PLIES: &str = include_str!("two_plies.cypher");

/// Counts what is allocated, to show that rows cost nothing.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: it only counts, and leaves all else to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are the system's conditions.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn main() -> Result<(), Error> {
    let engine = Engine::new();
    let start = [(3, 3, "O"), (3, 4, "X"), (4, 3, "X"), (4, 4, "O")];
    println!("{:<58} {:>12} {:>12}", "", "measured", "aimed at");

    let board = Board::new(&engine, &start)?;
    board.figure("legal moves, from the start", "15 us")?;
    let (middle, discs) = play(&engine, &start, Some(30))?;
    middle.figure(&format!("legal moves, after 30 moves ({discs} discs)"), "15 us")?;
    let thought = timing::best(|| middle.two_plies())?;
    print("a move by its replies, after 30 moves", thought, "3 ms");
    let (late, discs) = play(&engine, &start, Some(44))?;
    late.figure(&format!("legal moves, after 44 moves ({discs} discs)"), "15 us")?;

    let meter = Meter::default();
    let found = timing::best(|| engine.prepare(black_box(LEGAL_PLACES), &meter))?;
    print("finding a plan in the cache", found, "1 us");
    let planned = timing::best(|| Engine::new().prepare(black_box(LEGAL_PLACES), &meter))?;
    print("parsing, checking and planning it", planned, "150 us");
    let set_up = timing::best(|| Board::new(&engine, &start))?;
    print("setting up the board", set_up, "300 us");
    let place = timing::best(|| board.place("X", &[(2, 3), (3, 3)]))?;
    print("placing a disc and turning one", place, "");
    let game = timing::best(|| play(&engine, &start, None))?;
    print("a game of Simple against Simple", game, "5 ms");
    rows(&engine, &start)?;
    println!("{:<58} {:>12} {:>12}", "resident memory", resident(), "50 MB");
    Ok(())
}

/// What a row of a pattern costs in time and allocations.
fn rows(engine: &Engine, start: &[(i64, i64, &str)]) -> Result<(), Error> {
    let board = Board::new(engine, start)?;
    let query = engine.prepare(HOPS, &Meter::default())?;
    let read = || board.database.read(&query, &Params::new(), &Meter::default());
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let outcome = read()?;
    let allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
    let Some([Datum::Integer(hops)]) = outcome.rows.first().map(Vec::as_slice) else {
        return Ok(());
    };
    print(&format!("two hops with a predicate, {hops} rows"), timing::best(read)?, "");
    let each = allocations as f64 / *hops as f64;
    let figure = format!("{each:.2}");
    println!(
        "{:<58} {figure:>12} {:>12}",
        format!("allocations a row ({allocations} a query)"),
        "0"
    );
    Ok(())
}

struct Board {
    engine: Engine,
    database: Database,
}

impl Board {
    fn new(engine: &Engine, discs: &[(i64, i64, &str)]) -> Result<Board, Error> {
        let mut states = vec![Datum::Null; 64];
        for (row, column, symbol) in discs {
            states[(row * 8 + column) as usize] = (*symbol).into();
        }
        let mut links = Vec::new();
        for (row, column) in cells() {
            for (down, right, direction) in [(1, 1, 1), (1, 0, 2), (1, -1, 3), (0, 1, 4)] {
                let (to_row, to_column) = (row + down, column + right);
                if (0..8).contains(&to_row) && (0..8).contains(&to_column) {
                    links.push(vec![row * 8 + column, to_row * 8 + to_column, direction]);
                }
            }
        }
        let params = Params::new().with("size", 8).with("states", states).with("links", links);
        let database = Database::new(engine);
        let meter = Meter::default();
        database.write(&*engine.prepare(SET_UP, &meter)?, &params, &meter)?;
        Ok(Board { engine: engine.clone(), database })
    }

    fn legal(&self, symbol: &str) -> Result<Outcome, Error> {
        let params = Params::new().with("symbol", symbol);
        let meter = Meter::default();
        self.database.read(&*self.engine.prepare(LEGAL_PLACES, &meter)?, &params, &meter)
    }

    /// A move of the player that looks at replies.
    fn two_plies(&self) -> Result<Outcome, Error> {
        let squares = [500, -50, 40, 25, -160, -21, -9, 10, 5, -4].map(Datum::Integer).to_vec();
        let discs = [-5, 4, 28].map(Datum::Integer).to_vec();
        let params = Params::new()
            .with("symbol", "X")
            .with("squares", squares)
            .with("freedom", 20)
            .with("replies", 25)
            .with("pass", 259)
            .with("discs", discs);
        let meter = Meter::default();
        self.database.read(&*self.engine.prepare(TWO_PLIES, &meter)?, &params, &meter)
    }

    fn place(&self, symbol: &str, cells: &[(i64, i64)]) -> Result<Outcome, Error> {
        let cells: Vec<Vec<i64>> = cells.iter().map(|cell| vec![cell.0, cell.1]).collect();
        let params = Params::new().with("symbol", symbol).with("cells", cells);
        let meter = Meter::default();
        self.database.write(&*self.engine.prepare(PLACE, &meter)?, &params, &meter)
    }

    fn figure(&self, what: &str, aim: &str) -> Result<(), Error> {
        let moves = self.legal("X")?.rows.len();
        let time = timing::best(|| self.legal("X"))?;
        print(&format!("{what}: {moves}"), time, aim);
        Ok(())
    }
}

fn cells() -> impl Iterator<Item = (i64, i64)> {
    (0..64).map(|cell| (cell / 8, cell % 8))
}

/// Plays a game of Simple against itself, or its beginning; gives the board and how many discs are on it.
fn play(
    engine: &Engine,
    start: &[(i64, i64, &str)],
    moves: Option<usize>,
) -> Result<(Board, usize), Error> {
    let board = Board::new(engine, start)?;
    let first = engine.prepare(&format!("{LEGAL_PLACES}\nLIMIT 1"), &Meter::default())?;
    let mut discs = [[' '; 8]; 8];
    for (row, column, symbol) in start {
        discs[*row as usize][*column as usize] = if *symbol == "X" { 'X' } else { 'O' };
    }
    let (mut own, mut other, mut passed, mut played) = ('X', 'O', false, 0);
    while moves.is_none_or(|moves| played < moves) {
        let params = Params::new().with("symbol", own.to_string());
        let outcome = board.database.read(&first, &params, &Meter::default())?;
        if let Some([Datum::Integer(row), Datum::Integer(column)]) =
            outcome.rows.first().map(Vec::as_slice)
        {
            let mut turned = flips(&discs, own, other, *row, *column);
            turned.push((*row, *column));
            turned.iter().for_each(|cell| discs[cell.0 as usize][cell.1 as usize] = own);
            board.place(&own.to_string(), &turned)?;
            (passed, played) = (false, played + 1);
        } else if passed {
            break;
        } else {
            passed = true;
        }
        (own, other) = (other, own);
    }
    Ok((board, discs.iter().flatten().filter(|disc| **disc != ' ').count()))
}

fn flips(discs: &[[char; 8]; 8], own: char, other: char, row: i64, column: i64) -> Vec<(i64, i64)> {
    let at = |row: i64, column: i64| {
        let inside = (0..8).contains(&row) && (0..8).contains(&column);
        inside.then(|| discs[row as usize][column as usize])
    };
    let mut all = Vec::new();
    for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let ray: Vec<_> = (1..8)
            .map(|step| (row + step * down, column + step * right))
            .take_while(|cell| at(cell.0, cell.1) == Some(other))
            .collect();
        let end = ray.len() as i64 + 1;
        if at(row + end * down, column + end * right) == Some(own) {
            all.extend(ray);
        }
    }
    all
}

fn print(what: &str, time: Duration, aim: &str) {
    let figure = match time.as_nanos() {
        nanoseconds @ 0..10_000 => format!("{nanoseconds} ns"),
        nanoseconds @ 10_000..10_000_000 => format!("{:.1} us", nanoseconds as f64 / 1e3),
        nanoseconds => format!("{:.1} ms", nanoseconds as f64 / 1e6),
    };
    println!("{what:<58} {figure:>12} {aim:>12}");
}

/// The memory of this process that is in the machine, where the system tells it.
fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.map_or("unknown".to_owned(), |kilobytes| format!("{:.1} MB", kilobytes / 1024.0))
}
