//! The selectors of shortest paths against their definition: of all the paths there are, those of least length.

use std::collections::BTreeMap;

use othello_cypher::{Database, Datum, Engine, Error, Limits, Meter, Params};
use proptest::prelude::*;

/// First node, last node, length.
type Path = (i64, i64, i64);

fn database(nodes: i64, edges: &[(i64, i64)]) -> Result<Database, Error> {
    let engine = Engine::shared();
    let database = Database::new(&engine);
    let edges: Vec<Vec<i64>> = edges.iter().map(|(a, b)| vec![a % nodes, b % nodes]).collect();
    let params = Params::new().with("nodes", nodes).with("edges", edges);
    let set_up = "UNWIND range(0, $nodes - 1) AS i CREATE (:N {i: i}) WITH count(*) AS c \
                  UNWIND $edges AS e MATCH (a:N {i: e[0]}), (b:N {i: e[1]}) CREATE (a)-[:R]->(b)";
    database.write(&*engine.prepare(set_up, &Meter::default())?, &params, &Meter::default())?;
    Ok(database)
}

/// How many paths of each kind a pattern has.
fn paths(database: &Database, pattern: &str) -> Result<BTreeMap<Path, usize>, Error> {
    let text = format!("MATCH p = {pattern} RETURN a.i, b.i, length(p)");
    let query = database.engine().prepare(&text, &Meter::default())?;
    let outcome = database.read(&query, &Params::new(), &Meter::default())?;
    let mut paths = BTreeMap::new();
    for row in outcome.rows {
        let [Datum::Integer(a), Datum::Integer(b), Datum::Integer(length)] = row[..] else {
            panic!("three integers: {row:?}");
        };
        *paths.entry((a, b, length)).or_default() += 1;
    }
    Ok(paths)
}

/// Of each pair of nodes only the shortest.
fn shortest(all: &BTreeMap<Path, usize>) -> BTreeMap<Path, usize> {
    let mut best = BTreeMap::new();
    for (path, count) in all {
        best.entry((path.0, path.1)).or_insert((path.2, *count));
    }
    best.into_iter().map(|((a, b), (length, count))| ((a, b, length), count)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_shortest_paths_are_those_of_all_paths_that_are_shortest(
        nodes in 2i64..5,
        edges in prop::collection::vec((0i64..5, 0i64..5), 0..7),
    ) {
        let database = database(nodes, &edges)?;
        for (chain, hop) in [
            ("(a)-[:R]-+(b)", "-[:R]-"),
            ("(a)-[:R]->+(b)", "-[:R]->"),
            ("(a)<-[:R]-*(b)", "<-[:R]-"),
            ("(a)-[:R*1..3]-(b)", "-[:R*1..3]-"),
            ("(a)((x)-[r:R]-(y) WHERE x.i <= y.i + 1){0,3}(b)", "quantified"),
        ] {
            let all = shortest(&paths(&database, chain)?);
            prop_assert_eq!(&paths(&database, &format!("ALL SHORTEST {chain}"))?, &all, "{}", hop);
            let one: BTreeMap<Path, usize> = all.keys().map(|path| (*path, 1)).collect();
            prop_assert_eq!(&paths(&database, &format!("ANY SHORTEST {chain}"))?, &one, "{}", hop);
        }
    }

    #[test]
    fn paths_to_some_nodes_are_those_of_all_paths_that_end_there(
        nodes in 2i64..11,
        edges in prop::collection::vec((0i64..11, 0i64..11), 4..24),
        wanted in -2i64..14,
        (selector, hop) in prop::sample::select(vec![
            ("ANY SHORTEST", "-[:R]->+"),
            ("ALL SHORTEST", "-[:R]-+"),
            ("ALL SHORTEST", "<-[:R]-*"),
        ]),
    ) {
        let database = database(nodes, &edges)?;
        let all = paths(&database, &format!("{selector} (a){hop}(b)"))?;
        for (end, from_start) in [("{i: k}", 0), ("WHERE b.i = k", 0), ("WHERE b.i = a.i + k", 1)] {
            let expected: BTreeMap<Path, usize> = all
                .iter()
                .filter(|((a, b, _), _)| *b == from_start * a + wanted)
                .map(|(path, count)| (*path, *count))
                .collect();
            let end = end.replace('k', &wanted.to_string());
            let found = paths(&database, &format!("{selector} (a){hop}(b:N {end})"))?;
            prop_assert_eq!(&found, &expected, "{}", end);
        }
    }

    #[test]
    fn paths_from_one_node_to_many_are_those_to_each_of_them_alone(
        nodes in 5i64..11,
        edges in prop::collection::vec((0i64..11, 0i64..11), 4..24),
        (selector, chain) in prop::sample::select(vec![
            ("shortestPath", "(a)-[r:R*]-(b)"),
            ("allShortestPaths", "(a)-[r:R*..3]->(b)"),
            ("ALL SHORTEST", "(a)<-[r:R]-+(b)"),
            ("ANY SHORTEST", "(a)((x)-[r:R]-(y) WHERE x.i <> k AND y.i <> k + 1)*(b)"),
            ("ALL SHORTEST", "(a)((x)-[r:R]-(y) WHERE y.i <> b.i - 1)+(b)"),
        ]),
    ) {
        let database = database(nodes, &edges)?;
        let path = match selector.ends_with("SHORTEST") {
            true => format!("{selector} {chain}"),
            false => format!("{selector}({chain})"),
        };
        let of = |ends: &str| {
            format!(
                "MATCH (a:N) WITH a, a.i % 2 AS k MATCH (b:N {ends}) WHERE a <> b \
                 MATCH p = {path} RETURN a.i, b.i, length(p), \
                 [r IN relationships(p) | elementId(r)]"
            )
        };
        let mut alone: Vec<String> = Vec::new();
        for end in 0..nodes {
            alone.extend(rows(&database, &of(&format!("{{i: {end}}}")))?);
        }
        let mut together = rows(&database, &of(""))?;
        alone.sort();
        together.sort();
        prop_assert_eq!(together, alone);
    }
}

/// The rows of a query, printed.
fn rows(database: &Database, text: &str) -> Result<Vec<String>, Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    let outcome = database.read(&query, &Params::new(), &Meter::default())?;
    Ok(outcome.rows.iter().map(|row| format!("{row:?}")).collect())
}

