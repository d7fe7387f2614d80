//! The end of a pattern of which nothing but the number is asked is counted and not followed, a search for a list ends with
//! the last element that is wanted, and nodes that came before bring their group along: queries that are answered so,
//! beside the same ones put so that every row is made.

mod put_otherwise;
mod random_graphs;

use proptest::prelude::*;
use put_otherwise::{planned, same};
use random_graphs::{database, rows};

/// Patterns from `a`, whose last step binds `e` and `b`.
const PATTERNS: [&str; 16] = [
    "(a)-[e]->(b)",
    "(a:N)-[e:R]-(b:N)",
    "(a)<-[e:R {w: 1}]-(b)",
    "(a)-[e]-(b {i: a.i})",
    "(a)-[q]-(c)-[e]-(b)",
    "(a)-[q:R]->(c)<-[e:R]-(b WHERE b.i <> c.i)",
    "(a)-[q:R*1..2]-(c)-[e:R]-(b)",
    "(a)-[q]-(), (a)-[e]-(b)",
    "(a)-[e:R*1..3]->(b)",
    "(a)-[e*0..2]-(b)",
    "(a)-[e:R*2 {w: 0}]-(b {i: 1})",
    "(a)-[q]-(c)-[e*1..2]-(b)",
    "(a)-[:R]-{1,3}(b)",
    "(a)((x)-[:R]-(y) WHERE x.i < y.i){0,3}(b)",
    "(a)((x WHERE x.i > 0)-[:R {w: 1}]-(y)){1,2}(b:N {i: 0})",
    "(a)-[q]-(c)((x)-[:R]->(y)){2}(b)",
];

/// What is asked of them without reading the end.
const COUNTED: [&str; 5] = [
    "RETURN count(*) AS n",
    "RETURN a.i AS i, count(b) AS n",
    "RETURN a.i % 2 AS i, count(DISTINCT a.i) AS d, count(a) AS n, min(a.i) AS least",
    "RETURN count(b) > 2 AS many, count(*) AS n, max(a.i) AS most",
    "WITH a, count(b) AS n WHERE n > 1 RETURN a.i AS i, n",
];

/// What is asked of the end.
const GROUPED: [&str; 3] = [
    "RETURN b.i AS i, count(*) AS n, collect(a.i) AS all",
    "RETURN b.i % 2 AS i, b.i = 0 AS first, sum(a.i) AS n",
    "RETURN b, count(a) AS n",
];

/// Lists that are searched for.
const LISTS: [&str; 5] = [
    "[(a)-[e]-(b) | b.i]",
    "[(a)-[*1..3]->(b:N) WHERE b.i <> a.i | b.i]",
    "[(a)-[e:R]->(b) | 6 / b.i]",
    "COLLECT { MATCH (a)-[e]->(b) RETURN b.i ORDER BY b.i DESC }",
    "COLLECT { UNWIND [0, 1, 2] AS x RETURN x UNION ALL UNWIND [3, 4] AS x RETURN x }",
];

/// What is asked of their first elements.
const FIRST: [&str; 7] =
    ["head(LIST)", "LIST[0]", "LIST[2]", "LIST[..2]", "LIST[1..3]", "LIST[0..0]", "LIST[-1]"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_end_of_a_pattern_is_counted_as_often_as_it_is_found(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..11),
        pattern in prop::sample::select(PATTERNS.to_vec()),
        asked in prop::sample::select(COUNTED.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let rows = format!("MATCH (a) MATCH {pattern}");
        let some = format!("{rows} {asked}");
        planned(&database, &some, &["(Count)"])?;
        same(&database, &some, &format!("{rows} WITH * SKIP 0 {asked}"))?;
    }

    #[test]
    fn what_is_looked_for_and_not_found_is_counted_as_nothing(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..8),
        pattern in prop::sample::select(PATTERNS.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let (some, all) = (format!("MATCH (a) OPTIONAL MATCH {pattern}"), "WITH * SKIP 0");
        let counted = "RETURN a.i AS i, count(b) AS n, count(DISTINCT a) AS d";
        planned(&database, &format!("{some} {counted}"), &["(Count)"])?;
        same(&database, &format!("{some} {counted}"), &format!("{some} {all} {counted}"))?;
        let rows = "RETURN a.i AS i, count(b) AS n, count(*) AS m";
        same(&database, &format!("{some} {rows}"), &format!("{some} {all} {rows}"))?;
    }

    #[test]
    fn a_subquery_has_as_many_rows_as_it_would_list(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..11),
        pattern in prop::sample::select(PATTERNS.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let listed = format!("MATCH (a) RETURN a.i AS i, size(COLLECT {{ MATCH {pattern} RETURN 1 }}) AS n");
        let counted = format!("MATCH (a) RETURN a.i AS i, COUNT {{ {pattern} }} AS n");
        same(&database, &counted, &listed)?;
        // A comprehension has one path, in which no part is quantified.
        if ["), (", "-{", "){"].iter().all(|other| !pattern.contains(other)) {
            let sized = format!("MATCH (a) RETURN a.i AS i, size([{pattern} | 1]) AS n");
            same(&database, &sized, &listed)?;
        }
    }

    #[test]
    fn the_first_elements_of_a_list_are_those_of_the_whole(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..11),
        list in prop::sample::select(LISTS.to_vec()),
        first in prop::sample::select(FIRST.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let some = format!("MATCH (a) RETURN a.i AS i, {} AS f", first.replace("LIST", list));
        let first = first.replace("LIST", "l");
        let whole = format!("MATCH (a) WITH a, {list} AS l SKIP 0 RETURN a.i AS i, {first} AS f");
        match rows(&database, &whole) {
            Ok(whole) => prop_assert_eq!(rows(&database, &some)?, whole, "{}", some),
            // What can't be computed of a later element is heard of as well.
            Err(_) => prop_assert!(rows(&database, &some).is_err(), "{}", some),
        }
    }

    #[test]
    fn a_node_that_came_before_is_in_the_same_group_again(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..11),
        pattern in prop::sample::select(PATTERNS.to_vec()),
        asked in prop::sample::select(GROUPED.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let copied = format!("MATCH {pattern} WITH a, b AS c SKIP 0 UNWIND [c] AS b {asked}");
        same(&database, &format!("MATCH {pattern} {asked}"), &copied)?;
    }
}
