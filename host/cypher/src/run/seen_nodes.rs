//! The groups of nodes that came before, where what rows are grouped by belongs to one node of each of them.
//!
//! In `MATCH (a:Cell)-[*1..4]-(b) RETURN b.row, b.column, count(*)` a cell comes as `b` some two thousand times on a
//! board, and once is enough to find out which group it belongs to.

use hashbrown::HashMap;

use super::reads::Reads;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::{Expr, Slot, visit};
use crate::value::{NodeId, Value};

/// So many nodes may come for the first time before others have come again.
const PATIENCE: u32 = 64;
/// So many nodes are remembered: a table that grows can't be interrupted.
const MOST: usize = 1 << 16;
/// What one takes, with the room that a growing table needs beside it.
const ENTRY: usize = 4 * size_of::<(NodeId, u32)>();

/// The groups by their nodes.
pub(super) struct SeenNodes {
    /// Where the node is.
    slot: Slot,
    groups: HashMap<NodeId, u32>,
    /// How many nodes may still come for the first time.
    patience: u32,
    charge: Charge,
}

impl SeenNodes {
    /// None yet; nothing where rows are grouped by anything but one node, or by one as it is.
    pub fn of(keys: &[(Slot, Expr)]) -> Option<SeenNodes> {
        let mut reads = Reads::default();
        keys.iter().for_each(|(_, key)| visit::expr(key, &mut reads));
        let slot = reads.only_slot()?;
        let (groups, charge) = (HashMap::new(), Charge::default());
        Some(SeenNodes { slot, groups, patience: PATIENCE, charge })
    }

    /// The group of a row whose node came before.
    #[inline]
    pub fn group(&mut self, row: &[Value]) -> Option<usize> {
        let Value::Node(node) = &row[self.slot.0 as usize] else { return None };
        let group = self.groups.get(node)?;
        self.patience = self.patience.saturating_add(1);
        Some(*group as usize)
    }

    /// Remembers the group of a row. Says whether it is worth going on.
    pub fn remember(&mut self, row: &[Value], group: usize, meter: &Meter) -> Result<bool, Error> {
        let Value::Node(node) = row[self.slot.0 as usize] else { return Ok(false) };
        let Ok(group) = u32::try_from(group) else { return Ok(false) };
        self.charge.grow(meter, ENTRY)?;
        self.groups.insert(node, group);
        self.patience = self.patience.saturating_sub(1);
        Ok(self.patience > 0 && self.groups.len() < MOST)
    }
}
