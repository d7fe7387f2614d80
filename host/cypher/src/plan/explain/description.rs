//! The description of a plan: a tree of operators with their names, details and counts. How a plan is
//! described and how the tree is printed is next door.

use crate::plan::OperatorId;
use crate::stack::deeper;

/// What an operator did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The rows that it passed on.
    pub rows: u64,
    /// How often it asked the store.
    pub hits: u64,
    /// How long it worked itself, in nanoseconds.
    pub nanoseconds: u64,
}

/// An operator of a plan as people read it, with what it takes its rows from. Prints as a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanDescription {
    /// Its name, such as `NodeByLabelScan`.
    pub operator: String,
    /// What exactly it does, in words of the text.
    pub details: String,
    /// The operator that was counted, where it is one that runs.
    pub(crate) id: Option<OperatorId>,
    /// What it did, where that was counted.
    pub counts: Option<Counts>,
    /// What it takes its rows from.
    pub input: Option<Box<PlanDescription>>,
    /// What it runs for each of them: subqueries and repeated parts.
    pub nested: Vec<PlanDescription>,
}

impl PlanDescription {
    /// Whether anything in it was counted, so that the query was not only explained.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        let mut below = self.nested.iter().chain(self.input.as_deref());
        self.counts.is_some() || deeper(|| below.any(PlanDescription::is_counted))
    }

    /// Fills in what was counted, operator by operator.
    pub(crate) fn count(&mut self, counts: &dyn Fn(OperatorId) -> Option<Counts>) {
        deeper(|| {
            self.counts = self.id.and_then(counts);
            self.nested
                .iter_mut()
                .chain(self.input.as_deref_mut())
                .for_each(|part| part.count(counts));
        });
        // A union that others' rows go through is not counted itself; an argument stands for the row outside.
        if self.counts.is_none() && self.operator == "Union" {
            let parts = self.nested.iter().chain(self.input.as_deref());
            let rows = parts.filter_map(|part| part.counts).map(|counts| counts.rows).sum();
            self.counts = Some(Counts { rows, ..Counts::default() });
        }
    }
}
