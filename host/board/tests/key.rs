//! Where `$apiKey` may stand in a query: as it is, in the arguments of a call that was allowed by name, and nowhere
//! else, whatever else is allowed.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

use othello_board::session::{Meter, Policy, QueryFault, QueryFaultKind};
use othello_board::{Embedded, Fault, Session};

/// Every way that there is to make another value of a text, to compare it, or to give it back.
const CARRIED_OUT: [&str; 40] = [
    "RETURN $apiKey AS cell",
    "RETURN $`apiKey` AS cell",
    "EXPLAIN RETURN $apiKey AS cell",
    "PROFILE RETURN $apiKey AS cell",
    "CYPHER 5 RETURN $apiKey AS cell",
    "WITH $apiKey AS x RETURN x AS cell",
    "RETURN reverse($apiKey) AS cell",
    "RETURN split($apiKey, '') AS cell",
    "RETURN substring($apiKey, 0, 3) AS cell",
    "RETURN left($apiKey, 3) AS cell",
    "RETURN toUpper($apiKey) AS cell",
    "RETURN replace($apiKey, 's', 'S') AS cell",
    "RETURN [$apiKey] AS cell",
    "RETURN {k: $apiKey} AS cell",
    "RETURN {k: $apiKey}.k AS cell",
    "RETURN [$apiKey][0] AS cell",
    "RETURN [$apiKey][0..1] AS cell",
    "RETURN 'k' + $apiKey AS cell",
    "RETURN $apiKey STARTS WITH 's' AS cell",
    "RETURN $apiKey ENDS WITH 's' AS cell",
    "RETURN $apiKey CONTAINS 's' AS cell",
    "RETURN $apiKey < 'm' AS cell",
    "RETURN $apiKey = 'sk' AS cell",
    "RETURN $apiKey =~ 's.*' AS cell",
    "RETURN $apiKey IN ['sk'] AS cell",
    "RETURN $apiKey IS NULL AS cell",
    "RETURN size($apiKey) AS cell",
    "RETURN date($apiKey) AS cell",
    "RETURN toInteger([$apiKey]) AS cell",
    "RETURN CASE $apiKey WHEN 'sk' THEN 1 END AS cell",
    "RETURN CASE WHEN 'sk' = $apiKey THEN 1 END AS cell",
    "RETURN reduce(t = '', c IN [$apiKey] | t + c) AS cell",
    "RETURN [c IN split($apiKey, '') | c + c] AS cell",
    "RETURN all(c IN [$apiKey] WHERE c > 'a') AS cell",
    "RETURN [i IN range(0, 9) WHERE substring($apiKey, i, 1) = 's'] AS cell",
    "UNWIND [$apiKey] AS cell RETURN cell",
    "MATCH (cell:Cell) RETURN cell ORDER BY cell.row = size($apiKey) LIMIT 1",
    "MATCH (cell:Cell) RETURN cell SKIP size($apiKey) LIMIT 1",
    "MATCH (cell:Cell {state: $apiKey}) RETURN cell",
    "MATCH (cell:Cell) WHERE EXISTS { WITH cell WHERE $apiKey > 'm' RETURN 1 } RETURN cell",
];

/// The same in the places of labels, keys and subqueries.
const IN_OTHER_PLACES: [&str; 10] = [
    "MATCH (cell:$($apiKey)) RETURN cell",
    "MATCH (cell)-[:$($apiKey)]-() RETURN cell",
    "MATCH (cell:Cell) RETURN cell[$apiKey] AS cell2",
    "MATCH (cell:Cell) RETURN cell {.row, k: $apiKey} AS cell2",
    "CALL () { RETURN $apiKey AS k } RETURN k AS cell",
    "RETURN COUNT { UNWIND [$apiKey] AS k RETURN k } AS cell",
    "RETURN COLLECT { RETURN $apiKey AS k } AS cell",
    "MATCH p = (a:Cell)--(b:Cell) WHERE a.state = $apiKey RETURN p AS cell",
    "RETURN [(a:Cell)--(b:Cell) WHERE a.state = $apiKey | b] AS cell",
    "RETURN 1 AS a UNION RETURN $apiKey AS a",
];

/// Ways to hand it to a call that are more than handing it on.
const MADE_OVER: [&str; 7] = [
    "RETURN ai.ask(reverse($apiKey)) AS cell",
    "RETURN ai.ask($apiKey + $apiKey) AS cell",
    "RETURN ai.ask([$apiKey][0]) AS cell",
    "RETURN ai.ask({k: $apiKey}['k']) AS cell",
    "RETURN ai.ask(toString($apiKey)) AS cell",
    "RETURN ai.ask($apiKey) + $apiKey AS cell",
    "CALL ai.ask($apiKey) YIELD x WHERE x CONTAINS $apiKey RETURN x AS cell",
];

fn policy(allowed: &[&str], trust: bool) -> Policy {
    let mut policy = Policy::default();
    allowed.iter().for_each(|text| policy.allow(text.parse().unwrap()));
    if trust {
        policy.trust();
    }
    policy
}

fn refused(text: &str, policy: &Policy) -> QueryFault {
    match Embedded::new().prepare(text, policy, &Meter::default()) {
        Err(Fault::Query(fault)) if fault.kind == QueryFaultKind::Refused => fault,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn the_key_is_no_value_that_a_query_may_look_at() {
    let policies = [policy(&[], false), policy(&["ai"], false), policy(&["ai"], true)];
    for text in CARRIED_OUT.iter().chain(&IN_OTHER_PLACES) {
        for policy in &policies {
            let fault = refused(text, policy);
            assert!(fault.message.contains("$apiKey may only be an argument"), "{text}: {fault:?}");
            assert!(fault.hint.is_some_and(|hint| hint.contains("'Bearer ' + $apiKey")), "{text}");
            let span = fault.span.unwrap();
            let place = &text[span.start as usize..span.end as usize];
            assert!(["$apiKey", "$`apiKey`"].contains(&place), "{text}: {place}");
        }
    }
    for text in MADE_OVER {
        assert!(refused(text, &policy(&["ai"], true)).message.contains("$apiKey"), "{text}");
    }
}

#[test]
fn the_key_goes_only_to_calls_that_were_allowed_by_name() {
    let text = "RETURN ai.ask('q', {token: 'Bearer ' + $apiKey}) AS cell";
    let fault = refused(text, &policy(&[], false));
    assert_eq!(fault.message, "the function ai.ask is not plain Cypher");
    let fault = refused(text, &policy(&[], true));
    assert!(fault.message.contains("$apiKey would go to ai.ask"), "{fault:?}");
    assert!(fault.hint.unwrap().starts_with("--allow ai lets it have the key"));
    // The guard lets it pass; the embedded engine has no such function.
    let policy = policy(&["ai"], false);
    let Err(Fault::Query(fault)) = Embedded::new().prepare(text, &policy, &Meter::default()) else {
        panic!("the embedded engine has no such function");
    };
    assert_eq!(fault.kind, QueryFaultKind::Wrong, "{fault:?}");
}
