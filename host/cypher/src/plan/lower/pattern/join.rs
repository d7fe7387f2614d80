//! Patterns that share nothing with what was matched before but equalities: each is matched once by itself, and its rows
//! are looked up by what they must have.
//!
//! ```text
//! > MATCH (a:A)-[:R]->(b), (c:C)-[:S]->(d) WHERE a.x + b.x = c.y + d.y RETURN a, d
//! NodeByLabelScan      a:A
//! Expand(All)          (a)-[anon_4:R]->(b)
//! ValueHashJoin        c.y + d.y = a.x + b.x
//! | NodeByLabelScan      c:C
//! | Expand(All)          (c)-[anon_5:S]->(d)
//! Filter               a.x + b.x = c.y + d.y
//!
//! > MATCH (a:A {k: 1})-[:R]->(b), (c:C {k: 1})-[:S]->(d) WHERE a.x = c.x AND b.x = d.x RETURN a, d
//! NodeByLabelScan      a:A WHERE a.k = 1
//! Expand(All)          (a)-[anon_4:R]->(b)
//! ValueHashJoin        c.x = a.x AND d.x = b.x
//! | NodeByLabelScan      c:C WHERE c.k = 1
//! | Expand(All)          (c)-[anon_5:S]->(d)
//! Filter               a.x = c.x
//! Filter               b.x = d.x
//! ```

use hashbrown::HashSet;

use super::graph::{Condition, Edge, EdgeKind, Graph, Test};
use super::order::Walker;
use super::place::distinct;
use crate::error::Error;
use crate::plan::slots::SlotSet;
use crate::plan::{Expr, PatternJoin, Slot, StepKind, visit};
use crate::syntax::ast::ComparisonOp;

/// So many relationships such a pattern may have: each of its rows is kept.
const HOPS: usize = 2;

/// Nodes and relationships that nothing joins with what is bound.
struct Component {
    edges: Vec<usize>,
    slots: SlotSet,
}

impl Walker<'_, '_> {
    /// Looks up the pattern that a node belongs to by equalities with what is bound; false where it is to be walked.
    pub fn join_component(&mut self, start: usize) -> Result<bool, Error> {
        if self.changing || (!self.often && self.steps.is_empty()) {
            return Ok(false);
        }
        let Some(component) = self.component(start)? else { return Ok(false) };
        let near = self.conditions_near(&component)?;
        let keys = self.join_keys(&component, &near);
        let (keys, values): (Vec<Expr>, Vec<Expr>) = keys.into_iter().unzip();
        if keys.is_empty() {
            return Ok(false);
        }
        // What must equal a value of a single node is found from that node without the rest of the pattern. Of several
        // nodes all of whose values are known they are looked up together, where the pattern has few rows.
        let alone: Vec<usize> = keys.iter().filter_map(|key| self.only_node(key)).collect();
        if let Some(node) = alone.first() {
            let others = alone.len() < keys.len() || alone.iter().any(|other| other != node);
            if !others || !self.has_few_rows(&component) {
                self.start(*node);
                return Ok(true);
            }
        }
        if self.fails_where_not_wanted(&component, &near, keys.iter().chain(&values)) {
            return Ok(false);
        }
        let graph = self.take_component(&component, &near);
        let mut walker = Walker::new(self.lowerer, graph);
        walker.begin()?;
        walker.walk_all()?;
        let steps = walker.finish();
        let binds: Vec<Slot> = component.slots.iter().collect();
        let ready = self.bind(binds.iter().copied());
        self.push(StepKind::PatternJoin(Box::new(PatternJoin { steps, binds, keys, values })));
        self.behind(ready);
        Ok(true)
    }

    /// Whether one of its nodes is found by a label and a property, or by its id.
    fn has_few_rows(&self, component: &Component) -> bool {
        let mut edges = component.edges.iter().filter_map(|number| self.edges[*number].as_ref());
        edges.any(|edge| self.ranks[edge.left].min(self.ranks[edge.right]).finds_few())
    }

    /// What can be reached from a node by hops, where that is all there is.
    fn component(&self, start: usize) -> Result<Option<Component>, Error> {
        let (mut nodes, mut edges): (HashSet<usize>, _) = (HashSet::from([start]), Vec::new());
        let mut slots = SlotSet::from_iter([self.node(start)]);
        let mut pending = vec![start];
        while let Some(node) = pending.pop() {
            for number in &self.edges_at[node] {
                self.lowerer.meter.tick()?;
                let Some(Edge { left, right, kind, .. }) = &self.edges[*number] else { continue };
                let EdgeKind::Hop(hop) = kind else { return Ok(None) };
                if edges.contains(number) {
                    continue;
                }
                if edges.len() == HOPS || !slots.insert(hop.relationship) {
                    return Ok(None);
                }
                edges.push(*number);
                for end in [*left, *right] {
                    slots.insert(self.node(end));
                    pending.extend(nodes.insert(end).then_some(end));
                }
            }
        }
        let open = slots.iter().all(|slot| !self.is_bound(slot));
        Ok((open && !edges.is_empty()).then_some(Component { edges, slots }))
    }

