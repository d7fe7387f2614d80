//! The graph itself: what is there, and how it is found by number, name, label and type.

use hashbrown::HashMap;

use super::entity::{Node, Relationship, Token};
use super::sorted::{Keyed, Sorted};
use crate::value::{NodeId, RelationshipId};

/// A property graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(super) names: Vec<Box<str>>,
    pub(super) tokens: HashMap<Box<str>, Token>,
    pub(super) nodes: Vec<Option<Node>>,
    pub(super) relationships: Vec<Option<Relationship>>,
    /// Both by token: the nodes of a label, the number of relationships of a type.
    pub(super) by_label: Vec<Sorted<NodeId, 4>>,
    pub(super) by_type: Vec<u32>,
    pub(super) node_count: u32,
    pub(super) relationship_count: u32,
    /// What the running transaction deleted: of a deleted relationship its type and ends can still be asked.
    pub(super) gone: HashMap<RelationshipId, Gone>,
}

/// What is left of a deleted relationship until its transaction ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gone {
    pub(super) kind: Token,
    pub(super) start: NodeId,
    pub(super) end: NodeId,
    /// Whether the transaction that deleted it had made it, too.
    pub(super) is_new: bool,
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

    /// The token of every name that is or was a label, type or key, in the order in which they came.
    pub fn tokens(&self) -> impl Iterator<Item = Token> {
        (0..).map(Token).take(self.names.len())
    }

    /// The names of these.
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

    /// The type of a relationship, also of one that the running transaction deleted and had not made itself.
    #[must_use]
    pub fn type_of(&self, id: RelationshipId) -> Option<Token> {
        match self.relationship(id) {
            Some(relationship) => Some(relationship.kind),
            None => self.gone.get(&id).filter(|gone| !gone.is_new).map(|gone| gone.kind),
        }
    }

    /// Where a relationship begins and ends, also of one that the running transaction deleted.
    #[must_use]
    pub(crate) fn ends_of(&self, id: RelationshipId) -> Option<(NodeId, NodeId)> {
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
