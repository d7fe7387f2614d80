//! Shortest paths level by level: where only the last node of a path decides whether it is wanted, and a part
//! repeats one relationship, nothing but the first arrival at each node matters, or all first arrivals. That
//! takes as long as there are relationships, where going through all paths would take as long as there are paths.
//!
//! Twenty diamonds in a row (`a` to `b` and `c`, both to `d`, `d` to the next two) have a million paths from end to
//! end, and sixty-one nodes. `MATCH p = ANY SHORTEST (a:A)-[:R]->+(z:Z)` comes to each of the nodes once. In `ANY
//! SHORTEST (p = (a:A)-[:R]->+(z:Z) WHERE length(p) > 3)` the predicate reads the path, so that the first arrival
//! may be the wrong one: that and whatever else is wanted of paths is the business of `levels`.

use hashbrown::HashMap;

use super::meet::{Meeting, meet};
use super::slot::node_in;
use crate::error::{Error, ErrorKind};
use crate::meter::{Charge, Meter};
use crate::plan::{OperatorId, Shortest, Slot, Step, StepKind, visit};
use crate::run::buffer::{Buffer, Charged};
use crate::run::context::Context;
use crate::run::machine::{Part, Round, small};
use crate::run::trail::Trail;
use crate::syntax::ast::Arrow;
use crate::value::{NodeId, RelationshipId, Value};

/// No edge, no state.
const NONE: u32 = u32::MAX;

/// A selector whose paths can be found level by level.
#[derive(Clone, Copy)]
pub(super) struct Breadth<'g> {
    /// What comes before the part: it binds the node where the part begins.
    before: &'g [Step],
    part: Part<'g>,
    step: OperatorId,
    behind: &'g [Step],
    /// Whether all shortest paths are wanted, or one for each pair of nodes.
    pub all: bool,
    /// Whether a path may not end where it began.
    open: bool,
}

/// A node at the distance at which it was first reached.
#[derive(Clone, Copy)]
struct State {
    node: NodeId,
    level: u64,
    /// The last of the edges by which it was reached.
    edge: u32,
}

/// A step from a state to another.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    /// Where the values lie that the iteration has bound.
    values: u32,
    /// Another edge to the same state.
    next: u32,
}

/// Paths under way from one node.
#[derive(Default)]
struct Tree {
    states: Charged<State>,
    edges: Charged<Edge>,
    values: Charged<Value>,
    reached: HashMap<NodeId, u32>,
    charge: Charge,
}

/// Where growing ends.
#[derive(Clone, Copy, Default)]
struct Bounds<'m> {
    /// The relationship not to be used.
    without: Option<RelationshipId>,
    /// The node behind which nothing is of interest.
    until: Option<NodeId>,
    /// What a search from both sides has found: only what lies between is of interest.
    between: Option<&'m Meeting>,
}

