//! Patterns as the runner matches them: a sequence of steps that a backtracking machine with an explicit
//! stack walks through, as a regular expression's program is walked. The order of the steps, where to begin
//! and which way to go is the planner's choice, made by rules on the text alone. What a step computes is of a
//! type `E`: expressions, which contain patterns in turn and are written on top of them.

use super::label::{LabelRef, LabelTest};
use super::number::{NameRef, OperatorId, Slot};
use crate::error::Span;
use crate::syntax::ast::{Arrow, MatchMode};

/// A compiled `MATCH` (without its `OPTIONAL`).
#[derive(Clone, Debug)]
pub(crate) struct Pattern<E> {
    /// Whether relationships may repeat.
    pub mode: MatchMode,
    /// In order; a match is found at their end.
    pub steps: Vec<Step<E>>,
}

/// A step of the machine. It succeeds in zero, one or many ways; the next step is tried for each of them.
#[derive(Clone, Debug)]
pub(crate) struct Step<E> {
    /// Its number among the operators: `PROFILE` counts steps one by one.
    pub id: OperatorId,
    /// What it does.
    pub kind: StepKind<E>,
}

/// What a step does.
#[derive(Clone, Debug)]
pub(crate) enum StepKind<E> {
    /// Binds a node by going through all of them, or those with a label.
    Scan {
        /// Where it goes.
        into: Slot,
        /// A label that the index can deliver; `None` goes through all nodes.
        label: Option<LabelRef<E>>,
        /// Whatever else must hold.
        test: NodeTest<E>,
    },
    /// Binds a node by a property whose value the row has: a [`StepKind::Scan`] that is gone through for each row.
    HashJoin(Box<HashJoin<E>>),
    /// Binds a pattern that joins with the row by equalities alone.
    PatternJoin(Box<PatternJoin<E>>),
    /// Binds a node found by an `elementId(n) = ...` or `id(n) = ...` that the pattern's predicate demands.
    Seek {
        /// Where it goes.
        into: Slot,
        /// The id.
        id: E,
        /// Whether it is an `elementId`.
        element_id: bool,
        /// Whatever else must hold.
        test: NodeTest<E>,
    },
    /// Goes on where the value in the slot is a node that passes.
    Check {
        /// A bound slot.
        node: Slot,
        /// What must hold.
        test: NodeTest<E>,
    },
    /// Follows one relationship.
    Expand(Box<Expand<E>>),
    /// Counts the relationships that could be followed, into the slot of the relationship: where there is one.
    Count(Box<Expand<E>>),
    /// Goes on where the relationship in the slot, which is bound already, lies as the pattern wants it.
    Endpoints(Box<Endpoints<E>>),
    /// The old `-[r*1..3]-`.
    VariableLength(Box<VariableLength<E>>),
    /// `((a)-[r]->(b) WHERE ...){m,n}`: repeats its inner steps.
    Quantified(Box<Quantified<E>>),
    /// `shortestPath`, `SHORTEST k` and their like over a whole path.
    Shortest(Box<Shortest<E>>),
    /// Goes on where the predicate is true: parts of `WHERE` go here as soon as they can be decided.
    Filter(E),
    /// Computes into a slot, such as a path variable.
    Bind(Slot, E),
}

/// Nodes that join with a row by an equality.
#[derive(Clone, Debug)]
pub(crate) struct HashJoin<E> {
    /// Where the node goes.
    pub into: Slot,
    /// A label that the index can deliver; `None` goes through all nodes.
    pub label: Option<LabelRef<E>>,
    /// What must equal the value, and depends on the node alone.
    pub key: E,
    /// The value, which does not depend on the node.
    pub value: E,
    /// Whatever must hold, the equality included.
    pub test: NodeTest<E>,
}

/// A pattern of its own that joins with a row by equalities.
#[derive(Clone, Debug)]
pub(crate) struct PatternJoin<E> {
    /// What matches it: hops from a node, which depend on nothing outside.
    pub steps: Vec<Step<E>>,
    /// What somebody reads of what it binds.
    pub binds: Vec<Slot>,
    /// What of it must equal the values, one by one.
    pub keys: Vec<E>,
    /// The values, which do not depend on it.
    pub values: Vec<E>,
}

/// A hop over one relationship.
#[derive(Clone, Debug)]
pub(crate) struct Expand<E> {
    /// The bound node that it begins at.
    pub from: Slot,
    /// Where the relationship goes.
    pub relationship: Slot,
    /// Which way, seen from `from`: `Right` leaves it.
    pub direction: Arrow,
    /// What its type must be, where that can be looked up by type: any of these, or anything.
    pub types: Option<Vec<LabelRef<E>>>,
    /// What the relationship must satisfy.
    pub test: RelationshipTest<E>,
    /// The node at the other end.
    pub to: Slot,
    /// Whether `to` is bound already, so that the other end must be that node.
    pub to_bound: bool,
    /// What the node at the other end must satisfy.
    pub to_test: NodeTest<E>,
}

