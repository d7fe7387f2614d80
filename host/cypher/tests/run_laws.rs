//! Laws of running, over queries that are made up: whatever is asked ends within its limits and never panics; the
//! same question has the same answer, profiled or not; a pattern matches as often in a subquery as in a `MATCH`;
//! a write that fails leaves the graph as it was. `FUZZ_ROUNDS=100000 FUZZ_SEED=7 cargo test --test run_laws` asks
//! more, and other things. Limits are steps, so that the machine's other work changes no answer.

use std::time::{Duration, Instant};

use othello_cypher::{
    Database, Datum, Engine, Error, ErrorKind, Limits, Meter, Params, PlanDescription,
};
use othello_test_support::{Rng, thread_time};

/// A number from the environment.
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// How many graphs are asked.
fn rounds() -> u64 {
    setting("FUZZ_ROUNDS", 1_000)
}

/// A pattern over the variables `a` and `b`, whose other variables nobody else knows.
fn pattern(rng: &mut Rng) -> String {
    let first = rng.pick(&["(a)", "(a:A)", "(a:A|B)", "(a {k: 1})", "(a:!B)", "(a WHERE a.k > 0)"]);
    let middle = rng.pick(&[
        "-[r]->",
        "-[r:R]-",
        "<-[r:S]-",
        "-[r:R|S {w: 1}]->",
        "-[r:!R]-",
        "-[r*1..2]-",
        "-[r:R*0..3]->",
        "-[r*2]-",
        "-[r:R]->{1,2}",
        "-[:R]-+",
        "<-[r]-{0,2}",
        "((x)-[r]-(y)){1,2}",
        "((x:A)-[r]->(y) WHERE x.k <= y.k)*",
        "((x)-[q]->(z)<-[r]-(y)){0,2}",
        "-[q]->(c)-[r]-",
        "-[q]-(c:B)<-[r*1..2]-",
        "((x)-[q]->(z)){1,2}(c)-[r]->",
    ]);
    let last = rng.pick(&["(b)", "(b:B)", "(b {k: a.k})", "(a)", "(b WHERE b.k IS NOT NULL)"]);
    format!("{first}{middle}{last}")
}

/// An expression over the variable `a`.
fn expression(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return rng
            .pick(&[
                "a.k",
                "1",
                "2.5",
                "null",
                "'t'",
                "true",
                "[1, null]",
                "{k: 1}",
                "a",
                "$p",
                "-3",
            ])
            .to_owned();
    }
    let [one, two, three] = [(); 3].map(|()| expression(rng, depth - 1));
    match rng.below(16) {
        0 => format!("({one} {} {two})", rng.pick(&["+", "-", "*", "/", "%", "^", "||"])),
        1 => format!("({one} {} {two})", rng.pick(&["=", "<>", "<", "<=", ">", ">="])),
        2 => format!("({one} {} {two})", rng.pick(&["AND", "OR", "XOR", "IN", "=~"])),
        3 => format!("({one} {} {two})", rng.pick(&["STARTS WITH", "ENDS WITH", "CONTAINS"])),
        4 => format!("(NOT {one})"),
        5 => format!("CASE WHEN {one} THEN {two} ELSE {three} END"),
        6 => format!("CASE {one} WHEN {two} THEN 1 WHEN {three} THEN 2 END"),
        7 => format!("[x IN [{one}, {two}] WHERE x = {three} | x]"),
        8 => format!(
            "{}(x IN [{one}, {two}] WHERE x > {three})",
            rng.pick(&["all", "any", "single"])
        ),
        9 => format!("reduce(s = {one}, x IN [{two}, {three}] | s + x)"),
        10 => format!("[{one}, {two}][{three}]"),
        11 => format!("[{one}, {two}, {three}][0..2]"),
        12 => {
            format!("{}({one})", rng.pick(&["size", "toString", "abs", "head", "keys", "labels"]))
        }
        13 => format!("coalesce({one}, {two}, {three})"),
        14 => format!("({one} IS NULL)"),
        _ => format!("a {{.k, .*, x: {one}}}"),
    }
}

