//! The side of a hash join that is looked up. That is the rows of a pattern, or the nodes with a label by what they have, such as the value of one of
//! their properties. Made when the nodes have been gone through a few times; until then that is cheaper.
//!
//! `MATCH (a:A), (b:B) WHERE b.k = a.x` on `(:B {k: 1})`, `(:B {k: 2})`, `(:B {k: 1})`, the nodes 5, 6 and 7: the groups
//! are `1: 5, 7` and `2: 6`, and each `a` looks one of them up instead of going through three nodes.

use std::rc::Rc;

use hashbrown::HashMap;

use super::buffer::{Buffer, Charged};
use super::distinct::DistinctRows;
use super::trail::Trail;
use crate::error::Error;
use crate::meter::Meter;
use crate::plan::{OperatorId, Slot};
use crate::value::{NodeId, RelationshipId, Value};

/// No entry.
const NONE: u32 = u32::MAX;

/// After so many times of going through the nodes a table is made.
const SCANS: u32 = 4;

/// Nodes by a value that each has.
#[derive(Default)]
pub(super) struct JoinTable {
    values: Option<DistinctRows>,
    /// For each value the first and the last of its entries.
    groups: Charged<(u32, u32)>,
    /// The nodes, each with the next entry of its value.
    entries: Charged<(NodeId, u32)>,
}

impl JoinTable {
    /// Adds a node with its value. A null equals nothing.
    pub fn add(&mut self, value: &Value, node: NodeId, meter: &Meter) -> Result<(), Error> {
        if value.is_null() {
            return Ok(());
        }
        let values = self.values.get_or_insert_with(|| DistinctRows::new(1));
        let (group, new) = values.insert(std::slice::from_ref(value), meter)?;
        let entry = u32::try_from(self.entries.len()).unwrap_or(NONE);
        self.entries.push((node, NONE), meter)?;
        if new {
            return self.groups.push((entry, entry), meter);
        }
        let (_, last) = &mut self.groups.as_mut_slice()[group];
        self.entries.as_mut_slice()[*last as usize].1 = entry;
        *last = entry;
        Ok(())
    }

    /// Whether no node has a value.
    pub fn is_empty(&self) -> bool {
        self.values.is_none()
    }

    /// The first entry of a value, behind which all nodes stand that may have one equal to it.
    pub fn first(&self, value: &Value, meter: &Meter) -> Option<u32> {
        let group = self.values.as_ref()?.find(std::slice::from_ref(value), meter)?;
        self.groups.get(group).map(|(first, _)| *first)
    }

    /// The node of an entry; goes on to the next one.
    pub fn next(&self, entry: &mut u32) -> Option<NodeId> {
        let (node, next) = *self.entries.get(*entry as usize)?;
        *entry = next;
        Some(node)
    }
}

/// The rows of a pattern by what each has.
#[derive(Default)]
pub(super) struct RowTable {
    keys: Option<DistinctRows>,
    /// For each key the numbers of its rows, in their order.
    groups: Charged<Charged<u32>>,
    rows: Buffer,
    /// The relationships of all rows, as many for each.
    walked: Charged<RelationshipId>,
}

impl RowTable {
    /// None yet of rows that keep these slots.
    pub fn new(slots: &[Slot]) -> RowTable {
        RowTable { rows: Buffer::new(slots), ..RowTable::default() }
    }

    /// Adds a row with its key and the relationships that it has walked. A null equals nothing.
    pub fn add(
        &mut self,
        key: &[Value],
        walked: &Trail,
        row: &[Value],
        meter: &Meter,
    ) -> Result<(), Error> {
        if key.iter().any(Value::is_null) {
            return Ok(());
        }
        let keys = self.keys.get_or_insert_with(|| DistinctRows::new(key.len()));
        let (group, new) = keys.insert(key, meter)?;
        if new {
            self.groups.push(Charged::default(), meter)?;
        }
        let number = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.groups.as_mut_slice()[group].push(number, meter)?;
        walked.iter().try_for_each(|walked| self.walked.push(walked, meter))?;
        self.rows.keep(row, meter)
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.keys.is_none()
    }

    /// The group of a key: all rows that may have one equal to it.
    pub fn group(&self, key: &[Value], meter: &Meter) -> Option<usize> {
        self.keys.as_ref()?.find(key, meter)
    }

    /// Binds the next row of a group, if it walks nothing that was walked.
    pub fn next(
        &self,
        (group, next): (usize, &mut usize),
        trail: &mut Trail,
        meter: &Meter,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let hops = self.walked.len() / self.rows.len().max(1);
        while let Some(number) = self.groups.get(group).and_then(|group| group.get(*next)) {
            *next += 1;
            meter.tick()?;
            let number = *number as usize;
            let walked = &self.walked[number * hops..][..hops];
            if walked.iter().any(|walked| trail.bars(*walked)) {
                continue;
            }
            walked.iter().try_for_each(|walked| trail.push(*walked, meter))?;
            self.rows.restore(number, row);
            return Ok(true);
        }
        Ok(false)
    }
}

/// What a run has for a step that joins.
#[derive(Clone, Default)]
pub(super) enum JoinSide {
    /// Nothing yet.
    #[default]
    New,
    /// They go by a table.
    Table(Rc<JoinTable>),
    /// They go by a table of rows.
    Rows(Rc<RowTable>),
    /// They can't: a value could not be computed, which is an error only for rows that come so far.
    Scan,
}

/// The tables of a run, by the steps that look them up.
#[derive(Default)]
pub(super) struct JoinTables(HashMap<OperatorId, (u32, JoinSide)>);

impl JoinTables {
    /// What there is for a step, and whether it is time to make a table.
    pub fn side(&mut self, step: OperatorId) -> (JoinSide, bool) {
        let (scans, side) = self.0.entry(step).or_default();
        *scans = scans.saturating_add(1);
        (side.clone(), *scans > SCANS && matches!(side, JoinSide::New))
    }

    /// Keeps what was made for a step.
    pub fn keep(&mut self, step: OperatorId, made: JoinSide) {
        self.0.entry(step).or_default().1 = made;
    }
}
