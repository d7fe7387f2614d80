//! A search from both sides, where both ends of a part are known: always the side with fewer nodes at its rim goes on, a
//! level at a time, until one comes to a node of the other. What lies between two nodes six hops apart is then found by
//! two searches of three.
//!
//! From 1 and from 9 on `(1)--(2)--(5)--(9)`, `(2)--(3)`, `(2)--(4)`:
//!
//! ```text
//! 1 goes on    2, at level 1
//! 9 goes on    5, at level 1
//! 5 goes on    2, which is known: 3 hops
//! ```

use hashbrown::HashMap;

use crate::error::{Error, ErrorKind};
use crate::meter::{Charge, Meter};
use crate::run::context::Context;
use crate::run::machine::Part;
use crate::run::trail::Trail;
use crate::value::{NodeId, Value};

/// The error of a function that wants two nodes and got one twice.
#[cold]
pub(super) fn equal_ends() -> Error {
    Error::new(
        ErrorKind::Execution,
        "shortestPath() needs two different nodes; exclude equal ones by a predicate before it",
    )
}

/// What is known once two sides have met.
pub(super) struct Meeting {
    /// How many hops there are from one end to the other.
    pub length: u64,
    /// How far the end is from the nodes of its side.
    end: Side,
}

/// What one side has reached.
struct Side {
    reached: HashMap<NodeId, u64>,
    rim: Vec<NodeId>,
    /// Everything so far away was reached.
    level: u64,
    charge: Charge,
}

/// How two different nodes are joined by a part at the least; `None` where they are not, or not within its bounds. No
/// relationship of the trail is walked.
pub(super) fn meet<'g>(
    part: Part<'g>,
    (start, end): (NodeId, NodeId),
    trail: &Trail,
    cx: &Context<'g>,
    row: &mut [Value],
) -> Result<Option<Meeting>, Error> {
    let (mut here, mut there) = (Side::new(start), Side::new(end));
    while !here.rim.is_empty() && !there.rim.is_empty() {
        let length = here.level + there.level + 1;
        if part.max().is_some_and(|max| length > max) {
            return Ok(None);
        }
        let met = if here.rim.len() <= there.rim.len() {
            here.grow(&there, cx.meter, |node, each| {
                part.arcs(node, cx, row, &mut |link, to, _| {
                    if trail.bars(link) { Ok(()) } else { each(to) }
                })
            })?
        } else {
            there.grow(&here, cx.meter, |node, each| {
                part.arcs_back(node, cx, row, &mut |link, from| {
                    if trail.bars(link) { Ok(()) } else { each(from) }
                })
            })?
        };
        if met {
            return Ok(Some(Meeting { length, end: there }));
        }
    }
    Ok(None)
}

impl Meeting {
    /// Whether a node that is reached by so many hops may lie on a way to the end of no more than `most`.
    pub fn leads_on(&self, node: NodeId, hops: u64, most: u64) -> bool {
        let Some(left) = most.checked_sub(hops) else { return false };
        left > self.end.level || self.end.reached.get(&node).is_some_and(|far| *far <= left)
    }
}

impl Side {
    fn new(node: NodeId) -> Side {
        let reached = HashMap::from_iter([(node, 0)]);
        Side { reached, rim: vec![node], level: 0, charge: Charge::default() }
    }

    /// Goes on by a level, or until it comes to a node of the other side.
    fn grow(
        &mut self,
        other: &Side,
        meter: &Meter,
        mut arcs: impl FnMut(NodeId, &mut dyn FnMut(NodeId) -> Result<(), Error>) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let (mut rim, mut met) = (Vec::new(), false);
        for node in std::mem::take(&mut self.rim) {
            arcs(node, &mut |to| {
                if !met && !self.reached.contains_key(&to) {
                    self.charge.grow(meter, 4 * size_of::<(NodeId, u64)>())?;
                    self.reached.insert(to, self.level + 1);
                    rim.push(to);
                    met = other.reached.contains_key(&to);
                }
                Ok(())
            })?;
            if met {
                return Ok(true);
            }
        }
        self.rim = rim;
        self.level += 1;
        Ok(false)
    }
}
