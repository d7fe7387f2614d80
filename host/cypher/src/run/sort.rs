//! `ORDER BY`: rows are gathered with their keys and merged, stably, in a sort that looks at the clock. Where a
//! limit follows, no more than about twice as many rows are ever held.

use std::cmp::Ordering;

use super::buffer::{Buffer, Charged};
use super::context::Context;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::{Slot, SortKey};
use crate::value::Value;

/// How many rows are held before those beyond the limit are dropped, at the least.
const BATCH: usize = 256;

/// Rows to be sorted.
pub(super) struct Sorting<'g> {
    keys: &'g [SortKey],
    limit: Option<usize>,
    live: &'g [Slot],
    /// Of each row its keys and then its kept slots.
    values: Charged<Value>,
    rows: usize,
}

impl<'g> Sorting<'g> {
    /// None yet.
    pub fn new(keys: &'g [SortKey], limit: Option<u64>, live: &'g [Slot]) -> Sorting<'g> {
        let limit = limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        Sorting { keys, limit, live, values: Charged::default(), rows: 0 }
    }

    fn width(&self) -> usize {
        self.keys.len() + self.live.len()
    }

    /// Takes a row.
    pub fn add(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<(), Error> {
        if self.limit == Some(0) {
            return Ok(());
        }
        for key in self.keys {
            self.values.push(cx.eval(&key.expr, row)?, cx.meter)?;
        }
        for slot in self.live {
            self.values.push(row[slot.0 as usize].clone(), cx.meter)?;
        }
        self.rows += 1;
        if let Some(limit) = self.limit
            && self.rows >= limit.saturating_mul(2).max(BATCH)
        {
            self.drop_the_rest(cx, limit)?;
        }
        Ok(())
    }

    /// Keeps the first so many.
    fn drop_the_rest(&mut self, cx: &Context<'g>, limit: usize) -> Result<(), Error> {
        let (order, _charge) = self.order(cx)?;
        let width = self.width();
        let mut kept = Charged::default();
        for &row in order.iter().take(limit) {
            for value in &mut self.values.as_mut_slice()[row as usize * width..][..width] {
                kept.push(std::mem::take(value), cx.meter)?;
            }
        }
        self.rows = limit.min(self.rows);
        self.values = kept;
        Ok(())
    }

    /// The rows in order.
    pub fn finish(self, cx: &Context<'g>) -> Result<Buffer, Error> {
        let (order, _charge) = self.order(cx)?;
        let mut buffer = Buffer::new(self.live);
        let (width, keys) = (self.width(), self.keys.len());
        let mut values = self.values;
        for &row in order.iter().take(self.limit.unwrap_or(usize::MAX)) {
            cx.tick()?;
            let from = row as usize * width + keys;
            buffer.take(&mut values.as_mut_slice()[from..from + width - keys], cx.meter)?;
        }
        Ok(buffer)
    }

    /// The numbers of the rows, sorted, with what they take.
    fn order(&self, cx: &Context<'g>) -> Result<(Vec<u32>, Charge), Error> {
        let bytes = self.rows.saturating_mul(2 * size_of::<u32>());
        let charge = Charge::new(cx.meter, bytes)?;
        let mut order: Vec<u32> = (0..u32::try_from(self.rows).unwrap_or(u32::MAX)).collect();
        let width = self.width();
        merge_sort(&mut order, |a, b| {
            cx.tick()?;
            let (a, b) = (&self.values[*a as usize * width..], &self.values[*b as usize * width..]);
            Ok(self.compare(a, b, cx.meter) != Ordering::Greater)
        })?;
        Ok((order, charge))
    }

    fn compare(&self, a: &[Value], b: &[Value], meter: &Meter) -> Ordering {
        for ((key, a), b) in self.keys.iter().zip(a).zip(b) {
            let ordering = a.order(b, meter);
            if ordering.is_ne() {
                return if key.descending { ordering.reverse() } else { ordering };
            }
        }
        Ordering::Equal
    }
}

/// Sorts stably, from runs that are in order already upwards. `in_order` says whether the first may stand
/// before the second, and may give up.
fn merge_sort<T: Copy>(
    items: &mut Vec<T>,
    mut in_order: impl FnMut(&T, &T) -> Result<bool, Error>,
) -> Result<(), Error> {
    let mut runs = Vec::new();
    for at in 0..items.len() {
        if at == 0 || !in_order(&items[at - 1], &items[at])? {
            runs.push(at);
        }
    }
    let mut merged = Vec::with_capacity(items.len());
    while runs.len() > 1 {
        merged.clear();
        let mut begins = Vec::with_capacity(runs.len().div_ceil(2));
        for pair in 0..runs.len().div_ceil(2) {
            let start = |run: usize| runs.get(run).copied().unwrap_or(items.len());
            let (first, second, end) = (start(2 * pair), start(2 * pair + 1), start(2 * pair + 2));
            begins.push(merged.len());
            let (mut a, mut b) = (first, second);
            while a < second && b < end {
                let from = if in_order(&items[a], &items[b])? { &mut a } else { &mut b };
                merged.push(items[*from]);
                *from += 1;
            }
            merged.extend_from_slice(&items[a..second]);
            merged.extend_from_slice(&items[b..end]);
        }
        std::mem::swap(items, &mut merged);
        runs = begins;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::merge_sort;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does_and_as_stably(
            keys in prop::collection::vec(0u8..20, 0..200)
        ) {
            let items: Vec<(u8, usize)> = keys.iter().copied().zip(0..).collect();
            let mut ours = items.clone();
            merge_sort(&mut ours, |a, b| Ok(a.0 <= b.0)).expect("nothing gives up");
            let mut theirs = items;
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(ours, theirs);
        }
    }
}
