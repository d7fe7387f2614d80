//! Putting players into the user's own folder, and taking them out again.

use super::error::{ShareError, at};
use crate::file::Bytes;
use crate::find::Finder;
use crate::names::same_name;
use crate::player::Player;
use crate::shelf::{Installed, RECORD, Shelf};
use std::fs;
use std::path::{Path, PathBuf};

impl Shelf {
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
        let installed = record_of(name, &bytes, &players);
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
        let installed = record_of(known.file, &bytes, &players);
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

fn record_of(file: PathBuf, bytes: &Bytes, players: &[Player]) -> Installed {
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
