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
    /// What no operator did: making the result of the rows that come out.
    result: Cell<Counter>,
    current: Cell<Option<OperatorId>>,
    since: Cell<Instant>,
}

impl Profile {
    /// Counters for so many operators.
    pub fn new(operators: u32) -> Profile {
        Profile {
            counters: (0..operators).map(|_| Cell::default()).collect(),
            result: Cell::default(),
            current: Cell::new(None),
            since: Cell::new(Instant::now()),
        }
    }

    /// From now on this operator is at work; gives back the one that was until now.
    pub(crate) fn switch(&self, to: Option<OperatorId>) -> Option<OperatorId> {
        let now = Instant::now();
        let worked = now - self.since.replace(now);
        let before = self.current.replace(to);
        let nanoseconds = u64::try_from(worked.as_nanos()).unwrap_or(u64::MAX);
        self.change(before, |counter| counter.nanoseconds += nanoseconds);
        before
    }

    /// An operator has passed on rows.
    pub fn rows(&self, id: OperatorId, rows: u64) {
        self.change(Some(id), |counter| counter.rows += rows);
    }

    /// The operator at work has asked the store.
    pub(crate) fn hit(&self, times: u64) {
        self.change(self.current.get(), |counter| counter.hits += times);
    }

    /// What each operator has done so far.
    pub fn counted(&self) -> Vec<Counter> {
        self.counters.iter().map(Cell::get).collect()
    }

    /// Takes back what was counted since, but for the time that it took.
    pub fn take_back(&self, to: Vec<Counter>) {
        for (cell, Counter { rows, hits, .. }) in self.counters.iter().zip(to) {
            cell.set(Counter { rows, hits, ..cell.get() });
        }
    }

    /// What each operator did, and behind them what was done for the result.
    pub(crate) fn counters(&self, rows: u64) -> Vec<Counter> {
        self.switch(None);
        self.change(None, |counter| counter.rows = rows);
        self.counters.iter().chain([&self.result]).map(Cell::get).collect()
    }

    fn change(&self, id: Option<OperatorId>, change: impl FnOnce(&mut Counter)) {
        let cell = match id {
            Some(id) => self.counters.get(id.0 as usize),
            None => Some(&self.result),
        };
        if let Some(cell) = cell {
            let mut counter = cell.get();
            change(&mut counter);
            cell.set(counter);
        }
    }
}
