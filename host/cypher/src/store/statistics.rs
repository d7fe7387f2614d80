//! What a transaction did, in numbers, as Neo4j's result summary counts it.

/// Counts of what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes made.
    pub nodes_created: u64,
    /// Nodes deleted.
    pub nodes_deleted: u64,
    /// Relationships made.
    pub relationships_created: u64,
    /// Relationships deleted.
    pub relationships_deleted: u64,
    /// Properties set, changed or removed.
    pub properties_set: u64,
    /// Labels added to nodes that had them not.
    pub labels_added: u64,
    /// Labels taken from nodes that had them.
    pub labels_removed: u64,
}
