//! Where rows are sorted. Of rows that are sorted by what is known early on, the first few are had without making all:
//! nothing on the way to the limit changes their order, so it is the beginning of the way that is sorted, and the limit
//! ends what lies behind. Where only the first keys are known there, rows that agree in them are made together, and the
//! limit ends with the last of those. So it does with groups, where that is what is limited.
//!
//! ```text
//! > MATCH (a:A)-[:R*1..4]->(b) RETURN a.x AS x, b.x AS y ORDER BY x LIMIT 3
//! NodeByLabelScan      a:A
//! Sort(Early)          a.x ASC
//! VarLengthExpand(All) (a)-[:R*1..4]->(b)
//! Projection           a.x AS x, b.x AS y
//! Top                  x ASC LIMIT 3
//! Limit                3
//!
//! > MATCH (a:A)-[:R*1..4]->(b) RETURN a.x AS x, b.x AS y ORDER BY x, y LIMIT 3
//! NodeByLabelScan      a:A
//! Sort(Early)          a.x ASC
//! VarLengthExpand(All) (a)-[:R*1..4]->(b)
//! Projection           a.x AS x, b.x AS y
//! PartialTop           x ASC, y ASC LIMIT 3
//! Limit                3
//!
//! > MATCH (a:A)-[:R*1..4]->(b) RETURN a.x AS x, count(b.y) AS n ORDER BY x LIMIT 3
//! NodeByLabelScan      a:A
//! Sort(Early)          a.x ASC
//! VarLengthExpand(All) (a)-[:R*1..4]->(b)
//! OrderedAggregation   a.x AS x, count(b.y) AS n LIMIT 3
//! Top                  x ASC LIMIT 3
//! Limit                3
//!
//! > MATCH (a:A)-[:R*1..4]->(b) RETURN a.x AS x, b.x AS y ORDER BY y LIMIT 3
//! NodeByLabelScan      a:A
//! VarLengthExpand(All) (a)-[:R*1..4]->(b)
//! Projection           a.x AS x, b.x AS y
//! Top                  y ASC LIMIT 3
//! Limit                3
//!
//! > MATCH (a:A)-[:R*1..4]->(b) RETURN b.x AS x, 'b' AS name ORDER BY name LIMIT 3
//! NodeByLabelScan      a:A
//! VarLengthExpand(All) (a)-[:R*1..4]->(b)
//! Projection           b.x AS x, 'b' AS name
//! Limit                3
//! ```
//!
//! Only before what makes many rows of one: the others are sorted faster than all that there were before them. The `Top`
//! has something to do where more rows come early than are worth sorting. What is the same in all rows sorts none.

use super::lowerer::Lowerer;
use crate::error::Span;
use crate::plan::early::{searches, takes_long};
use crate::plan::{
    Expr, FirstGroups, Operator, OperatorKind, Pattern, Slot, SortKey, Step, StepKind, visit,
};

/// From so many hops on, a pattern makes many rows of one.
const MANY_HOPS: usize = 2;

/// More operators are not looked through, nor for more keys.
const MOST_OPERATORS: usize = 64;
const MOST_KEYS: usize = 8;

/// A place in a chain where all is known that some keys compare.
struct Place {
    /// In front of this operator, if not behind so many steps of the pattern that it matches.
    at: usize,
    steps: usize,
    /// What is compared there; nothing where all rows are the same in it.
    keys: Vec<SortKey>,
    /// What puts the rows together on the way, and what is compared before that.
    groups: Option<(usize, Vec<SortKey>)>,
}

impl<'a> Lowerer<'a> {
    /// Sorts rows of which a limit behind takes no more than `most`, if there is one.
    pub(super) fn sort(
        &mut self,
        keys: Vec<SortKey>,
        most: Vec<Expr>,
        span: Span,
        chain: &mut Vec<Operator>,
    ) {
        let few = chain.len() <= MOST_OPERATORS && keys.len() <= MOST_KEYS;
        let may_stop = self.volatile_calls == 0 && !self.writes && !most.is_empty();
        let mut early = 0;
        if few
            && may_stop
            && let Some((place, leading)) = self.place(&keys, chain)
        {
            if place.keys.is_empty() {
                return;
            }
            early = if place.groups.is_some() { 0 } else { leading };
            self.sort_at(place, &most, span, chain);
        }
        self.push(chain, OperatorKind::Sort { keys, limit: most, early }, span);
    }

