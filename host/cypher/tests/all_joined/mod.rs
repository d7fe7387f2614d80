//! A small graph with more paths than anybody can wait for.

use othello_cypher::{Database, Engine, Error, Meter, Params};

/// Twelve nodes, each joined to each other.
pub fn database(engine: &Engine) -> Result<Database, Error> {
    let database = Database::new(engine);
    let set_up = "UNWIND range(1, 12) AS i CREATE (n:N {i: i}) WITH collect(n) AS nodes \
                  UNWIND nodes AS a UNWIND nodes AS b WITH a, b WHERE a.i < b.i CREATE (a)-[:R]->(b)";
    let meter = Meter::default();
    database.write(&*engine.prepare(set_up, &meter)?, &Params::new(), &meter)?;
    Ok(database)
}
