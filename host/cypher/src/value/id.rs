//! What numbers the nodes and relationships of a graph: values hold the numbers, the store what is behind them.

/// Numbers a node; never used again after its node is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// No node has this number; a relationship that is deleted begins and ends at it.
    pub const NOBODY: NodeId = NodeId(u32::MAX);
}

/// Numbers a relationship; never used again after it is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelationshipId(pub u32);