impl<E> Expand<E> {
    /// Whether every relationship of its types leads to a match.
    pub fn is_bare(&self) -> bool {
        let RelationshipTest { types, properties, predicates } = &self.test;
        let untested = types.is_none() && properties.is_empty() && predicates.is_empty();
        untested && self.to_test.is_empty() && !self.to_bound
    }
}

/// A chain of relationships, the old `-[r*1..3]-`. Shorter chains come before those that go on from them.
#[derive(Clone, Debug)]
pub(crate) struct VariableLength<E> {
    /// One hop. Its relationship slot receives the list; its test holds for each relationship and does not
    /// read that slot; `to` and its test are those of the node behind the last one.
    pub hop: Expand<E>,
    /// At least.
    pub min: u64,
    /// At most.
    pub max: Option<u64>,
    /// Whether the chain is walked from its right end, so that the list must be turned around.
    pub reversed: bool,
    /// Whether the list is bound already and only has to be walked along.
    pub bound: bool,
    /// Whether somebody reads the list.
    pub collect: bool,
    /// Whether it is only asked how many chains there are, which the slot of the list then counts: all those of as many
    /// relationships as there may be are counted where the last of these begins.
    pub counted: bool,
    /// What of it may be left out.
    pub pruning: Pruning,
    /// What is asked while it grows.
    pub growing: Vec<Growing<E>>,
}

/// Something asked behind a part that repeats that shows while it is walked: where it is not true of what was walked so
/// far, it is not true of anything that goes on from there.
#[derive(Clone, Debug)]
pub(crate) struct Growing<E> {
    /// What must be true.
    pub predicate: E,
    /// From so many iterations on.
    pub from: u64,
    /// The path as far as it was walked, where that is read.
    pub path: Option<(Slot, E)>,
    /// Where the node goes at which the walk stands, of a path that begins with it.
    pub here: Option<Slot>,
}

/// Which of the ways through a part that repeats nobody asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pruning {
    /// None of them.
    #[default]
    Nothing,
    /// Each node behind it is wanted once, however many ways lead there.
    Ends,
    /// The same, with one of the shortest ways.
    Nearest,
    /// It begins a chain of which each end is wanted once.
    Chain(ChainEnds),
    /// It belongs to such a chain.
    Inside,
}

/// What is wanted of a chain of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChainEnds {
    /// How many steps it has.
    pub steps: usize,
    /// Whether each end is wanted once with each length.
    pub lengths: bool,
    /// What it binds on the way that each end is wanted once with.
    pub told: Vec<Slot>,
    /// Whether something is asked of it while it grows.
    pub grows: bool,
}

/// A relationship that is bound already, and the nodes at its ends, which may be bound or not. It counts for
/// the uniqueness of relationships as one that was walked.
#[derive(Clone, Debug)]
pub(crate) struct Endpoints<E> {
    /// The relationship; null matches nothing.
    pub relationship: Slot,
    /// Which way, seen from `from`: `Right` leaves it; `Either` tries both.
    pub direction: Arrow,
    /// What its type must be, any of these, or anything.
    pub types: Option<Vec<LabelRef<E>>>,
    /// What it must satisfy.
    pub test: RelationshipTest<E>,
    /// One end.
    pub from: Slot,
    /// Whether `from` is bound already.
    pub from_bound: bool,
    /// What it must satisfy, unless it was bound already.
    pub from_test: NodeTest<E>,
    /// The other end.
    pub to: Slot,
    /// Whether `to` is bound already.
    pub to_bound: bool,
    /// What it must satisfy, unless it was bound already.
    pub to_test: NodeTest<E>,
}

/// What a node must satisfy. Predicates may read every slot that is bound when the step is taken, the
/// node's own included.
#[derive(Clone, Debug)]
pub(crate) struct NodeTest<E> {
    /// `:Label&Other`.
    pub labels: Option<LabelTest<E>>,
    /// `{key: value}`, entry by entry; `=` must be true.
    pub properties: Vec<(NameRef, E)>,
    /// Inline `WHERE`, and what the planner moved here.
    pub predicates: Vec<E>,
}

// Not derived: that would ask for a default expression.
impl<E> Default for NodeTest<E> {
    fn default() -> NodeTest<E> {
        NodeTest { labels: None, properties: Vec::new(), predicates: Vec::new() }
    }
}

impl<E> NodeTest<E> {
    /// Whether every node passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let NodeTest { labels, properties, predicates } = self;
        labels.is_none() && properties.is_empty() && predicates.is_empty()
    }
}

/// What a relationship must satisfy.
#[derive(Clone, Debug)]
pub(crate) struct RelationshipTest<E> {
    /// A type expression that `types` alone can't say.
    pub types: Option<LabelTest<E>>,
    /// `{key: value}`, entry by entry; `=` must be true.
    pub properties: Vec<(NameRef, E)>,
    /// Inline `WHERE`, and what the planner moved here.
    pub predicates: Vec<E>,
}

