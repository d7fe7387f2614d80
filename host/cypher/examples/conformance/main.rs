//! Runs conformance cases on the embedded engine and says what passed: scenarios of the openCypher TCK (the example
//! `tck` makes them), examples of Neo4j's manual, and queries that a front end must accept or refuse.
//!
//! `cargo run --profile dist -p othello-cypher --example conformance -- FILE.jsonl... [--printed] [--json OUT]`: with
//! `--printed` each query is run as it is sent to a server, which must change nothing.

mod compare;
mod judge;
mod record;
mod report;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use report::Report;

/// What the command line asks for.
struct Arguments {
    files: Vec<PathBuf>,
    printed: bool,
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!("usage: conformance FILE.jsonl... [--printed] [--json OUT]");
        return ExitCode::from(2);
    };
    match run(&arguments) {
        Ok(report) => {
            // Whoever closes the pipe has read enough.
            let _ = write!(std::io::stdout(), "{report}");
            if report.any_wrong() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Option<Arguments> {
    let mut arguments = Arguments { files: Vec::new(), printed: false, json: None };
    let mut words = std::env::args_os().skip(1);
    while let Some(word) = words.next() {
        if word == "--json" {
            arguments.json = Some(words.next()?.into());
        } else if word == "--printed" {
            arguments.printed = true;
        } else if word.as_encoded_bytes().starts_with(b"-") {
            return None;
        } else {
            arguments.files.push(word.into());
        }
    }
    (!arguments.files.is_empty()).then_some(arguments)
}

fn run(arguments: &Arguments) -> Result<Report, String> {
    let mut report = Report::default();
    for file in &arguments.files {
        for mut case in record::read(file)? {
            if arguments.printed {
                case.print();
            }
            let verdict = judge::judge(&case);
            report.add(case, verdict);
        }
    }
    if let Some(path) = &arguments.json {
        std::fs::write(path, report.json())
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(report)
}
