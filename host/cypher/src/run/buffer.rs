//! Rows that wait: what an operator keeps of them until it has seen all, charged to the run that holds them.

use std::ops::Deref;

use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::Slot;
use crate::value::Value;

/// A vector whose capacity is charged to the run.
#[derive(Debug)]
pub(super) struct Charged<T> {
    items: Vec<T>,
    charge: Charge,
}

impl<T> Default for Charged<T> {
    fn default() -> Charged<T> {
        Charged { items: Vec::new(), charge: Charge::default() }
    }
}

impl<T> Charged<T> {
    /// Adds an item. Fails where that is more than the run may hold.
    #[inline]
    pub fn push(&mut self, item: T, meter: &Meter) -> Result<(), Error> {
        self.reserve(1, meter)?;
        self.items.push(item);
        Ok(())
    }

    /// Makes room for so many more.
    #[inline]
    fn reserve(&mut self, more: usize, meter: &Meter) -> Result<(), Error> {
        if self.items.capacity() - self.items.len() < more {
            self.grow(more, meter)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn grow(&mut self, least: usize, meter: &Meter) -> Result<(), Error> {
        let more = self.items.capacity().max(least).max(4);
        self.charge.grow(meter, more.saturating_mul(size_of::<T>()))?;
        self.items.reserve_exact(more);
        Ok(())
    }

    /// The items one by one, and what they are charged.
    pub fn into_parts(self) -> (std::vec::IntoIter<T>, Charge) {
        (self.items.into_iter(), self.charge)
    }

    /// Takes the last item off.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// The last item.
    #[inline]
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }

    /// Drops what lies behind the first `length`.
    #[inline]
    pub fn truncate(&mut self, length: usize) {
        if length < self.items.len() {
            self.items.truncate(length);
        }
    }

    /// Drops all.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// The items, to be changed in place.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl Charged<Value> {
    /// The values as a list, which is charged in its turn.
    pub(crate) fn into_list(self, meter: &Meter) -> Result<Value, Error> {
        let Charged { items, charge } = self;
        drop(charge);
        Value::list(items, meter)
    }
}

impl<T> Deref for Charged<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items
    }
}

/// Rows, of each of which some slots are kept.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    slots: Vec<Slot>,
    values: Charged<Value>,
    rows: usize,
}

impl Buffer {
    /// An empty one that keeps these slots.
    pub fn new(slots: &[Slot]) -> Buffer {
        Buffer { slots: slots.to_vec(), ..Buffer::default() }
    }

    /// An empty one that keeps the same slots.
    pub fn like(&self) -> Buffer {
        Buffer::new(&self.slots)
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Drops the rows behind the first so many.
    pub fn truncate(&mut self, rows: usize) {
        self.values.truncate(rows * self.slots.len());
        self.rows = self.rows.min(rows);
    }

    /// Keeps a row.
    pub fn keep(&mut self, row: &[Value], meter: &Meter) -> Result<(), Error> {
        self.values.reserve(self.slots.len(), meter)?;
        self.values.items.extend(self.slots.iter().map(|slot| row[slot.0 as usize].clone()));
        self.rows += 1;
        Ok(())
    }

    /// Keeps a row whose values for the slots are these.
    pub fn take(&mut self, values: &mut [Value], meter: &Meter) -> Result<(), Error> {
        self.values.reserve(values.len(), meter)?;
        self.values.items.extend(values.iter_mut().map(std::mem::take));
        self.rows += 1;
        Ok(())
    }

    /// Puts a kept row back.
    pub fn restore(&self, index: usize, row: &mut [Value]) {
        let width = self.slots.len();
        for (slot, value) in self.slots.iter().zip(&self.values[index * width..]) {
            row[slot.0 as usize].clone_from(value);
        }
    }

    /// Puts a kept row back for the last time.
    pub fn hand_over(&mut self, index: usize, row: &mut [Value]) {
        let width = self.slots.len();
        for (slot, value) in self.slots.iter().zip(&mut self.values.items[index * width..]) {
            row[slot.0 as usize].set(std::mem::take(value));
        }
    }
}
