//! What a plan leaves out changes no answer: queries that a pruning operator serves, beside the same question put in
//! a way that has every path gone through.

mod laziness;
mod of_each;
mod put_otherwise;
mod random_graphs;

use std::collections::{BTreeMap, BTreeSet};

use of_each::{OF_EACH, PATHS};
use othello_cypher::{Database, Error, ErrorKind, Meter, Params};
use proptest::prelude::*;
use put_otherwise::{planned, same};
use random_graphs::{database, plan, rows};

/// Patterns from `a` to `b` whose last part repeats one relationship at least none or one times.
const REPEATED: [&str; 16] = [
    "(a:N)-[:R*]->(b)",
    "(a:N)<-[:R*1..2]-(b)",
    "(a:N)-[:R*1..3]-(b)",
    "(a:N)-[:R*0..4]-(b)",
    "(a:N)-[:R*0..2]->(b)",
    "(a:N)-[:R* {w: 1}]-(b)",
    "(a:N)-[:R]-+(b)",
    "(a:N)-[:R]->*(b)",
    "(a:N)-[:R]-{1,3}(b:N {i: 1})",
    "(a:N)((x)-[r:R]-(y) WHERE x.i <> y.i AND r.w < 2){1,4}(b)",
    "(a:N)((x WHERE x.i < 3)-[:R]-(y WHERE y.i > 0))*(b)",
    "(a:N)-[s:R]-(c)-[:R*1..3]-(b)",
    "(a:N)-[s:R]->(c)((x)-[r:R]-(y) WHERE r.w <> s.w)+(b)",
    "(a:N)-[:R*1..3]-(a), (b {i: 0})",
    "(a:N)-[:R]-{1,}(a), (b)",
    "(a:N), (b:N), (a)-[:R*1..2]->(b)",
];

/// Patterns from `a` to `b` with chains that are walked way by way or searched.
const CHAINS: [&str; 18] = [
    "(a:N)-[:R*2..]->(b)",
    "(a:N)-[:R*2..4]-(b)",
    "(a:N)-[:R*3..5]-(b:N {i: 1})",
    "(a:N)<-[:R]-{2,}(b)",
    "(a:N)-[:R]-{2,5}(b)",
    "(a:N)((x)-[r:R]-(y) WHERE x.i <> y.i){3,6}(b)",
    "(a:N)((x)-[:R]->(y)-[:R]->(z))+(b)",
    "(a:N)((x)-[:R]-(y)-[s:R]-(z) WHERE s.w < 2){1,3}(b)",
    "(a:N)((x)-[q:R]-(y)-[s {w: q.w}]-(z)){0,3}(b)",
    "(a:N)-[:R]->+(c)-[:R]->(b)",
    "(a:N)-[:R]-{1,3}(c)-[:R]-{1,3}(b)",
    "(a:N)-[:R*0..2]-(c)-[s:R]-(d)-[:R*0..2]-(b)",
    "(a:N)-[q:R]->(c)-[:R]-{2,4}(b)",
    "(a:N)-[q:R]-(c)((x)-[r:R]-(y) WHERE r.w <> q.w){2,}(b)",
    "(a:N)-[:R*2..4]-(a), (b {i: 0})",
    "(a:N), (b:N), (a)-[:R*2..4]-(b)",
    "(a:N)-[:R]-{1,4}(c WHERE c.i > 0)((x)-[r:R]-(y WHERE y.i <> c.i)){1,4}(b)",
    "(a:N), (b:N), (a)-[:R]->{2,}(c)-[:R]->*(b)",
];

/// Paths from `a` to `b` whose end is known before.
const INTO: [&str; 7] = [
    "(a)-[r:R*..6]-(END)",
    "(a)-[r:R*2..5]->(END)",
    "(a)-[r:R*0..]->(END)",
    "(a)-[r:R]-{1,6}(END)",
    "(a)((x)-[r:R]-(y) WHERE x.i <> y.i OR r.w = 1){2,6}(END)",
    "(a)((x WHERE x.i > 0)<-[r:R {w: 1}]-(y))*(END)",
    "(a)-[:R]-(c)-[r:R*1..5]-(END)",
];

