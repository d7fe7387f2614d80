//! Laws of the graph store: what was done is undone exactly, the indexes agree with the nodes, and what was
//! deleted can't be touched.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use othello_cypher::store::{Entity, Graph, Transaction};
use othello_cypher::value::{NodeId, RelationshipId, Value};
use othello_cypher::{ErrorKind, Meter};
use proptest::prelude::*;

/// A random write. Numbers are taken modulo what there is.
#[derive(Clone, Debug)]
enum Write {
    CreateNode(Vec<u8>, i64),
    CreateRelationship(u32, u8, u32),
    SetNode(u32, u8, Option<i64>),
    SetRelationship(u32, u8, Option<i64>),
    AddLabel(u32, u8),
    RemoveLabel(u32, u8),
    DeleteRelationship(u32),
    DeleteNode(u32),
    DetachDelete(u32),
}

fn write() -> impl Strategy<Value = Write> {
    let n = || 0..20u32;
    let name = || 0..4u8;
    prop_oneof![
        (prop::collection::vec(name(), 0..3), any::<i64>())
            .prop_map(|(l, v)| Write::CreateNode(l, v)),
        (n(), name(), n()).prop_map(|(a, t, b)| Write::CreateRelationship(a, t, b)),
        (n(), name(), any::<Option<i64>>()).prop_map(|(n, k, v)| Write::SetNode(n, k, v)),
        (n(), name(), any::<Option<i64>>()).prop_map(|(r, k, v)| Write::SetRelationship(r, k, v)),
        (n(), name()).prop_map(|(n, l)| Write::AddLabel(n, l)),
        (n(), name()).prop_map(|(n, l)| Write::RemoveLabel(n, l)),
        n().prop_map(Write::DeleteRelationship),
        n().prop_map(Write::DeleteNode),
        n().prop_map(Write::DetachDelete),
    ]
}

/// Does it; touching what is not there fails and changes nothing.
fn apply(to: &mut Transaction<'_>, write: &Write) -> Result<(), othello_cypher::Error> {
    let name = |kind: &str, number: u8| format!("{kind}{number}");
    match write {
        Write::CreateNode(labels, value) => {
            let mut tokens = Vec::new();
            for label in labels {
                tokens.push(to.intern(&name("L", *label))?);
            }
            let key = to.intern("k0")?;
            to.create_node(&tokens, vec![(key, Value::Integer(*value))]).map(drop)
        }
        Write::CreateRelationship(start, kind, end) => {
            let kind = to.intern(&name("T", *kind))?;
            to.create_relationship(NodeId(*start), kind, NodeId(*end), Vec::new()).map(drop)
        }
        Write::SetNode(node, key, value) => {
            let key = to.intern(&name("k", *key))?;
            let value = value.map_or(Value::Null, Value::Integer);
            to.set_property(Entity::Node(NodeId(*node)), key, value)
        }
        Write::SetRelationship(relationship, key, value) => {
            let key = to.intern(&name("k", *key))?;
            let value = value.map_or(Value::Null, Value::Integer);
            to.set_property(Entity::Relationship(RelationshipId(*relationship)), key, value)
        }
        Write::AddLabel(node, label) => {
            let label = to.intern(&name("L", *label))?;
            to.add_label(NodeId(*node), label)
        }
        Write::RemoveLabel(node, label) => {
            let label = to.intern(&name("L", *label))?;
            to.remove_label(NodeId(*node), label)
        }
        Write::DeleteRelationship(id) => to.delete_relationship(RelationshipId(*id)),
        Write::DeleteNode(id) => to.delete_node(NodeId(*id)),
        Write::DetachDelete(id) => to.detach_delete_node(NodeId(*id), || Ok(())),
    }
}

/// All that can be seen of a graph: its dump, its names, its indexes and adjacencies in their order, its counts.
fn everything(graph: &Graph) -> String {
    use std::fmt::Write as _;
    let mut seen = graph.to_string();
    for name in graph.names() {
        let token = graph.token(name).unwrap();
        let labelled = graph.nodes_with_label(token);
        writeln!(seen, "{name} {token:?} {labelled:?} {}", graph.count_of_type(token)).unwrap();
    }
    for id in 0..graph.node_bound() {
        if let Some(node) = graph.node(NodeId(id)) {
            for group in node.outgoing().groups().iter().chain(node.incoming().groups()) {
                writeln!(seen, "{id} {:?} {:?}", group.kind(), group.links()).unwrap();
            }
        }
    }
    let bounds = (graph.node_bound(), graph.relationship_bound());
    writeln!(seen, "{bounds:?} {} {}", graph.node_count(), graph.relationship_count()).unwrap();
    seen
}

