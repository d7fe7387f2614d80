//! What the ladder refuses, in words for the person who asked, and what it could not do.

use std::path::{Path, PathBuf};

/// Why the ladder does not do something.
#[derive(Debug, thiserror::Error)]
pub enum LadderError {
    /// No name for a person here.
    #[error("{0}")]
    Name(String),
    /// Somebody has the name.
    #[error("{0:?} is taken, or looks like the name of somebody who is here; choose another one")]
    Taken(String),
    /// The room's code is another one.
    #[error("that is not this room's code; it stands on the screen, or ask the organiser")]
    Code,
    /// Nobody has this link.
    #[error("nobody here has this link; the organiser can give you a new one")]
    Stranger,
    /// Not for this person.
    #[error("{0}")]
    Forbidden(String),
    /// Too soon or too much.
    #[error("{0}")]
    Limit(String),
    /// Not in this state.
    #[error("{0}")]
    NotNow(String),
    /// No such thing.
    #[error("there is no {0}")]
    Missing(String),
    /// A submission that can't be one.
    #[error("{0}")]
    Submission(String),
    /// The event's own rules are none.
    #[error("{0}")]
    Rules(String),
    /// The file is not a ladder's, or of a later version.
    #[error("{0} is not the file of a ladder; name another one by --file")]
    NotALadder(PathBuf),
    /// The file is one of a later version.
    #[error("{path} is of version {found}, and this program knows {known}; use a newer one")]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The latest that is known.
        known: i64,
    },
    /// SQLite's own words.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: rusqlite::Error,
    },
    /// Another host has it.
    #[error(transparent)]
    Hold(#[from] othello_store::StoreError),
    /// The host could not do it.
    #[error("{0}")]
    Broken(String),
}

impl LadderError {
    /// What SQLite says of a file.
    pub(crate) fn of_file(path: &Path, error: rusqlite::Error) -> LadderError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => LadderError::NotALadder(path.to_owned()),
            _ => LadderError::File { path: path.to_owned(), error },
        }
    }
}

impl From<std::io::Error> for LadderError {
    fn from(error: std::io::Error) -> LadderError {
        LadderError::Broken(error.to_string())
    }
}
