//! Runs a case by the engine's public types and says how it went. That something is not supported is known from
//! the kind of the engine's error alone.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use othello_cypher::{
    Database, Datum, Engine, Error, ErrorKind, Limits, Meter, Outcome, Params, Procedure, check,
    syntax,
};

use super::compare;
use super::record::{Case, Check, Expect, Query, Rows, Table};

/// How a case went.
pub enum Verdict {
    /// What must come came.
    Ok,
    /// Something else came.
    Wrong(String),
    /// The engine says that it does not support this.
    Unsupported(String),
}

/// An error, and whether it came before anything was run.
struct Failure {
    error: Error,
    at_compile_time: bool,
}

/// Runs it.
pub fn judge(case: &Case) -> Verdict {
    panic::catch_unwind(AssertUnwindSafe(|| run(case))).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
        Verdict::Wrong(format!("panicked: {message}"))
    })
}

fn run(case: &Case) -> Verdict {
    let engine = if case.procedures.is_empty() { Engine::shared() } else { Engine::new() };
    for table in &case.procedures {
        engine.register(procedure(table));
    }
    let database = Database::new(&engine);
    for query in &case.setup {
        if let Err(failure) = execute(&database, query) {
            return failed(&failure.error, "the set-up failed");
        }
    }
    for check in &case.checks {
        match judge_one(&database, check) {
            Verdict::Ok => {}
            other => return other,
        }
    }
    Verdict::Ok
}

fn failed(error: &Error, what: &str) -> Verdict {
    let why = format!("{what}: {}: {error}", error.kind().code());
    match error.kind() {
        ErrorKind::Unsupported => Verdict::Unsupported(why),
        _ => Verdict::Wrong(why),
    }
}

fn execute(database: &Database, query: &Query) -> Result<Outcome, Failure> {
    let prepared = database.engine().prepare(&query.text, &Meter::default());
    let prepared = prepared.map_err(|error| Failure { error, at_compile_time: true })?;
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_secs(20)),
        memory: 1 << 30,
        ..Limits::default()
    };
    let outcome = if prepared.writes() {
        database.write(&prepared, &query.params, &Meter::new(limits))
    } else {
        database.read(&prepared, &query.params, &Meter::new(limits))
    };
    outcome.map_err(|error| {
        // A parameter that is not there is missed before the run begins.
        let at_compile_time = error.kind() == ErrorKind::ParameterMissing;
        Failure { error, at_compile_time }
    })
}

fn judge_one(database: &Database, check: &Check) -> Verdict {
    match &check.expect {
        Expect::Accepted => match front_end(&check.query.text) {
            Ok(()) => Verdict::Ok,
            Err(error) => Verdict::Wrong(format!("expected to be accepted, got: {error}")),
        },
        Expect::Refused => match front_end(&check.query.text) {
            Ok(()) => Verdict::Wrong("expected to be refused, was accepted".to_owned()),
            Err(error) => match error.kind() {
                ErrorKind::Unsupported => failed(&error, "refused"),
                _ => Verdict::Ok,
            },
        },
        Expect::Error { error, at_compile_time } => {
            judge_error(execute(database, &check.query), error, *at_compile_time)
        }
        Expect::Rows(rows) => judge_rows(database, check, rows),
    }
}

fn front_end(text: &str) -> Result<(), Error> {
    let statement = syntax::parse(text, &Meter::default())?;
    check::check(&statement, text, &(), &Meter::default()).map(drop)
}

fn judge_error(result: Result<Outcome, Failure>, expected: &str, at_compile_time: bool) -> Verdict {
    let failure = match result {
        Ok(outcome) => {
            let rows = outcome.rows.len();
            return Verdict::Wrong(format!("expected a {expected}, got {rows} rows"));
        }
        Err(failure) => failure,
    };
    let kind = failure.error.kind();
    if kind == ErrorKind::Unsupported {
        return failed(&failure.error, "failed");
    }
    // Where the TCK wants an error when the query runs, one that comes earlier is as good.
    let in_time = failure.at_compile_time || !at_compile_time;
    if in_time && is_called(kind, expected, failure.at_compile_time) {
        Verdict::Ok
    } else {
        let phase = if failure.at_compile_time { "compile time" } else { "run time" };
        let came = format!("{} at {phase}: {}", kind.code(), failure.error);
        Verdict::Wrong(format!("expected a {expected}, got {came}"))
    }
}

