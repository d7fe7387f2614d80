//! Shortest paths level by level: where only the last node of a path decides whether it is wanted, and a part
//! repeats one relationship, nothing but the first arrival at each node matters, or all first arrivals. That
//! takes as long as there are relationships, where going through all paths would take as long as there are paths.
//!
//! Twenty diamonds in a row (`a` to `b` and `c`, both to `d`, `d` to the next two) have a million paths from end to
//! end, and sixty-one nodes. `MATCH p = ANY SHORTEST (a:A)-[:R]->+(z:Z)` comes to each of the nodes once. In `ANY
//! SHORTEST (p = (a:A)-[:R]->+(z:Z) WHERE length(p) > 3)` the predicate reads the path, so that the first arrival
//! may be the wrong one: that and whatever else is wanted of paths is the business of `levels`.

use std::rc::Rc;

use super::meet::{Meeting, equal_ends, meet};
use super::slot::{node_in, put_node, start_in};
use crate::error::Error;
use crate::plan::{LabelRef, OperatorId, Shortest, Slot, Step, StepKind, visit};
use crate::run::buffer::{Buffer, Charged};
use crate::run::context::Context;
use crate::run::machine::{Part, Round, small};
use crate::run::reads::Reads;
use crate::run::trail::Trail;
use crate::run::trees::{Edge, Found, NONE, State, Tree};
use crate::syntax::ast::{Arrow, MatchMode};
use crate::value::{NodeId, RelationshipId, Value};

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
        before.begin(self.before, MatchMode::default());
        let mut ends = cx.trees.borrow().has_ends(self.step);
        while ends != Some(false) && before.next(cx, row)? {
            let Some(start) = start_in(self.part.from(), row) else { continue };
            let found = kept.len();
            let reached = self.from(start, kept, cx, row)?;
            // Who has seen much of the graph and no end may well ask all of it for one.
            let many = 8 * reached > cx.graph.node_count() as usize;
            if ends.is_none() && many && kept.len() == found {
                let there = self.has_ends(cx, row)?;
                cx.trees.borrow_mut().note_ends(self.step, there);
                ends = Some(there);
            }
        }
        cx.give_back(before);
        Ok(())
    }

    /// Whether any node is an end that is wanted, as far as the node alone decides that.
    fn has_ends(&self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        let (to, bound, test) = self.part.end();
        let mut reads = Reads::default();
        visit::node_test(test, &mut reads);
        if bound || test.is_empty() || reads.but_for(&[to]).is_none_or(|others| !others.is_empty())
        {
            return Ok(true);
        }
        for node in (0..cx.graph.node_bound()).map(NodeId) {
            cx.tick()?;
            match self.ends_at(node, cx, row) {
                Ok(false) => {}
                Err(error) if error.kind().is_of_limits() => return Err(error),
                Ok(true) | Err(_) => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Keeps the paths from a node; tells how many nodes were reached.
    fn from(
        &self,
        start: NodeId,
        kept: &mut Buffer,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<usize, Error> {
        let (to, bound, _) = self.part.end();
        let target = if bound { node_in(to, row)? } else { None };
        if bound && target.is_none() {
            return Ok(0);
        }
        if self.open && self.part.min() > 0 {
            let is_end = match target {
                Some(target) => target == start,
                None => self.may_be_both_ends(start, cx, row)?,
            };
            if is_end {
                return Err(equal_ends());
            }
        }
        // Over a relationship without direction one could go there and back again: paths that end where they
        // began are then looked for by themselves.
        let either = self.part.hop_direction() == Some(Arrow::Either);
        let until = target.filter(|target| *target != start);
        let mut meeting = None;
        if let Some(end) = until
            && self.part.leads_back()
        {
            if let Some(tree) = self.known(start, cx, row)? {
                if let Some(state) = tree.state_of(end) {
                    self.keep(&tree, state, kept, cx, row)?;
                }
                return Ok(0);
            }
            meeting = meet(self.part, (start, end), &Trail::default(), cx, row)?;
            if meeting.is_none() {
                return Ok(0);
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
            let is_end = level >= self.part.min() && target.is_none_or(|target| target == node);
            if is_end && self.ends_at(node, cx, row)? {
                self.keep(&tree, state, kept, cx, row)?;
            }
        }
        let may_close = target.is_none_or(|target| target == start);
        if either && may_close && self.part.min() == 1 && !self.open {
            self.closed(start, kept, cx, row)?;
        }
        Ok(tree.states.len())
    }

    /// Whether a node is an end that is wanted: most that are reached are none, and no path to them is followed back.
    fn ends_at(&self, node: NodeId, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        let (to, bound, test) = self.part.end();
        if !bound {
            put_node(row, to, node);
        }
        cx.node_passes(node, test, row)
    }

    /// Whether a node is also an end that is wanted, as far as that is asked before there are paths: the servers look
    /// for none then.
    fn may_be_both_ends(
        &self,
        start: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        if !self.ends_at(start, cx, row)? {
            return Ok(false);
        }
        for step in self.behind {
            if let StepKind::Filter(predicate) = &step.kind
                && !cx.test(predicate, row)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The tree of all that is reached from a node, where paths from there were looked for again and again.
    fn known(
        &self,
        start: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<Rc<Tree>>, Error> {
        let at = (self.step, start);
        let graph = (cx.graph, cx.meter);
        let found = cx.trees.borrow_mut().from(at, || self.reads(), row, graph);
        match found {
            Found::Nothing => Ok(None),
            Found::Tree(tree) => Ok(Some(tree)),
            Found::Due => {
                let mut tree = Tree::default();
                tree.add(start, 0, cx.meter)?;
                tree.reached.insert(start, 0);
                self.grow(&mut tree, 0, Bounds::default(), cx, row)?;
                let tree = Rc::new(tree);
                cx.trees.borrow_mut().keep(self.step, Rc::clone(&tree));
                Ok(Some(tree))
            }
        }
    }

    /// What of the row decides where iterations lead, apart from where they begin; `None` where the end does, or chance.
    fn reads(&self) -> Option<Vec<Slot>> {
        let mut reader = Reads::default();
        let (from, to) = (self.part.from(), self.part.end().0);
        let mut own = vec![from];
        match self.part {
            Part::Chain(chain) => {
                let is_static = |label: &LabelRef| matches!(label, LabelRef::Static(_));
                if !chain.hop.types.iter().flatten().all(is_static) {
                    return None;
                }
                own.push(chain.hop.relationship);
                visit::relationship_test(&chain.hop.test, &mut reader);
            }
            Part::Quantified(part) => {
                own.push(part.entry);
                visit::bound_by(&part.steps, &mut |slot: Slot| own.push(slot));
                visit::node_test(&part.entry_test, &mut reader);
                visit::steps(&part.steps, &mut reader);
            }
        }
        reader.but_for(&own).filter(|slots| !slots.contains(&to))
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
            self.part.arcs(node, cx, row, &mut |link, to, row| {
                let leads_on = bounds
                    .between
                    .is_none_or(|between| between.leads_on(to, level + 1, between.length));
                if Some(link) == bounds.without || !leads_on || !tree.wants(to, level + 1, self.all)
                {
                    return Ok(());
                }
                let values = self.bound(link, &mut tree.values, cx, row)?;
                tree.arrive(Edge { from, values, next: NONE }, to, level + 1, self.all, cx.meter)
            })?;
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
            let at = self.bound(link, values, cx, row)?;
            each(link, to, at)
        })
    }

    /// Keeps what an iteration has bound; gives where it lies.
    fn bound(
        &self,
        link: RelationshipId,
        values: &mut Charged<Value>,
        cx: &Context<'g>,
        row: &[Value],
    ) -> Result<u32, Error> {
        let at = small(values.len());
        match self.part {
            Part::Chain(_) => values.push(Value::Relationship(link), cx.meter)?,
            Part::Quantified(part) => {
                for (slot, _) in &part.groups {
                    values.push(row[slot.0 as usize].clone(), cx.meter)?;
                }
            }
        }
        Ok(at)
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
            machine.begin(self.behind, MatchMode::default());
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

impl Part<'_> {
    /// How many values an iteration leaves in the journal.
    fn width(self) -> usize {
        match self {
            Part::Quantified(part) => part.groups.len(),
            Part::Chain(_) => 1,
        }
    }
}
