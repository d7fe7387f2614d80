//! Writing: each change takes effect at once for whoever reads through the transaction, and is written down
//! so that it can be undone. What is not committed is undone when the transaction is dropped.

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::entity::{Entity, Link, Node, Properties, Relationship, Token};
use super::graph::{Gone, Graph};
use super::statistics::Statistics;
use super::storable::{make_storable, storable_all};
use crate::error::{Error, ErrorKind};
use crate::meter::{Charge, Meter};
use crate::value::{NodeId, RelationshipId, Value};

/// The one writer of a graph.
#[derive(Debug)]
pub struct Transaction<'g> {
    graph: &'g mut Graph,
    meter: &'g Meter,
    done: Vec<Change>,
    statistics: Statistics,
    /// Deleted nodes that still have so many relationships; none may be left at the end.
    dangling: HashMap<NodeId, usize>,
    names_before: usize,
    /// How many relationships there ever were before.
    relationships_before: usize,
    charge: Charge,
}

/// A change and what is needed to undo it.
#[derive(Debug)]
enum Change {
    NodeCreated,
    NodeDeleted(NodeId, Box<Node>),
    RelationshipCreated,
    RelationshipDeleted(RelationshipId, Box<Relationship>),
    PropertySet(Entity, Token, Option<Value>),
    LabelAdded(NodeId, Token),
    LabelRemoved(NodeId, Token),
}

impl std::ops::Deref for Transaction<'_> {
    type Target = Graph;

    #[inline]
    fn deref(&self) -> &Graph {
        self.graph
    }
}

impl Graph {
    /// Begins to write; what is kept to undo it is charged to the meter.
    pub fn begin<'g>(&'g mut self, meter: &'g Meter) -> Transaction<'g> {
        Transaction {
            names_before: self.names.len(),
            relationships_before: self.relationships.len(),
            graph: self,
            meter,
            done: Vec::new(),
            statistics: Statistics::default(),
            dangling: HashMap::new(),
            charge: Charge::default(),
        }
    }
}