/// The lengths of the paths of each pair of ends, in order.
fn lengths(paths: &BTreeMap<String, usize>) -> BTreeMap<String, Vec<u64>> {
    let mut lengths: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (row, times) in paths {
        let mut values = row.splitn(4, ", ");
        let pair = format!("{:?} {:?}", values.next(), values.next());
        let length = values.next().map(|length| length.replace(|c: char| !c.is_ascii_digit(), ""));
        let length: u64 = length.and_then(|length| length.parse().ok()).unwrap_or_default();
        lengths.entry(pair).or_default().extend(std::iter::repeat_n(length, *times));
    }
    lengths.values_mut().for_each(|lengths| lengths.sort_unstable());
    lengths
}

/// The first so many of each pair, or those of the first so many lengths.
fn first(
    mut lengths: BTreeMap<String, Vec<u64>>,
    count: usize,
    groups: bool,
) -> BTreeMap<String, Vec<u64>> {
    for lengths in lengths.values_mut() {
        let mut different = lengths.clone();
        different.dedup();
        match different.get(count) {
            Some(over) if groups => lengths.retain(|length| length < over),
            _ if groups => {}
            _ => lengths.truncate(count),
        }
    }
    lengths
}

/// Paths from `a` to `b`, and what they must satisfy, which may speak of the path `p`.
const SEARCHED: [(&str, &str); 14] = [
    ("(a:N)-[r:R]-+(b)", "true"),
    ("(a:N {i: 0})-[r:R]->*(b:N {i: 1})", "true"),
    ("(a:N)-[r:R]-{2,4}(b)", "true"),
    ("(a:N)-[r:R]->{2,}(b:N)", "all(n IN nodes(p) WHERE n.i < 4)"),
    ("(a:N)-[r:R]-+(b)", "size(r) > 1 AND length(p) <> 3"),
    ("(a:N)((x)-[r:R]-(y)-[s:R]->(z) WHERE x.i <= z.i){1,3}(b)", "true"),
    ("(a:N)-[q:R]-(c)((x)-[r:R {w: q.w}]-(y))*(b)", "true"),
    ("(a:N)-[q:R]-(c)((x)-[r:R]-(y) WHERE y.i <> c.i)+(d)-[:R]->(b)", "q.w < 2"),
    ("(a:N)-[r:R]->*(c)-[s:R]-+(b)", "size(s) <= 2"),
    ("(a:N)-[:R]-(c)-[:R]-(b)", "c.i > 0"),
    ("(a:N)-[:R]-(c)-[:R]-(a)-[:R]-+(b)", "true"),
    ("(a:N)<-[r:R]-*(b)", "none(q IN r WHERE q.w = 1)"),
    ("(a)((x)-[r:R]->(y WHERE y.i <> 2)){0,3}(b:N {i: 0})", "true"),
    ("(a:N)((x)<-[r:R]-(y)-[s:R]-(z))*(c)-[t:R]->(b {i: 1})", "all(e IN y WHERE e.i < 4)"),
];

/// What may be equal to what, and what to nothing.
const VALUES: [&str; 12] = [
    "1",
    "1.0",
    "0",
    "-0.0",
    "'1'",
    "null",
    "true",
    "[1, 2]",
    "[1.0, 2]",
    "0.0 / 0.0",
    "9007199254740993",
    "9007199254740992.0",
];

