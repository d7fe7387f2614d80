//! Ends that are given up because every way to them comes back over a bridge: no other end is, and all others are found.

mod random_graphs;

use std::collections::BTreeSet;

use othello_cypher::{Error, Limits, Meter, Params};
use proptest::prelude::*;
use random_graphs::{database, plan, rows};

/// Chains that come to their first ends late, and wait for ends that may be none.
const CHAINS: [&str; 8] = [
    "(a:N)-[:R]-{2,}(b)",
    "(a:N {i: 0})-[:R]-{3,}(b)",
    "(a:N)-[:R]-{5,}(b)",
    "(a:N)-[:R*6..]-(b)",
    "(a:N)((x)-[:R]-(y)-[:R]-(z)){3,}(b)",
    "(a:N)((x)-[r:R]-(y) WHERE x.i < y.i OR r.w < 2){4,}(b)",
    "(a:N)-[:R]-{3,}(c:N {i: 0})-[:R]-{1,}(b)",
    "(a:N)-[:R]-{2,}(b:N {i: 6})",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn around_a_ring_with_tangles_and_tails_the_ends_are_those_of_all_ways(
        ring in 4i64..8,
        tangle in prop::collection::vec((0i64..4, 0i64..4), 4..7),
        at in 0i64..8,
        tails in prop::collection::vec(0i64..12, 0..4),
        chain in prop::sample::select(CHAINS.to_vec()),
    ) {
        // The tangle's first node is one of the ring's.
        let of_tangle = |node: i64| if node == 0 { at % ring } else { ring - 1 + node };
        let mut edges: Vec<(i64, i64)> = (0..ring).map(|node| (node, (node + 1) % ring)).collect();
        edges.extend(tangle.into_iter().map(|(from, to)| (of_tangle(from), of_tangle(to))));
        edges.extend(tails.into_iter().zip(ring + 3..).map(|(from, to)| (from % to, to)));
        let database = database(ring + 6, &edges)?;
        let ends = |what: &str| -> Result<BTreeSet<String>, Error> {
            let rows = rows(&database, &format!("MATCH {chain} RETURN {what} a.i AS x, b.i AS y"))?;
            Ok(rows.into_keys().collect())
        };
        prop_assert_eq!(ends("DISTINCT")?, ends("")?, "{}", chain);
    }
}

#[test]
fn behind_a_bridge_before_a_square_nothing_is_searched_for_long() -> Result<(), Error> {
    const SIDE: i64 = 6;
    let mut edges = vec![(SIDE * SIDE, SIDE * SIDE + 1), (SIDE * SIDE + 1, 0)];
    for at in 0..SIDE * SIDE {
        if at + SIDE < SIDE * SIDE {
            edges.push((at, at + SIDE));
        }
        if (at + 1) % SIDE > 0 {
            edges.push((at, at + 1));
        }
    }
    let database = database(SIDE * SIDE + 2, &edges)?;
    let text = "MATCH (a:N {i: 36})-[:R]-{9,}(b) RETURN count(DISTINCT b) AS ends";
    assert!(plan(&database, text)?.contains("Pruning"));
    let query = database.engine().prepare(text, &Meter::default())?;
    let meter = Meter::new(Limits { steps: 2_000_000, ..Limits::default() });
    let outcome = database.read(&query, &Params::new(), &meter)?;
    // Neither the tip nor the node behind it.
    assert_eq!(format!("{:?}", outcome.rows), "[[Integer(36)]]");
    Ok(())
}
