//! Milliseconds a game on a real Neo4j, cold and warm: games between two players whose query is the one that
//! Simple sends, from the clearing of the database to the board read back. Without the players' processes.
//!
//! `cargo run --profile dist -p othello-board --example neo4j_games -- URI PASSWORD [GAMES]`: only an empty database
//! or a board of ours is played on. A warm server wants `OTHELLO_NEO4J_TIER=4 tests/neo4j/start ...`, which lets
//! Java compile as it does for everybody else.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use othello_board::neo4j::{Target, Uri};
use othello_board::session::{Meter, Params, Policy, player_limits};
use othello_board::{Fault, Native, Neo4j, Referee, Ruling, Secret, Session, Turn};
use othello_cypher::Datum;
use othello_rules::{Colour, Position, Square};

const QUERY: &str = "\
WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
MATCH (cell:Cell)
WHERE cell.state IS NULL AND EXISTS {
  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}
RETURN cell LIMIT 1";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [uri, password, rest @ ..] = words.as_slice() else {
        eprintln!("usage: neo4j_games URI PASSWORD [GAMES]");
        return ExitCode::from(2);
    };
    let games = rest.first().and_then(|games| games.parse().ok()).unwrap_or(20);
    match measure(uri, password, games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn measure(uri: &str, password: &str, games: usize) -> Result<(), String> {
    let target = Target {
        uri: Uri::parse(uri).map_err(|e| e.to_string())?,
        user: "neo4j".to_owned(),
        password: Secret::new(password),
        database: None,
        ca: None,
    };
    let began = Instant::now();
    let mut session = Neo4j::open(target).map_err(|e| e.to_string())?;
    println!("connecting and warming up: {:.0} ms", ms(began.elapsed()));
    let mut times = Vec::new();
    let mut moves = 0;
    for _ in 0..=games {
        let began = Instant::now();
        moves = play(&mut session).map_err(|e| e.to_string())?;
        times.push(ms(began.elapsed()));
    }
    let cold = times.remove(0);
    println!("cold: {cold:.0} ms for the first game of {moves} moves");
    times.sort_by(f64::total_cmp);
    if let (Some(least), Some(most)) = (times.first(), times.last()) {
        let median = times[times.len() / 2];
        println!(
            "warm: {median:.0} ms a game by median of {games} (from {least:.0} to {most:.0}), {:.1} ms a move",
            median / moves as f64
        );
    }
    Ok(())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Plays a game and gives the number of its moves.
fn play(session: &mut Neo4j) -> Result<usize, Box<dyn std::error::Error>> {
    session.clear(&mut |_| false)?;
    let mut referee = Native::new(Position::default());
    referee.begin(session, &[])?;
    let mut moves = 0;
    loop {
        match referee.view().turn.clone() {
            Turn::Over(_) => break,
            Turn::Pass(_) => referee.pass(session)?,
            Turn::Move { colour, .. } => {
                let square = ask(session, colour)?.ok_or("the query gave no cell")?;
                let Ruling::Played { .. } = referee.play(session, square)? else {
                    return Err(format!("{square} is not legal").into());
                };
                moves += 1;
            }
        }
    }
    referee.verify(session)?;
    Ok(moves)
}

fn ask(session: &mut Neo4j, colour: Colour) -> Result<Option<Square>, Fault> {
    let deadline = Some(Instant::now() + Duration::from_secs(10));
    let meter = Meter::new(player_limits(deadline, 0));
    let checked = session.prepare(QUERY, &Policy::default(), &meter)?;
    let mut params = Params::default();
    params.set("symbol", Datum::Text(colour.symbol().to_string()));
    let outcome = session.read(&checked, &params, &meter)?;
    let Some(Datum::Node(cell)) = outcome.first("cell") else { return Ok(None) };
    let at = |key| match cell.properties.get(key) {
        Some(Datum::Integer(number)) => u8::try_from(*number).ok(),
        _ => None,
    };
    Ok(at("row").zip(at("column")).and_then(|(row, column)| Square::new(row, column)))
}
