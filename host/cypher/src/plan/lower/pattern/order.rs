//! The order in which a pattern is walked, by rules on the text alone: what is bound already comes first, then ids, labels
//! with properties, labels, anything, each before others where more is asked of the node; from there along what joins the
//! nodes, single relationships before parts that repeat; other components last. Conditions are tested as soon as they can
//! be decided.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::graph::{Condition, Edge, EdgeKind, Graph, Test};
use super::place::{self, Binding};
use super::start::{Rank, joined, ranks};
use crate::error::Error;
use crate::plan::lower::lowerer::{Lowerer, unsupported};
use crate::plan::slots::{BySlot, SlotSet};
use crate::plan::{Expr, Slot};
use crate::plan::{Step, StepKind};

/// How many parts of expressions are looked at, at most, for what shows while a path grows.
const EFFORT: u32 = 20_000;

/// The steps that match a graph.
pub(super) fn steps(lowerer: &mut Lowerer<'_>, mut graph: Graph) -> Result<Vec<Step>, Error> {
    graph.bound_lengths();
    let mut walker = Walker::new(lowerer, graph);
    walker.begin()?;
    walker.walk_all()?;
    Ok(walker.finish())
}

/// The few edges at a node.
type Numbers = SmallVec<[usize; 2]>;

/// A graph on its way to steps.
pub(super) struct Walker<'l, 'a> {
    pub lowerer: &'l mut Lowerer<'a>,
    pub steps: Vec<Step>,
    pub(super) nodes: Vec<Slot>,
    pub(super) edges: Vec<Option<Edge>>,
    pub(super) conditions: Vec<Option<Condition>>,
    late: Vec<Expr>,
    /// What matching binds, and what of it is bound.
    pub(super) binds: SlotSet,
    bound: SlotSet,
    /// For each condition and, behind them, each edge: how many slots it still waits for.
    pub(super) missing: Vec<u32>,
    pub(super) waiting: BySlot,
    pub(super) edges_at: Vec<Numbers>,
    edges_of: BySlot,
    /// The nodes next to what binds a slot.
    pub(super) binders: BySlot,
    /// No edge before this one waits for anything.
    pub(super) first_waiting: usize,
    /// Edges that can be walked: the best class first, then the order of the text.
    candidates: BinaryHeap<Reverse<(u8, usize)>>,
    /// Nodes from which to begin, the best one last.
    pub(super) starts: Vec<usize>,
    pub(super) ranks: Vec<Rank>,
    /// Whether there may be many rows for which it is walked.
    pub(super) often: bool,
    /// Whether what it matches may be changed from one row to the next.
    pub(super) changing: bool,
    /// Slots from here on are the pattern's own, or those of subqueries in it.
    pub(super) first_new: u32,
    /// The conditions by which a node may have to equal something.
    pub(super) joining: Vec<usize>,
    /// How many parts of expressions may still be looked at for what shows while a path grows.
    pub(super) effort: u32,
}

impl<'l, 'a> Walker<'l, 'a> {
    pub fn new(lowerer: &'l mut Lowerer<'a>, graph: Graph) -> Walker<'l, 'a> {
        let ranks = ranks(&graph);
        let Graph { nodes, edges, conditions, late, binds, first_new, changing, .. } = graph;
        let outside = lowerer.scope.any(&|slot| slot.0 < first_new);
        let often = outside && !changing;
        let mut starts: Vec<usize> = (0..nodes.len()).collect();
        starts.sort_by_key(|node| Reverse((ranks[*node], *node)));
        let mut walker = Walker {
            lowerer,
            steps: Vec::new(),
            edges_at: vec![Numbers::new(); nodes.len()],
            edges_of: BySlot::default(),
            binders: BySlot::default(),
            first_waiting: 0,
            nodes,
            edges: edges.into_iter().map(Some).collect(),
            conditions: conditions.into_iter().map(Some).collect(),
            late,
            binds,
            bound: SlotSet::default(),
            missing: Vec::new(),
            waiting: BySlot::default(),
            candidates: BinaryHeap::new(),
            starts,
            ranks,
            often,
            changing,
            first_new,
            joining: Vec::new(),
            effort: EFFORT,
        };
        walker.wait();
        walker.look_around();
        walker
    }

