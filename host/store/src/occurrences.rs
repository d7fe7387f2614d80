//! How often each of many things came, counted in a file of its own that goes with whoever counts: however many they
//! are, no more of them is held in memory than of a few.

use rusqlite::{Connection, params};

use crate::StoreError;

/// How many KiB of the file are held in memory.
const CACHE: i64 = 128;

/// How often each of many things came. What is counted is told apart by a hash.
#[derive(Debug)]
pub struct Occurrences {
    connection: Connection,
}

impl Occurrences {
    /// Nothing has come yet.
    ///
    /// # Errors
    /// Where the system's folder for temporary files can't be written.
    pub fn new() -> Result<Occurrences, StoreError> {
        // SQLite gives a file without a name to whoever opens it, and removes it after that one.
        let open = Connection::open("").and_then(|connection| {
            connection.execute_batch(&format!(
                "PRAGMA journal_mode = off; PRAGMA synchronous = off; PRAGMA cache_size = -{CACHE};
                 BEGIN; CREATE TABLE came (what INTEGER PRIMARY KEY, times INTEGER NOT NULL);"
            ))?;
            Ok(connection)
        });
        Ok(Occurrences { connection: open.map_err(wrong)? })
    }

    /// Counts that this came; gives how often it came before.
    ///
    /// # Errors
    /// Where there is no room for temporary files.
    pub fn add(&mut self, what: u64) -> Result<u64, StoreError> {
        let count = || {
            let mut statement = self.connection.prepare_cached(
                "INSERT INTO came VALUES (?1, 1) ON CONFLICT DO UPDATE SET times = times + 1
                 RETURNING times - 1",
            )?;
            statement.query_row(params![what.cast_signed()], |row| row.get(0))
        };
        count().map(i64::cast_unsigned).map_err(wrong)
    }
}

fn wrong(error: rusqlite::Error) -> StoreError {
    StoreError::of(&std::env::temp_dir(), error)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn each_thing_is_counted_by_itself_however_many_there_are() {
        let (mut occurrences, mut expected) = (Occurrences::new().unwrap(), HashMap::new());
        for step in 0..30_000u64 {
            let what = (step * step % 20_011).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let before: &mut u64 = expected.entry(what).or_default();
            assert_eq!(occurrences.add(what).unwrap(), *before);
            *before += 1;
        }
        assert_eq!(occurrences.add(u64::MAX).unwrap(), 0);
        assert_eq!(occurrences.add(u64::MAX).unwrap(), 1);
    }
}
