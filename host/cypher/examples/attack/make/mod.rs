//! Queries that are made to last long and to hold much: expressions over values that are as large as a few words can
//! make them, in every place of a query that could go through them, texts that repeat one piece many times, and
//! mixtures of known attacks.

mod expr;
mod regex;
pub mod repeat;

use othello_test_support::Rng;

use crate::{giants, runaways};

/// Attacks that are known.
pub fn corpus() -> Vec<String> {
    let known = [runaways::PATTERNS, runaways::LISTS, runaways::TEXTS, runaways::WRITES].concat();
    let texts = known.into_iter().map(str::to_owned);
    texts.chain(giants::giants().into_iter().map(|(_, text)| text)).collect()
}

/// The next query.
pub fn query(rng: &mut Rng, corpus: &[String]) -> String {
    match rng.below(12) {
        0 | 1 => mixed(rng, corpus),
        2 | 3 => repeat::text(rng),
        4 => pattern(rng),
        5..8 => format!("CYPHER 25 {}", clauses(rng)),
        _ => clauses(rng),
    }
}

/// One or two expressions in a place of a query.
fn clauses(rng: &mut Rng) -> String {
    let (a, b) = (expr::any(rng, 3), expr::any(rng, 2));
    let rows = rng.pick(&["3", "100", "2000", "1000000", "1000000000"]);
    let aggregate = rng.pick(&[
        "collect(v)",
        "count(DISTINCT v)",
        "collect(DISTINCT v)",
        "min(v)",
        "max(v)",
        "percentileDisc(v, 0.5)",
        "percentileCont(x, v)",
        "sum(v)",
        "stDev(v)",
        "avg(v)",
    ]);
    match rng.below(16) {
        0 => format!("RETURN {a}"),
        1 => format!("WITH {a} AS v RETURN v, [v, v], {b}"),
        2 => format!("UNWIND range(1, {rows}) AS x WITH {a} AS v RETURN {aggregate}"),
        3 => format!(
            "WITH {b} AS w UNWIND range(1, {rows}) AS x WITH x, w, {a} AS v WHERE v = w RETURN count(*)"
        ),
        4 => format!(
            "WITH {b} AS w UNWIND range(1, {rows}) AS x WITH x, w, {a} AS v WHERE v < w OR w IN v RETURN count(*)"
        ),
        5 => format!("UNWIND range(1, {rows}) AS x RETURN {a} AS v ORDER BY v, {b} LIMIT 5"),
        6 => format!("UNWIND range(1, {rows}) AS x RETURN DISTINCT {a} AS v, {b} AS w"),
        7 => format!(
            "UNWIND range(1, {rows}) AS x WITH {a} AS v, x % 3 AS k RETURN v, k, {aggregate}"
        ),
        8 => format!("WITH {a} AS w UNWIND w AS v RETURN v, {b} ORDER BY v DESC SKIP 3"),
        9 => format!(
            "UNWIND range(1, {rows}) AS x CALL (x) {{ RETURN {a} AS v UNION RETURN {b} AS v }} RETURN v"
        ),
        10 => format!("MATCH (c:Cell) WHERE {a} IS NULL OR c.state = {b} RETURN c ORDER BY {b}"),
        11 => format!("MATCH (c:Cell) RETURN c {{.*, v: {a}}}, [(c)--(d) | {b}]"),
        12 => format!(
            "WITH {a} AS v WITH v, {b} AS w RETURN CASE v WHEN w THEN w ELSE [v, w, v] END AS x, v = w, v <= w"
        ),
        13 => format!("WITH {a} AS v RETURN [x IN range(1, {rows}) WHERE v = {b} | v]"),
        14 => format!(
            "WITH {a} AS v RETURN any(x IN range(1, {rows}) WHERE v = {b}), reduce(s = v, x IN range(1, {rows}) | [s, {b}])"
        ),
        _ => format!("EXPLAIN WITH {a} AS v RETURN v, {b}"),
    }
}

/// A pattern with many matches.
fn pattern(rng: &mut Rng) -> String {
    let link = |rng: &mut Rng| {
        rng.pick(&[
            "--",
            "-->",
            "-[*]-",
            "-[*2..]->",
            "-[r:NEIGHBOR_OF*0..9 {direction: 1}]-",
            "-[:NEIGHBOR_OF]-+",
            "-[:NEIGHBOR_OF]-{2,8}",
            "((p)-[q]-(s) WHERE p.row <> s.column)+",
            "((p)-[q]-(s)-[t]->(u))*",
            "-[:NEIGHBOR_OF|!%]-",
        ])
        .to_owned()
    };
    let ways = rng.pick(&["", "", "SHORTEST 2 ", "ALL SHORTEST ", "ANY 3 ", "SHORTEST 2 GROUPS "]);
    let (one, two) = (link(rng), link(rng));
    let value = expr::any(rng, 2);
    let tail = rng.pick(&[
        "count(*)",
        "nodes(path)",
        "collect(path)",
        "DISTINCT path",
        "path ORDER BY path",
        "a, b",
        "count(DISTINCT nodes(path))",
    ]);
    match rng.below(5) {
        0 => format!("MATCH path = {ways}(a){one}(b) RETURN {tail}"),
        1 => format!("MATCH path = (a){one}(b){two}(c) WHERE {value} = a.row RETURN {tail}"),
        2 => format!(
            "MATCH path = (a)--(b) WHERE EXISTS {{ (a){one}(:None) }} OR COUNT {{ (b){two}() }} > 9 RETURN {tail}"
        ),
        3 => format!(
            "MATCH path = (a)--(b) OPTIONAL MATCH (b){one}(c){two}(d {{x: {value}}}) RETURN {tail}"
        ),
        _ => format!(
            "MATCH path = (a)--(b), (c){one}(d), (e){two}(f) RETURN {tail}, COLLECT {{ MATCH (a){two}(z) RETURN z }}"
        ),
    }
}

/// A known attack with numbers changed, pieces doubled, or an end from another one.
fn mixed(rng: &mut Rng, corpus: &[String]) -> String {
    let mut text = corpus[rng.below(corpus.len())].clone();
    for _ in 0..1 + rng.below(3) {
        match rng.below(4) {
            0 => {
                let number =
                    rng.pick(&["0", "2", "7", "30", "500", "100000", "9223372036854775807"]);
                let old = rng.pick(&["1000000000", "1000000", "100", "24", "23", "50", "12", "1"]);
                text = text.replacen(old, number, 1 + rng.below(3));
            }
            1 => {
                let value = expr::any(rng, 2);
                let old = rng.pick(&["x", "text", "list", "a", "b", "1"]);
                let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
                if let Some(&at) = places.get(rng.below(places.len().max(1))) {
                    text.replace_range(at..at + old.len(), &format!("({value})"));
                }
            }
            2 => {
                let value = expr::any(rng, 2);
                text = text.replace(" RETURN ", &format!(" RETURN {value}, "));
            }
            _ => {
                let other = &corpus[rng.below(corpus.len())];
                if text.len() + other.len() < 900_000 && text.starts_with("UNWIND") {
                    text = format!("{text} UNION ALL {other}");
                }
            }
        }
    }
    text
}
