//! The front end against the conformance data, which stands in `shared/conformance` beside a checkout: what
//! Neo4j accepts is accepted, what it refuses is refused for the same reason, and what was parsed can be
//! printed and parsed again. Where the data is not there, these tests say so and pass.

mod data;
#[allow(dead_code, reason = "the laws of other texts are for fuzzing")]
#[path = "../../examples/fuzz/law.rs"]
mod law;

use data::{Case, Expected, cases};
use othello_cypher::check::check_all;
use othello_cypher::syntax::ast::Body;
use othello_cypher::syntax::parse;
use othello_cypher::{Error, ErrorKind, Meter};

/// Everything that is wrong with a query, the first error first.
fn errors(case: &Case) -> Vec<Error> {
    match parse(&case.query, &Meter::default()) {
        Err(error) => vec![error],
        Ok(statement) => check_all(&statement, &case.query, &case.procedures, &Meter::default()).1,
    }
}

/// Whether the TCK may call an error of this kind so. Neo4j finds wrong types in the text already, and whatever
/// it finds there is a syntax error.
fn is_called(kind: ErrorKind, name: &str) -> bool {
    match kind {
        ErrorKind::Syntax => matches!(name, "SyntaxError" | "TypeError" | "ArgumentError"),
        ErrorKind::Type => name == "TypeError",
        ErrorKind::Argument => name == "ArgumentError",
        ErrorKind::ProcedureNotFound => name == "ProcedureError",
        _ => false,
    }
}

fn report(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} disagreements\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn what_neo4j_accepts_is_accepted() {
    let mut complaints = vec![];
    for case in cases() {
        if case.expected == Expected::Accepted
            && let Some(error) = errors(&case).first()
        {
            complaints.push(format!("{}\n{}\n", case.id, error.render(&case.query)));
        }
    }
    report(&complaints);
}

#[test]
fn what_neo4j_refuses_is_refused_for_the_same_reason() {
    let mut complaints = vec![];
    for case in cases() {
        let Expected::Refused { error, detail } = &case.expected else { continue };
        let found = errors(&case);
        let agrees = found.first().is_some_and(|found| {
            (error.is_empty() || is_called(found.kind(), error))
                && (detail.is_empty() || found.detail() == Some(detail.as_str()))
        });
        if !agrees {
            let found: Vec<String> = found
                .iter()
                .map(|found| format!("  {:?} {:?} {found}", found.kind(), found.detail()))
                .collect();
            complaints.push(format!(
                "{}\n{}\nwanted {error} {detail}, found\n{}\n",
                case.id,
                case.query,
                found.join("\n")
            ));
        }
    }
    report(&complaints);
}

/// `verdicts.txt` holds queries with what `EXPLAIN` on Neo4j 5.26.12 (and on 2025.10.1 for Cypher 25) said of
/// them: `+` accepted, `-` refused; where 2026.08.1 accepts what 2025.10.1 refused (`ACYCLIC`, aggregates in the `ORDER
/// BY` behind a projection that aggregates, a variable that a `CALL` brings in twice, an accumulator with the name of the
/// element, a path in parentheses in `CREATE`), its word stands. Of the last 48 Neo4j's language support for editors said
/// it. Left out are queries that Neo4j, or the newer of the two, refuses as it runs them only, `FOREACH` that creates anew
/// what is bound, and hints that don't fit their pattern.
#[test]
fn the_front_end_agrees_with_what_neo4j_said_of_a_thousand_queries() {
    let mut complaints = vec![];
    for line in include_str!("verdicts.txt").lines() {
        let Some((verdict, query)) = line.split_once(' ') else { continue };
        let error = match parse(query, &Meter::default()) {
            Err(error) => Some(error),
            Ok(statement) => {
                check_all(&statement, query, &(), &Meter::default()).1.into_iter().next()
            }
        };
        match error {
            Some(error) if verdict == "+" => {
                complaints.push(format!("refused: {}", error.render(query)))
            }
            None if verdict == "-" => complaints.push(format!("accepted: {query}")),
            _ => {}
        }
    }
    report(&complaints);
}

#[test]
fn words_of_the_language_are_variables_at_many_places_of_one_query() {
    let cases = "CASE case WHEN not THEN CASE not WHEN NOT and AND and THEN 1 END END, ".repeat(20);
    let text = format!("WITH true AS case, true AS not, true AS and RETURN [{cases} 1] AS list");
    let statement = parse(&text, &Meter::default()).expect("a reading");
    let errors = check_all(&statement, &text, &(), &Meter::default()).1;
    assert!(errors.is_empty(), "{errors:?}");
    // What is wrong is told of the first reading, not of the last one that was tried.
    let error = parse("WITH true AS not RETURN NOT (not AND ]", &Meter::default());
    let error = error.expect_err("a bracket");
    assert!(error.to_string().starts_with("unexpected \"]\""), "{error}");
}

#[test]
fn printing_a_tree_and_parsing_it_again_gives_the_same_tree() {
    let mut complaints = vec![];
    for case in cases() {
        let Ok(tree) = parse(&case.query, &Meter::default()) else { continue };
        if let Body::Command { .. } = tree.body {
            continue;
        }
        let printed = tree.to_string();
        match parse(&printed, &Meter::default()) {
            Ok(again) if data::without_spans(&again) == data::without_spans(&tree) => {}
            Ok(_) => complaints.push(format!("{}\n{}\nbecame\n{printed}\n", case.id, case.query)),
            Err(error) => {
                complaints.push(format!("{}\n{}\n{}", case.id, case.query, error.render(&printed)))
            }
        }
    }
    report(&complaints);
}

#[test]
fn what_is_sent_to_a_server_is_read_alike_by_whoever_decodes_escapes_when() {
    let mut complaints = vec![];
    for case in cases() {
        let Ok(tree) = parse(&case.query, &Meter::default()) else { continue };
        if let Err(complaint) = law::canonical(&tree, &case.query) {
            complaints.push(format!("{}\n{}\n{complaint}\n", case.id, case.query));
        }
    }
    report(&complaints);
}
