//! Where to begin: how good each node is for it, and by what it is found.

use hashbrown::HashMap;

use super::graph::{Condition, Test};
use super::place;
use crate::plan::slots::SlotSet;
use crate::plan::{Expr, LabelRef, LabelTest, NameRef, NodeTest, Slot, visit};
use crate::syntax::ast::ComparisonOp;

/// How good it is to begin at each node: 0 by its id, 1 by label and property, 2 by label, 3 by property, 4.
/// A property that must equal what the pattern binds elsewhere finds nothing yet.
pub(super) fn ranks(nodes: &[Slot], conditions: &[Condition], binds: &SlotSet) -> Vec<u8> {
    let mut found: HashMap<Slot, (bool, bool, bool)> = HashMap::new();
    for condition in conditions {
        match (&condition.test, condition.owner) {
            (Test::Labels(test), Some(owner)) => {
                found.entry(owner).or_default().1 |= label_of(test).is_some();
            }
            (Test::Property(_, value), Some(owner)) => {
                let read = place::distinct(|visit| visit::expr(value, visit));
                let known = !read.into_iter().any(|slot| binds.contains(slot));
                found.entry(owner).or_default().2 |= known;
            }
            (Test::Predicate(Expr::Compare(ComparisonOp::Equal, a, b, _)), _) => {
                for side in [a, b] {
                    if let Some((slot, _)) = id_of(side) {
                        found.entry(slot).or_default().0 = true;
                    }
                }
            }
            _ => {}
        }
    }
    let rank = |node: &Slot| match found.get(node).copied().unwrap_or_default() {
        (true, ..) => 0,
        (_, true, true) => 1,
        (_, true, false) => 2,
        (_, false, true) => 3,
        _ => 4,
    };
    nodes.iter().map(rank).collect()
}

/// `id(n)` or `elementId(n)`: the node, and which of them.
fn id_of(e: &Expr) -> Option<(Slot, bool)> {
    match e {
        Expr::Call(function, arguments, _) => match (function.name, arguments.as_slice()) {
            ("id", [Expr::Slot(slot)]) => Some((*slot, false)),
            ("elementId", [Expr::Slot(slot)]) => Some((*slot, true)),
            _ => None,
        },
        _ => None,
    }
}

/// The id that a predicate demands of a node.
pub(super) fn seek(predicates: &[Expr], node: Slot) -> Option<(Expr, bool)> {
    predicates.iter().find_map(|predicate| {
        let Expr::Compare(ComparisonOp::Equal, a, b, _) = predicate else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(side, value)| {
            let (slot, element_id) = id_of(side)?;
            (slot == node && !place::reads(value, node)).then(|| ((**value).clone(), element_id))
        })
    })
}

/// What a node has that must equal something else, and that. Where such a node is looked for `often`, that may be
/// anything; else it must be what the row has.
pub(super) fn join_key(test: &NodeTest, node: Slot, often: bool) -> Option<(Expr, Expr)> {
    let is_own = |key: &Expr| place::distinct(|visit| visit::expr(key, visit))[..] == [node];
    let joins = |value: &Expr| {
        let read = place::distinct(|visit| visit::expr(value, visit));
        !read.contains(&node) && (often || !read.is_empty())
    };
    let property =
        |key: &NameRef| Expr::Property(Box::new(Expr::Slot(node)), *key, Default::default());
    let properties = test.properties.iter().filter(|(_, value)| joins(value));
    let mut keys: Vec<(Expr, Expr)> =
        properties.map(|(key, value)| (property(key), value.clone())).collect();
    keys.extend(test.predicates.iter().filter_map(|predicate| {
        let Expr::Compare(ComparisonOp::Equal, a, b, _) = predicate else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(key, value)| {
            (is_own(key) && joins(value)).then(|| ((**key).clone(), (**value).clone()))
        })
    }));
    // What differs from row to row tells more than what every row has.
    let differs =
        |(_, value): &(Expr, Expr)| !place::distinct(|v| visit::expr(value, v)).is_empty();
    let at = keys.iter().position(differs).unwrap_or(0);
    (at < keys.len()).then(|| keys.swap_remove(at))
}

/// Puts the predicates of a node that joins in the order in which Neo4j asks them: what is asked of the node alone of
/// all that the pattern binds, what it joins by, everything else. What can't be computed is then an error for the same
/// nodes.
pub(super) fn own_before_joining(predicates: &mut [Expr], node: Slot, binds: &SlotSet) {
    predicates.sort_by_cached_key(|predicate| {
        let read = place::distinct(|visit| visit::expr(predicate, visit));
        match predicate {
            Expr::Compare(ComparisonOp::Equal, a, b, _)
                if place::reads(a, node) != place::reads(b, node) && read[..] != [node] =>
            {
                1
            }
            _ if read.iter().all(|slot| *slot == node || !binds.contains(*slot)) => 0,
            predicate => 2 + u8::from(place::is_costly(predicate)),
        }
    });
}

/// The node of which a condition says what it must equal, once everything but that node is bound.
pub(super) fn joined(condition: &Condition, is_open: impl Fn(Slot) -> bool) -> Option<Slot> {
    let own = |e: &Expr| match place::distinct(|visit| visit::expr(e, visit)).as_slice() {
        [node] if is_open(*node) => Some(*node),
        _ => None,
    };
    match (&condition.test, condition.owner) {
        (Test::Property(_, value), Some(owner)) if is_open(owner) => {
            let read = place::distinct(|visit| visit::expr(value, visit));
            (!read.is_empty()).then_some(owner)
        }
        (Test::Property(_, value), Some(_)) => own(value),
        (Test::Predicate(Expr::Compare(ComparisonOp::Equal, a, b, _)), _) => {
            let joins = |key: &Expr, value: &Expr| {
                let node = own(key)?;
                let read = place::distinct(|visit| visit::expr(value, visit));
                (!read.is_empty() && !read.contains(&node)).then_some(node)
            };
            joins(a, b).or_else(|| joins(b, a))
        }
        _ => None,
    }
}

/// A label that a node must have whatever else holds.
fn label_of(test: &LabelTest) -> Option<&LabelRef> {
    match test {
        LabelTest::Is(label @ LabelRef::Static(_)) => Some(label),
        LabelTest::And(tests) => tests.iter().find_map(|test| match test {
            LabelTest::Is(label @ LabelRef::Static(_)) => Some(label),
            _ => None,
        }),
        _ => None,
    }
}

/// Takes such a label out of the test, for the index to deliver.
pub(super) fn take_label(test: &mut Option<LabelTest>) -> Option<LabelRef> {
    let label = label_of(test.as_ref()?)?.clone();
    match test {
        Some(LabelTest::And(tests)) => {
            let at =
                tests.iter().position(|test| matches!(test, LabelTest::Is(LabelRef::Static(_))));
            if let Some(at) = at {
                tests.remove(at);
            }
            if tests.len() <= 1 {
                *test = tests.pop();
            }
        }
        _ => *test = None,
    }
    Some(label)
}