/// What the indexes say must be what going through all nodes and relationships says.
fn check_indexes(graph: &Graph) {
    let nodes: Vec<_> =
        (0..graph.node_bound()).map(NodeId).filter(|id| graph.node(*id).is_some()).collect();
    assert_eq!(nodes.len(), graph.node_count() as usize);
    for name in graph.names() {
        let token = graph.token(name).unwrap();
        let labelled = nodes.iter().filter(|id| graph.node(**id).unwrap().has_label(token));
        assert!(labelled.eq(graph.nodes_with_label(token)));
    }
    let mut links = 0;
    for id in &nodes {
        for (groups, out) in [
            (graph.node(*id).unwrap().outgoing(), true),
            (graph.node(*id).unwrap().incoming(), false),
        ] {
            for group in groups.groups() {
                assert!(group.links().is_sorted_by(|a, b| a.relationship < b.relationship));
                for link in group.links() {
                    let relationship = graph.relationship(link.relationship).unwrap();
                    let ends = (relationship.start, relationship.end);
                    assert_eq!(ends, if out { (*id, link.other) } else { (link.other, *id) });
                    assert_eq!(relationship.kind, group.kind());
                    links += 1;
                }
            }
        }
    }
    assert_eq!(links, 2 * graph.relationship_count());
}

proptest! {
    #[test]
    fn a_transaction_that_is_dropped_leaves_no_trace(
        before in prop::collection::vec(write(), 0..60),
        undone in prop::collection::vec(write(), 0..60),
    ) {
        let meter = Meter::default();
        let mut graph = Graph::new();
        for write in &before {
            let mut transaction = graph.begin(&meter);
            if apply(&mut transaction, write).is_ok() {
                let _ = transaction.commit();
            }
        }
        check_indexes(&graph);
        let seen = everything(&graph);
        let mut transaction = graph.begin(&meter);
        for write in &undone {
            let _ = apply(&mut transaction, write);
        }
        drop(transaction);
        prop_assert_eq!(seen, everything(&graph));
        check_indexes(&graph);
    }

    #[test]
    fn a_commit_either_keeps_all_or_fails_and_keeps_nothing(writes in prop::collection::vec(write(), 0..60)) {
        let meter = Meter::default();
        let mut graph = Graph::new();
        let mut transaction = graph.begin(&meter);
        for write in &writes {
            let _ = apply(&mut transaction, write);
        }
        let expected = transaction.to_string();
        match transaction.commit() {
            Ok(_) => prop_assert_eq!(graph.to_string(), expected),
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::Constraint);
                prop_assert_eq!(graph.node_bound(), 0);
            }
        }
        check_indexes(&graph);
    }
}

#[test]
fn a_node_goes_before_its_relationships_as_long_as_they_go_too() {
    let meter = Meter::default();
    let mut graph = Graph::new();
    let mut transaction = graph.begin(&meter);
    let kind = transaction.intern("T").unwrap();
    let a = transaction.create_node(&[], Vec::new()).unwrap();
    let b = transaction.create_node(&[], Vec::new()).unwrap();
    let r = transaction.create_relationship(a, kind, b, Vec::new()).unwrap();
    transaction.commit().unwrap();

    let mut transaction = graph.begin(&meter);
    transaction.delete_node(a).unwrap();
    let error = transaction.commit().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Constraint);
    assert!(graph.node(a).is_some());

    let mut transaction = graph.begin(&meter);
    transaction.delete_node(a).unwrap();
    transaction.delete_relationship(r).unwrap();
    assert_eq!(transaction.type_of(r), Some(kind));
    let again = transaction.set_property(Entity::Node(a), kind, Value::Integer(1));
    assert_eq!(again.unwrap_err().kind(), ErrorKind::EntityNotFound);
    let statistics = transaction.commit().unwrap();
    assert_eq!((statistics.nodes_deleted, statistics.relationships_deleted), (1, 1));
    assert_eq!(graph.type_of(r), None);
    assert_eq!(graph.to_string(), "(1)\n");
}

#[test]
fn a_list_of_integers_and_floats_is_stored_as_floats_and_other_mixtures_are_refused() {
    let meter = Meter::default();
    let mut graph = Graph::new();
    let mut transaction = graph.begin(&meter);
    let key = transaction.intern("k").unwrap();
    let mixed = Value::list(vec![Value::Integer(1), Value::Float(2.5)], &Meter::default()).unwrap();
    transaction.create_node(&[], vec![(key, mixed)]).unwrap();
    for refused in [
        vec![Value::Integer(1), Value::text("a", &Meter::default()).unwrap()],
        vec![Value::Null],
        vec![Value::list(Vec::new(), &Meter::default()).unwrap()],
    ] {
        let error = transaction
            .create_node(&[], vec![(key, Value::list(refused, &Meter::default()).unwrap())]);
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Type);
    }
    transaction.commit().unwrap();
    assert_eq!(graph.to_string(), "(0 {k: [1.0, 2.5]})\n");
}
