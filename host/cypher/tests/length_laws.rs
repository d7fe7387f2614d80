//! Where nothing but the lengths of paths is asked for, not all paths are walked, and where a length is asked for, none
//! that is longer or shorter: queries that a plan answers so, beside the same ones put so that every path is gone through.

mod put_otherwise;
mod random_graphs;

use othello_cypher::Error;
use proptest::prelude::*;
use put_otherwise::{planned, same};
use random_graphs::{database, plan};

/// Paths from `a` to `b`, and a list that they bind.
const PATHS: [(&str, &str); 12] = [
    ("(a:N)-[r:R*1..4]-(b)", "r"),
    ("(a:N)-[r:R*2..4]->(b)", "r"),
    ("(a:N)-[r:R*0..3]-(b:N {i: 1})", "r"),
    ("(a)<-[r:R*..4]-(b:N {i: 0})", "r"),
    ("(a:N)-[r:R]-{1,4}(b)", "r"),
    ("(a:N)-[r:R]->{0,4}(b)", "r"),
    ("(a:N)((x)-[r:R]-(y) WHERE r.w < 2){1,4}(b)", "r"),
    ("(a:N)((x)-[r:R]->(y)-[:R]-(z)){1,3}(b)", "y"),
    ("(a:N)-[:R]-()-[r:R]-{1,3}(b)", "r"),
    ("(a:N)-[r:R*1..3]-()-[:R]->(b)", "r"),
    ("(a:N)-[:R]->()((x)-[:R]-(y)-[r:R]-(z)){0,2}()<-[:R]-(b)", "r"),
    ("(a:N), (b:N), p2 = (a)-[r:R*1..4]-(b)", "r"),
];

/// Paths from `a` to `b` on which a relationship may come again.
const REPEATABLE: [&str; 10] = [
    "(a:N)-[:R]-{1,5}(b)",
    "(a:N)-[:R]->{0,3}(b)",
    "(a:N)-[:R]-{3}(b)",
    "(a:N)-[:R]-{2,4}(b:N {i: 1})",
    "(a:N)<-[:R]-{2,6}(b)",
    "(a:N)((x)-[r:R]-(y) WHERE x.i <> y.i OR r.w = 1){3,5}(b)",
    "(a:N)-[s:R]-(c)-[:R]-{2,3}(b)",
    "(a:N)-[:R]-{1,3}(b)-[s:R]->(c)",
    "(a:N)-[:R]-{2,3}(a), (b)",
    "(a:N), (b:N), (a)-[:R]-{2,4}(b)",
];

/// What is asked of paths where only their lengths tell them apart, and the same of a length `l`.
const ASKED: [(&str, &str); 8] = [
    ("WITH a, b, max(LENGTH) AS l RETURN a.i, b.i, l", "WITH a, b, max(l) AS l RETURN a.i, b.i, l"),
    ("RETURN DISTINCT a.i, LENGTH", "RETURN DISTINCT a.i, l"),
    ("RETURN b.i, count(DISTINCT LENGTH)", "RETURN b.i, count(DISTINCT l)"),
    ("RETURN max(LENGTH), min(LENGTH), max(b.i)", "RETURN max(l), min(l), max(b.i)"),
    (
        "WITH b, LENGTH AS l WHERE l > b.i RETURN b.i, max(l)",
        "WITH b, l WHERE l > b.i RETURN b.i, max(l)",
    ),
    (
        "WHERE LENGTH % 2 = 0 RETURN DISTINCT a.i, b.i",
        "WITH * SKIP 0 WHERE l % 2 = 0 RETURN DISTINCT a.i, b.i",
    ),
    (
        "WHERE LENGTH > b.i RETURN b.i, max(LENGTH)",
        "WITH * SKIP 0 WHERE l > b.i RETURN b.i, max(l)",
    ),
    ("RETURN LENGTH ORDER BY LENGTH DESC, b.i LIMIT 1", "RETURN l ORDER BY l DESC, b.i LIMIT 1"),
];