impl<'g> Breadth<'g> {
    /// Tells whether a selector that wants the shortest path, or all of them, can be served so.
    pub fn of(shortest: &'g Shortest, all: bool) -> Option<Breadth<'g>> {
        let walks = |step: &Step| {
            !matches!(
                step.kind,
                StepKind::Scan { .. }
                    | StepKind::HashJoin(_)
                    | StepKind::Seek { .. }
                    | StepKind::Check { .. }
                    | StepKind::Filter(_)
                    | StepKind::Bind(..)
            )
        };
        let at = shortest.steps.iter().position(walks)?;
        let (before, rest) = shortest.steps.split_at(at);
        let (step, behind) = rest.split_first()?;
        let part = match &step.kind {
            StepKind::Quantified(part) => Part::Quantified(part),
            StepKind::VariableLength(chain) if !chain.bound => Part::Chain(chain),
            _ => return None,
        };
        let plain = part.min() <= 1 && part.hop_direction().is_some() && !behind.iter().any(walks);
        let breadth = Breadth { before, part, step: step.id, behind, all, open: shortest.function };
        (plain && !breadth.end_reads_path()).then_some(breadth)
    }

    /// Whether what the end must satisfy depends on the path that led there.
    fn end_reads_path(&self) -> bool {
        let mut owned: Vec<Slot> = match self.part {
            Part::Quantified(part) => part.groups.iter().map(|(_, outer)| *outer).collect(),
            Part::Chain(chain) => vec![chain.hop.relationship],
        };
        let mut found = false;
        visit::node_test(self.part.end().2, &mut |slot| found |= owned.contains(&slot));
        for step in self.behind {
            if let StepKind::Bind(slot, _) = &step.kind {
                owned.push(*slot);
            } else {
                visit::steps(std::slice::from_ref(step), &mut |slot| {
                    found |= owned.contains(&slot)
                });
            }
        }
        found
    }

    /// Finds the paths, and keeps them.
    pub fn search(
        &self,
        kept: &mut Buffer,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let mut before = cx.machine();
        before.begin(self.before, false);
        while before.next(cx, row)? {
            if let Some(start) = node_in(self.part.from(), row)? {
                self.from(start, kept, cx, row)?;
            }
        }
        cx.give_back(before);
        Ok(())
    }

    fn from(
        &self,
        start: NodeId,
        kept: &mut Buffer,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let (to, bound, _) = self.part.end();
        let target = if bound { node_in(to, row)? } else { None };
        if bound && target.is_none() {
            return Ok(());
        }
        if self.open && target == Some(start) && self.part.min() > 0 {
            return Err(equal_ends());
        }
        // Over a relationship without direction one could go there and back again: paths that end where they
        // began are then looked for by themselves.
        let either = self.part.hop_direction() == Some(Arrow::Either);
        let until = target.filter(|target| *target != start);
        let mut meeting = None;
        if let Some(end) = until
            && self.part.leads_back()
        {
            meeting = meet(self.part, (start, end), &Trail::default(), cx, row)?;
            if meeting.is_none() {
                return Ok(());
            }
        }
        let mut tree = Tree::default();
        tree.add(start, 0, cx.meter)?;
        if self.part.min() == 0 || either || self.open {
            tree.reached.insert(start, 0);
        }
        let bounds = Bounds { until, without: None, between: meeting.as_ref() };
        if target != Some(start) || !either || self.part.min() == 0 {
            self.grow(&mut tree, 0, bounds, cx, row)?;
        }
        for state in 0..tree.states.len() {
            let State { node, level, .. } = tree.states[state];
            if level >= self.part.min() && target.is_none_or(|target| target == node) {
                self.keep(&tree, state, kept, cx, row)?;
            }
        }
        let may_close = target.is_none_or(|target| target == start);
        if either && may_close && self.part.min() == 1 && !self.open {
            self.closed(start, kept, cx, row)?;
        }
        Ok(())
    }

    /// Paths that end where they begin: those that leave by one relationship and come back without it.
    fn closed(
        &self,
        start: NodeId,
        kept: &mut Buffer,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let mut first = Tree::default();
        first.add(start, 0, cx.meter)?;
        let mut links = Vec::new();
        self.hops(start, &mut first.values, cx, row, |link, to, values| {
            links.push((link, to, values));
            Ok(())
        })?;
        let mut found: Vec<(u64, usize, Tree)> = Vec::new();
        for (link, to, values) in links {
            let mut tree = Tree::default();
            tree.add(start, 0, cx.meter)?;
            for value in first.values.iter().skip(values as usize).take(self.part.width()) {
                tree.values.push(value.clone(), cx.meter)?;
            }
            tree.arrive(Edge { from: 0, values: 0, next: NONE }, to, 1, true, cx.meter)?;
            let bounds = Bounds { without: Some(link), until: Some(start), between: None };
            self.grow(&mut tree, 1, bounds, cx, row)?;
            let Some(&end) = tree.reached.get(&start) else { continue };
            let level = tree.states[end as usize].level;
            let best = found.first().map_or(u64::MAX, |found| found.0);
            if level < best {
                found.clear();
            }
            if level < best || (level == best && self.all) {
                found.push((level, end as usize, tree));
            }
        }
        found.iter().try_for_each(|(_, end, tree)| self.keep(tree, *end, kept, cx, row))
    }

    /// Grows a tree from its states behind the first so many.
    fn grow(
        &self,
        tree: &mut Tree,
        mut next: usize,
        bounds: Bounds<'_>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        while next < tree.states.len() {
            let State { node, level, .. } = tree.states[next];
            let until = bounds.until.and_then(|until| tree.reached.get(&until));
            let last = until.map(|state| tree.states[*state as usize].level);
            if self.part.max().is_some_and(|max| level >= max)
                || last.is_some_and(|last| level >= last)
            {
                break;
            }
            let from = u32::try_from(next).unwrap_or(NONE);
            let mut values = std::mem::take(&mut tree.values);
            self.hops(node, &mut values, cx, row, |link, to, at| {
                let leads_on = bounds
                    .between
                    .is_none_or(|between| between.leads_on(to, level + 1, between.length));
                if Some(link) == bounds.without || !leads_on {
                    return Ok(());
                }
                let edge = Edge { from, values: at, next: NONE };
                tree.arrive(edge, to, level + 1, self.all, cx.meter)
            })?;
            tree.values = values;
            next += 1;
        }
        Ok(())
    }

