//! Laws of planning, over the queries of the golden scripts and over what becomes of them when pieces are
//! left out, doubled, swapped or taken from each other: whatever the checker accepts is planned, the plan
//! prints, the same text gives the same plan, and nothing panics.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod giants;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use othello_cypher::{
    Database, Engine, ErrorKind, Limits, Meter, Params, Procedures, check, plan, syntax,
};
use othello_test_support::{Rng, thread_time};

/// The queries of all golden scripts.
fn queries() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut queries: Vec<String> = Vec::new();
    for file in files {
        let script = fs::read_to_string(file).unwrap();
        let mut open = false;
        for line in script.lines() {
            if let Some(first) = line.strip_prefix("> ").or_else(|| line.strip_prefix("$ ")) {
                queries.push(first.to_owned());
                open = true;
            } else if open && line.starts_with("  ") {
                let query = queries.last_mut().unwrap();
                query.push('\n');
                query.push_str(line);
            } else {
                open = false;
            }
        }
    }
    assert!(queries.len() > 100);
    queries
}

/// Words, signs and white space of a query.
fn pieces(query: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = query;
    while let Some(first) = rest.chars().next() {
        let word = |char: char| char.is_alphanumeric() || char == '_' || char == '$';
        let end = match word(first) {
            true => rest.find(|char| !word(char)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}

fn mutated(queries: &[String], rng: &mut Rng) -> String {
    let mut own = pieces(&queries[rng.below(queries.len())]);
    for _ in 0..1 + rng.below(3) {
        let other = pieces(&queries[rng.below(queries.len())]);
        let (at, from) = (rng.below(own.len()), rng.below(other.len()));
        let many = 1 + rng.below(12);
        match rng.below(5) {
            0 => drop(own.drain(at..(at + many).min(own.len()))),
            1 => own.insert(at, other[from]),
            2 => own[at] = other[from],
            3 => {
                let end = (from + many).min(other.len());
                own.splice(at..at, other[from..end].iter().copied());
            }
            _ => {
                let end = (at + many).min(own.len());
                let again = own[at..end].to_vec();
                own.splice(at..at, again);
            }
        }
        if own.is_empty() {
            own.push(" ");
        }
    }
    own.concat()
}

/// Plans a text twice; the printouts, if the checker accepts it.
fn planned_twice(text: &str) -> Option<(String, String)> {
    let procedures = Procedures::default();
    let statement = syntax::parse(text, &Meter::default()).ok()?;
    check::check(&statement, text, &procedures, &Meter::default()).ok()?;
    let print = || match plan::plan(&statement, text, &procedures, &Meter::default()) {
        Ok(plan) => format!("{}{plan:?}", plan::describe(&plan)),
        // What the front end knows and the engine has not is the only reason not to plan.
        Err(error) => {
            let kind = error.kind();
            assert!(
                matches!(kind, ErrorKind::Unsupported | ErrorKind::ProcedureNotFound),
                "{text}: {error}"
            );
            error.to_string()
        }
    };
    Some((print(), print()))
}

#[test]
fn whatever_the_checker_accepts_is_planned_and_always_in_the_same_way() {
    let queries = queries();
    for query in &queries {
        if let Some((first, second)) = planned_twice(query) {
            assert_eq!(first, second, "{query}");
        }
    }
    let mut rng = Rng(0x5EED);
    let mut accepted = 0;
    for _ in 0..rounds() {
        let text = mutated(&queries, &mut rng);
        if let Some((first, second)) = planned_twice(&text) {
            assert_eq!(first, second, "{text}");
            accepted += 1;
        }
    }
    assert!(accepted > rounds() / 20, "only {accepted} of the mutations were accepted");
}

#[test]
fn whatever_is_planned_runs_to_a_result_or_an_error() {
    let queries = queries();
    let engine = Engine::new();
    let mut rng = Rng(0xC0FFEE);
    let params = ["p", "size", "symbol", "label", "wanted", "states"];
    let params = params.iter().fold(Params::new(), |params, name| params.with(*name, 2));
    let mut database = Database::new(&engine);
    for round in 0..rounds() / 4 {
        if round % 100 == 0 {
            database = Database::new(&engine);
        }
        let text = mutated(&queries, &mut rng);
        let Ok(query) = engine.prepare(&text, &Meter::default()) else { continue };
        let deadline = Some(Instant::now() + Duration::from_millis(20));
        let limits = Limits { deadline, memory: 1 << 20, rows: 1000, seed: 1, ..Limits::default() };
        let result = database.write(&query, &params, &Meter::new(limits));
        assert!(result.is_ok() || !result.unwrap_err().message().is_empty());
    }
}

#[test]
fn giant_texts_are_planned_or_refused_within_seconds() {
    let engine = Engine::new();
    for (what, text) in giants::giants() {
        assert!(text.len() <= syntax::MAX_TEXT, "{what}: {} bytes", text.len());
        let before = thread_time();
        let meter = Meter::new(Limits { memory: 1 << 30, ..Limits::default() });
        let result = engine.prepare(&text, &meter);
        let used = thread_time() - before;
        // A second in an optimised build.
        assert!(used < Duration::from_secs(10), "{what}: {used:?}");
        if let Err(error) = result {
            let refused = [ErrorKind::TooLarge, ErrorKind::Syntax, ErrorKind::ProcedureNotFound];
            assert!(refused.contains(&error.kind()), "{what}: {error}");
        }
        println!("{what}: {used:?}");
    }
}

#[test]
fn giant_texts_are_given_up_soon_after_the_deadline() {
    const TIME: Duration = Duration::from_millis(20);
    for (what, text) in giants::giants() {
        let late = |_| {
            let limits = Limits { deadline: Some(Instant::now() + TIME), ..Limits::default() };
            let before = thread_time();
            let _ = Engine::new().prepare(&text, &Meter::new(limits));
            (thread_time() - before).saturating_sub(TIME)
        };
        let mut late: Vec<_> = (0..3).map(late).collect();
        late.sort();
        assert!(late[1] < Duration::from_millis(25), "{what}: {late:?} late");
    }
}

#[test]
fn each_stage_stops_when_its_meter_is_over() {
    let text = format!("RETURN 1{}", ", 1".repeat(1_000));
    let meter = Meter::default();
    let statement = syntax::parse(&text, &meter).unwrap();
    let over = || Meter::new(Limits { steps: 500, ..Limits::default() });
    let procedures = Procedures::default();
    let stages = [
        syntax::parse(&text, &over()).err(),
        check::check(&statement, &text, &procedures, &over()).err(),
        plan::plan(&statement, &text, &procedures, &over()).err(),
    ];
    for error in stages {
        assert_eq!(error.unwrap().kind(), ErrorKind::TooLarge);
    }
}

/// How many mutations: thousands in the suite, as many as wanted by `FUZZ_ROUNDS`.
fn rounds() -> usize {
    std::env::var("FUZZ_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(4_000)
}