    /// Notes what each condition and each edge waits for.
    fn wait(&mut self) {
        let items = self.conditions.len() + self.edges.len();
        let (mut waiting, mut joining) = (Vec::with_capacity(2 * items), Vec::new());
        let mut wait = |item: usize, slot: Slot| {
            if self.binds.contains(slot) {
                waiting.push((slot, item));
            }
        };
        for (item, condition) in self.conditions.iter().enumerate() {
            let Some(condition) = condition else { continue };
            condition.reads(&mut |slot: Slot| wait(item, slot));
            joining.extend(joined(condition, |_| true).map(|_| item));
        }
        for (number, edge) in self.edges.iter().enumerate() {
            let item = self.conditions.len() + number;
            edge.iter().for_each(|edge| edge.reads(&mut |slot: Slot| wait(item, slot)));
        }
        (self.waiting, self.joining) = (waiting.into(), joining);
        self.missing = vec![0; items];
        self.waiting.numbers().for_each(|item| self.missing[item] += 1);
    }

    /// Notes what lies next to what.
    fn look_around(&mut self) {
        let nodes = self.nodes.iter().copied();
        let mut binders: Vec<(Slot, usize)> = nodes.zip(0..).collect();
        let mut edges_of = Vec::new();
        for (number, edge) in self.edges.iter().enumerate() {
            let Some(edge) = edge else { continue };
            edge.binds(&mut |slot: Slot| binders.push((slot, edge.left)));
            if let EdgeKind::Hop(hop) = &edge.kind {
                edges_of.push((hop.relationship, number));
            }
            self.edges_at[edge.left].push(number);
            if edge.right != edge.left {
                self.edges_at[edge.right].push(number);
            }
        }
        (self.binders, self.edges_of) = (binders.into(), edges_of.into());
    }

    pub fn node(&self, number: usize) -> Slot {
        self.nodes[number]
    }

    /// Whether a slot has its value.
    pub(crate) fn is_bound(&self, slot: Slot) -> bool {
        !self.binds.contains(slot) || self.bound.contains(slot)
    }

    /// Tests what can be decided before anything is bound, and what was bound before.
    pub fn begin(&mut self) -> Result<(), Error> {
        let mut ready = self.take_decided();
        for number in 0..self.nodes.len() {
            let node = self.nodes[number];
            if !self.is_bound(node) {
                continue;
            }
            self.lowerer.meter.spend(1 + ready.len())?;
            let own = ready.extract_if(.., |condition| condition.owner == Some(node)).collect();
            let binding = Binding { node: Some(node), relationship: None };
            let placed = place::place(own, binding, &[]);
            if !placed.node.is_empty() || self.edges_at[number].is_empty() {
                self.push(StepKind::Check { node, test: placed.node });
            }
            ready.extend(placed.behind);
            self.offer_edges(number);
        }
        let placed = place::place(ready, Binding::default(), &[]);
        self.behind(placed.behind);
        for number in 0..self.edges.len() {
            self.offer(number);
        }
        Ok(())
    }

    /// Walks until everything is bound.
    pub(crate) fn walk_all(&mut self) -> Result<(), Error> {
        loop {
            self.lowerer.meter.tick()?;
            if let Some(number) = self.next_edge() {
                self.walk(number)?;
            } else if let Some(number) = self.next_start()? {
                if !self.join_component(number)? {
                    self.start(number);
                }
            } else if !self.release()? {
                break;
            }
        }
        match self.edges.iter().flatten().next() {
            Some(edge) => Err(unsupported(
                edge.span,
                "a part of a pattern that reads what can only be bound after it",
            )),
            None => Ok(()),
        }
    }

    /// Lets a part go that waits for what can only be bound behind it; what it asks of that is asked last.
    fn release(&mut self) -> Result<bool, Error> {
        for number in 0..self.edges.len() {
            self.lowerer.meter.tick()?;
            let Some(Edge { kind: EdgeKind::Part(part), .. }) = &mut self.edges[number] else {
                continue;
            };
            let (binds, bound) = (&self.binds, &self.bound);
            let is_open = |slot| binds.contains(slot) && !bound.contains(slot);
            let late = part.take_open(self.lowerer, is_open)?;
            if late.is_empty() {
                continue;
            }
            self.late.extend(late);
            let item = self.conditions.len() + number;
            self.missing[item] = 0;
            self.offer(number);
            return Ok(true);
        }
        Ok(false)
    }

    /// Walks the edges of a path one after the other, from its left or its right end, as far as none of them waits
    /// for anything: a search by levels goes that way.
    pub(crate) fn walk_along(&mut self, reversed: bool) -> Result<(), Error> {
        let count = self.edges.len();
        for at in 0..count {
            self.lowerer.meter.tick()?;
            let number = if reversed { count - 1 - at } else { at };
            if self.missing[self.conditions.len() + number] > 0 {
                break;
            }
            self.walk(number)?;
        }
        Ok(())
    }

    /// The steps, at their end what is computed last.
    pub fn finish(mut self) -> Vec<Step> {
        for predicate in std::mem::take(&mut self.late) {
            self.push(StepKind::Filter(predicate));
        }
        self.steps
    }

