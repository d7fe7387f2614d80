//! Writes what a real Neo4j answers into a file of queries that the engine's tests are held against.
//!
//! `cargo run -p othello-board --example server_answers -- URI FILE`, with the password in `OTHELLO_PASSWORD`: the
//! database's content is lost. A server that has Cypher 25 is asked in it, another one in Cypher 5; the answers of the
//! other version stay as they are.

#[path = "../../cypher/tests/neo4j_answers/record.rs"]
mod record;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use othello_board::neo4j::{Target, Uri};
use othello_board::session::HostQuery;
use othello_board::{Fault, Neo4j, Secret, Session};

use record::{Dialect, Entry};

/// How long a query may take.
const TIME: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [uri, file] = words.as_slice() else {
        eprintln!("usage: server_answers URI FILE");
        return ExitCode::from(2);
    };
    match run(uri, file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(uri: &str, file: &str) -> Result<(), String> {
    let password = Secret::new(std::env::var("OTHELLO_PASSWORD").unwrap_or_default());
    let uri = Uri::parse(uri).map_err(|error| error.to_string())?;
    let target = Target { uri, user: "neo4j".to_owned(), password, database: None, ca: None };
    let told = |fault: Fault| fault.to_string();
    let mut server = Neo4j::open(target).map_err(told)?;
    let newest = server.write(&HostQuery::new("CYPHER 25 RETURN 1 AS x")).is_ok();
    let dialect = if newest { Dialect::Cypher25 } else { Dialect::Cypher5 };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut entries = record::read(&text);
    // Whoever calls this names a database for it.
    server.clear(&mut |_| true).map_err(told)?;
    server.write(&HostQuery::new(record::GRAPH)).map_err(told)?;
    for entry in &mut entries {
        let Entry::Query { text, answers, .. } = entry else { continue };
        answers[usize::from(newest)] = ask(&mut server, &dialect.of(text)).map_err(told)?;
        if record::writes(text) {
            server.write(&HostQuery::new("MATCH (n) DETACH DELETE n")).map_err(told)?;
            server.write(&HostQuery::new(record::GRAPH)).map_err(told)?;
        }
    }
    std::fs::write(file, record::print(&entries)).map_err(|error| format!("{file}: {error}"))
}

fn ask(server: &mut Neo4j, text: &str) -> Result<String, Fault> {
    let mut query = HostQuery::new(text);
    query.limits.deadline = Some(Instant::now() + TIME);
    match server.write(&query) {
        Ok(outcome) => Ok(record::rows(text, &outcome.columns, outcome.rows)),
        Err(Fault::Query(fault)) => Ok(record::error(&fault.code)),
        // What the server itself calls its own fault, and goes on after.
        Err(Fault::Server(fault)) if fault.message.contains("Neo.DatabaseError") => {
            Ok(record::error("DatabaseError"))
        }
        Err(fault) => Err(fault),
    }
}