/// Patterns that share nothing, and what joins them.
const JOINS: [(&str, &str); 12] = [
    ("(a:N {i: 0}), (b:N)", "a.i = b.i - 1"),
    ("(a:N), (b)", "toStringOrNull(b.v) = toString(a.i) AND a.i < 3"),
    ("(a:N), (b:M)", "a.v = b.v"),
    ("(a:N), (b:N)", "b.i = a.i + 1 AND a.v <> b.v"),
    ("(a), (b)", "b.v = a.v"),
    ("(a:N)-[r:R]->(), (b:M)", "r.w = b.v"),
    ("(a:N)-->(c), (b:N)", "coalesce(c.v, 1) = b.i AND b.v = c.v"),
    ("(a:M), (c:N), (b:N)", "a.v = b.v AND c.v = b.v AND c.i = 0"),
    ("(a:N)-[r]->(c), (d:N)-[s]->(b)", "c.v = b.v"),
    ("(a:N)-[r]->(c), (b:N)-[s:R]->(d)", "a.i + r.w = s.w + b.i AND a.i < 2"),
    ("(a:N {i: 1})--(c), (b:M)--(d)", "d.i + 1 = a.i AND c.v = b.v"),
    ("(a:N)-->(c), (d:M)<--(b)", "b.i = a.i AND d.v = c.v AND id(a) <> id(b)"),
];

/// A query gives these rows, and at most one with -1, by a plan that leaves ways out; how often each comes.
fn ends(
    database: &Database,
    pruned: &str,
    pairs: &BTreeSet<String>,
) -> Result<Vec<usize>, TestCaseError> {
    planned(database, pruned, &["Pruning"])?;
    let mut found = rows(database, pruned)?;
    let times = found.values().copied().collect();
    found.retain(|row, _| !row.contains("-1"));
    prop_assert_eq!(&found.into_keys().collect::<BTreeSet<_>>(), pairs, "{}", pruned);
    Ok(times)
}

