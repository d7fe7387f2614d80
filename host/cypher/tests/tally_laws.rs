//! What is asked of how many elements of a path satisfy something is counted while the path is searched, and whether a
//! chain leads from one node to another is remembered: queries that are answered so, beside the same ones put so that
//! every path is gone through.

mod put_otherwise;
mod random_graphs;

use proptest::prelude::*;
use put_otherwise::{planned, same};
use random_graphs::{database, rows};

/// Paths from `a` to `b` that bind the list `r`.
const PATHS: [&str; 9] = [
    "(a:N)-[r:R*1..4]-(b)",
    "(a:N)-[r:R*0..4]->(b)",
    "(a)<-[r:R*2..5]-(b:N {i: 0})",
    "(a:N)-[r:R]-{1,4}(b)",
    "(a:N)((x)-[r:R]-(y) WHERE x.i <> y.i){1,5}(b)",
    "(a:N)((x)-[r:R]->(y)-[:R]-(z)){1,3}(b)",
    "(a:N)-[:R]-(c)-[r:R]-{1,3}(b)",
    "(a:N)-[r:R]-{1,2}(c)-[:R]-{1,3}(b)",
    "(a:N)-[r:R]-{0,2}()-[:R]->()-[:R]-{0,2}(b)",
];

/// What is asked of them.
const ASKED: [&str; 19] = [
    "any(n IN nodes(p) WHERE n.i = 2)",
    "any(e IN relationships(p) WHERE e.w = 1 OR e.x = 1)",
    "any(e IN r WHERE e.w = 2)",
    "NOT all(e IN r WHERE e.w = 0)",
    "NOT none(n IN nodes(p) WHERE n.i > a.i)",
    "NOT any(n IN nodes(p) WHERE n.i = 3)",
    "single(n IN nodes(p) WHERE n.i = 1)",
    "single(n IN nodes(p) WHERE CASE n.i WHEN 2 THEN null ELSE n.i = 1 END)",
    "any(n IN nodes(p) WHERE CASE n.i WHEN 2 THEN null ELSE n.i = 1 END)",
    "none(n IN nodes(p) WHERE CASE n.i WHEN 2 THEN null ELSE n.i = 1 END)",
    "single(e IN r WHERE e.w = 1) AND any(n IN nodes(p) WHERE n.i = 0)",
    "size([n IN nodes(p) WHERE n.i > 0]) = 2",
    "size([e IN r WHERE e.w < 2 | e.w]) >= 2",
    "3 > size([n IN nodes(p) WHERE n.i % 2 = 0])",
    "size([n IN nodes(p) WHERE n.i = 1]) < 2 AND length(p) % 2 = 1",
    "a IN nodes(p)[1..] AND size([n IN nodes(p) WHERE n = a]) > 1",
    "any(n IN nodes(p) WHERE 6 / (n.i - 3) > 2)",
    "single(n IN nodes(p) WHERE n.i = b.i)",
    "any(n IN nodes(p) WHERE EXISTS { (n)-->(:N {i: 1}) })",
];

