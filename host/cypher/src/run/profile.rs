//! Counts for `PROFILE`: rows, questions to the store and time of each operator. The time between two switches
//! belongs to the operator that was at work, so nobody's time holds that of another.

use std::cell::Cell;
use std::time::Instant;

use crate::plan::OperatorId;

/// What an operator did, for `PROFILE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counter {
    /// The rows that it pushed on.
    pub rows: u64,
    /// How often it asked the store.
    pub hits: u64,
    /// The time that it took itself, without the operators around it.
    pub nanoseconds: u64,
}

/// The counters of a run.
pub(super) struct Profile {
    counters: Vec<Cell<Counter>>,
    current: Cell<Option<OperatorId>>,
    since: Cell<Instant>,
}

impl Profile {
    /// Counters for so many operators.
    pub fn new(operators: u32) -> Profile {
        Profile {
            counters: (0..operators).map(|_| Cell::default()).collect(),
            current: Cell::new(None),
            since: Cell::new(Instant::now()),
        }
    }

    /// From now on this operator is at work; gives back the one that was until now.
    pub(crate) fn switch(&self, to: Option<OperatorId>) -> Option<OperatorId> {
        let now = Instant::now();
        let worked = now - self.since.replace(now);
        let before = self.current.replace(to);
        if let Some(id) = before {
            let nanoseconds = u64::try_from(worked.as_nanos()).unwrap_or(u64::MAX);
            self.change(id, |counter| counter.nanoseconds += nanoseconds);
        }
        before
    }

    /// An operator has passed on rows.
    pub fn rows(&self, id: OperatorId, rows: u64) {
        self.change(id, |counter| counter.rows += rows);
    }

    /// The operator at work has asked the store.
    pub(crate) fn hit(&self, times: u64) {
        if let Some(id) = self.current.get() {
            self.change(id, |counter| counter.hits += times);
        }
    }

    /// What was counted.
    pub(crate) fn counters(&self) -> Vec<Counter> {
        self.switch(None);
        self.counters.iter().map(Cell::get).collect()
    }

    fn change(&self, id: OperatorId, change: impl FnOnce(&mut Counter)) {
        if let Some(cell) = self.counters.get(id.0 as usize) {
            let mut counter = cell.get();
            change(&mut counter);
            cell.set(counter);
        }
    }
}
