//! What whoever receives rows wants of them: each as often as it comes, or of rows that agree in what tells them apart
//! one alone. It is known from the end of a chain on: `DISTINCT`, the keys of a grouping without counting calls and
//! `EXISTS` ask which rows there are, and what lies before them and only tests and computes may leave out those that
//! come again. A limit counts rows, unless it is one, and so does a write.
//!
//! Of the rows that agree, `min(length(p))` wants one whose path is as short as any, and so does `ORDER BY length(p) LIMIT
//! 1`: what is found level by level serves these as well. `max(length(p))` and `DISTINCT length(p)` tell paths apart by
//! nothing but their lengths: a path of each length is as good as all of them.

use super::measured::{grows_with, measured};
use super::slots::SlotSet;
use super::visit::Visitor;
use super::{Aggregate, Expr, Operator, OperatorKind, Slot, SortKey, visit};
use crate::value::Value;

/// What is wanted of rows.
#[derive(Clone, Debug)]
pub(super) enum Demand {
    /// Each, as often as it comes.
    Each,
    /// At least one of those that agree.
    Different(Telling),
}

/// What tells rows apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Telling {
    /// Rows that differ in these are different.
    pub slots: SlotSet,
    /// Of rows that agree, one is wanted in which the paths and lists in these are as short as they can be.
    pub shortest: SlotSet,
    /// Rows with paths and lists of other lengths in these are different.
    pub lengths: SlotSet,
    /// Of rows that agree, one is wanted in which the numbers in these are as small as they can be.
    least: SlotSet,
}

impl Visitor for Telling {
    fn slot(&mut self, slot: Slot) {
        self.slots.insert(slot);
    }

    fn part(&mut self, e: &Expr) -> bool {
        let measured = measured(e);
        measured.into_iter().for_each(|slot| {
            self.lengths.insert(slot);
        });
        measured.is_none()
    }
}

impl Demand {
    /// Rows that differ in these slots.
    pub fn different(slots: &SlotSet) -> Demand {
        Demand::Different(Telling { slots: slots.clone(), ..Telling::default() })
    }

    /// Any row, whatever is in it.
    pub fn any() -> Demand {
        Demand::Different(Telling::default())
    }

    /// What an operator wants of the rows before it, given what is wanted of its own.
    pub fn before(self, operator: &Operator) -> Demand {
        match &operator.kind {
            OperatorKind::Distinct(slots) => Demand::different(&slots.iter().copied().collect()),
            OperatorKind::Aggregate { keys, aggregates, .. } => grouped(keys, aggregates),
            OperatorKind::Sort { keys, limit, .. } if is_one(limit) => first(keys),
            OperatorKind::Limit(limit) if is_one(std::slice::from_ref(limit)) => Demand::any(),
            OperatorKind::Sort { limit, .. } if limit.is_empty() => self.through(operator),
            OperatorKind::Project(items) => self.computed(items),
            OperatorKind::Match(_)
            | OperatorKind::Optional { .. }
            | OperatorKind::Unwind { .. }
            | OperatorKind::Early(_)
            | OperatorKind::SortEarly(_)
            | OperatorKind::Filter(_)
            | OperatorKind::Apply { writes: false, .. } => self.through(operator),
            OperatorKind::Sort { .. }
            | OperatorKind::Skip(_)
            | OperatorKind::Limit(_)
            | OperatorKind::Apply { .. }
            | OperatorKind::Procedure { .. }
            | OperatorKind::Create(_)
            | OperatorKind::Merge { .. }
            | OperatorKind::Set(_)
            | OperatorKind::Delete { .. }
            | OperatorKind::Foreach { .. }
            | OperatorKind::Finish => Demand::Each,
        }
    }

    /// Before something that tests rows or makes others of each.
    fn through(mut self, operator: &Operator) -> Demand {
        if let Demand::Different(telling) = &mut self {
            visit::writes(operator, &mut |slot: Slot| telling.forget(slot));
            visit::reads(operator, telling);
        }
        self
    }

    /// Before something is computed, which only what tells rows apart is of any weight in.
    fn computed(mut self, items: &[(Slot, Expr)]) -> Demand {
        if let Demand::Different(telling) = &mut self {
            let wanted: Vec<[bool; 4]> = items
                .iter()
                .map(|(slot, _)| {
                    [&telling.slots, &telling.shortest, &telling.lengths, &telling.least]
                        .map(|slots| slots.contains(*slot))
                })
                .collect();
            items.iter().for_each(|(slot, _)| telling.forget(*slot));
            for ((_, value), [tells, shortest, lengths, least]) in items.iter().zip(wanted) {
                match (value, grows_with(value)) {
                    (_, _) if tells || ((shortest || lengths) && least) => telling.reads(value),
                    (_, Some(slot)) if lengths => {
                        telling.lengths.insert(slot);
                    }
                    (Expr::Slot(slot), _) if shortest => {
                        telling.shortest.insert(*slot);
                    }
                    // The length of what is computed from a path says nothing of the path's.
                    _ if shortest || lengths => telling.reads(value),
                    _ if least => telling.as_small_as_can_be(value),
                    _ => {}
                }
            }
        }
        self
    }
}

impl Telling {
    /// Whether rows that agree in the slots are all the same.
    pub fn is_plain(&self) -> bool {
        [&self.shortest, &self.lengths, &self.least].iter().all(|set| set.iter().next().is_none())
    }

    fn forget(&mut self, slot: Slot) {
        self.slots.remove(slot);
        self.shortest.remove(slot);
        self.lengths.remove(slot);
        self.least.remove(slot);
    }

    fn reads(&mut self, e: &Expr) {
        visit::expr(e, self);
    }

    fn as_small_as_can_be(&mut self, e: &Expr) {
        match (e, measured(e)) {
            (Expr::Slot(slot), _) => {
                self.least.insert(*slot);
            }
            (_, Some(slot)) => {
                self.shortest.insert(slot);
            }
            _ => self.reads(e),
        }
    }

    /// Whether it is all the same to it which value of a length a slot has.
    pub fn leaves_open(&self, slot: Slot) -> bool {
        !self.slots.contains(slot) && !self.least.contains(slot)
    }
}

fn grouped(keys: &[(Slot, Expr)], aggregates: &[(Slot, Aggregate)]) -> Demand {
    if aggregates.iter().any(|(_, aggregate)| aggregate.minds_repetition()) {
        return Demand::Each;
    }
    let mut telling = Telling::default();
    keys.iter().for_each(|(_, key)| telling.reads(key));
    for (_, Aggregate { function, arguments, .. }) in aggregates {
        match arguments.as_slice() {
            [argument] if function.name == "min" => telling.as_small_as_can_be(argument),
            arguments => arguments.iter().for_each(|argument| telling.reads(argument)),
        }
    }
    Demand::Different(telling)
}

/// Before the first row in an order is taken: whatever else it holds.
fn first(keys: &[SortKey]) -> Demand {
    let mut telling = Telling::default();
    for SortKey { expr, descending } in keys {
        if *descending {
            telling.reads(expr);
        } else {
            telling.as_small_as_can_be(expr);
        }
    }
    Demand::Different(telling)
}

fn is_one(limit: &[Expr]) -> bool {
    matches!(limit, [Expr::Constant(Value::Integer(1))])
}
