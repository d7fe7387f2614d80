//! Texts that are nested without end are refused, quickly and without using up a small stack; what is nested
//! as deeply as allowed gets through parser, printer and checker on a small stack too.

use std::thread;
use std::time::Duration;

use othello_cypher::ErrorKind;
use othello_cypher::Meter;
use othello_cypher::check::check;
use othello_cypher::syntax::parse;
use othello_test_support::thread_time;

/// Runs on a stack of 2 MB, as a server's threads have, and gives what came out and how much of a processor it used.
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> (T, Duration) {
    let timed = || (work(), thread_time());
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(timed).expect("a thread");
    thread.join().expect("no panic and no overflow")
}

/// Every way of nesting: what opens a level, what stands inside, what closes a level.
const NESTINGS: &[(&str, &str, &str)] = &[
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("{a: ", "1", "}"),
    ("NOT ", "true", ""),
    ("-(", "1", ")"),
    ("+(", "1", ")"),
    ("CASE WHEN true THEN ", "1", " END"),
    ("CASE ", "1", " WHEN 1 THEN 2 END"),
    ("EXISTS { RETURN ", "1", " AS x }"),
    ("EXISTS { (n WHERE ", "true", ") }"),
    ("COUNT { MATCH (n) WHERE ", "true", " }"),
    ("COLLECT { RETURN ", "1", " AS x }"),
    ("size([x IN ", "[]", " | x])"),
    ("all(x IN [1] WHERE ", "true", ")"),
    ("reduce(a = ", "1", ", x IN [] | a)"),
    ("[(a)-->(b {x: ", "1", "}) | 1]"),
    ("abs(", "1", ")"),
    ("[1][", "0", "]"),
    ("x.", "y", ""),
    ("1 + ", "1", ""),
    ("1 ^ ", "1", ""),
    ("true AND ", "true", ""),
    ("1 < ", "1", ""),
    ("1 IN (", "[]", ")"),
    ("1 IS NULL IS NULL ", "", ""),
    ("x {a: ", "1", "}"),
    ("$(", "1", ")"),
    ("x:A&B:", "A", ""),
];

/// Whole queries that are nested between what stands there once.
const QUERIES: &[[&str; 5]] = &[
    ["", "CALL () { ", "RETURN 1 AS x", " }", ""],
    ["", "CALL { ", "RETURN 1 AS x", " }", ""],
    ["", "FOREACH (x IN [1] | ", "CREATE ()", ")", ""],
    ["", "CYPHER 25 { ", "RETURN 1 AS x", " }", ""],
    ["", "WHEN true THEN { ", "RETURN 1 AS x", " }", ""],
    ["MATCH ", "(", "()-->()", "){1,2}", ""],
    ["MATCH (n", ":A", "", "", ")"],
    ["MATCH (n:", "!", "A", "", ")"],
    ["MATCH (n:", "(", "A", ")", ")"],
    ["MATCH (n:", "A|", "A", "", ")"],
    ["MATCH (n:", "A&", "A", "", ")"],
    ["RETURN 1 IS :: ", "LIST<", "INTEGER", ">", ""],
    ["", "RETURN 1 AS x UNION ", "RETURN 1 AS x", "", ""],
    ["RETURN ", "- ", "1", "", ""],
    ["", "CREATE (), ", "()", "", ""],
    ["CREATE ", "(), ", "()", "", ""],
];

fn nested((open, inner, close): (&str, &str, &str), times: usize) -> String {
    format!("RETURN {}{inner}{} AS result", open.repeat(times), close.repeat(times))
}

fn nested_query([head, open, inner, close, tail]: [&str; 5], times: usize) -> String {
    format!("{head}{}{inner}{}{tail}", open.repeat(times), close.repeat(times))
}

#[test]
fn endless_nesting_is_refused_quickly_on_a_small_stack() {
    for times in [10_000, 100_000] {
        let texts: Vec<String> = NESTINGS
            .iter()
            .map(|nesting| nested(*nesting, times))
            .chain(QUERIES.iter().map(|nesting| nested_query(*nesting, times)))
            .collect();
        for text in texts {
            let start = text.chars().take(40).collect::<String>();
            let (result, time) = on_a_small_stack(move || match parse(&text, &Meter::default()) {
                Ok(statement) => check(&statement, &text, &(), &Meter::default())
                    .map(|_| statement.to_string().len()),
                Err(error) => Err(error),
            });
            assert!(time < Duration::from_secs(5), "{start}... took {time:?}");
            if let Err(error) = result {
                assert!(error.message().len() < 500, "{start}... says {error}");
            }
        }
    }
}

#[test]
fn ten_thousand_parentheses_are_an_error_that_says_so() {
    let error = parse(&nested(("(", "1", ")"), 10_000), &Meter::default()).expect_err("too deep");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.message().contains("nested too deeply"), "{error}");
}

#[test]
fn a_text_of_ten_megabytes_is_an_error_that_says_so() {
    let text = format!("RETURN '{}'", "x".repeat(10 << 20));
    let before = thread_time();
    let error = parse(&text, &Meter::default()).expect_err("too long");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(thread_time() - before < Duration::from_millis(100));
}

#[test]
fn what_is_just_deep_enough_is_parsed_printed_compared_and_dropped_on_a_small_stack() {
    for nesting in NESTINGS {
        let mut reached = 0;
        for times in [30, 45, 90, 150, 300, 450, 900, 990] {
            let text = nested(*nesting, times);
            let (accepted, _) = on_a_small_stack(move || match parse(&text, &Meter::default()) {
                Ok(tree) => {
                    let again = parse(&tree.to_string(), &Meter::default());
                    let _ = (
                        tree.clone() == tree,
                        format!("{tree:?}").len(),
                        check(&tree, &text, &(), &Meter::default()).is_ok(),
                        again.is_ok(),
                    );
                    true
                }
                Err(error) => {
                    assert!(matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::Syntax));
                    false
                }
            });
            reached = if accepted { times } else { reached };
        }
        assert!(
            reached >= 30 || nesting.0.contains("IS NULL") || nesting.0.contains('$'),
            "{nesting:?} got to {reached} only"
        );
    }
}
