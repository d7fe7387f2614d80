//! What a predicate says of the length of a path or list, said by the bounds of the part that repeats: paths that are too
//! long or too short are then not walked, and where only their ends are wanted, nobody asks for the paths themselves.
//!
//! ```text
//! > MATCH p = (a:A)-[:R*]->(b)-[:S]->(c) WHERE 3 < length(p) <= 5 RETURN DISTINCT c
//! NodeByLabelScan      a:A
//! VarLengthExpand(Pruning,All) (a)-[:R*3..4]->(b)
//! Expand(All)          (b)-[anon_5:S]->(c)
//! Distinct             c
//!
//! > MATCH (a:A)((x)-[r:R]->(y)-[s:S]->(z))+(b) WHERE size(r) = 2 RETURN b
//! NodeByLabelScan      a:A
//! Repeat(Trail)        (a) ((x)...(z)){2, 2} (b)
//! | Argument             x
//! | Expand(All)          (x)-[r:R]->(y)
//! | Expand(All)          (y)-[s:S]->(z)
//! ```
//!
//! A path that a selector chooses is chosen before it is asked how long it is, so that its bounds stay as they are.

use hashbrown::HashMap;

use super::graph::{Condition, Edge, EdgeKind, Graph, Test};
use crate::plan::{Expr, PathPart, Slot, measured};
use crate::syntax::ast::ComparisonOp;
use crate::value::Value;

/// Graphs of more edges are left alone.
const MOST_EDGES: usize = 64;

/// How a length follows from how often a part is repeated.
#[derive(Clone, Copy)]
struct Measure {
    /// The edge of the part.
    edge: usize,
    /// What each iteration adds.
    each: u64,
    /// What there is beside it.
    fixed: u64,
}

/// Of lists, and of the relationships of paths.
type Measures = HashMap<Slot, Measure>;

impl Graph {
    /// Has the bounds of parts that repeat say what conditions say of their lengths.
    pub fn bound_lengths(&mut self) {
        if self.edges.len() > MOST_EDGES || !self.edges.iter().any(Edge::repeats) {
            return;
        }
        let measures = self.measures();
        let edges = &mut self.edges;
        self.conditions.retain(|condition| match said(condition, &measures) {
            Some((edge, least, most)) => !edges[edge].bound(least, most),
            None => true,
        });
    }

    /// How long what repeats no more than one part is.
    fn measures(&self) -> Measures {
        let mut measures = Measures::new();
        for (number, edge) in self.edges.iter().enumerate() {
            edge.binds(&mut |slot: Slot| {
                if edge.repeats() && self.binds.contains(slot) {
                    measures.insert(slot, Measure { edge: number, each: 1, fixed: 0 });
                }
            });
        }
        let mut of_paths = Vec::new();
        for condition in &self.conditions {
            if let Test::Bind(path, Expr::Path(parts)) = &condition.test
                && let Some(measure) = self.measure_of(parts, &measures)
            {
                of_paths.push((*path, measure));
            }
        }
        measures.extend(of_paths);
        measures
    }

    fn measure_of(&self, parts: &[PathPart], lists: &Measures) -> Option<Measure> {
        let (mut found, mut fixed) = (None, 0);
        for part in parts {
            let (list, each) = match part {
                PathPart::Node(_) => continue,
                PathPart::Relationships(list) => (list, 1),
                PathPart::Interleaved(lists) => (lists.first()?, lists.len() as u64),
            };
            match lists.get(list) {
                Some(Measure { edge, .. }) if found.is_none() => found = Some((*edge, each)),
                None if self.edges.iter().any(|edge| edge.is_hop(*list)) => fixed += 1,
                _ => return None,
            }
        }
        let (edge, each) = found?;
        Some(Measure { edge, each, fixed })
    }
}

/// The part of whose length a condition speaks, and how often it is to be repeated at least and at most.
fn said(condition: &Condition, measures: &Measures) -> Option<(usize, u64, Option<u64>)> {
    use ComparisonOp::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
    let Test::Predicate(Expr::Compare(op, left, right, _)) = &condition.test else { return None };
    let (length, op, number) = match (&**left, &**right) {
        (length, Expr::Constant(Value::Integer(number))) => (length, *op, *number),
        (Expr::Constant(Value::Integer(number)), length) => (length, op.turned(), *number),
        _ => return None,
    };
    let (slot, more) = counted(length)?;
    let Measure { edge, each, fixed } = *measures.get(&slot)?;
    // What is left of the number for the part.
    let left = u64::try_from(number).ok()?.checked_sub(fixed + more)?;
    let (least, most) = match op {
        Greater => (left.checked_add(1)?, None),
        GreaterOrEqual => (left, None),
        Less => (0, Some(left.checked_sub(1)?)),
        LessOrEqual => (0, Some(left)),
        Equal => (left, Some(left)),
        _ => return None,
    };
    Some((edge, least.div_ceil(each), most.map(|most| most / each)))
}

/// The path or list of whose relationships an expression is the number, but for so many.
fn counted(e: &Expr) -> Option<(Slot, u64)> {
    let is_of = |name: &str| {
        matches!(e, Expr::Call(_, arguments, _) if
        matches!(arguments.first(), Some(Expr::Call(of, ..)) if of.name == name))
    };
    measured(e).map(|slot| (slot, u64::from(is_of("nodes"))))
}

impl Edge {
    fn repeats(&self) -> bool {
        matches!(&self.kind, EdgeKind::Variable { .. } | EdgeKind::Part(_))
    }

    fn is_hop(&self, relationship: Slot) -> bool {
        matches!(&self.kind, EdgeKind::Hop(hop) if hop.relationship == relationship)
    }

    /// Repeats it no less and no more often than this; false, and nothing done, where that is never.
    fn bound(&mut self, least: u64, most: Option<u64>) -> bool {
        let (min, max) = match &mut self.kind {
            EdgeKind::Variable { min, max, .. } => (min, max),
            EdgeKind::Part(part) => (&mut part.min, &mut part.max),
            EdgeKind::Hop(_) | EdgeKind::Whole(_) => return false,
        };
        let least = least.max(*min);
        let most = most.into_iter().chain(*max).min();
        if most.is_some_and(|most| most < least) {
            return false;
        }
        (*min, *max) = (least, most);
        true
    }
}
