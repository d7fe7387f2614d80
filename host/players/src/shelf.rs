//! The user's own folder of players, with a record of what was put there: a file that changed since
//! is told from one that did not. Putting players there is `share`'s.

use crate::names::same_name;
use crate::player::{content_hash, own_folder};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The record of one installed player or library of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Installed {
    /// The file's place in the folder; of a program its manifest's.
    pub file: PathBuf,
    /// The names of the players in it.
    pub players: Vec<String>,
    /// The version that the first of them gives.
    pub version: String,
    /// The author that the first of them gives.
    pub author: String,
    /// The length in bytes of the file, or of all in a program's folder.
    pub size: u64,
    /// The SHA-256 of the file, or of all in a program's folder, in hexadecimal.
    pub sha256: String,
    /// What a person has granted to it beyond its own folder. It is granted to this content alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub granted: Vec<PathBuf>,
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
        self.record_of(file).is_some_and(|one| !self.is_as_recorded(&one))
    }

    /// What a person has granted to the player with this manifest, for as long as it is what was installed.
    pub(crate) fn granted_to(&self, manifest: &Path) -> Vec<PathBuf> {
        let installed = self.record_of(manifest).filter(|one| !one.granted.is_empty());
        installed.filter(|one| self.is_as_recorded(one)).map(|one| one.granted).unwrap_or_default()
    }

    /// The record of a file that was installed here, by whichever path it is named.
    fn record_of(&self, file: &Path) -> Option<Installed> {
        let (file, folder) = (file.canonicalize().ok()?, self.folder.canonicalize().ok()?);
        let place = file.strip_prefix(folder).ok()?;
        self.installed().into_iter().find(|one| one.file == place)
    }

    fn is_as_recorded(&self, installed: &Installed) -> bool {
        content_hash(&self.place(installed)).is_ok_and(|hash| hash == installed.sha256)
    }

    /// The folder that is an installed program's own.
    pub(crate) fn own_folder(&self, installed: &Installed) -> Option<PathBuf> {
        let place = self.place(installed);
        own_folder(&place).filter(|folder| *folder != self.folder).map(Path::to_owned)
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
