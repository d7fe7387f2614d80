//! Rows that are left out early, since others agree with them in all that is asked behind, change no answer: a query
//! beside the same one whose rows are all gone through.

mod put_otherwise;
mod random_graphs;

use proptest::prelude::*;
use put_otherwise::{planned, same};
use random_graphs::database;

/// Clauses that come to nodes `b` and `c` in several ways.
const CLAUSES: [&str; 12] = [
    "MATCH (a:N)-[:R]-(b) MATCH (b)-[:R*1..2]-(c)",
    "MATCH (a:N)-[:R]->(b) OPTIONAL MATCH (b)-[:R*1..2]->(c)",
    "MATCH (a:N)-[r:R]-(b) WHERE r.w < 2 MATCH (b)-[s:R]-{1,2}(c) WHERE s[0].w > 0",
    "MATCH (a:N)-[:R]-(b) CALL (b) { MATCH (b)-[:R]->+(c) RETURN c UNION MATCH (b)<-[:R]-(c) RETURN c }",
    "MATCH (a:N)-[:R]-(d) WITH d AS b MATCH (b)-[:R]-{1,2}(c)",
    "MATCH (a:N)-[:R]-(b) WITH b, b.i AS i MATCH (c:N)-[:R*1..3]->(d) WHERE c.i >= i",
    "MATCH (a:N)-[:R]-(b) OPTIONAL CALL (b) { MATCH (b)-[:R*1..3]->(c) RETURN c ORDER BY c.i LIMIT 1 }",
    "MATCH (a:N)-[:R]-(d) MATCH (d)-[:R*0..1]-(b) MATCH (b)-[:R*1..2]-(c)",
    "MATCH (a:N)-[:R]-(b) WITH a, b ORDER BY a.i DESC WHERE a.i > 0 MATCH (b)-[:R*0..2]-(c)",
    "MATCH (a:N)-[:R]-(b) WITH DISTINCT a, b MATCH (b)-[:R*2]-(c)",
    "OPTIONAL MATCH (a:N {i: 1})-[:R]-(b) OPTIONAL MATCH (b)-[:R*1..2]-(c)",
    "MATCH (a:N) UNWIND [0, 1, 1, null] AS x MATCH (b:N {i: x})-[:R*1..2]-(c)",
];

/// What different rows are wanted for, and the same of all rows, each with a name.
const RESULTS: [(&str, &str); 6] = [
    ("RETURN DISTINCT b.i, c.i", "WITH b.i AS b, c.i AS c, count(*) AS n RETURN b, c"),
    ("RETURN DISTINCT c.i", "WITH c.i AS c, count(*) AS n RETURN c"),
    ("RETURN count(DISTINCT c)", "WITH c, count(*) AS n RETURN count(c)"),
    ("RETURN b.i, max(c.i)", "WITH b.i AS b, max(c.i) AS m, count(*) AS n RETURN b, m"),
    ("RETURN c.i, collect(DISTINCT b.i) IS NULL", "WITH c.i AS c, count(*) AS n RETURN c, false"),
    ("RETURN max(b.i), min(c.i)", "WITH max(b.i) AS b, min(c.i) AS c, count(*) AS n RETURN b, c"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn rows_that_agree_with_others_are_not_missed(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..12),
        clauses in prop::sample::select(CLAUSES.to_vec()),
        (different, all) in prop::sample::select(RESULTS.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        same(&database, &format!("{clauses} {different}"), &format!("{clauses} {all}"))?;
    }

    #[test]
    fn those_behind_which_nothing_else_is_asked_are_left_out(
        clauses in prop::sample::select(CLAUSES[..4].to_vec()),
    ) {
        let text = format!("{clauses} RETURN count(DISTINCT c)");
        planned(&database(3, &[(0, 1), (1, 2)])?, &text, &["Distinct(Early)"])?;
    }

    #[test]
    fn many_rows_of_which_few_agree_all_go_on(times in 1i64..4, step in 1i64..900) {
        let database = database(3, &[(0, 1), (1, 2), (2, 0)])?;
        let rows = format!(
            "UNWIND range(1, {times} * 2000) AS x MATCH (a:N {{i: x % 3}}) \
             WITH a, x % (1000 + {step}) AS k MATCH (a)-[:R*1..2]->(b) WHERE b.i + k <> 7"
        );
        let different = format!("{rows} RETURN count(DISTINCT k * 3 + b.i), max(k)");
        let all = format!(
            "{rows} WITH k * 3 + b.i AS v, k, count(*) AS n RETURN count(DISTINCT v), max(k)"
        );
        same(&database, &different, &all)?;
    }
}
