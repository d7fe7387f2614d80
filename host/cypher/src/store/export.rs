//! From values to what leaves the engine: with what the graph has behind the numbers of nodes and relationships.

use std::collections::BTreeMap;

use super::entity::{Entity, Properties};
use super::graph::Graph;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::spatial::Point;
use crate::temporal::Temporal;
use crate::value::{Datum, NodeDatum, NodeId, Path, RelationshipDatum, RelationshipId, Value};

/// Copies values out of the engine, charged as the copies grow: what is shared inside is copied outside.
pub(crate) struct Export<'a> {
    graph: &'a Graph,
    meter: &'a Meter,
    charge: Charge,
}

impl<'a> Export<'a> {
    /// Nothing copied yet.
    pub fn new(graph: &'a Graph, meter: &'a Meter) -> Export<'a> {
        Export { graph, meter, charge: Charge::default() }
    }

    /// How many bytes the copies take.
    pub fn bytes(&self) -> usize {
        self.charge.bytes()
    }

    /// Charges what holds the copies.
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<(), Error> {
        self.charge.grow(self.meter, bytes)
    }

    /// A copy.
    pub fn datum(&mut self, value: &Value) -> Result<Datum, Error> {
        self.meter.tick()?;
        // What is shared inside may be too large to be even begun.
        self.meter.room_for(value.written())?;
        self.charge(size_of::<Datum>())?;
        Ok(match value {
            Value::Null => Datum::Null,
            Value::Bool(value) => Datum::Bool(*value),
            Value::Integer(value) => Datum::Integer(*value),
            Value::Float(value) => Datum::Float(*value),
            Value::Text(text) => Datum::Text(self.text(text.as_str())?),
            Value::List(list) => {
                let values = list.as_slice().iter().map(|value| self.datum(value));
                Datum::List(values.collect::<Result<_, _>>()?)
            }
            Value::Map(map) => {
                let mut entries = BTreeMap::new();
                for (key, value) in map.as_slice() {
                    entries.insert(self.text(key.as_str())?, self.datum(value)?);
                }
                Datum::Map(entries)
            }
            Value::Node(id) => self.node(*id)?.into(),
            Value::Relationship(id) => self.relationship(*id)?.into(),
            Value::Path(path) => self.path(path)?,
            Value::Temporal(value) => {
                self.charge(size_of::<Temporal>())?;
                (**value).into()
            }
            Value::Point(point) => {
                self.charge(size_of::<Point>())?;
                (**point).into()
            }
        })
    }

    fn text(&mut self, text: &str) -> Result<String, Error> {
        self.meter.read(text.len())?;
        self.charge(text.len() + size_of::<String>())?;
        Ok(text.to_owned())
    }

    fn properties(
        &mut self,
        properties: Option<&Properties>,
    ) -> Result<BTreeMap<String, Datum>, Error> {
        let mut entries = BTreeMap::new();
        for (key, value) in properties.into_iter().flat_map(Properties::iter) {
            entries.insert(self.text(self.graph.name(key))?, self.datum(value)?);
        }
        Ok(entries)
    }

    /// A node that was deleted in the transaction is still itself, without labels and properties.
    fn node(&mut self, id: NodeId) -> Result<NodeDatum, Error> {
        self.charge(size_of::<NodeDatum>())?;
        let graph = self.graph;
        let node = graph.node(id);
        let labels = node.map_or(&[][..], |node| node.labels());
        let labels = labels.iter().map(|label| self.text(graph.name(*label)));
        Ok(NodeDatum {
            id: Entity::Node(id).element_id(),
            labels: labels.collect::<Result<_, _>>()?,
            properties: self.properties(node.map(|node| node.properties()))?,
        })
    }

    fn relationship(&mut self, id: RelationshipId) -> Result<RelationshipDatum, Error> {
        self.charge(size_of::<RelationshipDatum>())?;
        let graph = self.graph;
        let kind = graph.type_of(id).map_or("", |kind| graph.name(kind));
        let end = |which: fn((NodeId, NodeId)) -> NodeId| {
            graph.ends_of(id).map(|ends| Entity::Node(which(ends)).element_id()).unwrap_or_default()
        };
        let relationship = graph.relationship(id);
        Ok(RelationshipDatum {
            id: Entity::Relationship(id).element_id(),
            kind: self.text(kind)?,
            start: end(|(start, _)| start),
            end: end(|(_, end)| end),
            properties: self.properties(relationship.map(|found| found.properties()))?,
        })
    }

    fn path(&mut self, path: &Path) -> Result<Datum, Error> {
        let nodes = path.nodes().iter().map(|id| self.node(*id)).collect::<Result<_, _>>()?;
        let relationships = path.relationships().iter().map(|id| self.relationship(*id));
        Ok(Datum::path(nodes, relationships.collect::<Result<_, _>>()?))
    }
}
