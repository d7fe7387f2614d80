//! Asks the embedded engine and a real Neo4j the same random questions and compares the answers: rows, codes
//! of errors, and after a write the whole graph.
//!
//! `cargo run --profile dist -p othello-board --example differential -- URI [--user U] [--password P] [--database D]
//! [--minutes N] [--cases N] [--seed S] [--sessions N] [--graphs N] [--about edges|holes] [--slow MS] [FILE.jsonl...]`: the
//! database's content is lost. Each query is asked of so many graphs. With files of conformance cases those are asked
//! instead. What takes the engine that many milliseconds and twice the server's time is told as well. Exit code 1 if
//! anything differed.

mod answers;
mod cases;
mod choices;
mod clauses;
mod edges;
mod expressions;
mod graphs;
mod holes;
mod newer;
mod patterns;
mod queries;
#[allow(dead_code, reason = "the answers in the files were the server's, and it is asked itself")]
#[path = "../../../cypher/examples/conformance/record.rs"]
mod record;
mod scalars;
mod scope;
mod suite;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use othello_board::neo4j::{Target, Uri};
use othello_board::{Neo4j, Secret, Session};

use queries::Topic;
use suite::{Comparison, Pair, compare};

const USAGE: &str = "usage: differential URI [--user U] [--password P] [--database D] [--minutes N] \
                     [--cases N] [--seed S] [--sessions N] [--graphs N] [--about edges|holes] [--slow MS] \
                     [FILE.jsonl...]";

/// How often it says how far it is.
const NEWS: Duration = Duration::from_secs(60);

/// What the command line asks for.
struct Arguments {
    target: Target,
    time: Duration,
    cases: usize,
    seed: u64,
    /// How many of them ask the server at once.
    sessions: usize,
    /// On how many graphs each query is asked.
    graphs: u64,
    topic: Topic,
    /// From when on what is slow is told.
    slow: Duration,
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let began = Instant::now();
    match run(arguments) {
        Ok(found) => {
            let each_second = found.asked as f64 / began.elapsed().as_secs_f64();
            println!("{}; {each_second:.0} a second", found.summary());
            if found.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Option<Arguments> {
    let mut words = std::env::args().skip(1);
    let uri = Uri::parse(&words.next()?).ok()?;
    let password = std::env::var("OTHELLO_PASSWORD").unwrap_or_default();
    let mut target = Target {
        uri,
        user: "neo4j".to_owned(),
        password: Secret::new(password),
        database: None,
        ca: None,
    };
    let (mut time, mut cases, mut seed) = (Duration::from_secs(60), usize::MAX, 1);
    let (mut sessions, mut graphs, mut topic) = (4, 20, Topic::Anything);
    let mut slow = Duration::MAX;
    let mut files = Vec::new();
    while let Some(flag) = words.next() {
        if !flag.starts_with("--") {
            files.push(PathBuf::from(flag));
            continue;
        }
        let value = words.next()?;
        match flag.as_str() {
            "--user" => target.user = value,
            "--password" => target.password = Secret::new(value),
            "--database" => target.database = Some(value),
            "--minutes" => {
                time = Duration::try_from_secs_f64(value.parse::<f64>().ok()? * 60.0).ok()?
            }
            "--cases" => cases = value.parse().ok()?,
            "--seed" => seed = value.parse().ok()?,
            "--sessions" => sessions = value.parse().ok()?,
            "--graphs" => graphs = value.parse().ok()?,
            "--slow" => slow = Duration::from_millis(value.parse().ok()?),
            "--about" => {
                topic = match value.as_str() {
                    "edges" => Topic::Edges,
                    "holes" => Topic::Holes,
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    Some(Arguments { target, time, cases, seed, sessions, graphs, topic, slow, files })
}

fn run(arguments: Arguments) -> Result<Comparison, String> {
    let said = |fault: othello_board::Fault| fault.to_string();
    let mut server = Neo4j::open(arguments.target.clone()).map_err(said)?;
    // Whoever calls this names a database for it.
    server.clear(&mut |_| true).map_err(said)?;
    let mut tell = |found: &str| println!("{found}\n");
    let mut pairs = vec![Pair::new(server)];
    if let (Some(pair), false) = (pairs.first_mut(), arguments.files.is_empty()) {
        let mut found = Comparison::default();
        for file in &arguments.files {
            pair.ask_cases(file, &mut found, &mut tell)?;
        }
        return Ok(found);
    }
    for _ in 1..arguments.sessions {
        pairs.push(Pair::new(Neo4j::open(arguments.target.clone()).map_err(said)?));
    }
    let about = |pair: Pair| pair.about(arguments.topic, arguments.slow);
    let mut pairs: Vec<Pair> = pairs.into_iter().map(about).collect();
    let until = Instant::now() + arguments.time;
    let mut told = Instant::now();
    let enough = |found: &Comparison| {
        if told.elapsed() >= NEWS {
            eprintln!("{}", found.summary());
            told = Instant::now();
        }
        found.asked >= arguments.cases || Instant::now() >= until
    };
    compare(&mut pairs, (arguments.seed, arguments.graphs), enough, tell).map_err(said)
}