/// What says how long a path or list is, with a number that is written down.
const BOUNDED: [&str; 12] = [
    "length(p) > 1",
    "length(p) >= 3",
    "3 > length(p)",
    "length(p) <= 2 AND size(LIST) > 1",
    "size(LIST) = 2",
    "1 < length(p) < 4",
    "size(nodes(p)) = 3",
    "size(relationships(p)) <= 3",
    "4 = length(p)",
    "length(p) > -1 AND length(p) < 0",
    "size(LIST) >= 0 AND length(p) <> 2",
    "length(p) > 2 AND length(p) < 2",
];

/// What says that no node comes twice.
const ACYCLIC: [&str; 5] = [
    "all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n))",
    "all(n IN nodes(p) WHERE size([m IN nodes(p) WHERE n = m]) = 1)",
    "none(n IN nodes(p) WHERE size([m IN nodes(p) WHERE m = n]) > 1)",
    "size(coll.distinct(nodes(p))) = size(nodes(p))",
    "size(nodes(p)) = size(coll.distinct(nodes(p)))",
];

/// Comprehensions of patterns of which only the size is asked.
const GATHERED: [&str; 5] = [
    "[(a)-[:R]->(b) | b]",
    "[(a)-[:R*2..3]-(b) WHERE b.i > 0 | b.i]",
    "[(a)-[:R*1..4]->(:N {i: 1}) | 1]",
    "[p = (a)-[:R*1..3]-(b) WHERE length(p) > 1 | p]",
    "[(a)-[r:R]-(b)-[:R]-(a) WHERE r.w = 1 | null]",
];

/// Paths from `a` to `b` through `c`.
const CHAINS: [&str; 8] = [
    "(a:N)-[:R]-{1,3}(c)-[:R]-{1,3}(b)",
    "(a:N)-[:R]->+(c)-[:R]->+(b)",
    "(a:N)-[:R*1..3]-(c)-[s:R]-(d)-[:R*0..2]-(b)",
    "(a:N)-[:R*2..3]-(c)<-[:R]-(b:N)",
    "(a:N)((x)-[r:R]-(y) WHERE r.w < 2){1,3}(c)-[:R]->(d)-[:R]-{1,2}(b)",
    "(a:N)((x)-[:R]->(y)-[:R]-(z)){1,2}(c WHERE c.i > 0)-[:R]-{1,2}(b)",
    "(a:N)-[:R]-(c)-[:R]-{2,4}(b)",
    "(a:N), (b:N), p2 = (a)-[:R]-{1,3}(c)-[:R]-{1,3}(b)",
];

/// What is asked of them that tells them apart by what they have on their way.
const TOLD: [&str; 8] = [
    "RETURN DISTINCT a.i, c.i, b.i",
    "RETURN c.i, count(DISTINCT b)",
    "RETURN count(DISTINCT c), count(DISTINCT b)",
    "RETURN b.i, max(c.i)",
    "RETURN c.i, max(length(p)), min(b.i)",
    "RETURN DISTINCT c.i, length(p)",
    "RETURN a.i, min(length(p))",
    "RETURN c.i AS i ORDER BY c.i DESC, b.i LIMIT 1",
];

