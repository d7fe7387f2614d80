//! What patterns need not do where of rows that agree one is enough: the ends of parts that repeat are then looked for
//! once each, instead of once for each way that leads to them.
//!
//! ```text
//! > MATCH (a:A)-[:R*]->(b) RETURN count(DISTINCT b.k) AS n
//! NodeByLabelScan      a:A
//! VarLengthExpand(Pruning,BFS,All) (a)-[:R*1..]->(b)
//! EagerAggregation     count(DISTINCT b.k) AS n
//!
//! > MATCH (a:A)-[:R*2..]->(b) RETURN count(DISTINCT b.k) AS n
//! NodeByLabelScan      a:A
//! VarLengthExpand(Pruning,All) (a)-[:R*2..]->(b)
//! EagerAggregation     count(DISTINCT b.k) AS n
//!
//! > MATCH (a:A)-[:R*]->(b) RETURN count(b.k) AS n
//! NodeByLabelScan      a:A
//! VarLengthExpand(All) (a)-[:R*1..]->(b)
//! EagerAggregation     count(b.k) AS n
//! ```
//!
//! A part of one relationship at the end of a pattern, from none or one times on, is followed breadth first. Any other
//! chain with a part that repeats is walked way by way as long as there are few, and then searched level by level over
//! the product of the graph and the chain's automaton, in which each pair of ends has one path: a shortest one.

use super::demand::Telling;
use super::pattern::Pruning;
use super::slots::SlotSet;
use super::{Pattern, Quantified, Slot, Step, StepKind, visit};

/// Has a pattern leave out ways to the same ends.
pub(super) fn prune(pattern: &mut Pattern, telling: &Telling) {
    if pattern.mode != Default::default() {
        return;
    }
    let steps = &mut pattern.steps;
    let Some(last) = steps.iter().rposition(walks) else { return };
    // Which relationships a way walks is all the same only where nothing behind it could walk one of them again.
    if is_simple(&steps[last]) {
        set(&mut steps[last], Pruning::Ends);
    }
    let behind = steps[last + 1..].iter().take_while(|step| tests(step)).count();
    let end = last + 1 + behind;
    let chain = (0..=last).filter(|first| repeats(&steps[*first])).find_map(|first| {
        let chain = Chain::of(&steps[first..end])?;
        chain.is_open(telling, &steps[end..]).then(|| (first, chain.has_any(&telling.lengths)))
    });
    let Some((first, lengths)) = chain else { return };
    if first == last && is_simple(&steps[last]) {
        return;
    }
    let behind_first = last.min(first + 1);
    let inside = steps[behind_first..=last].iter_mut().filter(|step| !is_simple(step));
    inside.for_each(|step| set(step, Pruning::Inside));
    set(&mut steps[first], Pruning::Chain { steps: end - first, lengths });
}

fn set(step: &mut Step, pruning: Pruning) {
    match &mut step.kind {
        StepKind::VariableLength(chain) => chain.pruning = pruning,
        StepKind::Quantified(part) => part.pruning = pruning,
        _ => {}
    }
}

/// Whether it is a part of one relationship of which nothing but its end is bound.
fn is_simple(step: &Step) -> bool {
    match &step.kind {
        StepKind::VariableLength(chain) => chain.min <= 1 && !chain.collect && !chain.bound,
        StepKind::Quantified(part) => {
            part.min <= 1 && part.groups.is_empty() && hops(part) == Some(1)
        }
        _ => false,
    }
}

/// How many relationships an iteration walks, one behind the other; `None` where it does anything else.
fn hops(part: &Quantified) -> Option<usize> {
    let (mut here, mut count) = (part.entry, 0);
    for step in &part.steps {
        match &step.kind {
            StepKind::Expand(hop) if hop.from == here => {
                here = hop.to;
                count += 1;
            }
            StepKind::Filter(_) | StepKind::Check { .. } => {}
            _ => return None,
        }
    }
    (here == part.exit).then_some(count)
}

/// Steps that walk from one end to the other.
struct Chain {
    /// What they bind, apart from the node at their end.
    inside: SlotSet,
    /// How many of them repeat.
    repeated: usize,
}

impl Chain {
    /// Takes them for a chain, if each begins where the one before it ends and none asks for a list or path that is
    /// known only at the end.
    fn of(steps: &[Step]) -> Option<Chain> {
        let mut here: Option<Slot> = None;
        let mut late = SlotSet::default();
        let mut repeated = 0;
        for step in steps {
            let (from, to) = match &step.kind {
                StepKind::Expand(hop) => (hop.from, hop.to),
                StepKind::VariableLength(chain) if !chain.bound && chain.growing.is_empty() => {
                    (chain.hop.from, chain.hop.to)
                }
                StepKind::Quantified(part) if part.growing.is_empty() && hops(part).is_some() => {
                    (part.from, part.to)
                }
                _ if tests(step) => {
                    if let StepKind::Bind(slot, _) = &step.kind {
                        late.insert(*slot);
                    }
                    continue;
                }
                _ => return None,
            };
            let mut reads_late = false;
            visit::steps(std::slice::from_ref(step), &mut |slot: Slot| {
                reads_late |= late.contains(slot);
            });
            if reads_late || here.replace(to).is_some_and(|here| here != from) {
                return None;
            }
            match &step.kind {
                StepKind::VariableLength(chain) => {
                    late.insert(chain.hop.relationship);
                }
                StepKind::Quantified(part) => part.groups.iter().for_each(|(_, outer)| {
                    late.insert(*outer);
                }),
                _ => {}
            }
            repeated += usize::from(repeats(step));
        }
        let mut inside = SlotSet::default();
        visit::bound_by(steps, &mut |slot: Slot| {
            inside.insert(slot);
        });
        here.into_iter().for_each(|end| inside.remove(end));
        Some(Chain { inside, repeated })
    }

    /// Whether it is all the same which of its paths is found between two ends, as long as it is a shortest one, or
    /// there is one of each length.
    fn is_open(&self, telling: &Telling, behind: &[Step]) -> bool {
        let measured = |slot| telling.shortest.contains(slot) || telling.lengths.contains(slot);
        let mut open = self
            .inside
            .iter()
            .all(|slot| telling.leaves_open(slot) && (self.repeated == 1 || !measured(slot)));
        visit::steps(behind, &mut |slot: Slot| open &= !self.inside.contains(slot));
        open
    }

    /// Whether it binds any of these.
    fn has_any(&self, slots: &SlotSet) -> bool {
        self.inside.iter().any(|slot| slots.contains(slot))
    }
}

/// Whether a step walks relationships.
fn walks(step: &Step) -> bool {
    match step.kind {
        StepKind::Expand(_)
        | StepKind::Endpoints(_)
        | StepKind::PatternJoin(_)
        | StepKind::VariableLength(_)
        | StepKind::Quantified(_)
        | StepKind::Shortest(_) => true,
        StepKind::Scan { .. }
        | StepKind::HashJoin(_)
        | StepKind::Seek { .. }
        | StepKind::Check { .. }
        | StepKind::Filter(_)
        | StepKind::Bind(..) => false,
    }
}

/// Whether a step walks as many relationships as it likes.
fn repeats(step: &Step) -> bool {
    matches!(step.kind, StepKind::VariableLength(_) | StepKind::Quantified(_))
}

/// Whether a step only tests or computes.
fn tests(step: &Step) -> bool {
    matches!(step.kind, StepKind::Check { .. } | StepKind::Filter(_) | StepKind::Bind(..))
}
