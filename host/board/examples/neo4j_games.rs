//! Milliseconds a game on a real Neo4j, cold and warm: games between two players whose query is the one that
//! Simple sends, from the clearing of the database to the board read back. Without the players' processes. Games with
//! and without each of the savings on the way to the server take turns. Then first moves, each by a query of which the
//! server has no plan, with that made before the clock runs and without, in turn.
//!
//! `cargo run --profile dist -p othello-board --example neo4j_games -- URI PASSWORD [GAMES]`: only an empty database
//! or a board of ours is played on. A warm server wants `OTHELLO_NEO4J_TIER=4 tests/neo4j/start ...`, which lets
//! Java compile as it does for everybody else.

#[path = "../tests/support/by_query.rs"]
mod by_query;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use othello_board::neo4j::{Target, Uri};
use othello_board::session::{Meter, Params, Policy, player_limits};
use othello_board::{Fault, Native, Neo4j, Referee, Ruling, Secret, Session, Turn};
use othello_cypher::Datum;
use othello_rules::{Colour, Position, Square};

use by_query::ByQuery;

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

/// What is saved on the way to the server, which can be done without to see what it is worth.
#[derive(Clone, Copy, Debug)]
struct Savings {
    name: &'static str,
    /// A move is written without waiting for the answer before the next query is sent.
    posts: bool,
    /// The driver's RESETs that change nothing don't go to the server.
    answers_resets: bool,
}

/// A RESET would end a write that is not waited for, so these are all that there can be.
const SAVINGS: [Savings; 3] = [
    Savings { name: "as in a game", posts: true, answers_resets: true },
    Savings { name: "each write waited for", posts: false, answers_resets: true },
    Savings { name: "each write and RESET waited for", posts: false, answers_resets: false },
];

/// A game that was played.
struct Played {
    time: Duration,
    moves: usize,
    trips: u64,
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
    let mut play = |savings| play(&mut session, savings).map_err(|e| e.to_string());
    let cold = play(SAVINGS[0])?;
    println!("cold: {:.0} ms for the first game of {} moves", ms(cold.time), cold.moves);
    let mut played = SAVINGS.map(|_| Vec::new());
    for _ in 0..games {
        for (savings, played) in SAVINGS.iter().zip(&mut played) {
            played.push(play(*savings)?);
        }
    }
    for (savings, played) in SAVINGS.iter().zip(&mut played) {
        tell(savings.name, played);
    }
    first_moves(&mut session, games).map_err(|e| e.to_string())
}

/// What a first move takes of a clock, and of everybody's time, where the plan of its query is made before and where not.
fn first_moves(session: &mut Neo4j, games: usize) -> Result<(), Box<dyn std::error::Error>> {
    session.clear(&mut |_| false)?;
    Native::new(Position::default()).begin(session, &[])?;
    let mut took = [const { (Vec::new(), Vec::new()) }; 2];
    for number in 0..2 * games {
        let is_ahead = number % 2 == 0;
        let query = QUERY.replace("other", &format!("other{number}"));
        let begun = Instant::now();
        if is_ahead {
            session.plan_ahead(&query, &Policy::default(), &params(Colour::Black))?;
        }
        let asked = Instant::now();
        ask(session, &query, Colour::Black)?.ok_or("the query gave no cell")?;
        let (charged, all) = &mut took[usize::from(is_ahead)];
        charged.push(asked.elapsed());
        all.push(begun.elapsed());
    }
    for (name, (charged, all)) in ["without", "with"].iter().zip(&mut took) {
        println!(
            "a first move {name} its plan made before: {:.1} ms of the clock and {:.1} ms in all, by medians of {}",
            ms(median(charged)),
            ms(median(all)),
            all.len(),
        );
    }
    Ok(())
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn tell(name: &str, played: &mut [Played]) {
    played.sort_by_key(|game| game.time);
    let (Some(least), Some(most)) = (played.first(), played.last()) else { return };
    let median = &played[played.len() / 2];
    let moves: usize = played.iter().map(|game| game.moves).sum();
    let trips: u64 = played.iter().map(|game| game.trips).sum();
    println!(
        "{name}: {:.0} ms a game by median of {} (from {:.0} to {:.0}), {:.2} ms and {:.2} round trips a move",
        ms(median.time),
        played.len(),
        ms(least.time),
        ms(most.time),
        ms(median.time) / median.moves as f64,
        trips as f64 / moves as f64,
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Plays a game with these savings.
fn play(session: &mut Neo4j, savings: Savings) -> Result<Played, Box<dyn std::error::Error>> {
    session.answer_resets(savings.answers_resets);
    let began = Instant::now();
    session.clear(&mut |_| false)?;
    let mut referee = Native::new(Position::default());
    referee.begin(session, &[])?;
    let before = session.round_trips();
    let mut moves = 0;
    loop {
        match referee.view().turn.clone() {
            Turn::Over(_) => break,
            Turn::Pass(_) => referee.pass(session)?,
            Turn::Move { colour, .. } => {
                if moves < Colour::ALL.len() {
                    session.plan_ahead(QUERY, &Policy::default(), &params(colour))?;
                }
                let square = ask(session, QUERY, colour)?.ok_or("the query gave no cell")?;
                let session: &mut dyn Session =
                    if savings.posts { session } else { &mut ByQuery(&mut *session) };
                let Ruling::Played { .. } = referee.play(session, square)? else {
                    return Err(format!("{square} is not legal").into());
                };
                moves += 1;
            }
        }
    }
    let trips = session.round_trips() - before;
    referee.verify(session)?;
    Ok(Played { time: began.elapsed(), moves, trips })
}

fn params(colour: Colour) -> Params {
    let mut params = Params::default();
    params.set("symbol", Datum::Text(colour.symbol().to_string()));
    params
}

fn ask(session: &mut Neo4j, query: &str, colour: Colour) -> Result<Option<Square>, Fault> {
    let deadline = Some(Instant::now() + Duration::from_secs(10));
    let meter = Meter::new(player_limits(deadline, 0));
    let checked = session.prepare(query, &Policy::default(), &meter)?;
    let outcome = session.read(&checked, &params(colour), &meter)?;
    let Some(Datum::Node(cell)) = outcome.first("cell") else { return Ok(None) };
    let at = |key| match cell.properties.get(key) {
        Some(Datum::Integer(number)) => u8::try_from(*number).ok(),
        _ => None,
    };
    Ok(at("row").zip(at("column")).and_then(|(row, column)| Square::new(row, column)))
}
