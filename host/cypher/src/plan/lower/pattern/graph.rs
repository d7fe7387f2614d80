//! A pattern before it is put in order: nodes, what joins them, and conditions. Parts that repeat or are
//! searched as a whole hold a graph of their own.

use crate::error::Span;
use crate::plan::LabelTest;
use crate::plan::slots::{BySlot, SlotSet};
use crate::plan::visit::Visit;
use crate::plan::{Expr, LabelRef, NameRef, Slot, visit};
use crate::plan::{Keep, RelationshipTest};
use crate::syntax::ast::{Arrow, ComparisonOp};

/// A pattern as a graph.
#[derive(Default)]
pub(super) struct Graph {
    /// The nodes.
    pub nodes: Vec<Slot>,
    /// What joins them.
    pub edges: Vec<Edge>,
    /// What must hold, and what is computed on the way.
    pub conditions: Vec<Condition>,
    /// Predicates that are computed last, since their value is another one each time.
    pub late: Vec<Expr>,
    /// Everything that matching it binds; other slots have their values before.
    pub binds: SlotSet,
    /// Slots from here on are new.
    pub first_new: u32,
    /// The variable by which rows are sorted of which the first ones are wanted.
    pub first: Option<Slot>,
    /// Whether what is matched may be changed from one row to the next, so that nothing is remembered of it.
    pub changing: bool,
    numbers: BySlot,
    relationships: SlotSet,
}

/// Something that joins two nodes.
pub(super) struct Edge {
    /// Number of the node on its left, as it is written.
    pub left: usize,
    /// Number of the node on its right.
    pub right: usize,
    /// What it is.
    pub kind: EdgeKind,
    /// Where it stands.
    pub span: Span,
}

/// What joins two nodes.
pub(super) enum EdgeKind {
    /// One relationship.
    Hop(Hop),
    /// `-[*1..3]-`.
    Variable { hop: Hop, test: RelationshipTest, min: u64, max: Option<u64> },
    /// A quantified part.
    Part(Box<Part>),
    /// A whole path with a selector.
    Whole(Box<Whole>),
}

/// One relationship, from left to right.
pub(super) struct Hop {
    pub relationship: Slot,
    pub direction: Arrow,
    pub types: Option<Vec<LabelRef>>,
}

/// A quantified part.
pub(super) struct Part {
    pub inner: Graph,
    /// Numbers of the first and the last node inside.
    pub ends: (usize, usize),
    pub min: u64,
    pub max: Option<u64>,
    /// Inner slots and the outer ones for their lists.
    pub groups: Vec<(Slot, Slot)>,
}

/// A path with a selector.
pub(super) struct Whole {
    pub inner: Graph,
    /// Numbers of the first and the last node inside.
    pub ends: (usize, usize),
    pub keep: Keep,
    /// Whether it is `shortestPath()` or `allShortestPaths()`.
    pub function: bool,
}

/// Something that must hold as soon as everything that it reads is bound.
pub(super) struct Condition {
    /// The element that it speaks of, where it speaks of one.
    pub owner: Option<Slot>,
    /// What must hold.
    pub test: Test,
}

/// What a condition asks for.
pub(super) enum Test {
    /// Labels of the owner.
    Labels(LabelTest),
    /// A property of the owner.
    Property(NameRef, Expr),
    /// Anything.
    Predicate(Expr),
    /// Nothing; it is computed.
    Bind(Slot, Expr),
}

impl Condition {
    /// Every slot that must be bound before it can be decided.
    pub fn reads(&self, visit: Visit<'_>) {
        self.owner.into_iter().for_each(|slot| visit.slot(slot));
        match &self.test {
            Test::Labels(test) => visit::labels(test, visit),
            Test::Property(_, e) | Test::Predicate(e) | Test::Bind(_, e) => visit::expr(e, visit),
        }
    }
}

impl Edge {
    /// What must be bound before it can be walked, apart from one of its ends.
    pub fn reads(&self, visit: Visit<'_>) {
        match &self.kind {
            EdgeKind::Hop(_) => {}
            EdgeKind::Variable { test, .. } => visit::relationship_test(test, visit),
            EdgeKind::Part(part) => part.inner.reads(visit),
            EdgeKind::Whole(whole) => {
                whole.inner.reads(&mut |slot: Slot| {
                    if !whole.inner.binds.contains(slot) {
                        visit.slot(slot);
                    }
                });
            }
        }
    }

