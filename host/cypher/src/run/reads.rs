//! What of a row decides the value of a step or of an expression.

use smallvec::SmallVec;

use crate::plan::visit::{Subquery, Visitor};
use crate::plan::{Expr, Slot};

/// Gathers it.
#[derive(Default)]
pub(super) struct Reads {
    slots: SmallVec<[Slot; 4]>,
    /// Whether anything is another value each time.
    volatile: bool,
    /// Whether anything has to be looked for in the graph.
    searches: bool,
}

impl Reads {
    /// The slots without those that are bound on the way; `None` where chance decides as well.
    pub fn but_for(self, own: &[Slot]) -> Option<Vec<Slot>> {
        let slots = self.slots.into_iter().filter(|slot| !own.contains(slot));
        (!self.volatile).then(|| slots.collect())
    }

    /// The slot, if there is one alone and nothing else decides.
    pub fn only_slot(self) -> Option<Slot> {
        let (first, others) = self.slots.split_first()?;
        let alone = !self.volatile && !self.searches && others.iter().all(|slot| slot == first);
        alone.then_some(*first)
    }

    /// Whether the value is the same whatever lies in a slot, each time it is asked for, and soon had: it may be computed
    /// where perhaps nobody needs it.
    pub fn may_come_before(&self, slot: Slot) -> bool {
        !self.volatile && !self.searches && !self.slots.contains(&slot)
    }
}

impl Visitor for Reads {
    fn slot(&mut self, slot: Slot) {
        self.slots.push(slot);
    }

    fn part(&mut self, e: &Expr) -> bool {
        if let Expr::Call(function, arguments, _) = e {
            self.volatile |= function.is_volatile(arguments.len());
        }
        true
    }

    fn subquery(&mut self, _: Subquery<'_>) -> bool {
        self.searches = true;
        true
    }
}
