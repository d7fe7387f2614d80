//! Holds the README's tables of what the engine speaks against the engine: every example does what its row says,
//! and no clause, type or function is missing.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use othello_cypher::syntax::ast::{
    BaseType, Body, ClauseKind, ExprKind, Query, SingleQuery, Statement,
};
use othello_cypher::{
    Column, Database, Datum, Engine, Error, ErrorKind, Meter, Outcome, Params, Procedure,
    ProcedureSignature, functions, syntax,
};

const README: &str = include_str!("../README.md");

/// The rows of the table under a heading, without its head; each cell as it reads, `\|` being a bar.
fn table(heading: &str) -> Vec<Vec<String>> {
    let (_, section) = README.split_once(&format!("### {heading}\n")).unwrap();
    let section = section.split("\n#").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let cells = |row: &str| -> Vec<String> {
        let row = row.trim_matches('|').replace("\\|", "\0");
        row.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
    };
    rows.map(cells).collect()
}

/// What stands between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn engine() -> Engine {
    let engine = Engine::new();
    engine.register(Procedure {
        signature: ProcedureSignature {
            name: "test.numbers".to_owned(),
            inputs: Vec::new(),
            outputs: vec![Column { name: "number".to_owned(), of: "INTEGER".to_owned() }],
        },
        body: Box::new(|_| Ok(vec![vec![Datum::Integer(1)]])),
    });
    engine
}

fn run(query: &str) -> Result<Outcome, Error> {
    let engine = engine();
    let database = Database::new(&engine);
    let run = |text: &str| {
        let meter = Meter::default();
        let query = engine.prepare(text, &meter)?;
        database.write(&query, &Params::new(), &meter)
    };
    run("CREATE (:A {k: 1, x: 2})-[:R {k: 1}]->(:B {k: 2})")?;
    run(query)
}

fn parse(text: &str) -> Statement {
    syntax::parse(text, &Meter::default()).unwrap()
}

#[test]
fn the_first_example_is_the_one_that_the_crate_documents_and_tests() {
    let (_, code) = README.split_once("```rust\n").unwrap();
    let (code, _) = code.split_once("```").unwrap();
    for line in code.lines() {
        assert!(include_str!("../src/lib.rs").contains(&format!("//! {line}\n")), "{line}");
    }
}

#[test]
fn every_example_runs_or_is_refused_with_the_words_beside_it() {
    for row in ["Clauses", "Patterns and expressions", "Types"].into_iter().flat_map(table) {
        let [what, here, example] = &row[..] else { panic!("{row:?} has not three cells") };
        let example = quoted(example).next().unwrap();
        match (run(example), here.strip_prefix("refused: ")) {
            (Ok(_), None) => {}
            (Err(error), Some(words)) => {
                assert_eq!(error.kind(), ErrorKind::Unsupported, "{what}: {error}");
                assert_eq!(error.message(), words.trim_matches('`'), "{what}");
            }
            (Ok(_), Some(_)) => {
                panic!("{what}: {example} runs, and the README says that it is refused")
            }
            (Err(error), None) => panic!("{what}: {}", error.render(example)),
        }
    }
}

/// The words of each kind of clause, without a wildcard, so that a new kind asks for its row here.
fn clause(kind: &ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Match(_) => "MATCH",
        ClauseKind::Unwind { .. } => "UNWIND",
        ClauseKind::With(_) => "WITH",
        ClauseKind::Return(_) => "RETURN",
        ClauseKind::Finish => "FINISH",
        ClauseKind::Let(_) => "LET",
        ClauseKind::Filter(_) => "FILTER",
        ClauseKind::OrderBy(_) => "ORDER BY",
        ClauseKind::Create(_) => "CREATE",
        ClauseKind::Merge { .. } => "MERGE",
        ClauseKind::Set(_) => "SET",
        ClauseKind::Remove(_) => "REMOVE",
        ClauseKind::Delete { .. } => "DELETE",
        ClauseKind::Foreach { .. } => "FOREACH",
        ClauseKind::Subquery(_) => "CALL { }",
        ClauseKind::Procedure(_) => "CALL",
        ClauseKind::LoadCsv { .. } => "LOAD CSV",
        ClauseKind::Use(_) => "USE",
    }
}

