//! Laws of values: the order is total, the hash agrees with equivalence, `=` and `<` agree with both, and
//! what is held is counted.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::cmp::Ordering;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

use othello_cypher::value::{Compared, MAX_DEPTH, NodeId, Path, RelationshipId, Text, Value};
use othello_cypher::{Datum, ErrorKind, Limits, Meter};
use othello_test_support::thread_time;
use proptest::prelude::*;

fn number() -> impl Strategy<Value = Value> {
    let corners =
        [0, 1, -1, i64::MAX, i64::MIN, i64::MAX - 1, (1 << 53) + 1, 1 << 53, -(1 << 53) - 1];
    let floats = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        9007199254740992.0,
        9223372036854775808.0,
        -9223372036854775808.0,
        -9223372036854777856.0,
        f64::MIN_POSITIVE,
    ];
    prop_oneof![
        prop::sample::select(corners.to_vec()).prop_map(Value::Integer),
        prop::sample::select(floats.to_vec()).prop_map(Value::Float),
        (-3..3i64).prop_map(Value::Integer),
        any::<f64>().prop_map(Value::Float),
    ]
}

/// Values that are read from text, of which some mean the same moment, length or place.
fn read_value() -> impl Strategy<Value = Value> {
    let texts = [
        "date('2015-07-21')",
        "date('-0001-01-01')",
        "localtime('10:00')",
        "time('10:00+01:00')",
        "time('09:00Z')",
        "localdatetime('2015-07-21T10:00')",
        "datetime('2015-07-21T10:00+02:00')",
        "datetime('2015-07-21T08:00Z')",
        "datetime('2015-07-21T10:00[Europe/Stockholm]')",
        "datetime('2015-07-21T10:00[Europe/Berlin]')",
        "duration('P1D')",
        "duration('PT24H')",
        "duration('P1M')",
        "point({x: 0.0, y: 1.0})",
        "point({x: -0.0, y: 1.0})",
        "point({x: 0.0, y: 1.0, z: 1.0})",
        "point({x: 0.0, y: 1.0, crs: 'wgs-84'})",
        "uuid('0-0-0-0-1')",
        "uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6')",
        "vector([0], 1, INTEGER8)",
        "vector([0.0], 1, FLOAT32)",
        "vector([-0.0], 1, FLOAT32)",
        "vector([0, 1], 2, INTEGER8)",
    ];
    prop::sample::select(texts.to_vec()).prop_map(|text| match text.parse().unwrap() {
        Datum::Temporal(value) => Value::temporal(*value, &Meter::default()).unwrap(),
        Datum::Point(point) => Value::point(*point, &Meter::default()).unwrap(),
        Datum::Uuid(uuid) => Value::Uuid(uuid),
        Datum::Vector(vector) => Value::vector(*vector, &Meter::default()).unwrap(),
        other => panic!("{other} is made otherwise"),
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        3 => number(),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => "[ab]{0,2}".prop_map(|text| Value::text(text, &Meter::default()).unwrap()),
        2 => read_value(),
        1 => (0..3u32).prop_map(|id| Value::Node(NodeId(id))),
        1 => (0..3u32).prop_map(|id| Value::Relationship(RelationshipId(id))),
        // A relationship leads from one node to one other.
        1 => (0..2u32, 0..2u32).prop_map(|(a, b)| {
            let (nodes, links) = (vec![NodeId(a), NodeId(b)], vec![RelationshipId(2 * a + b)]);
            Value::Path(Path::new(nodes, links, &Meter::default()).unwrap())
        }),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|values| Value::list(
                values,
                &Meter::default()
            )
            .unwrap()),
            prop::collection::vec(("[ab]", inner), 0..3).prop_map(|entries| {
                let entries = entries
                    .into_iter()
                    .map(|(key, value)| (Text::new(key, &Meter::default()).unwrap(), value));
                Value::map(entries.collect(), &Meter::default()).unwrap()
            }),
        ]
    })
}

