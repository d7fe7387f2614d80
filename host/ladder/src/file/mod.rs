//! The ladder's file: one SQLite database that one host at a time writes. Everything that must not be lost is in it
//! before anybody hears of it.

mod lessons;
mod load;
mod schema;
mod withdraw;
mod write;

pub(crate) use withdraw::Withdrawal;
pub(crate) use write::{NewPerson, VersionData};

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use othello_store::Hold;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::error::LadderError;

/// How long a writer waits for whoever reads at the moment.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// So many pages are copied at once for a backup, so that nobody waits for it.
const BACKUP_PAGES: i32 = 512;

/// Brings what stands in the log of a file that somebody holds to its place, and empties the log. Who writes meanwhile
/// waits for the last bit of it alone.
pub(crate) fn empty_log(path: &Path) -> Result<(), LadderError> {
    let LadderFile { connection, .. } = LadderFile::read(path)?;
    connection
        .execute_batch("PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(TRUNCATE);")
        .map_err(|error| LadderError::of_file(path, error))
}

/// The ladder's file.
#[derive(Debug)]
pub(crate) struct LadderFile {
    connection: Connection,
    path: PathBuf,
    /// This host's hold on it; none for who only reads.
    _hold: Option<Hold>,
}

impl LadderFile {
    /// Takes hold of a file, and makes it where there is none.
    pub fn open(path: &Path) -> Result<LadderFile, LadderError> {
        let hold = Hold::take(path)?;
        let connection =
            Connection::open(path).map_err(|error| LadderError::of_file(path, error))?;
        let file =
            LadderFile { connection, path: path.to_owned(), _hold: Some(hold) }.prepared()?;
        file.empty_working_folder()?;
        Ok(file)
    }

    /// The folder beside it for what is unpacked and played from.
    pub fn working_folder(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".work");
        PathBuf::from(name)
    }

    /// Takes away what the host before has left there: nobody knows of it any more, and somebody may be forgotten whose
    /// it is.
    fn empty_working_folder(&self) -> Result<(), LadderError> {
        let folder = self.working_folder();
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                let why = format!("{}: {error}; delete this folder", folder.display());
                Err(LadderError::Broken(why))
            }
            _ => Ok(()),
        }
    }

    /// Opens a file that is there, whoever holds it.
    pub fn read(path: &Path) -> Result<LadderFile, LadderError> {
        if !path.is_file() {
            return Err(LadderError::Missing(format!("file {}", path.display())));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)
            .map_err(|error| LadderError::of_file(path, error))?;
        LadderFile { connection, path: path.to_owned(), _hold: None }.prepared()
    }

    fn prepared(mut self) -> Result<LadderFile, LadderError> {
        let set = self.connection.busy_timeout(BUSY_TIMEOUT);
        set.map_err(|error| LadderError::of_file(&self.path, error))?;
        // Whose file it is has to be known before anything in it is changed.
        schema::check(&self.connection, &self.path)?;
        self.connection
            .pragma_update(None, "journal_mode", "wal")
            .and_then(|()| self.connection.pragma_update(None, "synchronous", "normal"))
            // What is taken away is overwritten at once.
            .and_then(|()| self.connection.pragma_update(None, "secure_delete", "on"))
            .map_err(|error| LadderError::of_file(&self.path, error))?;
        schema::create(&mut self.connection, &self.path)?;
        Ok(self)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies it to another file as it is at this moment, while others use it.
    pub fn backup(&self, to: &Path) -> Result<(), LadderError> {
        if to.exists() {
            let why = format!("{} is there already; name another file", to.display());
            return Err(LadderError::NotNow(why));
        }
        let mut copy = Connection::open(to).map_err(|error| LadderError::of_file(to, error))?;
        Backup::new(&self.connection, &mut copy)
            .and_then(|backup| {
                backup.run_to_completion(BACKUP_PAGES, Duration::from_millis(5), None)
            })
            .map_err(|error| LadderError::of_file(to, error))
    }

    /// Runs statements that all happen or none of them.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, LadderError> {
        let path = &self.path;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| LadderError::of_file(path, error))?;
        let done = work(&transaction).map_err(|error| LadderError::of_file(path, error))?;
        transaction.commit().map_err(|error| LadderError::of_file(path, error))?;
        Ok(done)
    }

    fn with<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, LadderError> {
        work(&self.connection).map_err(|error| LadderError::of_file(&self.path, error))
    }
}