/// More than a search from both ends takes there, and far less than one that walks the paths.
const STEPS: u64 = 10_000_000;

#[test]
fn a_shortest_path_through_a_large_grid_is_found_at_once() -> Result<(), Error> {
    let width = 60;
    let at = |row: i64, column: i64| row * width + column;
    let mut edges = Vec::new();
    for row in 0..width {
        for column in 0..width {
            if column + 1 < width {
                edges.push((at(row, column), at(row, column + 1)));
            }
            if row + 1 < width {
                edges.push((at(row, column), at(row + 1, column)));
            }
        }
    }
    let engine = Engine::shared();
    let database = Database::new(&engine);
    let pairs: Vec<Vec<i64>> = edges.iter().map(|(a, b)| vec![*a, *b]).collect();
    let set_up = "UNWIND range(0, $nodes - 1) AS i CREATE (n:N {i: i}) WITH collect(n) AS ns \
                  UNWIND $edges AS e WITH ns[e[0]] AS a, ns[e[1]] AS b CREATE (a)-[:R]->(b)";
    let params = Params::new().with("nodes", width * width).with("edges", pairs);
    database.write(&*engine.prepare(set_up, &Meter::default())?, &params, &Meter::default())?;
    for text in [
        "MATCH (a:N {i: 0}), (b:N {i: 3599}) MATCH p = shortestPath((a)-[:R*]-(b)) RETURN length(p)",
        "MATCH p = ANY SHORTEST (a:N {i: 0})-[:R]-+(b:N {i: 3599}) RETURN length(p)",
        "MATCH p = ANY SHORTEST (a:N {i: 0})(()-[:R]->(x)){1,}(b:N {i: 3599}) RETURN length(p)",
    ] {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let query = engine.prepare(text, &Meter::default())?;
        let outcome = database.read(&query, &Params::new(), &Meter::new(limits));
        assert_eq!(outcome?.rows, [[Datum::Integer(118)]], "{text}");
    }
    Ok(())
}

/// Both ways round a long ring, and that there is no third one, are found in the room that they take: from a node of the
/// ring, and from one that a bridge leads to it from.
#[test]
fn a_search_round_a_long_ring_holds_no_more_than_the_ring() -> Result<(), Error> {
    let engine = Engine::shared();
    let database = Database::new(&engine);
    let set_up = "UNWIND range(0, $nodes) AS i CREATE (n:N {i: i}) WITH collect(n) AS ns \
                  UNWIND range(0, $nodes - 1) AS i \
                  WITH ns[i] AS a, ns[(i + 1) % $nodes] AS b CREATE (a)-[:R]->(b) \
                  WITH DISTINCT 1 AS one MATCH (a:N {i: 0}), (z:N {i: $nodes}) CREATE (z)-[:R]->(a)";
    let params = Params::new().with("nodes", 2000);
    database.write(&*engine.prepare(set_up, &Meter::default())?, &params, &Meter::default())?;
    for (from, length) in [(0, 2000), (2000, 2002)] {
        for selector in ["SHORTEST 3", "ANY 3", "SHORTEST 3 GROUPS"] {
            let text = format!(
                "MATCH p = {selector} (a:N {{i: {from}}})-[:R]-+(b:N {{i: 5}}) \
                 RETURN count(p), sum(length(p))"
            );
            let limits = Limits { steps: STEPS, memory: 8 << 20, ..Limits::default() };
            let query = engine.prepare(&text, &Meter::default())?;
            let outcome = database.read(&query, &Params::new(), &Meter::new(limits));
            assert_eq!(outcome?.rows, [[Datum::Integer(2), Datum::Integer(length)]], "{text}");
        }
    }
    Ok(())
}