/// Changes the graph.
fn write(database: &Database, text: &str) -> Result<(), Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    database.write(&query, &Params::new(), &Meter::default()).map(drop)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn nodes_that_are_looked_up_are_those_that_are_equal(
        values in prop::collection::vec(prop::sample::select(VALUES.to_vec()), 6..14),
        (pattern, condition) in prop::sample::select(JOINS.to_vec()),
    ) {
        let database = database(1, &[])?;
        for (number, value) in values.iter().enumerate() {
            let i = number as i64 % 4;
            let text = format!("CREATE (n:N {{i: {i}, v: {value}}})-[:R {{w: {i}}}]->(:M {{v: {value}}})");
            write(&database, &text)?;
        }
        let joined = format!("MATCH {pattern} WHERE {condition} RETURN id(a) AS a, id(b) AS b");
        planned(&database, &joined, &["ValueHashJoin"])?;
        let filtered = format!(
            "MATCH {pattern} WITH * SKIP 0 WHERE {condition} RETURN id(a) AS a, id(b) AS b"
        );
        same(&database, &joined, &filtered)?;
    }

    #[test]
    fn a_selector_keeps_the_paths_that_are_the_first_when_all_of_a_pair_are_put_in_order(
        nodes in 1i64..5,
        edges in prop::collection::vec((0i64..5, 0i64..5), 0..7),
        (chain, predicate) in prop::sample::select(SEARCHED.to_vec()),
        selector in prop::sample::select(
            vec!["SHORTEST 1", "SHORTEST 2", "SHORTEST 3 GROUPS", "ALL SHORTEST", "ANY 3", "ANY"]
        ),
    ) {
        let database = database(nodes, &edges)?;
        let result = "RETURN a.i AS a, b.i AS b, length(p) AS length, \
                      [r IN relationships(p) | elementId(r)] AS rs";
        let all = format!("MATCH p = {chain} WHERE {predicate} {result}");
        let all = rows(&database, &all)?;
        let text = format!("MATCH {selector} (p = {chain} WHERE {predicate}) {result}");
        let kept = rows(&database, &text)?;
        prop_assert!(kept.iter().all(|(row, times)| all.get(row) >= Some(times)), "{}", text);
        let count = selector.split(' ').find_map(|word| word.parse().ok()).unwrap_or(1);
        let groups = selector.contains("GROUPS") || selector.contains("ALL");
        prop_assert_eq!(lengths(&kept), first(lengths(&all), count, groups), "{}", text);
    }

    #[test]
    fn what_is_asked_of_each_element_of_a_path_is_the_same_before_and_behind_it(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..8),
        (path, list) in prop::sample::select(PATHS.to_vec()),
        predicate in prop::sample::select(OF_EACH.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let predicate = predicate.replace("LIST", list);
        let result = "[n IN nodes(p) | n.i] AS ns, [r IN relationships(p) | elementId(r)] AS rs";
        let before = format!("MATCH p = {path} WHERE {predicate} RETURN {result}");
        let behind = format!("MATCH p = {path} WITH * SKIP 0 WHERE {predicate} RETURN {result}");
        same(&database, &before, &behind)?;
    }

    #[test]
    fn a_shortest_path_of_which_something_is_asked_is_the_shortest_of_those_that_satisfy_it(
        nodes in 2i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..9),
        hop in prop::sample::select(vec!["-[r:R*]-", "-[r:R*1..3]->", "<-[r:R*]-"]),
        predicate in prop::sample::select(OF_EACH.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let predicate = predicate.replace("LIST", "r");
        let ends = "MATCH (a:N), (b:N) WHERE a <> b";
        let all = format!(
            "{ends} MATCH p = (a){hop}(b) WITH * SKIP 0 WHERE {predicate} \
             RETURN a.i, b.i, min(length(p)) AS least"
        );
        let shortest = format!(
            "{ends} MATCH p = shortestPath((a){hop}(b)) WHERE {predicate} RETURN a.i, b.i, length(p)"
        );
        same(&database, &shortest, &all)?;
        let least = format!(
            "{ends} MATCH p = (a){hop}(b) WITH * SKIP 0 WHERE {predicate} \
             WITH a, b, collect(length(p)) AS all, min(length(p)) AS least \
             RETURN a.i, b.i, size([length IN all WHERE length = least]) AS n"
        );
        let shortest = format!(
            "{ends} MATCH p = allShortestPaths((a){hop}(b)) WHERE {predicate} RETURN a.i, b.i, count(p)"
        );
        same(&database, &shortest, &least)?;
    }

    #[test]
    fn an_end_of_a_chain_comes_as_soon_as_one_way_leads_there(
        nodes in 2i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..8),
        pattern in prop::sample::select(CHAINS.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let all = rows(&database, &format!("MATCH {pattern} RETURN a.i AS x, b.i AS y"))?;
        let pairs: BTreeSet<String> = all.into_keys().collect();
        for pruned in [
            format!("MATCH {pattern} RETURN DISTINCT a.i AS x, b.i AS y"),
            format!("MATCH {pattern} WITH a, b ORDER BY a.i RETURN a.i AS x, b.i AS y UNION RETURN -1 AS x, -1 AS y"),
        ] {
            ends(&database, &pruned, &pairs)?;
        }
        let there = format!("MATCH (a:N) WHERE EXISTS {{ {pattern} }} RETURN a.i AS x");
        let counted = format!("MATCH (a:N) WHERE COUNT {{ {pattern} }} + 0 > 0 RETURN a.i AS x");
        same(&database, &there, &counted)?;
        for (compared, whole) in [("> 0", "+ 0 > 0"), ("= 0", "+ 0 = 0"), ("> 3", "+ 0 > 3"), ("<= 2", "+ 0 <= 2")] {
            let counts = |comparison: &str| {
                let text = format!(
                    "MATCH (a:N) WHERE COUNT {{ {pattern} }} {comparison} RETURN a.i AS x"
                );
                rows(&database, &text)
            };
            prop_assert_eq!(counts(compared)?, counts(whole)?, "{} {}", pattern, compared);
        }
    }

    #[test]
    fn the_least_length_of_a_path_is_that_of_the_shortest_of_all(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..11),
        hop in prop::sample::select(vec![
            "-[r:R*1..4]-", "-[r:R*2..5]->", "-[r:R*0..3]-", "((x)-[r:R]-(y) WHERE r.w < 2){1,4}",
            "((x)-[r:R]->(y)-[:R]-(z)){1,3}", "-[:R]-()-[r:R]-{1,3}",
        ]),
    ) {
        let database = database(nodes, &edges)?;
        let paths = format!("MATCH p = (a:N){hop}(b)");
        let whole = format!("{paths} WITH a, b, collect(length(p)) AS ls UNWIND ls AS l");
        for (pruned, all) in [
            ("WITH a, b, min(length(p)) AS l RETURN a.i, b.i, l", "WITH a, b, min(l) AS l RETURN a.i, b.i, l"),
            ("WITH b.i AS i, length(p) AS l RETURN i, min(l)", "RETURN b.i, min(l)"),
            ("RETURN a.i, min(size(relationships(p))), max(b.i)", "RETURN a.i, min(l), max(b.i)"),
            ("RETURN length(p) ORDER BY length(p) LIMIT 1", "RETURN l ORDER BY l LIMIT 1"),
            ("RETURN length(p) ORDER BY b.i DESC, length(p) LIMIT 1", "RETURN l ORDER BY b.i DESC, l LIMIT 1"),
        ] {
            let pruned = format!("{paths} {pruned}");
            planned(&database, &pruned, &["Pruning"])?;
            same(&database, &pruned, &format!("{whole} {all}"))?;
        }
        let first = format!("{paths} RETURN nodes(p)[0].i, length(p), size(nodes(p)) ORDER BY length(p) LIMIT 1");
        prop_assert!(rows(&database, &first)?.len() <= 1, "{}", first);
    }

    #[test]
    fn ways_to_a_known_end_are_those_of_all_ways_that_end_there(
        nodes in 2i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..8),
        pattern in prop::sample::select(INTO.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let result = "RETURN a.i, b.i, [q IN r | elementId(q)] AS rs";
        let into = format!("MATCH (a:N), (b:N) MATCH {} {result}", pattern.replace("END", "b"));
        let all = format!(
            "MATCH (a:N), (b:N) MATCH {} WITH * SKIP 0 WHERE e = b {result}",
            pattern.replace("END", "e")
        );
        same(&database, &into, &all)?;
    }

    #[test]
    fn each_end_once_is_all_ends_without_those_that_come_again(
        nodes in 1i64..6,
        edges in prop::collection::vec((0i64..6, 0i64..6), 0..9),
        pattern in prop::sample::select(REPEATED.to_vec()),
    ) {
        let database = database(nodes, &edges)?;
        let all = |what: &str| -> Result<BTreeSet<String>, Error> {
            Ok(rows(&database, &format!("MATCH {pattern} RETURN {what}"))?.into_keys().collect())
        };
        let pairs = all("a.i AS x, b.i AS y")?;
        for pruned in [
            format!("MATCH {pattern} RETURN DISTINCT a.i AS x, b.i AS y"),
            format!("MATCH {pattern} WITH a.i AS x, b.i AS y, max(b.i) AS most RETURN x, y"),
            format!("MATCH {pattern} WITH a, b ORDER BY a.i RETURN a.i AS x, b.i AS y UNION RETURN -1 AS x, -1 AS y"),
        ] {
            prop_assert!(ends(&database, &pruned, &pairs)?.iter().all(|times| *times == 1), "{}", pruned);
        }
        let number = all("b.i")?.len();
        let counted = rows(&database, &format!("MATCH {pattern} RETURN count(DISTINCT b) AS n"))?;
        prop_assert_eq!(counted.into_keys().next(), Some(format!("[Integer({number})]")));
        let there = format!("MATCH (a:N) WHERE EXISTS {{ {pattern} }} RETURN a.i AS x");
        planned(&database, &there, &["Pruning"])?;
        let counted = format!("MATCH (a:N) WHERE COUNT {{ {pattern} }} + 0 > 0 RETURN a.i AS x");
        prop_assert!(!plan(&database, &counted)?.contains("Pruning"), "{}", counted);
        same(&database, &there, &counted)?;
    }
}

