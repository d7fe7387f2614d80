//! Chains of which each end is wanted once: walked way by way as long as there are few ways, which most often is all that
//! there is to do, and then searched level by level. What was found until then comes again, which is all the same to
//! whoever asks for ends.
//!
//! `MATCH (a:A)-[:R*2..]->(b) RETURN DISTINCT b` on a lattice of a thousand nodes: after [`TRIES`] relationships, most of
//! them in one corner, the search begins at `a` again and comes to each node once or twice.

use super::automaton::Automaton;
use super::levels;
use super::slot::node_in;
use crate::error::Error;
use crate::plan::{OperatorId, Slot, Step, visit};
use crate::run::buffer::Buffer;
use crate::run::context::Context;
use crate::run::machine::{At, Chain, Choice, Machine, go_back, small};
use crate::value::Value;

/// After so many iterations a search pays.
pub(super) const TRIES: u32 = 64;

impl<'g> Machine<'g> {
    /// Comes to a chain of so many steps.
    pub(super) fn begin_chain(
        &mut self,
        step: OperatorId,
        here: &'g [Step],
        (length, lengths): (usize, bool),
    ) {
        let (steps, rest) = here.split_at(length.min(here.len()));
        self.chain = Some(Chain {
            steps,
            step,
            lengths,
            rest,
            frames: small(self.frames.len()),
            trail: small(self.trail.len()),
            journal: small(self.journal.len()),
            undo: small(self.undo.len()),
            tries: TRIES,
        });
    }

    /// Counts an iteration of a part of the chain under way; whether there have been too many.
    #[inline]
    pub(super) fn tries_are_over(&mut self) -> bool {
        let Some(chain) = &mut self.chain else { return false };
        chain.tries = chain.tries.saturating_sub(1);
        chain.tries == 0
    }

    /// Gives up walking the chain, and searches it from its beginning; false where it can't be searched.
    #[cold]
    pub(super) fn search_chain(
        &mut self,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<bool, Error> {
        let Some(chain) = self.chain.take() else { return Ok(false) };
        let Some(automaton) = Automaton::of(chain.steps) else { return Ok(false) };
        self.frames.truncate(chain.frames as usize);
        let walked = (&mut self.trail, &mut self.journal, &mut self.undo);
        go_back(walked, (chain.trail, chain.journal, chain.undo), row);
        let mut binds: Vec<Slot> = Vec::new();
        visit::bound_by(chain.steps, &mut |slot: Slot| binds.push(slot));
        let mut kept = Buffer::new(&binds);
        if let Some(start) = node_in(automaton.start, row)? {
            let walked = self.trail.copy(cx.meter)?;
            let once = self.once && chain.rest.is_empty();
            levels::ends(&automaton, (start, walked), (once, chain.lengths), &mut kept, cx, row)?;
        }
        self.at = At { steps: chain.rest, round: None };
        self.choose(chain.step, Choice::Kept { paths: Box::new(kept), next: 0 }, cx.meter)?;
        Ok(true)
    }
}
