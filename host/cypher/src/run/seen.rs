//! Which values were there before: for `DISTINCT`, for grouping and for `UNION`. Values lie in one piece; the
//! tables that find them hold only their numbers. There are many small tables where there is much to find, since
//! a table that grows can't be interrupted, and one that is large takes long.

use std::hash::{BuildHasher, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::buffer::Charged;
use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::value::Value;

/// How many entries one table may have before there are many.
const SMALL: usize = 4096;
/// How many tables there are then.
const MANY: usize = 64;
/// What an entry takes in its table, with room to grow and while it grows.
const ENTRY: usize = 4 * size_of::<Entry>();

/// Part of a hash, and the number of what has it.
type Entry = (u32, u32);

/// Rows of so many values each, numbered in the order in which they came.
pub(super) struct Seen {
    width: usize,
    values: Charged<Value>,
    count: usize,
    tables: Vec<HashTable<Entry>>,
    hasher: DefaultHashBuilder,
    charge: Charge,
}

impl Seen {
    /// None yet.
    pub fn new(width: usize) -> Seen {
        Seen {
            width,
            values: Charged::default(),
            count: 0,
            tables: vec![HashTable::new()],
            hasher: DefaultHashBuilder::default(),
            charge: Charge::default(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// What came as number so.
    pub fn row(&self, number: usize) -> &[Value] {
        &self.values[number * self.width..][..self.width]
    }

    /// The number of a row, and whether it is new.
    pub fn number(&mut self, row: &[Value], meter: &Meter) -> Result<(usize, bool), Error> {
        #[expect(clippy::cast_possible_truncation, reason = "half of a hash is one too")]
        let hash = self.hash(row, meter) as u32;
        let found = self.tables[hash as usize % self.tables.len()].find(spread(hash), |entry| {
            entry.0 == hash && equivalent(self.row(entry.1 as usize), row, meter)
        });
        if let Some(entry) = found {
            return Ok((entry.1 as usize, false));
        }
        self.charge.grow(meter, ENTRY)?;
        for value in row {
            self.values.push(value.clone(), meter)?;
        }
        let number = self.count;
        self.count += 1;
        if self.count == SMALL {
            self.divide();
        }
        let table = hash as usize % self.tables.len();
        let entry = (hash, u32::try_from(number).unwrap_or(u32::MAX));
        self.tables[table].insert_unique(spread(hash), entry, |entry| spread(entry.0));
        Ok((number, true))
    }

    fn hash(&self, row: &[Value], meter: &Meter) -> u64 {
        let mut state = self.hasher.build_hasher();
        row.iter().for_each(|value| value.hash_into(&mut state, meter));
        state.finish()
    }

    /// From now on there are many tables.
    fn divide(&mut self) {
        let all = std::mem::take(&mut self.tables);
        self.tables.resize_with(MANY, HashTable::new);
        for entry in all.into_iter().flatten() {
            let table = entry.0 as usize % MANY;
            self.tables[table].insert_unique(spread(entry.0), entry, |entry| spread(entry.0));
        }
    }
}

/// Whether two rows are one to `DISTINCT`.
fn equivalent(a: &[Value], b: &[Value], meter: &Meter) -> bool {
    a.iter().zip(b).all(|(a, b)| a.equivalent(b, meter))
}

/// A hash with bits in all places, as the tables want it.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_numbers_through_the_division_of_the_tables() -> Result<(), Error> {
        let meter = Meter::default();
        let mut seen = Seen::new(2);
        let row = |number: usize| [Value::Integer(number as i64), Value::Null];
        for number in 0..3 * SMALL {
            assert_eq!(seen.number(&row(number), &meter)?, (number, true));
        }
        for number in 0..3 * SMALL {
            assert_eq!(seen.number(&row(number), &meter)?, (number, false));
        }
        assert_eq!(seen.number(&[Value::Float(7.0), Value::Null], &meter)?, (7, false));
        assert_eq!(seen.len(), 3 * SMALL);
        Ok(())
    }
}
