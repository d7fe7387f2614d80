//! From values to what leaves the engine: with what the graph has behind the numbers of nodes and relationships. What
//! holds a copy has charged the room for it; a copy charges what lies behind it.

use std::collections::BTreeMap;

use super::entity::{Entity, Properties};
use super::graph::Graph;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::size;
use crate::spatial::Point;
use crate::temporal::Temporal;
use crate::value::{Datum, NodeDatum, NodeId, PathDatum, RelationshipDatum, RelationshipId, Value};
use crate::vector::Vector;

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

    /// A copy, whose place is charged already.
    pub fn datum(&mut self, value: &Value) -> Result<Datum, Error> {
        self.meter.tick()?;
        // What is shared inside may be too large to be even begun.
        self.meter.room_for(value.written())?;
        Ok(match value {
            Value::Null => Datum::Null,
            Value::Bool(value) => Datum::Bool(*value),
            Value::Integer(value) => Datum::Integer(*value),
            Value::Float(value) => Datum::Float(*value),
            Value::Text(text) => Datum::Text(self.text(text.as_str())?),
            Value::List(list) => Datum::List(self.all(list.as_slice(), Self::datum)?),
            Value::Map(map) => {
                let entries = map.as_slice();
                self.map(entries.len(), entries.iter().map(|(key, value)| (key.as_str(), value)))
                    .map(Datum::Map)?
            }
            Value::Node(id) => {
                self.charge(size_of::<NodeDatum>())?;
                self.node(*id)?.into()
            }
            Value::Relationship(id) => {
                self.charge(size_of::<RelationshipDatum>())?;
                self.relationship(*id)?.into()
            }
            Value::Path(path) => {
                self.charge(size_of::<PathDatum>())?;
                let nodes = self.all(path.nodes(), |export, id| export.node(*id))?;
                let relationships =
                    self.all(path.relationships(), |export, id| export.relationship(*id))?;
                Datum::path(nodes, relationships)
            }
            Value::Temporal(value) => {
                self.charge(size_of::<Temporal>())?;
                (**value).into()
            }
            Value::Point(point) => {
                self.charge(size_of::<Point>())?;
                (**point).into()
            }
            Value::Uuid(uuid) => (*uuid).into(),
            Value::Vector(vector) => {
                self.charge(size_of::<Vector>() + vector.bytes())?;
                Vector::clone(vector).into()
            }
        })
    }

    /// A copy of each, in a vector that has no more room than for them.
    pub(crate) fn all<T, D>(
        &mut self,
        from: &[T],
        copy: impl Fn(&mut Self, &T) -> Result<D, Error>,
    ) -> Result<Vec<D>, Error> {
        self.charge(size::vector::<D>(from.len()))?;
        let mut copies = Vec::with_capacity(from.len());
        for one in from {
            copies.push(copy(self, one)?);
        }
        Ok(copies)
    }

    fn map<'v>(
        &mut self,
        length: usize,
        entries: impl Iterator<Item = (&'v str, &'v Value)>,
    ) -> Result<BTreeMap<String, Datum>, Error> {
        self.charge(size::tree_map::<String, Datum>(length))?;
        let mut map = BTreeMap::new();
        for (key, value) in entries {
            map.insert(self.text(key)?, self.datum(value)?);
        }
        Ok(map)
    }

    fn text(&mut self, text: &str) -> Result<String, Error> {
        self.meter.read(text.len())?;
        self.charge(text.len())?;
        Ok(text.to_owned())
    }

    fn properties(
        &mut self,
        properties: Option<&Properties>,
    ) -> Result<BTreeMap<String, Datum>, Error> {
        let graph = self.graph;
        let entries = || properties.into_iter().flat_map(Properties::iter);
        self.map(entries().count(), entries().map(|(key, value)| (graph.name(key), value)))
    }

    /// The `elementId` of an entity.
    fn id(&mut self, entity: Entity) -> Result<String, Error> {
        let id = entity.element_id();
        self.charge(id.capacity())?;
        Ok(id)
    }

    /// A node that was deleted in the transaction is still itself, without labels and properties.
    fn node(&mut self, id: NodeId) -> Result<NodeDatum, Error> {
        self.meter.tick()?;
        let graph = self.graph;
        let node = graph.node(id);
        let labels = node.map_or(&[][..], |node| node.labels());
        Ok(NodeDatum {
            id: self.id(Entity::Node(id))?,
            labels: self.all(labels, |export, label| export.text(graph.name(*label)))?,
            properties: self.properties(node.map(|node| node.properties()))?,
        })
    }

    fn relationship(&mut self, id: RelationshipId) -> Result<RelationshipDatum, Error> {
        self.meter.tick()?;
        let graph = self.graph;
        let kind = graph.type_of(id).map_or("", |kind| graph.name(kind));
        let (start, end) = match graph.ends_of(id) {
            Some((start, end)) => (self.id(Entity::Node(start))?, self.id(Entity::Node(end))?),
            None => Default::default(),
        };
        let relationship = graph.relationship(id);
        Ok(RelationshipDatum {
            id: self.id(Entity::Relationship(id))?,
            kind: self.text(kind)?,
            start,
            end,
            properties: self.properties(relationship.map(|found| found.properties()))?,
        })
    }
}
