//! What a real Neo4j answered to queries of Othello players, held against the engine. `othello.txt` says how its
//! queries, positions and answers are written.

#![allow(clippy::unwrap_used)]

mod expressions;
mod queries;
mod record;

use std::collections::BTreeMap;

use othello_cypher::{Database, Datum, Engine, Meter, Params};

const BOARD: &str = "UNWIND range(0, $size - 1) AS row UNWIND range(0, $size - 1) AS column \
     CREATE (:Cell {row: row, column: column, state: nullIf($states[row * $size + column], '-')})";
const NEIGHBOURS: &str = "MATCH (a:Cell), (b:Cell) \
     UNWIND [[1, 1, 1], [1, 0, 2], [1, -1, 3], [0, 1, 4]] AS step WITH a, b, step \
     WHERE b.row = a.row + step[0] AND b.column = a.column + step[1] \
     CREATE (a)-[:NEIGHBOR_OF {direction: step[2]}]->(b)";

struct Query {
    text: String,
    columns: Vec<String>,
    ordered: bool,
}

/// What stands in the file, which is in blocks with an empty line between them.
struct Answers {
    queries: BTreeMap<String, Query>,
    positions: Vec<Position>,
}

struct Position {
    params: Params,
    /// The name of each query with its rows.
    answers: Vec<(String, Vec<Datum>)>,
}

fn answers(file: &str) -> Answers {
    let mut answers = Answers { queries: BTreeMap::new(), positions: Vec::new() };
    for block in file.split("\n\n") {
        let (head, body) = block.split_once('\n').unwrap();
        if let Some(head) = head.strip_prefix("query ") {
            let (name, columns) = head.split_once(": ").unwrap();
            let ordered = columns.ends_with(" in order");
            let columns = columns.trim_end_matches(" in order").split(", ");
            let columns = columns.map(str::to_owned).collect();
            let query = Query { text: body.to_owned(), columns, ordered };
            answers.queries.insert(name.to_owned(), query);
        } else if let Some(params) = head.strip_prefix("position ") {
            answers.positions.push(position(params, body));
        } else {
            assert!(head.starts_with('#'), "{head:?} begins neither a query nor a position");
        }
    }
    answers
}

fn position(params: &str, body: &str) -> Position {
    let params = params.split(", ").map(|param| {
        let (name, value) = param.split_once(" => ").unwrap();
        (name.to_owned(), value.parse::<Datum>().unwrap())
    });
    let mut params: Params = params.collect();
    let (mut states, mut answers) = (Vec::new(), Vec::<(String, String)>::new());
    for line in body.lines() {
        match (line.split_once(':'), answers.last_mut()) {
            (Some((name, rows)), _) if !line.starts_with(' ') => {
                answers.push((name.to_owned(), rows.to_owned()));
            }
            (_, Some((_, rows))) => rows.push_str(line),
            (_, None) => states.extend(line.split_whitespace().map(Datum::from)),
        }
    }
    params.set("states", states);
    let rows = |rows: String| match format!("[{rows}]").parse() {
        Ok(Datum::List(rows)) => rows,
        other => panic!("{rows:?} is not a list of rows: {other:?}"),
    };
    Position {
        params,
        answers: answers.into_iter().map(|(name, text)| (name, rows(text))).collect(),
    }
}

#[test]
fn queries_of_players_give_the_rows_that_neo4j_gave() {
    let Answers { queries, positions } = answers(include_str!("othello.txt"));
    let mut asked = 0;
    for Position { params, answers } in &positions {
        let engine = Engine::new();
        let database = Database::new(&engine);
        let run = |text: &str| {
            let meter = Meter::default();
            let prepared = engine.prepare(text, &meter).unwrap();
            database.write(&prepared, params, &meter).unwrap()
        };
        run(BOARD);
        run(NEIGHBOURS);
        for (name, expected) in answers {
            let Query { text, columns, ordered } = &queries[name];
            let outcome = run(text);
            let mut rows: Vec<String> =
                outcome.rows.into_iter().map(|row| Datum::List(row).to_string()).collect();
            let mut expected: Vec<String> = expected.iter().map(Datum::to_string).collect();
            if !ordered {
                rows.sort();
                expected.sort();
            }
            assert_eq!((&outcome.columns, rows), (columns, expected), "{name} with {params:?}");
            asked += 1;
        }
    }
    assert_eq!(asked, queries.len() * positions.len(), "every query is asked on every position");
}
