//! Which node is bound next where none can be reached from what is bound, and how.

use hashbrown::HashSet;

use super::order::Walker;
use super::place::{self, Binding, distinct};
use super::start::{join_key, joined, own_before_joining, seek, take_label};
use crate::error::Error;
use crate::plan::slots::SlotSet;
use crate::plan::{HashJoin, Slot, StepKind};

impl Walker<'_, '_> {
    /// A node to begin at. Where a part waits for something, that is what is to be bound next.
    pub(super) fn next_start(&mut self) -> Result<Option<usize>, Error> {
        if let Some(node) = self.start_for_waiting()? {
            return Ok(Some(node));
        }
        while self.starts.last().is_some_and(|number| self.is_bound(self.nodes[*number])) {
            self.starts.pop();
        }
        let Some(&best) = self.starts.last() else { return Ok(None) };
        if self.steps.is_empty() {
            return Ok(Some(best));
        }
        let Some(joined) = self.joined_start()? else { return Ok(Some(best)) };
        // A node of which there are few is no better where what joins leads to it: it would be gone through for each row.
        let is_worse = self.ranks[best].finds_few() && !self.joins_lead(joined, best);
        Ok(Some(if is_worse { best } else { joined }))
    }

    /// A node that has something which must equal what is bound already: few nodes will have it.
    fn joined_start(&self) -> Result<Option<usize>, Error> {
        for &number in &self.joining {
            self.lowerer.meter.tick()?;
            if let Some(condition) = &self.conditions[number]
                && self.missing[number] == 1
                && let Some(slot) = joined(condition, |slot| !self.is_bound(slot))
            {
                return Ok(self.nodes.iter().position(|node| *node == slot));
            }
        }
        Ok(None)
    }

    /// Whether equalities lead from one open node to another, as far as that is looked for.
    fn joins_lead(&mut self, from: usize, to: usize) -> bool {
        let mut reached = SlotSet::from_iter([self.nodes[from]]);
        let mut grows = true;
        while grows && !reached.contains(self.nodes[to]) {
            grows = false;
            for condition in self.joining.iter().filter_map(|it| self.conditions[*it].as_ref()) {
                let Some(effort) = self.effort.checked_sub(1) else { return false };
                self.effort = effort;
                let mut open = distinct(|visit| condition.reads(visit));
                open.retain(|slot| !self.is_bound(*slot));
                if open.iter().any(|slot| reached.contains(*slot)) {
                    open.into_iter().for_each(|slot| grows |= reached.insert(slot));
                }
            }
        }
        reached.contains(self.nodes[to])
    }

    /// The best node from which something can be reached that the first waiting edge waits for.
    fn start_for_waiting(&mut self) -> Result<Option<usize>, Error> {
        let first = self.conditions.len();
        while self.first_waiting < self.edges.len()
            && (self.missing[first + self.first_waiting] == 0
                || self.edges[self.first_waiting].is_none())
        {
            self.first_waiting += 1;
        }
        let Some(Some(edge)) = self.edges.get(self.first_waiting) else { return Ok(None) };
        let mut pending: Vec<usize> = Vec::new();
        edge.reads(&mut |slot: Slot| {
            if !self.is_bound(slot) {
                pending.extend(self.binders.of(slot));
            }
        });
        let mut reached: HashSet<usize> = HashSet::new();
        while let Some(node) = pending.pop() {
            self.lowerer.meter.tick()?;
            if !reached.insert(node) {
                continue;
            }
            for number in &self.edges_at[node] {
                if let Some(edge) = &self.edges[*number]
                    && self.missing[first + *number] == 0
                {
                    pending.extend([edge.left, edge.right]);
                }
            }
        }
        let open = reached.into_iter().filter(|node| !self.is_bound(self.nodes[*node]));
        Ok(open.min_by_key(|node| (self.ranks[*node], *node)))
    }

    /// Binds a node out of nothing.
    pub(super) fn start(&mut self, number: usize) {
        let into = self.nodes[number];
        let ready = self.bind([into]);
        let binding = Binding { node: Some(into), relationship: None };
        let mut placed = place::place(ready, binding, &[]);
        let test = &mut placed.node;
        let kind = match seek(&test.predicates, into) {
            Some((id, element_id)) => {
                StepKind::Seek { into, id, element_id, test: std::mem::take(test) }
            }
            None => {
                let label = take_label(&mut test.labels);
                let often = self.often || !self.steps.is_empty();
                let join = if self.changing { None } else { join_key(test, into, often) };
                let mut test = std::mem::take(test);
                match join {
                    Some((key, value)) => {
                        own_before_joining(&mut test.predicates, into, &self.binds);
                        StepKind::HashJoin(Box::new(HashJoin { into, label, key, value, test }))
                    }
                    None => StepKind::Scan { into, label, test },
                }
            }
        };
        self.push(kind);
        self.behind(placed.behind);
        self.offer_edges(number);
    }
}