    /// Whether what it joins by may fail for a row that something around the pattern leaves out: the table of all rows is
    /// made once, whatever stands around.
    fn fails_where_not_wanted<'e>(
        &self,
        component: &Component,
        near: &[usize],
        mut sides: impl Iterator<Item = &'e Expr>,
    ) -> bool {
        let around = |condition: &Condition| {
            let reads = distinct(|visit| condition.reads(visit));
            reads.iter().any(|slot| component.slots.contains(*slot))
                && reads.iter().any(|slot| slot.0 < self.first_new)
        };
        sides.any(|side| !self.lowerer.lies_there(side))
            && near.iter().filter_map(|item| self.conditions[*item].as_ref()).any(around)
    }

    /// The node that this reads, where it reads nothing else.
    fn only_node(&self, key: &Expr) -> Option<usize> {
        match distinct(|visit| visit::expr(key, visit)).as_slice() {
            [slot] => self.binders.of(*slot).find(|node| self.nodes[*node] == *slot),
            _ => None,
        }
    }

    /// The conditions that read something of a component.
    fn conditions_near(&self, component: &Component) -> Result<Vec<usize>, Error> {
        let waiting = component.slots.iter().flat_map(|slot| self.waiting.of(slot));
        let mut near: Vec<usize> = waiting
            .filter(|item| self.conditions.get(*item).is_some_and(Option::is_some))
            .collect();
        self.lowerer.meter.spend(near.len())?;
        near.sort_unstable();
        near.dedup();
        Ok(near)
    }

    /// What of a component must equal what is bound.
    fn join_keys(&self, component: &Component, near: &[usize]) -> Vec<(Expr, Expr)> {
        let is_own = |e: &Expr| {
            let reads = distinct(|visit| visit::expr(e, visit));
            !reads.is_empty() && reads.into_iter().all(|slot| component.slots.contains(slot))
        };
        let is_known = |e: &Expr| {
            let reads = distinct(|visit| visit::expr(e, visit));
            let known = |slot: Slot| self.is_bound(slot) && !component.slots.contains(slot);
            !reads.is_empty() && reads.into_iter().all(known)
        };
        let sides = |condition: &Condition| match (&condition.test, condition.owner) {
            (Test::Property(key, value), Some(owner)) => {
                let subject = Box::new(Expr::Slot(owner));
                Some((Expr::Property(subject, *key, Default::default()), value.clone()))
            }
            (Test::Predicate(Expr::Compare(ComparisonOp::Equal, a, b, _)), _) => {
                Some(((**a).clone(), (**b).clone()))
            }
            _ => None,
        };
        let conditions = near.iter().filter_map(|item| self.conditions[*item].as_ref());
        let pairs = conditions.filter_map(sides).filter_map(|(a, b)| {
            if is_own(&a) && is_known(&b) {
                Some((a, b))
            } else {
                (is_own(&b) && is_known(&a)).then_some((b, a))
            }
        });
        pairs.collect()
    }

    /// The component as a graph of its own, with what is asked of it alone.
    fn take_component(&mut self, component: &Component, near: &[usize]) -> Graph {
        let mut graph = Graph::new(0);
        for number in &component.edges {
            let Some(Edge { left, right, kind, span }) = self.take_edge(*number) else { continue };
            if let EdgeKind::Hop(hop) = &kind {
                graph.relationship(hop.relationship);
            }
            let (left, right) = (graph.node(self.node(left)), graph.node(self.node(right)));
            graph.edges.push(Edge { left, right, kind, span });
        }
        for item in near {
            let condition = &mut self.conditions[*item];
            let alone = condition.as_ref().is_some_and(|condition| {
                let reads = distinct(|visit| condition.reads(visit));
                !reads.is_empty()
                    && !matches!(condition.test, Test::Bind(..))
                    && reads.into_iter().all(|slot| {
                        component.slots.contains(slot)
                            || (slot.0 >= self.first_new && !self.binds.contains(slot))
                    })
            });
            if alone {
                graph.conditions.extend(condition.take());
            }
        }
        graph
    }
}
