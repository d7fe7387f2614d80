//! Why a player could not be begun, packed, installed or removed.

use crate::names::NameError;
use std::path::PathBuf;

/// Why a player could not be begun, installed or removed.
#[derive(Debug, thiserror::Error)]
pub enum ShareError {
    /// A name that can't be a player's.
    #[error(
        "{name:?} can't be the name of a player: begin it with a letter, and use letters, digits, spaces and dashes, 60 \
         of them at most"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// A name that can be taken for another one.
    #[error("no player can be called so: {why}")]
    Lookalike {
        /// Which.
        why: NameError,
    },
    /// Something is there already.
    #[error("{} is there already; another name, or another folder by --dir, leaves it as it is", .path.display())]
    There {
        /// What is there.
        path: PathBuf,
    },
    /// Another file is installed under this name, or with a player of this name.
    #[error("{} is installed already under this name, with other contents; --replace puts the new one \
             in its place", .path.display())]
    Known {
        /// The installed file.
        path: PathBuf,
    },
    /// Nothing of this name is installed.
    #[error("no player {name:?} is installed")]
    NotInstalled {
        /// The name.
        name: String,
    },
    /// The file can't be used.
    #[error("{reason}")]
    Unusable {
        /// Why.
        reason: String,
    },
    /// A folder that can't be made.
    #[error("{}: the folder can't be made: {source}", .path.display())]
    NoFolder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file system.
    #[error("{}: {source}", .path.display())]
    Files {
        /// What was to be read or written.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Gives an error of the file system the path that it is about.
pub(super) fn at(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> ShareError {
    let path = path.into();
    move |source| ShareError::Files { path, source }
}
