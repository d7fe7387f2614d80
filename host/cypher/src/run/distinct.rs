//! Rows without duplicates, in the order in which they came: for `DISTINCT`, for grouping and for `UNION`. The
//! values of all rows lie in one vector; the hash tables that find a row hold only its number. Where each group of
//! many has its own, a few rows have no table: to go through them takes less than to make one. Many rows are divided among many
//! small tables: a table that grows can't be interrupted, and a large one takes long to grow.

use std::hash::{BuildHasher, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::buffer::Charged;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::size;
use crate::value::Value;

/// Up to so many rows are looked at one after the other.
const FEW: usize = 8;
/// At so many rows the one table is divided into many.
const ROWS_OF_ONE_TABLE: usize = 4096;
/// How many tables there are from then on.
const TABLES: usize = 64;
/// The bytes of an entry in its table, with the room that a growing table needs beside it.
const ENTRY_BYTES: usize = 4 * size_of::<Entry>();

/// An odd number whose bits look like chance: a product with it has those of both in its upper half.
const SPREADING: u64 = 0x9e37_79b9_7f4a_7c15;

/// Part of the hash of a row, and the number of the row.
type Entry = (u32, u32);

/// Different rows of `width` values each, numbered from zero in the order in which they came.
pub(super) struct DistinctRows {
    width: usize,
    values: Charged<Value>,
    count: usize,
    /// None as long as the rows are gone through.
    tables: Vec<HashTable<Entry>>,
    hasher: DefaultHashBuilder,
    charge: Charge,
}

impl DistinctRows {
    /// No rows yet, of which there may be many.
    pub fn new(width: usize) -> DistinctRows {
        DistinctRows { tables: vec![HashTable::new()], ..DistinctRows::few(width) }
    }

    /// No rows yet, and most likely no more than a few ever.
    pub fn few(width: usize) -> DistinctRows {
        DistinctRows {
            width,
            values: Charged::default(),
            count: 0,
            tables: Vec::new(),
            hasher: DefaultHashBuilder::default(),
            charge: Charge::default(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The row of this number.
    pub fn row(&self, number: usize) -> &[Value] {
        &self.values[number * self.width..][..self.width]
    }

    /// Whether this is the row of that number.
    #[inline]
    pub fn is(&self, number: usize, row: &[Value], meter: &Meter) -> bool {
        number < self.count && equivalent(self.row(number), row, meter)
    }

    /// Adds a row unless it is there, wherever its values lie; its number, and whether it is new.
    #[inline]
    pub fn insert<'v>(
        &mut self,
        row: impl IntoIterator<Item = &'v Value> + Clone,
        meter: &Meter,
    ) -> Result<(usize, bool), Error> {
        if self.tables.is_empty() {
            return self.insert_among_few(row, meter);
        }
        let hash = self.hash(row.clone(), meter);
        if let Some(number) = self.find_hashed(hash, row.clone(), meter) {
            return Ok((number, false));
        }
        self.add(hash, row, meter).map(|number| (number, true))
    }

    fn add<'v>(
        &mut self,
        hash: u32,
        row: impl IntoIterator<Item = &'v Value>,
        meter: &Meter,
    ) -> Result<usize, Error> {
        self.charge.grow(meter, ENTRY_BYTES)?;
        let number = self.push(row, meter)?;
        if self.count == ROWS_OF_ONE_TABLE {
            self.divide();
        }
        self.enter(hash, number);
        Ok(number)
    }

    /// The same as long as there is no table. It is not put in place, since most rows come to a table.
    #[inline(never)]
    fn insert_among_few<'v>(
        &mut self,
        row: impl IntoIterator<Item = &'v Value> + Clone,
        meter: &Meter,
    ) -> Result<(usize, bool), Error> {
        if let Some(number) = self.find_among_few(row.clone(), meter) {
            return Ok((number, false));
        }
        let number = self.push(row, meter)?;
        if self.count > FEW {
            self.make_table(meter)?;
        }
        Ok((number, true))
    }

    /// Puts the values of a row behind the others; its number.
    fn push<'v>(
        &mut self,
        row: impl IntoIterator<Item = &'v Value>,
        meter: &Meter,
    ) -> Result<usize, Error> {
        for value in row {
            self.values.push(value.clone(), meter)?;
        }
        self.count += 1;
        Ok(self.count - 1)
    }

    /// Makes the table of rows that are no longer few.
    #[cold]
    fn make_table(&mut self, meter: &Meter) -> Result<(), Error> {
        let bytes = size::vector::<HashTable<Entry>>(1) + self.count * ENTRY_BYTES;
        self.charge.grow(meter, bytes)?;
        self.tables.push(HashTable::with_capacity(self.count));
        for number in 0..self.count {
            let hash = self.hash(self.row(number), meter);
            self.enter(hash, number);
        }
        Ok(())
    }

    /// Puts a row into its table.
    fn enter(&mut self, hash: u32, number: usize) {
        let table = self.table(hash);
        let entry = (hash, u32::try_from(number).unwrap_or(u32::MAX));
        self.tables[table].insert_unique(spread(hash), entry, |entry| spread(entry.0));
    }

    /// The number of a row that is there.
    pub fn find(&self, row: &[Value], meter: &Meter) -> Option<usize> {
        if self.tables.is_empty() {
            return self.find_among_few(row, meter);
        }
        self.find_hashed(self.hash(row, meter), row, meter)
    }

    #[inline]
    fn find_among_few<'v>(
        &self,
        row: impl IntoIterator<Item = &'v Value> + Clone,
        meter: &Meter,
    ) -> Option<usize> {
        (0..self.count).find(|number| equivalent(self.row(*number), row.clone(), meter))
    }

    #[inline]
    fn find_hashed<'v>(
        &self,
        hash: u32,
        row: impl IntoIterator<Item = &'v Value> + Clone,
        meter: &Meter,
    ) -> Option<usize> {
        let found = self.tables[self.table(hash)].find(spread(hash), |entry| {
            entry.0 == hash && equivalent(self.row(entry.1 as usize), row.clone(), meter)
        });
        found.map(|entry| entry.1 as usize)
    }

    #[inline]
    fn hash<'v>(&self, row: impl IntoIterator<Item = &'v Value>, meter: &Meter) -> u32 {
        let mut hash = 0u64;
        for value in row {
            // The frequent values, in a hash of their own; a float that is equal to one has the same.
            let own = value.as_whole().map(spread_integer).unwrap_or_else(|| {
                let mut state = self.hasher.build_hasher();
                value.hash_into(&mut state, meter);
                state.finish()
            });
            hash = hash.wrapping_mul(SPREADING).rotate_left(23) ^ own;
        }
        #[expect(clippy::cast_possible_truncation, reason = "half of a hash is one too")]
        let half = hash as u32;
        half
    }

    /// The table of a hash; how many there are is a power of two.
    fn table(&self, hash: u32) -> usize {
        hash as usize & (self.tables.len() - 1)
    }

    /// Divides the one table into many.
    fn divide(&mut self) {
        let all = std::mem::take(&mut self.tables);
        self.tables.resize_with(TABLES, HashTable::new);
        for entry in all.into_iter().flatten() {
            let table = entry.0 as usize % TABLES;
            self.tables[table].insert_unique(spread(entry.0), entry, |entry| spread(entry.0));
        }
    }
}