// Not derived: that would ask for a default expression.
impl<E> Default for RelationshipTest<E> {
    fn default() -> RelationshipTest<E> {
        RelationshipTest { types: None, properties: Vec::new(), predicates: Vec::new() }
    }
}

/// A quantified part. The machine sets `entry` to the node where an iteration begins, runs `steps` (which
/// bind the inner slots, the last of them `exit`), and after at least `min` iterations goes on with the steps
/// behind, the last exit in `to`. Longer walks are tried after shorter ones (depth first, emitting on the way).
#[derive(Clone, Debug)]
pub(crate) struct Quantified<E> {
    /// The bound node that the whole part begins at.
    pub from: Slot,
    /// The inner slot of the first node of an iteration.
    pub entry: Slot,
    /// What the first node of each iteration must satisfy.
    pub entry_test: NodeTest<E>,
    /// The hops of one iteration and its predicates.
    pub steps: Vec<Step<E>>,
    /// The inner slot of the last node of an iteration.
    pub exit: Slot,
    /// At least so many iterations.
    pub min: u64,
    /// At most.
    pub max: Option<u64>,
    /// Inner slot and the outer slot that receives the list of its values; only those that somebody reads.
    pub groups: Vec<(Slot, Slot)>,
    /// Of a part of one relationship of which it is only asked how many ways there are: where these are counted.
    pub counted: Option<Slot>,
    /// Whether it is walked from its right end, so that the lists must be turned around.
    pub reversed: bool,
    /// The node behind the part.
    pub to: Slot,
    /// Whether `to` is bound already.
    pub to_bound: bool,
    /// What it must satisfy.
    pub to_test: NodeTest<E>,
    /// What of it may be left out.
    pub pruning: Pruning,
    /// What is asked while it grows.
    pub growing: Vec<Growing<E>>,
}

/// A path selector over a chain of steps.
#[derive(Clone, Debug)]
pub(crate) struct Shortest<E> {
    /// The steps that bind one end and then walk the whole path; the machine cuts and groups what they yield.
    pub steps: Vec<Step<E>>,
    /// The two end nodes by which paths are grouped.
    pub ends: (Slot, Slot),
    /// Every slot that the path binds.
    pub binds: Vec<Slot>,
    /// Which paths are kept.
    pub keep: Keep<E>,
    /// Whether it is `shortestPath()`, which refuses equal ends and binds null-free single paths.
    pub function: bool,
}

/// Which of the paths between two nodes a selector keeps.
#[derive(Clone, Debug)]
pub(crate) enum Keep<E> {
    /// Any so many.
    Any(E),
    /// The so many shortest.
    Shortest(E),
    /// Those of the so many smallest lengths.
    Groups(E),
}

/// Something to be made by `CREATE` or `MERGE`. They stand in an order in which each finds what it reads.
#[derive(Clone, Debug)]
pub(crate) enum Creation<E> {
    /// A node.
    Node(NodeCreation<E>),
    /// A relationship between nodes that are bound by then.
    Relationship(RelationshipCreation<E>),
    /// A path variable over what is bound by then.
    Path(Slot, E),
}

/// A node to be made.
#[derive(Clone, Debug)]
pub(crate) struct NodeCreation<E> {
    /// Where it goes.
    pub into: Slot,
    /// Its labels.
    pub labels: Vec<LabelRef<E>>,
    /// Its properties.
    pub properties: Properties<E>,
    /// Where in the text.
    pub span: Span,
}

/// A relationship to be made.
#[derive(Clone, Debug)]
pub(crate) struct RelationshipCreation<E> {
    /// Where it goes.
    pub into: Slot,
    /// The node that it leaves.
    pub start: Slot,
    /// The node that it enters.
    pub end: Slot,
    /// Its type.
    pub kind: LabelRef<E>,
    /// Its properties.
    pub properties: Properties<E>,
    /// Where in the text.
    pub span: Span,
}

/// The properties of something that is made.
#[derive(Clone, Debug)]
pub(crate) enum Properties<E> {
    /// Written entry by entry, the usual case, or none at all.
    Entries(Vec<(NameRef, E)>),
    /// A map, or null.
    Map(E),
}

impl<E> Properties<E> {
    /// What they are worked out from.
    pub fn parts(&self) -> impl Iterator<Item = &E> {
        let (entries, map) = match self {
            Properties::Entries(entries) => (entries.as_slice(), None),
            Properties::Map(map) => (&[][..], Some(map)),
        };
        entries.iter().map(|(_, value)| value).chain(map)
    }

    /// The same, to be replaced.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut E> {
        let (entries, map) = match self {
            Properties::Entries(entries) => (entries.as_mut_slice(), None),
            Properties::Map(map) => (&mut [][..], Some(map)),
        };
        entries.iter_mut().map(|(_, value)| value).chain(map)
    }
}
