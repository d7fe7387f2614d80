//! Libraries of players: read once, hashed, and held so that nobody can change what their processes load. Where the bytes
//! are held meanwhile is the system's.

#[cfg(all(unix, not(target_os = "linux")))]
mod bytes;
#[cfg(windows)]
mod held_copy;
#[cfg(target_os = "linux")]
mod memory_file;

#[cfg(all(unix, not(target_os = "linux")))]
use bytes::Content;
#[cfg(windows)]
use held_copy::Content;
#[cfg(target_os = "linux")]
use memory_file::Content;

use crate::file::{Stamp, check_length, hex, open};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::File;
#[cfg(unix)]
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

/// How much of a library is looked at to see for which system it is.
const HEAD: usize = 64 << 10;

/// How much memory the libraries may take that are kept for the next game.
const MOST_KEPT: u64 = 256 << 20;

/// A library as its players' processes get it.
pub(crate) struct Library {
    head: Vec<u8>,
    content: Content,
    sha256: OnceLock<String>,
}

impl Library {
    /// The library in this file. While nobody changes the file, it is read once and all processes
    /// share its memory, so that a contest's games need not each copy it.
    pub(crate) fn at(path: &Path) -> Result<Arc<Library>, String> {
        type LoadedLibraries = HashMap<PathBuf, (Stamp, Arc<Library>)>;
        static LOADED: LazyLock<Mutex<LoadedLibraries>> = LazyLock::new(Mutex::default);
        let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, metadata) = open(path)?;
        let stamp = Stamp::of(&metadata);
        if let Some((known, library)) = loaded().get(path)
            && *known == stamp
        {
            return Ok(Arc::clone(library));
        }
        let library = Arc::new(Library::copy_of(file, metadata.len())?);
        let mut loaded = loaded();
        loaded.remove(path);
        let kept: u64 = loaded.values().map(|(stamp, _)| stamp.length()).sum();
        if kept + stamp.length() > MOST_KEPT {
            loaded.clear();
        }
        loaded.insert(path.to_owned(), (stamp, Arc::clone(&library)));
        Ok(library)
    }

    /// The library in this file, which is not kept, with the file's stamp.
    pub(crate) fn read(path: &Path) -> Result<(Stamp, Library), String> {
        let (file, metadata) = open(path)?;
        Ok((Stamp::of(&metadata), Library::copy_of(file, metadata.len())?))
    }

    fn copy_of(file: File, length: u64) -> Result<Library, String> {
        check_length(length)?;
        let content = Content::of(file, length).map_err(|error| error.to_string())?;
        let mut head = Vec::new();
        content.for_each_part(|part| {
            head.extend_from_slice(part);
            head.len() < HEAD
        });
        Ok(Library { head, content, sha256: OnceLock::new() })
    }

    /// What a process loads it from, where it is not the path: opened for it alone, since processes that read one open
    /// file move each other's place in it.
    #[cfg(unix)]
    pub(crate) fn sealed_file(&self) -> std::io::Result<Option<OwnedFd>> {
        self.content.sealed_file()
    }

    /// Where a process loads it from.
    #[cfg(windows)]
    pub(crate) fn path(&self) -> PathBuf {
        self.content.path().to_owned()
    }

    /// Its first bytes.
    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    /// The hash of its bytes, in hexadecimal.
    pub(crate) fn sha256(&self) -> &str {
        self.sha256.get_or_init(|| {
            let mut hash = Sha256::new();
            self.content.for_each_part(|part| {
                hash.update(part);
                true
            });
            hex(&hash.finalize())
        })
    }
}
