//! The side of a hash join that is looked up: the nodes with a label by the value of one of their properties. Made
//! when the nodes have been gone through a few times; until then that is cheaper.
//!
//! `MATCH (a:A), (b:B) WHERE b.k = a.x` on `(:B {k: 1})`, `(:B {k: 2})`, `(:B {k: 1})`, the nodes 5, 6 and 7: the groups
//! are `1: 5, 7` and `2: 6`, and each `a` looks one of them up instead of going through three nodes.

use std::rc::Rc;

use hashbrown::HashMap;

use super::buffer::Charged;
use super::distinct::DistinctRows;
use crate::error::Error;
use crate::meter::Meter;
use crate::plan::OperatorId;
use crate::store::{Graph, Token};
use crate::value::{NodeId, Value};

/// After so many times of going through the nodes a table is made.
const SCANS: u32 = 4;

/// Nodes by the value of a property.
pub(super) struct JoinTable {
    values: DistinctRows,
    /// For each value its nodes, in their order.
    groups: Charged<Charged<NodeId>>,
}

impl JoinTable {
    fn new(
        nodes: impl Iterator<Item = NodeId>,
        key: Option<Token>,
        graph: &Graph,
        meter: &Meter,
    ) -> Result<JoinTable, Error> {
        let mut table = JoinTable { values: DistinctRows::new(1), groups: Charged::default() };
        let Some(key) = key else { return Ok(table) };
        for id in nodes {
            meter.tick()?;
            let value = graph.node(id).and_then(|node| node.properties().get(key));
            if let Some(value) = value {
                let (group, new) = table.values.insert(std::slice::from_ref(value), meter)?;
                if new {
                    table.groups.push(Charged::default(), meter)?;
                }
                table.groups.as_mut_slice()[group].push(id, meter)?;
            }
        }
        Ok(table)
    }

    /// Whether no node has the property.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The group of a value: all nodes whose property may equal it.
    pub fn group(&self, value: &Value, meter: &Meter) -> Option<usize> {
        self.values.find(std::slice::from_ref(value), meter)
    }

    /// A node of a group.
    pub fn node(&self, group: usize, number: usize) -> Option<NodeId> {
        self.groups.get(group)?.get(number).copied()
    }
}

/// The tables of a run, by the steps that look them up.
#[derive(Default)]
pub(super) struct JoinTables(HashMap<OperatorId, (u32, Option<Rc<JoinTable>>)>);

impl JoinTables {
    /// The table of a step, once it pays to have one.
    pub fn get<I: Iterator<Item = NodeId>>(
        &mut self,
        step: OperatorId,
        nodes: impl FnOnce() -> I,
        key: Option<Token>,
        graph: &Graph,
        meter: &Meter,
    ) -> Result<Option<Rc<JoinTable>>, Error> {
        let (scans, table) = self.0.entry(step).or_default();
        *scans += 1;
        if table.is_none() && *scans > SCANS {
            *table = Some(Rc::new(JoinTable::new(nodes(), key, graph, meter)?));
        }
        Ok(table.clone())
    }
}
