//! What is reached from a node by shortest paths, as a tree of states; and the trees that a run keeps, where paths from
//! one node to many are looked for one by one. How a tree grows is the pattern's business.
//!
//! Of `MATCH (a:A), (b:B) WHERE a <> b MATCH p = shortestPath((a)-[*]-(b))` there is a tree of all that is reached from
//! an `a` once the paths to a few `b` were searched from both sides; each `b` to come is looked up in it.

use std::rc::Rc;

use hashbrown::HashMap;

use super::buffer::Charged;
use super::known::key;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::{OperatorId, Slot};
use crate::store::Graph;
use crate::value::{NodeId, Value};

/// No edge, no state.
pub(super) const NONE: u32 = u32::MAX;
/// After so many searches from one node a tree is made, in a graph of few nodes.
const SEARCHES: u32 = 3;
/// One more for each so many nodes of the graph: a tree costs as many steps as there are nodes, a search from both
/// sides far fewer.
const NODES: u32 = 64;
/// In a graph of more nodes none is made: it is held for as long as others begin at its node.
const MOST_NODES: u32 = 1 << 16;

/// A node at the distance at which it was first reached.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub node: NodeId,
    pub level: u64,
    /// The last of the edges by which it was reached.
    pub edge: u32,
}

/// A step from a state to another.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub from: u32,
    /// Where the values lie that the iteration has bound.
    pub values: u32,
    /// Another edge to the same state.
    pub next: u32,
}

/// Paths under way from one node.
#[derive(Default)]
pub(super) struct Tree {
    pub states: Charged<State>,
    pub edges: Charged<Edge>,
    pub values: Charged<Value>,
    pub reached: HashMap<NodeId, u32>,
    charge: Charge,
}

impl Tree {
    pub fn add(&mut self, node: NodeId, level: u64, meter: &Meter) -> Result<u32, Error> {
        let state = number(self.states.len());
        self.states.push(State { node, level, edge: NONE }, meter)?;
        Ok(state)
    }

    /// An edge leads to a node at a level: the first one binds it, others are remembered where all are wanted.
    pub fn arrive(
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
        let number = number(self.edges.len());
        let first = &mut self.states.as_mut_slice()[state as usize].edge;
        let next = std::mem::replace(first, number);
        self.edges.push(Edge { next, ..edge }, meter)
    }

    /// Whether an edge that leads to a node at a level is remembered.
    pub fn wants(&self, to: NodeId, level: u64, all: bool) -> bool {
        match self.reached.get(&to) {
            Some(state) => all && self.states[*state as usize].level == level,
            None => true,
        }
    }

    /// The state of a node.
    pub fn state_of(&self, node: NodeId) -> Option<usize> {
        self.reached.get(&node).map(|state| *state as usize)
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

/// What a run knows of where shortest paths lead, by the step that looks for them.
#[derive(Default)]
pub(super) struct KnownTrees {
    /// One tree of each.
    trees: HashMap<OperatorId, Option<Known>>,
    /// Whether any node of the graph is an end that is wanted, where that was asked.
    ends: HashMap<OperatorId, bool>,
}

/// What is known of a step.
struct Known {
    /// What decides where iterations lead, beside where they begin.
    reads: Vec<Slot>,
    /// The node where the last ones began, and these values.
    at: Option<(NodeId, Vec<Value>)>,
    /// How many searches began there.
    searches: u32,
    tree: Option<Rc<Tree>>,
}

/// What there is for a search.
pub(super) enum Found {
    /// It is to be made.
    Nothing,
    /// A tree is to be made, and kept.
    Due,
    /// The tree from the node.
    Tree(Rc<Tree>),
}

impl KnownTrees {
    /// Notes that paths from a node are looked for; `reads` tells what decides where they lead.
    pub fn from(
        &mut self,
        (step, start): (OperatorId, NodeId),
        reads: impl FnOnce() -> Option<Vec<Slot>>,
        row: &[Value],
        (graph, meter): (&Graph, &Meter),
    ) -> Found {
        let fresh = |reads| Known { reads, at: None, searches: 0, tree: None };
        let known = self.trees.entry(step).or_insert_with(|| reads().map(fresh));
        let Some(known) = known else { return Found::Nothing };
        let Some(values) = key(&known.reads, row) else { return Found::Nothing };
        let goes_on = known.at.as_ref().is_some_and(|(node, known)| {
            *node == start && known.iter().zip(&values).all(|(a, b)| a.equivalent(b, meter))
        });
        if !goes_on {
            (known.at, known.searches, known.tree) = (Some((start, values)), 0, None);
        }
        if let Some(tree) = &known.tree {
            return Found::Tree(Rc::clone(tree));
        }
        known.searches += 1;
        let nodes = graph.node_bound();
        if nodes <= MOST_NODES && known.searches > SEARCHES + nodes / NODES {
            return Found::Due;
        }
        Found::Nothing
    }

    /// Keeps a tree from where paths were looked for last.
    pub fn keep(&mut self, step: OperatorId, tree: Rc<Tree>) {
        if let Some(Some(known)) = self.trees.get_mut(&step) {
            known.tree = Some(tree);
        }
    }

    /// Whether any node is an end that is wanted, if that is known.
    pub fn has_ends(&self, step: OperatorId) -> Option<bool> {
        self.ends.get(&step).copied()
    }

    /// Notes whether any is.
    pub fn note_ends(&mut self, step: OperatorId, there: bool) {
        self.ends.insert(step, there);
    }
}
