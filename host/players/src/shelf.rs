//! The user's own folder of players, with a record of what was put there: a file that changed since
//! is told from one that did not. Putting players there is `share`'s.

use crate::file::Bytes;
use crate::names::same_name;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The record of one installed file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Installed {
    /// The file's name in the folder.
    pub file: PathBuf,
    /// The names of the players in it.
    pub players: Vec<String>,
    /// The version that the first of them gives.
    pub version: String,
    /// The author that the first of them gives.
    pub author: String,
    /// The file's length in bytes.
    pub size: u64,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
}

/// The user's own folder of players.
#[derive(Clone, Debug)]
pub struct Shelf {
    pub(crate) folder: PathBuf,
}

pub(crate) const RECORD: &str = "installed.json";

impl Shelf {
    /// The folder with its record; it need not be there yet.
    pub fn at(folder: impl Into<PathBuf>) -> Shelf {
        Shelf { folder: folder.into() }
    }

    /// The user's own, where the system has a folder for a user's data.
    pub fn of_user() -> Option<Shelf> {
        user_folder().map(Shelf::at)
    }

    /// Where an installed file lies.
    pub fn place(&self, installed: &Installed) -> PathBuf {
        self.folder.join(&installed.file)
    }

    /// Whether this file was installed here and is not the same any more.
    pub(crate) fn has_changed(&self, file: &Path) -> bool {
        let Ok(name) = file.strip_prefix(&self.folder) else { return false };
        let installed = self.installed();
        installed.iter().find(|one| one.file == name).is_some_and(|one| !self.is_as_recorded(one))
    }

    fn is_as_recorded(&self, installed: &Installed) -> bool {
        Bytes::read(&self.place(installed)).is_ok_and(|bytes| bytes.sha256() == installed.sha256)
    }

    /// What was installed.
    pub fn installed(&self) -> Vec<Installed> {
        let text = fs::read(self.folder.join(RECORD)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// What was installed and is not the same any more.
    pub fn changed(&self) -> Vec<Installed> {
        self.installed().into_iter().filter(|one| !self.is_as_recorded(one)).collect()
    }
}

impl Installed {
    /// Whether both have one file's name, or a player of one name.
    pub(crate) fn is_known_as(&self, other: &Installed) -> bool {
        let shares = |name: &String| other.players.iter().any(|player| same_name(player, name));
        self.file == other.file || self.players.iter().any(shares)
    }
}

/// The folder that players are installed in.
pub(crate) fn user_folder() -> Option<PathBuf> {
    dirs::data_dir().map(|folder| folder.join("othello-host").join("plugins"))
}

/// What is said of a file that is not what was installed under its name.
pub fn not_accepted(file: &Path) -> String {
    format!(
        "{} has changed since it was installed; \"othello-host players check\" looks at it, \
         \"othello-host players accept\" accepts it, \"othello-host players rm\" removes it",
        file.display()
    )
}