impl Transaction<'_> {
    /// What it did so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The token of a name, new if need be.
    pub fn intern(&mut self, name: &str) -> Result<Token, Error> {
        if let Some(token) = self.graph.token(name) {
            return Ok(token);
        }
        self.charge.grow(self.meter, 2 * name.len() + 64)?;
        let token = Token(number(self.graph.names.len())?);
        self.graph.names.push(name.into());
        self.graph.tokens.insert(name.into(), token);
        Ok(token)
    }

    /// Makes a node. Null properties are left out.
    pub fn create_node(
        &mut self,
        labels: &[Token],
        properties: Vec<(Token, Value)>,
    ) -> Result<NodeId, Error> {
        let properties = storable_all(properties, self.meter)?;
        self.pay(size_of::<Node>() + size_of_val(properties.as_slice()))?;
        let id = NodeId(number(self.graph.nodes.len())?);
        self.statistics.nodes_created += 1;
        self.statistics.properties_set += properties.len() as u64;
        let properties = Properties::from_pairs(properties);
        self.graph.nodes.push(Some(Node { properties, ..Node::default() }));
        self.graph.node_count += 1;
        self.done.push(Change::NodeCreated);
        for label in labels {
            self.add_label(id, *label)?;
        }
        Ok(id)
    }

    /// Makes a relationship. Null properties are left out.
    pub fn create_relationship(
        &mut self,
        start: NodeId,
        kind: Token,
        end: NodeId,
        properties: Vec<(Token, Value)>,
    ) -> Result<RelationshipId, Error> {
        let properties = storable_all(properties, self.meter)?;
        for node in [start, end] {
            self.alive(Entity::Node(node))?;
        }
        self.pay(
            size_of::<Relationship>() + 2 * size_of::<Link>() + size_of_val(properties.as_slice()),
        )?;
        let id = RelationshipId(number(self.graph.relationships.len())?);
        self.statistics.relationships_created += 1;
        self.statistics.properties_set += properties.len() as u64;
        let relationship =
            Relationship { kind, start, end, properties: Properties::from_pairs(properties) };
        self.graph.relationships.push(None);
        self.graph.link(id, relationship);
        self.done.push(Change::RelationshipCreated);
        Ok(id)
    }

    /// Sets a property; null removes it. What can't be stored is refused, what is set of nobody forgotten.
    pub fn set_property(
        &mut self,
        entity: Entity,
        key: Token,
        mut value: Value,
    ) -> Result<(), Error> {
        make_storable(&mut value, self.meter)?;
        if entity == Entity::Node(NodeId::NOBODY) {
            return Ok(());
        }
        self.alive(entity)?;
        self.pay(size_of::<(Token, Value)>())?;
        let Some(properties) = self.graph.properties_mut(entity) else { return Ok(()) };
        let removes = value.is_null();
        let before = properties.set(key, (!removes).then_some(value));
        if !removes || before.is_some() {
            self.statistics.properties_set += 1;
            self.done.push(Change::PropertySet(entity, key, before));
        }
        Ok(())
    }

    /// Sets properties together. Each key is counted once, however often it comes, and one that becomes null is counted
    /// whether it was there or not.
    pub fn set_properties(
        &mut self,
        entity: Entity,
        properties: impl IntoIterator<Item = (Token, Value)>,
    ) -> Result<(), Error> {
        let before = self.statistics.properties_set;
        let mut keys = SmallVec::<[Token; 8]>::new();
        for (key, value) in properties {
            self.set_property(entity, key, value)?;
            keys.push(key);
        }
        keys.sort_unstable();
        keys.dedup();
        self.statistics.properties_set = before + keys.len() as u64;
        Ok(())
    }

    /// Puts a label on a node, if it has not got it.
    pub fn add_label(&mut self, node: NodeId, label: Token) -> Result<(), Error> {
        self.alive(Entity::Node(node))?;
        self.pay(size_of::<NodeId>())?;
        if self.graph.set_label(node, label, true) {
            self.statistics.labels_added += 1;
            self.done.push(Change::LabelAdded(node, label));
        }
        Ok(())
    }

    /// Takes a label off a node, if it has it.
    pub fn remove_label(&mut self, node: NodeId, label: Token) -> Result<(), Error> {
        self.alive(Entity::Node(node))?;
        self.pay(0)?;
        if self.graph.set_label(node, label, false) {
            self.statistics.labels_removed += 1;
            self.done.push(Change::LabelRemoved(node, label));
        }
        Ok(())
    }

    /// Deletes a relationship; nothing happens where it is deleted already.
    pub fn delete_relationship(&mut self, id: RelationshipId) -> Result<(), Error> {
        if self.graph.relationship(id).is_none() {
            return Ok(());
        }
        self.pay(size_of::<Relationship>() + size_of::<Gone>())?;
        let Some(relationship) = self.graph.unlink(id) else { return Ok(()) };
        let Relationship { kind, start, end, .. } = relationship;
        let is_new = id.0 as usize >= self.relationships_before;
        self.graph.gone.insert(id, Gone { kind, start, end, is_new });
        for node in [start, end] {
            if let Some(left) = self.dangling.get_mut(&node) {
                *left -= 1;
            }
        }
        self.statistics.relationships_deleted += 1;
        self.done.push(Change::RelationshipDeleted(id, Box::new(relationship)));
        Ok(())
    }

    /// Deletes a node; nothing happens where it is deleted already. Its relationships must be deleted too
    /// before the transaction can be committed.
    pub fn delete_node(&mut self, id: NodeId) -> Result<(), Error> {
        if self.graph.node(id).is_none() {
            return Ok(());
        }
        self.pay(size_of::<Node>())?;
        let Some(node) = self.graph.take_node(id) else { return Ok(()) };
        let degree = node.outgoing.degree() + node.incoming.degree();
        if degree > 0 {
            self.dangling.insert(id, degree);
        }
        self.statistics.nodes_deleted += 1;
        self.done.push(Change::NodeDeleted(id, Box::new(node)));
        Ok(())
    }

    /// Deletes a node with its relationships. `tick` is called for each of them.
    pub fn detach_delete_node(
        &mut self,
        id: NodeId,
        mut tick: impl FnMut() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(node) = self.graph.node(id) else { return Ok(()) };
        let groups = node.outgoing.groups().iter().chain(node.incoming.groups());
        let relationships: Vec<_> =
            groups.flat_map(|group| group.links()).map(|link| link.relationship).collect();
        for relationship in relationships {
            tick()?;
            self.delete_relationship(relationship)?;
        }
        self.delete_node(id)
    }

    /// Makes it all last. Fails, and undoes everything, where a deleted node still has relationships.
    pub fn commit(mut self) -> Result<Statistics, Error> {
        if let Some((node, _)) =
            self.dangling.iter().filter(|(_, left)| **left > 0).min_by_key(|(node, _)| **node)
        {
            let message = format!(
                "cannot delete node <{}>, because it still has relationships; delete those first, or use DETACH DELETE",
                node.0
            );
            return Err(Error::new(ErrorKind::Constraint, message).because("DeleteConnectedNode"));
        }
        self.done.clear();
        self.names_before = self.graph.names.len();
        Ok(self.statistics)
    }

    /// Room in the list of changes, and the bytes that the change itself takes.
    fn pay(&mut self, bytes: usize) -> Result<(), Error> {
        self.charge.grow(self.meter, bytes + size_of::<Change>())
    }

    fn alive(&self, entity: Entity) -> Result<(), Error> {
        let (there, what, id) = match entity {
            Entity::Node(id) => (self.graph.node(id).is_some(), "node", id.0),
            Entity::Relationship(id) => {
                (self.graph.relationship(id).is_some(), "relationship", id.0)
            }
        };
        if there { Ok(()) } else { Err(gone(what, id)) }
    }
}