/// Whether an error of a kind is what the TCK calls so. Neo4j finds most wrong types in the text already, and
/// then they are syntax errors; what the TCK calls a syntax error at run time is an argument error there.
fn is_called(kind: ErrorKind, expected: &str, at_compile_time: bool) -> bool {
    match expected {
        "SyntaxError" => {
            kind == ErrorKind::Syntax || (kind == ErrorKind::Argument && !at_compile_time)
        }
        "TypeError" => kind == ErrorKind::Type || (kind == ErrorKind::Syntax && at_compile_time),
        "ArgumentError" => {
            kind == ErrorKind::Argument || (kind == ErrorKind::Syntax && at_compile_time)
        }
        "ArithmeticError" => kind == ErrorKind::Arithmetic,
        "EntityNotFound" => kind == ErrorKind::EntityNotFound,
        "ConstraintValidationFailed" | "ConstraintVerificationFailed" => {
            kind == ErrorKind::Constraint
        }
        "ParameterMissing" => kind == ErrorKind::ParameterMissing,
        "ProcedureError" => matches!(kind, ErrorKind::ProcedureNotFound | ErrorKind::ProcedureCall),
        "SemanticError" => kind == ErrorKind::Semantic,
        _ => false,
    }
}

fn judge_rows(database: &Database, check: &Check, expected: &Rows) -> Verdict {
    let before = match &check.side_effects {
        Some(_) => match Snapshot::take(database) {
            Ok(snapshot) => Some(snapshot),
            Err(failure) => return failed(&failure.error, "looking at the graph failed"),
        },
        None => None,
    };
    let outcome = match execute(database, &check.query) {
        Ok(outcome) => outcome,
        Err(failure) => return failed(&failure.error, "failed"),
    };
    if let Some(difference) = compare::difference(expected, &outcome.columns, &outcome.rows) {
        return Verdict::Wrong(difference);
    }
    let (Some(before), Some(expected)) = (before, &check.side_effects) else { return Verdict::Ok };
    match Snapshot::take(database) {
        Ok(after) => {
            let effects = before.effects(&after);
            if effects == *expected {
                Verdict::Ok
            } else {
                Verdict::Wrong(format!("expected the side effects {expected:?}, got {effects:?}"))
            }
        }
        Err(failure) => failed(&failure.error, "looking at the graph failed"),
    }
}

/// What of a graph the TCK counts side effects in: nodes and relationships by identity, the labels that are
/// in use, and properties by owner, key and value.
struct Snapshot(BTreeMap<&'static str, BTreeSet<String>>);

impl Snapshot {
    fn take(database: &Database) -> Result<Snapshot, Failure> {
        let ask = |text: &str| {
            let query = Query { text: text.to_owned(), params: Params::new() };
            let rows = execute(database, &query)?.rows;
            Ok(rows
                .iter()
                .map(|row| row.iter().map(Datum::to_string).collect::<Vec<_>>().join(" "))
                .collect())
        };
        Ok(Snapshot(BTreeMap::from([
            ("nodes", ask("MATCH (n) RETURN elementId(n)")?),
            ("relationships", ask("MATCH ()-[r]->() RETURN elementId(r)")?),
            ("labels", ask("MATCH (n) UNWIND labels(n) AS label RETURN DISTINCT label")?),
            (
                "properties",
                ask(
                    "MATCH (n) UNWIND keys(n) AS key RETURN elementId(n) AS id, key, n[key] AS value \
                     UNION ALL \
                     MATCH ()-[n]->() UNWIND keys(n) AS key RETURN elementId(n) AS id, key, n[key] AS value",
                )?,
            ),
        ])))
    }

    fn effects(&self, after: &Snapshot) -> BTreeMap<String, u64> {
        let mut effects = BTreeMap::new();
        for (kind, before) in &self.0 {
            let after = &after.0[kind];
            for (sign, count) in
                [("+", after.difference(before).count()), ("-", before.difference(after).count())]
            {
                if count > 0 {
                    effects.insert(format!("{sign}{kind}"), count as u64);
                }
            }
        }
        effects
    }
}

/// A procedure that looks its rows up by its arguments.
fn procedure(table: &Table) -> Procedure {
    let (inputs, rows) = (table.signature.inputs.len(), table.rows.clone());
    Procedure {
        signature: table.signature.clone(),
        body: Box::new(move |_, arguments, _| {
            let fits = |row: &&Vec<Datum>| row.iter().zip(arguments).all(|(a, b)| equal(a, b));
            Ok(rows.iter().filter(fits).map(|row| row[inputs..].to_vec()).collect())
        }),
    }
}

fn equal(a: &Datum, b: &Datum) -> bool {
    match (a, b) {
        #[expect(clippy::cast_precision_loss, reason = "test data are small")]
        (Datum::Integer(a), Datum::Float(b)) | (Datum::Float(b), Datum::Integer(a)) => {
            *a as f64 == *b
        }
        (a, b) => a == b,
    }
}
