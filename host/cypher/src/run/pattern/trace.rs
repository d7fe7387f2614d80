//! The levels of a search, and the ways back through them: from a state at a level to where the search began, over
//! the relationships by which each state was reached, none of them twice.
//!
//! With `2` reached at level 3 by 11 from `3` and by 10 from `1`, `3` at level 2 by 12 from `1`, and `1` at level 1 by
//! 10 from `2`, where it began:
//!
//! ```text
//! way from its end      what is done
//! 11                    to 3, level 2
//! 11 12                 to 1, level 1
//! 11 12 10              to 2, level 0: a way
//! 10                    back, and by 10 to 1, level 2
//! ```

use crate::error::Error;
use crate::meter::Meter;
use crate::run::buffer::Charged;
use crate::run::machine::small;
use crate::run::trail::Trail;
use crate::value::{NodeId, RelationshipId};

/// No hop.
const NONE: u32 = u32::MAX;

/// How many steps are taken to find out whether there is a way back at all, and so many more for each hop that it has.
/// Most ways are found without turning back; where many relationships are walked already it can take forever.
const PATIENCE: usize = 256;
const PATIENCE_A_HOP: usize = 16;

/// The states of all levels, and the hops by which they were reached.
#[derive(Default)]
pub(super) struct Levels {
    visits: Charged<Visit>,
    hops: Charged<Hop>,
}

/// A state at a level.
#[derive(Clone, Copy)]
struct Visit {
    state: u32,
    node: NodeId,
    /// The last of the hops by which it was reached.
    hop: u32,
    /// Whether that hop, and so on from where it comes, is known to be a way.
    straight: bool,
}

/// A relationship walked from a state at one level to a state at the next one.
#[derive(Clone, Copy)]
struct Hop {
    from: u32,
    relationship: RelationshipId,
    /// Another hop to the same state.
    next: u32,
}

impl Levels {
    /// Adds a state to a level.
    pub fn visit(&mut self, state: u32, node: NodeId, meter: &Meter) -> Result<u32, Error> {
        self.visits.push(Visit { state, node, hop: NONE, straight: false }, meter)?;
        Ok(small(self.visits.len() - 1))
    }

    /// The state of a visit.
    pub fn state(&self, visit: u32) -> u32 {
        self.visits[visit as usize].state
    }

    /// Notes that a relationship leads from one visit to another.
    pub fn join(
        &mut self,
        from: u32,
        relationship: RelationshipId,
        to: u32,
        meter: &Meter,
    ) -> Result<(), Error> {
        let number = small(self.hops.len());
        let first = &mut self.visits.as_mut_slice()[to as usize].hop;
        let next = std::mem::replace(first, number);
        self.hops.push(Hop { from, relationship, next }, meter)
    }

    /// Whether the last hop to a visit goes on from a way that is straight, which most do: then that is one as well, and no
    /// trail was needed to see it.
    fn goes_straight(&mut self, visit: u32, acyclic: bool, meter: &Meter) -> Result<bool, Error> {
        let Visit { node, hop, .. } = self.visits[visit as usize];
        let Hop { from: before, relationship, .. } = self.hops[hop as usize];
        let mut at = self.visits[before as usize];
        if at.hop != NONE && !at.straight {
            return Ok(false);
        }
        while !(acyclic && at.node == node) {
            meter.tick()?;
            let Some(hop) = self.hops.get(at.hop as usize) else {
                self.visits.as_mut_slice()[visit as usize].straight = true;
                return Ok(true);
            };
            if hop.relationship == relationship {
                break;
            }
            at = self.visits[hop.from as usize];
        }
        Ok(false)
    }
}

/// The ways back from a visit, one after the other.
pub(super) struct Trace {
    visit: u32,
    length: usize,
    /// The hops of the way, the last one of the path first.
    way: Charged<u32>,
    trail: Trail,
    /// The nodes behind these, where none may come twice.
    nodes: Option<Charged<NodeId>>,
    fresh: bool,
    /// After so many steps more a way is taken to be there.
    patience: usize,
}

impl Trace {
    /// None yet of those from a visit at the level `length`, none of which comes to a node twice where they are to be
    /// `acyclic`.
    pub fn new(visit: u32, length: usize, acyclic: bool) -> Trace {
        Trace {
            visit,
            length,
            way: Charged::default(),
            trail: Trail::default(),
            nodes: acyclic.then(Charged::default),
            fresh: true,
            patience: usize::MAX,
        }
    }

    /// Whether there may be a way: where that is not found out soon, there may.
    pub fn may_be(mut self, levels: &mut Levels, meter: &Meter) -> Result<bool, Error> {
        if levels.goes_straight(self.visit, self.nodes.is_some(), meter)? {
            return Ok(true);
        }
        self.patience = PATIENCE + self.length * PATIENCE_A_HOP;
        let may_be = self.next(levels, meter)?;
        levels.visits.as_mut_slice()[self.visit as usize].straight = self.is_straight(levels);
        Ok(may_be)
    }

    /// Whether the way at hand is whole and took the last hop to each visit.
    fn is_straight(&self, levels: &Levels) -> bool {
        let mut visit = self.visit;
        let took_the_last = |hop: &u32| {
            let last = levels.visits[visit as usize].hop;
            visit = levels.hops[*hop as usize].from;
            *hop == last
        };
        self.way.len() == self.length && self.way.iter().all(took_the_last)
    }

    /// Finds the next way; false where there is none.
    pub fn next(&mut self, levels: &Levels, meter: &Meter) -> Result<bool, Error> {
        let mut hop = if std::mem::take(&mut self.fresh) {
            if self.length == 0 {
                return Ok(true);
            }
            levels.visits[self.visit as usize].hop
        } else {
            NONE
        };
        loop {
            meter.tick()?;
            self.patience -= 1;
            if self.patience == 0 {
                return Ok(true);
            }
            if hop == NONE {
                let Some(last) = self.way.pop() else { return Ok(false) };
                self.trail.truncate(self.way.len());
                if let Some(nodes) = &mut self.nodes {
                    nodes.truncate(self.way.len());
                }
                hop = levels.hops[last as usize].next;
                continue;
            }
            let Hop { from, relationship, next } = levels.hops[hop as usize];
            let to = self.way.last().map_or(self.visit, |hop| levels.hops[*hop as usize].from);
            if self.trail.bars(relationship) || !self.is_new(levels, to, from) {
                hop = next;
                continue;
            }
            if let Some(nodes) = &mut self.nodes {
                nodes.push(levels.visits[to as usize].node, meter)?;
            }
            self.way.push(hop, meter)?;
            self.trail.push(relationship, meter)?;
            if self.way.len() == self.length {
                return Ok(true);
            }
            hop = levels.visits[from as usize].hop;
        }
    }

    /// Whether a way that has come from its end to this visit may go on to that one.
    fn is_new(&self, levels: &Levels, to: u32, from: u32) -> bool {
        let Some(nodes) = &self.nodes else { return true };
        let node = levels.visits[from as usize].node;
        node != levels.visits[to as usize].node && !nodes.contains(&node)
    }

    /// The state where the way begins, and each relationship with the state behind it.
    pub fn path(&self, levels: &Levels) -> (u32, Vec<(RelationshipId, u32)>) {
        let mut to = self.visit;
        let mut path = Vec::with_capacity(self.way.len());
        for hop in self.way.iter() {
            let Hop { from, relationship, .. } = levels.hops[*hop as usize];
            path.push((relationship, levels.state(to)));
            to = from;
        }
        path.reverse();
        (levels.state(to), path)
    }
}
