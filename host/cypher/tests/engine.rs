//! The public face: what a program that embeds the engine can rely on.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use othello_cypher::{
    Column, Database, Datum, Engine, Error, ErrorKind, Meter, Outcome, Params, PlanDescription,
    Procedure, ProcedureSignature,
};

fn write(database: &Database, text: &str) -> Result<Outcome, Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    database.write(&query, &Params::new(), &Meter::default())
}

fn read(database: &Database, text: &str) -> Result<Outcome, Error> {
    read_with(database, text, &Params::new())
}

fn read_with(database: &Database, text: &str, params: &Params) -> Result<Outcome, Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    database.read(&query, params, &Meter::default())
}

#[test]
fn the_same_text_is_planned_once() {
    let engine = Engine::new();
    let first = engine.prepare("RETURN 1 AS x", &Meter::default()).unwrap();
    assert!(Arc::ptr_eq(
        &first,
        &engine.clone().prepare("RETURN 1 AS x", &Meter::default()).unwrap()
    ));
    assert!(!Arc::ptr_eq(
        &first,
        &Engine::new().prepare("RETURN 1 AS x", &Meter::default()).unwrap()
    ));
}

#[test]
fn one_plan_serves_several_graphs() {
    let engine = Engine::new();
    let (one, other) = (Database::new(&engine), Database::new(&engine));
    write(&one, "CREATE (:Padding), (:Cell {state: 'X'})").unwrap();
    write(&other, "CREATE (:Cell {state: 'O'})").unwrap();
    let query = engine.prepare("MATCH (c:Cell) RETURN c.state AS s", &Meter::default()).unwrap();
    for (database, state) in [(&one, "X"), (&other, "O"), (&one, "X")] {
        let outcome = database.read(&query, &Params::new(), &Meter::default()).unwrap();
        assert_eq!(outcome.rows, [[Datum::from(state)]]);
    }
}

#[test]
fn a_read_refuses_a_write_before_anything_is_run() {
    let database = Database::new(&Engine::new());
    // The division would fail if it were computed.
    for text in
        ["UNWIND [1 / 0] AS x CREATE (n {x: x})", "MATCH (n) CALL (n) { SET n.x = 1 } FINISH"]
    {
        assert_eq!(read(&database, text).unwrap_err().kind(), ErrorKind::AccessMode, "{text}");
    }
    assert_eq!(read(&database, "MATCH (n) RETURN count(n) AS c").unwrap().rows, [[Datum::from(0)]]);
}

/// As both servers answer where nothing is gone through: what a parameter is, is known before.
#[test]
fn a_parameter_of_a_kind_that_a_query_cannot_take_is_refused_before_it_runs() {
    let database = Database::new(&Engine::new());
    let given = |value: &str| Params::new().with("p", value.parse::<Datum>().unwrap());
    for (text, taken, refused) in [
        ("UNWIND [] AS i RETURN abs($p) AS a", ["1", "1.5", "null"], ["'a'", "true", "[1]"]),
        ("UNWIND [] AS i RETURN toUpper($p) AS a", ["'a'", "1.5", "null"], ["1", "true", "{a: 1}"]),
        ("UNWIND [] AS i RETURN NOT $p AS a", ["true", "[]", "null"], ["1", "'a'", "{}"]),
        ("UNWIND [] AS i RETURN [x IN $p | x] AS a", ["[1]", "1.5", "null"], ["1", "'a'", "{}"]),
        ("UNWIND [] AS i RETURN $p + 1 AS a", ["1", "'a'", "[1]"], ["true", "{}", "false"]),
        ("UNWIND [] AS i RETURN $p.a AS a", ["{}", "1.5", "null"], ["1", "'a'", "[1]"]),
        (
            "MATCH (n:None) WHERE n.x > size($p) RETURN n",
            ["'a'", "[1]", "null"],
            ["1", "true", "{}"],
        ),
        ("MATCH (n:None) WHERE n.x = $p RETURN n", ["1", "'a'", "{}"], ["", "", ""]),
    ] {
        // One after the other, so that what was found of one kind does not stand for the next.
        for (ours, value) in taken.iter().zip(refused).flat_map(|(a, b)| [(true, *a), (false, b)]) {
            if !value.is_empty() {
                let told = read_with(&database, text, &given(value)).map_err(|error| error.kind());
                let expected = if ours { Ok(()) } else { Err(ErrorKind::Syntax) };
                assert_eq!(told.map(|_| ()), expected, "{text} with {value}");
            }
        }
    }
}

