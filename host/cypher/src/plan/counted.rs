//! The end of a pattern that is only counted: where an aggregation counts rows and nobody reads what the last step of
//! the pattern before it binds, the step finds no rows one by one but how many there are, and the counts are summed.
//!
//! ```text
//! > MATCH (a:A)-[r:R]->(b) RETURN a.k AS k, count(*) AS n, count(DISTINCT a) AS m
//! NodeByLabelScan      a:A
//! Expand(Count)        (a)-[r:R]->(b) AS r
//! EagerAggregation     a.k AS k, sum(r) AS n, count(DISTINCT a) AS m
//!
//! > MATCH (a:A) OPTIONAL MATCH p = (a)-[:R*..3]->() RETURN a.k AS k, count(p) AS n
//! NodeByLabelScan      a:A
//! Optional             p, anon_3
//! | VarLengthExpand(Count) (a)-[:R*1..3]->(anon_2) AS anon_3
//! EagerAggregation     a.k AS k, sum(anon_3) AS n
//!
//! > MATCH (a:A)-[r:R]->(b) RETURN count(*) AS n, count(DISTINCT b.k) AS m
//! NodeByLabelScan      a:A
//! Expand(All)          (a)-[r:R]->(b)
//! EagerAggregation     count(*) AS n, count(DISTINCT b.k) AS m
//! ```
//!
//! So it is with what `COUNT { }` asks for:
//!
//! ```text
//! > MATCH (a:A) RETURN COUNT { (a)-[:R]->()-[:R]->() } AS n
//! NodeByLabelScan      a:A
//! Projection           COUNT { ... } AS n
//! | Expand(All)          (a)-[anon_2:R]->(anon_1)
//! | Expand(Count)        (anon_1)-[anon_4:R]->(anon_3) AS anon_4
//! ```
//!
//! Of a chain the last of its relationships is counted: `-[*..3]-` goes as far as `-[*..2]-`.

use super::early::nodes;
use super::slots::SlotSet;
use super::{
    Aggregate, Expr, Growing, Operator, OperatorKind, Pattern, Pipeline, Pruning, Quantified,
    Query, Slot, Step, StepKind, VariableLength, bare_hop, visit,
};
use crate::signatures::find_aggregate;

/// Has the operator before an aggregation count, if that is all that is wanted of it.
pub(super) fn count_before(operator: &mut Operator, before: &mut [Operator]) {
    let OperatorKind::Aggregate { keys, aggregates, first: None } = &mut operator.kind else {
        return;
    };
    let (pattern, nulls) = match before.last_mut().map(|operator| &mut operator.kind) {
        Some(OperatorKind::Match(pattern)) => (pattern, None),
        Some(OperatorKind::Optional { inner, nulls }) => match inner.operators.as_mut_slice() {
            [Operator { kind: OperatorKind::Match(pattern), .. }] => (pattern, Some(nulls)),
            _ => return,
        },
        _ => return,
    };
    let Some(sum) = find_aggregate("sum") else { return };
    let mut there = SlotSet::default();
    visit::bound_by(&pattern.steps, &mut |slot: Slot| {
        there.insert(slot);
    });
    // A row of nulls is one that `count(*)` counts, and so does `count(a)` of the node that the pattern begins at.
    if nulls.is_none() {
        nodes(&pattern.steps, &mut there);
    }
    let counts = |aggregate: &Aggregate| counts(aggregate, &there, nulls.is_none());
    let Some(read) = read(keys, aggregates, counts) else { return };
    let Some(slot) = count_end(pattern, &read) else { return };
    for (_, aggregate) in aggregates.iter_mut().filter(|(_, aggregate)| counts(aggregate)) {
        aggregate.function = sum;
        aggregate.arguments = vec![Expr::Slot(slot)];
    }
    if let Some(nulls) = nulls {
        nulls.push(slot);
    }
}