/// The error of touching what was deleted.
#[cold]
fn gone(what: &str, id: u32) -> Error {
    Error::new(
        ErrorKind::EntityNotFound,
        format!("{what} {id} has been deleted in this transaction"),
    )
    .because("DeletedEntityAccess")
}

fn number(count: usize) -> Result<u32, Error> {
    match u32::try_from(count) {
        Ok(number) if number < u32::MAX => Ok(number),
        _ => Err(Error::new(ErrorKind::TooLarge, "the graph is full")),
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        while let Some(change) = self.done.pop() {
            self.graph.undo(change);
        }
        for name in self.graph.names.drain(self.names_before..) {
            self.graph.tokens.remove(&name);
        }
        self.graph.gone.clear();
    }
}

/// The changes themselves, none of which looks at more than the graph.
impl Graph {
    fn undo(&mut self, change: Change) {
        match change {
            Change::NodeCreated => {
                self.nodes.pop();
                self.node_count -= 1;
            }
            Change::NodeDeleted(id, node) => {
                for label in &node.labels {
                    self.by_label[label.0 as usize].insert(id);
                }
                self.nodes[id.0 as usize] = Some(*node);
                self.node_count += 1;
            }
            Change::RelationshipCreated => {
                self.unlink(RelationshipId(self.relationship_bound() - 1));
                self.relationships.pop();
            }
            Change::RelationshipDeleted(id, relationship) => self.link(id, *relationship),
            Change::PropertySet(entity, key, before) => {
                if let Some(properties) = self.properties_mut(entity) {
                    properties.set(key, before);
                }
            }
            Change::LabelAdded(node, label) => {
                self.set_label(node, label, false);
            }
            Change::LabelRemoved(node, label) => {
                self.set_label(node, label, true);
            }
        }
    }

    fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.0 as usize)?.as_mut()
    }

    fn properties_mut(&mut self, entity: Entity) -> Option<&mut Properties> {
        match entity {
            Entity::Node(id) => self.node_mut(id).map(|node| &mut node.properties),
            Entity::Relationship(id) => self
                .relationships
                .get_mut(id.0 as usize)?
                .as_mut()
                .map(|relationship| &mut relationship.properties),
        }
    }

    /// Says whether that changed anything.
    fn set_label(&mut self, id: NodeId, label: Token, wanted: bool) -> bool {
        let Some(node) = self.node_mut(id) else { return false };
        match (node.labels.binary_search(&label), wanted) {
            (Ok(at), false) => {
                node.labels.remove(at);
                self.by_label[label.0 as usize].remove(id.0);
                true
            }
            (Err(at), true) => {
                node.labels.insert(at, label);
                entry(&mut self.by_label, label).insert(id);
                true
            }
            _ => false,
        }
    }

    fn take_node(&mut self, id: NodeId) -> Option<Node> {
        let node = self.nodes.get_mut(id.0 as usize)?.take()?;
        for label in &node.labels {
            self.by_label[label.0 as usize].remove(id.0);
        }
        self.node_count -= 1;
        Some(node)
    }

    fn link(&mut self, id: RelationshipId, relationship: Relationship) {
        let Relationship { kind, start, end, .. } = relationship;
        if let Some(node) = self.node_mut(start) {
            node.outgoing.insert(kind, Link { relationship: id, other: end });
        }
        if let Some(node) = self.node_mut(end) {
            node.incoming.insert(kind, Link { relationship: id, other: start });
        }
        *entry(&mut self.by_type, kind) += 1;
        self.relationship_count += 1;
        self.relationships[id.0 as usize] = Some(relationship);
    }

    fn unlink(&mut self, id: RelationshipId) -> Option<Relationship> {
        let relationship = self.relationships.get_mut(id.0 as usize)?.take()?;
        if let Some(node) = self.node_mut(relationship.start) {
            node.outgoing.remove(relationship.kind, id);
        }
        if let Some(node) = self.node_mut(relationship.end) {
            node.incoming.remove(relationship.kind, id);
        }
        self.by_type[relationship.kind.0 as usize] -= 1;
        self.relationship_count -= 1;
        Some(relationship)
    }
}

/// The entry of a token in a table that grows as it must.
fn entry<T: Default>(table: &mut Vec<T>, token: Token) -> &mut T {
    let at = token.0 as usize;
    if table.len() <= at {
        table.resize_with(at + 1, T::default);
    }
    &mut table[at]
}