/// Seven layers, each node of one leads to all of the next: more ways than are walked one by one.
fn layers() -> Result<Database, Error> {
    let database = database(0, &[])?;
    let parts = [
        "CREATE (:A:L {l: 0, i: 0, m: false, k: 0})",
        "UNWIND range(1, 6) AS l UNWIND range(0, 2) AS i CREATE (:L {l: l, i: i, m: i > 0, k: l * 10 + i})",
        "MATCH (a:L), (b:L) WHERE b.l = a.l + 1 CREATE (a)-[:R {w: b.i}]->(b)",
    ];
    parts.into_iter().try_for_each(|text| write(&database, text))?;
    Ok(database)
}

#[test]
fn what_is_computed_from_a_path_may_be_shorter_for_a_longer_one() -> Result<(), Error> {
    let database = layers()?;
    let paths = "MATCH p = (a:A)-[r:R*2..]->(b)";
    for (kept, computed, asked) in [
        ("b.k AS k, p", "[n IN nodes(p) WHERE n.m] AS l", "k, min(size(l)) AS s"),
        ("b.k AS k, r", "[x IN r WHERE x.w > 0] AS l", "k, min(size(l)) AS s"),
        ("b.k AS k, p", "p AS l", "k, min(length(l)) AS s"),
        ("b.k AS k, r", "r AS l", "k, min(size(l)) AS s"),
    ] {
        let (_, name) = kept.split_once(", ").unwrap_or_default();
        let pruned = format!("{paths} WITH {kept} WITH k, {computed} RETURN {asked}");
        let whole = format!(
            "{paths} WITH {kept} WITH collect([k, {name}]) AS all UNWIND all AS one \
             WITH one[0] AS k, one[1] AS {name} WITH k, {computed} RETURN {asked}"
        );
        assert_eq!(rows(&database, &pruned)?, rows(&database, &whole)?, "{pruned}");
    }
    let first = format!(
        "{paths} WHERE b.k = 32 WITH [n IN nodes(p) WHERE n.m] AS l RETURN size(l) AS s ORDER BY size(l) LIMIT 1"
    );
    assert_eq!(rows(&database, &first)?, rows(&database, "RETURN 1 AS s")?, "{first}");
    Ok(())
}

