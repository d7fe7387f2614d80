//! Where to begin: how good each node is for it, and by what it is found.

use super::graph::{Condition, EdgeKind, Graph, Test};
use super::place;
use crate::plan::slots::SlotSet;
use crate::plan::{Expr, LabelRef, LabelTest, NameRef, NodeTest, Slot, visit};
use crate::syntax::ast::ComparisonOp;
use crate::value::Value;

/// How good it is to begin at a node, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    by: By,
    /// Whether nothing else is asked of it that leaves some nodes out.
    is_plain: bool,
    /// Whether it is not what rows are sorted by, of which the first ones are wanted.
    is_unsorted: bool,
}

/// By what it is found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    /// Its id; or no node can be it.
    Id,
    LabelAndProperty,
    /// Of a pattern that goes far: to do so from all nodes with some label takes longer than to look for the few.
    FarProperty,
    Label,
    Property,
    Nothing,
}

impl Rank {
    /// Whether few nodes can be it.
    pub fn finds_few(self) -> bool {
        self.by <= By::LabelAndProperty
    }
}

/// What is asked of a node.
#[derive(Clone, Copy, Default)]
struct Asked {
    id: bool,
    label: bool,
    property: bool,
    more: bool,
}

/// How good it is to begin at each node. What must equal something that the pattern binds elsewhere finds nothing yet.
pub(super) fn ranks(graph: &Graph) -> Vec<Rank> {
    let Graph { nodes, edges, conditions, first, .. } = graph;
    let is_far = edges.len() > 1 || edges.iter().any(|it| !matches!(it.kind, EdgeKind::Hop(_)));
    let mut found = vec![Asked::default(); nodes.len()];
    for condition in conditions {
        let owner = condition.owner.and_then(|owner| graph.number(owner));
        match (&condition.test, owner) {
            (Test::Labels(test), Some(owner)) => {
                let asked = &mut found[owner];
                let finds = label_of(test).is_some();
                (asked.label, asked.more) = (asked.label | finds, asked.more | !finds);
            }
            (Test::Property(_, value), Some(owner)) => {
                let mut known = true;
                visit::expr(value, &mut |slot: Slot| known &= !graph.binds.contains(slot));
                let asked = &mut found[owner];
                (asked.property, asked.id) = (asked.property | known, asked.id | is_null(value));
            }
            (Test::Predicate(predicate), _) => ask(predicate, graph, &mut found),
            _ => {}
        }
    }
    let rank = |(node, asked): (&Slot, Asked)| {
        let by = match (asked.id, asked.label, asked.property) {
            (true, ..) => By::Id,
            (_, true, true) => By::LabelAndProperty,
            (_, false, true) if is_far => By::FarProperty,
            (_, true, false) => By::Label,
            (_, false, true) => By::Property,
            _ => By::Nothing,
        };
        Rank { by, is_plain: !asked.more, is_unsorted: *first != Some(*node) }
    };
    nodes.iter().zip(found).map(rank).collect()
}

/// Notes what a predicate asks of a node.
fn ask(predicate: &Expr, graph: &Graph, found: &mut [Asked]) {
    let mut never = false;
    if let Expr::Compare(operator, a, b, _) = predicate {
        never = is_null(a) || is_null(b);
        let ids = [a, b].into_iter().filter_map(|side| id_of(side));
        for (slot, _) in ids.filter(|_| *operator == ComparisonOp::Equal) {
            graph.number(slot).into_iter().for_each(|node| found[node].id = true);
        }
    }
    let mut read = place::distinct(|visit| visit::expr(predicate, visit));
    read.retain(|slot| graph.binds.contains(*slot));
    if let [only] = read[..]
        && let Some(node) = graph.number(only)
    {
        let asked = &mut found[node];
        (asked.more, asked.id) = (true, asked.id | never);
    }
}

/// Whether nothing is equal to it, nor more or less.
fn is_null(e: &Expr) -> bool {
    matches!(e, Expr::Constant(Value::Null))
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