/// Chains from `a` to `b`, both of which are known; `LESS` stands for what a row has beside them.
const BETWEEN: [&str; 8] = [
    "(a)-[:R*2..5]-(b)",
    "(a)-[:R]->{2,}(b)",
    "(a)((x)-[:R]-(y)-[:R]-(z)){1,3}(b)",
    "(a)((x)-[r:R]-(y) WHERE r.w < LESS){2,5}(b)",
    "(a)((x)-[r:R]-(y WHERE y.i <> b.i OR r.w = LESS)){2,4}(b)",
    "(a)-[:R]-()-[:R]-{1,4}(b WHERE b.i <> LESS)",
    "(a)-[:R]-{1,3}()-[:R]->{1,2}(b)",
    "(a)-[:R]-{2,4}(c WHERE c.i <> a.i)-[:R]-{0,2}(b)",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn the_ends_of_paths_with_so_many_elements_are_those_of_all_paths(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..11),
        path in prop::sample::select(PATHS.to_vec()),
        asked in prop::sample::select(ASKED.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let all = format!("MATCH p = {path} WITH * SKIP 0 WHERE {asked}");
        // What can't be computed is no error where the path with it is not looked at.
        if asked.contains('/') && rows(&database, &format!("{all} RETURN count(*)")).is_err() {
            return Ok(());
        }
        let some = format!("MATCH p = {path} WHERE {asked}");
        for wanted in [
            "RETURN DISTINCT a.i, b.i",
            "RETURN b.i, min(length(p))",
            "RETURN a.i, count(DISTINCT length(p))",
            "RETURN max(length(p)), min(a.i)",
        ] {
            let some = format!("{some} {wanted}");
            planned(&database, &some, &["Pruning"])?;
            same(&database, &some, &format!("{all} {wanted}"))?;
        }
        let exists = format!("MATCH (a) WHERE EXISTS {{ {some} }} RETURN DISTINCT a.i");
        let ends = format!("{all} RETURN DISTINCT a.i");
        prop_assert_eq!(rows(&database, &exists)?, rows(&database, &ends)?, "{}", exists);
    }

    #[test]
    fn the_first_paths_with_so_many_elements_are_the_first_of_all(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..9),
        path in prop::sample::select(PATHS.to_vec()),
        asked in prop::sample::select(ASKED.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let all = format!("MATCH p = {path} WITH * SKIP 0 WHERE {asked}");
        if asked.contains('/') && rows(&database, &format!("{all} RETURN count(*)")).is_err() {
            return Ok(());
        }
        let least = format!(
            "{all} WITH a, b, length(p) AS l, count(*) AS n ORDER BY l \
             WITH a, b, collect([l, n])[0] AS first RETURN a.i, b.i, first[0], "
        );
        let one = format!("MATCH SHORTEST 1 (p = {path} WHERE {asked}) RETURN a.i, b.i, length(p), 1");
        prop_assert_eq!(
            rows(&database, &one)?,
            rows(&database, &format!("{least} 1"))?,
            "{}", one
        );
        let group = format!(
            "MATCH ALL SHORTEST (p = {path} WHERE {asked}) \
             WITH a, b, length(p) AS l, count(*) AS n RETURN a.i, b.i, l, n"
        );
        prop_assert_eq!(
            rows(&database, &group)?,
            rows(&database, &format!("{least} first[1]"))?,
            "{}", group
        );
    }

    #[test]
    fn the_ends_of_paths_without_circles_are_those_of_all_paths(
        nodes in 2i64..7,
        edges in prop::collection::vec((0i64..7, 0i64..7), 0..12),
        path in prop::sample::select(PATHS.to_vec()),
        length in 1i64..6,
    ) {
        let database = database(nodes, &edges)?;
        let acyclic = "all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n))";
        for asked in [acyclic.to_owned(), format!("{acyclic} AND length(p) = {length}")] {
            for wanted in ["RETURN DISTINCT a.i, b.i", "RETURN b.i, max(length(p))"] {
                let some = format!("MATCH p = {path} WHERE {asked} {wanted}");
                let all = format!("MATCH p = {path} WITH * SKIP 0 WHERE {asked} {wanted}");
                same(&database, &some, &all)?;
            }
        }
    }

    #[test]
    fn whether_a_chain_leads_from_here_to_there_is_what_all_ways_say(
        nodes in 3i64..7,
        edges in prop::collection::vec((0i64..7, 0i64..7), 5..14),
        chain in prop::sample::select(BETWEEN.to_vec()),
        behind in prop::sample::select(vec!["", "-[:R]-(:N {i: 0})", ", (b)-->(d)"]),
        before in prop::sample::select(vec!["", "UNWIND [0, 1, 1.0, 2, null] AS k"]),
    ) {
        let database = database(nodes, &edges)?;
        let all = format!("{before} MATCH (a:N), (b:N) WHERE");
        let chain = chain.replace("LESS", if before.is_empty() { "2" } else { "k" });
        let result = "RETURN a.i, b.i, count(*)";
        let some = format!("{all} EXISTS {{ {chain}{behind} }} {result}");
        planned(&database, &some, &["Pruning"])?;
        same(&database, &some, &format!("{all} COUNT {{ {chain}{behind} }} + 0 > 0 {result}"))?;
    }
}