/// Whether two rows are the same to `DISTINCT`.
fn equivalent<'v>(a: &[Value], b: impl IntoIterator<Item = &'v Value>, meter: &Meter) -> bool {
    a.iter().zip(b).all(|(a, b)| match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::Node(a), Value::Node(b)) => a == b,
        (a, b) => a.equivalent(b, meter),
    })
}

/// A hash of an integer, its lower half as good as its upper one.
fn spread_integer(integer: i64) -> u64 {
    let mixed = (integer as u64).wrapping_mul(SPREADING);
    mixed ^ (mixed >> 32)
}

/// A hash with bits in all places, as the tables want it.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(SPREADING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_numbers_through_the_division_of_the_tables() -> Result<(), Error> {
        keep_their_numbers(DistinctRows::new(2), 3 * ROWS_OF_ONE_TABLE)
    }

    #[test]
    fn values_keep_their_numbers_when_a_few_become_many() -> Result<(), Error> {
        (1..3 * FEW).try_for_each(|count| keep_their_numbers(DistinctRows::few(2), count))
    }

    fn keep_their_numbers(mut rows: DistinctRows, count: usize) -> Result<(), Error> {
        let meter = Meter::default();
        let row = |number: usize| [Value::Integer(number as i64), Value::Null];
        for number in 0..count {
            assert_eq!(rows.find(&row(number), &meter), None);
            assert_eq!(rows.insert(&row(number), &meter)?, (number, true));
        }
        for number in 0..count {
            assert_eq!(rows.insert(&row(number), &meter)?, (number, false));
        }
        let last = [Value::Float((count - 1) as f64), Value::Null];
        assert_eq!(rows.insert(&last, &meter)?, (count - 1, false));
        assert_eq!(rows.len(), count);
        Ok(())
    }
}
