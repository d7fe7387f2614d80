//! Small graphs made of a list of pairs, and what queries on them give, for tests that compare two ways to ask for
//! the same.

use std::collections::BTreeMap;

use othello_cypher::{Database, Engine, Error, Meter, Params};

/// Nodes `(:N {i})`, and a relationship `[:R {w}]` for each pair, its weight its number modulo three.
pub fn database(nodes: i64, edges: &[(i64, i64)]) -> Result<Database, Error> {
    let engine = Engine::shared();
    let database = Database::new(&engine);
    let edges: Vec<Vec<i64>> = edges
        .iter()
        .enumerate()
        .map(|(number, (a, b))| vec![a % nodes, b % nodes, number as i64 % 3])
        .collect();
    let params = Params::new().with("nodes", nodes).with("edges", edges);
    let set_up = "UNWIND range(0, $nodes - 1) AS i CREATE (n:N {i: i}) WITH collect(n) AS ns \
                  UNWIND $edges AS e WITH ns[e[0]] AS a, ns[e[1]] AS b, e[2] AS w \
                  CREATE (a)-[:R {w: w}]->(b)";
    database.write(&*engine.prepare(set_up, &Meter::default())?, &params, &Meter::default())?;
    Ok(database)
}

/// How often each row comes out, the rows printed.
pub fn rows(database: &Database, text: &str) -> Result<BTreeMap<String, usize>, Error> {
    let mut rows = BTreeMap::new();
    for row in listed(database, text)? {
        *rows.entry(row).or_default() += 1;
    }
    Ok(rows)
}

/// The rows in their order, printed.
pub fn listed(database: &Database, text: &str) -> Result<Vec<String>, Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    let outcome = database.read(&query, &Params::new(), &Meter::default())?;
    Ok(outcome.rows.iter().map(|row| format!("{row:?}")).collect())
}

/// The plan of a query as a table.
pub fn plan(database: &Database, text: &str) -> Result<String, Error> {
    let query = database.engine().prepare(text, &Meter::default())?;
    Ok(othello_cypher::plan::describe(query.plan()).to_string())
}