fn query(rng: &mut Rng) -> String {
    let value = expression(rng, 2);
    let pattern = pattern(rng);
    match rng.below(12) {
        0 => format!("MATCH {pattern} WHERE {value} IS NOT NULL RETURN a, b"),
        1 => format!("MATCH (a) OPTIONAL MATCH {pattern} RETURN a.k, count(*), collect(b.k)"),
        2 => format!("MATCH (a) RETURN {value} AS v ORDER BY v DESC SKIP 1 LIMIT 3"),
        3 => format!("MATCH (a) WITH {value} AS v, count(*) AS n WHERE n > 1 RETURN v, n"),
        4 => format!("MATCH p = {pattern} RETURN DISTINCT length(p), nodes(p)"),
        5 => format!("MATCH (a) CALL (a) {{ MATCH {pattern} RETURN count(*) AS n }} RETURN a, n"),
        6 => {
            format!("MATCH (a) UNWIND [{value}, 1] AS v RETURN v UNION MATCH (a:A) RETURN a.k AS v")
        }
        7 => format!("MATCH (a) SET a.k = {value} RETURN a.k"),
        8 => format!("MATCH {pattern} MERGE (b)-[:NEW {{v: a.k}}]->(c:C) SET c += {{x: {value}}}"),
        9 => format!("MATCH {pattern} CREATE (b)-[:NEW]->(:C {{v: {value}}}) RETURN count(*)"),
        10 => format!("MATCH {pattern} DETACH DELETE b RETURN {value}"),
        _ => format!("MATCH {} SHORTEST {pattern} RETURN a.k, b.k", rng.pick(&["ANY", "ALL"])),
    }
}

fn database(rng: &mut Rng) -> Result<Database, Error> {
    let database = Database::new(&Engine::shared());
    for _ in 0..2 + rng.below(4) {
        let labels = rng.pick(&["", ":A", ":B", ":A:B"]);
        let properties = rng.pick(&["", "{k: 1}", "{k: 2, t: 'x'}", "{k: 1.5}"]);
        write(&database, &format!("CREATE ({labels} {properties})"))?;
    }
    for _ in 0..rng.below(7) {
        let kind = rng.pick(&["R", "R {w: 1}", "S", "S {w: 2}"]);
        let (from, to) = (rng.below(6), rng.below(6));
        write(
            &database,
            &format!(
                "MATCH (a), (b) WHERE id(a) = {from} AND id(b) = {to} CREATE (a)-[:{kind}]->(b)"
            ),
        )?;
    }
    Ok(database)
}

fn limits() -> Limits {
    Limits { steps: 1_000_000, ..Limits::default() }
}

fn write(database: &Database, text: &str) -> Result<Vec<Vec<Datum>>, Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    database
        .write(&query, &Params::new().with("p", 1), &Meter::new(limits()))
        .map(|outcome| outcome.rows)
}

fn read(database: &Database, text: &str) -> Result<Vec<Vec<Datum>>, Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    database
        .read(&query, &Params::new().with("p", 1), &Meter::new(limits()))
        .map(|outcome| outcome.rows)
}

fn printed(database: &Database) -> String {
    database.with_graph(ToString::to_string)
}

/// The rows of a query whose operators were counted, and counted rightly.
fn profiled(database: &Database, text: &str) -> Result<Vec<Vec<Datum>>, Error> {
    let query = database.engine().prepare(&format!("PROFILE {text}"), &Meter::default())?;
    let begin = Instant::now();
    let parameters = Params::new().with("p", 1);
    let outcome = database.read(&query, &parameters, &Meter::new(limits()))?;
    let took = begin.elapsed().as_nanos();
    let plan = outcome.plan.unwrap_or_default();
    let rows = |operator: &PlanDescription| operator.counts.unwrap_or_default().rows;
    assert_eq!(rows(&plan), outcome.rows.len() as u64, "{text}\n{plan}");
    if let Some(last) = &plan.input {
        assert_eq!(rows(last), rows(&plan), "{text}\n{plan}");
    }
    let (mut nanoseconds, mut operators) = (0, vec![(&plan, true)]);
    while let Some((operator, runs_once)) = operators.pop() {
        let own = rows(operator);
        let is_counted = operator.counts.is_some() || operator.operator == "Argument";
        assert!(is_counted, "{} is not counted: {text}", operator.operator);
        nanoseconds += u128::from(operator.counts.unwrap_or_default().nanoseconds);
        if let Some(input) = operator.input.as_ref().and_then(|input| input.counts) {
            let input = input.rows;
            let fits = match operator.operator.as_str() {
                "Projection" => own == input,
                "Filter" | "Distinct" | "Limit" | "Skip" | "Sort" | "Top" => own <= input,
                "EagerAggregation" if runs_once => own <= input.max(1),
                _ => true,
            };
            assert!(fits, "{}: {own} of {input}: {text}\n{plan}", operator.operator);
        }
        operators.extend(operator.nested.iter().map(|nested| (nested, false)));
        operators.extend(operator.input.as_deref().map(|input| (input, runs_once)));
    }
    assert!(nanoseconds <= took, "{nanoseconds} ns of {took}: {text}\n{plan}");
    Ok(outcome.rows)
}

