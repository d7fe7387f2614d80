//! What walking along an edge becomes, whichever way it is walked.
//!
//! An edge that is walked from its right end is turned around, its arrows and its lists with it; a relationship
//! that is bound already is not looked for, only its ends are:
//!
//! ```text
//! > MATCH (a:A)-[r:R*1..3]->(b:B {k: 1}) RETURN r
//! NodeByLabelScan      b:B WHERE b.k = 1
//! VarLengthExpand(All) (b)<-[r:R*1..3]-(a) WHERE a:A
//!
//! > MATCH (a:A)-[r]->(b) MATCH (c)-[r]->(d) RETURN c
//! NodeByLabelScan      a:A
//! Expand(All)          (a)-[r]->(b)
//! ProjectEndpoints     (c)-[r]->(d)
//! ```

use super::graph::{Edge, EdgeKind, Hop, Part, Whole};
use super::order::Walker;
use super::place::{self, Binding, Placed};
use crate::error::Error;
use crate::plan::Slot;
use crate::plan::slots::SlotSet;
use crate::plan::{
    Endpoints, Expand, NodeTest, Pruning, Quantified, RelationshipTest, Shortest, StepKind,
    VariableLength,
};
use crate::syntax::ast::Arrow;

/// A way along an edge.
struct Way {
    from: Slot,
    to: Slot,
    /// The number of the node that it leads to.
    to_number: usize,
    to_bound: bool,
    /// Whether it goes from right to left.
    reversed: bool,
}

impl Walker<'_, '_> {
    /// Walks an edge one of whose ends is bound, or whose relationship is.
    pub fn walk(&mut self, number: usize) -> Result<(), Error> {
        let Some(Edge { left, right, kind, .. }) = self.take_edge(number) else { return Ok(()) };
        if let EdgeKind::Hop(hop) = &kind
            && self.is_bound(hop.relationship)
        {
            self.endpoints(left, right, hop);
            return Ok(());
        }
        let reversed = !self.is_bound(self.node(left));
        let (from, to) = if reversed { (right, left) } else { (left, right) };
        let way = Way {
            from: self.node(from),
            to: self.node(to),
            to_number: to,
            to_bound: self.is_bound(self.node(to)),
            reversed,
        };
        match kind {
            EdgeKind::Hop(hop) => self.hop(hop, &way),
            EdgeKind::Variable { hop, test, min, max } => {
                self.variable_length(hop, test, (min, max), &way);
            }
            EdgeKind::Part(part) => self.part(*part, &way)?,
            EdgeKind::Whole(whole) => self.whole(*whole, &way)?,
        }
        if !way.to_bound {
            self.offer_edges(way.to_number);
        }
        Ok(())
    }

    /// A relationship that is bound already.
    fn endpoints(&mut self, left: usize, right: usize, hop: &Hop) {
        let (from, to) = (self.node(left), self.node(right));
        let (from_bound, to_bound) = (self.is_bound(from), self.is_bound(to) || from == to);
        // Both ends have their values before anything is tested.
        let mut rest = self.bind([from, to]);
        let of_from = rest.extract_if(.., |condition| condition.owner == Some(from)).collect();
        let from_binding = Binding { node: Some(from), relationship: None };
        let from_placed = place::place(of_from, from_binding, &[]);
        let to_binding = Binding { node: Some(to), relationship: Some(hop.relationship) };
        let placed = place::place(rest, to_binding, &[]);
        self.push(StepKind::Endpoints(Box::new(Endpoints {
            relationship: hop.relationship,
            direction: hop.direction,
            types: hop.types.clone(),
            test: placed.relationship,
            from,
            from_bound,
            from_test: from_placed.node,
            to,
            to_bound,
            to_test: placed.node,
        })));
        self.behind(from_placed.behind);
        self.behind(placed.behind);
        if !from_bound {
            self.offer_edges(left);
        }
        if !to_bound {
            self.offer_edges(right);
        }
    }

    fn hop(&mut self, hop: Hop, way: &Way) {
        let ready = self.bind([hop.relationship, way.to]);
        let node = Some(way.to);
        let binding = Binding { node, relationship: Some(hop.relationship) };
        let placed = place::place(ready, binding, &[]);
        let Placed { node, relationship, behind } = placed;
        self.push(StepKind::Expand(Box::new(expand(hop, relationship, node, way))));
        self.behind(behind);
    }

