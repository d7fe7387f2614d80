//! Expressions and what a real Neo4j says that they are, held against the engine. `expressions.txt` says how they are
//! written.

use std::time::{Duration, UNIX_EPOCH};

use othello_cypher::{Database, Datum, Engine, Error, Limits, Meter, Params};

/// What an expression is, or the error.
fn evaluate(database: &Database, dialect: &str, expression: &str) -> Result<Datum, Error> {
    let clock = Some(UNIX_EPOCH + Duration::from_millis(1_763_818_062_123));
    let meter = Meter::new(Limits { clock, ..Limits::default() });
    let text = format!("{dialect} RETURN {expression} AS x");
    let query = database.engine().prepare(&text, &meter)?;
    let outcome = database.read(&query, &Params::new(), &meter)?;
    Ok(outcome.rows[0][0].clone())
}

#[test]
fn expressions_are_what_neo4j_says_that_they_are() {
    let database = Database::new(&Engine::new());
    let (mut dialect, mut asked, mut different) = ("", 0, Vec::new());
    for line in include_str!("expressions.txt").lines().filter(|line| !line.is_empty()) {
        if let Some(comment) = line.strip_prefix("# ") {
            dialect = comment;
            continue;
        }
        let (expression, answer) = line.split_once(" => ").unwrap();
        let expected = match answer {
            "error" => "error".to_owned(),
            value => value.parse::<Datum>().unwrap().to_string(),
        };
        let ours = evaluate(&database, dialect, expression);
        let printed = ours.as_ref().map_or("error".to_owned(), Datum::to_string);
        if printed != expected {
            let error = ours.err().map(|error| error.to_string()).unwrap_or_default();
            different.push(format!("{expression}\n   is {answer}\n ours {printed} {error}"));
        }
        asked += 1;
    }
    assert!(asked > 3_000, "{asked} were asked");
    assert!(different.is_empty(), "{} of {asked}:\n{}", different.len(), different.join("\n"));
}
