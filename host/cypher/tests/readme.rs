//! Holds the README's tables of what the engine speaks against the engine: every example does what its row says,
//! and no clause, type or function is missing.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fmt::Debug;

use othello_cypher::syntax::ast::{Body, ClauseKind, ExprKind, Query, SingleQuery, Statement};
use othello_cypher::{
    Column, Database, Datum, Engine, Error, ErrorKind, Meter, Outcome, Params, Procedure,
    ProcedureSignature, function_names, syntax,
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
        body: Box::new(|_, _, _| Ok(vec![vec![Datum::Integer(1)]])),
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

/// Whether an example does in one version of the language what stands beside it.
fn check_example(what: &str, here: &str, example: &str) {
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

#[test]
fn every_example_runs_or_is_refused_in_both_versions_with_the_words_beside_it() {
    for row in ["Clauses", "Patterns and expressions", "Types"].into_iter().flat_map(table) {
        let [what, here, example] = &row[..] else { panic!("{row:?} has not three cells") };
        let example = quoted(example).next().unwrap();
        match example.strip_prefix("CYPHER 25 ") {
            Some(older) => {
                assert!(here.starts_with("in Cypher 25"), "{what} is of Cypher 25 alone");
                assert!(run(&format!("CYPHER 5 {older}")).is_err(), "{what}: {older} in Cypher 5");
                check_example(what, here, example);
            }
            None => {
                for version in ["CYPHER 5", "CYPHER 25"] {
                    check_example(what, here, &format!("{version} {example}"));
                }
            }
        }
    }
}

/// The variants of an enum, read from the file that defines it.
fn variants<'a>(source: &'a str, name: &str) -> BTreeSet<&'a str> {
    let mut lines = source.lines();
    let begins = |line: &str| {
        let after = line.strip_prefix("pub enum ").and_then(|line| line.strip_prefix(name));
        after.is_some_and(|after| after.starts_with([' ', '<']))
    };
    assert!(lines.any(begins), "no enum {name}");
    let lines = lines.take_while(|line| *line != "}");
    let variants = lines.filter_map(|line| line.strip_prefix("    "));
    let variants = variants.filter(|line| line.starts_with(char::is_uppercase));
    variants.filter_map(|line| line.split([' ', ',', '(']).next()).collect()
}

/// The variant that a value is of.
fn variant(value: &impl Debug) -> String {
    let printed = format!("{value:?}");
    printed.split([' ', '(']).next().unwrap().to_owned()
}

fn kinds_of_clauses(query: &Query, kinds: &mut BTreeSet<String>) {
    match query {
        Query::Single(SingleQuery { clauses, .. }) => {
            kinds.extend(clauses.iter().map(|clause| variant(&clause.kind)));
        }
        Query::Union { members, .. } => {
            members.iter().for_each(|member| kinds_of_clauses(member, kinds));
        }
        Query::When { branches, .. } => {
            branches.iter().for_each(|(_, branch)| kinds_of_clauses(branch, kinds));
        }
    }
}

#[test]
fn every_kind_of_clause_that_the_parser_makes_has_a_row_with_an_example() {
    let mut shown = BTreeSet::new();
    for row in table("Clauses") {
        let example = quoted(&row[2]).next().unwrap();
        if let Body::Query(query) = parse(example).body {
            kinds_of_clauses(&query, &mut shown);
        }
    }
    let known = variants(include_str!("../src/syntax/ast/clause.rs"), "ClauseKind");
    assert_eq!(shown.iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
}

#[test]
fn every_type_that_the_parser_makes_has_a_row() {
    let mut shown = BTreeSet::new();
    for name in table("Types").iter().flat_map(|row| quoted(&row[0])) {
        let written = if name == "LIST" { "LIST<ANY>" } else { name };
        let statement = parse(&format!("CYPHER 25 RETURN null IS :: {written}"));
        let Body::Query(Query::Single(query)) = statement.body else { panic!("{name}") };
        let ClauseKind::Return(projection) = &query.clauses[0].kind else { panic!("{name}") };
        let ExprKind::IsTyped { of, .. } = &projection.items[0].expr.kind else { panic!("{name}") };
        assert_eq!(of.to_string(), written);
        shown.insert(variant(&of.alternatives[0].base));
    }
    let known = variants(include_str!("../src/syntax/ast/operator.rs"), "BaseType");
    assert_eq!(shown.iter().map(String::as_str).collect::<BTreeSet<_>>(), known);
}

/// Whether the engine says of a function that it has it not, whatever its arguments.
fn is_refused(name: &str) -> bool {
    (0..4).any(|count| {
        let arguments = vec!["null"; count].join(", ");
        let outcome = run(&format!("CYPHER 25 RETURN {name}({arguments}) AS x"));
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
    assert_eq!(distinct, function_names().collect::<BTreeSet<_>>());
    for row in &rows {
        for name in names(row) {
            assert_eq!(is_refused(&name), row[0].starts_with("refused"), "{name}");
        }
    }
}
