//! How the engine stands on a graph of a million nodes and three million relationships: what it takes to
//! make, what a node holds in memory, and how long a scan, a look-up and expansions take.
//! `cargo bench -p othello-cypher --bench large_graph` prints the figures.

mod timing;

use std::time::{Duration, Instant};

use othello_cypher::{Database, Engine, Error, Limits, Meter, Params};

const NODES: i64 = 1_000_000;

/// After so long a question is given up.
const PATIENCE: Duration = Duration::from_secs(5);

/// Three relationships a node, to nodes that lie far apart.
const RELATE: &str = "MATCH (n:Person) WITH collect(n) AS people
UNWIND range(0, size(people) - 1) AS i
UNWIND [7, 11, 13] AS factor
WITH people[i] AS a, people[(i * factor + 1) % size(people)] AS b
CREATE (a)-[:KNOWS]->(b)";

const QUESTIONS: &[(&str, &str)] = &[
    ("label scan, counting", "MATCH (n:Person) RETURN count(n)"),
    ("label scan, summing a property", "MATCH (n:Person) RETURN sum(n.age)"),
    ("property look-up", "MATCH (n:Person {number: $number}) RETURN n.name"),
    ("node by its id", "MATCH (n) WHERE elementId(n) = $id RETURN n.name"),
    ("one hop", "MATCH (n)-[:KNOWS]->(m) WHERE elementId(n) = $id RETURN count(m)"),
    ("two hops", "MATCH (n)-[:KNOWS]->()-[:KNOWS]->(m) WHERE elementId(n) = $id RETURN count(m)"),
    ("five hops", "MATCH (n)-[:KNOWS]->{5}(m) WHERE elementId(n) = $id RETURN count(m)"),
    (
        "two hops from a thousand nodes",
        "MATCH (n:Person)-[:KNOWS]->()-[:KNOWS]->(m) WHERE n.number <= 1000 RETURN count(m)",
    ),
    (
        "shortest path between two nodes",
        "MATCH (n), (m) WHERE elementId(n) = $id AND elementId(m) = $other \
         MATCH p = SHORTEST 1 (n)-[:KNOWS]->+(m) RETURN length(p)",
    ),
    (
        "grouping",
        "MATCH (n:Person) RETURN n.age AS age, count(*) AS people ORDER BY people DESC LIMIT 1",
    ),
];

fn main() -> Result<(), Error> {
    let engine = Engine::new();
    let database = Database::new(&engine);
    let limits = Limits { memory: 4 << 30, ..Limits::default() };
    let params = Params::new().with("nodes", NODES).with("number", NODES / 2);
    let write = |text: &str| {
        database.write(&*engine.prepare(text, &Meter::default())?, &params, &Meter::new(limits))
    };

    let before = resident();
    let begun = Instant::now();
    write(
        "UNWIND range(1, $nodes) AS i CREATE (:Person {number: i, name: 'person ' + i, age: i % 90})",
    )?;
    print("making the nodes", begun.elapsed());
    let nodes =
        resident().zip(before).map(|(after, before)| (after - before) / NODES.unsigned_abs());
    let begun = Instant::now();
    write(RELATE)?;
    print("making the relationships", begun.elapsed());
    let all = resident().zip(before).map(|(after, before)| (after - before) / NODES.unsigned_abs());
    if let Some((nodes, all)) = nodes.zip(all) {
        println!("{:<34} {nodes:>8} bytes", "resident, a node of three properties");
        println!("{:<34} {all:>8} bytes", "the same with three relationships");
    }

    let ids =
        engine.prepare("MATCH (n) RETURN elementId(n) SKIP 1000 LIMIT 2", &Meter::default())?;
    let ids = database.read(&ids, &params, &Meter::new(limits))?.rows;
    let params = params.with("id", ids[0][0].clone()).with("other", ids[1][0].clone());
    for (what, text) in QUESTIONS {
        let query = engine.prepare(text, &Meter::default())?;
        let read = || {
            let deadline = Some(Instant::now() + PATIENCE);
            database.read(&query, &params, &Meter::new(Limits { deadline, ..limits }))
        };
        match timing::best(read) {
            Ok(best) => print(what, best),
            Err(error) => println!("{what:<34} {error}"),
        }
    }
    Ok(())
}

fn print(what: &str, time: Duration) {
    println!("{what:<34} {time:>10.1?}");
}

/// The bytes that this process has in memory, where the system tells.
fn resident() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * 4096)
}
