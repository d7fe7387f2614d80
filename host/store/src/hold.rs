//! The hold on a contest's file: one host at a time plays a contest. Reading the file meanwhile is free.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::StoreError;

/// How long a lock is waited for. A host that was killed may leave a child that was just being started and has
/// a copy of the lock until it runs; that is over in a moment.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// How often it is tried.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// A contest's file is this host's until the hold is dropped. The system takes the hold away from a host
/// that dies, however it does.
#[derive(Debug)]
pub struct Hold {
    lock: File,
    path: PathBuf,
}

impl Hold {
    /// Takes hold of a file of games by a lock file beside it. SQLite's own locks can't do it: they would
    /// keep readers out too.
    ///
    /// # Errors
    /// [`StoreError::InUse`] where another host holds it, and what the system has to say.
    pub fn take(games: &Path) -> Result<Hold, StoreError> {
        let path = lock_file(games);
        let deadline = Instant::now() + LOCK_TIMEOUT;
        loop {
            let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
            let lock = open.map_err(|error| cannot(games, &error))?;
            match lock.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    thread::sleep(RETRY_INTERVAL);
                    continue;
                }
                Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(games.to_owned())),
                Err(TryLockError::Error(error)) => return Err(cannot(games, &error)),
            }
            // Whoever held it before may have removed the file between our opening and our locking.
            if still_there(&lock, &path) {
                return Ok(Hold { lock, path });
            }
        }
    }
}

impl Hold {
    /// Whether somebody holds a file of games at this moment.
    #[must_use]
    pub fn is_taken(games: &Path) -> bool {
        let lock = OpenOptions::new().write(true).open(lock_file(games));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

/// The lock file beside a file of games.
fn lock_file(games: &Path) -> PathBuf {
    let mut name = games.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

impl Drop for Hold {
    fn drop(&mut self) {
        // Removed while it is still locked; a lock file that stays behind holds nobody up.
        let _ = fs::remove_file(&self.path);
        let _ = self.lock.unlock();
    }
}

/// Why a file of games can't be written or opened.
pub(crate) fn cannot(games: &Path, error: &io::Error) -> StoreError {
    match error.kind() {
        io::ErrorKind::StorageFull => StoreError::Full(games.to_owned()),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            StoreError::ReadOnly(games.to_owned())
        }
        _ => StoreError::CannotOpen(games.to_owned()),
    }
}

#[cfg(unix)]
fn still_there(lock: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (lock.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(there)) => (ours.dev(), ours.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

/// Elsewhere an open file can't be removed.
#[cfg(not(unix))]
fn still_there(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contest_is_held_once_and_free_again_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("contest.db");
        let hold = Hold::take(&games).unwrap();
        assert!(Hold::is_taken(&games));
        let refused = Hold::take(&games).unwrap_err().to_string();
        assert!(refused.contains("in use by another host"), "{refused}");
        drop(hold);
        assert!(!Hold::is_taken(&games));
        drop(Hold::take(&games).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
