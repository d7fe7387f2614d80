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
//! A part of one relationship at the end of a pattern, from none or one times on, is followed breadth first, also where
//! one of the shortest ways to each end is asked for, as by `min(length(p))`; under
//! `REPEATABLE ELEMENTS` each part of one relationship is, however often it is repeated. Any other
//! chain with a part that repeats is walked way by way as long as there are few, and then searched level by level over
//! the product of the graph and the chain's automaton, in which each pair of ends has one path: a shortest one. Where a
//! node on the way is asked for as well, it belongs to the state where a path ends:
//!
//! ```text
//! > MATCH (a:A)-[:R]->+(b)-[:R]->+(c) RETURN b, count(DISTINCT c) AS n
//! NodeByLabelScan      a:A
//! Repeat(Pruning,Trail) (a) ((anon_3)...(anon_4)){1, *} (b)
//! | Argument             anon_3
//! | Expand(All)          (anon_3)-[anon_5:R]->(anon_4)
//! Repeat(Pruning,BFS)  (b) ((anon_6)...(anon_7)){1, *} (c)
//! | Argument             anon_6
//! | Expand(All)          (anon_6)-[anon_8:R]->(anon_7)
//! EagerAggregation     b, count(DISTINCT c) AS n
//! ```

use super::demand::Telling;
use super::pattern::{ChainEnds, Pruning};
use super::slots::SlotSet;
use super::{Expr, Pattern, Quantified, Slot, Step, StepKind, visit};
use crate::syntax::ast::MatchMode;

/// How many levels are told apart below the least one that is wanted, where a relationship may be walked again.
const MOST_LEVELS: u64 = 1000;

/// Has a pattern leave out ways to the same ends.
pub(super) fn prune(pattern: &mut Pattern, telling: &Telling) {
    let steps = &mut pattern.steps;
    if pattern.mode == MatchMode::RepeatableElements {
        // Ways that may walk a relationship again have nothing to do with each other.
        let single =
            |step: &&mut Step| least_of_single(step).is_some_and(|least| least <= MOST_LEVELS);
        steps.iter_mut().filter(single).for_each(|step| set(step, Pruning::Ends));
        return;
    }
    let Some(last) = steps.iter().rposition(walks) else { return };
    // Which relationships a way walks is all the same only where nothing behind it could walk one of them again.
    if is_simple(&steps[last]) {
        set(&mut steps[last], Pruning::Ends);
    }
    let behind = steps[last + 1..].iter().take_while(|step| tests(step)).count();
    let end = last + 1 + behind;
    let chain = (0..=last).filter(|first| repeats(&steps[*first])).find_map(|first| {
        let chain = Chain::of(&steps[first..end])?;
        chain.is_open(telling, &steps[end..]).then(|| (first, chain.wanted(telling, end - first)))
    });
    let Some((first, wanted)) = chain else { return };
    if first == last && is_simple(&steps[last]) {
        return;
    }
    if first == last && wanted.is_nearest() && may_be_nearest(&steps[first..end]) {
        set(&mut steps[first], Pruning::Nearest);
        return;
    }
    let behind_first = last.min(first + 1);
    let inside = steps[behind_first..=last].iter_mut().filter(|step| !is_simple(step));
    inside.for_each(|step| set(step, Pruning::Inside));
    set(&mut steps[first], Pruning::Chain(wanted));
}

fn set(step: &mut Step, pruning: Pruning) {
    match &mut step.kind {
        StepKind::VariableLength(chain) => chain.pruning = pruning,
        StepKind::Quantified(part) => part.pruning = pruning,
        _ => {}
    }
}

/// Whether it is a part of one relationship, from none or one times on, of which nothing but its end is bound.
fn is_simple(step: &Step) -> bool {
    least_of_single(step).is_some_and(|least| least <= 1)
}

/// How many times at least a part is repeated, if it is one of one relationship of which nothing but its end is bound.
fn least_of_single(step: &Step) -> Option<u64> {
    match &step.kind {
        StepKind::VariableLength(chain) if !chain.collect && !chain.bound => Some(chain.min),
        StepKind::Quantified(part) if part.groups.is_empty() && hops(part) == Some(1) => {
            Some(part.min)
        }
        _ => None,
    }
}

