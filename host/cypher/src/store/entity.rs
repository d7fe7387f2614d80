//! What a graph is made of: nodes, relationships, their properties and how nodes hang together.

use smallvec::SmallVec;

use super::sorted::{Keyed, Sorted};
use crate::value::{NodeId, RelationshipId, Value};

/// A label, type or property key of one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(pub u32);

/// A node or a relationship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entity {
    /// A node.
    Node(NodeId),
    /// A relationship.
    Relationship(RelationshipId),
}

impl Entity {
    /// What `elementId()` gives: unlike the number alone it tells nodes from relationships.
    #[must_use]
    pub(crate) fn element_id(self) -> String {
        match self {
            Entity::Node(id) => format!("4:embedded:{}", id.0),
            Entity::Relationship(id) => format!("5:embedded:{}", id.0),
        }
    }

    /// What an `elementId()` means, whether or not it is still there.
    #[must_use]
    pub(crate) fn of_element_id(text: &str) -> Option<Entity> {
        let (kind, number) = text.split_once(":embedded:")?;
        let number = number.parse().ok()?;
        match kind {
            "4" => Some(Entity::Node(NodeId(number))),
            "5" => Some(Entity::Relationship(RelationshipId(number))),
            _ => None,
        }
    }
}

/// A node.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub(super) labels: SmallVec<[Token; 4]>,
    pub(super) properties: Properties,
    pub(super) outgoing: Adjacency,
    pub(super) incoming: Adjacency,
}

/// A relationship.
#[derive(Clone, Debug)]
pub struct Relationship {
    /// Its type.
    pub kind: Token,
    /// The node that it leaves.
    pub start: NodeId,
    /// The node that it enters.
    pub end: NodeId,
    pub(super) properties: Properties,
}

/// Properties by key, few and in one piece.
#[derive(Clone, Debug, Default)]
pub struct Properties(Box<[(Token, Value)]>);

/// The relationships of a node in one direction, grouped by type, sorted by the types' tokens.
///
/// Most nodes have relationships of one type, and few of them: those live in the node itself.
#[derive(Clone, Debug, Default)]
pub struct Adjacency(SmallVec<[TypeGroup; 1]>);

/// The relationships of one type, sorted by their numbers, which is the order in which they were made.
#[derive(Clone, Debug)]
pub struct TypeGroup {
    kind: Token,
    links: Sorted<Link, 4>,
}

/// A relationship seen from one of its ends.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The relationship.
    pub relationship: RelationshipId,
    /// The node at its other end.
    pub other: NodeId,
}

impl Keyed for Link {
    fn key(self) -> u32 {
        self.relationship.0
    }
}

impl Node {
    /// Its labels, sorted by token.
    #[inline]
    #[must_use]
    pub fn labels(&self) -> &[Token] {
        &self.labels
    }

    /// Whether it has a label.
    #[inline]
    #[must_use]
    pub fn has_label(&self, label: Token) -> bool {
        self.labels.contains(&label)
    }

    /// Its properties.
    #[inline]
    #[must_use]
    pub fn properties(&self) -> &Properties {
        &self.properties
    }

    /// The relationships that leave it.
    #[inline]
    #[must_use]
    pub fn outgoing(&self) -> &Adjacency {
        &self.outgoing
    }

    /// The relationships that enter it. One from a node to itself is here and in `outgoing`.
    #[inline]
    #[must_use]
    pub fn incoming(&self) -> &Adjacency {
        &self.incoming
    }
}

impl Relationship {
    /// Its properties.
    #[inline]
    #[must_use]
    pub fn properties(&self) -> &Properties {
        &self.properties
    }
}

impl Properties {
    /// The value of a key.
    #[inline]
    #[must_use]
    pub fn get(&self, key: Token) -> Option<&Value> {
        self.0.iter().find(|(token, _)| *token == key).map(|(_, value)| value)
    }

    /// All of them, sorted by token.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Token, &Value)> {
        self.0.iter().map(|(token, value)| (*token, value))
    }

    /// Puts a value in, or takes it out; gives back what was there.
    pub(super) fn set(&mut self, key: Token, value: Option<Value>) -> Option<Value> {
        match (self.0.binary_search_by_key(&key, |(token, _)| *token), value) {
            (Ok(at), Some(value)) => Some(std::mem::replace(&mut self.0[at].1, value)),
            (Ok(at), None) => {
                let mut pairs = std::mem::take(&mut self.0).into_vec();
                let (_, before) = pairs.remove(at);
                self.0 = pairs.into_boxed_slice();
                Some(before)
            }
            (Err(at), Some(value)) => {
                let mut pairs = std::mem::take(&mut self.0).into_vec();
                pairs.reserve_exact(1);
                pairs.insert(at, (key, value));
                self.0 = pairs.into_boxed_slice();
                None
            }
            (Err(_), None) => None,
        }
    }

    /// All at once; a later value of a key wins.
    pub(super) fn from_pairs(mut pairs: Vec<(Token, Value)>) -> Properties {
        if !pairs.is_sorted_by(|a, b| a.0 < b.0) {
            pairs.reverse();
            pairs.sort_by_key(|(token, _)| *token);
            pairs.dedup_by_key(|(token, _)| *token);
        }
        Properties(pairs.into_boxed_slice())
    }
}

impl Adjacency {
    /// The groups, one a type.
    #[inline]
    #[must_use]
    pub fn groups(&self) -> &[TypeGroup] {
        &self.0
    }

    /// How many relationships there are.
    #[must_use]
    pub(crate) fn degree(&self) -> usize {
        self.0.iter().map(|group| group.links.len()).sum()
    }

    pub(super) fn insert(&mut self, kind: Token, link: Link) {
        match self.0.binary_search_by_key(&kind, |group| group.kind) {
            Ok(at) => self.0[at].links.insert(link),
            Err(at) => {
                let mut links = Sorted::default();
                links.insert(link);
                self.0.insert(at, TypeGroup { kind, links });
            }
        }
    }

    pub(super) fn remove(&mut self, kind: Token, relationship: RelationshipId) {
        if let Ok(at) = self.0.binary_search_by_key(&kind, |group| group.kind) {
            self.0[at].links.remove(relationship.0);
            if self.0[at].links.is_empty() {
                self.0.remove(at);
            }
        }
    }
}

impl TypeGroup {
    /// The type.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> Token {
        self.kind
    }

    /// The relationships, in the order in which they were made.
    #[inline]
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }
}
