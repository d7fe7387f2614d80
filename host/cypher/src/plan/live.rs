//! The last pass over a query: from its end to its beginning, it tells breakers which slots they must keep,
//! and has patterns collect only those lists and paths that somebody reads.
//!
//! The list of a repeated part costs a copy for each match, and a path even more. Before this pass all three of
//! these would collect:
//!
//! ```text
//! > MATCH p = (a:A)-[r:R*]->(b) RETURN p
//! NodeByLabelScan      a:A
//! VarLengthExpand(All) (a)-[r:R*1..]->(b)
//! Projection           (a)-[r]-(b) AS p
//!
//! > MATCH p = (a:A)-[r:R*]->(b) RETURN b
//! NodeByLabelScan      a:A
//! VarLengthExpand(All) (a)-[:R*1..]->(b)
//!
//! > MATCH (a:A)((x)-[r:R]->(y))+(b) RETURN y
//! NodeByLabelScan      a:A
//! Repeat(Trail)        (a) ((x)...(y)){1, *} (b) collecting y
//! | Argument             x
//! | Expand(All)          (x)-[r:R]->(y)
//! ```
//!
//! In the second nobody reads `p`, so its projection is gone, and then nobody reads `r`. In the third `x` and `r`
//! stand for lists outside of the part as `y` does, but only `y` is asked for.

use std::cell::Cell;

use super::counted::count_before;
use super::demand::Demand;
use super::early;
use super::prune::prune;
use super::slots::{BySlot, SlotSet};
use super::{
    Operator, OperatorId, OperatorKind, Pattern, Pipeline, Quantified, Query, Slot, Step, StepKind,
    visit,
};
use crate::error::{Error, Span};
use crate::meter::Meter;
use crate::stack::deeper;

/// Finishes queries and chains.
pub(super) struct Finisher<'m> {
    meter: &'m Meter,
    /// Whether an expression may have another value each time, so that it matters how often it is computed.
    volatile: bool,
    /// The number of the next operator that is added.
    operators: Cell<u32>,
}