    /// The place for as many of the first keys as have one, and their number.
    fn place(&self, keys: &[SortKey], chain: &[Operator]) -> Option<(Place, usize)> {
        (1..=keys.len()).rev().find_map(|leading| {
            let place = self.known_early(&keys[..leading], chain)?;
            let before = place.at.checked_sub(1).and_then(|before| chain.get(before));
            let sorts_all = leading == keys.len() && place.groups.is_none();
            let helps = sorts_all || !place.keys.is_empty();
            let may_stop = self.may_stop_early(self.fallible_behind(before));
            (helps && may_stop).then_some((place, leading))
        })
    }

    /// The place before all that makes many rows, as far as what rows are sorted by is known there.
    fn known_early(&self, keys: &[SortKey], chain: &[Operator]) -> Option<Place> {
        let mut keys = self.known(keys.to_vec())?;
        let (mut found, mut groups, mut is_one_to_one) = (None, None, true);
        for (at, operator) in chain.iter().enumerate().rev() {
            if keys.is_empty() {
                break;
            }
            if matches!(operator.kind, OperatorKind::Aggregate { .. }) && !is_one_to_one {
                return found;
            }
            is_one_to_one &= matches!(operator.kind, OperatorKind::Project(_));
            let Some((known, steps)) = self.before(operator, keys) else { return found };
            keys = known;
            if matches!(operator.kind, OperatorKind::Aggregate { .. }) {
                groups = Some((at, keys.clone()));
            }
            if makes_many(operator, steps) {
                found = Some(Place { at, steps, keys: keys.clone(), groups: groups.clone() });
            }
            if steps > 0 {
                return found;
            }
        }
        // What nothing in the chain has written is the same in all rows.
        Some(Place { at: 0, steps: 0, keys: Vec::new(), groups })
    }

    /// Those keys that are not the same in all rows, if each of them does no more than read.
    fn known(&self, mut keys: Vec<SortKey>) -> Option<Vec<SortKey>> {
        keys.retain(|key| !matches!(key.expr, Expr::Constant(_) | Expr::Parameter(_)));
        keys.iter().all(|key| self.lies_there(&key.expr)).then_some(keys)
    }

    /// What is compared before an operator that rows have gone through, and behind how many of its steps it is known.
    fn before(&self, operator: &Operator, keys: Vec<SortKey>) -> Option<(Vec<SortKey>, usize)> {
        let mut written = Vec::new();
        visit::writes(operator, &mut |slot: Slot| written.push(slot));
        let is_written = keys.iter().any(|key| reads_any(&key.expr, &written));
        match &operator.kind {
            OperatorKind::Project(items) => self.known_as_computed(keys, items),
            OperatorKind::Aggregate { keys: items, aggregates, .. } => {
                let gathered: Vec<Slot> = aggregates.iter().map(|(slot, _)| *slot).collect();
                if keys.iter().any(|key| reads_any(&key.expr, &gathered)) {
                    return None;
                }
                self.known_as_computed(keys, items)
            }
            OperatorKind::Match(pattern) if is_written => {
                let steps = known_behind(pattern, &keys);
                Some((keys, steps))
            }
            OperatorKind::Match(_)
            | OperatorKind::Optional { .. }
            | OperatorKind::Unwind { .. }
            | OperatorKind::Filter(_)
            | OperatorKind::Distinct(_)
            | OperatorKind::Apply { writes: false, .. } => (!is_written).then_some((keys, 0)),
            _ => None,
        }
    }