fn named(path: &str) -> String {
    if path.contains("p2 = ") { path.replace("p2 = ", "p = ") } else { format!("p = {path}") }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn lengths_are_those_of_all_paths(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..11),
        (path, list) in prop::sample::select(PATHS.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let path = named(path);
        let of_list = format!("size({list})");
        for length in ["length(p)", "size(relationships(p))", &of_list] {
            let each = format!("MATCH {path} WITH a, b, collect({length}) AS ls UNWIND ls AS l");
            for (asked, of_all) in ASKED {
                let pruned = format!("MATCH {path} {}", asked.replace("LENGTH", length));
                // What reads a list and a node behind it may be tested with that node.
                if !asked.contains("> b.i") {
                    planned(&database, &pruned, &["Pruning"])?;
                }
                same(&database, &pruned, &format!("{each} {of_all}"))?;
            }
        }
    }

    #[test]
    fn a_path_of_a_length_is_walked_as_far_as_that(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..8),
        (path, list) in prop::sample::select(PATHS.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let path = named(path);
        let ways = "RETURN a.i, b.i, [q IN relationships(p) | elementId(q)] AS rs";
        for asked in BOUNDED {
            let asked = asked.replace("LIST", list);
            for result in [ways, "RETURN DISTINCT a.i, b.i"] {
                let bounded = format!("MATCH {path} WHERE {asked} {result}");
                let whole = format!("MATCH {path} WITH * SKIP 0 WHERE {asked} {result}");
                same(&database, &bounded, &whole)?;
            }
        }
    }

    #[test]
    fn a_path_that_is_said_to_go_through_no_node_twice_is_one_that_does_not(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..8),
        (path, _) in prop::sample::select(PATHS.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let path = named(path);
        for asked in ACYCLIC {
            for result in ["RETURN a.i, b.i, [q IN relationships(p) | elementId(q)] AS rs", "RETURN DISTINCT b.i"] {
                let said = format!("CYPHER 25 MATCH {path} WHERE {asked} {result}");
                planned(&database, &said, &["ACYCLIC"])?;
                let whole = format!("CYPHER 25 MATCH {path} WITH * SKIP 0 WHERE {asked} {result}");
                same(&database, &said, &whole)?;
            }
        }
    }

    #[test]
    fn ends_are_those_of_all_paths_with_what_these_have_on_their_way(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..9),
        path in prop::sample::select(CHAINS.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let path = named(path);
        for asked in TOLD {
            let pruned = format!("MATCH {path} {asked}");
            planned(&database, &pruned, &["Pruning"])?;
            let whole = format!("MATCH {path} WITH * SKIP 0 {asked}");
            same(&database, &pruned, &whole)?;
        }
    }

    #[test]
    fn ends_of_paths_on_which_relationships_come_again_are_those_of_all_of_these_paths(
        nodes in 1i64..5,
        edges in prop::collection::vec((0i64..5, 0i64..5), 0..6),
        pattern in prop::sample::select(REPEATABLE.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let all = format!("CYPHER 25 MATCH REPEATABLE ELEMENTS {pattern}");
        let ends = format!("{all} RETURN DISTINCT a.i AS a, b.i AS b");
        planned(&database, &ends, &["Repeat(Pruning,BFS)"])?;
        same(&database, &ends, &format!("{all} WITH a.i AS a, b.i AS b, count(*) AS n RETURN a, b"))?;
    }

    #[test]
    fn a_comprehension_has_as_many_elements_as_its_pattern_has_matches(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..8),
    ) {
        let database = database(nodes, &edges)?;
        for gathered in GATHERED {
            for (asked, whole) in [
                (format!("size({gathered})"), format!("size([x IN {gathered} | x])")),
                (format!("size({gathered}) > 0"), format!("size([x IN {gathered} | x]) > 0")),
                (format!("2 >= size({gathered})"), format!("2 >= size([x IN {gathered} | x])")),
                (format!("isEmpty({gathered})"), format!("size([x IN {gathered} | x]) = 0")),
            ] {
                let text = format!("MATCH (a:N) RETURN a.i, {asked} AS n");
                let whole = format!("MATCH (a:N) RETURN a.i, {whole} AS n");
                planned(&database, &text, &["COUNT { ... }", "EXISTS { ... }"])?;
                same(&database, &text, &whole)?;
            }
        }
    }
}

#[test]
fn what_is_bounded_is_no_longer_asked_and_of_selectors_nothing_is_bounded() -> Result<(), Error> {
    let database = database(2, &[(0, 1)])?;
    for (text, holds, without) in [
        ("MATCH p = (a:N)-[:R*]->(b) WHERE length(p) > 3 RETURN DISTINCT b", "*4..]", "Filter"),
        ("MATCH (a:N)-[r:R*]->(b) WHERE size(r) = 2 RETURN DISTINCT b", "*2..2]", "Filter"),
        ("MATCH p = (a:N)-[:R]->+(b) WHERE length(p) < 3 RETURN b", "{1, 2}", "Filter"),
        (
            "MATCH p = ANY SHORTEST (a:N)-[:R]->+(b) WHERE length(p) > 3 RETURN b",
            "length(p) > 3",
            "{4, *}",
        ),
        (
            "MATCH p = (a:N)-[:R*]->(c)-[:R*]->(b) WHERE length(p) > 3 RETURN b",
            "length(p) > 3",
            "*4",
        ),
    ] {
        let plan = plan(&database, text)?;
        assert!(plan.contains(holds) && !plan.contains(without), "{text}\n{plan}");
    }
    Ok(())
}