const CLAUSES: usize = 18;

fn clauses(query: &Query, words: &mut BTreeSet<&'static str>) {
    match query {
        Query::Single(SingleQuery { clauses, .. }) => {
            words.extend(clauses.iter().map(|each| clause(&each.kind)));
        }
        Query::Union { members, .. } => {
            members.iter().for_each(|member| clauses(member, words));
        }
        Query::When { branches, .. } => {
            branches.iter().for_each(|(_, branch)| clauses(branch, words));
        }
    }
}

#[test]
fn every_clause_of_the_parser_has_a_row_that_names_it_and_shows_it() {
    let mut shown = BTreeSet::new();
    let rows = table("Clauses");
    for row in &rows {
        let example = quoted(&row[2]).next().unwrap();
        if let Body::Query(query) = parse(example).body {
            clauses(&query, &mut shown);
        }
    }
    assert_eq!(shown.len(), CLAUSES, "the examples show {shown:?}");
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| quoted(&row[0])).collect();
    let missing: Vec<_> = shown.difference(&named).collect();
    assert!(missing.is_empty(), "the README names no clause {missing:?}");
}

/// The name of each type, without a wildcard, so that a new type asks for its row here.
fn type_name(base: &BaseType) -> &'static str {
    match base {
        BaseType::Nothing => "NOTHING",
        BaseType::Null => "NULL",
        BaseType::Boolean => "BOOLEAN",
        BaseType::String => "STRING",
        BaseType::Integer => "INTEGER",
        BaseType::Float => "FLOAT",
        BaseType::Date => "DATE",
        BaseType::LocalTime => "LOCAL TIME",
        BaseType::ZonedTime => "ZONED TIME",
        BaseType::LocalDateTime => "LOCAL DATETIME",
        BaseType::ZonedDateTime => "ZONED DATETIME",
        BaseType::Duration => "DURATION",
        BaseType::Point => "POINT",
        BaseType::Node => "NODE",
        BaseType::Relationship => "RELATIONSHIP",
        BaseType::Map => "MAP",
        BaseType::List(_) => "LIST",
        BaseType::Path => "PATH",
        BaseType::Any => "ANY",
        BaseType::Property => "PROPERTY VALUE",
    }
}

const TYPES: usize = 20;

#[test]
fn every_type_of_the_parser_has_a_row() {
    let mut known = BTreeSet::new();
    for name in table("Types").iter().flat_map(|row| quoted(&row[0])) {
        let written = if name == "LIST" { "LIST<ANY>" } else { name };
        let statement = parse(&format!("RETURN null IS :: {written}"));
        let Body::Query(Query::Single(query)) = statement.body else { panic!("{name}") };
        let ClauseKind::Return(projection) = &query.clauses[0].kind else { panic!("{name}") };
        let ExprKind::IsTyped { of, .. } = &projection.items[0].expr.kind else { panic!("{name}") };
        assert_eq!(type_name(&of.alternatives[0].base), name);
        known.insert(name.to_owned());
    }
    assert_eq!(known.len(), TYPES, "the rows are of {known:?}");
}

/// Whether the engine says of a function that it has it not, whatever its arguments.
fn is_refused(name: &str) -> bool {
    (0..4).any(|count| {
        let arguments = vec!["null"; count].join(", ");
        let outcome = run(&format!("RETURN {name}({arguments}) AS x"));
        outcome.is_err_and(|error| error.kind() == ErrorKind::Unsupported)
    })
}

#[test]
fn the_functions_of_the_table_are_those_of_the_registry() {
    let rows = table("Functions");
    let names = |row: &Vec<String>| quoted(&row[1]).map(str::to_owned).collect::<Vec<_>>();
    let listed: Vec<String> = rows.iter().flat_map(names).collect();
    let distinct: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
    assert_eq!(distinct.len(), listed.len(), "each function has one place in the table");
    assert_eq!(distinct, functions::names().collect::<BTreeSet<_>>());
    for row in &rows {
        for name in names(row) {
            assert_eq!(is_refused(&name), row[0].starts_with("refused"), "{name}");
        }
    }
}