    fn variable_length(
        &mut self,
        hop: Hop,
        test: RelationshipTest,
        (min, max): (u64, Option<u64>),
        way: &Way,
    ) {
        let list = hop.relationship;
        let bound = self.is_bound(list);
        let growing = if bound { Vec::new() } else { self.growing(&[list], way.reversed) };
        let ready = self.bind([list, way.to]);
        let binding = Binding { node: Some(way.to), relationship: None };
        let placed = place::place(ready, binding, &[list]);
        let hop = expand(hop, test, placed.node, way);
        let reversed = way.reversed;
        let chain = VariableLength {
            hop,
            min,
            max,
            reversed,
            bound,
            collect: true,
            counted: false,
            pruning: Pruning::Nothing,
            growing,
        };
        self.push(StepKind::VariableLength(Box::new(chain)));
        self.behind(placed.behind);
    }

    fn part(&mut self, part: Part, way: &Way) -> Result<(), Error> {
        let Part { inner, ends, min, max, groups } = part;
        let (first, last) = if way.reversed { (ends.1, ends.0) } else { ends };
        let (entry, exit) = (inner.nodes[first], inner.nodes[last]);
        let mut walker = Walker::new(self.lowerer, inner);
        // What reads nothing of the part is tested with the first node of each iteration: an empty walk
        // tests nothing.
        let unowned = walker.take_decided();
        let mut ready = walker.bind([entry]);
        ready.splice(0..0, unowned);
        let binding = Binding { node: Some(entry), relationship: None };
        let placed = place::place(ready, binding, &[]);
        walker.behind(placed.behind);
        walker.offer_edges(first);
        walker.walk_all()?;
        let steps = walker.finish();
        let lists: Vec<Slot> = groups.iter().map(|(_, outer)| *outer).collect();
        let growing = self.growing(&lists, way.reversed);
        let ready = self.bind(lists.iter().copied().chain([way.to]));
        let binding = Binding { node: Some(way.to), relationship: None };
        let to_placed = place::place(ready, binding, &lists);
        self.push(StepKind::Quantified(Box::new(Quantified {
            from: way.from,
            entry,
            entry_test: placed.node,
            steps,
            exit,
            min,
            max,
            groups,
            counted: None,
            reversed: way.reversed,
            to: way.to,
            to_bound: way.to_bound,
            to_test: to_placed.node,
            pruning: Pruning::Nothing,
            growing,
        })));
        self.behind(to_placed.behind);
        Ok(())
    }

    fn whole(&mut self, whole: Whole, way: &Way) -> Result<(), Error> {
        let Whole { mut inner, ends, keep, function } = whole;
        // A selector chooses before `WHERE` is asked, but what concerns the other end alone leaves whole
        // groups of paths out and may come first. The functions are asked for paths that satisfy it.
        let within = if function { inner.binds.clone() } else { SlotSet::from_iter([way.to]) };
        inner.conditions.extend(self.take_within(&within)?);
        if !function {
            inner.bound_lengths();
        }
        let both = (inner.nodes[ends.0], inner.nodes[ends.1]);
        let binds = inner.binds.clone();
        let start = if way.reversed { ends.1 } else { ends.0 };
        let mut bound = vec![inner.nodes[start]];
        bound.extend(way.to_bound.then_some(way.to));
        let mut walker = Walker::new(self.lowerer, inner);
        let ready = walker.bind(bound);
        walker.behind(ready);
        walker.begin()?;
        walker.walk_along(way.reversed)?;
        walker.walk_all()?;
        let steps = walker.finish();
        let ready = self.bind(binds.iter());
        let placed = place::place(ready, Binding::default(), &[]);
        let binds = binds.iter().collect();
        let shortest = Shortest { steps, ends: both, binds, keep, function };
        self.push(StepKind::Shortest(Box::new(shortest)));
        self.behind(placed.behind);
        Ok(())
    }
}

fn expand(hop: Hop, test: RelationshipTest, to_test: NodeTest, way: &Way) -> Expand {
    let direction = match (hop.direction, way.reversed) {
        (Arrow::Right, true) => Arrow::Left,
        (Arrow::Left, true) => Arrow::Right,
        (direction, _) => direction,
    };
    Expand {
        from: way.from,
        relationship: hop.relationship,
        direction,
        types: hop.types,
        test,
        to: way.to,
        // A loop leads back to where it began.
        to_bound: way.to_bound || way.to == way.from,
        to_test,
    }
}
