//! The planner beside that of a real Neo4j: 200 queries on boards and on a graph of 10,000 nodes, asked of both in one
//! run, the best time of a few of each. Tells what differs, and which of ours are slower.
//!
//! `cargo run --profile dist -p othello-board --example planning -- URI [SEED]`, with the password in `OTHELLO_PASSWORD`: the
//! database's content is lost. Exit code 1 if an answer differed.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use othello_board::neo4j::{Target, Uri};
use othello_board::session::HostQuery;
use othello_board::{Embedded, Neo4j, Secret, Session};
use othello_test_support::planning_suites;

/// How often each query is asked of each.
const TIMES: usize = 3;
/// After this long a query is given up.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (Some(uri), seed) = (words.first(), words.get(1)) else {
        eprintln!("usage: planning URI [SEED]");
        return ExitCode::from(2);
    };
    let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or(1);
    match compare(uri, seed) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(different) => {
            println!("{different} answers differ");
            ExitCode::FAILURE
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn compare(uri: &str, seed: u64) -> Result<usize, String> {
    let target = Target {
        uri: Uri::parse(uri).map_err(|error| error.to_string())?,
        user: "neo4j".to_owned(),
        password: Secret::new(std::env::var("OTHELLO_PASSWORD").unwrap_or_default()),
        database: None,
        ca: None,
    };
    let mut server = Neo4j::open(target).map_err(|fault| fault.to_string())?;
    let (mut different, mut slower, mut asked) = (0, 0, 0);
    println!("{:<13} {:>10} {:>10}  query", "graph", "ours", "server");
    for suite in planning_suites(seed) {
        let mut ours = Embedded::new();
        server.clear(&mut |_| true).map_err(|fault| fault.to_string())?;
        for session in [&mut ours as &mut dyn Session, &mut server] {
            session.write(&HostQuery::new(&suite.set_up)).map_err(|fault| fault.to_string())?;
        }
        for query in &suite.queries {
            let (time, answer) = ask(&mut ours, query);
            let (their_time, their_answer) = ask(&mut server, query);
            asked += 1;
            let is_slower = time > their_time;
            slower += usize::from(is_slower);
            let mark = if is_slower { " SLOWER" } else { "" };
            println!("{:<13} {:>10} {:>10}  {query}{mark}", suite.name, ms(time), ms(their_time));
            if answer != their_answer {
                different += 1;
                println!("  DIFFERENT\n  ours:   {answer}\n  server: {their_answer}");
            }
        }
    }
    println!("{asked} asked, ours slower in {slower}");
    Ok(different)
}

/// The best time, and what came out, its rows in an order of their own.
fn ask(session: &mut dyn Session, text: &str) -> (Duration, String) {
    let (mut best, mut answer) = (Duration::MAX, String::new());
    for _ in 0..TIMES {
        let mut query = HostQuery::new(text);
        let began = Instant::now();
        query.limits.deadline = Some(began + PATIENCE);
        let told = session.write(&query);
        let time = began.elapsed();
        best = best.min(time);
        answer = match told {
            Ok(outcome) => {
                let mut rows: Vec<String> =
                    outcome.rows.iter().map(|row| format!("{row:?}")).collect();
                rows.sort();
                rows.join(" ")
            }
            Err(fault) => fault.to_string(),
        };
        if time > PATIENCE / 2 {
            break;
        }
    }
    (best, answer)
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