    pub fn push(&mut self, kind: StepKind) {
        let id = self.lowerer.operator_id();
        self.steps.push(Step { id, kind });
    }

    /// Notes that slots have values now, and gives the conditions that can be decided by that.
    pub fn bind(&mut self, slots: impl IntoIterator<Item = Slot>) -> Vec<Condition> {
        let mut ready = Vec::new();
        let mut unblocked = Vec::new();
        for slot in slots {
            if !self.binds.contains(slot) || !self.bound.insert(slot) {
                continue;
            }
            // The same relationship may stand in the pattern once more.
            unblocked.extend(self.edges_of.of(slot));
            // What was let go waits for nothing any more.
            for item in self.waiting.of(slot) {
                let Some(missing) = self.missing[item].checked_sub(1) else { continue };
                self.missing[item] = missing;
                if missing == 0 {
                    match item.checked_sub(self.conditions.len()) {
                        None => ready.push(item),
                        Some(edge) => unblocked.push(edge),
                    }
                }
            }
        }
        ready.sort_unstable();
        unblocked.into_iter().for_each(|edge| self.offer(edge));
        self.take_ready(ready)
    }

    fn take_ready(&mut self, items: impl IntoIterator<Item = usize>) -> Vec<Condition> {
        let items = items.into_iter();
        items
            .filter_map(|item| (self.missing[item] == 0).then(|| self.conditions[item].take())?)
            .collect()
    }

    /// Takes the conditions that wait for nothing.
    pub(crate) fn take_decided(&mut self) -> Vec<Condition> {
        self.take_ready(0..self.conditions.len())
    }

    /// Takes the undecided conditions all of whose open slots are among these.
    pub(crate) fn take_within(&mut self, slots: &SlotSet) -> Result<Vec<Condition>, Error> {
        self.lowerer.meter.spend(self.conditions.len())?;
        let mut taken = Vec::new();
        for item in 0..self.conditions.len() {
            let Some(condition) = &self.conditions[item] else { continue };
            let mut within = true;
            condition
                .reads(&mut |slot: Slot| within &= self.is_bound(slot) || slots.contains(slot));
            if within {
                taken.extend(self.conditions[item].take());
            }
        }
        Ok(taken)
    }

    /// Steps for conditions that no step tests; what they compute may make others ready.
    pub fn behind(&mut self, conditions: Vec<Condition>) {
        let mut pending = conditions;
        while !pending.is_empty() {
            let mut next = Vec::new();
            for condition in pending {
                match place::predicate(condition) {
                    Ok(predicate) => self.push(StepKind::Filter(predicate)),
                    Err(Test::Bind(slot, value)) => {
                        self.push(StepKind::Bind(slot, value));
                        next.extend(self.bind([slot]));
                    }
                    Err(_) => {}
                }
            }
            pending = next;
        }
    }

    /// Offers the edges of a node that was bound.
    pub(crate) fn offer_edges(&mut self, node: usize) {
        for at in 0..self.edges_at[node].len() {
            self.offer(self.edges_at[node][at]);
        }
    }

    /// Puts an edge among the candidates if it can be walked now.
    fn offer(&mut self, number: usize) {
        if self.missing[self.conditions.len() + number] > 0 {
            return;
        }
        if let Some(class) = self.class(number) {
            self.candidates.push(Reverse((class, number)));
        }
    }

    /// How soon an edge should be walked; `None` while it can't.
    fn class(&self, number: usize) -> Option<u8> {
        let edge = self.edges[number].as_ref()?;
        let bound = |node: usize| self.is_bound(self.nodes[node]);
        let ends = (bound(edge.left), bound(edge.right));
        match (&edge.kind, ends) {
            (EdgeKind::Hop(hop), _) if self.is_bound(hop.relationship) => Some(0),
            (_, (false, false)) => None,
            (EdgeKind::Hop(_), (true, true)) => Some(1),
            (EdgeKind::Hop(_), _) => Some(2),
            (EdgeKind::Variable { .. } | EdgeKind::Part(_), (true, true)) => Some(3),
            (EdgeKind::Variable { .. } | EdgeKind::Part(_), _) => Some(4),
            (EdgeKind::Whole(_), (true, true)) => Some(5),
            (EdgeKind::Whole(_), _) => Some(6),
        }
    }

    fn next_edge(&mut self) -> Option<usize> {
        while let Some(Reverse((_, number))) = self.candidates.pop() {
            if self.edges[number].is_some() {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn take_edge(&mut self, number: usize) -> Option<Edge> {
        self.edges[number].take()
    }
}
