//! Paths, which are shared, and charged to the query that made them.

use std::fmt;
use std::sync::Arc;

use super::{NodeId, RelationshipId};
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::size;

/// A path: one node more than relationships.
#[derive(Clone)]
pub struct Path(Arc<Walk>);

struct Walk {
    nodes: Box<[NodeId]>,
    relationships: Box<[RelationshipId]>,
    _charge: Charge,
}

impl Path {
    /// A path through these nodes over these relationships.
    pub fn new(
        nodes: Vec<NodeId>,
        relationships: Vec<RelationshipId>,
        meter: &Meter,
    ) -> Result<Path, Error> {
        debug_assert_eq!(nodes.len(), relationships.len() + 1);
        let ids = nodes.len() + relationships.len();
        let charge = Charge::new(meter, size::shared::<Walk>() + size::vector::<NodeId>(ids))?;
        Ok(Path(Arc::new(Walk {
            nodes: nodes.into(),
            relationships: relationships.into(),
            _charge: charge,
        })))
    }

    /// Its nodes, one a visit.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.0.nodes
    }

    /// Its relationships.
    #[must_use]
    pub fn relationships(&self) -> &[RelationshipId] {
        &self.0.relationships
    }

    /// Whether it comes to no node twice.
    pub(crate) fn is_acyclic(&self, meter: &Meter) -> Result<bool, Error> {
        /// So many are compared one by one before it pays to sort them.
        const FEW: usize = 24;
        let nodes = self.nodes();
        meter.spend(1 + nodes.len() / 4)?;
        if nodes.len() <= FEW {
            return Ok((1..nodes.len()).all(|at| !nodes[..at].contains(&nodes[at])));
        }
        let _charge = Charge::new(meter, size::vector::<NodeId>(nodes.len()))?;
        let mut sorted = nodes.to_vec();
        sorted.sort_unstable();
        Ok(sorted.windows(2).all(|pair| pair[0] != pair[1]))
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.nodes() == other.nodes() && self.relationships() == other.relationships())
    }
}

impl Eq for Path {}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Path")
            .field("nodes", &self.nodes())
            .field("relationships", &self.relationships())
            .finish()
    }
}
