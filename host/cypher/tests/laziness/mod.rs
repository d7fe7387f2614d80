//! Which rows fail and which are never looked at: what Neo4j 5.26 (Cypher 5) and 2026.08 (Cypher 25) answered.

use othello_cypher::{Database, Engine, Error, ErrorKind, Meter, Params};
use proptest::prelude::*;

use super::random_graphs::{self, rows};

/// Nodes of which one has a text where the others have numbers, each related to each other one.
const SET_UP: &str = "UNWIND [[0, 1], [1, 'x'], [2, 0], [3, 2]] AS p CREATE (:P {i: p[0], v: p[1]})
    WITH count(*) AS n MATCH (a:P), (b:P) WHERE a <> b CREATE (a)-[:R]->(b)";

/// `COUNT { }` compared with a number, where the second row or the third one fails.
const COUNTS: [(&str, &str, &str); 24] = [
    ("ROWS > 0", "true", "true"),
    ("0 < ROWS", "true", "true"),
    ("ROWS = 0", "false", "false"),
    ("0 = ROWS", "false", "false"),
    ("NOT ROWS > 0", "false", "false"),
    ("ROWS >= 1", "error", "true"),
    ("ROWS < 1", "error", "false"),
    ("1 > ROWS", "error", "false"),
    ("ROWS <> 0", "error", "true"),
    ("ROWS <= 0", "error", "false"),
    ("ROWS > 1", "error", "true"),
    ("ROWS = 1", "error", "false"),
    ("ROWS <> 1", "error", "true"),
    ("ROWS <= 1", "error", "false"),
    ("ROWS < 2", "error", "error"),
    ("ROWS >= 2", "error", "error"),
    ("ROWS > 2", "error", "error"),
    ("ROWS > 1.5", "error", "error"),
    ("COUNT { UNWIND [1, 0] AS x WITH x WHERE 1 / x > 0 RETURN x } >= 1", "error", "error"),
    ("COUNT { UNWIND [1, 0] AS x WITH x WHERE 1 / x > 0 RETURN x } = 1", "error", "error"),
    ("COUNT { UNWIND [1, 2, 0] AS x WITH DISTINCT 1 / x AS y RETURN y } > 1", "error", "true"),
    ("COUNT { UNWIND [1, 2, 0] AS x WITH 1 / x AS y ORDER BY y RETURN y } > 1", "error", "error"),
    ("COUNT { UNWIND [1, 2, 0] AS x RETURN 1 / x AS y } > 1", "true", "true"),
    ("EXISTS { UNWIND [1, 2, 0] AS x WITH 1 / x AS y RETURN y }", "true", "true"),
];

/// `count(*)` compared with a number, likewise.
const GATHERED: [(&str, &str, &str); 14] = [
    ("WITH 1 / x AS y RETURN count(*) > 1 AS c", "error", "true"),
    ("WITH 1 / x AS y RETURN count(y) > 1 AS c", "error", "true"),
    ("WITH nullIf(1 / x, 1) AS y RETURN count(y) > 1 AS c", "error", "error"),
    ("WITH x WHERE 1 / x >= 0 RETURN count(*) > 1 AS c", "error", "true"),
    ("WITH 1 / x AS y WHERE y >= 0 RETURN count(*) > 1 AS c", "error", "true"),
    ("CALL (x) { RETURN 1 / x AS y } RETURN count(*) > 1 AS c", "error", "true"),
    ("MATCH (p:P {i: 1 / x}) RETURN count(*) > 0 AS c", "error", "true"),
    ("OPTIONAL MATCH (p:P {i: 1 / x}) RETURN count(*) > 0 AS c", "error", "true"),
    ("WITH DISTINCT 1 / x AS y RETURN count(*) > 1 AS c", "error", "true"),
    ("WITH 1 / x AS y RETURN 1 < count(*) AS c", "error", "true"),
    ("WITH 1 / x AS y RETURN count(*) = 1 AS c", "error", "false"),
    ("WITH 1 / x AS y RETURN count(*) > 2 AS c", "error", "error"),
    ("WITH x ORDER BY 1 / x RETURN count(*) > 1 AS c", "error", "error"),
    ("WITH x, 1 / x AS y RETURN count(DISTINCT y) > 0 AS c", "error", "error"),
];

/// What a join computes that fails for some rows; the same in both versions.
const JOINS: [(&str, &str); 22] = [
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = 1 / (y.i - 1)", "error"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = 1 / (y.i - 1) AND y.i > 1", "18"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE y.i > 1 AND x.i = 1 / (y.i - 1)", "18"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE 1 / (x.i - 1) = y.i AND x.i > 1", "18"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = 1 / (y.i - 1) AND y.v = 0", "9"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = 1 / (y.i - 1) AND a.i = 99", "0"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = 1 / (y.i - 1) AND a.i + b.i = 99", "error"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE a.i + b.i = 99 AND x.i = 1 / (y.i - 1)", "error"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = y.v + 1 AND y.i <> 1", "24"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = y.v - 1 AND y.i <> 1", "15"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE b.i + x.i > 99 AND x.i = y.v - 1", "error"),
    ("(a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = 1 / (y.i - 1) AND x.v = y.v AND y.v = 'zz'", "0"),
    ("(a:P {i: 99})-->(x:P), (b:P)-->(y:P) WHERE x.i = 1 / (y.i - 1)", "0"),
    ("(a:P)-->(x:P), (b:P {i: 99})-->(y:P) WHERE x.i = 1 / (y.i - 1)", "0"),
    ("(a:P)-->(x:P), (b:P {i: 99})-->(y:P) WHERE 1 / (x.i - 1) = y.i", "0"),
    (
        "(a:P)-->(x:P), (b:P)-->(y:P) WHERE 1 / (y.i - 1) = x.i AND EXISTS { (y)-->(:P {i: 99}) }",
        "0",
    ),
    ("(a:P), (b:P) WHERE a.i = 1 / (b.i - 1) AND b.i > 1", "2"),
    ("(a:P), (b:P) WHERE a.i = 1 / (b.i - 1) AND a.i > 100", "0"),
    ("(a:P), (b:P) WHERE a.i = 1 / (b.i - 1) AND a.v = b.v", "error"),
    ("(k:P), (y:P) WHERE y.i > k.i + 1 AND 1 / (y.i - 1) = k.i + 1", "error"),
    ("(k:P), (y:P) WHERE 1 / (y.i - 1) = k.i + 1 AND y.i > k.i + 1", "error"),
    ("(k:P), (y:P) WHERE 1 / (y.i - 1) = k.i + 1 AND y.i <> 1", "1"),
];

