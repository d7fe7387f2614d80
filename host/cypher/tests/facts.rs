//! What the facts of a query tell of its parameters.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use othello_cypher::{Catalog, Meter, ProcedureSignature, check, syntax};

/// Knows no procedure, and lets any be called.
struct Open;

impl Catalog for Open {
    fn procedure(&self, _: &str) -> Option<&ProcedureSignature> {
        None
    }

    fn is_open(&self) -> bool {
        true
    }
}

/// The calls that get `$key` as it is, and `-` for each place where it stands anywhere else.
fn calls(text: &str) -> Vec<String> {
    let meter = Meter::default();
    let statement = syntax::parse(text, &meter).unwrap();
    let facts = check::check(&statement, text, &Open, &meter).unwrap().facts;
    let of_key = facts.parameter_uses.into_iter().filter(|used| used.name == "key");
    of_key
        .map(|used| used.argument_of.map_or("-".to_owned(), |call| call.name.to_string()))
        .collect()
}

#[test]
fn a_parameter_that_goes_to_a_foreign_call_as_it_is_is_told_from_one_that_is_looked_at() {
    for (text, expected) in [
        ("RETURN ai.ask($key) AS a", "ai.ask"),
        ("RETURN ai.ask('q', [{token: 'Bearer ' + $`key` + '.'}]) AS a", "ai.ask"),
        ("CALL ai.ask('q', {token: $key}) YIELD a RETURN a", "ai.ask"),
        ("RETURN reverse(ai.ask($key)) AS a", "ai.ask"),
        ("RETURN $key AS a", "-"),
        ("RETURN ai.ask(reverse($key)) AS a", "-"),
        ("RETURN ai.ask($key + $key) AS a", "- -"),
        ("RETURN ai.ask([$key][0], {k: $key}.k) AS a", "- -"),
        ("RETURN ai.ask(COUNT { MATCH (n {k: $key}) }) AS a", "-"),
        ("RETURN ai.ask(CASE WHEN $key > 'm' THEN 1 END) AS a", "-"),
        ("CALL ai.ask('q') YIELD a WHERE a = $key RETURN a", "-"),
        ("MATCH (n) RETURN n LIMIT $key", "-"),
    ] {
        assert_eq!(calls(text).join(" "), expected, "{text}");
    }
}
