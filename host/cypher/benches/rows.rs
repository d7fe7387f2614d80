//! What a row costs where nothing is left out: what is told apart, gathered, joined and counted, mostly 200,000 rows a
//! query, on numbers and on a graph of 10,000 nodes. `cargo bench -p othello-cypher --bench rows` prints the best of
//! many runs of each; a word behind `--` picks those that hold it.

mod timing;

use othello_cypher::{Database, Engine, Error, Meter, Params};
use othello_test_support::planning_suites;

const QUESTIONS: &[(&str, &str)] = &[
    ("numbers alone", "UNWIND range(1, 200000) AS x RETURN count(x) AS n"),
    (
        "computing",
        "UNWIND range(1, 200000) AS x WITH x * 3 AS y, x + 1 AS z RETURN sum(y + z) AS s",
    ),
    (
        "a condition",
        "UNWIND range(1, 200000) AS x WITH x WHERE x % 3 = 0 AND x > 100 RETURN count(*) AS n",
    ),
    ("different numbers", "UNWIND range(1, 200000) AS x WITH DISTINCT x AS y RETURN count(y) AS n"),
    (
        "a thousand different numbers",
        "UNWIND range(1, 200000) AS x WITH DISTINCT x % 1000 AS y RETURN count(y) AS n",
    ),
    (
        "different pairs",
        "UNWIND range(1, 200000) AS x WITH DISTINCT x % 1000 AS y, x % 7 AS z RETURN count(y) AS n",
    ),
    (
        "different texts",
        "UNWIND range(1, 200000) AS x WITH DISTINCT toString(x % 1000) AS y RETURN count(y) AS n",
    ),
    (
        "different floats",
        "UNWIND range(1, 200000) AS x WITH DISTINCT x * 1.3 AS y RETURN count(y) AS n",
    ),
    ("different arguments", "UNWIND range(1, 200000) AS x RETURN count(DISTINCT x % 500) AS n"),
    ("different rows of the result", "UNWIND range(1, 200000) AS x RETURN DISTINCT x"),
    ("collecting", "UNWIND range(1, 200000) AS x WITH collect(x) AS xs RETURN size(xs) AS n"),
    (
        "collecting under keys",
        "UNWIND range(1, 200000) AS x WITH x % 1000 AS k, collect(x) AS xs RETURN max(size(xs)) AS n",
    ),
    (
        "collecting lists",
        "UNWIND range(1, 200000) AS x WITH collect([x, x % 10]) AS xs RETURN size(xs) AS n",
    ),
    (
        "summing under keys",
        "UNWIND range(1, 200000) AS x WITH x % 1000 AS k, sum(x) AS s RETURN max(s) AS n",
    ),
    (
        "summing under pairs",
        "UNWIND range(1, 200000) AS x WITH x % 1000 AS k, x % 3 AS j, avg(x) AS s RETURN max(s) AS n",
    ),
    (
        "summing under texts",
        "UNWIND range(1, 200000) AS x WITH toString(x % 1000) AS k, sum(x) AS s RETURN max(s) AS n",
    ),
    ("a list that is gone through", "RETURN reduce(s = 0, x IN range(1, 200000) | s + x) AS s"),
    (
        "sorting",
        "UNWIND range(1, 200000) AS x WITH x ORDER BY x % 1000 DESC, x RETURN count(x) AS n",
    ),
    (
        "lines of a board as numbers",
        "WITH [i IN range(0, 63) | i % 3 - 1] AS board, range(0, 6560) AS worth, \
           [line IN range(0, 45) | [k IN range(0, 7) | (line * 7 + k * 9) % 64]] AS lines \
         UNWIND range(1, 500) AS x \
         RETURN sum(reduce(v = x, line IN lines | \
           v + worth[reduce(n = 0, at IN line | 3 * n + 1 + board[at])])) AS s",
    ),
    (
        "what lists have at computed places",
        "WITH [i IN range(0, 728) | i % 50] AS worth, [1, 729, 531441] AS shares \
         RETURN reduce(s = 0, x IN range(1, 60000) | reduce(s = s, share IN shares | \
           s + worth[x * 7919 / share % 729])) AS s",
    ),
    (
        "values with names in an expression",
        "RETURN reduce(s = 0, x IN range(1, 200000) | head([y IN [x % 7] | s + y * -y])) AS s",
    ),
    ("counting to a bound", "MATCH (a:N) WHERE COUNT { (a)-[:R]-() } > 6 RETURN count(a) AS n"),
    (
        "counting two hops to a bound",
        "MATCH (a:N) WHERE COUNT { (a)-[:R]->()-[:R]->() } > 6 RETURN count(a) AS n",
    ),
    (
        "counting some to a bound",
        "MATCH (a:N) WHERE COUNT { (a)-[:R]->(b) WHERE b.g = 1 } > 1 RETURN count(a) AS n",
    ),
    ("counting all", "MATCH (a:N) RETURN sum(COUNT { (a)-[:R]-() }) AS n"),
    ("a join by what is computed", "MATCH (a:N), (b:N) WHERE a.i = b.i + 1 RETURN count(*) AS n"),
    (
        "a join by two values",
        "MATCH (a:N), (b:N) WHERE a.i = b.i + 1 AND a.k = b.k + 1 RETURN count(*) AS n",
    ),
    (
        "a join of patterns",
        "MATCH (a:N)-[:R]->(x), (b:N)-[:S]->(y) WHERE x.i = y.i + 1 RETURN count(*) AS n",
    ),
    ("two hops", "MATCH (a:N)-[:R]->(b)-[:R]->(c) RETURN a.g AS g, count(*) AS n, sum(c.k) AS s"),
    (
        "collecting neighbours",
        "MATCH (a:N)-[:R]->(b) WITH b, collect(a) AS c RETURN max(size(c)) AS n",
    ),
];

fn main() -> Result<(), Error> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let engine = Engine::new();
    let database = Database::new(&engine);
    for suite in planning_suites(1).iter().filter(|suite| suite.name == "10,000 nodes") {
        let set_up = engine.prepare(&suite.set_up, &Meter::default())?;
        database.write(&set_up, &Params::new(), &Meter::default())?;
    }
    for (about, text) in QUESTIONS {
        if words.iter().all(|word| about.contains(word.as_str())) {
            let query = engine.prepare(text, &Meter::default())?;
            let read = || database.read(&query, &Params::new(), &Meter::default());
            println!("{about:<32} {:>10.2?}", timing::best(read)?);
        }
    }
    Ok(())
}
