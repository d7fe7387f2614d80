//! What can go wrong with a file of games, in words that say what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a file of games could not be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    /// It is a folder.
    #[error("{} is a folder; name a file of games", .0.display())]
    Folder(PathBuf),
    /// Another host holds it.
    #[error("{} is in use by another host; wait until it is done, or name another file", .0.display())]
    InUse(PathBuf),
    /// There is no room.
    #[error("no room left to write {}; what was finished is saved. free some space and go on", .0.display())]
    Full(PathBuf),
    /// It can't be written.
    #[error("{} can't be written: it, or its folder, is read-only", .0.display())]
    ReadOnly(PathBuf),
    /// It can't be opened.
    #[error("{} can't be opened: does its folder exist, and may you use it?", .0.display())]
    CannotOpen(PathBuf),
    /// Parts of it can't be read.
    #[error("{} is damaged: not all of it can be read", .0.display())]
    Damaged(PathBuf),
    /// No part of it can be read.
    #[error("nothing can be read of {}: neither games nor the plan of a contest", .0.display())]
    Unreadable(PathBuf),
    /// There is something where nothing may be.
    #[error("{} exists already; name a new file", .0.display())]
    Exists(PathBuf),
    /// It is something else.
    #[error("{} is not a file of games", .0.display())]
    NotGames(PathBuf),
    /// A later version of the host made it.
    #[error("{} was made by a later version of the host (its schema is {found}, this one knows {known})", .path.display())]
    TooNew {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The version that this host knows.
        known: i64,
    },
    /// Anything else that SQLite has to say.
    #[error("{}: {error}", .path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What SQLite said.
        error: rusqlite::Error,
    },
}

impl StoreError {
    /// Sees that there is a file of this name.
    ///
    /// # Errors
    /// [`StoreError::Missing`] and [`StoreError::Folder`].
    pub fn unless_file(path: &Path) -> Result<(), StoreError> {
        if path.is_file() {
            return Ok(());
        }
        let path = path.to_owned();
        Err(if path.is_dir() { StoreError::Folder(path) } else { StoreError::Missing(path) })
    }

    pub(crate) fn of(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse(path),
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly(path),
            Some(ErrorCode::CannotOpen) => StoreError::CannotOpen(path),
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(path),
            Some(ErrorCode::NotADatabase) => StoreError::NotGames(path),
            _ => StoreError::Other { path, error },
        }
    }
}
