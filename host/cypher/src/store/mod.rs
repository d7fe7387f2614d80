//! The graph in memory: nodes, relationships, their properties, adjacency by type and direction, a label
//! index, and transactions that undo. It computes nothing and knows no query.

mod dump;
mod entity;
mod sorted;
mod statistics;
mod transaction;

use hashbrown::HashMap;

pub use entity::{Adjacency, Entity, Link, Node, Properties, Relationship, TypeGroup};
use sorted::{Keyed, Sorted};
pub use statistics::Statistics;
pub use transaction::Transaction;

/// Numbers a node; never used again after its node is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// Numbers a relationship; never used again after it is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelationshipId(pub u32);

/// A label, type or property key of one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(pub u32);

/// A property graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    names: Vec<Box<str>>,
    tokens: HashMap<Box<str>, Token>,
    nodes: Vec<Option<Node>>,
    relationships: Vec<Option<Relationship>>,
    /// Both by token: the nodes of a label, the number of relationships of a type.
    by_label: Vec<Sorted<NodeId, 4>>,
    by_type: Vec<u32>,
    node_count: u32,
    relationship_count: u32,
    /// What the running transaction deleted: of a deleted relationship its type and ends can still be asked.
    gone: HashMap<RelationshipId, Gone>,
}

/// What is left of a deleted relationship until its transaction ends.
#[derive(Clone, Copy, Debug)]
struct Gone {
    kind: Token,
    start: NodeId,
    end: NodeId,
}

impl Keyed for NodeId {
    fn key(self) -> u32 {
        self.0
    }
}

impl Graph {
    /// An empty graph.
    #[must_use]
    pub fn new() -> Graph {
        Graph::default()
    }

    /// Begins to write.
    pub fn begin(&mut self) -> Transaction<'_> {
        Transaction::new(self)
    }

    /// The token of a name, if anything in this graph was ever called so.
    #[must_use]
    pub fn token(&self, name: &str) -> Option<Token> {
        self.tokens.get(name).copied()
    }

    /// The name of a token.
    #[must_use]
    pub fn name(&self, token: Token) -> &str {
        &self.names[token.0 as usize]
    }

    /// Every name that is or was a label, type or key, in the order in which they came.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(AsRef::as_ref)
    }

    /// A node that is there.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)?.as_ref()
    }

    /// A relationship that is there.
    #[inline]
    #[must_use]
    pub fn relationship(&self, id: RelationshipId) -> Option<&Relationship> {
        self.relationships.get(id.0 as usize)?.as_ref()
    }

    /// The type of a relationship, also of one that the running transaction deleted.
    #[must_use]
    pub fn type_of(&self, id: RelationshipId) -> Option<Token> {
        match self.relationship(id) {
            Some(relationship) => Some(relationship.kind),
            None => self.gone.get(&id).map(|gone| gone.kind),
        }
    }

    /// Where a relationship begins and ends, also of one that the running transaction deleted.
    #[must_use]
    pub fn ends_of(&self, id: RelationshipId) -> Option<(NodeId, NodeId)> {
        match self.relationship(id) {
            Some(relationship) => Some((relationship.start, relationship.end)),
            None => self.gone.get(&id).map(|gone| (gone.start, gone.end)),
        }
    }

    /// One more than the highest number that a node ever had: ids below it may or may not be there. A scan
    /// goes through them in order and can stop and go on anywhere.
    #[must_use]
    pub fn node_bound(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// One more than the highest number that a relationship ever had.
    #[must_use]
    pub fn relationship_bound(&self) -> u32 {
        u32::try_from(self.relationships.len()).unwrap_or(u32::MAX)
    }

    /// The nodes with a label, in order of their numbers.
    #[inline]
    #[must_use]
    pub fn nodes_with_label(&self, label: Token) -> &[NodeId] {
        self.by_label.get(label.0 as usize).map_or(&[], |nodes| nodes)
    }

    /// How many nodes there are.
    #[must_use]
    pub fn node_count(&self) -> u32 {
        self.node_count
    }

    /// How many relationships there are.
    #[must_use]
    pub fn relationship_count(&self) -> u32 {
        self.relationship_count
    }

    /// How many relationships of a type there are.
    #[must_use]
    pub fn count_of_type(&self, kind: Token) -> u32 {
        self.by_type.get(kind.0 as usize).copied().unwrap_or(0)
    }
}
