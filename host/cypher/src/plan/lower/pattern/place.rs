//! Where conditions go once they can be decided: into the test of the element that is bound just then, or
//! into a step of their own.
//!
//! A condition is tested with the first element by which all that it reads is bound, subqueries behind everything
//! else:
//!
//! ```text
//! > MATCH (a:A)-[r:R]->(b) WHERE EXISTS { (b)-->(:C) } AND r.w > a.x AND b.y = r.w AND a.x = 1 RETURN b
//! NodeByLabelScan      a:A WHERE a.x = 1
//! Expand(All)          (a)-[r:R]->(b) WHERE r.w > a.x AND b.y = r.w AND EXISTS { ... }
//! | Expand(All)          (b)-[anon_4]->(anon_3) WHERE anon_3:C
//! ```
//!
//! So a relationship that is too light costs no look at the node behind it. What may have another value each time
//! stays where it was written, behind all others:
//!
//! ```text
//! > MATCH (a:A)-[r:R]->(b) WHERE rand() < 0.5 AND b.k = 1 RETURN b
//! NodeByLabelScan      a:A
//! Expand(All)          (a)-[r:R]->(b) WHERE b.k = 1
//! Filter               rand() < 0.5
//! ```

use smallvec::SmallVec;

use super::graph::{Condition, Test};
use crate::plan::LabelTest;
use crate::plan::visit::Visit;
use crate::plan::{Expr, Slot, visit};
use crate::plan::{NodeTest, RelationshipTest};
use crate::syntax::ast::ComparisonOp;

/// The elements that a step binds.
#[derive(Clone, Copy, Default)]
pub(super) struct Binding {
    /// The node that it tests.
    pub node: Option<Slot>,
    /// The relationship that it tests, before the node.
    pub relationship: Option<Slot>,
}

/// Conditions, sorted by where they are tested.
#[derive(Default)]
pub(super) struct Placed {
    /// Tests of the node.
    pub node: NodeTest,
    /// Tests of the relationship.
    pub relationship: RelationshipTest,
    /// Steps behind: predicates, and what is computed.
    pub behind: Vec<Condition>,
}

/// Sorts conditions. `late` are slots that the step gives a value only after its tests.
pub(super) fn place(ready: Vec<Condition>, binding: Binding, late: &[Slot]) -> Placed {
    let mut placed = Placed::default();
    for condition in ready {
        let on_node = binding.node.is_some() && condition.owner == binding.node;
        let on_relationship =
            binding.relationship.is_some() && condition.owner == binding.relationship;
        let reads = distinct(|visit| condition.reads(visit));
        let too_early = reads.iter().any(|slot| late.contains(slot));
        let reads_node = binding.node.is_some_and(|slot| reads.contains(&slot));
        if too_early || matches!(condition.test, Test::Bind(..)) {
            placed.behind.push(condition);
        } else if on_node {
            to_node(&mut placed, condition);
        } else if on_relationship && !reads_node {
            to_relationship(&mut placed, condition);
        } else {
            let owner = condition.owner;
            match predicate(condition) {
                Ok(predicate) if binding.relationship.is_some() && !reads_node => {
                    placed.relationship.predicates.push(predicate);
                }
                Ok(predicate) if binding.node.is_some() => placed.node.predicates.push(predicate),
                Ok(predicate) => {
                    placed.behind.push(Condition { owner: None, test: Test::Predicate(predicate) });
                }
                Err(test) => placed.behind.push(Condition { owner, test }),
            }
        }
    }
    cheap_first(&mut placed.node.predicates);
    cheap_first(&mut placed.relationship.predicates);
    placed.behind.sort_by_key(|condition| match &condition.test {
        Test::Predicate(e) => is_costly(e),
        _ => false,
    });
    placed
}

fn to_node(placed: &mut Placed, condition: Condition) {
    let test = &mut placed.node;
    let owner = condition.owner;
    match condition.test {
        Test::Labels(labels) => add_labels(&mut test.labels, labels),
        Test::Property(key, value) => test.properties.push((key, value)),
        Test::Predicate(e) => test.predicates.push(e),
        test => placed.behind.push(Condition { owner, test }),
    }
}

fn to_relationship(placed: &mut Placed, condition: Condition) {
    let test = &mut placed.relationship;
    let owner = condition.owner;
    match condition.test {
        Test::Labels(labels) => add_labels(&mut test.types, labels),
        Test::Property(key, value) => test.properties.push((key, value)),
        Test::Predicate(e) => test.predicates.push(e),
        test => placed.behind.push(Condition { owner, test }),
    }
}

fn add_labels(tests: &mut Option<LabelTest>, more: LabelTest) {
    let all = |test| match test {
        LabelTest::And(tests) => tests,
        test => vec![test],
    };
    *tests = Some(match tests.take() {
        None => more,
        Some(test) => {
            let mut both = all(test);
            both.extend(all(more));
            LabelTest::And(both)
        }
    });
}

/// A condition as an expression, where it can be one.
pub(super) fn predicate(condition: Condition) -> Result<Expr, Test> {
    let Some(owner) = condition.owner else {
        return match condition.test {
            Test::Predicate(e) => Ok(e),
            test => Err(test),
        };
    };
    let subject = Box::new(Expr::Slot(owner));
    let span = Default::default();
    match condition.test {
        Test::Predicate(e) => Ok(e),
        Test::Labels(labels) => Ok(Expr::HasLabels(subject, labels)),
        Test::Property(key, value) => {
            let property = Expr::Property(subject, key, span);
            Ok(Expr::Compare(ComparisonOp::Equal, Box::new(property), Box::new(value), span))
        }
        test => Err(test),
    }
}

/// Subqueries are asked only where everything else holds.
fn cheap_first(predicates: &mut [Expr]) {
    predicates.sort_by_key(is_costly);
}

pub(super) fn is_costly(e: &Expr) -> bool {
    match e {
        Expr::Exists(_) | Expr::Count(..) | Expr::Collect(..) | Expr::PatternComprehension(..) => {
            true
        }
        Expr::Not(e, _) | Expr::IsNull(e, _) => is_costly(e),
        Expr::And(parts, _) | Expr::Or(parts, _) | Expr::List(parts) | Expr::Call(_, parts, _) => {
            parts.iter().any(is_costly)
        }
        Expr::Compare(_, a, b, _) | Expr::Binary(_, a, b, _) => is_costly(a) || is_costly(b),
        Expr::ListComprehension { .. } | Expr::Quantifier { .. } | Expr::Reduce { .. } => true,
        _ => false,
    }
}

/// Whether an expression reads a slot.
pub(in crate::plan::lower) fn reads(e: &Expr, slot: Slot) -> bool {
    let mut found = false;
    visit::expr(e, &mut |read: Slot| found |= read == slot);
    found
}

/// The few slots that something reads.
pub(super) type Slots = SmallVec<[Slot; 4]>;

/// The slots that `reads` tells, each once.
pub(super) fn distinct(reads: impl FnOnce(Visit<'_>)) -> Slots {
    let mut slots = Slots::new();
    reads(&mut |slot: Slot| slots.push(slot));
    slots.sort_unstable();
    slots.dedup();
    slots
}
