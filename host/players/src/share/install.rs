//! Putting players into the user's own folder, and taking them out again.

use super::error::{ShareError, at};
use crate::file::{Bytes, Pending, write_whole};
use crate::find::Finder;
use crate::names::same_name;
use crate::player::{Player, content_hash, own_folder};
use crate::program::MANIFEST;
use crate::shelf::{Installed, RECORD, Shelf};
use crate::tree::Tree;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A player that is to be installed, as it was looked at.
#[derive(Clone, Debug)]
pub struct Candidate {
    file: PathBuf,
    sha256: String,
    granted: Vec<PathBuf>,
}

impl Candidate {
    /// The player in a file as it is now: what is installed later has to be the same.
    ///
    /// # Errors
    ///
    /// Where it can't be read.
    pub fn of(file: &Path) -> Result<Candidate, ShareError> {
        let sha256 = content_hash(file).map_err(|reason| unusable(file, &reason))?;
        Ok(Candidate { file: file.to_owned(), sha256, granted: Vec::new() })
    }

    /// The same, with what a person has granted to it.
    #[must_use]
    pub fn granted(self, granted: Vec<PathBuf>) -> Candidate {
        Candidate { granted, ..self }
    }
}

impl Shelf {
    /// Copies a library, a query or the folder of a program and records it. The caller has checked it.
    ///
    /// # Errors
    ///
    /// Where it holds no players, is not any more what the candidate was, another file has its name and `replace` is
    /// not given, or the folder can't be written.
    pub fn add(
        &self,
        candidate: &Candidate,
        finder: &Finder,
        replace: bool,
    ) -> Result<Installed, ShareError> {
        let file = &candidate.file;
        let players = finder.players_of(file).map_err(|error| failed(error.to_string()))?;
        let installed = candidate.record(place_of(file, &players)?, &players)?;
        let record = self.installed();
        let known = record.iter().find(|one| one.is_known_as(&installed));
        if let Some(known) = known.filter(|known| !replace && known.sha256 != installed.sha256) {
            return Err(ShareError::Known { path: self.place(known) });
        }
        let target = self.place(&installed);
        let there = target.exists().then(|| content_hash(&target));
        if !replace && there.is_some_and(|hash| hash.is_ok_and(|hash| hash != installed.sha256)) {
            return Err(ShareError::Known { path: target });
        }
        // The record first, so that nothing is put where it could not be noted.
        let noted = self.noted(&installed)?;
        self.copy(candidate, &installed)?;
        for known in record.iter().filter(|one| one.is_known_as(&installed)) {
            if self.place(known) != target {
                self.delete(known)?;
            }
        }
        self.keep(noted)?;
        Ok(installed)
    }

    /// Puts a copy in its place, if it is what was looked at.
    fn copy(&self, candidate: &Candidate, installed: &Installed) -> Result<(), ShareError> {
        fs::create_dir_all(&self.folder).map_err(at(&self.folder))?;
        let changed = || unusable(&candidate.file, "it has changed while it was looked at");
        let target = self.place(installed);
        let Some(folder) = own_folder(&candidate.file) else {
            let read = Bytes::read(&candidate.file);
            let bytes = read.map_err(|reason| unusable(&candidate.file, &reason))?;
            return match bytes.sha256() == candidate.sha256 {
                true => write_whole(&target, bytes.as_slice()).map_err(at(&target)),
                false => Err(changed()),
            };
        };
        // Beside the folder of players, where nobody looks for any.
        let whole = self.folder.with_file_name(format!("adding-{}", std::process::id()));
        let copied = Tree::of(folder).and_then(|tree| tree.copy_to(&whole)).map_err(failed);
        let placed = copied.and_then(|hash| match hash == candidate.sha256 {
            true => self.replace_folder(&whole, installed),
            false => Err(changed()),
        });
        if placed.is_err() {
            // Half of a copy is of no use to anybody.
            let _ = fs::remove_dir_all(&whole);
        }
        placed
    }