    /// Every way in which one iteration leads on from a node, and where the values lie that it has bound.
    fn hops(
        &self,
        node: NodeId,
        values: &mut Charged<Value>,
        cx: &Context<'g>,
        row: &mut [Value],
        mut each: impl FnMut(RelationshipId, NodeId, u32) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.part.arcs(node, cx, row, &mut |link, to, row| {
            let at = small(values.len());
            match self.part {
                Part::Chain(_) => values.push(Value::Relationship(link), cx.meter)?,
                Part::Quantified(part) => {
                    for (slot, _) in &part.groups {
                        values.push(row[slot.0 as usize].clone(), cx.meter)?;
                    }
                }
            }
            each(link, to, at)
        })
    }

    /// Keeps the paths that lead to a state, if the end is one that is wanted.
    fn keep(
        &self,
        tree: &Tree,
        state: usize,
        kept: &mut Buffer,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let State { node, level, edge } = tree.states[state];
        let mut machine = cx.machine();
        // The edges of a path from its end, each with the way not taken yet.
        let mut path: Vec<u32> = Vec::new();
        let mut at = edge;
        loop {
            while at != NONE {
                path.push(at);
                at = tree.states[tree.edges[at as usize].from as usize].edge;
            }
            cx.tick()?;
            machine.begin(self.behind, false);
            for edge in path.iter().rev() {
                let values = tree.edges[*edge as usize].values as usize;
                for value in &tree.values[values..values + self.part.width()] {
                    cx.tick()?;
                    machine.journal.push(value.clone(), cx.meter)?;
                }
            }
            let round = Round::of(self.part, self.step, level, self.behind);
            if !machine.leave(&round, node, cx, row)? || !machine.next(cx, row)? {
                break;
            }
            cx.count_row(self.step);
            kept.keep(row, cx.meter)?;
            at = NONE;
            while at == NONE {
                let Some(edge) = path.pop() else { break };
                at = tree.edges[edge as usize].next;
            }
            if at == NONE {
                break;
            }
        }
        cx.give_back(machine);
        Ok(())
    }
}

impl Tree {
    fn add(&mut self, node: NodeId, level: u64, meter: &Meter) -> Result<u32, Error> {
        let state = small(self.states.len());
        self.states.push(State { node, level, edge: NONE }, meter)?;
        Ok(state)
    }

    /// An edge leads to a node at a level: the first one binds it, others are remembered where all are wanted.
    fn arrive(
        &mut self,
        edge: Edge,
        to: NodeId,
        level: u64,
        all: bool,
        meter: &Meter,
    ) -> Result<(), Error> {
        let state = match self.reached.get(&to) {
            Some(state) if !all || self.states[*state as usize].level != level => return Ok(()),
            Some(state) => *state,
            None => {
                let state = self.add(to, level, meter)?;
                self.charge.grow(meter, 2 * size_of::<(NodeId, u32)>())?;
                self.reached.insert(to, state);
                state
            }
        };
        let number = small(self.edges.len());
        let first = &mut self.states.as_mut_slice()[state as usize].edge;
        let next = std::mem::replace(first, number);
        self.edges.push(Edge { next, ..edge }, meter)
    }
}

/// The error of a function that wants two nodes and got one twice.
#[cold]
pub(super) fn equal_ends() -> Error {
    Error::new(
        ErrorKind::Argument,
        "shortestPath() needs two different nodes; exclude equal ones by a predicate before it",
    )
}

impl Part<'_> {
    /// How many values an iteration leaves in the journal.
    fn width(self) -> usize {
        match self {
            Part::Quantified(part) => part.groups.len(),
            Part::Chain(_) => 1,
        }
    }
}