impl<'m> Finisher<'m> {
    /// One for a text in which something `volatile` stands, or not, and which has so many operators.
    pub fn new(meter: &'m Meter, volatile: bool, operators: u32) -> Finisher<'m> {
        Finisher { meter, volatile, operators: Cell::new(operators) }
    }

    /// How many operators there are now.
    pub fn operators(&self) -> u32 {
        self.operators.get()
    }

    /// Finishes a query whose rows somebody reads these slots of.
    pub fn query(&self, query: &mut Query, out: &SlotSet, demand: Demand) -> Result<(), Error> {
        deeper(|| match query {
            Query::Single(pipeline) => self.chain(pipeline, out, demand),
            Query::Union { members, distinct, .. } => {
                let mut out = out.clone();
                distinct.iter().flatten().for_each(|slot| {
                    out.insert(*slot);
                });
                let demand = if distinct.is_some() { Demand::different(&out) } else { demand };
                members.iter_mut().try_for_each(|member| self.query(member, &out, demand.clone()))
            }
            Query::When { branches, otherwise, .. } => {
                let mut branches = branches.iter_mut().map(|(_, branch)| branch);
                branches.try_for_each(|branch| self.query(branch, out, demand.clone()))?;
                otherwise.iter_mut().try_for_each(|branch| self.query(branch, out, demand.clone()))
            }
        })
    }

    /// Finishes a chain whose rows somebody reads these slots of.
    pub fn chain(
        &self,
        pipeline: &mut Pipeline,
        out: &SlotSet,
        demand: Demand,
    ) -> Result<(), Error> {
        let writers = Writers::of(pipeline);
        let (mut live, mut demand) = (out.clone(), demand);
        let mut added = Vec::new();
        for at in (0..pipeline.operators.len()).rev() {
            let (before, operator) = pipeline.operators.split_at_mut(at);
            let Some(operator) = operator.first_mut() else { continue };
            self.meter.spend(1 + live.room())?;
            if !self.volatile {
                count_before(operator, before);
            }
            self.inside(operator, &live, &demand)?;
            demand = demand.before(operator);
            let mut reads = SlotSet::default();
            visit::reads(operator, &mut |slot: Slot| {
                reads.insert(slot);
            });
            operator.live =
                slots_to_keep(operator, &live, &reads, |slot| writers.write(slot, at + 1));
            visit::writes(operator, &mut |slot: Slot| live.remove(slot));
            // What only this one and those behind it write nobody reads before it, though it reads what it made itself.
            reads.iter().filter(|slot| !writers.begin(*slot, at)).for_each(|slot| {
                live.insert(slot);
            });
            if let Demand::Different(telling) = &demand
                && !self.volatile
                && let Some(slots) =
                    early::slots(operator, before, telling, |slot| writers.write(slot, at))
            {
                added.push((at, self.early(slots, operator.span)));
            }
        }
        for (at, operator) in added {
            pipeline.operators.insert(at, operator);
        }
        Ok(())
    }

    fn early(&self, slots: Vec<Slot>, span: Span) -> Operator {
        let id = OperatorId(self.operators.replace(self.operators.get() + 1));
        Operator { id, kind: OperatorKind::Early(slots), live: Vec::new(), span }
    }

    /// What the operator itself contains, given what is read behind it.
    fn inside(
        &self,
        operator: &mut Operator,
        live: &SlotSet,
        demand: &Demand,
    ) -> Result<(), Error> {
        match &mut operator.kind {
            OperatorKind::Match(pattern) => {
                forget_unread(pattern, live);
                if let Demand::Different(telling) = demand
                    && !self.volatile
                {
                    prune(pattern, telling);
                }
            }
            OperatorKind::Merge { pattern, create, on_create, on_match } => {
                let mut live = live.clone();
                create.iter().for_each(|c| {
                    visit::creation(c, &mut |slot: Slot| {
                        live.insert(slot);
                    });
                });
                on_create.iter().chain(on_match.iter()).flatten().for_each(|item| {
                    visit::set_item(item, &mut |slot: Slot| {
                        live.insert(slot);
                    });
                });
                forget_unread(pattern, &live);
            }
            OperatorKind::Optional { inner, .. } => self.chain(inner, live, demand.clone())?,
            OperatorKind::Apply { query, writes, .. } => {
                let demand = if *writes { Demand::Each } else { demand.clone() };
                self.query(query, live, demand)?;
            }
            OperatorKind::Foreach { body, .. } => {
                self.chain(body, &SlotSet::default(), Demand::Each)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// For each slot, the numbers of the operators that write it. There may be two: an aggregation writes its keys into
/// the slots that they came in.
struct Writers(BySlot);

impl Writers {
    fn of(pipeline: &Pipeline) -> Writers {
        let mut pairs = Vec::new();
        for (at, operator) in pipeline.operators.iter().enumerate() {
            visit::writes(operator, &mut |slot: Slot| pairs.push((slot, at)));
        }
        Writers(pairs.into())
    }

    /// Whether one of the first operators, as many as these, writes it.
    fn write(&self, slot: Slot, operators: usize) -> bool {
        self.0.of(slot).next().is_some_and(|first| first < operators)
    }

    /// Whether it is written, and none of the first operators, as many as these, does it.
    fn begin(&self, slot: Slot, operators: usize) -> bool {
        self.0.of(slot).next().is_some_and(|first| first >= operators)
    }
}

/// The slots that an operator must keep of each row while it waits for all of them.
fn slots_to_keep(
    operator: &Operator,
    live: &SlotSet,
    reads: &SlotSet,
    is_written: impl Fn(Slot) -> bool,
) -> Vec<Slot> {
    let keep = |slot: &Slot| is_written(*slot);
    match operator.kind {
        OperatorKind::Sort { .. } | OperatorKind::SortEarly(_) => {
            live.iter().filter(keep).collect()
        }
        OperatorKind::Create(_)
        | OperatorKind::Merge { .. }
        | OperatorKind::Set(_)
        | OperatorKind::Delete { .. }
        | OperatorKind::Foreach { .. }
        | OperatorKind::Apply { writes: true, .. } => {
            let mut both = live.clone();
            reads.iter().for_each(|slot| {
                both.insert(slot);
            });
            both.iter().filter(keep).collect()
        }
        _ => Vec::new(),
    }
}

fn forget_unread(pattern: &mut Pattern, live: &SlotSet) {
    let mut live = live.clone();
    forget_in(&mut pattern.steps, &mut live);
}

/// Goes backwards, since a path reads the lists before it.
fn forget_in(steps: &mut Vec<Step>, live: &mut SlotSet) {
    let mut at = steps.len();
    while at > 0 {
        at -= 1;
        match &mut steps[at].kind {
            StepKind::Bind(slot, _) if !live.contains(*slot) => {
                steps.remove(at);
                continue;
            }
            StepKind::VariableLength(chain) => {
                let is_read = live.contains(chain.hop.relationship);
                chain.collect = chain.bound || (is_read && !chain.counted);
            }
            StepKind::Quantified(part) => forget_groups(part, live),
            StepKind::PatternJoin(join) => join.binds.retain(|slot| live.contains(*slot)),
            StepKind::Shortest(shortest) => {
                forget_in(&mut shortest.steps, live);
                let mut bound = SlotSet::default();
                visit::bound_by(&shortest.steps, &mut |slot: Slot| {
                    bound.insert(slot);
                });
                shortest.binds.retain(|slot| bound.contains(*slot));
            }
            _ => {}
        }
        visit::steps(&steps[at..=at], &mut |slot: Slot| {
            live.insert(slot);
        });
    }
}

fn forget_groups(part: &mut Quantified, live: &SlotSet) {
    part.groups.retain(|(_, outer)| live.contains(*outer));
}
