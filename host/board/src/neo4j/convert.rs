//! Values between the driver's types and ours.

use std::collections::BTreeMap;

use neo4rs::{
    BoltBoolean, BoltFloat, BoltInteger, BoltList, BoltMap, BoltNode, BoltNull, BoltPath,
    BoltRelation, BoltString, BoltType, BoltUnboundedRelation,
};
use othello_cypher::{Datum, NodeDatum, Params, RelationshipDatum};

use super::temporal;

/// A value for the driver to send. Nodes, relationships, paths and foreign values can't be parameters, and UUIDs and
/// vectors are not in the protocol that it speaks; they go as null, as what is not there.
pub(super) fn to_bolt(datum: &Datum) -> BoltType {
    match datum {
        Datum::Null
        | Datum::Node(_)
        | Datum::Relationship(_)
        | Datum::Path(_)
        | Datum::Uuid(_)
        | Datum::Vector(_)
        | Datum::Foreign(_) => BoltType::Null(BoltNull),
        Datum::Temporal(value) => temporal::to_bolt(value),
        Datum::Point(point) => temporal::point_to_bolt(point),
        Datum::Bool(value) => BoltType::Boolean(BoltBoolean::new(*value)),
        Datum::Integer(value) => BoltType::Integer(BoltInteger::new(*value)),
        Datum::Float(value) => BoltType::Float(BoltFloat::new(*value)),
        Datum::Text(text) => BoltType::String(BoltString::from(text.as_str())),
        Datum::List(items) => {
            BoltType::List(BoltList { value: items.iter().map(to_bolt).collect() })
        }
        Datum::Map(map) => BoltType::Map(map_to_bolt(map)),
    }
}

/// Parameters for the driver to send.
pub(super) fn params_to_bolt(params: &Params) -> BoltMap {
    let entries = params.iter().map(|(name, value)| (BoltString::from(name), to_bolt(value)));
    BoltMap { value: entries.collect() }
}

fn map_to_bolt(map: &BTreeMap<String, Datum>) -> BoltMap {
    let entries = map.iter().map(|(key, value)| (BoltString::from(key.as_str()), to_bolt(value)));
    BoltMap { value: entries.collect() }
}

/// A value that came.
pub(super) fn from_bolt(value: BoltType) -> Datum {
    match value {
        BoltType::Null(_) => Datum::Null,
        BoltType::Boolean(value) => Datum::Bool(value.value),
        BoltType::Integer(value) => Datum::Integer(value.value),
        BoltType::Float(value) => Datum::Float(value.value),
        BoltType::String(text) => Datum::Text(text.value),
        BoltType::List(list) => Datum::List(list.value.into_iter().map(from_bolt).collect()),
        BoltType::Map(map) => Datum::Map(map_from_bolt(map)),
        BoltType::Node(node) => from_node(node).into(),
        BoltType::Relation(relationship) => from_relationship(relationship).into(),
        BoltType::UnboundedRelation(step) => from_step(step, String::new(), String::new()).into(),
        BoltType::Path(path) => from_path(path),
        BoltType::Bytes(bytes) => {
            let digits: String = bytes.value.iter().map(|byte| format!("{byte:02x}")).collect();
            Datum::foreign("BYTES", digits)
        }
        BoltType::Point2D(point) => temporal::point2(&point),
        BoltType::Point3D(point) => temporal::point3(&point),
        BoltType::Duration(_)
        | BoltType::Date(_)
        | BoltType::Time(_)
        | BoltType::LocalTime(_)
        | BoltType::DateTime(_)
        | BoltType::LocalDateTime(_)
        | BoltType::DateTimeZoneId(_) => temporal::temporal(&value)
            .unwrap_or_else(|| Datum::foreign("UNKNOWN", format!("{value:?}"))),
    }
}

fn map_from_bolt(map: BoltMap) -> BTreeMap<String, Datum> {
    map.value.into_iter().map(|(key, value)| (key.value, from_bolt(value))).collect()
}

/// The protocol of this version tells numbers for ids, not element ids; what matters is that equal ones
/// are the same node.
fn id(number: &BoltInteger) -> String {
    number.value.to_string()
}

fn from_node(node: BoltNode) -> NodeDatum {
    let labels = node.labels.value.into_iter().filter_map(|label| match label {
        BoltType::String(label) => Some(label.value),
        _ => None,
    });
    NodeDatum {
        id: id(&node.id),
        labels: labels.collect(),
        properties: map_from_bolt(node.properties),
    }
}

fn from_relationship(relationship: BoltRelation) -> RelationshipDatum {
    RelationshipDatum {
        id: id(&relationship.id),
        kind: relationship.typ.value,
        start: id(&relationship.start_node_id),
        end: id(&relationship.end_node_id),
        properties: map_from_bolt(relationship.properties),
    }
}

fn from_step(step: BoltUnboundedRelation, start: String, end: String) -> RelationshipDatum {
    RelationshipDatum {
        id: id(&step.id),
        kind: step.typ.value,
        start,
        end,
        properties: map_from_bolt(step.properties),
    }
}

/// A path comes as its distinct nodes and relationships and the way through them: pairs of a relationship's
/// number (from 1, negative where it is walked against its direction) and a node's (from 0).
fn from_path(path: BoltPath) -> Datum {
    let (nodes, steps, way) = (path.nodes(), path.rels(), path.indices());
    let mut walked = Vec::with_capacity(way.len() / 2 + 1);
    let mut relationships = Vec::with_capacity(way.len() / 2);
    walked.extend(nodes.first().cloned().map(from_node));
    for pair in way.chunks_exact(2) {
        let (step, node) = (pair[0].value, pair[1].value);
        let at = usize::try_from(step.unsigned_abs()).unwrap_or_default().wrapping_sub(1);
        let next = usize::try_from(node).ok().and_then(|node| nodes.get(node));
        let (Some(step_there), Some(next), Some(last)) = (steps.get(at), next, walked.last())
        else {
            break;
        };
        let (from, to) = (last.id.clone(), id(&next.id));
        let (start, end) = if step < 0 { (to, from) } else { (from, to) };
        relationships.push(from_step(step_there.clone(), start, end));
        walked.push(from_node(next.clone()));
    }
    Datum::path(walked, relationships)
}
