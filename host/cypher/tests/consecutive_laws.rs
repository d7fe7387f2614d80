//! `MATCH` clauses one behind the other, which are matched in the order that takes least, beside the same ones with a `WITH *`
//! between them, which are matched as they are written.

mod put_otherwise;
mod random_graphs;

use proptest::prelude::*;
use put_otherwise::{planned, same};
use random_graphs::database;

/// Clauses that search, most of them from anywhere, each on a line.
const FIRST: [&str; 12] = [
    "MATCH (a:N)-[:R*1..3]-(b)",
    "MATCH (a)-[r:R]-{0,2}(b)",
    "MATCH p = (a)-[:R*0..2]->(b) WHERE a.i <> b.i",
    "MATCH SHORTEST 1 (a)-[:R]-+(b)",
    "MATCH p = shortestPath((a:N)-[:R*1..4]-(b)) WHERE a <> b",
    "MATCH (a) ((x)-[s:R]->(y) WHERE x.i <= y.i + 1){1,2} (b)",
    "MATCH REPEATABLE ELEMENTS (a)-[:R]-{1,2}(b)",
    "MATCH (a {i: 1})-[:R*1..2]-(b)",
    "MATCH (a)-[:R]->(c)-[:R*1..2]->(b) WHERE c.i > 0",
    "MATCH (a)-[:R*1..2]-(b), (c)",
    "MATCH (a)-[r:R]->(b)-[:R*0..1]->(c) WHERE r.w < 2",
    "UNWIND [0, 1, 2] AS k\nMATCH (a)-[:R*1..2]->(b) WHERE b.i >= k",
];

/// Clauses that tell where to begin, or what else to ask, or nothing of that.
const SECOND: [&str; 16] = [
    "MATCH (a {i: 0})",
    "MATCH (b)-[:R]->(d:N {i: 1})",
    "MATCH (a) WHERE a.i = 1",
    "MATCH (d) WHERE a.i = 1 AND d.i > b.i",
    "MATCH (d {i: 2}) WHERE a.i < 2 AND 1 / (d.i + 1) >= 0",
    "MATCH (b)-[t:R]-(d) WHERE t.w = 1 AND d.i = 0",
    "MATCH (b)-[t:R {w: 0}]-({i: a.i})",
    "MATCH (d {i: 1})-->(b)<--(a)",
    "MATCH (a)-[:R*1..2]-(d {i: 0})",
    "MATCH (b)-->(d {i: 1}) WHERE EXISTS { (a)-->(d) }",
    "MATCH (b {i: 1}) WHERE none(x IN [0, 2] WHERE x = a.i)",
    "MATCH (b)-[t]->(d)\nMATCH (d {i: 1}) WHERE a.i >= t.w",
    "OPTIONAL MATCH (b)-->(d {i: 1}) WHERE a.i = 0\nMATCH (a {i: 1})",
    "MATCH (d)-->(b)\nMATCH (d)-[:R*1..2]-(e)\nMATCH (e {i: 0})",
    "MATCH (b {i: 1}), (d {i: 0}) WHERE d <> a",
    "MATCH (b:N&!M {i: 1}) WHERE a.i = 0 OR b.i = 1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn clauses_say_the_same_in_any_order(
        nodes in 1i64..5,
        edges in prop::collection::vec((0i64..5, 0i64..5), 0..8),
        first in prop::sample::select(FIRST.to_vec()),
        second in prop::sample::select(SECOND.to_vec()),
        third in prop::sample::select(SECOND[..4].to_vec()),
        swapped in any::<bool>(),
    ) {
        let database = database(nodes, &edges)?;
        let third = third.replace('d', "f");
        let clauses = if swapped { [first, &third, second] } else { [first, second, &third] };
        let clauses = clauses.join("\n");
        let put = |between: &str| {
            let clauses = clauses.replace('\n', between);
            format!("CYPHER 25 {clauses} RETURN a.i, b.i, count(*) AS n")
        };
        same(&database, &put(" "), &put(" WITH * "))?;
    }
}

/// A query, and what it begins with.
const BEGINNINGS: [(&str, &str); 7] = [
    ("MATCH (a:N)-[:R*1..4]-(b) MATCH (b {i: 1}) RETURN a", "b WHERE b.i = 1"),
    ("MATCH (a:N)-[:R*1..4]-(b) MATCH (c {i: 1})-->(b) RETURN a", "c WHERE c.i = 1"),
    ("MATCH (a:N)-[:R*]-(b) MATCH (c) WHERE $i = a.i AND c.i > 0 RETURN a", "a:N WHERE a.i = $i"),
    // One that knows where to begin waits for nobody, nor for one that reads what only it binds.
    ("MATCH (a:N {i: 0})-[:R*1..4]-(b) MATCH (b {i: 1}) RETURN a", "a:N WHERE a.i = 0"),
    ("MATCH p = (a:N)-[:R*1..4]-(b) MATCH (b {i: length(p)}) RETURN a", "| a:N "),
    ("MATCH (a:N)-[r:R]-()-[:R*1..4]-(b) MATCH (b {i: 1})-[r]-() RETURN a", "| a:N "),
    ("MATCH (a:N)-[:R*1..4]-(b) MATCH (b {i: 1}) WHERE rand() < 2 RETURN a", "| a:N "),
];

#[test]
fn a_search_begins_where_a_later_clause_tells_it() {
    let database = database(3, &[(0, 1), (1, 2)]).unwrap();
    for (text, beginning) in BEGINNINGS {
        planned(&database, text, &[beginning]).unwrap();
    }
}
