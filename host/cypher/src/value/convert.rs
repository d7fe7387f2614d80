//! From values to what leaves the engine, and from parameters to values.

use std::collections::BTreeMap;

use super::budget::{self, Charge};
use super::{Datum, NodeDatum, Path, RelationshipDatum, Text, Value};
use crate::error::{Error, ErrorKind};
use crate::store::{Entity, Graph, NodeId, Properties, RelationshipId};

impl Value {
    /// The value of a parameter. Nodes, relationships and paths are of some graph, and can't be one.
    pub fn of_datum(datum: &Datum) -> Result<Value, Error> {
        Ok(match datum {
            Datum::Null => Value::Null,
            Datum::Bool(value) => Value::Bool(*value),
            Datum::Integer(value) => Value::Integer(*value),
            Datum::Float(value) => Value::Float(*value),
            Datum::Text(text) => Value::text(text.as_str())?,
            Datum::List(values) => {
                Value::list(values.iter().map(Value::of_datum).collect::<Result<_, _>>()?)?
            }
            Datum::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| Ok((Text::new(key.as_str())?, Value::of_datum(value)?)));
                Value::map(entries.collect::<Result<_, _>>()?)?
            }
            Datum::Node(_) | Datum::Relationship(_) | Datum::Path(_) => {
                return Err(Error::new(
                    ErrorKind::Type,
                    "a node, relationship or path can't be a parameter; give its elementId()",
                ));
            }
            Datum::Foreign(foreign) => {
                let kind = &foreign.kind;
                let message = format!("{kind} values are not supported by the embedded engine");
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
        })
    }

    /// What leaves the engine, charged as it grows: what is shared inside is copied outside.
    pub fn to_datum(&self, graph: &Graph, charge: &mut Charge) -> Result<Datum, Error> {
        budget::tick()?;
        charge.grow(size_of::<Datum>())?;
        Ok(match self {
            Value::Null => Datum::Null,
            Value::Bool(value) => Datum::Bool(*value),
            Value::Integer(value) => Datum::Integer(*value),
            Value::Float(value) => Datum::Float(*value),
            Value::Text(text) => Datum::Text(owned(text.as_str(), charge)?),
            Value::List(list) => {
                let values = list.as_slice().iter().map(|value| value.to_datum(graph, charge));
                Datum::List(values.collect::<Result<_, _>>()?)
            }
            Value::Map(map) => {
                let mut entries = BTreeMap::new();
                for (key, value) in map.as_slice() {
                    entries.insert(owned(key.as_str(), charge)?, value.to_datum(graph, charge)?);
                }
                Datum::Map(entries)
            }
            Value::Node(id) => node(*id, graph, charge)?.into(),
            Value::Relationship(id) => relationship(*id, graph, charge)?.into(),
            Value::Path(path) => walk(path, graph, charge)?,
        })
    }
}

fn owned(text: &str, charge: &mut Charge) -> Result<String, Error> {
    charge.grow(text.len() + size_of::<String>())?;
    Ok(text.to_owned())
}

fn properties(
    properties: Option<&Properties>,
    graph: &Graph,
    charge: &mut Charge,
) -> Result<BTreeMap<String, Datum>, Error> {
    let mut entries = BTreeMap::new();
    for (key, value) in properties.into_iter().flat_map(Properties::iter) {
        entries.insert(owned(graph.name(key), charge)?, value.to_datum(graph, charge)?);
    }
    Ok(entries)
}

/// A node that was deleted in the transaction is still itself, without labels and properties.
fn node(id: NodeId, graph: &Graph, charge: &mut Charge) -> Result<NodeDatum, Error> {
    charge.grow(size_of::<NodeDatum>())?;
    let node = graph.node(id);
    let labels = node.map_or(&[][..], |node| node.labels());
    let labels = labels.iter().map(|label| owned(graph.name(*label), charge));
    Ok(NodeDatum {
        id: Entity::Node(id).element_id(),
        labels: labels.collect::<Result<_, _>>()?,
        properties: properties(node.map(|node| node.properties()), graph, charge)?,
    })
}

fn relationship(
    id: RelationshipId,
    graph: &Graph,
    charge: &mut Charge,
) -> Result<RelationshipDatum, Error> {
    charge.grow(size_of::<RelationshipDatum>())?;
    let kind = graph.type_of(id).map_or("", |kind| graph.name(kind));
    let end = |which: fn((NodeId, NodeId)) -> NodeId| {
        graph.ends_of(id).map(|ends| Entity::Node(which(ends)).element_id()).unwrap_or_default()
    };
    let found = graph.relationship(id);
    Ok(RelationshipDatum {
        id: Entity::Relationship(id).element_id(),
        kind: owned(kind, charge)?,
        start: end(|(start, _)| start),
        end: end(|(_, end)| end),
        properties: properties(found.map(|found| found.properties()), graph, charge)?,
    })
}

fn walk(path: &Path, graph: &Graph, charge: &mut Charge) -> Result<Datum, Error> {
    let nodes = path.nodes().iter().map(|id| node(*id, graph, charge)).collect::<Result<_, _>>()?;
    let relationships = path.relationships().iter().map(|id| relationship(*id, graph, charge));
    Ok(Datum::path(nodes, relationships.collect::<Result<_, _>>()?))
}
