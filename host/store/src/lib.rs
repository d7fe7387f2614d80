//! Games in SQLite: the user's history and a contest's file have one schema, so whatever reads one reads
//! the other. A game is written whole, in one transaction, when it is over; long texts that repeat (queries,
//! parameters) are stored once. What a game means, and who plays whom in a contest, is not known here.

#![forbid(unsafe_code)]

mod contest;
mod cut;
mod error;
mod hold;
pub mod moment;
mod occurrences;
mod plain;
mod read;
mod record;
mod salvage;
mod schema;
mod sqlite_file;
mod write;

pub use contest::{GameResult, MoveTime, SlowRound};
pub use cut::Cut;
pub use error::StoreError;
pub use hold::Hold;
pub use occurrences::Occurrences;
pub use plain::is_plain;
pub use read::Filter;
pub use record::{
    ContestPlace, Ending, GameId, GameRange, GameRecord, GameSummary, PlayerId, PlayerRecord,
    RoundRecord, Score,
};
pub use salvage::{Salvage, salvage};

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use sqlite_file::{has_log, immutable};

/// How long a writer waits for another host that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// So many pages of the write-ahead log, and a writer brings them into the file.
const WAL_CHECKPOINT_PAGES: u32 = 250;
/// The same for whoever writes all the time.
const LONG_WAL_PAGES: u32 = 4096;

/// An open file of games.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens the file, which several hosts may use at once, and makes it where there is none.
    ///
    /// # Errors
    /// Where the file can't be opened, is not a file of games, or is one of a later version.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let connection = Connection::open(path).map_err(|error| StoreError::of(path, error))?;
        let mut store = Store { connection, path: path.to_owned() };
        store.prepare_to_write(true)?;
        Ok(store)
    }

    /// Opens a file that is there, to write to it.
    ///
    /// # Errors
    /// As [`Store::open`], and where there is no file.
    pub fn open_to_write(path: &Path) -> Result<Store, StoreError> {
        let mut store = Store::connect(path)?;
        store.prepare_to_write(false)?;
        Ok(store)
    }

    /// Opens a file that is there, to read it only: it may be anybody's, lie where nothing can be written, and be of an
    /// earlier version, and stays as it is.
    ///
    /// # Errors
    /// As [`Store::open`], and where there is no file.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        let usual = Store::connect(path)?.prepared_to_read();
        match usual {
            Err(StoreError::CannotOpen(_) | StoreError::ReadOnly(_)) if !has_log(path) => {
                // SQLite can make no log beside the file, and so nobody else can: it stays as it is.
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
                    | OpenFlags::SQLITE_OPEN_NO_MUTEX
                    | OpenFlags::SQLITE_OPEN_URI;
                let connection = Connection::open_with_flags(immutable(path), flags)
                    .map_err(|error| StoreError::of(path, error))?;
                Store { connection, path: path.to_owned() }.prepared_to_read()
            }
            usual => usual,
        }
    }

    fn connect(path: &Path) -> Result<Store, StoreError> {
        StoreError::unless_file(path)?;
        // A file that can't be written is opened to be read.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)
            .map_err(|error| StoreError::of(path, error))?;
        Ok(Store { connection, path: path.to_owned() })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn prepared_to_read(mut self) -> Result<Store, StoreError> {
        self.recognise(false)?;
        schema::read_as_present(&mut self.connection, &self.path)?;
        self.with_connection(|connection| connection.pragma_update(None, "query_only", true))?;
        Ok(self)
    }

    /// Sees whose file it is before anything else is done with it.
    fn recognise(&mut self, may_be_empty: bool) -> Result<(), StoreError> {
        self.with_connection(|connection| {
            connection.busy_timeout(BUSY_TIMEOUT)?;
            // A stranger may have written more into the schema than our tables.
            connection.pragma_update(None, "trusted_schema", false)
        })?;
        schema::recognise(&mut self.connection, &self.path, may_be_empty)
    }

    fn prepare_to_write(&mut self, may_be_empty: bool) -> Result<(), StoreError> {
        self.recognise(may_be_empty)?;
        let path = self.path.clone();
        self.use_wal()
            .and_then(|()| self.connection.pragma_update(None, "synchronous", "normal"))
            // A writer knows what it refers to; to look it up once more costs a sixth of the time.
            .and_then(|()| self.connection.pragma_update(None, "foreign_keys", false))
            .map_err(|error| StoreError::of(&path, error))?;
        schema::migrate(&mut self.connection, &path)
    }

    /// Lets SQLite write to a log beside the file first. A file can be switched to that only while nobody else uses it,
    /// and SQLite itself does not wait for this.
    fn use_wal(&self) -> rusqlite::Result<()> {
        let deadline = Instant::now() + BUSY_TIMEOUT;
        loop {
            let done = self.connection.pragma_update(None, "journal_mode", "wal");
            let code = done.as_ref().err().and_then(rusqlite::Error::sqlite_error_code);
            if code != Some(rusqlite::ErrorCode::DatabaseBusy) || Instant::now() >= deadline {
                return done;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Leaves what is written in the write-ahead log beside the file when this is closed: a checkpoint waits for the
    /// disk, which a game is not to do. Whoever reads the games does it, or a writer when the log is long.
    fn leave_wal(&self) -> Result<(), StoreError> {
        self.with_connection(|connection| {
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
            connection.pragma_update(None, "wal_autocheckpoint", WAL_CHECKPOINT_PAGES)
        })
    }

    /// Waits for the disk less often, as one does who writes all the time; the log beside the file becomes longer.
    ///
    /// # Errors
    /// Where SQLite refuses it.
    pub fn write_all_the_time(&mut self) -> Result<(), StoreError> {
        self.with_connection(|connection| {
            connection.pragma_update(None, "wal_autocheckpoint", LONG_WAL_PAGES)
        })
    }

    /// Holds the file to so many bytes from here on, as if the disk had no more: what would make it longer is refused.
    ///
    /// # Errors
    /// Where SQLite refuses it.
    pub fn hold_to(&mut self, bytes: u64) -> Result<(), StoreError> {
        self.with_connection(|connection| {
            let page: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
            let pages = i64::try_from(bytes).unwrap_or(i64::MAX) / page.max(1);
            // It answers with what holds now.
            connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))
        })
    }

    /// Runs statements that all happen or none of them.
    fn transaction<T>(
        &mut self,
        work: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let path = &self.path;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| StoreError::of(path, error))?;
        let done = work(&transaction).map_err(|error| StoreError::of(path, error))?;
        transaction.commit().map_err(|error| StoreError::of(path, error))?;
        Ok(done)
    }

    fn with_connection<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| StoreError::of(&self.path, error))
    }
}