/// Has the pattern count whose matches are all that a query has; tells where the count goes. What only asks for a node's
/// degree needs no search as it is.
pub(super) fn count_rows(query: &mut Query) -> Option<Slot> {
    if bare_hop(query).is_some() {
        return None;
    }
    let Query::Single(Pipeline { operators }) = query else { return None };
    match operators.as_mut_slice() {
        [Operator { kind: OperatorKind::Match(pattern), .. }] => {
            count_end(pattern, &SlotSet::default())
        }
        _ => None,
    }
}

/// Whether an aggregate counts the rows of a pattern, or what is there in each of them.
fn counts(aggregate: &Aggregate, there: &SlotSet, counts_rows: bool) -> bool {
    let each = match aggregate.arguments.as_slice() {
        [] => counts_rows,
        [Expr::Slot(slot)] => there.contains(*slot),
        _ => false,
    };
    each && !aggregate.distinct && aggregate.function.name == "count"
}

/// What is read of the rows by whatever else is asked of them; `None` where nothing counts them, or something minds how
/// often a row comes.
fn read(
    keys: &[(Slot, Expr)],
    aggregates: &[(Slot, Aggregate)],
    counts: impl Fn(&Aggregate) -> bool,
) -> Option<SlotSet> {
    let (counting, others): (Vec<_>, Vec<_>) =
        aggregates.iter().map(|(_, aggregate)| aggregate).partition(|aggregate| counts(aggregate));
    if counting.is_empty() || others.iter().any(|other| other.minds_repetition()) {
        return None;
    }
    let mut read = SlotSet::default();
    let arguments = others.iter().flat_map(|other| &other.arguments);
    for e in keys.iter().map(|(_, key)| key).chain(arguments) {
        visit::expr(e, &mut |slot: Slot| {
            read.insert(slot);
        });
    }
    Some(read)
}

/// Has the last step of a pattern count, if nobody reads what it binds; tells where the count goes.
fn count_end(pattern: &mut Pattern, read: &SlotSet) -> Option<Slot> {
    let is_unread =
        |step: &&Step| matches!(&step.kind, StepKind::Bind(slot, _) if !read.contains(*slot));
    let paths = pattern.steps.iter().rev().take_while(is_unread).count();
    let last = pattern.steps.len().checked_sub(paths + 1)?;
    let mut binds_read = false;
    visit::bound_by(&pattern.steps[last..=last], &mut |slot: Slot| {
        binds_read |= read.contains(slot);
    });
    if binds_read {
        return None;
    }
    let slot = match &mut pattern.steps[last].kind {
        StepKind::Expand(hop) if !hop.to_bound => {
            let hop = hop.clone();
            let slot = hop.relationship;
            pattern.steps[last].kind = StepKind::Count(hop);
            slot
        }
        StepKind::VariableLength(chain) if can_count(chain) => {
            chain.counted = true;
            chain.hop.relationship
        }
        StepKind::Quantified(part) => {
            let slot = single_hop(part)?;
            part.counted = Some(slot);
            slot
        }
        _ => return None,
    };
    pattern.steps.truncate(last + 1);
    Some(slot)
}

/// Whether the last relationships of a chain can be counted.
fn can_count(chain: &VariableLength) -> bool {
    let VariableLength { hop, min, max, bound, pruning, growing, .. } = chain;
    !*bound && !hop.to_bound && ends_plainly((*min, *max), pruning, growing)
}

/// The relationship of a part of one, whose last one can be counted.
fn single_hop(part: &Quantified) -> Option<Slot> {
    let Quantified { steps, entry, exit, min, max, to_bound, pruning, growing, .. } = part;
    let [Step { kind: StepKind::Expand(hop), .. }] = steps.as_slice() else { return None };
    let is_free = !*to_bound && !hop.to_bound && hop.from == *entry && hop.to == *exit;
    (is_free && ends_plainly((*min, *max), pruning, growing)).then_some(hop.relationship)
}

/// Whether a part has a last iteration, and all ways there are walked and asked nothing on the way.
fn ends_plainly((min, max): (u64, Option<u64>), pruning: &Pruning, growing: &[Growing]) -> bool {
    max.is_some_and(|max| min <= max) && *pruning == Pruning::Nothing && growing.is_empty()
}