    /// What walking it binds, apart from its ends.
    pub(crate) fn binds(&self, visit: Visit<'_>) {
        match &self.kind {
            EdgeKind::Hop(hop) | EdgeKind::Variable { hop, .. } => visit.slot(hop.relationship),
            EdgeKind::Part(part) => part.groups.iter().for_each(|(_, outer)| visit.slot(*outer)),
            EdgeKind::Whole(whole) => whole.inner.binds.iter().for_each(|slot| visit.slot(slot)),
        }
    }
}

impl Graph {
    /// What its conditions read.
    fn reads(&self, visit: Visit<'_>) {
        self.conditions.iter().for_each(|condition| condition.reads(visit));
        self.late.iter().for_each(|predicate| visit::expr(predicate, visit));
        self.edges.iter().for_each(|edge| edge.reads(visit));
    }

    /// A graph that binds slots from `first_new` on.
    pub fn new(first_new: usize) -> Graph {
        Graph { first_new: first_new as u32, ..Graph::default() }
    }

    /// The number of a node, which is added where it is not there.
    pub fn node(&mut self, slot: Slot) -> usize {
        self.number(slot).unwrap_or_else(|| {
            let number = self.nodes.len();
            self.numbers.add(slot, number);
            self.nodes.push(slot);
            self.bind(slot);
            number
        })
    }

    /// The number of a node that is there.
    pub fn number(&self, slot: Slot) -> Option<usize> {
        self.numbers.of(slot).next()
    }

    /// Notes that matching binds a slot, if it is a new one.
    pub fn bind(&mut self, slot: Slot) {
        if slot.0 >= self.first_new {
            self.binds.insert(slot);
        }
    }

    /// Notes a relationship that is one, not a list.
    pub fn relationship(&mut self, slot: Slot) {
        self.bind(slot);
        self.relationships.insert(slot);
    }

    /// Adds a condition of an element.
    pub fn require(&mut self, owner: Slot, test: Test) {
        self.conditions.push(Condition { owner: Some(owner), test });
    }

    /// Adds a predicate, split where `AND` allows it. What it says about one element becomes a condition of
    /// that element.
    pub(crate) fn require_predicate(&mut self, predicate: Expr) {
        let mut pending = vec![predicate];
        while let Some(predicate) = pending.pop() {
            match predicate {
                Expr::And(parts, _) => pending.extend(parts.into_iter().rev()),
                other => {
                    let condition = self.condition(other);
                    self.conditions.push(condition);
                }
            }
        }
    }

    fn condition(&self, predicate: Expr) -> Condition {
        match predicate {
            Expr::HasLabels(subject, labels) => match *subject {
                Expr::Slot(slot) if self.is_element(slot) => {
                    Condition { owner: Some(slot), test: Test::Labels(labels) }
                }
                _ => free(Expr::HasLabels(subject, labels)),
            },
            Expr::Compare(ComparisonOp::Equal, left, right, span) => {
                if let Some((slot, key)) = self.owned(&left, &right) {
                    return property(slot, key, *right);
                }
                if let Some((slot, key)) = self.owned(&right, &left) {
                    return property(slot, key, *left);
                }
                free(Expr::Compare(ComparisonOp::Equal, left, right, span))
            }
            other => free(other),
        }
    }

    fn is_element(&self, slot: Slot) -> bool {
        self.number(slot).is_some() || self.relationships.contains(slot)
    }

    /// The element and key of `element.key = value`, where that can be tested while the element is bound.
    fn owned(&self, side: &Expr, value: &Expr) -> Option<(Slot, NameRef)> {
        let Expr::Property(subject, key, _) = side else { return None };
        let Expr::Slot(slot) = **subject else { return None };
        let mut apart = true;
        visit::expr(value, &mut |read: Slot| apart &= read != slot);
        (apart && self.is_element(slot)).then_some((slot, *key))
    }
}

fn property(slot: Slot, key: NameRef, value: Expr) -> Condition {
    Condition { owner: Some(slot), test: Test::Property(key, value) }
}

fn free(predicate: Expr) -> Condition {
    Condition { owner: None, test: Test::Predicate(predicate) }
}
