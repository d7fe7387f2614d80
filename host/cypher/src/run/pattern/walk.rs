//! Parts that repeat one relationship, walked depth first: shorter ways come before those that go on from them. Each
//! node on the way is a level, with the relationships that were not followed from it yet.
//!
//! `MATCH (s:S)-[r:R*]->(e)` on the graph `(1:S)-[10:R]->(2)-[11:R]->(3)`, `(2)-[12:R]->(4)`:
//!
//! ```text
//! what is done                                    levels          trail    matches
//! stands at 1, which is too early to leave
//! goes deeper from 1, and over 10                 1               10       e=2 r=[10]
//! goes deeper from 2, and over 11                 1  2            10 11    e=3 r=[10, 11]
//! goes deeper from 3, where nothing leads on      1  2  3         10 11
//! goes back to 2, and over 12                     1  2            10 12    e=4 r=[10, 12]
//! goes back until no level is left
//! ```
//!
//! The walk is one frame of the machine's stack, however deep it is. What lists outside of the part have of each
//! iteration lies in the journal; where nobody reads them, that stays empty.

use super::slot::put_node;
use super::step::binds;
use crate::error::Error;
use crate::plan::{Expand, Expr, Growing, OperatorId, PathPart, Pruning, Slot};
use crate::run::context::Context;
use crate::run::machine::{Choice, Cursor, Level, Machine, Part, Round, Walk, small};
use crate::store::Link;
use crate::value::{NodeId, RelationshipId, Value};

/// How many levels are looked at in a piece of work.
const LEVELS_OF_A_STEP: usize = 32;

/// What came of walking on.
pub(super) enum Walked {
    /// The part was left, and may be walked on from here.
    Left,
    /// There is nothing more to walk.
    Over,
    /// The chain that the part belongs to was searched in another way: whether a match was found.
    Searched(bool),
}

impl Part<'_> {
    /// Whether all that is asked of it while it grows is that no node comes twice in a path that has nothing more.
    fn is_to_be_acyclic(self) -> bool {
        let [Growing { predicate: Expr::IsAcyclic(path), path: Some((whole, parts)), here, .. }] =
            self.growing()
        else {
            return false;
        };
        let is_own_list = |slot: &Slot| match self {
            Part::Chain(chain) => chain.hop.relationship == *slot,
            Part::Quantified(part) => part.groups.iter().any(|(_, outer)| outer == slot),
        };
        let is_own = |part: &PathPart| match part {
            PathPart::Node(slot) => *slot == self.from() || Some(*slot) == *here,
            PathPart::Relationships(slot) => is_own_list(slot),
            PathPart::Interleaved(slots) => slots.iter().all(is_own_list),
        };
        path == whole && matches!(parts, Expr::Path(parts) if parts.iter().all(is_own))
    }
}

