//! The user's own folder of players, with a record of what was put there: a file that changed since
//! is told from one that did not.

use super::{ShareError, at};
use crate::file::Bytes;
use crate::find::{Finder, same_name};
use crate::player::Player;
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
    folder: PathBuf,
}

const RECORD: &str = "installed.json";

impl Shelf {
    /// The folder with its record; it need not be there yet.
    pub fn at(folder: impl Into<PathBuf>) -> Shelf {
        Shelf { folder: folder.into() }
    }

    /// The user's own, where the system has a folder for a user's data.
    pub fn of_user() -> Option<Shelf> {
        Finder::users_folder().map(Shelf::at)
    }

    /// Where an installed file lies.
    pub fn place(&self, installed: &Installed) -> PathBuf {
        self.folder.join(&installed.file)
    }

    /// Whether this file was installed here and is not the same any more.
    pub fn has_changed(&self, file: &Path) -> bool {
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

    /// Copies a library or a query into the folder and records it. The caller has checked it.
    ///
    /// # Errors
    ///
    /// Where it holds no players, another file has its name and `replace` is not given, or the
    /// folder can't be written.
    pub fn add(
        &self,
        file: &Path,
        finder: &Finder,
        replace: bool,
    ) -> Result<Installed, ShareError> {
        let unusable = |reason: String| ShareError::Unusable { reason };
        let bytes = Bytes::read(file).map_err(|e| unusable(format!("{}: {e}", file.display())))?;
        let players = finder.players_of(file).map_err(|error| unusable(error.to_string()))?;
        let name = file.file_name().map(PathBuf::from).unwrap_or_default();
        if name.extension().is_some_and(|ending| ending == "toml") {
            return Err(unusable(
                "a program's manifest stays with its program; add its folder by --plugins".into(),
            ));
        }
        let installed = described(name, &bytes, &players);
        let record = self.installed();
        let known = record.iter().find(|one| one.is_known_as(&installed));
        if let Some(known) = known.filter(|known| !replace && known.sha256 != installed.sha256) {
            return Err(ShareError::Known { path: self.place(known) });
        }
        let target = self.place(&installed);
        if !replace && Bytes::read(&target).is_ok_and(|one| one.sha256() != installed.sha256) {
            return Err(ShareError::Known { path: target });
        }
        fs::create_dir_all(&self.folder).map_err(at(&self.folder))?;
        write_whole(&target, bytes.as_slice())?;
        for known in record.iter().filter(|one| one.is_known_as(&installed)) {
            let path = self.place(known);
            if path != target && path.exists() {
                fs::remove_file(&path).map_err(at(&path))?;
            }
        }
        self.note(&installed)?;
        Ok(installed)
    }

    /// Notes that a changed file is to be trusted as it is now. The caller has checked it.
    ///
    /// # Errors
    ///
    /// Where nothing of this name was installed, or it can't be used any more.
    pub fn accept(&self, name: &str, finder: &Finder) -> Result<Installed, ShareError> {
        let known = self.find(name)?;
        let path = self.place(&known);
        let unusable = |reason: String| ShareError::Unusable { reason };
        let bytes = Bytes::read(&path).map_err(|e| unusable(format!("{}: {e}", path.display())))?;
        let players = finder.players_of(&path).map_err(|error| unusable(error.to_string()))?;
        let installed = described(known.file, &bytes, &players);
        self.note(&installed)?;
        Ok(installed)
    }

    /// What was installed by the name of a player in it or by its own.
    ///
    /// # Errors
    ///
    /// Where nothing of this name was installed.
    pub fn find(&self, name: &str) -> Result<Installed, ShareError> {
        let is_it = |one: &Installed| {
            one.file == Path::new(name) || one.players.iter().any(|player| same_name(player, name))
        };
        let found = self.installed().into_iter().find(is_it);
        found.ok_or_else(|| ShareError::NotInstalled { name: name.to_owned() })
    }

    /// Removes an installed file by the name of a player in it or by its own.
    ///
    /// # Errors
    ///
    /// Where nothing of this name was installed, or it can't be removed.
    pub fn remove(&self, name: &str) -> Result<Installed, ShareError> {
        let removed = self.find(name)?;
        let path = self.place(&removed);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(at(&path)(error));
            }
            _ => {}
        }
        let mut record = self.installed();
        record.retain(|one| *one != removed);
        self.write(&record)?;
        Ok(removed)
    }

    /// Puts an entry into the record, in the place of those that it replaces.
    fn note(&self, installed: &Installed) -> Result<(), ShareError> {
        let mut record = self.installed();
        record.retain(|one| !one.is_known_as(installed));
        record.push(installed.clone());
        self.write(&record)
    }

    fn write(&self, record: &[Installed]) -> Result<(), ShareError> {
        let text = serde_json::to_vec_pretty(record).unwrap_or_default();
        write_whole(&self.folder.join(RECORD), &text)
    }
}

impl Installed {
    /// Whether both have one file's name, or a player of one name.
    fn is_known_as(&self, other: &Installed) -> bool {
        let shares = |name: &String| other.players.iter().any(|player| same_name(player, name));
        self.file == other.file || self.players.iter().any(shares)
    }
}

fn described(file: PathBuf, bytes: &Bytes, players: &[Player]) -> Installed {
    let about = players.first().map(|player| player.about.clone()).unwrap_or_default();
    Installed {
        file,
        players: players.iter().map(|player| player.about.name.clone()).collect(),
        version: about.version,
        author: about.author,
        size: bytes.as_slice().len() as u64,
        sha256: bytes.sha256(),
    }
}

/// Writes beside a file's place first, so that nobody finds half of it there.
fn write_whole(target: &Path, bytes: &[u8]) -> Result<(), ShareError> {
    let whole = target.with_extension("new");
    fs::write(&whole, bytes).map_err(at(&whole))?;
    fs::rename(&whole, target).map_err(at(target))
}

/// What is said of a file that is not what was installed under its name.
pub fn not_accepted(file: &Path) -> String {
    format!(
        "{} has changed since it was installed; \"othello-host players check\" looks at it, \
         \"othello-host players accept\" accepts it, \"othello-host players rm\" removes it",
        file.display()
    )
}
