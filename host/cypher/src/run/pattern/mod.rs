//! The machine that matches patterns: it walks through the steps of a plan and remembers on a stack of its own
//! where it could have gone another way, as a regular expression's matcher does. However long a path is, nothing
//! here calls itself; once the stack has grown, a match allocates nothing.

mod breadth;
mod cursor;
mod repeat;
mod shortest;
mod step;
mod test;
mod trail;

use std::mem;
use std::slice;

use super::Context;
use super::buffer::{Buffer, Charged};
use crate::error::{Error, ErrorKind};
use crate::plan::pattern::{Endpoints, NodeTest, Pattern, Step};
use crate::plan::{OperatorId, Slot};
use crate::store::NodeId;
use crate::syntax::ast::MatchMode;
use crate::value::Value;
use cursor::Cursor;
use repeat::Round;
use trail::Trail;

/// A matcher, to be used for one pattern after the other.
#[derive(Default)]
pub(super) struct Machine<'g> {
    at: At<'g>,
    frames: Charged<Frame<'g>>,
    trail: Trail,
    /// What the iterations under way have bound, for the lists that stand for them outside.
    journal: Charged<Value>,
    /// What the slots of an iteration held before the next one took them.
    undo: Charged<(Slot, Value)>,
    /// Whether relationships may be walked again.
    repeatable: bool,
    fresh: bool,
}

/// Where the machine stands: the steps to come, and the iteration of a repeated part that they belong to.
#[derive(Clone, Copy, Default)]
struct At<'g> {
    steps: &'g [Step],
    round: Option<Round<'g>>,
}

/// A place to come back to, and the ways that were not tried there yet.
struct Frame<'g> {
    at: At<'g>,
    /// The step whose ways they are.
    step: OperatorId,
    trail: u32,
    journal: u32,
    undo: u32,
    choice: Choice<'g>,
}

enum Choice<'g> {
    /// The nodes with a label.
    Labelled { nodes: slice::Iter<'g, NodeId>, into: Slot, test: &'g NodeTest },
    /// All nodes.
    All { next: u32, into: Slot, test: &'g NodeTest },
    /// The relationships of a node.
    Hop(Cursor<'g>),
    /// The same, as a link of a variable-length chain.
    Link(Cursor<'g>),
    /// The other way in which a relationship can lie.
    Turned { endpoints: &'g Endpoints, from: NodeId, to: NodeId },
    /// One iteration more from this node.
    Again(NodeId),
    /// Paths that a selector has kept, the next one to be bound.
    Kept { paths: Box<Buffer>, next: usize },
}

/// What a retried choice leads to.
enum Found {
    Nothing,
    Match,
    /// A link of a chain that ends here.
    Link(NodeId),
    /// An iteration that begins here.
    Iteration(NodeId),
}

impl<'g> Machine<'g> {
    /// Makes ready for the first match of a pattern.
    pub fn start(&mut self, pattern: &'g Pattern) {
        self.begin(&pattern.steps, pattern.mode == MatchMode::RepeatableElements);
    }

    fn begin(&mut self, steps: &'g [Step], repeatable: bool) {
        self.at = At { steps, round: None };
        self.frames.clear();
        self.trail.truncate(0);
        self.journal.clear();
        self.undo.clear();
        self.repeatable = repeatable;
        self.fresh = true;
    }

    /// Binds the next match in the row; false where there is none.
    #[inline]
    pub fn next(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        let Some(profile) = &cx.run.profile else { return self.search(cx, row) };
        let before = profile.switch(None);
        let found = self.search(cx, row);
        profile.switch(before);
        found
    }

    fn search(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        let mut forward = mem::take(&mut self.fresh);
        loop {
            if !forward && !self.retry(cx, row)? {
                return Ok(false);
            }
            forward = match (self.at.steps.split_first(), self.at.round) {
                (Some((step, rest)), _) => {
                    self.at.steps = rest;
                    cx.at_work(step.id);
                    self.take(step, cx, row)?
                }
                (None, Some(round)) => self.end_iteration(round, cx, row)?,
                (None, None) => return Ok(true),
            };
        }
    }

    /// Goes back to the last place where another way is left, and goes it.
    fn retry(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        while let Some(frame) = self.frames.last_mut() {
            let step = frame.step;
            cx.at_work(step);
            self.at = frame.at;
            self.trail.truncate(frame.trail as usize);
            self.journal.truncate(frame.journal as usize);
            while self.undo.len() > frame.undo as usize {
                if let Some((slot, value)) = self.undo.pop() {
                    row[slot.0 as usize] = value;
                }
            }
            let found = match &mut frame.choice {
                Choice::Hop(cursor) => {
                    step::follow(cursor, &mut self.trail, self.repeatable, cx, row)?
                }
                Choice::Link(cursor) => {
                    let (trail, journal) = (&mut self.trail, &mut self.journal);
                    repeat::follow(cursor, trail, journal, self.repeatable, cx, row)?
                }
                Choice::Labelled { nodes, into, test } => {
                    step::next_labelled(nodes, *into, test, cx, row)?
                }
                Choice::All { next, into, test } => step::next_node(next, *into, test, cx, row)?,
                Choice::Kept { paths, next } => step::next_kept(paths, next, row),
                Choice::Turned { endpoints, from, to } => {
                    let (endpoints, from, to) = (*endpoints, *from, *to);
                    self.frames.pop();
                    if self.bind_ends(endpoints, from, to, cx, row)? {
                        cx.count_row(step);
                        return Ok(true);
                    }
                    continue;
                }
                Choice::Again(node) => {
                    let found = Found::Iteration(*node);
                    self.frames.pop();
                    found
                }
            };
            let forward = match (found, self.at.round) {
                (Found::Match, _) => {
                    cx.count_row(step);
                    true
                }
                (Found::Link(node), Some(round)) => self.turn(round.next(), node, cx, row)?,
                (Found::Iteration(node), Some(round)) => self.iterate(round, node, cx, row)?,
                _ => {
                    self.frames.pop();
                    continue;
                }
            };
            if forward {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Remembers ways that were not tried yet.
    #[inline(always)]
    fn choose(&mut self, step: OperatorId, choice: Choice<'g>) -> Result<(), Error> {
        self.frames.push(Frame {
            at: self.at,
            step,
            trail: small(self.trail.len()),
            journal: small(self.journal.len()),
            undo: small(self.undo.len()),
            choice,
        })
    }

    /// Before a slot is bound that the iteration before has bound too: keeps what it held.
    #[inline]
    fn save(&mut self, slot: Slot, row: &mut [Value]) -> Result<(), Error> {
        if self.at.round.is_some() {
            self.undo.push((slot, mem::take(&mut row[slot.0 as usize])))?;
        }
        Ok(())
    }
}

/// Lengths of stacks that memory limits keep far below this.
fn small(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The node in a slot; `None` for null.
#[inline]
fn node_in(slot: Slot, row: &[Value]) -> Result<Option<NodeId>, Error> {
    match &row[slot.0 as usize] {
        Value::Node(id) => Ok(Some(*id)),
        Value::Null => Ok(None),
        other => Err(Error::new(
            ErrorKind::Type,
            format!("a pattern begins at nodes, not at a {}", other.type_name()),
        )),
    }
}
