//! Rows that are sorted where what they are sorted by is known, and of which only the first are made, are the first of all
//! rows in that order: a query with a limit beside the same one without.

mod random_graphs;

use othello_cypher::{Datum, Error, Limits, Meter, Params};
use proptest::prelude::*;
use random_graphs::{database, listed, plan, rows};

/// Clauses that bind `a` early, `b` later, and make many rows in between.
const CLAUSES: [&str; 12] = [
    "MATCH (a:N)-[:R*1..3]-(b)",
    "MATCH (a:N)-[r:R]-{0,2}(b) WHERE all(x IN r WHERE x.w < 2)",
    "MATCH (a:N), (b:N)",
    "MATCH (a:N) MATCH (b:N)-[:R]->(c) WHERE c.i >= a.i",
    "MATCH (a:N)-[:R]-(c)-[:R]-(b) WHERE a.i <> 1",
    "MATCH (a:N) OPTIONAL MATCH (a)-[:R*1..2]->(b)",
    "MATCH (a:N) UNWIND [3, 1, null] AS x OPTIONAL MATCH (b:N {i: x})",
    "MATCH (a:N) CALL (a) { MATCH (a)-[:R]->+(b) RETURN b ORDER BY b.i DESC }",
    "MATCH (d:N) WITH d AS a, d.i AS z MATCH (a)-[:R*1..2]-(b) WHERE b.i > z",
    "MATCH (a:N) WITH a, a.i AS j ORDER BY j DESC MATCH SHORTEST 2 (a)-[:R]-+(b)",
    "UNWIND [2, 0, 2, 1] AS k MATCH (a:N {i: k}) MATCH (a)-[:R*0..2]-(b)",
    "MATCH (a:N)-[:R*1..2]->(b) WITH DISTINCT a, b",
];

/// What is returned, and what sorts it: all of it known early, then the first keys alone, then of what is put together.
const RESULTS: [&str; 15] = [
    "RETURN a.i AS x, b.i AS y ORDER BY x",
    "RETURN a.i AS x, b.i AS y ORDER BY a.i DESC",
    "RETURN DISTINCT a.i AS x, b IS NULL AS y ORDER BY x",
    "WITH a, b, a.i AS x ORDER BY x DESC",
    "RETURN a.i AS x, b.i AS y ORDER BY 1, x, null",
    "RETURN a.i AS x, 1 = 1 AS y ORDER BY y",
    "RETURN a.i AS x, b.i AS y ORDER BY x, y DESC",
    "RETURN DISTINCT a.i % 2 AS z, a.i AS x, b.i AS y ORDER BY x DESC, y, z",
    "WITH a, b, b.i AS y, a.i AS x ORDER BY 1, x DESC, y DESC, x",
    "RETURN a.i AS x, count(*) AS n ORDER BY x",
    "RETURN a.i AS x, b.i AS y, count(b) AS n ORDER BY x DESC, y",
    "RETURN a.i AS x, min(b.i) AS m, collect(b.i) AS ys ORDER BY x, m DESC",
    "WITH a, count(DISTINCT b.i) + 1 AS n ORDER BY a.i DESC",
    "RETURN count(*) AS n, a.i AS x ORDER BY n, x",
    "RETURN a.i + 1 AS x, b.i AS y ORDER BY x",
];

/// How many of them can be sorted early, and how many only to begin with.
const EARLY: usize = 6;
const PARTLY: usize = 3;
const GROUPS: usize = 4;

/// What comes behind a `WITH`.
fn end(result: &str) -> &'static str {
    if !result.starts_with("WITH") {
        ""
    } else if result.contains("count") {
        "RETURN a.i, n"
    } else {
        "RETURN x, b.i AS y"
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_first_rows_are_the_first_of_all(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..7),
        clauses in prop::sample::select(CLAUSES.to_vec()),
        result in prop::sample::select(RESULTS.to_vec()),
        (skip, limit) in (0usize..4, 2usize..6),
    ) {
        let database = database(nodes, &edges)?;
        let end = end(result);
        let all = listed(&database, &format!("{clauses} {result} {end}"))?;
        let text = format!("{clauses} {result} SKIP {skip} LIMIT {limit} {end}");
        let first: Vec<String> = all.into_iter().skip(skip).take(limit).collect();
        prop_assert_eq!(listed(&database, &text)?, first, "{}", text);
    }

    #[test]
    fn what_is_known_early_is_sorted_early(
        clauses in prop::sample::select(CLAUSES.to_vec()),
        number in 0..EARLY + PARTLY + GROUPS,
    ) {
        let result = RESULTS[number];
        // In Cypher 5 only where nothing behind that place may fail.
        let text = format!("CYPHER 25 {clauses} {result} LIMIT 3 {}", end(result));
        let plan = plan(&database(3, &[(0, 1), (1, 2)])?, &text)?;
        let unsorted = !plan.contains("Top");
        prop_assert!(unsorted || plan.contains("Sort(Early)"), "{}\n{}", text, plan);
        let partly = (EARLY..EARLY + PARTLY).contains(&number);
        prop_assert!(!partly || plan.contains("PartialTop"), "{}\n{}", text, plan);
        let groups = number >= EARLY + PARTLY;
        prop_assert!(!groups || plan.contains("OrderedAggregation"), "{}\n{}", text, plan);
    }
}

