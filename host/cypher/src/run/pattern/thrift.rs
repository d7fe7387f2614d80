//! Whether it is worth asking at each step of a path what must be true of it. Where hardly any step is refused, a path of
//! a few relationships is walked sooner than it is asked about, and what is asked at its end is enough for a while.
//!
//! `MATCH p = (a)-[*3]-(b) WHERE NOT a IN nodes(p)[1..]` on a board, where one way in thirteen comes back to where it began:
//!
//! ```text
//! of the first 256 steps 20 are refused: fewer than one in eight
//! the next 2,048 steps are not asked about
//! of the next 256 ...
//! ```

use crate::plan::{Expr, Growing};
use crate::run::machine::{Machine, Round, Thrift};

/// How many steps are asked about before it is decided.
const ASKED: u32 = 256;
/// Of so many one has to be refused.
const SHARE: u32 = 8;
/// How many steps are not asked about then.
const REST: u32 = 2_048;
/// Longer paths are always asked about: behind a step that would have been refused there may be too many of them.
const SHORT: u64 = 8;

impl<'g> Machine<'g> {
    /// Whether a step need not be asked about, since what is asked is asked again where the path ends.
    pub(super) fn is_spared(&mut self, round: &Round<'g>) -> bool {
        let Some(thrift) = self.thrifts.iter_mut().find(|thrift| thrift.step == round.step) else {
            return false;
        };
        let rests = thrift.rest > 0;
        thrift.rest -= u32::from(rests);
        rests
    }

    /// Notes what came of asking about a step of a short path, where that takes long enough.
    pub(super) fn note_asked(&mut self, round: &Round<'g>, refused: bool) {
        let is_quick = |it: &Growing| matches!(it.predicate, Expr::IsAcyclic(_));
        let is_short = round.part.max().is_some_and(|max| max <= SHORT);
        if !is_short || round.part.growing().iter().any(is_quick) {
            return;
        }
        let step = round.step;
        let known = self.thrifts.iter().position(|thrift| thrift.step == step);
        let at = known.unwrap_or_else(|| {
            self.thrifts.push(Thrift { step, asked: 0, refused: 0, rest: 0 });
            self.thrifts.len() - 1
        });
        let thrift = &mut self.thrifts[at];
        thrift.asked += 1;
        thrift.refused += u32::from(refused);
        if thrift.asked == ASKED {
            let rest = if SHARE * thrift.refused < ASKED { REST } else { 0 };
            *thrift = Thrift { step, asked: 0, refused: 0, rest };
        }
    }
}