/// Whether what was found breadth first serves a part whose lists are asked for: it is one of one relationship, from none
/// or one times on to a node that is not known, and nothing that is tested behind it reads more than that node.
fn may_be_nearest(steps: &[Step]) -> bool {
    let Some((part, behind)) = steps.split_first() else { return false };
    let to = match &part.kind {
        StepKind::VariableLength(chain)
            if !chain.bound && !chain.hop.to_bound && chain.min <= 1 =>
        {
            chain.hop.to
        }
        StepKind::Quantified(part) if !part.to_bound && part.min <= 1 && hops(part) == Some(1) => {
            part.to
        }
        _ => return false,
    };
    let mut late = SlotSet::default();
    visit::bound_by(steps, &mut |slot: Slot| {
        late.insert(slot);
    });
    late.remove(to);
    let mut reads_late = false;
    for step in behind.iter().filter(|step| !matches!(step.kind, StepKind::Bind(..))) {
        visit::steps(std::slice::from_ref(step), &mut |slot: Slot| {
            reads_late |= late.contains(slot);
        });
    }
    !reads_late
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
#[derive(Default)]
struct Chain {
    /// What they bind, apart from the node at their end.
    inside: SlotSet,
    /// How many of them repeat.
    repeated: usize,
    /// Lists and paths, which are known only at the end.
    late: SlotSet,
    /// What is known as soon as a step is done.
    early: SlotSet,
    /// The relationships that they walk, and the lists of them.
    walked: SlotSet,
    /// Whether there is a list of all that is walked.
    listed: bool,
    /// Paths that are made of all that is walked.
    whole: SlotSet,
    /// Whether something is asked of them while they grow.
    grows: bool,
}

impl Chain {
    /// Takes them for a chain, if each begins where the one before it ends and none asks for a list or path that is
    /// known only at the end.
    fn of(steps: &[Step]) -> Option<Chain> {
        let mut here: Option<Slot> = None;
        let mut chain = Chain { listed: true, ..Chain::default() };
        for step in steps {
            let (from, to) = match &step.kind {
                StepKind::Expand(hop) => (hop.from, hop.to),
                StepKind::VariableLength(chain) if !chain.bound => (chain.hop.from, chain.hop.to),
                StepKind::Quantified(part) if hops(part).is_some() => (part.from, part.to),
                _ if tests(step) => {
                    chain.computes(step);
                    continue;
                }
                _ => return None,
            };
            let mut reads_late = false;
            visit::steps(std::slice::from_ref(step), &mut |slot: Slot| {
                reads_late |= chain.late.contains(slot);
            });
            if reads_late || here.replace(to).is_some_and(|here| here != from) {
                return None;
            }
            chain.walks(step);
            chain.early.insert(to);
        }
        visit::bound_by(steps, &mut |slot: Slot| {
            chain.inside.insert(slot);
        });
        here.into_iter().for_each(|end| chain.inside.remove(end));
        Some(chain)
    }

    fn computes(&mut self, step: &Step) {
        let StepKind::Bind(slot, value) = &step.kind else { return };
        self.late.insert(*slot);
        let mut reads = SlotSet::default();
        visit::expr(value, &mut |slot: Slot| {
            reads.insert(slot);
        });
        let is_path = matches!(value, Expr::Path(_));
        if is_path && self.listed && self.walked.iter().all(|slot| reads.contains(slot)) {
            self.whole.insert(*slot);
        }
    }

    fn walks(&mut self, step: &Step) {
        match &step.kind {
            StepKind::Expand(hop) => {
                self.early.insert(hop.relationship);
                self.walked.insert(hop.relationship);
            }
            StepKind::VariableLength(chain) => {
                self.late.insert(chain.hop.relationship);
                self.walked.insert(chain.hop.relationship);
                self.grows |= !chain.growing.is_empty();
            }
            StepKind::Quantified(part) => {
                part.groups.iter().for_each(|(_, outer)| {
                    self.late.insert(*outer);
                });
                for step in &part.steps {
                    let StepKind::Expand(hop) = &step.kind else { continue };
                    match part.groups.iter().find(|(inner, _)| *inner == hop.relationship) {
                        Some((_, list)) => {
                            self.walked.insert(*list);
                        }
                        None => self.listed = false,
                    }
                }
                self.grows |= !part.growing.is_empty();
            }
            _ => {}
        }
        self.repeated += usize::from(repeats(step));
    }

    /// Whether it is all the same which of its paths is found between two ends, as long as it has what tells it apart
    /// on its way, and is a shortest one, or there is one of each length.
    fn is_open(&self, telling: &Telling, behind: &[Step]) -> bool {
        let measured = |slot| telling.shortest.contains(slot) || telling.lengths.contains(slot);
        let mut open = self.inside.iter().all(|slot| {
            (telling.leaves_open(slot) || self.early.contains(slot))
                && (self.repeated == 1 || !measured(slot) || self.whole.contains(slot))
        });
        visit::steps(behind, &mut |slot: Slot| open &= !self.inside.contains(slot));
        open
    }

    /// What is wanted of it, whose steps are so many.
    fn wanted(&self, telling: &Telling, steps: usize) -> ChainEnds {
        let told = self.inside.iter().filter(|slot| !telling.leaves_open(*slot)).collect();
        let lengths = self.inside.iter().any(|slot| telling.lengths.contains(slot));
        ChainEnds { steps, lengths, told, grows: self.grows }
    }
}

impl ChainEnds {
    /// Whether each end is wanted with one of the shortest ways that lead there, whatever lies on it.
    fn is_nearest(&self) -> bool {
        !self.lengths && !self.grows && self.told.is_empty()
    }
}

/// Whether a step walks relationships.
fn walks(step: &Step) -> bool {
    match step.kind {
        StepKind::Expand(_)
        | StepKind::Count(_)
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