#[test]
fn what_is_not_read_alone_is_sorted_where_it_is_computed() -> Result<(), Error> {
    let database = database(3, &[(0, 1), (1, 2)])?;
    for text in [
        // An error of the key is one of the rows that there are.
        "MATCH (a:N)-[:R*1..2]->(b) RETURN b.i AS y ORDER BY 1 / a.i LIMIT 2",
        "MATCH (a:N)-[:R*1..2]->(b) RETURN a.i + 1 AS x, b.i AS y ORDER BY x LIMIT 2",
        // So is one of the rows that would be left out, in Cypher 5.
        "MATCH (a:N)-[:R*1..2]->(b) WITH a, 1 / b.i AS y RETURN y ORDER BY a.i LIMIT 2",
        "MATCH (a:N)-[:R*1..2]->(b) WITH a, rand() AS y RETURN y ORDER BY a.i LIMIT 2",
        // One hop makes no more rows than are sorted in no time.
        "MATCH (a:N)-[:R]->(b) RETURN b.i ORDER BY a.i LIMIT 2",
    ] {
        let plan = plan(&database, text)?;
        assert!(plan.contains("Top") && !plan.contains("Sort(Early)"), "{text}\n{plan}");
    }
    Ok(())
}

#[test]
fn a_row_that_fails_is_missed_only_where_neo4j_may_miss_it() -> Result<(), Error> {
    let database = database(3, &[(0, 1), (1, 2)])?;
    let limited =
        "MATCH (a:N)-[:R*1..2]->(b) WITH a, 1 / (b.i - 2) AS y RETURN y ORDER BY a.i LIMIT 1";
    let failed = rows(&database, limited).unwrap_err();
    assert!(failed.to_string().contains("by zero"), "{failed}");
    assert_eq!(rows(&database, &format!("CYPHER 25 {limited}"))?.len(), 1);
    // What fails before the rows become many fails in any case.
    let early = "MATCH (d:N) WITH d, 1 / (d.i - 2) AS z MATCH (d)-[:R*1..2]->(b) RETURN b ORDER BY d.i LIMIT 1";
    for text in [early.to_owned(), format!("CYPHER 25 {early}")] {
        assert!(plan(&database, &text)?.contains("Sort(Early)"), "{text}");
        assert!(rows(&database, &text).is_err(), "{text}");
    }
    Ok(())
}

#[test]
fn many_rows_are_sorted_where_they_are_wanted() -> Result<(), Error> {
    let database = database(3, &[(0, 1), (1, 2)])?;
    for rows in [19_999, 20_000, 20_001, 1_000_000] {
        let mut keys: Vec<i64> = (1..=rows).map(|x| x * 7919 % 1_000_003).collect();
        keys.sort_unstable_by(|a, b| b.cmp(a));
        for (order, [first, second]) in [("k DESC", [1, 5]), ("k DESC, y DESC", [5, 1])] {
            let text = format!(
                "UNWIND range(1, {rows}) AS x WITH (x * 7919) % 1000003 AS k \
                 UNWIND [1, 5] AS y RETURN k, y ORDER BY {order} LIMIT 3"
            );
            assert!(plan(&database, &text)?.contains("Sort(Early)"));
            // All of the rows would not find room.
            let meter = Meter::new(Limits { memory: 8 << 20, ..Limits::default() });
            let query = database.engine().prepare(&text, &Meter::default())?;
            let outcome = database.read(&query, &Params::new(), &meter)?;
            let wanted = [(keys[0], first), (keys[0], second), (keys[1], first)];
            let wanted = wanted.map(|(k, y)| vec![Datum::Integer(k), Datum::Integer(y)]);
            assert_eq!(outcome.rows, wanted, "{rows} {order}");
        }
    }
    Ok(())
}