/// Whether a run ended as a run may end.
fn ended_well(text: &str, outcome: &Result<Vec<Vec<Datum>>, Error>, before: Duration) {
    if let Err(error) = outcome {
        assert!(error.kind() != ErrorKind::Unsupported, "{text}: {error}");
    }
    let used = thread_time() - before;
    assert!(used < Duration::from_millis(1200), "{text} took {used:?}");
}

#[test]
fn whatever_is_asked_ends_with_the_same_answer_each_time() -> Result<(), Error> {
    let mut rng = Rng(setting("FUZZ_SEED", 0x5eed));
    let mut answered = 0;
    for _ in 0..rounds() {
        let database = database(&mut rng)?;
        for _ in 0..20 {
            let text = query(&mut rng);
            let Ok(prepared) = database.engine().prepare(&text, &Meter::default()) else {
                continue;
            };
            let (before, begin) = (printed(&database), thread_time());
            if prepared.writes() {
                let outcome = write(&database, &text);
                ended_well(&text, &outcome, begin);
                if outcome.is_err() {
                    assert_eq!(before, printed(&database), "{text} failed and left something");
                }
                continue;
            }
            let outcome = read(&database, &text);
            ended_well(&text, &outcome, begin);
            // Printed, since NaN is not equal to itself.
            let answer = format!("{outcome:?}");
            assert_eq!(answer, format!("{:?}", read(&database, &text)), "{text}");
            let profiled = profiled(&database, &text);
            assert_eq!(
                format!("{:?}", outcome.as_ref().ok()),
                format!("{:?}", profiled.ok()),
                "{text}"
            );
            answered += usize::from(outcome.is_ok());
        }
    }
    assert!(answered > 50, "only {answered} queries had an answer");
    Ok(())
}

#[test]
fn a_pattern_matches_as_often_in_a_subquery_as_in_a_match() -> Result<(), Error> {
    let mut rng = Rng(setting("FUZZ_SEED", 0xc0de));
    for _ in 0..rounds() {
        let database = database(&mut rng)?;
        for _ in 0..10 {
            let pattern = pattern(&mut rng);
            let matched = read(&database, &format!("MATCH {pattern} RETURN count(*)"))?;
            for other in [
                format!("RETURN COUNT {{ {pattern} }}"),
                format!("RETURN size(COLLECT {{ MATCH {pattern} RETURN 1 }})"),
                format!("MATCH (a) RETURN sum(COUNT {{ {pattern} }})"),
                format!("MATCH (a) OPTIONAL MATCH p = {pattern} RETURN count(p)"),
                format!("CALL () {{ MATCH {pattern} RETURN 1 AS one }} RETURN count(one)"),
            ] {
                assert_eq!(read(&database, &other)?, matched, "{other}\n{}", printed(&database));
            }
            let some = [[Datum::Bool(matched != [[Datum::Integer(0)]])]];
            let exists = read(&database, &format!("RETURN EXISTS {{ {pattern} }}"))?;
            assert_eq!(exists, some, "{pattern}\n{}", printed(&database));
        }
    }
    Ok(())
}

#[test]
fn long_chains_and_deep_expressions_run_on_a_small_stack() -> Result<(), Error> {
    let work = || {
        let database = Database::new(&Engine::new());
        write(&database, "CREATE (:A {k: 1})")?;
        for text in [
            format!("{} RETURN 1 AS x", "WITH 1 AS x ".repeat(5_000)),
            format!("MATCH (a) {} RETURN a.k", "WITH a WHERE a.k = 1 ".repeat(3_000)),
            format!("{} RETURN 1 AS x", "MATCH (a) WITH a ORDER BY a.k ".repeat(2_000)),
            format!("{} RETURN 1 AS x", "OPTIONAL MATCH (:B) ".repeat(2_000)),
            format!("RETURN {}1{}", "(1 + ".repeat(200), ")".repeat(200)),
            format!("RETURN 1{}", " + 1".repeat(400)),
            format!("RETURN {}1{}", "[x IN [1] | ".repeat(150), "]".repeat(150)),
            format!("RETURN {}true{}", "EXISTS { MATCH (a) WHERE ".repeat(30), " }".repeat(30)),
        ] {
            assert_eq!(read(&database, &text)?.len(), 1, "{}", &text[..60]);
        }
        Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(work);
    thread.expect("a thread").join().expect("no overflow")
}