#[test]
fn a_parameter_that_is_not_given_is_named() {
    let database = Database::new(&Engine::new());
    let error = read_with(&database, "RETURN $symbol AS s", &Params::new().with("symbl", "X"));
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ParameterMissing);
    assert!(error.message().contains("$symbol"), "{error}");
    let given = Params::new().with("symbol", "X").with("unused", 1);
    assert_eq!(read_with(&database, "RETURN $symbol AS s", &given).unwrap().rows, [["X".into()]]);
}

#[test]
fn a_query_tells_its_columns_parameters_and_whether_it_writes() {
    let query = Engine::new()
        .prepare("MATCH (n {x: $x}) SET n.y = $y RETURN n.x, $x + 1 AS z", &Meter::default())
        .unwrap();
    assert_eq!(query.columns(), ["n.x", "z"]);
    assert!(query.parameters().eq(["x", "y"]));
    assert!(query.writes());
    assert_eq!(query.facts().writes.len(), 1);
    assert!(!Engine::new().prepare("MATCH (n) RETURN *", &Meter::default()).unwrap().writes());
}

#[test]
fn explain_gives_the_plan_and_runs_nothing() {
    let database = Database::new(&Engine::new());
    // Neither a write nor a missing parameter matters: nothing is run.
    let outcome = read(&database, "EXPLAIN CREATE (n {x: $x}) RETURN n").unwrap();
    assert!(outcome.rows.is_empty());
    assert_eq!(outcome.columns, ["n"]);
    assert_eq!(outcome.plan.unwrap().operator, "ProduceResults");
    write(&database, "EXPLAIN CREATE (n) RETURN n").unwrap();
    assert_eq!(read(&database, "MATCH (n) RETURN count(n) AS c").unwrap().rows, [[Datum::from(0)]]);
    assert_eq!(read(&database, "MATCH (n) RETURN n").unwrap().plan, None);
}

#[test]
fn profile_counts_the_rows_of_every_operator() {
    let database = Database::new(&Engine::new());
    write(&database, "UNWIND range(1, 10) AS i CREATE (:N {i: i})").unwrap();
    let outcome =
        read(&database, "PROFILE MATCH (n:N) WHERE n.i > 3 WITH n.i + 0 AS i WHERE i > 8 RETURN i")
            .unwrap();
    assert_eq!(outcome.rows.len(), 2);
    let plan = outcome.plan.unwrap();
    let mut rows = Vec::new();
    let mut current: Option<&PlanDescription> = plan.input.as_deref();
    while let Some(operator) = current {
        rows.push((operator.operator.as_str(), operator.counts.unwrap().rows));
        current = operator.input.as_deref();
    }
    assert_eq!(rows, [("Filter", 2), ("Projection", 7), ("NodeByLabelScan", 7)]);
    assert!(plan.to_string().contains("DB Hits"));
}

#[test]
fn a_write_that_fails_leaves_the_graph_as_it_was() {
    let database = Database::new(&Engine::new());
    write(&database, "CREATE (:Kept)").unwrap();
    let error =
        write(&database, "CREATE (:Gone) WITH 1 AS x UNWIND [1, 0] AS d RETURN x / d").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Arithmetic);
    let labels = read(&database, "MATCH (n) RETURN labels(n) AS l").unwrap();
    assert_eq!(labels.rows, [[Datum::from(vec!["Kept"])]]);
}

