//! Rows that agree in all that is asked of them behind, left out before something that takes long for each row: of
//! those the first is enough.
//!
//! ```text
//! > MATCH (a:A)-[:R]->(b) MATCH (b)-[:R*1..3]->(c) RETURN count(DISTINCT c) AS n
//! NodeByLabelScan      a:A
//! Expand(All)          (a)-[anon_2:R]->(b)
//! Distinct(Early)      b
//! VarLengthExpand(Pruning,BFS,All) (b)-[:R*1..3]->(c)
//! EagerAggregation     count(DISTINCT c) AS n
//! ```
//!
//! Only where the rows may agree: what makes them has to bind or read something that nobody asks for any more. Where
//! few of them turn out to, the run gives it up.

use super::demand::Telling;
use super::slots::SlotSet;
use super::{Expr, Operator, OperatorKind, Query, Slot, Step, StepKind};
use crate::stack::deeper;

/// How many operators are looked at for what makes the rows.
const BACK: usize = 16;
/// To look for a row that came already pays as long as it is told by so few slots.
const WIDTH: usize = 4;

/// The slots by which rows differ that come to an operator, where rows that agree in them are to be left out before
/// it. `is_made` tells what the chain before it writes.
pub(super) fn slots(
    operator: &Operator,
    before: &[Operator],
    telling: &Telling,
    is_made: impl Fn(Slot) -> bool,
) -> Option<Vec<Slot>> {
    if !telling.is_plain() || !may_agree(before, telling, &is_made) || !takes_long(operator) {
        return None;
    }
    let slots: Vec<Slot> = telling.slots.iter().filter(|slot| is_made(*slot)).collect();
    (1..=WIDTH).contains(&slots.len()).then_some(slots)
}

/// Whether it searches for each row. A few hops take no longer than looking for a row that came already.
pub(super) fn takes_long(operator: &Operator) -> bool {
    match &operator.kind {
        OperatorKind::Match(pattern) => pattern.steps.iter().any(searches),
        OperatorKind::Optional { inner, .. } => inner.operators.iter().any(takes_long),
        OperatorKind::Apply { writes, returns, query, .. } => {
            !*writes && *returns && deeper(|| query_takes_long(query))
        }
        _ => false,
    }
}

fn query_takes_long(query: &Query) -> bool {
    match query {
        Query::Single(chain) => chain.operators.iter().any(takes_long),
        Query::Union { members, .. } => members.iter().any(query_takes_long),
        Query::When { .. } => false,
    }
}

pub(super) fn searches(step: &Step) -> bool {
    matches!(
        step.kind,
        StepKind::VariableLength(_) | StepKind::Quantified(_) | StepKind::Shortest(_)
    )
}

/// Whether rows may agree in what tells them apart: whether what makes them, the last that makes several of one or
/// leaves duplicates out, has to do with something else.
fn may_agree(before: &[Operator], telling: &Telling, is_made: impl Fn(Slot) -> bool) -> bool {
    let mut told = telling.slots.clone();
    for operator in before.iter().rev().take(BACK) {
        let mut makers = SlotSet::default();
        match &operator.kind {
            OperatorKind::Filter(_) | OperatorKind::Early(_) | OperatorKind::SortEarly(_) => {
                continue;
            }
            OperatorKind::Project(items) => {
                for (slot, value) in items {
                    if let (true, Expr::Slot(from)) = (told.contains(*slot), value) {
                        told.insert(*from);
                    }
                }
                continue;
            }
            OperatorKind::Match(pattern) => nodes(&pattern.steps, &mut makers),
            OperatorKind::Unwind { into, .. } => {
                makers.insert(*into);
            }
            OperatorKind::Distinct(slots) => makers = slots.iter().copied().collect(),
            OperatorKind::Aggregate { keys, .. } => {
                makers = keys.iter().map(|(slot, _)| *slot).collect();
            }
            OperatorKind::Optional { inner, .. } => {
                for operator in &inner.operators {
                    if let OperatorKind::Match(pattern) = &operator.kind {
                        nodes(&pattern.steps, &mut makers);
                    }
                }
            }
            _ => return false,
        }
        return makers.iter().any(|slot| is_made(slot) && !told.contains(slot));
    }
    false
}

/// The nodes that steps bind or begin at.
pub(super) fn nodes(steps: &[Step], into: &mut SlotSet) {
    for step in steps {
        let slots = match &step.kind {
            StepKind::Scan { into, .. } | StepKind::Seek { into, .. } => [*into, *into],
            StepKind::HashJoin(join) => [join.into, join.into],
            StepKind::Check { node, .. } => [*node, *node],
            StepKind::Expand(hop) => [hop.from, hop.to],
            StepKind::Count(hop) => [hop.from, hop.from],
            StepKind::VariableLength(chain) => [chain.hop.from, chain.hop.to],
            StepKind::Quantified(part) => [part.from, part.to],
            StepKind::Shortest(shortest) => [shortest.ends.0, shortest.ends.1],
            StepKind::Endpoints(endpoints) => [endpoints.from, endpoints.to],
            StepKind::PatternJoin(join) => {
                nodes(&join.steps, into);
                continue;
            }
            StepKind::Filter(_) | StepKind::Bind(..) => continue,
        };
        slots.into_iter().for_each(|slot| {
            into.insert(slot);
        });
    }
}