/// The same beside something that was matched before.
const BESIDE: [(&str, &str); 4] = [
    ("WITH 1 AS k MATCH (a:P)-->(x:P), (b:P)-->(y:P) WHERE x.i = 1 / (y.i - 1) AND y.i > k", "18"),
    ("WITH 1 AS k MATCH (a:P)-->(x:P), (b:P)-->(y:P) WHERE 1 / (x.i - 1) = y.i AND x.i > k", "18"),
    (
        "MATCH (k:P {i: 0}) WITH k MATCH (a:P)-->(x:P), (b:P)-->(y:P) \
         WHERE 1 / (x.i - 1) = y.i AND x.i > k.i + 1",
        "18",
    ),
    (
        "MATCH (k:P {i: 0}) WITH k MATCH (a:P)-->(x:P), (b:P)-->(y:P) \
         WHERE 1 / (y.i - 1) = x.i AND y.i > k.i + 1",
        "18",
    ),
];

fn database() -> Result<Database, Error> {
    let engine = Engine::shared();
    let database = Database::new(&engine);
    let set_up = engine.prepare(SET_UP, &Meter::default())?;
    database.write(&set_up, &Params::new(), &Meter::default())?;
    Ok(database)
}

/// The one value that comes out, or that one could not be computed.
fn answer(database: &Database, text: &str) -> Result<String, Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    match database.read(&query, &Params::new(), &Meter::default()) {
        Ok(outcome) => Ok(outcome.rows.iter().flatten().map(ToString::to_string).collect()),
        Err(error) if matches!(error.kind(), ErrorKind::Arithmetic | ErrorKind::Type) => {
            Ok("error".to_owned())
        }
        Err(error) => Err(error),
    }
}

/// The queries that answer otherwise.
fn others(
    database: &Database,
    asked: impl IntoIterator<Item = (String, &'static str)>,
) -> Result<Vec<String>, Error> {
    let mut others = Vec::new();
    for (text, expected) in asked {
        let answer = answer(database, &text)?;
        if answer != expected {
            others.push(format!("{text}: {answer} instead of {expected}"));
        }
    }
    Ok(others)
}

#[test]
fn a_count_that_stops_early_hears_of_rows_that_fail_as_far_as_each_server_counts()
-> Result<(), Error> {
    let database = database()?;
    let rows = "COUNT { UNWIND [1, 2, 0] AS x WITH x WHERE 1 / x >= 0 RETURN x }";
    let counts = COUNTS.map(|(count, old, new)| {
        (format!("RETURN {} AS c", count.replace("ROWS", rows)), old, new)
    });
    let gathered =
        GATHERED.map(|(rest, old, new)| (format!("UNWIND [1, 2, 0] AS x {rest}"), old, new));
    let asked = counts.iter().chain(&gathered).flat_map(|(text, old, new)| {
        [(format!("CYPHER 5 {text}"), *old), (format!("CYPHER 25 {text}"), *new)]
    });
    assert_eq!(others(&database, asked)?, [] as [String; 0]);
    Ok(())
}

#[test]
fn what_a_join_computes_fails_for_the_rows_that_nothing_else_leaves_out() -> Result<(), Error> {
    let database = database()?;
    let joins = JOINS.map(|(pattern, expected)| (format!("MATCH {pattern}"), expected));
    let beside = BESIDE.map(|(text, expected)| (text.to_owned(), expected));
    let asked = joins
        .into_iter()
        .chain(beside)
        .map(|(text, expected)| (format!("{text} RETURN count(*) AS n"), expected));
    assert_eq!(others(&database, asked)?, [] as [String; 0]);
    Ok(())
}

proptest! {
    #[test]
    fn hops_that_are_counted_without_going_through_them_are_as_many_as_they_are(
        nodes in 1i64..4,
        edges in prop::collection::vec((0i64..4, 0i64..4), 0..9),
        hop in prop::sample::select(vec!["--", "-->", "<--", "-[:R]-", "<-[:X|R]-", "-[:X]->"]),
        limit in 0i64..4,
    ) {
        let database = random_graphs::database(nodes, &edges)?;
        let counted = format!(
            "MATCH (a:N) RETURN a.i, COUNT {{ (a){hop}() }} AS n, COUNT {{ (a){hop}() }} > {limit} AS more, \
             COUNT {{ MATCH (a){hop}(b) RETURN b LIMIT {limit} }} AS few"
        );
        let walked = format!(
            "MATCH (a:N) OPTIONAL MATCH (a){hop}(b) WITH a, count(b) AS n \
             RETURN a.i, n, n > {limit} AS more, CASE WHEN n > {limit} THEN {limit} ELSE n END AS few"
        );
        prop_assert_eq!(rows(&database, &counted)?, rows(&database, &walked)?, "{}", counted);
    }
}