    fn replace_folder(&self, whole: &Path, installed: &Installed) -> Result<(), ShareError> {
        let own = self.own_folder(installed).unwrap_or_else(|| self.place(installed));
        let old = whole.with_extension("old");
        match fs::rename(&own, &old) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(&own)(error)),
            _ => {}
        }
        let placed = fs::rename(whole, &own).map_err(at(&own));
        let _ = match placed {
            Ok(()) => fs::remove_dir_all(&old),
            Err(_) => fs::rename(&old, &own),
        };
        placed
    }

    /// Notes that a changed player is to be trusted as it is now. The caller has checked the candidate.
    ///
    /// # Errors
    ///
    /// Where nothing of this name was installed, it can't be used any more, or has changed again.
    pub fn accept(
        &self,
        name: &str,
        candidate: &Candidate,
        finder: &Finder,
    ) -> Result<Installed, ShareError> {
        let known = self.find(name)?;
        let path = self.place(&known);
        let players = finder.players_of(&path).map_err(|error| failed(error.to_string()))?;
        let installed = candidate.record(known.file, &players)?;
        if !content_hash(&path).is_ok_and(|hash| hash == installed.sha256) {
            return Err(unusable(&path, "it has changed while it was looked at"));
        }
        self.keep(self.noted(&installed)?)?;
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

    /// What these players would replace.
    pub fn known(&self, players: &[Player]) -> Option<Installed> {
        let is_one = |name: &String| players.iter().any(|one| same_name(&one.about.name, name));
        self.installed().into_iter().find(|one| one.players.iter().any(is_one))
    }

    /// Removes an installed player by its name or by that of its file.
    ///
    /// # Errors
    ///
    /// Where nothing of this name was installed, or it can't be removed.
    pub fn remove(&self, name: &str) -> Result<Installed, ShareError> {
        let removed = self.find(name)?;
        let mut record = self.installed();
        record.retain(|one| *one != removed);
        let noted = self.written(&record)?;
        self.delete(&removed)?;
        self.keep(noted)?;
        Ok(removed)
    }

    /// Deletes what was installed, as far as it is there.
    fn delete(&self, installed: &Installed) -> Result<(), ShareError> {
        let (path, deleted) = match self.own_folder(installed) {
            Some(folder) => (folder.clone(), fs::remove_dir_all(folder)),
            None => (self.place(installed), fs::remove_file(self.place(installed))),
        };
        match deleted {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(path)(error)),
            _ => Ok(()),
        }
    }

    /// The record with this entry, in the place of those that it replaces.
    fn noted(&self, installed: &Installed) -> Result<Pending, ShareError> {
        let mut record = self.installed();
        record.retain(|one| !one.is_known_as(installed));
        record.push(installed.clone());
        self.written(&record)
    }

    /// The record as it is to be.
    fn written(&self, record: &[Installed]) -> Result<Pending, ShareError> {
        let text = serde_json::to_vec_pretty(record).unwrap_or_default();
        Pending::of(&self.folder.join(RECORD), &text).map_err(at(&self.folder))
    }

    fn keep(&self, record: Pending) -> Result<(), ShareError> {
        record.keep().map_err(at(&self.folder))
    }
}

impl Candidate {
    fn record(&self, place: PathBuf, players: &[Player]) -> Result<Installed, ShareError> {
        let about = players.first().map(|player| player.about.clone()).unwrap_or_default();
        let size = match own_folder(&self.file) {
            Some(folder) => Tree::of(folder).map_err(failed)?.size(),
            None => self.file.metadata().map_err(at(&self.file))?.len(),
        };
        Ok(Installed {
            file: place,
            players: players.iter().map(|player| player.about.name.clone()).collect(),
            version: about.version,
            author: about.author,
            size,
            sha256: self.sha256.clone(),
            granted: self.granted.clone(),
        })
    }
}

/// Where a file goes: under its own name, and a program's manifest into a folder that has the player's name.
fn place_of(file: &Path, players: &[Player]) -> Result<PathBuf, ShareError> {
    let name = file.file_name().map(PathBuf::from).unwrap_or_default();
    if own_folder(file).is_some() {
        let player = players.first().map(|player| player.about.name.as_str()).unwrap_or_default();
        let letter = |one: char| if one.is_alphanumeric() { one } else { '-' };
        let folder: String = player.to_lowercase().chars().map(letter).collect();
        return Ok(Path::new(&folder).join(MANIFEST));
    }
    match name.extension().is_some_and(|ending| ending == "toml") {
        true => Err(unusable(
            file,
            "a program is installed with its folder: give it one of its own, with the manifest as player.toml",
        )),
        false => Ok(name),
    }
}

fn failed(reason: String) -> ShareError {
    ShareError::Unusable { reason }
}

fn unusable(file: &Path, reason: &str) -> ShareError {
    failed(format!("{}: {reason}", file.display()))
}
