//! The cache of descriptions: what libraries say of themselves, by the hash of their bytes, and their hashes, by
//! what tells one state of a file from another: so that a library is described once, and neither
//! run nor read again to find a player by its name. The cache may be lost at any time.

use crate::file::{Stamp, write_whole};
use othello_player_api::About;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The cache, in memory until it is saved.
#[derive(Debug, Default)]
pub(super) struct Cache {
    file: Option<PathBuf>,
    contents: CacheFile,
    changed: bool,
}

/// The cache as it is in its file. Another format is another file name.
#[derive(Debug, Default, Serialize, Deserialize)]
struct CacheFile {
    files: BTreeMap<PathBuf, (Stamp, String)>,
    descriptions: BTreeMap<String, Description>,
}

/// What a library said of itself, or why it could not.
pub(super) type Description = Result<Vec<About>, String>;

const FILE: &str = "descriptions-2.json";

impl Cache {
    /// Opens the cache; one that can't be read is empty.
    pub(super) fn open(folder: Option<&Path>) -> Cache {
        let file = folder.map(|folder| folder.join(FILE));
        let text = file.as_ref().and_then(|file| std::fs::read(file).ok());
        let contents = text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        Cache { file, contents, changed: false }
    }

    /// The hash of a file in this state.
    pub(super) fn hash(&self, file: &Path, stamp: &Stamp) -> Option<&str> {
        let (known, hash) = self.contents.files.get(file)?;
        (known == stamp).then_some(hash)
    }

    /// What the library with this hash said.
    pub(super) fn description(&self, hash: &str) -> Option<&Description> {
        self.contents.descriptions.get(hash)
    }

    /// Keeps what a library said.
    pub(super) fn keep(&mut self, file: &Path, stamp: Stamp, hash: &str, description: Description) {
        self.contents.files.insert(file.to_owned(), (stamp, hash.to_owned()));
        self.contents.descriptions.insert(hash.to_owned(), description);
        self.changed = true;
    }

    /// Writes what is new, without what belongs to files that are gone. Nothing depends on it, so
    /// a folder that can't be written to is not an error.
    pub(super) fn save(mut self) {
        let Some(file) = self.file.take().filter(|_| self.changed) else { return };
        self.contents.files.retain(|file, _| file.exists());
        let CacheFile { files, descriptions } = &mut self.contents;
        descriptions.retain(|hash, _| files.values().any(|(_, known)| known == hash));
        // Another host may read or write at the same moment: each sees a whole file.
        let _ = serde_json::to_vec(&self.contents).map(|bytes| write_whole(&file, &bytes));
    }
}