/// The same with every -0.0 as 0.0.
fn without_sign(value: &Value) -> Value {
    let meter = Meter::default();
    match value {
        Value::Float(0.0) => Value::Float(0.0),
        Value::List(list) => {
            Value::list(list.as_slice().iter().map(without_sign).collect(), &meter).unwrap()
        }
        Value::Map(map) => {
            let entries = map.as_slice().iter();
            let entries = entries.map(|(key, value)| (key.clone(), without_sign(value)));
            Value::map(entries.collect(), &meter).unwrap()
        }
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn the_order_is_total(a in value(), b in value(), c in value()) {
        prop_assert_eq!(a.order(&a, &Meter::default()), Ordering::Equal);
        prop_assert_eq!(a.order(&b, &Meter::default()), b.order(&a, &Meter::default()).reverse());
        if a.order(&b, &Meter::default()) != Ordering::Greater && b.order(&c, &Meter::default()) != Ordering::Greater {
            prop_assert_ne!(a.order(&c, &Meter::default()), Ordering::Greater);
        }
    }

    #[test]
    fn equivalent_values_hash_alike_and_are_equal_in_order(a in value(), b in value()) {
        let hasher = RandomState::new();
        prop_assert_eq!(a.equivalent(&b, &Meter::default()), a.order(&b, &Meter::default()) == Ordering::Equal);
        if a.equivalent(&b, &Meter::default()) {
            let hash = |value: &Value| {
                let mut state = hasher.build_hasher();
                value.hash_into(&mut state, &Meter::default());
                state.finish()
            };
            prop_assert_eq!(hash(&a), hash(&b));
        }
    }

    #[test]
    fn equal_values_are_equivalent_and_comparison_agrees_with_the_order(a in value(), b in value()) {
        prop_assert_eq!(a.equals(&b, &Meter::default()), b.equals(&a, &Meter::default()));
        match a.equals(&b, &Meter::default()) {
            Some(true) => prop_assert!(a.equivalent(&b, &Meter::default())),
            // NaN is no number's equal, its own neither, but it is equivalent to itself.
            Some(false) => prop_assert!(!a.equivalent(&b, &Meter::default()) || a.to_string().contains("NaN")),
            None => {}
        }
        // Of zeros a comparison tells the sign, as the servers' does, and the order does not.
        if let (Value::Float(_), Value::Float(_), Compared::Is(ordering)) =
            (&a, &b, a.compare(&b, &Meter::default()))
        {
            prop_assert_eq!(ordering, a.order_with_sign(&b, &Meter::default()));
        }
        let (plain_a, plain_b) = (without_sign(&a), without_sign(&b));
        let order = a.order(&b, &Meter::default());
        prop_assert_eq!(plain_a.order(&plain_b, &Meter::default()), order);
        let (a, b) = (plain_a, plain_b);
        match a.compare(&b, &Meter::default()) {
            Compared::Is(ordering) => prop_assert_eq!(ordering, a.order(&b, &Meter::default())),
            Compared::Equal => prop_assert!(a.equivalent(&b, &Meter::default())),
            Compared::Unknown | Compared::Unordered => {}
        }
    }
}

#[test]
fn kinds_of_values_are_ordered_as_neo4j_orders_them() {
    // Neo4j's Cypher manual, "Ordering and comparison of values".
    let map = Value::map(Vec::new(), &Meter::default()).unwrap();
    let list = Value::list(Vec::new(), &Meter::default()).unwrap();
    let path = Value::Path(Path::new(vec![NodeId(0)], Vec::new(), &Meter::default()).unwrap());
    let ascending = [
        map,
        Value::Node(NodeId(7)),
        Value::Relationship(RelationshipId(0)),
        list,
        path,
        Value::text("", &Meter::default()).unwrap(),
        Value::Bool(false),
        Value::Bool(true),
        Value::Float(f64::NEG_INFINITY),
        Value::Integer(5),
        Value::Float(f64::INFINITY),
        Value::Float(f64::NAN),
        Value::Null,
    ];
    assert!(ascending.is_sorted_by(|a, b| a.order(b, &Meter::default()) == Ordering::Less));
}

#[test]
fn what_is_held_is_counted_and_given_back() {
    let meter = Meter::default();
    let text = Value::text("x".repeat(1000), &meter).unwrap();
    let list = Value::list(vec![text.clone(), text], &meter).unwrap();
    let held = meter.held();
    assert!((1000..1400).contains(&held), "{held}");
    drop(list);
    assert_eq!(meter.held(), 0);
}

#[test]
fn more_than_is_allowed_is_refused_to_one_query_and_not_to_another() {
    let meter = Meter::new(Limits { memory: 10_000, ..Limits::default() });
    let error = Value::text("x".repeat(20_000), &meter).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    assert!(Value::text("x".repeat(5_000), &meter).is_ok());
    assert!(Value::text("x".repeat(20_000), &Meter::default()).is_ok());
}

#[test]
fn what_another_thread_drops_is_given_back_too() {
    let meter = Meter::default();
    let text = Value::text("x".repeat(1000), &meter).unwrap();
    std::thread::spawn(move || drop(text)).join().unwrap();
    assert_eq!(meter.held(), 0);
}

#[test]
fn a_meter_whose_steps_are_used_up_says_so() {
    let meter = Meter::new(Limits { steps: 10_000, ..Limits::default() });
    let list = |length: usize| Value::list(vec![Value::Integer(1); length], &Meter::default());
    let (a, b) = (list(20_000).unwrap(), list(20_000).unwrap());
    let _ = a.equals(&b, &meter);
    assert_eq!(meter.check().unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn lists_nest_so_deep_and_no_deeper() {
    let mut value = Value::Null;
    for _ in 0..MAX_DEPTH {
        value = Value::list(vec![value], &Meter::default()).unwrap();
    }
    assert_eq!(value.clone().equals(&value, &Meter::default()), None);
    assert_eq!(value.order(&value.clone(), &Meter::default()), Ordering::Equal);
    assert_eq!(
        Value::list(vec![value], &Meter::default()).unwrap_err().kind(),
        ErrorKind::TooLarge
    );
}

#[test]
fn a_comparison_that_would_take_for_ever_ends_at_the_deadline() {
    // Each level holds the one below twice, so both have 2^60 leaves in a few kilobytes.
    let grow = || {
        (0..60).fold(Value::Integer(1), |value, _| {
            Value::list(vec![value.clone(), value], &Meter::default()).unwrap()
        })
    };
    let (a, b) = (grow(), grow());
    let time = Duration::from_millis(20);
    let (deadline, before) = (Instant::now() + time, thread_time());
    let meter = Meter::new(Limits { deadline: Some(deadline), ..Limits::default() });
    let _ = a.equals(&b, &meter);
    assert_eq!(meter.check().unwrap_err().kind(), ErrorKind::TimedOut);
    assert!(thread_time() - before < time + Duration::from_millis(50));
}
