//! Queries and what a real Neo4j answers to them, held against the engine. `queries.txt` says how they are written.

use othello_cypher::{Database, Engine, Meter, Params};

use crate::record::{self, Dialect, Entry};

/// The graph that every query is asked of.
fn graph() -> Database {
    let database = Database::new(&Engine::new());
    answer(&database, record::GRAPH);
    database
}

fn answer(database: &Database, text: &str) -> (String, String) {
    let meter = Meter::default();
    let outcome = database
        .engine()
        .prepare(text, &meter)
        .and_then(|query| database.write(&query, &Params::new(), &meter));
    match outcome {
        Ok(outcome) => (record::rows(text, &outcome.columns, outcome.rows), String::new()),
        Err(error) => (record::error(error.kind().code()), error.to_string()),
    }
}

#[test]
fn a_file_of_answers_is_printed_as_it_was_read() {
    let file = include_str!("queries.txt");
    assert_eq!(record::print(&record::read(file)), file);
}

#[test]
fn queries_give_what_neo4j_gives() {
    let (mut asked, mut different) = (0, Vec::new());
    let mut database = graph();
    for entry in record::read(include_str!("queries.txt")) {
        let Entry::Query { text, answers, ours: known } = entry else { continue };
        for (dialect, (answered, known)) in Dialect::ALL.into_iter().zip(answers.iter().zip(&known))
        {
            let (ours, why) = answer(&database, &dialect.of(&text));
            // A difference that is no more is to be taken out of the file.
            let expected = if known.is_empty() { answered } else { known };
            if ours != *expected || known == answered {
                different.push(format!("{}\n   {answered}\n   {ours}  {why}", dialect.of(&text)));
            }
            if record::writes(&text) {
                database = graph();
            }
            asked += 1;
        }
    }
    assert!(asked > 1_000, "{asked} were asked");
    assert!(
        different.is_empty(),
        "{} of {asked}, first the server's answer, then ours:\n{}",
        different.len(),
        different.join("\n")
    );
}