impl<'g> Machine<'g> {
    /// Begins to walk a part at a node.
    pub(super) fn begin_walk(
        &mut self,
        round: Round<'g>,
        (hop, inner): (&'g Expand, Option<OperatorId>),
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        if !self.may_grow(&round, node, cx, row)? {
            return Ok(false);
        }
        let mut walk = Walk {
            round,
            hop,
            inner,
            acyclic: round.part.is_to_be_acyclic(),
            trail: small(self.trail.len()),
            below: small(self.levels.len()),
            levels: 0,
            here: round.may_go_on().then_some(node),
        };
        // Most walks of most searches lead nowhere: those leave nothing on the stack.
        let walked = match round.enough() && self.leave(&round, node, cx, row)? {
            true => Walked::Left,
            false => self.walk_on(&mut walk, cx, row)?,
        };
        match walked {
            Walked::Left => {
                self.choose(round.step, Choice::Walk(walk), cx.meter)?;
                self.pass_part(&round, cx);
                Ok(true)
            }
            Walked::Over => Ok(false),
            Walked::Searched(found) => Ok(found),
        }
    }

    /// Goes on with a walk that lies on top of the stack.
    pub(super) fn resume(
        &mut self,
        mut walk: Walk<'g>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        self.levels.truncate((walk.below + walk.levels) as usize);
        match self.walk_on(&mut walk, cx, row)? {
            Walked::Left => {
                let (trail, journal, _) = self.walked();
                if let Some(frame) = self.frames.last_mut()
                    && let Choice::Walk(resumed) = &mut frame.choice
                {
                    (frame.trail, frame.journal) = (trail, journal);
                    (resumed.levels, resumed.here) = (walk.levels, walk.here);
                    resumed.round.done = walk.round.done;
                }
                self.pass_part(&walk.round, cx);
                Ok(true)
            }
            Walked::Over => {
                self.frames.pop();
                Ok(false)
            }
            Walked::Searched(found) => Ok(found),
        }
    }

    /// Walks until the part can be left.
    fn walk_on(
        &mut self,
        walk: &mut Walk<'g>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Walked, Error> {
        loop {
            if let Some(node) = walk.here.take()
                && let Some(walked) = self.go_deeper(walk, node, cx, row)?
            {
                return Ok(walked);
            }
            let Some(depth) = walk.levels.checked_sub(1) else { return Ok(Walked::Over) };
            self.trail.truncate((walk.trail + depth) as usize);
            self.journal.truncate((walk.round.journal + depth * walk.width()) as usize);
            let Some(level) = self.levels.last_mut() else { return Ok(Walked::Over) };
            walk.enter(level.node, row);
            let Some(link) = level.cursor.next(cx, row)? else {
                self.levels.pop();
                walk.levels = depth;
                continue;
            };
            if self.trail.bars(link.relationship) || !walk.may_follow(link, cx, row)? {
                continue;
            }
            self.trail.push(link.relationship, cx.meter)?;
            self.note(walk.round.part, link.relationship, cx, row)?;
            walk.round.done = u64::from(walk.levels);
            let other = link.other;
            let grows = match walk.acyclic {
                true => !self.has_passed(walk, other, cx)?,
                false if walk.round.part.growing().is_empty() => true,
                false => self.may_grow(&walk.round, other, cx, row)?,
            };
            if !grows {
                continue;
            }
            walk.here = walk.round.may_go_on().then_some(other);
            if walk.round.enough() && self.leave(&walk.round, other, cx, row)? {
                return Ok(Walked::Left);
            }
        }
    }

    /// Makes a level of a node, unless nothing can come of going on from it. Where only the number of the last
    /// relationships is asked, they are counted instead.
    fn go_deeper(
        &mut self,
        walk: &mut Walk<'g>,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<Walked>, Error> {
        cx.tick()?;
        let (part, hop) = (walk.round.part, walk.hop);
        if !matches!(part.pruning(), Pruning::Nothing)
            && self.tries_are_over()
            && let Some(found) = self.search_chain(cx, row)?
        {
            return Ok(Some(Walked::Searched(found)));
        }
        if part.end().1 && self.goes_astray(&walk.round, node, cx, row)? {
            return Ok(None);
        }
        walk.enter(node, row);
        if let Part::Quantified(part) = part
            && !cx.node_passes(node, &part.entry_test, row)?
        {
            return Ok(None);
        }
        if walk.round.is_counted() {
            let end = match part {
                Part::Chain(_) => None,
                Part::Quantified(part) => Some((part.to, &part.to_test)),
            };
            return Ok(self.count_from(node, hop, end, cx, row)?.then_some(Walked::Left));
        }
        if let Some(found) = cx.graph.node(node) {
            let cursor = match part {
                Part::Chain(_) => Cursor::of_chain(found, node, hop, cx, row),
                Part::Quantified(_) => Cursor::new(found, node, hop, cx, row),
            };
            self.levels.push(Level { node, cursor }, cx.meter)?;
            walk.levels += 1;
        }
        Ok(None)
    }

    /// Whether a node lies on the way of a walk.
    fn has_passed(&self, walk: &Walk<'g>, node: NodeId, cx: &Context<'g>) -> Result<bool, Error> {
        cx.meter.spend(walk.levels as usize / LEVELS_OF_A_STEP)?;
        let passed = self.levels.get(walk.below as usize..).unwrap_or_default();
        Ok(passed.iter().any(|level| level.node == node))
    }

    /// Writes into the journal what lists outside of a part have of an iteration.
    fn note(
        &mut self,
        part: Part<'g>,
        relationship: RelationshipId,
        cx: &Context<'g>,
        row: &[Value],
    ) -> Result<(), Error> {
        match part {
            Part::Chain(chain) if chain.collect => {
                self.journal.push(Value::Relationship(relationship), cx.meter)?;
            }
            Part::Chain(_) => {}
            Part::Quantified(part) => {
                for (inner, _) in &part.groups {
                    self.journal.push(row[inner.0 as usize].clone(), cx.meter)?;
                }
            }
        }
        Ok(())
    }
}

impl<'g> Walk<'g> {
    /// How many values an iteration leaves in the journal.
    fn width(&self) -> u32 {
        match self.round.part {
            Part::Chain(chain) => u32::from(chain.collect),
            Part::Quantified(part) => small(part.groups.len()),
        }
    }

    /// Binds the node where an iteration begins.
    fn enter(&self, node: NodeId, row: &mut [Value]) {
        if let Part::Quantified(part) = self.round.part {
            put_node(row, part.entry, node);
        }
    }

    /// Whether an iteration may go over a relationship, which is bound with the node behind it where it has a name there.
    #[inline(always)]
    fn may_follow(&self, link: &Link, cx: &Context<'g>, row: &mut [Value]) -> Result<bool, Error> {
        let Some(inner) = self.inner else {
            return cx.relationship_passes(link.relationship, &self.hop.test, row);
        };
        let follows = binds(self.hop, link, cx, row)?;
        if follows {
            cx.count_row(inner);
        }
        Ok(follows)
    }
}