    /// The keys before these items are computed, if all is known there.
    fn known_as_computed(
        &self,
        keys: Vec<SortKey>,
        items: &[(Slot, Expr)],
    ) -> Option<(Vec<SortKey>, usize)> {
        let keys = keys.into_iter().filter_map(|key| as_computed(key, items)).collect();
        self.known(keys).map(|keys| (keys, 0))
    }

    fn sort_at(&mut self, place: Place, most: &[Expr], span: Span, chain: &mut Vec<Operator>) {
        let Place { mut at, steps, keys, groups } = place;
        if let Some((groups, keys)) = groups
            && let Some(OperatorKind::Aggregate { first, .. }) =
                chain.get_mut(groups).map(|operator| &mut operator.kind)
        {
            let by = keys.into_iter().map(|key| key.expr).collect();
            *first = Some(FirstGroups { by, limit: most.to_vec() });
        }
        if let Some(Operator { kind: OperatorKind::Match(pattern), span, .. }) = chain.get_mut(at)
            && steps > 0
        {
            let (mode, rest) = (pattern.mode, pattern.steps.split_off(steps));
            let (kind, span) =
                (OperatorKind::Match(Box::new(Pattern { mode, steps: rest })), *span);
            at += 1;
            chain.insert(at, self.operator(kind, span));
        }
        chain.insert(at, self.operator(OperatorKind::SortEarly(keys), span));
    }
}

/// Whether an operator, as far as it lies behind so many of its steps, makes many rows of one or takes long to make any.
fn makes_many(operator: &Operator, steps: usize) -> bool {
    match &operator.kind {
        OperatorKind::Match(pattern) => {
            let behind = &pattern.steps[steps..];
            let hops =
                behind.iter().filter(|step| matches!(step.kind, StepKind::Expand(_))).count();
            let is_long =
                |step: &Step| searches(step) || matches!(step.kind, StepKind::Scan { .. });
            hops >= MANY_HOPS || behind.iter().any(is_long)
        }
        OperatorKind::Optional { inner, .. } => {
            inner.operators.iter().any(|operator| makes_many(operator, 0))
        }
        OperatorKind::Unwind { .. } => true,
        _ => takes_long(operator),
    }
}

/// After how many steps all is known that is compared. Steps that walk relationships stay together, since none may be
/// walked twice.
fn known_behind(pattern: &Pattern, keys: &[SortKey]) -> usize {
    let steps = &pattern.steps;
    let stands_alone = |step: &&Step| {
        matches!(
            step.kind,
            StepKind::Scan { .. }
                | StepKind::Seek { .. }
                | StepKind::HashJoin(_)
                | StepKind::Check { .. }
                | StepKind::Filter(_)
        )
    };
    let alone = steps.iter().take_while(stands_alone).count();
    let mut missing = Vec::new();
    visit::bound_by(steps, &mut |slot: Slot| missing.push(slot));
    missing.retain(|slot| keys.iter().any(|key| reads_any(&key.expr, &[*slot])));
    for (at, step) in steps[..alone].iter().enumerate() {
        if missing.is_empty() && !matches!(step.kind, StepKind::Check { .. } | StepKind::Filter(_))
        {
            return at;
        }
        visit::bound_by(std::slice::from_ref(step), &mut |slot: Slot| {
            missing.retain(|wanted| *wanted != slot);
        });
    }
    if missing.is_empty() { alone } else { steps.len() }
}

/// A key, by what its column was computed from; nothing where that is the same in all rows.
fn as_computed(key: SortKey, items: &[(Slot, Expr)]) -> Option<SortKey> {
    let is_column = |(slot, _): &&(Slot, Expr)| matches!(key.expr, Expr::Slot(key) if key == *slot);
    let Some((_, value)) = items.iter().find(is_column) else { return Some(key) };
    let mut reads = false;
    visit::expr(value, &mut |_: Slot| reads = true);
    reads.then(|| SortKey { expr: value.clone(), descending: key.descending })
}

fn reads_any(e: &Expr, slots: &[Slot]) -> bool {
    let mut reads = false;
    visit::expr(e, &mut |slot: Slot| reads |= slots.contains(&slot));
    reads
}
