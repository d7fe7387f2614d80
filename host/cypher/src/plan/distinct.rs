//! Where it does not matter how often a row comes, and what patterns need not do there: the ends of a part that
//! repeats are then looked for once each, instead of once for each way that leads to them.
//!
//! ```text
//! > MATCH (a:A)-[:R*]->(b) RETURN count(DISTINCT b.k) AS n
//! NodeByLabelScan      a:A
//! VarLengthExpand(Pruning,BFS,All) (a)-[:R*1..]->(b)
//! EagerAggregation     count(DISTINCT b.k) AS n
//!
//! > MATCH (a:A)-[:R*]->(b) RETURN count(b.k) AS n
//! NodeByLabelScan      a:A
//! VarLengthExpand(All) (a)-[:R*1..]->(b)
//! EagerAggregation     count(b.k) AS n
//! ```
//!
//! It is known from the end of a chain on: `DISTINCT`, the keys of a grouping without counting calls and `EXISTS`
//! ask which rows there are, and what lies before them and only tests and computes may leave out those that come
//! again. A limit counts rows, and so does a write.

use super::{Aggregate, Operator, OperatorKind, Pattern, Step, StepKind};

/// What whoever receives rows wants of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Each, as often as it comes.
    All,
    /// Each at least once: how often is all the same.
    Different,
}

impl Rows {
    /// What an operator wants of the rows before it, given what is wanted of its own.
    pub fn before(self, operator: &Operator) -> Rows {
        match &operator.kind {
            OperatorKind::Distinct(_) => Rows::Different,
            OperatorKind::Aggregate { aggregates, .. } => {
                let counts = |(_, aggregate): &(_, Aggregate)| {
                    !aggregate.distinct && !matches!(aggregate.function.name, "min" | "max")
                };
                if aggregates.iter().any(counts) { Rows::All } else { Rows::Different }
            }
            OperatorKind::Sort { limit, .. } if limit.is_empty() => self,
            OperatorKind::Match(_)
            | OperatorKind::Optional { .. }
            | OperatorKind::Unwind { .. }
            | OperatorKind::Filter(_)
            | OperatorKind::Project(_)
            | OperatorKind::Apply { writes: false, .. } => self,
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
            | OperatorKind::Finish => Rows::All,
        }
    }
}

/// Has the last part of a pattern deliver each of its ends once. Only the last: which relationships a way walks
/// is all the same only where nothing behind it could walk one of them again.
pub(super) fn prune(pattern: &mut Pattern) {
    if pattern.mode != Default::default() {
        return;
    }
    let last = pattern.steps.iter_mut().rev().find(|step| walks(step));
    match last.map(|step| &mut step.kind) {
        Some(StepKind::VariableLength(chain)) => {
            chain.distinct = chain.min <= 1 && !chain.collect && !chain.bound;
        }
        Some(StepKind::Quantified(part)) => {
            part.distinct = part.min <= 1 && part.groups.is_empty() && is_one_hop(&part.steps);
        }
        _ => {}
    }
}

/// Whether a step walks relationships.
fn walks(step: &Step) -> bool {
    match step.kind {
        StepKind::Expand(_)
        | StepKind::Endpoints(_)
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

/// Whether an iteration walks one relationship.
fn is_one_hop(steps: &[Step]) -> bool {
    let mut hops = 0;
    let plain = steps.iter().all(|step| match step.kind {
        StepKind::Expand(_) => {
            hops += 1;
            true
        }
        StepKind::Filter(_) | StepKind::Check { .. } => true,
        _ => false,
    });
    plain && hops == 1
}