#[test]
fn a_registered_procedure_is_called_and_a_new_one_replaces_it() {
    let engine = Engine::new();
    let database = Database::new(&engine);
    let register = |factor: i64| {
        let column = |name: &str| Column { name: name.into(), of: "INTEGER".into() };
        engine.register(Procedure {
            signature: ProcedureSignature {
                name: "test.times".into(),
                inputs: vec![column("in")],
                outputs: vec![column("out")],
            },
            body: Box::new(move |_, arguments, _| match arguments {
                [Datum::Integer(number)] => Ok(vec![vec![Datum::from(number * factor)]]),
                other => Err(Error::new(ErrorKind::ProcedureCall, format!("{other:?}"))),
            }),
        });
    };
    let call = "CALL test.times(3) YIELD out RETURN out";
    assert_eq!(read(&database, call).unwrap_err().kind(), ErrorKind::ProcedureNotFound);
    register(2);
    assert_eq!(read(&database, call).unwrap().rows, [[Datum::from(6)]]);
    register(5);
    assert_eq!(read(&database, call).unwrap().rows, [[Datum::from(15)]]);
    // Standing alone, it takes its arguments from parameters and its columns are the result.
    let params = Params::new().with("in", 2);
    let outcome = read_with(&database, "CALL test.times", &params).unwrap();
    assert_eq!(
        (outcome.columns, outcome.rows),
        (vec!["out".to_owned()], vec![vec![Datum::from(10)]])
    );
}

#[test]
fn procedures_list_the_names_that_are_in_use() {
    let database = Database::new(&Engine::new());
    write(
        &database,
        "CREATE (:Gone {was: 1}) CREATE (:A:B {x: 1})-[:R {w: 1}]->(:A {y: 1})-[:S]->()",
    )
    .unwrap();
    write(&database, "MATCH (n:Gone) DELETE n").unwrap();
    write(&database, "MATCH ()-[s:S]->() DELETE s").unwrap();
    let list = |call: &str| {
        let outcome = read(&database, call).unwrap();
        outcome.rows.into_iter().flatten().collect::<Vec<_>>()
    };
    assert_eq!(list("CALL db.labels()"), ["A", "B"].map(Datum::from));
    assert_eq!(list("CALL db.relationshipTypes"), ["R"].map(Datum::from));
    assert_eq!(list("CALL db.propertyKeys() YIELD propertyKey"), ["x", "y", "w"].map(Datum::from));
}

#[test]
fn many_threads_read_one_database_while_another_writes() {
    let database = Database::new(&Engine::new());
    write(&database, "CREATE (:Pair {a: 0, b: 0})").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..200 {
                    let outcome =
                        read(&database, "MATCH (p:Pair) RETURN p.a = p.b AS same").unwrap();
                    assert_eq!(outcome.rows, [[Datum::Bool(true)]]);
                }
            });
        }
        scope.spawn(|| {
            for _ in 0..200 {
                write(&database, "MATCH (p:Pair) SET p.a = p.a + 1 SET p.b = p.b + 1").unwrap();
            }
        });
    });
}

#[test]
fn deep_nesting_is_planned_and_printed_on_a_small_stack() {
    let engine = Engine::new();
    let deep = |count: usize, open: &str, middle: &str, close: &str| {
        format!("RETURN {}{middle}{} AS x", open.repeat(count), close.repeat(count))
    };
    let texts = [
        deep(200, "[x IN ", "[]", "| x]"),
        deep(200, "NOT ", "true", ""),
        deep(60, "EXISTS { WITH 1 AS y WHERE ", "true", " RETURN 1 AS z }"),
        deep(100, "CASE 1 WHEN 1 THEN ", "2", " END"),
        format!("RETURN {}1 AS x", "1 + ".repeat(400)),
    ];
    let planned = std::thread::Builder::new().stack_size(256 << 10).spawn(move || {
        for text in texts {
            // A text may be nested too deeply for the parser, which is an error and no overflow.
            if let Ok(query) = engine.prepare(&text, &Meter::default()) {
                assert!(!othello_cypher::plan::describe(query.plan()).to_string().is_empty());
            }
        }
    });
    planned.unwrap().join().unwrap();
}