#[test]
fn a_range_is_as_far_as_64_bits_count() -> Result<(), Error> {
    let database = database(0, &[])?;
    let (least, most) = (i64::MIN, i64::MAX);
    for text in [
        format!("RETURN 5 IN range(0, {most}) AS a"),
        format!("RETURN {most} IN range(0, {most}) AS a"),
        format!("RETURN {least} IN range(-1, {least}, -1) AS a"),
        format!("RETURN NOT 5 IN range({most}, 0) AS a"),
        // A step that is wider than the range leads nowhere, in whichever direction it is.
        "RETURN 1 IN range(1, 0, 3) AND NOT 0 IN range(1, 0, 3) AS a".to_owned(),
    ] {
        assert_eq!(rows(&database, &text)?, rows(&database, "RETURN true AS a")?, "{text}");
    }
    let error =
        rows(&database, &format!("CYPHER 25 RETURN 5 IN range({least}, {most}) AS a")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Arithmetic, "{error}");
    Ok(())
}

#[test]
fn a_pattern_is_not_matched_as_a_whole_where_a_node_of_it_is_known_by_a_value() -> Result<(), Error>
{
    let database = database(0, &[])?;
    let parts = [
        "CREATE (:A {k: 1}) WITH 1 AS one UNWIND range(1, 300) AS k CREATE (:F {k: k})",
        "UNWIND range(1, 20) AS k CREATE (:G)",
        "MATCH (a:F|G), (b:G) CREATE (a)-[:R]->(b)",
    ];
    parts.into_iter().try_for_each(|text| write(&database, text))?;
    for (text, same) in [
        (
            "MATCH (a:A) MATCH (f:F {k: a.k})-->(g)-->(h)-->(i) RETURN count(*) AS n",
            "RETURN 7980 AS n",
        ),
        (
            "MATCH (a:A) WHERE EXISTS { (f:F {k: a.k})-->(g)-->(h)-->(i)-->(j) } RETURN count(*) AS n",
            "RETURN 1 AS n",
        ),
    ] {
        assert_eq!(rows(&database, text)?, rows(&database, same)?, "{text}");
        assert!(plan(&database, text)?.contains("f:F WHERE f.k = a.k"), "{text}");
    }
    Ok(())
}
