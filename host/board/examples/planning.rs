//! The planner beside that of a real Neo4j: 250 queries on boards and on a graph of 10,000 nodes, asked of both in one
//! run, the best time of a few of each. Tells what differs, and which of ours are slower.
//!
//! `cargo run --profile dist -p othello-board --example planning -- URI [SEED]`, with the password in `OTHELLO_PASSWORD`: the
//! database's content is lost. Exit code 1 if an answer differed. A file in the place of the seed holds queries of one's
//! own, one a line, that are asked on the board of 8x8, on another one that the line begins with, such as `16x16`, or on
//! the large graph where they name `:N`; `planning.cypher` beside this file has 1,400 of other shapes. With `-` for the URI
//! ours are timed alone.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use othello_board::neo4j::{Target, Uri};
use othello_board::session::HostQuery;
use othello_board::{Embedded, Neo4j, Secret, Session};
use othello_test_support::{PlanningSuite, planning_suites, planning_suites_of, thread_time};

/// How often each query is asked of each.
const TIMES: usize = 3;
/// After this long a query is given up.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(uri) = words.first() else {
        eprintln!("usage: planning URI|- [SEED|FILE]");
        return ExitCode::from(2);
    };
    let done = suites(words.get(1)).and_then(|suites| match uri.as_str() {
        "-" => time_ours(&suites).map(|()| 0),
        uri => compare(uri, &suites),
    });
    match done {
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

/// The queries of a seed, or those of a file.
fn suites(choice: Option<&String>) -> Result<Vec<PlanningSuite>, String> {
    let Some(choice) = choice else { return Ok(planning_suites(1)) };
    if let Ok(seed) = choice.parse() {
        return Ok(planning_suites(seed));
    }
    let text = std::fs::read_to_string(choice).map_err(|error| format!("{choice}: {error}"))?;
    Ok(planning_suites_of(&text))
}

fn time_ours(suites: &[PlanningSuite]) -> Result<(), String> {
    for suite in suites {
        let mut ours = Embedded::new();
        ours.write(&HostQuery::new(&suite.set_up)).map_err(|fault| fault.to_string())?;
        for query in &suite.queries {
            let (time, answer) = ask(&mut ours, query);
            let answer: String = answer.chars().take(100).collect();
            println!("{:<13} {:>10}  {query}\n  {answer}", suite.name, ms(time.processor));
        }
    }
    Ok(())
}

fn compare(uri: &str, suites: &[PlanningSuite]) -> Result<usize, String> {
    let target = Target {
        uri: Uri::parse(uri).map_err(|error| error.to_string())?,
        user: "neo4j".to_owned(),
        password: Secret::new(std::env::var("OTHELLO_PASSWORD").unwrap_or_default()),
        database: None,
        ca: None,
    };
    let mut server = Neo4j::open(target).map_err(|fault| fault.to_string())?;
    let (mut different, mut slower, mut asked) = (0, 0, 0);
    println!("{:<13} {:>10} {:>10} {:>10}  query", "graph", "processor", "ours", "server");
    for suite in suites {
        let mut ours = Embedded::new();
        server.clear(&mut |_| true).map_err(|fault| fault.to_string())?;
        for session in [&mut ours as &mut dyn Session, &mut server] {
            session.write(&HostQuery::new(&suite.set_up)).map_err(|fault| fault.to_string())?;
        }
        for query in &suite.queries {
            let (time, answer) = ask(&mut ours, query);
            let (their_time, their_answer) = ask(&mut server, query);
            asked += 1;
            let is_slower = time.elapsed > their_time.elapsed;
            slower += usize::from(is_slower);
            let mark = if is_slower { " SLOWER" } else { "" };
            println!(
                "{:<13} {:>10} {:>10} {:>10}  {query}{mark}",
                suite.name,
                ms(time.processor),
                ms(time.elapsed),
                ms(their_time.elapsed)
            );
            if answer != their_answer {
                different += 1;
                println!("  DIFFERENT\n  ours:   {answer}\n  server: {their_answer}");
            }
        }
    }
    println!("{asked} asked, ours slower in {slower}");
    Ok(different)
}

/// How long an answer took by the clock, and how much of that this thread was at work: all of it where the engine is in
/// this process and the machine has nothing else to do.
struct Took {
    elapsed: Duration,
    processor: Duration,
}

/// The best times, and what came out, its rows in an order of their own.
fn ask(session: &mut dyn Session, text: &str) -> (Took, String) {
    let mut best = Took { elapsed: Duration::MAX, processor: Duration::MAX };
    let mut answer = String::new();
    for _ in 0..TIMES {
        let mut query = HostQuery::new(text);
        let (began, at_work) = (Instant::now(), thread_time());
        query.limits.deadline = Some(began + PATIENCE);
        let told = session.write(&query);
        let time = began.elapsed();
        best.elapsed = best.elapsed.min(time);
        best.processor = best.processor.min(thread_time().saturating_sub(at_work));
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
