//! Chains of which each end is wanted once: walked way by way as long as there are few ways, which most often is all that
//! there is to do, and then searched level by level. What was found until then comes again, which is all the same to
//! whoever asks for ends. Where both ends are known, `known` remembers what was found.
//!
//! `MATCH (a:A)-[:R*2..]->(b) RETURN DISTINCT b` on a lattice of a thousand nodes: after [`TRIES`] relationships, most of
//! them in one corner, the search begins at `a` again and comes to each node once or twice.

use super::automaton::Automaton;
use super::known;
use super::levels::{self, EndsWanted, FAILURES};
use super::slot::start_in;
use crate::error::Error;
use crate::plan::{ChainEnds, OperatorId, Slot, Step, StepKind, visit};
use crate::run::buffer::Buffer;
use crate::run::context::Context;
use crate::run::machine::{At, Chain, Choice, Machine, Part, go_back, small};
use crate::value::Value;

/// After so many iterations a search pays.
pub(super) const TRIES: u32 = 64;

impl<'g> Machine<'g> {
    /// Comes to a chain, at the first of the steps from `here` on. Says whether it leads to its end, where that is known.
    pub(super) fn begin_chain(
        &mut self,
        step: OperatorId,
        here: &'g [Step],
        wanted: &'g ChainEnds,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<bool>, Error> {
        if self.trail.len() == 0
            && let Some(leads) = cx.known.borrow().look_up(step, row, cx.meter)?
        {
            return Ok(Some(leads && self.pass_chain(step, here, wanted, cx)));
        }
        self.chain = Some(Chain {
            here,
            step,
            wanted,
            frames: small(self.frames.len()),
            trail: small(self.trail.len()),
            journal: small(self.journal.len()),
            undo: small(self.undo.len()),
            tries: TRIES,
        });
        Ok(None)
    }

    /// Goes on behind a chain that leads to its end.
    fn pass_chain(
        &mut self,
        step: OperatorId,
        here: &'g [Step],
        wanted: &ChainEnds,
        cx: &Context<'g>,
    ) -> bool {
        self.at = At { steps: here.get(wanted.steps..).unwrap_or_default(), round: None };
        cx.count_row(step);
        true
    }

    /// Counts an iteration of a part of the chain under way; whether there have been too many.
    #[inline]
    pub(super) fn tries_are_over(&mut self) -> bool {
        let Some(chain) = &mut self.chain else { return false };
        chain.tries = chain.tries.saturating_sub(1);
        chain.tries == 0
    }

    /// Gives up walking the chain, and searches it from its beginning; `None` where it can't be searched. Where the search
    /// comes to too many paths that are none, the chain is walked from its beginning, all of it.
    #[cold]
    pub(super) fn search_chain(
        &mut self,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<bool>, Error> {
        let Some(chain) = self.chain.take() else { return Ok(None) };
        let (steps, rest) = chain.here.split_at(chain.wanted.steps.min(chain.here.len()));
        let Some(automaton) = Automaton::of(steps, &chain.wanted.told) else { return Ok(None) };
        self.frames.truncate(chain.frames as usize);
        let walked = (&mut self.trail, &mut self.journal, &mut self.undo);
        go_back(walked, (chain.trail, chain.journal, chain.undo), row);
        let mut binds: Vec<Slot> = Vec::new();
        visit::bound_by(steps, &mut |slot: Slot| binds.push(slot));
        let mut kept = Buffer::new(&binds);
        if let Some(start) = start_in(automaton.start, row) {
            let wanted = EndsWanted {
                once: self.once && rest.is_empty(),
                lengths: chain.wanted.lengths,
                // What grows is given up early where it is walked way by way.
                failures: chain.wanted.grows.then_some(FAILURES),
            };
            if self.trail.len() == 0
                && known::find_all(chain.step, (steps, chain.wanted), (&automaton, start), cx, row)?
                && let Some(leads) = cx.known.borrow().look_up(chain.step, row, cx.meter)?
            {
                let Chain { step, here, wanted, .. } = chain;
                return Ok(Some(leads && self.pass_chain(step, here, wanted, cx)));
            }
            let walked = self.trail.copy(cx.meter)?;
            if !levels::ends(&automaton, (start, walked), wanted, &mut kept, cx, row)? {
                let Some((first, behind)) = chain.here.split_first() else { return Ok(None) };
                self.at = At { steps: behind, round: None };
                return match &first.kind {
                    StepKind::Quantified(part) => {
                        self.begin_part(first.id, Part::Quantified(part), cx, row).map(Some)
                    }
                    StepKind::VariableLength(part) => {
                        self.begin_part(first.id, Part::Chain(part), cx, row).map(Some)
                    }
                    _ => Ok(None),
                };
            }
        }
        self.at = At { steps: rest, round: None };
        self.choose(chain.step, Choice::Kept { paths: Box::new(kept), next: 0 }, cx.meter)?;
        Ok(Some(false))
    }
}
