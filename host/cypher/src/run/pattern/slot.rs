//! Nodes and relationships in the slots of a row.

use crate::error::{Error, ErrorKind};
use crate::plan::Slot;
use crate::value::{NodeId, RelationshipId, Value};

/// The node in a slot; `None` for null.
#[inline]
pub(super) fn node_in(slot: Slot, row: &[Value]) -> Result<Option<NodeId>, Error> {
    match &row[slot.0 as usize] {
        Value::Node(id) => Ok(Some(*id)),
        Value::Null => Ok(None),
        other => Err(Error::new(
            ErrorKind::Type,
            format!("a pattern begins at nodes, not at a {}", other.type_name()),
        )),
    }
}

/// The node in a slot at which a search begins that, as on the servers, finds nothing from anything else.
pub(super) fn start_in(slot: Slot, row: &[Value]) -> Option<NodeId> {
    match &row[slot.0 as usize] {
        Value::Node(id) => Some(*id),
        _ => None,
    }
}

/// The relationship in a slot; what is none is found nowhere.
pub(super) fn relationship_in(slot: Slot, row: &[Value]) -> Option<RelationshipId> {
    match &row[slot.0 as usize] {
        Value::Relationship(id) => Some(*id),
        _ => None,
    }
}

/// Puts a node in a slot, most often in the place of another node.
#[inline]
pub(super) fn put_node(row: &mut [Value], slot: Slot, id: NodeId) {
    match &mut row[slot.0 as usize] {
        Value::Node(old) => *old = id,
        other => *other = Value::Node(id),
    }
}

/// Puts a relationship in a slot, most often in the place of another one.
#[inline]
pub(super) fn put_relationship(row: &mut [Value], slot: Slot, id: RelationshipId) {
    match &mut row[slot.0 as usize] {
        Value::Relationship(old) => *old = id,
        other => *other = Value::Relationship(id),
    }
}

/// Whether a value is this node.
#[inline]
pub(super) fn is_node(value: &Value, id: NodeId) -> bool {
    matches!(value, Value::Node(other) if *other == id)
}
