//! The product of a graph and an automaton, as far as a search has looked into it: states, and the arcs between them.
//! What leads on from a state is found out once, however often a search comes there, so that everything that is asked
//! of nodes and relationships on the way is asked once for each state.
//!
//! The product of `(a)-[:R]->{1,2}(b)` and `(1)-[10:R]->(2)-[11:R]->(1)`, begun at 1:
//!
//! ```text
//! state                              arcs
//! 0  before the hop, 0 done, at 1    over 10 to 1 and to 2
//! 1  at the end, at 2
//! 2  before the hop, 1 done, at 2    over 11 to 3
//! 3  at the end, at 1
//! ```

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::automaton::Automaton;
use super::instruction::{Instruction, Place};
use super::slot::{is_node, put_node, put_relationship};
use super::step;
use crate::error::Error;
use crate::meter::Charge;
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::run::distinct::DistinctRows;
use crate::run::machine::{Cursor, small};
use crate::run::trail::Trail;
use crate::value::{NodeId, RelationshipId, Value};

/// The states that were found, by number.
pub(super) struct Product<'s, 'g> {
    pub automaton: &'s Automaton<'g>,
    /// The relationships that were walked before, and may not be walked again.
    walked: Trail,
    /// Where it begins.
    start: Option<NodeId>,
    states: Charged<State>,
    numbers: HashMap<(Place, u32), u32>,
    /// The values that states remember, by the instruction that they stand before.
    memories: HashMap<usize, DistinctRows>,
    arcs: Charged<Arc>,
    /// How many states are still to be looked into.
    unknown: usize,
    /// At how many states a path is complete: one for each node.
    ends: usize,
    charge: Charge,
    /// What was found of the state that is being looked into.
    relationships: Charged<(RelationshipId, NodeId)>,
}

/// A state of the search.
#[derive(Clone, Copy)]
struct State {
    place: Place,
    /// The number of the values that it remembers.
    memory: u32,
    /// Its arcs, once they are known.
    arcs: Option<(u32, u32)>,
}

/// A relationship that leads from one state to another.
#[derive(Clone, Copy)]
pub(super) struct Arc {
    pub relationship: RelationshipId,
    pub to: u32,
}

impl<'s, 'g> Product<'s, 'g> {
    /// Nothing of it yet.
    pub fn new(automaton: &'s Automaton<'g>, walked: Trail) -> Product<'s, 'g> {
        Product {
            automaton,
            walked,
            start: None,
            states: Charged::default(),
            numbers: HashMap::new(),
            memories: HashMap::new(),
            arcs: Charged::default(),
            unknown: 0,
            ends: 0,
            charge: Charge::default(),
            relationships: Charged::default(),
        }
    }

    /// How many states there are so far.
    pub fn len(&self) -> u32 {
        small(self.states.len())
    }

    /// How many ends there are; `None` while there may be others than those that were found.
    pub fn ends(&self) -> Option<usize> {
        (self.unknown == 0).then_some(self.ends)
    }

    /// The place of a state.
    pub fn place(&self, state: u32) -> Place {
        self.states[state as usize].place
    }

    /// Whether a path is complete at a state.
    pub fn is_end(&self, state: u32) -> bool {
        matches!(self.automaton.instructions[self.place(state).at], Instruction::End)
    }

    /// What leads to each state, once all are known, and what that takes.
    pub fn origins(&self, cx: &Context<'g>) -> Result<(Vec<Vec<u32>>, Charge), Error> {
        let bytes =
            self.states.len() * size_of::<Vec<u32>>() + self.arcs.len() * 2 * size_of::<u32>();
        let charge = Charge::new(cx.meter, bytes)?;
        let mut origins = vec![Vec::new(); self.states.len()];
        for state in 0..self.len() {
            for arc in self.arcs(state) {
                cx.tick()?;
                origins[arc.to as usize].push(state);
            }
        }
        Ok((origins, charge))
    }

    /// The arcs of a state that was looked into.
    pub fn arcs(&self, state: u32) -> &[Arc] {
        let (from, to) = self.states[state as usize].arcs.unwrap_or_default();
        &self.arcs[from as usize..to as usize]
    }

