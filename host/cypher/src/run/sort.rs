//! `ORDER BY`: rows are gathered with their keys and merged, stably, in a sort that looks at the clock. Where a
//! limit follows, no more than about twice as many rows are ever held.

use std::cmp::Ordering;

use super::buffer::{Buffer, Charged};
use super::context::Context;
use super::flow::Flow;
use super::merge_sort::merge_sort;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::{Slot, SortKey};
use crate::value::Value;

/// How many rows are held before those beyond the limit are dropped, at the least.
const BATCH: usize = 256;

/// Rows to be sorted.
pub(super) struct Sorting<'g> {
    keys: &'g [SortKey],
    /// Rows come in the order of so many of the keys.
    early: usize,
    limit: Option<usize>,
    live: &'g [Slot],
    /// Of each row its keys and then its kept slots.
    values: Charged<Value>,
    rows: usize,
    /// Where rows were dropped: so many are left, in order, and what does not come before the last of them is too late.
    full: Option<usize>,
}

impl<'g> Sorting<'g> {
    /// None yet.
    pub fn new(
        keys: &'g [SortKey],
        early: usize,
        limit: Option<u64>,
        live: &'g [Slot],
    ) -> Sorting<'g> {
        let limit = limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        Sorting { keys, early, limit, live, values: Charged::default(), rows: 0, full: None }
    }

    fn width(&self) -> usize {
        self.keys.len() + self.live.len()
    }

    /// Takes a row.
    pub fn add(&mut self, cx: &Context<'g>, row: &mut [Value]) -> Result<Flow, Error> {
        if self.limit == Some(0) {
            return Ok(Flow::Go);
        }
        for key in self.keys {
            self.values.push(cx.eval(&key.expr, row)?, cx.meter)?;
        }
        if self.ends_here(cx.meter) {
            self.values.truncate(self.rows * self.width());
            return Ok(Flow::Stop);
        }
        if self.is_too_late(cx.meter) {
            self.values.truncate(self.rows * self.width());
            return Ok(Flow::Go);
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
        Ok(Flow::Go)
    }

    /// Whether neither the row whose keys lie last nor any behind it is wanted: by the keys in whose order rows come it is
    /// behind the last of so many, which is as many rows from the first one as it ever was.
    #[inline]
    fn ends_here(&self, meter: &Meter) -> bool {
        let Some(last) = self.limit.filter(|limit| self.early > 0 && *limit <= self.rows) else {
            return false;
        };
        let width = self.width();
        let (last, keys) = (&self.values[(last - 1) * width..], &self.values[self.rows * width..]);
        self.compare(&keys[..self.early], last, meter) == Ordering::Greater
    }

    /// Whether the row whose keys lie last comes behind all that are wanted.
    #[inline]
    fn is_too_late(&self, meter: &Meter) -> bool {
        let Some(last) = self.full.and_then(|full| full.checked_sub(1)) else { return false };
        let width = self.width();
        let (last, keys) = (&self.values[last * width..], &self.values[self.rows * width..]);
        self.compare(keys, last, meter) != Ordering::Less
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
        self.full = Some(self.rows);
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
            let ordering = a.order_with_sign(b, meter);
            if ordering.is_ne() {
                return if key.descending { ordering.reverse() } else { ordering };
            }
        }
        Ordering::Equal
    }
}
