//! Golden scripts: each file under `tests/golden/` shows a clause or a kind of pattern by queries, their
//! plans and their rows. `UPDATE_GOLDENS=1` writes what came out into the files.
//!
//! A line that begins with `> ` begins a query, two spaces go on with it; `$ ` begins one that only sets
//! the graph up. `:param name => literal` gives a parameter to the queries behind it. `#` is a comment. What
//! stands under `---` is what came out, up to an empty line.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use othello_cypher::{Database, Datum, Engine, Error, Meter, Outcome, Params, Statistics};
use othello_test_support::assert_goldens;

#[test]
fn every_golden_script_gives_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    assert_goldens(files.into_iter().map(|file| {
        let after = run_script(&fs::read_to_string(&file).unwrap());
        (file, after)
    }));
}

/// The script with what its queries gave.
fn run_script(script: &str) -> String {
    let engine = Engine::new();
    let database = Database::new(&engine);
    let mut params = Params::new();
    let mut out = String::new();
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        if line == "---" {
            while lines.next_if(|line| !line.is_empty()).is_some() {}
            continue;
        }
        writeln!(out, "{line}").unwrap();
        if let Some(assignment) = line.strip_prefix(":param ") {
            let (name, value) = assignment.split_once(" => ").unwrap();
            params.set(name, value.parse::<Datum>().unwrap());
        }
        let (setup, first) = match (line.strip_prefix("> "), line.strip_prefix("$ ")) {
            (Some(first), _) => (false, first),
            (_, Some(first)) => (true, first),
            _ => continue,
        };
        let mut query = first.to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
            writeln!(out, "{more}").unwrap();
            query.push('\n');
            query.push_str(more);
        }
        let result = run(&database, &query, &params);
        match result {
            Ok(_) if setup => {}
            result => {
                writeln!(out, "---\n{}", describe(&query, result).trim_end()).unwrap();
                // What came out ends with an empty line, in a script that has no such line yet too.
                if lines.peek().is_some_and(|line| !line.is_empty() && *line != "---") {
                    out.push('\n');
                }
            }
        }
    }
    out
}

/// Every query runs twice, so that planning is seen to depend on the text alone.
fn run(database: &Database, query: &str, params: &Params) -> Result<(String, Outcome), Error> {
    let explain = |engine: &Engine| {
        let prepared = engine.prepare(query, &Meter::default())?;
        Ok::<_, Error>(othello_cypher::plan::describe(prepared.plan()).to_string())
    };
    let plan = explain(database.engine())?;
    assert_eq!(plan, explain(&Engine::new())?, "a plan must depend on nothing but the text");
    let prepared = database.engine().prepare(query, &Meter::default())?;
    let outcome = database.write(&prepared, params, &Meter::default())?;
    Ok((plan, outcome))
}

fn describe(query: &str, result: Result<(String, Outcome), Error>) -> String {
    let (plan, outcome) = match result {
        Ok(ran) => ran,
        Err(error) => {
            let place = error.span().map(|span| format!(" at `{}`", span.of(query)));
            let code = error.kind().code();
            return format!("{code}: {}{}", error.message(), place.unwrap_or_default());
        }
    };
    let mut text = plan;
    if !outcome.columns.is_empty() {
        writeln!(text, "{}", outcome.columns.join(" | ")).unwrap();
    }
    for row in &outcome.rows {
        let cells: Vec<String> = row.iter().map(Datum::to_string).collect();
        writeln!(text, "{}", cells.join(" | ")).unwrap();
    }
    if !outcome.columns.is_empty() && outcome.rows.is_empty() {
        writeln!(text, "(no rows)").unwrap();
    }
    if outcome.statistics != Statistics::default() {
        writeln!(text, "{}", counted(&outcome.statistics)).unwrap();
    }
    for notice in &outcome.notices {
        let place = notice.span.map(|span| format!(" at `{}`", span.of(query)));
        writeln!(text, "notice: {}{}", notice.message, place.unwrap_or_default()).unwrap();
    }
    text
}

fn counted(statistics: &Statistics) -> String {
    let Statistics {
        nodes_created,
        nodes_deleted,
        relationships_created,
        relationships_deleted,
        properties_set,
        labels_added,
        labels_removed,
    } = *statistics;
    let counts = [
        (nodes_created, "nodes created"),
        (nodes_deleted, "nodes deleted"),
        (relationships_created, "relationships created"),
        (relationships_deleted, "relationships deleted"),
        (properties_set, "properties set"),
        (labels_added, "labels added"),
        (labels_removed, "labels removed"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
}