    /// The states where a search begins at a node.
    pub fn begin(
        &mut self,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Vec<u32>, Error> {
        let automaton = self.automaton;
        let mut states = Vec::new();
        self.start = Some(node);
        let Some(counts) = automaton.tallies.begin(node, cx, row)? else { return Ok(states) };
        automaton.places(Place { at: 0, done: 0, node, counts }, cx, row, |place, row| {
            states.push(self.number(place, row, cx)?);
            Ok(())
        })?;
        Ok(states)
    }

    /// Looks into a state unless that was done before.
    pub fn look_into(
        &mut self,
        state: u32,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let State { place, memory, arcs } = self.states[state as usize];
        if arcs.is_some() {
            return Ok(());
        }
        let first = small(self.arcs.len());
        if let Some(memories) = self.memories.get(&place.at) {
            let slots = &self.automaton.remembered[place.at];
            for (slot, value) in slots.iter().zip(memories.row(memory as usize)) {
                row[slot.0 as usize].clone_from(value);
            }
        }
        let instruction = self.automaton.instructions[place.at];
        // All of them first: what a place behind a relationship binds may be what the next relationship's test reads.
        let mut found = std::mem::take(&mut self.relationships);
        found.clear();
        relationships(instruction, place.node, &mut found, cx, row)?;
        for &(relationship, node) in found.iter() {
            if self.walked.bars(relationship) {
                continue;
            }
            if let Instruction::Hop(hop) = instruction {
                put_relationship(row, hop.relationship, relationship);
                put_node(row, hop.to, node);
            }
            self.arc(place, relationship, node, cx, row)?;
        }
        self.relationships = found;
        self.states.as_mut_slice()[state as usize].arcs = Some((first, small(self.arcs.len())));
        self.unknown -= 1;
        Ok(())
    }

    /// A relationship leads to a node: the arcs to all places that are reached with it.
    fn arc(
        &mut self,
        from: Place,
        relationship: RelationshipId,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let automaton = self.automaton;
        // Back where it began a path has come to a node twice.
        if automaton.acyclic && self.start == Some(node) {
            return Ok(());
        }
        let walked = (automaton.lists[from.at], relationship, node);
        let Some(counts) = automaton.tallies.walk(from.counts, walked, cx, row)? else {
            return Ok(());
        };
        let next = Place { at: from.at + 1, done: from.done, node, counts };
        automaton.places(next, cx, row, |place, row| {
            let to = self.number(place, row, cx)?;
            self.arcs.push(Arc { relationship, to }, cx.meter)
        })
    }

    /// The number of a state, which is a new one where it was not found before.
    fn number(&mut self, place: Place, row: &[Value], cx: &Context<'g>) -> Result<u32, Error> {
        let slots = &self.automaton.remembered[place.at];
        let memory = if slots.is_empty() {
            0
        } else {
            let memories =
                self.memories.entry(place.at).or_insert_with(|| DistinctRows::new(slots.len()));
            let values: SmallVec<[Value; 4]> =
                slots.iter().map(|slot| row[slot.0 as usize].clone()).collect();
            small(memories.insert(&values, cx.meter)?.0)
        };
        if let Some(state) = self.numbers.get(&(place, memory)) {
            return Ok(*state);
        }
        let state = small(self.states.len());
        self.states.push(State { place, memory, arcs: None }, cx.meter)?;
        self.charge.grow(cx.meter, 2 * size_of::<(Place, u32, u32)>())?;
        self.numbers.insert((place, memory), state);
        self.unknown += 1;
        self.ends += usize::from(self.is_end(state));
        Ok(state)
    }
}

/// The relationships that an instruction can walk from a node, and where they lead.
fn relationships<'g>(
    instruction: Instruction<'g>,
    from: NodeId,
    found: &mut Charged<(RelationshipId, NodeId)>,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<(), Error> {
    let Some(node) = cx.graph.node(from) else { return Ok(()) };
    match instruction {
        Instruction::Hop(hop) => {
            put_node(row, hop.from, from);
            let mut cursor = Cursor::new(node, from, hop, cx, row);
            while let Some(link) = cursor.next(cx, row)? {
                if hop.to_bound && !is_node(&row[hop.to.0 as usize], link.other) {
                    continue;
                }
                if step::binds(hop, link, cx, row)? {
                    found.push((link.relationship, link.other), cx.meter)?;
                }
            }
        }
        Instruction::Link(chain) => {
            let mut cursor = Cursor::of_chain(node, from, &chain.hop, cx, row);
            while let Some(link) = cursor.next(cx, row)? {
                if cx.relationship_passes(link.relationship, &chain.hop.test, row)? {
                    found.push((link.relationship, link.other), cx.meter)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}
