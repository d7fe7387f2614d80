//! How fast this machine is: a fixed search and a fixed query, on one thread, the best of several times.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use othello_arena::GameSetup;
use othello_board::session::HostQuery;
use othello_board::{Datum, Embedded, Session};
use othello_cluster::Speed;
use othello_rules::Position;

/// How often each is tried.
const TIMES: usize = 7;
/// How deep the search goes.
const DEPTH: u32 = 7;
/// How many queries are one try.
const QUERIES: usize = 10;
/// The legal cells, as many players begin.
const QUERY: &str = "MATCH (cell:Cell) WHERE cell.state IS NULL AND EXISTS { \
    (cell)-[r:NEIGHBOR_OF]-(:Cell {state: 'O'}) \
    ((:Cell {state: 'O'})-[{direction: r.direction}]-(:Cell {state: 'O'}))* \
    (:Cell {state: 'O'})-[{direction: r.direction}]-(:Cell {state: $symbol}) } \
    RETURN cell ORDER BY cell.row, cell.column";

/// Measures it.
pub fn measure() -> anyhow::Result<Speed> {
    let search = best(|| {
        std::hint::black_box(Position::default().perft(DEPTH));
        Ok(())
    })?;
    let setup = GameSetup::find("othello", None, None).map_err(|why| anyhow!(why))?;
    let mut session = Embedded::new();
    let mut referee = setup.referee(setup.usual_referee()).map_err(|why| anyhow!(why))?;
    referee.begin(&mut session, &[]).context("the board on which this machine is measured")?;
    let query = best(|| {
        for _ in 0..QUERIES {
            let query = HostQuery::new(QUERY).param("symbol", Datum::Text("X".to_owned()));
            session.write(&query).context("the query by which this machine is measured")?;
        }
        Ok(())
    })?;
    Ok(Speed { search, query })
}

fn best(mut work: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..TIMES {
        let begun = Instant::now();
        work()?;
        best = best.min(begun.elapsed());
    }
    Ok(best)
}
