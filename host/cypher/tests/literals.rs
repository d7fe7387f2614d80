//! Literals: what is printed reads back as the same value.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use othello_cypher::{Datum, NodeDatum, RelationshipDatum};
use proptest::prelude::*;

fn properties() -> impl Strategy<Value = BTreeMap<String, Datum>> {
    prop::collection::btree_map("[a-z]{1,3}", any::<i64>().prop_map(Datum::Integer), 0..3)
}

fn node(id: usize) -> impl Strategy<Value = NodeDatum> {
    (prop::collection::vec("[A-Z`é ]{1,3}", 0..3), properties())
        .prop_map(move |(labels, properties)| NodeDatum { id: id.to_string(), labels, properties })
}

fn datum() -> impl Strategy<Value = Datum> {
    let leaf = prop_oneof![
        Just(Datum::Null),
        any::<bool>().prop_map(Datum::Bool),
        any::<i64>().prop_map(Datum::Integer),
        any::<f64>().prop_map(Datum::Float),
        any::<String>().prop_map(Datum::Text),
        ("\\PC{1,4}", properties()).prop_map(|(kind, properties)| {
            let [id, start, end] = std::array::from_fn(|_| String::new());
            RelationshipDatum { id, kind, start, end, properties }.into()
        }),
        (node(0), "[A-Z]", any::<bool>(), node(1)).prop_map(|(from, kind, forward, to)| {
            let (start, end) = if forward { (&from, &to) } else { (&to, &from) };
            let (start, end) = (start.id.clone(), end.id.clone());
            let id = "0".to_owned();
            let hop = RelationshipDatum { id, kind, start, end, properties: BTreeMap::new() };
            Datum::path(vec![from, to], vec![hop])
        }),
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Datum::List),
            prop::collection::btree_map("\\PC{1,4}", inner, 0..4).prop_map(Datum::Map),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(datum in datum()) {
        let printed = datum.to_string();
        let read: Datum = printed.parse().unwrap();
        prop_assert_eq!(read.to_string(), printed);
        prop_assert!(read == datum || datum.to_string().contains("NaN"));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[\\[\\](){}<>:,'\"`a1.e+\\\\-]{0,12}") {
        let _ = text.parse::<Datum>();
    }
}

#[test]
fn every_form_of_the_notation_is_read() {
    for (text, printed) in [
        ("\"a\\u00e9\\n'\"", "'aé\\n\\''"),
        ("( :A :B { k : 1 } )", "(:A:B {k: 1})"),
        ("[ : T ]", "[:T]"),
        (
            "<(:A)-[:T]->()<-[:U {k: -1.5}]-({k: 'x'})>",
            "<(:A)-[:T]->()<-[:U {k: -1.5}]-({k: 'x'})>",
        ),
        (
            "[1, 2.0, 1e3, -Infinity, NaN, TRUE, null]",
            "[1, 2.0, 1000.0, -Infinity, NaN, true, null]",
        ),
        ("{`a b`: {}, \"c\": []}", "{`a b`: {}, c: []}"),
    ] {
        assert_eq!(text.parse::<Datum>().unwrap().to_string(), printed);
    }
}

#[test]
fn what_is_no_literal_is_refused_where_it_goes_wrong() {
    for (text, at) in
        [("", 0), ("[1, ", 4), ("[1 2]", 3), ("'a", 2), ("{1}", 2), ("1 x", 2), ("(:A", 3)]
    {
        let error = text.parse::<Datum>().unwrap_err();
        assert_eq!(error.span().map(|span| span.start), Some(at), "{text}: {error}");
    }
    let deep = "[".repeat(100_000);
    assert!(deep.parse::<Datum>().unwrap_err().message().contains("deeper"));
}
